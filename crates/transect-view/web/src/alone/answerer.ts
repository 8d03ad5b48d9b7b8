/**
 * The way to the answers on a page without a server: a worker answers one request at a time. Requests wait here, so that
 * quick ones need not wait behind slow ones, and so that those which are given up are never computed. If the worker fails,
 * another one takes its place and reads the files again.
 */
import type { Send } from "../transport";
import type { Ask, Chosen, FromWorker, ToWorker } from "./messages";

/** The questions whose answers may take seconds. Others are answered before them. */
const SLOW = /^(certificate|curve|layers|export)\b/;
/** The memory that a program in a browser may have, in bytes, and the multiple of a file's size that its model takes. */
const MEMORY = 4 * 2 ** 30;
const TIMES = 8;

interface Waiting {
  ask: Ask;
  revision: string | null;
  signal: AbortSignal | null;
  take: (response: Response) => void;
  fail: (error: Error) => void;
}

export class Answerer {
  private worker: Worker | null = null;
  private files: readonly Chosen[] = [];
  /** `true` if a worker that begins is to read the files: they were not refused. */
  private wanted = false;
  /** `true` once the worker has begun. */
  private begun = false;
  private queue: Waiting[] = [];
  private running: Waiting | null = null;
  /** `true` if other files were opened while the worker reads. */
  private again = false;
  /** `true` while the worker reads the files. */
  private opening = false;
  /** The answer to `api/state`; null before the worker has begun. */
  private state: Record<string, unknown> | null = null;

  constructor(
    private readonly program: WebAssembly.Module,
    private readonly start: () => Worker,
  ) {
    this.begin();
  }

  /** Reads files, whose models the page then shows. */
  open(files: readonly Chosen[]): void {
    if (!files.length) return;
    this.files = files;
    this.wanted = true;
    // The worker reads one list at a time; `settled` begins with the next.
    this.again = this.opening;
    if (this.begun && !this.opening) this.read();
  }

  /** Answers a request of the page. */
  readonly send: Send = async (path, init) => {
    const headers = new Headers(init.headers);
    const address = path.replace(/^api\//, "");
    const revision = headers.get("Transect-Revision");
    if (address === "reload") this.open(this.files);
    if (address === "state" || address === "reload") return this.response(200, "application/json", JSON.stringify(this.stated()), revision);
    init.signal?.throwIfAborted();
    const ask = { address, body: typeof init.body === "string" ? init.body : null, model: headers.get("Transect-Model") };
    return new Promise((take, fail) => {
      const waiting = { ask, revision, signal: init.signal ?? null, take, fail };
      waiting.signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== waiting);
        fail(new DOMException("the request was given up", "AbortError"));
      });
      this.queue.push(waiting);
      this.next();
    });
  };

  /** Returns the state of the model, as `api/state` answers it. */
  private stated(): Record<string, unknown> {
    return this.state ?? { version: "", state: "loading", progress: null, error: null, sources: [], model: null, changed: false, tree: "building", example: false };
  }

  private begin(): void {
    const worker = this.start();
    this.worker = worker;
    this.begun = false;
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.hear(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.worker) this.hear({ type: "failed", reason: event.message });
    });
    this.post({ type: "begin", program: this.program });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private hear(message: FromWorker): void {
    if (message.type === "ready") {
      this.begun = true;
      // An error of the files before stays until others are opened.
      if (this.state?.["state"] !== "error") this.state = JSON.parse(message.state);
      if (this.wanted) this.read();
      else this.next();
    } else if (message.type === "reading") this.state = { ...this.state, progress: { text: message.text, fraction: message.fraction } };
    else if (message.type === "opened") {
      this.state = JSON.parse(message.state);
      this.settled();
    } else if (message.type === "unreadable") {
      this.refuse({ message: `${message.name}: ${message.reason}`, hint: "open the files again", kind: "input_file" });
      this.settled();
    } else if (message.type === "answer") this.answered(message);
    else this.failed(message.reason);
  }

  /** Goes on after the worker has read files. */
  private settled(): void {
    const { again } = this;
    this.again = false;
    this.opening = false;
    if (again) this.read();
    else this.next();
  }

  /** Lets the worker read the files, unless they are certainly too large. */
  private read(): void {
    const sources = this.files.map(({ name, file }) => ({ path: name, format: null, bytes: file.size }));
    const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
    if (bytes * TIMES > MEMORY) {
      this.refuse(tooLarge(bytes, `in memory, a model takes up to ${TIMES} times the size of its files`));
      this.next();
    } else {
      this.opening = true;
      this.state = { ...this.state, state: "loading", error: null, sources, model: null, progress: { text: "Reading", fraction: null } };
      this.post({ type: "open", files: [...this.files] });
    }
  }

  /** Reports that the files cannot be shown. */
  private refuse(error: { message: string; hint: string; kind: string }): void {
    this.opening = false;
    this.wanted = false;
    this.state = { ...this.stated(), state: "error", model: null, error };
  }

  private next(): void {
    if (this.running || this.opening || !this.begun) return;
    const quick = this.queue.findIndex(({ ask }) => !SLOW.test(ask.address));
    const [next] = this.queue.splice(Math.max(quick, 0), 1);
    if (!next) return;
    this.running = next;
    this.post({ type: "ask", ask: next.ask });
  }

  private answered({ status, media, bytes, milliseconds }: FromWorker & { type: "answer" }): void {
    const { running } = this;
    this.running = null;
    running?.take(this.response(status, media, bytes, running.revision, milliseconds));
    this.next();
  }

  /**
   * Starts another worker in place of one that has failed. The request that it was answering is refused, because it would
   * fail again; the others wait.
   */
  private failed(reason: string): void {
    this.worker?.terminate();
    this.again = false;
    const { running } = this;
    this.running = null;
    if (!this.begun) {
      this.refuse({ message: `the program does not begin: ${reason}`, hint: "load the page again, or use another browser", kind: "internal" });
      return;
    }
    if (this.opening) {
      const bytes = this.files.reduce((sum, { file }) => sum + file.size, 0);
      this.refuse(tooLarge(bytes, `the program ended while it read them (${reason})`));
    } else if (this.wanted) this.state = { ...this.state, state: "loading", model: null, progress: { text: "Reading the files again", fraction: null } };
    const error = { message: `the program ended while it answered (${reason}); it has begun again`, at: null, field: null, hint: null, kind: "internal" };
    running?.take(this.response(500, "application/json", JSON.stringify({ error }), running.revision));
    this.opening = this.wanted;
    this.begin();
  }

  private response(status: number, media: string, body: BodyInit, revision: string | null, milliseconds = 0): Response {
    const headers: Record<string, string> = { "Content-Type": media, "Server-Timing": `answer;dur=${milliseconds}` };
    const model = this.state?.["model"];
    if (typeof model === "string") headers["Transect-Model"] = model;
    // An answer without a revision counts as one of a machine on the way, and its question is asked again.
    headers["Transect-Revision"] = revision ?? "0";
    return new Response(body, { status, headers });
  }
}

/** Returns the error of files that are too large. */
function tooLarge(bytes: number, reason: string) {
  const message = `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB of files are too much for a page: ${reason}`;
  return { message, hint: "the command shows larger models: `transect view` with the same files", kind: "too_large" };
}
