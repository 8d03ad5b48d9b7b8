/** The messages between the page and the worker that answers its questions. */

/** A file that the user has chosen. Its name may have folders, with `/` between them. */
export interface Chosen {
  name: string;
  file: File;
}

/** A request of the page, without `api/` in front of its address. */
export interface Ask {
  address: string;
  body: string | null;
  /** The identity of the model that the request is about, if it names one. */
  model: string | null;
}

export type ToWorker = { type: "begin"; program: WebAssembly.Module } | { type: "open"; files: Chosen[] } | { type: "ask"; ask: Ask };

export type FromWorker =
  /** The worker has begun. `state` is the answer to `api/state` without a model. */
  | { type: "ready"; state: string }
  /** The worker is reading files. */
  | { type: "reading"; text: string; fraction: number | null }
  /** The browser does not hand a file out, for example because it has changed. */
  | { type: "unreadable"; name: string; reason: string }
  /** The files are read, or have an error. */
  | { type: "opened"; state: string }
  | { type: "answer"; status: number; media: string; bytes: Uint8Array<ArrayBuffer>; milliseconds: number; model: string | null }
  /** The program has failed, and the worker is of no further use. */
  | { type: "failed"; reason: string };
