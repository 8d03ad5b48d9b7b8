/** The page of a model: creates the panels and connects them. */
import type { State } from "./api";
import { button, make } from "./dom";
import { startKeyboard } from "./keyboard";
import type { Model } from "./model";
import { Bar } from "./panels/bar";
import { CertificatePanel } from "./panels/certificate";
import { viewerHelp } from "./panels/help";
import { HeightPanel } from "./panels/height";
import { Mark } from "./panels/mark";
import { ObjectsPanel } from "./panels/objects";
import { Over } from "./panels/over";
import { PlanePanel } from "./panels/plane";
import { RegionPanel } from "./panels/region";
import { SectionPanel } from "./panels/section";
import { Store, type First } from "./state";
import type { Part } from "./truth";
import { PlaneGrip } from "./three/plane_grip";
import { Timing } from "./timing";
import { beginning } from "./beginning";
import { fromFragment } from "./view";
import { View3d } from "./view3d";
import { reachOf, whole } from "./vectors";

export { startWorker } from "./view3d";

type Tab = "objects" | "certificate" | "region";

export class Viewer {
  readonly store: Store;
  readonly view: View3d;
  readonly section: SectionPanel;
  readonly plane: PlanePanel;
  readonly over: Over;
  readonly objects: ObjectsPanel;
  readonly region: RegionPanel;
  readonly height: HeightPanel;
  readonly help = viewerHelp();
  private readonly certificate: CertificatePanel;
  private readonly tabs = new Map<Tab, { button: HTMLButtonElement; panel: HTMLElement }>();
  private readonly cross = make("div", { class: "crosshair", "aria-hidden": "true" });

  constructor(root: HTMLElement, model: Model, state: State, first: First) {
    const start = beginning(model.manifest, state);
    const { view, eye, plane, wrong } = fromFragment(location.hash, start, reachOf(model.manifest.bounds));
    this.store = new Store(model, view, first);
    const { store } = this;
    const bar = new Bar(() => this.help.toggle());
    this.objects = new ObjectsPanel(store);
    this.certificate = new CertificatePanel(store);
    this.region = new RegionPanel(store);
    this.section = new SectionPanel(store);
    this.plane = new PlanePanel(store, () => this.toggleArcs());
    this.height = new HeightPanel(store);
    const stage = make("div", { class: "stage" });
    const room = make("section", { class: "model", "aria-label": "Model" }, stage);
    const page = make("div", { class: "page" },
      bar.element,
      this.list(),
      room,
      this.section.element,
      make("section", { class: "plane", "aria-label": "Plane" }, this.plane.element, this.height.element),
    );
    root.replaceChildren(page);
    store.on("asking", () => (page.dataset.asking = String(!store.settled)));
    this.view = new View3d(stage, store);
    new PlaneGrip(this.view, store);
    if (eye) this.view.stage.orbit.eye = eye;
    else if (!plane && model.manifest.triangles === 0) this.view.fit();
    store.eye = eye;
    this.over = new Over(room, this.view, store);
    room.append(this.cross);
    bar.attach(store, state, this.certificate.badge, (text) => this.over.say(text));
    new Timing(store, this.section.sheet);
    this.wire();
    startKeyboard(this);
    store.onWrongLink = (text) => this.over.say(text, false);
    store.came(start.plane, wrong);
    store.ask();
    store.tell("view");
  }

  openTab(name: Tab): ObjectsPanel {
    for (const [other, { button: tab, panel }] of this.tabs) {
      const open = other === name;
      panel.hidden = !open;
      tab.setAttribute("aria-selected", String(open));
      tab.tabIndex = open ? 0 : -1;
    }
    return this.objects;
  }

  toggleArcs(): void {
    const { sheet, stage } = this.view;
    sheet.arcs = !sheet.arcs;
    this.plane.arcs.setAttribute("aria-pressed", String(sheet.arcs));
    sheet.dress(stage.orbit.unitsPerPixel * 64);
    stage.invalidate();
  }

  snapInMiddle(): void {
    const box = this.view.stage.canvas.getBoundingClientRect();
    void this.view.snap(box.left + box.width / 2, box.top + box.height / 2);
  }

  letGo(): void {
    if (this.section.sheet.measure.active) this.section.toggleMeasure();
    else if (this.view.wheelMoves) this.view.wheelMoves = false;
    else if (this.view.sheet.arcs) this.toggleArcs();
    else if (this.store.view.selected !== null) this.store.change({ selected: null });
  }

  private list(): HTMLElement {
    const strip = make("div", { class: "tabs", role: "tablist", "aria-label": "Lists" });
    const panels: [Tab, string, HTMLElement][] = [
      ["objects", "Objects", this.objects.element],
      ["certificate", "Certificate", this.certificate.element],
      ["region", "Region", this.region.element],
    ];
    for (const [name, label, panel] of panels) {
      const tab = button(label, { class: "", id: `tab-${name}` }, () => this.openTab(name));
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", `panel-${name}`);
      panel.id = `panel-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      strip.append(tab);
      this.tabs.set(name, { button: tab, panel });
    }
    strip.addEventListener("keydown", (event) => {
      const names = [...this.tabs.keys()];
      const open = names.findIndex((name) => !this.tabs.get(name)!.panel.hidden);
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = names[(open + step + names.length) % names.length]!;
      this.openTab(next);
      this.tabs.get(next)!.button.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    this.openTab("objects");
    return make("aside", { class: "list", "aria-label": "Lists" }, strip, ...panels.map(([, , panel]) => panel));
  }

  private wire(): void {
    const { store, view } = this;
    view.thinned = (drawn) => {
      this.over.note(`No GPU: ${whole(drawn)} of ${whole(store.model.triangles)} triangles are drawn. Section and caps are exact.`);
    };
    view.snapped = (message, good) => {
      this.plane.say(message, good);
      this.over.say(message, good);
    };
    this.objects.focusOn = (object) => {
      view.focus(store.model.objects[object]!.bounds);
      this.section.sheet.show(object);
    };
    this.certificate.badge.addEventListener("click", () => this.openTab("certificate"));
    this.certificate.show = (point, object) => {
      view.show(point);
      if (object !== null) store.change({ selected: object });
    };
    window.addEventListener("hashchange", () => {
      const eye = store.open(location.hash);
      if (!eye) return;
      view.stage.orbit.eye = eye;
      view.eyeMoved();
      this.over.draw();
    });
    const mark = (part: Part, element: HTMLElement, name: string) => new Mark(store, part, element, name);
    mark("section", this.section.element, "The drawing");
    mark("section", this.objects.summary, "The list");
    mark("section", this.view.stage.host, "The picture");
    mark("curve", this.height.element, "The curve");
    mark("region", this.region.element, "The region");
  }
}
