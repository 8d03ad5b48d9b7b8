/** The page of the example: it shows shapes, planes, their answers, and a number line. */
import "./example.css";
import type { State } from "../api";
import { button, clear, make, press } from "../dom";
import { about } from "../mark";
import { onTheme, theme, toggleTheme } from "../theme";
import { Flat } from "./flat";
import { flatDrags } from "./flat_drags";
import { exampleHelp } from "./help";
import { Intervals } from "./intervals";
import { arrowKey } from "./moves";
import { PlaneRows } from "./plane_rows";
import { START, type Mode } from "./scene";
import { ShapeRows } from "./shape_rows";
import { Space } from "./space";
import { grips } from "./space_grips";
import { ExampleStore } from "./store";
import { Pair, Together, told } from "./together";

const EYE = 0.09;

export function mountExample(root: HTMLElement, context: { state: State }): ExampleStore {
  const store = new ExampleStore(location.hash);
  const stage = about("view", make("div", { class: "stage" }));
  const paper = about("view", make("div", { class: "paper-host" }));
  const news = make("p", { class: "example-news card", role: "status", hidden: true });
  const hint = make("p", { class: "example-hint" });
  const room = make("section", { class: "example-room", "aria-label": "Picture" }, stage, paper, hint, news);
  const planes = new PlaneRows(store);
  const shapes = new ShapeRows(store);
  const lines = make("div", { class: "intervals" });
  const caption = about("view", make("p", { class: "caption" }));
  const along = make("section", { class: "along", "aria-labelledby": "along-title" }, make("h2", { id: "along-title", text: "Along the normal" }), caption, lines);
  const help = exampleHelp();
  let timer = 0;
  const say = (text: string) => {
    news.textContent = text;
    news.hidden = false;
    clearTimeout(timer);
    timer = window.setTimeout(() => (news.hidden = true), 4000);
  };
  const page = make("div", { class: "example" },
    header(store, context.state, help.toggle, say),
    make("aside", { class: "example-list", "aria-label": "Planes and shapes" }, planes.element, shapes.element),
    room,
    make("aside", { class: "example-answers", "aria-label": "Answers" }, along, new Pair(store).element, new Together(store).element),
  );
  root.replaceChildren(page);
  // Sets the attribute `data-asking` of the page to true while an answer is pending, and to false otherwise.
  const asking = () => (page.dataset.asking = String(!store.settled));
  for (const topic of ["view", "rest"] as const) store.on(topic, asking);
  asking();
  const space = new Space(stage, store);
  grips(space);
  const flat = new Flat(paper, store);
  flatDrags(flat);
  new Intervals(lines, store);
  const tools = make("div", { class: "example-tools" },
    button("Fit", { title: "Show the whole scene", key: "Home", id: "fit" }, () => fit()),
  );
  room.append(tools);
  const fit = () => (store.view.mode === "3d" ? space.fit() : flat.fit());
  let mode: Mode | null = null;
  const draw = () => {
    const { view } = store;
    if (view.mode !== mode) {
      mode = view.mode;
      stage.hidden = mode !== "3d";
      paper.hidden = mode !== "2d";
      hint.textContent = mode === "3d" ? "Drag a shape or the plane. Drag elsewhere to turn the view. Shift: third axis. Alt: no steps." : "Drag shapes, corners, the line or the tip of its normal. Drag elsewhere to move the drawing.";
    }
    const plane = store.plane(0);
    clear(caption, plane ? `Signed distances from ${view.mode === "3d" ? "the plane" : "the line"}; n = ${told(plane.normal)}` : "");
  };
  store.on("view", draw);
  store.on("truth", draw);
  store.tell("view");
  keys(store, { space, flat, planes, shapes, fit, help: help.toggle, copy: () => void copyLink(store, say) });
  window.addEventListener("hashchange", () => store.open(location.hash));
  document.title = "example – transect";
  return store;
}

function header(store: ExampleStore, state: State, help: () => void, say: (text: string) => void): HTMLElement {
  const choice = (mode: Mode, label: string, title: string) => button(label, { title, class: "", id: `mode-${mode}`, pressed: false }, () => store.change({ mode, selected: null }));
  const space = choice("3d", "3D", "Boxes and planes in space");
  const flat = choice("2d", "2D", "Polygons and lines in the plane");
  const undo = button("↶", { title: "Undo", key: "Ctrl+Z", class: "button quiet icon", id: "undo" }, () => store.undo());
  const redo = button("↷", { title: "Redo", key: "Ctrl+Y", class: "button quiet icon", id: "redo" }, () => store.redo());
  const reset = button("Reset", { title: "Restore the initial scene", class: "button quiet", id: "reset" }, () =>
    store.change({ scenes: { ...store.view.scenes, [store.view.mode]: START.scenes[store.view.mode] }, selected: null }));
  const link = button("Copy link", { title: "Copy a link to this scene", key: "L", class: "button quiet", id: "copy-link" }, () => void copyLink(store, say));
  const light = button("", { title: "Switch between light and dark", key: "T", class: "button quiet icon" }, toggleTheme);
  const draw = () => {
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
    press(space, store.view.mode === "3d");
    press(flat, store.view.mode === "2d");
    light.textContent = theme() === "dark" ? "☀" : "☾";
  };
  store.on("history", draw);
  store.on("view", draw);
  onTheme(draw);
  return make("header", { class: "bar" },
    make("h1", {}, make("img", { src: document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href, alt: "", width: 22, height: 22 }), "transect"),
    make("p", { class: "source", title: `transect ${state.version}` }, make("strong", { text: "Example" }), " · on which side of the plane does each shape lie?"),
    about("page", make("span", { class: "choice", role: "group", "aria-label": "Dimension" }, space, flat)),
    undo, redo, reset, link, light,
    button("?", { title: "Keys and help", key: "?", class: "button quiet icon", id: "help-open" }, help),
  );
}

async function copyLink(store: ExampleStore, say: (text: string) => void): Promise<void> {
  store.writeLink();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied; it opens this scene while this server runs.");
  } catch {
    say("The address above is the link to this scene.");
  }
}

interface Tools {
  space: Space;
  flat: Flat;
  planes: PlaneRows;
  shapes: ShapeRows;
  fit: () => void;
  help: () => void;
  copy: () => void;
}

function keys(store: ExampleStore, tools: Tools): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
    const deed = event.ctrlKey || event.metaKey ? control(store, event) : event.altKey ? undefined : plain(store, tools, event);
    if (deed && deed() !== false) event.preventDefault();
  });
}

type Deed = (() => unknown) | undefined;

function control(store: ExampleStore, event: KeyboardEvent): Deed {
  const key = event.key.toLowerCase();
  if (key === "z") return () => (event.shiftKey ? store.redo() : store.undo());
  return key === "y" ? () => store.redo() : undefined;
}

function plain(store: ExampleStore, tools: Tools, event: KeyboardEvent): Deed {
  if (/^(Arrow|Page)/.test(event.key)) return () => arrowKey(store, event);
  const { space, flat } = tools;
  const solid = store.view.mode === "3d";
  const zoom = (factor: number) => () => {
    if (!solid) return flat.zoom(1 / factor, flat.centre);
    space.stage.orbit.zoom(factor);
    space.eyeMoved();
  };
  const deeds: Record<string, () => unknown> = {
    a: () => solid && space.turn(-EYE, 0),
    d: () => solid && space.turn(EYE, 0),
    w: () => solid && space.turn(0, EYE),
    s: () => solid && space.turn(0, -EYE),
    r: () => tools.planes.toggleArcs(),
    "+": zoom(0.85),
    "=": zoom(0.85),
    "-": zoom(1.18),
    "2": () => store.change({ mode: "2d", selected: null }),
    "3": () => store.change({ mode: "3d", selected: null }),
    l: () => tools.copy(),
    t: () => toggleTheme(),
    "?": () => tools.help(),
    Home: () => tools.fit(),
    Escape: () => store.select(null),
    Delete: () => tools.shapes.remove(store.view.selected),
  };
  return deeds[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}
