/** The keyboard: one table from keys to actions. panels/help.ts lists the keys for the user. */
import type { Help } from "./help";
import { copyLink } from "./panels/bar";
import type { ObjectsPanel } from "./panels/objects";
import type { Over } from "./panels/over";
import type { PlanePanel } from "./panels/plane";
import type { RegionPanel } from "./panels/region";
import type { SectionPanel } from "./panels/section";
import type { Store } from "./state";
import { toggleTheme } from "./theme";
import { nudge } from "./plane_grip";
import { frameOf, turned } from "./planes";
import type { AxisView } from "./three/orbit";
import type { Colours } from "./view";
import type { View3d } from "./view3d";

const TURN = (5 * Math.PI) / 180;
const EYE = 0.09;
const VIEWS: AxisView[] = ["iso", "top", "front", "right", "bottom", "back", "left"];

/** The parts of the page that keys act on. */
export interface Keyed {
  readonly store: Store;
  readonly view: View3d;
  readonly plane: PlanePanel | null;
  readonly over: Over;
  readonly section: SectionPanel;
  readonly region: RegionPanel;
  readonly help: Help;
  openTab(name: "objects" | "certificate"): ObjectsPanel;
  showRegion(open?: boolean): void;
  reachPlane(): void;
  toggleArcs(): void;
  snapInMiddle(): void;
  letGo(): void;
}

export function startKeyboard(viewer: Keyed): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target instanceof HTMLElement && event.target.matches("input:not([type=range]), textarea, select")) return;
    const deed = event.ctrlKey || event.metaKey ? control(viewer, event) : event.altKey ? alt(viewer, event) : plain(viewer, event);
    if (!deed) return;
    deed();
    event.preventDefault();
  });
}

type Deed = (() => void) | undefined;

function control({ store }: Keyed, event: KeyboardEvent): Deed {
  const key = event.key.toLowerCase();
  if (key === "z") return () => (event.shiftKey ? store.redo() : store.undo());
  return key === "y" ? () => store.redo() : undefined;
}

function alt({ view }: Keyed, event: KeyboardEvent): Deed {
  const ways: Record<string, [number, number]> = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
  const way = ways[event.key];
  return way && (() => {
    view.stage.orbit.pan(...way);
    view.eyeMoved();
  });
}

function plain(viewer: Keyed, event: KeyboardEvent): Deed {
  const { store, view, plane, over, section } = viewer;
  const slider = event.target instanceof HTMLInputElement;
  const fine = event.shiftKey ? 1 : 5;
  const zoom = (factor: number) => () => {
    view.stage.orbit.zoom(factor);
    view.eyeMoved();
  };
  const deeds: Record<string, () => void> = {
    x: () => (plane ? plane.across("x") : store.lacksServer()),
    y: () => (plane ? plane.across("y") : store.lacksServer()),
    z: () => (plane ? plane.across("z") : store.lacksServer()),
    f: () => (plane ? plane.flip() : store.lacksServer()),
    "[": () => turn(viewer, "u", -1),
    "]": () => turn(viewer, "u", 1),
    "{": () => turn(viewer, "v", -1),
    "}": () => turn(viewer, "v", 1),
    r: () => viewer.toggleArcs(),
    e: () => viewer.reachPlane(),
    a: () => view.turn(-EYE, 0),
    d: () => view.turn(EYE, 0),
    w: () => view.turn(0, EYE),
    s: () => view.turn(0, -EYE),
    "+": zoom(0.85),
    "=": zoom(0.85),
    "-": zoom(1.18),
    o: () => over.toggleLens(),
    u: () => over.toggleUp(),
    i: () => over.toggleRooms(),
    n: () => over.layers.toggle(),
    h: () => over.cycleHalves(),
    k: () => colours(viewer),
    "/": () => reach(viewer.openTab("objects").search),
    c: () => viewer.openTab("certificate"),
    b: () => {
      if (store.lacksServer()) return;
      viewer.region.toggle();
      viewer.showRegion(store.view.region !== null);
    },
    v: () => {
      if (store.view.selected !== null) store.toggleHidden([store.view.selected]);
    },
    m: () => section.toggleMeasure(),
    g: () => section.toggleGrid(),
    l: () => void copyLink(store, (text) => over.say(text)),
    t: toggleTheme,
    "?": () => viewer.help.toggle(),
    Escape: () => viewer.letGo(),
  };
  if (!slider) {
    Object.assign(deeds, {
      ArrowUp: () => step(store, fine),
      ArrowDown: () => step(store, -fine),
      PageUp: () => step(store, fine * 10),
      PageDown: () => step(store, -fine * 10),
      Home: () => view.fit(),
    });
  }
  if (event.key === "Enter" && event.target === view.stage.canvas) return () => viewer.snapInMiddle();
  const number = /^[0-6]$/.test(event.key) ? VIEWS[Number(event.key)] : undefined;
  if (number) return () => view.look(number);
  return deeds[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

/** Moves the plane along its normal by a number of steps, or shows the stored plane before or after the present one. */
function step(store: Store, steps: number): void {
  if (store.stored) store.goToStored(store.storedPlace - Math.sign(steps));
  else nudge(store, steps);
}

function turn({ store, view }: Keyed, about: "u" | "v", way: number): void {
  if (store.lacksServer()) return;
  store.whenKnown((info) => {
    const frame = frameOf(info, store.model.manifest.bounds, view.up);
    store.change({ plane: turned(info, frame.pivot, frame[about], way * TURN) }, { dragging: true });
    store.keepSoon();
  });
}

function colours({ store }: Keyed): void {
  const classes = store.model.objects.some((object) => object.class);
  const order: Colours[] = classes ? ["object", "side", "class"] : ["object", "side"];
  store.change({ colours: order[(order.indexOf(store.view.colours) + 1) % order.length]! });
}

function reach(input: HTMLInputElement): void {
  input.focus();
  input.select();
}
