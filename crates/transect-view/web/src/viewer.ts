/** The page of a model: creates the panels and connects them. */
import { sourceOf, type State } from "./api";
import { button, make, press, unavailable } from "./dom";
import type { Help } from "./help";
import { startKeyboard } from "./keyboard";
import type { Model } from "./model";
import { Bar } from "./panels/bar";
import { CertificatePanel } from "./panels/certificate";
import { viewerHelp } from "./panels/help";
import { HeightPanel } from "./panels/height";
import { ObjectsPanel } from "./panels/objects";
import { Over } from "./panels/over";
import { PlanePanel } from "./panels/plane";
import { RegionPanel } from "./panels/region";
import { SectionPanel } from "./panels/section";
import { StoredPlanes } from "./panels/stored_planes";
import { WhyPanel } from "./panels/why";
import { addSplitters } from "./splitters";
import { Store, type First } from "./state";
import { ELSEWHERE, type StoredPlane } from "./stored";
import { PlaneGrip } from "./plane_grip";
import { Timing } from "./timing";
import { beginning } from "./beginning";
import { foreignLink, Names } from "./names";
import { fromFragment } from "./view";
import { View3d } from "./view3d";
import { reachOf, whole } from "./vectors";

export { startWorker } from "./view3d";

type Tab = "objects" | "certificate";

export class Viewer {
  readonly store: Store;
  readonly view: View3d;
  readonly section: SectionPanel;
  /** The panel of the plane; null if the page holds its answers. */
  readonly plane: PlanePanel | null;
  readonly over: Over;
  readonly objects: ObjectsPanel;
  readonly region: RegionPanel;
  readonly height: HeightPanel;
  readonly help: Help;
  private readonly storedPlanes: StoredPlanes | null;
  private readonly certificate: CertificatePanel;
  private readonly tabs = new Map<Tab, { button: HTMLButtonElement; panel: HTMLElement }>();
  private readonly room: HTMLElement;
  private readonly regionTab = button("Region", { title: "Show the region tool beside the lists", class: "", pressed: false, id: "tab-region" }, () => this.showRegion());
  private readonly cross = make("div", { class: "crosshair", "aria-hidden": "true" });

  constructor(root: HTMLElement, model: Model, state: State, first: First, stored: readonly StoredPlane[] | null, open: (() => void) | null) {
    const start = beginning(model.manifest, state);
    const fragment = location.hash;
    const names = new Names(sourceOf(state), state.model, model.objects);
    const { view, eye, plane, wrong, foreign } = fromFragment(fragment, start, names, reachOf(model.manifest.bounds));
    this.store = new Store(model, names, view, first, stored);
    const { store } = this;
    this.help = viewerHelp(stored !== null);
    const bar = new Bar(() => this.help.toggle());
    this.objects = new ObjectsPanel(store);
    this.certificate = new CertificatePanel(store);
    this.region = new RegionPanel(store);
    this.section = new SectionPanel(store);
    this.plane = stored ? null : new PlanePanel(store, () => this.toggleArcs());
    this.storedPlanes = stored ? new StoredPlanes(store, stored) : null;
    this.height = new HeightPanel(store);
    const stage = make("div", { class: "stage" });
    const room = make("main", { class: "model", "aria-label": "Model" }, stage, this.regionRoom());
    this.room = room;
    const page = make("div", { class: "page" },
      bar.element,
      this.list(),
      room,
      this.section.element,
      make("section", { class: "plane", "aria-label": "Plane" }, (this.plane ?? this.storedPlanes)!.element, this.height.element),
    );
    root.replaceChildren(page);
    store.on("asking", () => (page.dataset.asking = String(!store.settled)));
    this.view = new View3d(stage, store);
    if (state.up && state.up !== "z") {
      this.view.stage.orbit.up = state.up;
      this.view.fit();
    }
    if (!stored) new PlaneGrip(this.view, store);
    if (eye) this.view.stage.orbit.eye = eye;
    else if (!plane && model.manifest.triangles === 0) this.view.fit();
    store.eye = eye;
    this.over = new Over(room, this.view, store);
    room.append(this.cross);
    if (stored) unavailable(this.regionTab, ELSEWHERE);
    else room.append(new WhyPanel(this.view, store).element);
    addSplitters(room, page);
    this.suggestUp(state);
    bar.attach(store, state, this.certificate.badge, (text) => this.over.say(text), open);
    new Timing(store, this.section.sheet);
    this.wire();
    startKeyboard(this);
    store.onWrongLink = (text) => this.over.say(text, false);
    store.onForeignLink = (model, link) => this.askForeign(model, link);
    if (foreign !== null) this.askForeign(foreign, fragment);
    store.came(start.plane, wrong);
    store.ask();
    store.tell("view");
    store.tell("look");
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

  /** Shows or hides the region tool, which lies over the model beside the lists. */
  showRegion(open = Boolean(this.region.element.parentElement!.hidden)): void {
    if (this.store.lacksServer()) return;
    this.region.element.parentElement!.hidden = !open;
    this.room.classList.toggle("with-region", open);
    press(this.regionTab, open);
  }

  /** Moves the focus to the equation, or to the list of stored planes. */
  reachPlane(): void {
    if (this.storedPlanes) this.storedPlanes.reach();
    else if (this.plane) this.plane.reach();
  }

  toggleArcs(): void {
    if (this.store.lacksServer()) return;
    const { sheet, stage } = this.view;
    sheet.arcs = !sheet.arcs;
    this.plane?.arcs.setAttribute("aria-pressed", String(sheet.arcs));
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

  private regionRoom(): HTMLElement {
    this.region.element.id = "panel-region";
    const close = button("Close", { title: "Close the region tool", class: "button" }, () => this.showRegion(false));
    return make("section", { class: "region-room", "aria-label": "Region", hidden: true }, make("div", { class: "row padded" }, make("h2", { text: "Region" }), make("span", { class: "grow" }), close), this.region.element);
  }

  /** Says so if the faces of the model suggest that another axis than z points up. */
  private suggestUp(state: State): void {
    const { up } = this.store.model.manifest.start;
    if (state.up || this.view.stage.orbit.up !== "z" || up === "z") return;
    this.over.note(`The faces of this model suggest that ${up} points up.`, `Turn ${up} up`, () => this.over.setUp(up));
  }

  /** Says that a link was made for another model, and asks whether its plane and its camera are to be used here. */
  private askForeign(model: string, fragment: string): void {
    this.over.note(foreignLink(model, this.store.names), "Use its plane and view", () => {
      this.over.note("");
      this.follow(fragment, true);
    });
    this.store.writeLink();
  }

  private follow(fragment: string, anyModel = false): void {
    const eye = this.store.open(fragment, anyModel);
    if (!eye) return;
    this.view.stage.orbit.eye = eye;
    this.view.eyeMoved();
    this.over.draw();
  }

  private list(): HTMLElement {
    const strip = make("div", { role: "tablist", "aria-label": "Lists" });
    const panels: [Tab, string, HTMLElement][] = [
      ["objects", "Objects", this.objects.element],
      ["certificate", "Certificate", this.certificate.element],
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
    return make("aside", { class: "list", "aria-label": "Lists" }, make("div", { class: "tabs" }, strip, make("span", { class: "grow" }), this.regionTab), ...panels.map(([, , panel]) => panel));
  }

  private wire(): void {
    const { store, view } = this;
    view.thinned = (drawn) => {
      this.over.note(`No GPU: ${whole(drawn)} of ${whole(store.model.triangles)} triangles are drawn. Section and caps are exact.`);
    };
    view.snapped = (message, good) => {
      this.plane?.say(message, good);
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
    window.addEventListener("hashchange", () => this.follow(location.hash));
  }
}
