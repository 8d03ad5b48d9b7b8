/** The states that undo and redo return to. */

/** The largest number of states that are kept. */
const LIMIT = 200;

export class History<State> {
  private past: State[] = [];
  private future: State[] = [];
  private timer = 0;

  /** `kept` is the newest state that is recorded. */
  constructor(private kept: State) {}

  /** Records a state, unless it equals the newest one. */
  keep(state: State): void {
    clearTimeout(this.timer);
    if (state === this.kept) return;
    if (JSON.stringify(state) !== JSON.stringify(this.kept)) {
      this.past.push(this.kept);
      if (this.past.length > LIMIT) this.past.shift();
      this.future = [];
    }
    this.kept = state;
  }

  /** Calls `keep` after a pause, so that several turns of the wheel count as one step. */
  later(keep: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(keep, 350);
  }

  canUndo(state: State): boolean {
    return this.past.length > 0 || state !== this.kept;
  }

  /** A change that is not recorded yet clears what redo would return to. */
  canRedo(state: State): boolean {
    return this.future.length > 0 && state === this.kept;
  }

  /** Returns the state before the present one, which must be recorded; null if there is none. */
  undo(): State | null {
    return this.step(this.past, this.future);
  }

  /** Returns the state that the last undo has left, or null. */
  redo(): State | null {
    return this.step(this.future, this.past);
  }

  private step(from: State[], to: State[]): State | null {
    const next = from.pop();
    if (!next) return null;
    to.push(this.kept);
    this.kept = next;
    return next;
  }
}
