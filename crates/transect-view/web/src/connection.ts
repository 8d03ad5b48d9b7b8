/** Polls the state of the server, more often while a model loads. */
import { getState, post, RequestError, type State } from "./api";
import type { Event } from "./truth";

const LOADING = 80;
const ALIVE = 2000;
const LOST = 1000;
/** The time in milliseconds after which a request for the state counts as lost. */
const TIME = 4000;

export class Connection {
  private timer = 0;
  private gone = false;
  private control = new AbortController();

  constructor(
    /** Takes the state of the server, and then whether the connection was lost before. */
    private readonly take: (state: State, back: boolean) => void,
    private readonly hear: (event: Event<never>) => void,
    /** `false` asks only once: the page holds its answers, and has no server. */
    private readonly polls: boolean,
  ) {}

  /** Asks for the state at once, and then again and again. */
  async ask(): Promise<void> {
    clearTimeout(this.timer);
    this.control.abort();
    const control = new AbortController();
    this.control = control;
    const limit = window.setTimeout(() => control.abort(), TIME);
    let wait = ALIVE;
    try {
      const state = await getState(control.signal);
      if (state.state === "loading") wait = LOADING;
      this.hear({ type: "seen", model: state.model, reading: state.state === "loading", changed: state.changed });
      const back = this.gone;
      this.gone = false;
      this.take(state, back);
    } catch (error) {
      // A newer request has replaced this one.
      if (this.control !== control) return;
      wait = LOST;
      this.gone = true;
      if (error instanceof RequestError && error.status === 403) this.hear({ type: "denied", message: `${error.message}.` });
      else this.hear({ type: "missed" });
    } finally {
      clearTimeout(limit);
    }
    if (this.polls && this.control === control) this.timer = window.setTimeout(() => void this.ask(), wait);
  }

  /** Lets the server read the files of the model again. */
  async read(): Promise<void> {
    await post("api/reload", {}).catch(() => {});
    await this.ask();
  }
}
