/**
 * The entry point of the page without a server. It is one file with everything inside: the program that computes, the
 * page, a sample. Its security policy forbids every connection of the page and of its workers. (The browser itself fetches the
 * manifest and offline.js from the host.)
 */
import "../style.css";
import "../panels.css";
import "./alone.css";
import { make, sentence } from "../dom";
import { embedded } from "../embedded";
import { startPage } from "../page";
import DeriveWorker from "../three/derive.worker.ts?worker&inline";
import { answerBy } from "../transport";
import { startTheme } from "../theme";
import * as viewer from "../viewer";
import { Answerer } from "./answerer";
import AnswersWorker from "./answers.worker.ts?worker&inline";
import { startDownloads } from "./downloads";
import { keep, take } from "./kept";
import type { Chosen } from "./messages";
import { picker, startRoom, takeDrops } from "./room";

/** The key of the files that are opened after the page has begun anew; in the store of this tab. */
const NEXT = "transect-next";

const root = document.getElementById("app")!;
const note = make("p", { class: "toast", role: "alert", hidden: true });
document.body.append(note);

/** Returns the bytes of the program or of the sample. */
function contents(name: "program" | "sample"): Promise<ArrayBuffer> {
  return embedded(document.querySelector(`script[data-embedded="${name}"]`));
}

let hiding = 0;

/** Shows a sentence for some seconds. */
function say(text: string): void {
  note.textContent = text;
  note.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(() => (note.hidden = true), 12_000);
}

async function begin(): Promise<void> {
  startTheme();
  const answerer = new Answerer(await WebAssembly.compile(await contents("program")), () => new AnswersWorker());
  answerBy(answerer.send);
  startDownloads(answerer.send, say);
  let shown = false;

  /** Shows files. Another model needs the page to begin anew, because its parts are those of one model. */
  async function open(files: readonly Chosen[]): Promise<void> {
    if (!files.length) return;
    if (shown) {
      const key = crypto.randomUUID();
      await keep(key, files);
      sessionStorage.setItem(NEXT, key);
      history.replaceState(null, "", location.pathname + location.search);
      location.reload();
      return;
    }
    shown = true;
    root.replaceChildren();
    answerer.open(files);
    startPage({ worker: () => new DeriveWorker(), example: null, viewer: Promise.resolve(viewer), stored: null, open: () => input.click() });
  }

  const opened = (opening: Promise<void>) => void opening.catch((error: unknown) => say(`The files are not opened. ${sentence(error instanceof Error ? error.message : String(error))}`));
  const input = picker((files) => opened(open(files)));
  document.body.append(input);
  takeDrops((dropped) => opened(dropped.then(open)));
  // A browser may refuse its database, for example in a private window. Then there are no files to go on with.
  const files = await take(sessionStorage.getItem(NEXT)).catch(() => []);
  sessionStorage.removeItem(NEXT);
  if (files.length) return open(files);
  const sample = async () => open([{ name: "gear.stl", file: new File([await contents("sample")], "gear.stl") }]);
  root.append(startRoom(() => input.click(), { label: "Open a sample: a gear", open: () => opened(sample()) }));
}

void begin().catch((error: unknown) => {
  root.replaceChildren(make("main", { class: "waiting-room" }, make("div", { class: "card bad", role: "alert" },
    make("h2", { text: "This browser cannot run the program" }),
    make("p", { class: "wrong", text: error instanceof Error ? error.message : String(error) }))));
});

// A browser that has the page once opens it without a network. A page that is opened from disk needs no such copy.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator) void navigator.serviceWorker.register("offline.js").catch(() => {});
