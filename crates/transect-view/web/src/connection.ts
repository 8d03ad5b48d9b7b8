/** Polls the state of the server, more often while a model loads. */
import { getJson, RequestError, type State } from "./api";

const LOADING = 80;
const ALIVE = 2000;
const LOST = 1000;

export class Connection {
  private timer = 0;
  private gone = false;

  constructor(
    private readonly take: (state: State) => void,
    private readonly lost: () => void,
    private readonly back: (state: State) => void,
    private readonly refused: (message: string) => void,
  ) {}

  async ask(): Promise<void> {
    clearTimeout(this.timer);
    let wait = ALIVE;
    try {
      const state = await getJson<State>("api/state");
      if (state.state === "loading") wait = LOADING;
      if (this.gone) this.back(state);
      this.gone = false;
      this.take(state);
    } catch (error) {
      wait = LOST;
      this.gone = true;
      if (error instanceof RequestError && error.status === 403) this.refused(`${error.message}.`);
      else this.lost();
    }
    this.timer = window.setTimeout(() => void this.ask(), wait);
  }
}
