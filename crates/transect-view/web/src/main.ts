/** Where the page begins: it waits for the server's model, then shows it, or the example. */
import "./panels.css";
import type { State } from "./api";
import { Connection } from "./connection";
import { loadModel } from "./model";
import { Banner, Waiting } from "./panels/states";
import { startTheme } from "./theme";
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
  if (state.state !== "ready") return;
  started = true;
  try {
    waiting.say("Fetching the model from the server");
    const [model, { Viewer }] = await Promise.all([loadModel(), rooms]);
    if (model.manifest.triangles === 0) waiting.nothing(state);
    else viewer = new Viewer(root, model, state);
  } catch (error) {
    waiting.fault({ error: { message: error instanceof Error ? error.message : String(error), help: null }, sources: state.sources });
  }
}
