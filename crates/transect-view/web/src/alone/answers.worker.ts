/** The worker that answers the questions of the page, by the program of crates/transect-wasm. */
import { Files, initSync, Session } from "transect-wasm";

import type { Ask, Chosen, FromWorker, ToWorker } from "./messages";

let session: Session | null = null;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** Returns the answer to `api/state` as text. */
function state(of: Session): string {
  const reply = of.ask("state");
  const text = new TextDecoder().decode(reply.take());
  reply.free();
  return text;
}

async function open(of: Session, chosen: readonly Chosen[]): Promise<void> {
  const files = new Files();
  for (const [place, { name, file }] of chosen.entries()) {
    const size = file.size.toLocaleString("en");
    post({ type: "reading", text: `Reading ${name}, ${size} bytes`, fraction: chosen.length > 1 ? place / chosen.length : null });
    let bytes: ArrayBuffer;
    try {
      bytes = await file.arrayBuffer();
    } catch (error) {
      post({ type: "unreadable", name, reason: error instanceof Error ? error.message : String(error) });
      return;
    }
    files.add(name, new Uint8Array(bytes));
  }
  of.open(files);
  post({ type: "opened", state: state(of) });
}

function answer(of: Session, { address, body, model }: Ask): void {
  const start = performance.now();
  const reply = of.ask(address, body === null ? undefined : new TextEncoder().encode(body), model ?? undefined);
  const bytes = reply.take();
  const { status, media_type: media } = reply;
  reply.free();
  post({ type: "answer", status, media, bytes, milliseconds: performance.now() - start, model: of.model() ?? null }, [bytes.buffer]);
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => void handle(data));

async function handle(message: ToWorker): Promise<void> {
  try {
    if (message.type === "begin") {
      initSync({ module: message.program });
      session = new Session();
      post({ type: "ready", state: state(session) });
    } else if (!session) throw new Error("the program has not begun");
    else if (message.type === "open") await open(session, message.files);
    else answer(session, message.ask);
  } catch (error) {
    // After a panic or a lack of memory, the state of the program is unknown.
    post({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}
