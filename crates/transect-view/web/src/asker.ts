/**
 * Sends the questions of one part of the page. One request is under way at a time, and only the newest question waits.
 * Requests that are lost on the way are repeated, with growing pauses. Panels ask through questions.ts, so that their
 * answers go to the truth.
 */
import { RequestError } from "./api";
import { hasServer } from "./transport";

/** The pauses before a lost request is repeated, in milliseconds. The last pause holds for all further attempts. */
const PAUSES = [200, 400, 800, 1600, 3000];
/** The pause before a request is repeated that another request has overtaken. */
const OVERTAKEN = 50;
/** The time after which a request for an old question is given up in favour of a newer one. */
const PATIENCE = 2000;

export interface Hearing<Question, Answer> {
  answered(answer: Answer, question: Question): void;
  refused(error: RequestError, question: Question): void;
  /** Called for each lost request, before it is repeated. */
  lost(question: Question): void;
  /** Called when no request is under way or waiting. */
  rest?(): void;
}

export class Asker<Question, Answer> {
  private wanted: Question | null = null;
  private running: { question: Question; since: number; control: AbortController } | null = null;
  private attempts = 0;
  private pause: ReturnType<typeof setTimeout> | null = null;

  /** `limit` is the time in milliseconds after which a request counts as lost. It doubles with each attempt. */
  constructor(
    private readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer>,
    private readonly hearing: Hearing<Question, Answer>,
    private readonly limit: number,
  ) {}

  /** `true` if no request is under way or waiting. */
  get idle(): boolean {
    return this.wanted === null && this.running === null;
  }

  request(question: Question): void {
    this.wanted = question;
    this.attempts = 0;
    this.go();
  }

  /** Forgets the present question. */
  drop(): void {
    this.wanted = null;
    this.stopPause();
    this.running?.control.abort();
  }

  /** Repeats a lost request at once, without waiting for its pause. */
  retry(): void {
    if (this.wanted === null) return;
    this.attempts = 0;
    this.go();
  }

  private go(): void {
    this.stopPause();
    const { running } = this;
    if (!running) void this.send();
    else if (running.question !== this.wanted && performance.now() - running.since > PATIENCE) running.control.abort();
  }

  private stopPause(): void {
    if (this.pause !== null) clearTimeout(this.pause);
    this.pause = null;
  }

  private async send(): Promise<void> {
    const question = this.wanted;
    if (question === null) return;
    const control = new AbortController();
    this.running = { question, since: performance.now(), control };
    // Without a server, no request is lost on the way. It may wait behind a slow answer.
    const limit = hasServer() ? setTimeout(() => control.abort(), this.limit * 2 ** Math.min(this.attempts, 3)) : undefined;
    // A request for an old question that takes long is given up when its patience ends.
    const patience = setTimeout(() => this.wanted !== question && control.abort(), PATIENCE);
    let wait: number | null = null;
    try {
      const answer = await this.ask(question, control.signal);
      if (this.wanted === question) this.wanted = null;
      this.hearing.answered(answer, question);
    } catch (error) {
      wait = this.failed(error, question);
    } finally {
      clearTimeout(limit);
      clearTimeout(patience);
      this.running = null;
    }
    if (this.wanted === null) this.hearing.rest?.();
    else if (wait === null) void this.send();
    else this.pause = setTimeout(() => this.go(), wait);
  }

  /** Returns the pause before the request is repeated, or null if there is none. */
  private failed(error: unknown, question: Question): number | null {
    if (this.wanted !== question) return null;
    if (error instanceof RequestError && error.overtaken) return OVERTAKEN;
    if (error instanceof RequestError && error.refuses) {
      this.wanted = null;
      this.hearing.refused(error, question);
      return null;
    }
    this.hearing.lost(question);
    const pause = PAUSES[Math.min(this.attempts, PAUSES.length - 1)] ?? 0;
    this.attempts += 1;
    return pause;
  }
}
