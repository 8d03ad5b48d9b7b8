/** The page: waits for the model, then shows the model or the example. */
import { persist, showModel, sourceOf, type State } from "./api";
import { Connection } from "./connection";
import { beginning } from "./beginning";
import { loadManifest, loadModel } from "./model";
import { Names } from "./names";
import { Banner, Waiting } from "./panels/states";
import { askSection, type Question } from "./section";
import type { StoredPlane } from "./stored";
import { startTheme } from "./theme";
import { notice, reduce, startTruth, type Event, type Truth } from "./truth";
import { reachOf } from "./vectors";
import { fromFragment } from "./view";

/** The pause before the page is loaded again, in milliseconds, so that a server that changes often is not flooded. */
const PAUSE = 300;

/** What the page needs of the store of a model or of the example. */
interface Shown {
  readonly truth: Truth;
  hear(event: Event<never>): void;
  on(topic: "truth", listener: () => void): void;
  retry(): void;
  /** Writes what the address says of the view, before the page is loaded again for another model. */
  leave(): void;
}

/** What differs between the page of the server and the page in one file. */
export interface Kind {
  /** Starts the worker that prepares the model for drawing. */
  worker: () => Worker;
  /** Loads the example scene; null if the page has none. */
  example: (() => Promise<typeof import("./example/index")>) | null;
  viewer: Promise<typeof import("./viewer")>;
  /** The planes whose answers the page holds; null if a server answers. */
  stored: readonly StoredPlane[] | null;
  /** Opens other files, on a page without a server; null if a server has the files. */
  open: (() => void) | null;
}

/** Starts the page. */
export function startPage({ worker, example, viewer: rooms, stored, open }: Kind): void {
  startTheme();
  const root = document.getElementById("app")!;
  const waiting = new Waiting(() => void connection.read(), open);
  root.append(waiting.element);

  let started = false;
  /** The store of the model or of the example, once it is shown. */
  let store: Shown | null = null;
  /** The state of the connection until there is a store. */
  let truth: Truth<never> = startTruth({});
  let isExample = false;
  let leaving = false;
  const banner = new Banner(() => retry(), () => void connection.read());
  const connection = new Connection((state, back) => take(state, back), (event) => hear(event), stored === null);
  rooms.catch(() => {});
  void connection.ask();

  function hear(event: Event<never>): void {
    if (store) store.hear(event);
    else truth = reduce(truth, event);
    show();
  }

  function show(): void {
    const now = store?.truth ?? truth;
    banner.show(started || now.link === "late" || now.link === "denied" ? notice(now) : null);
    if (now.foreign) restart();
  }

  /** Loads the page again, because the server shows another model. */
  function restart(): void {
    if (leaving) return;
    leaving = true;
    store?.leave();
    setTimeout(() => location.reload(), PAUSE);
  }

  /** Leaves the model, because there is none any more. Without a server, a page that is loaded again has no files. */
  function fail(state: State): void {
    if (!open) return restart();
    if (leaving) return;
    leaving = true;
    store?.leave();
    root.replaceChildren(waiting.element);
    waiting.show(state);
  }

  function retry(): void {
    void connection.ask();
    store?.retry();
  }

  function take(state: State, back: boolean): void {
    if (!started) void begin(state);
    // Behind the same address, there is a model now in place of the example, or the example in place of a model.
    else if (state.example !== isExample) restart();
    else if (!state.example && (state.state === "error" || state.state === "empty")) fail(state);
    else if (back) store?.retry();
  }

  async function begin(state: State): Promise<void> {
    if (state.example) {
      started = true;
      isExample = true;
      if (!example) return;
      const { mountExample } = await example();
      root.replaceChildren();
      store = mountExample(root, { state });
      store.on("truth", show);
      show();
      return;
    }
    waiting.show(state);
    void rooms.then(({ startWorker }) => startWorker(worker)).catch(() => {});
    if (state.state !== "ready") return;
    started = true;
    try {
      waiting.say(stored ? "Reading the model from this file" : open ? "Drawing the model" : "Fetching the model from the server");
      showModel(state.model, restart);
      const listed = persist(loadManifest);
      const loading = loadModel(listed);
      // An error of loading is reported where `loading` is awaited below. This handler only keeps the browser from
      // reporting it as unhandled.
      loading.catch(() => {});
      const manifest = await listed;
      const { view } = fromFragment(location.hash, beginning(manifest, state), new Names(sourceOf(state), state.model, manifest.objects), reachOf(manifest.bounds));
      const question: Question = { plane: view.plane, limit: view.limit, inside: view.inside, caps: true, since: performance.now() };
      const answer = askSection(question);
      answer.catch(() => {});
      const [model, { Viewer }] = await Promise.all([loading, rooms]);
      if (model.manifest.triangles === 0) waiting.nothing(state);
      else {
        ({ store } = new Viewer(root, model, state, { question, answer }, stored, open));
        store.on("truth", show);
        show();
      }
    } catch (error) {
      if (leaving) return;
      waiting.error({ error: { message: error instanceof Error ? error.message : String(error), hint: null }, sources: state.sources });
    }
  }
}
