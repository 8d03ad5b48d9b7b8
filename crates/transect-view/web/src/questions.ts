/**
 * The questions of one part of the page. Events go to the truth alone (truth.ts), and the answers are
 * read from there through marks (mark.ts).
 */
import { Asker } from "./asker";
import type { Event } from "./truth";

interface Store<P extends string> {
  hear(event: Event<P>): void;
  on(topic: "retry", listener: () => void): void;
}

export class Questions<P extends string, Question, Answer> {
  private readonly asker: Asker<{ question: Question; revision: number }, Answer>;

  /** `time` is the time in milliseconds after which a request counts as lost. */
  constructor(store: Store<P>, part: P, fetch: (question: Question, signal: AbortSignal, revision: number) => Promise<Answer>, time: number) {
    this.asker = new Asker(
      ({ question, revision }, signal) => fetch(question, signal, revision),
      {
        answered: (value, { revision }) => store.hear({ type: "answered", part, revision, model: null, value }),
        refused: (refusal, { revision }) => store.hear({ type: "refused", part, revision, model: null, refusal }),
        lost: ({ revision }) => store.hear({ type: "lost", part, revision }),
      },
      time,
    );
    store.on("retry", () => this.asker.retry());
  }

  request(question: Question, revision: number): void {
    this.asker.request({ question, revision });
  }

  drop(): void {
    this.asker.drop();
  }
}
