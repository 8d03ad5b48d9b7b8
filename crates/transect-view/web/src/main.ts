/** The entry point of the page: waits for the server's model, then shows the model or the example. */
import "./panels.css";
import type { State } from "./api";
import { Connection } from "./connection";
import { beginning } from "./beginning";
import { loadManifest, loadModel } from "./model";
import { Banner, Waiting } from "./panels/states";
import { askSection, type Question } from "./section";
import { startTheme } from "./theme";
import { fromFragment } from "./view";
import type { Viewer } from "./viewer";

startTheme();
const root = document.getElementById("app")!;
const waiting = new Waiting();
root.append(waiting.element);

let started = false;
let viewer: Viewer | null = null;
const banner = new Banner(() => void connection.ask());
const connection = new Connection(
  (state) => {
    if (!started) void begin(state);
  },
  () => banner.lost(),
  () => {
    banner.back();
    viewer?.again();
  },
  (message) => banner.refused(message),
);
const rooms = import("./viewer");
void connection.ask();

async function begin(state: State): Promise<void> {
  if (state.example) {
    started = true;
    const { mountExample } = await import("./example/index");
    root.replaceChildren();
    mountExample(root, { state });
    return;
  }
  waiting.show(state);
  void rooms.then(({ startWorker }) => startWorker());
  if (state.state !== "ready") return;
  started = true;
  try {
    waiting.say("Fetching the model from the server");
    const listed = loadManifest();
    const loading = loadModel(listed);
    // An error of loading is reported where `loading` is awaited below. This handler only keeps the browser from
    // reporting it as unhandled.
    loading.catch(() => {});
    const { view } = fromFragment(location.hash, beginning(await listed, state));
    const question: Question = { plane: view.plane, limit: view.limit, caps: true, since: performance.now() };
    const answer = askSection(question);
    answer.catch(() => {});
    const [model, { Viewer }] = await Promise.all([loading, rooms]);
    if (model.manifest.triangles === 0) waiting.nothing(state);
    else viewer = new Viewer(root, model, state, { question, answer });
  } catch (error) {
    waiting.error({ error: { message: error instanceof Error ? error.message : String(error), hint: null }, sources: state.sources });
  }
}
