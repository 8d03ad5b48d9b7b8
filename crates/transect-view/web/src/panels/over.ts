/** The controls over the 3D view: views, display of the front half, compass, and messages. */
import { Vector3 } from "three";

import { button, make, makeSvg, press, setText, spoken } from "../dom";
import { about } from "../mark";
import type { Store } from "../state";
import type { Up } from "../eye";
import type { AxisView } from "../three/orbit";
import type { View3d } from "../view3d";
import type { Halves } from "../view";
import { LayersControl } from "./layers";

const VIEWS: [AxisView, string, string][] = [
  ["iso", "3D", "0"],
  ["top", "Top", "1"],
  ["front", "Front", "2"],
  ["right", "Right", "3"],
  ["bottom", "Bottom", "4"],
  ["back", "Back", "5"],
  ["left", "Left", "6"],
];

export class Over {
  readonly layers: LayersControl;
  private readonly lens: HTMLButtonElement;
  private readonly pole: HTMLButtonElement;
  private readonly halves: Record<Halves, HTMLButtonElement>;
  private readonly explode = make("input", { type: "range", min: 0, max: 1.5, step: 0.01, id: "explode", "aria-label": "Distance between the halves" });
  private readonly rooms = button("Rooms", { title: "Draw rooms and openings as solid", key: "I", pressed: false, class: "button raised", id: "rooms" }, () => this.toggleRooms());
  private readonly lasting = make("p", { class: "lasting" });
  private readonly news = make("p", { class: "news card", role: "status", hidden: true });
  private timer = 0;
  /** The time in milliseconds for which the present message is shown. */
  private lasts = 0;

  constructor(
    host: HTMLElement,
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    this.lens = button("", { title: "Switch between perspective and parallel projection", key: "O", class: "button", id: "lens" }, () => this.toggleLens());
    this.pole = button("", { title: "Change the up axis", key: "U", class: "button", id: "up" }, () => this.toggleUp());
    const views = VIEWS.map(([name, label, key]) => button(label, { title: `View: ${name === "iso" ? "from a corner" : name}`, key, class: "" }, () => view.look(name)));
    const left = about("page", make("div", { class: "over-left" },
      make("div", { class: "choice raised" }, ...views),
      make("div", { class: "row tight" }, button("Fit", { title: "Fit the model", key: "Home", class: "button raised" }, () => view.fit()), this.lens, this.pole)));
    this.lens.classList.add("raised");
    this.pole.classList.add("raised");
    const choose = (name: Halves, label: string) => button(label, { class: "", pressed: false, title: `Front half ${name}`, key: "H" }, () => store.change({ halves: name }));
    this.halves = { ghost: choose("ghost", "Ghost"), hidden: choose("hidden", "Hidden"), exploded: choose("exploded", "Apart") };
    this.explode.addEventListener("input", () => store.change({ explode: Number(this.explode.value) }, { dragging: true }));
    this.explode.addEventListener("change", () => store.keep());
    const right = make("div", { class: "over-right" },
      make("div", { class: "row tight" }, make("span", { class: "caption", text: "Front half" }), make("div", { class: "choice raised", role: "group", "aria-label": "Front half" }, this.halves.ghost, this.halves.hidden, this.halves.exploded)),
      this.explode);
    if (store.model.airy.some(Boolean)) right.append(this.rooms);
    this.layers = new LayersControl(view, store);
    right.append(this.layers.element);
    host.append(left, right, this.compass(), this.lasting, this.news);
    store.on("look", () => this.draw());
    store.on("pictured", () => this.hideLater());
    this.draw();
  }

  toggleLens(): void {
    const { orbit } = this.view.stage;
    orbit.parallel = !orbit.parallel;
    this.view.eyeMoved();
    this.draw();
  }

  toggleUp(): void {
    const { orbit } = this.view.stage;
    const order: Up[] = ["z", "y", "x"];
    this.setUp(order[(order.indexOf(orbit.up) + 1) % order.length]!);
  }

  cycleHalves(): void {
    const order: Halves[] = ["ghost", "hidden", "exploded"];
    this.store.change({ halves: order[(order.indexOf(this.store.view.halves) + 1) % 3]! });
  }

  toggleRooms(): void {
    this.store.change({ rooms: !this.store.view.rooms });
  }

  /** Turns the view so that an axis points up. */
  setUp(up: Up): void {
    this.view.stage.orbit.up = up;
    this.view.fit();
    this.lasting.replaceChildren();
    this.draw();
  }

  /** Shows a note that stays over the 3D view, with a button if there is an action. */
  note(text: string, label?: string, action?: () => void): void {
    this.lasting.classList.toggle("asks", action !== undefined);
    this.lasting.replaceChildren(...(text ? [text] : []), ...(label && action ? [" ", button(label, { class: "button", id: "note-action" }, action)] : []));
  }

  /** Shows a message that disappears after a few seconds, counted from the first picture. */
  say(text: string, good = true): void {
    this.news.textContent = text;
    this.news.hidden = false;
    this.news.classList.toggle("wrong", !good);
    this.lasts = good ? 4000 : 9000;
    this.hideLater();
  }

  private hideLater(): void {
    clearTimeout(this.timer);
    if (this.store.pictured) this.timer = window.setTimeout(() => (this.news.hidden = true), this.lasts);
  }

  draw(): void {
    const { orbit } = this.view.stage;
    const { halves, explode } = this.store.view;
    setText(this.lens, orbit.parallel ? "Parallel" : "Perspective");
    const pole = `${orbit.up.toUpperCase()} up`;
    setText(this.pole, pole);
    this.pole.setAttribute("aria-label", spoken(pole, "Change the up axis"));
    for (const [name, element] of Object.entries(this.halves)) press(element, name === halves);
    press(this.rooms, this.store.view.rooms);
    this.explode.hidden = halves !== "exploded";
    this.explode.value = String(explode);
  }

  /** Returns the drawing of the compass, which shows the directions of the axes. */
  private compass(): SVGElement {
    const compass = makeSvg("svg", { class: "compass", viewBox: "-34 -34 68 68", "aria-hidden": "true" });
    const axes = (["x", "y", "z"] as const).map((name, index) => {
      const line = makeSvg("line", { class: `ray-${name}` });
      const label = makeSvg("text", { class: `letter-${name}` });
      label.textContent = name;
      return { line, label, direction: new Vector3(index === 0 ? 1 : 0, index === 1 ? 1 : 0, index === 2 ? 1 : 0) };
    });
    let last = "";
    this.view.stage.after.add(() => {
      const { right, up, back } = this.view.stage.orbit.axes();
      const seen = axes.map((axis) => ({ axis, x: axis.direction.dot(right) * 22, y: -axis.direction.dot(up) * 22, near: axis.direction.dot(back) }));
      const key = seen.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join();
      if (key === last) return;
      last = key;
      seen.sort((one, two) => one.near - two.near);
      for (const { axis, x, y } of seen) {
        axis.line.setAttribute("x2", x.toFixed(1));
        axis.line.setAttribute("y2", y.toFixed(1));
        axis.label.setAttribute("x", (x * 1.36).toFixed(1));
        axis.label.setAttribute("y", (y * 1.36).toFixed(1));
        const flat = Math.hypot(x, y) < 3 ? "none" : "";
        axis.label.style.display = flat;
        compass.append(axis.line, axis.label);
      }
    });
    return compass;
  }
}
