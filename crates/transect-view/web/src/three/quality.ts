/** How finely the model is drawn: at its best when nothing moves, within a time for each picture when something does. */
import type { Halves } from "./halves";
import type { Stage } from "./stage";

/** Pictures of a moving model should not take longer than this, in milliseconds. */
const BUDGET = 14;
const REST = 220;

export class Quality {
  private moving = false;
  private timer = 0;
  private share = 1;
  private waiting = false;
  private busy: { fence: WebGLSync; since: number } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly halves: Halves,
  ) {
    stage.after.add(() => this.drawn());
  }

  /** Something moves now; after a while of rest the full picture comes by itself. */
  move(): void {
    if (!this.moving) {
      this.moving = true;
      this.halves.coarse(true);
      this.stage.quality = this.share;
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(), REST);
    this.soon();
  }

  /** At rest: all triangles, all pixels. */
  settle(): void {
    clearTimeout(this.timer);
    if (!this.moving) return;
    this.moving = false;
    this.halves.coarse(false);
    this.stage.quality = 1;
    this.stage.invalidate();
  }

  /** A picture as soon as the one before is finished: pictures never queue up. */
  soon(): void {
    if (this.busy && !this.finished()) this.waiting = true;
    else this.stage.invalidate();
  }

  private drawn(): void {
    if (!this.moving || this.busy) return;
    const gl = this.stage.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    this.busy = { fence, since: performance.now() };
    setTimeout(() => this.poll(), 2);
  }

  private poll(): void {
    if (!this.busy) return;
    if (!this.finished()) {
      setTimeout(() => this.poll(), 2);
      return;
    }
    if (this.waiting) {
      this.waiting = false;
      this.stage.invalidate();
    }
  }

  private finished(): boolean {
    if (!this.busy) return true;
    const gl = this.stage.renderer.getContext() as WebGL2RenderingContext;
    const { fence, since } = this.busy;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    gl.deleteSync(fence);
    this.busy = null;
    this.adapt(performance.now() - since);
    return true;
  }

  private adapt(milliseconds: number): void {
    const next = this.share * Math.sqrt(Math.max(0.4, Math.min(1.5, BUDGET / Math.max(milliseconds, 1))));
    const coarse = Math.max(0.4, Math.min(1, next));
    if (Math.abs(coarse - this.share) > 0.12) {
      this.share = coarse;
      if (this.moving) this.stage.quality = coarse;
    }
  }
}
