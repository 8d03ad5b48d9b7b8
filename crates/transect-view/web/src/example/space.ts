/** The example in 3D. space_grips.ts handles dragging. */
import { Vector3 } from "three";

import type { Bounds, Point } from "../api";
import { clear, make } from "../dom";
import { color, onTheme } from "../theme";
import { Gestures } from "../three/gestures";
import { Lines } from "../three/lines";
import { Stage } from "../three/stage";
import { Mark } from "../mark";
import { drawable, saidOf, type Answer, type Told } from "./answers";
import { Body } from "./bodies";
import { Dots } from "./dots";
import { dotted, minus, plus, times, type Vector } from "./scene";
import { WireSheet } from "./sheets";
import type { ExampleStore } from "./store";

const ALL: Bounds = { min: [-5, -5, -5], max: [5, 5, 5] };
const REACH: Bounds = { min: [-9, -9, -9], max: [9, 9, 9] };
const AXIS = 6.2;
const TINTS = ["--plane-1", "--plane-2", "--plane-3"];
const AXES = ["x", "y", "z"] as const;
/** The lengths of the handles in CSS pixels. */
const ARROW = 74;
const MOVER = 58;
/** The length with which the common line of two planes is drawn on each side of its origin, in units. */
const CROSSING = 4.5;

export class Space {
  readonly stage: Stage;
  readonly gestures: Gestures;
  readonly bodies = new Map<string, Body>();
  readonly sheets: WireSheet[] = [];
  /** Arrows along the axes, drawn at the selected shape. */
  readonly movers = AXES.map((axis) => new Lines({ width: 4, color: color(`--${axis}`), overlay: true }));
  moverEnds: { from: Point; to: Point }[] = [];

  private readonly axes = AXES.map((axis) => new Lines({ width: 1.75, color: color(`--${axis}`) }));
  private readonly crossing = new Lines({ width: 2.5, color: color("--crossing"), overlay: true });
  private readonly corner = new Dots("--crossing", 14);
  private readonly drops = new Lines({ width: 1.5, color: color("--text"), overlay: true });
  private readonly dropDots = new Dots("--text", 7);
  private readonly mark: Told;
  private readonly labels = make("div", { class: "labels", "aria-hidden": "true" });

  constructor(
    host: HTMLElement,
    readonly store: ExampleStore,
  ) {
    this.stage = new Stage(host);
    const { canvas, orbit, scene } = this.stage;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "Shapes and planes in 3D. Tab and Shift+Tab go through the list beside the drawing; arrow keys move the selection; W, A, S and D turn the view.");
    host.append(this.labels);
    // The shapes are the user's own; only what is drawn of the answer goes while it is older.
    this.mark = new Mark(store, ["scene"], canvas, { own: true, changed: () => this.draw() });
    orbit.contain(REACH);
    orbit.yaw = -0.62;
    orbit.pitch = 0.34;
    this.fit();
    if (store.openedEye) orbit.eye = { ...orbit.eye, ...store.openedEye };
    this.gestures = new Gestures(this.stage);
    this.axes.forEach((lines, axis) => {
      lines.set([0, 0, 0, ...[0, 1, 2].map((other) => (other === axis ? AXIS : 0))]);
    });
    const parts = [...this.axes, this.crossing, this.drops, ...this.movers];
    parts.forEach((lines) => (lines.object.renderOrder = 7));
    this.movers.forEach((lines) => (lines.object.renderOrder = 9));
    scene.add(...parts.map((lines) => lines.object), this.corner.object, this.dropDots.object);
    this.stage.before.add(() => this.dress());
    this.stage.after.add(() => this.write());
    this.stage.moved.add(() => this.eyeMoved());
    for (const topic of ["view", "truth", "hover"] as const) store.on(topic, () => this.draw());
    onTheme(() => this.draw());
    this.draw();
  }

  fit(): void {
    this.stage.orbit.fit(ALL);
    // Move the eye back: perspective enlarges the corner of the scene nearest to the eye, and its label needs space.
    this.stage.orbit.distance *= 1.13;
    this.stage.invalidate();
  }

  /** Turns the view when a key is pressed. */
  turn(dx: number, dy: number): void {
    this.stage.orbit.rotate(dx, dy);
    this.eyeMoved();
  }

  eyeMoved(): void {
    this.store.eye = this.stage.orbit.eye;
    this.store.keepSoon();
    this.stage.invalidate();
  }

  draw(): void {
    const { store } = this;
    if (store.view.mode !== "3d") return;
    const { shapes, planes } = store.scene;
    const plane = store.plane(0);
    const answer = drawable(this.mark);
    for (const [id, body] of this.bodies) {
      if (shapes.some((shape) => shape.id === id)) continue;
      this.stage.scene.remove(body.group);
      body.dispose();
      this.bodies.delete(id);
    }
    for (const shape of shapes) {
      let body = this.bodies.get(shape.id);
      if (!body) {
        body = new Body(shape);
        this.bodies.set(shape.id, body);
        this.stage.scene.add(body.group);
      } else if (body.shape !== shape) body.reshape(shape);
      body.tell(saidOf(answer, "3d", shape.id), plane, shape.id === store.view.selected || shape.id === store.hovered);
    }
    planes.forEach((_, place) => {
      this.sheets[place] ??= this.newSheet(place);
      const known = store.plane(place);
      const sheet = this.sheets[place]!;
      sheet.group.visible = known !== null;
      const name = `plane ${place + 1}`;
      if (known) sheet.place(known, store.arcs && (place === 0 || store.view.selected === name), store.view.selected === name || store.hovered === name);
    });
    this.sheets.forEach((sheet, place) => {
      if (place >= planes.length) sheet.group.visible = false;
    });
    this.drawMeetings(answer);
    this.drawDrops(answer);
    this.restyle();
    this.stage.invalidate();
  }

  /** The drawn squares of the visible planes, each with the index of its plane. */
  get shown(): { sheet: WireSheet; place: number }[] {
    return this.sheets.map((sheet, place) => ({ sheet, place })).filter(({ sheet, place }) => sheet.group.visible && place < this.store.scene.planes.length);
  }

  private newSheet(place: number): WireSheet {
    const sheet = new WireSheet(TINTS[place]!);
    this.stage.scene.add(sheet.group);
    return sheet;
  }

  private restyle(): void {
    this.axes.forEach((lines, axis) => (lines.color = color(`--${AXES[axis]}`)));
    this.movers.forEach((lines, axis) => (lines.color = color(`--${AXES[axis]}`)));
    this.crossing.color = color("--crossing");
    this.corner.tint("--crossing");
    this.drops.color = color("--text");
    this.dropDots.tint("--text");
  }

  /** Draws the common line of each pair of planes, and the common point of three planes. */
  private drawMeetings(answer: Answer | null): void {
    const { scene } = this.store;
    const lines: number[] = [];
    let point: Vector[] = [];
    if (answer?.mode === "3d" && answer.planes.length === scene.planes.length) {
      for (const meeting of answer.meetings) {
        if (meeting.kind !== "line") continue;
        const way = times(meeting.direction, CROSSING / Math.hypot(...meeting.direction));
        lines.push(...minus(meeting.origin, way), ...plus(meeting.origin, way));
      }
      const three = answer.meeting_of_three;
      if (three?.kind === "point") point = [three.point];
    }
    this.crossing.set(lines);
    this.corner.set(point);
  }

  /**
   * Draws the perpendiculars to the plane from the backmost and the frontmost point of a shape: the shape under the
   * pointer, or else the selected shape.
   */
  private drawDrops(answer: Answer | null): void {
    const { store } = this;
    const id = store.hovered ?? store.view.selected;
    const said = id ? saidOf(answer, "3d", id) : null;
    const plane = store.plane(0);
    const ends = said?.extremes.filter((point): point is Vector => point !== null) ?? [];
    const feet = plane ? ends.map((end) => minus(end, times(plane.unit_normal, (dotted(plane.normal, end) + plane.offset) / Math.hypot(...plane.normal)))) : [];
    this.drops.set(feet.flatMap((foot, index) => dashes(ends[index]!, foot)));
    this.dropDots.set(feet.length ? ends : []);
  }

  private dress(): void {
    const size = this.stage.orbit.unitsPerPixel;
    for (const { sheet } of this.shown) sheet.dress(size * ARROW);
    const body = this.store.view.selected ? this.bodies.get(this.store.view.selected) : undefined;
    this.moverEnds = [];
    this.movers.forEach((lines, axis) => {
      if (!body) {
        lines.set([]);
        return;
      }
      const from = body.form.centre;
      const along = (by: number): Point => plus(from, [0, 1, 2].map((other) => (other === axis ? by * size : 0))) as Point;
      const to = along(MOVER);
      const neck = along(MOVER * 0.8);
      const wings = [0, 1, 2].filter((other) => other !== axis).flatMap((other) => [1, -1].flatMap((sign) => [...to, ...neck.map((value, at) => (at === other ? value + sign * size * MOVER * 0.09 : value))]));
      lines.set([...along(MOVER * 0.16), ...to, ...wings]);
      this.moverEnds.push({ from: along(MOVER * 0.3), to });
    });
  }

  /** Updates the labels of the shapes. */
  private write(): void {
    const words: { text: string; at: Point; class: string; above?: boolean }[] = AXES.map((axis, index) => ({
      text: axis,
      at: [0, 1, 2].map((other) => (other === index ? AXIS + 0.25 : 0)) as Point,
      class: `axis-${axis}`,
    }));
    const answer = drawable(this.mark);
    for (const [id, body] of this.bodies) {
      const said = saidOf(answer, "3d", id);
      const tone = said ? (said.side === "on" ? "meets" : "apart") : "unknown";
      words.push({ text: id, at: this.labelPlace(body), class: `name ${tone}` });
    }
    const many = this.store.scene.planes.length > 1;
    for (const { sheet, place } of this.shown) words.push({ text: many ? `n${place + 1}` : "n", at: plus(sheet.tip, times(sheet.normal, sheet.arrowLength * 0.16)) as Point, class: `normal plane-${place + 1}` });
    clear(this.labels, ...words.map(({ text, at, class: name }) => {
      const seen = this.stage.project(new Vector3(...at));
      if (seen.depth > 1 || seen.depth < -1) return null;
      const label = make("span", { class: name, text });
      label.style.transform = `translate(${seen.x.toFixed(1)}px, ${seen.y.toFixed(1)}px) translate(-50%, -50%)`;
      return label;
    }));
  }

  /** Returns the position of a shape's label: above a corner of a large box or above the first dot, or the middle. */
  private labelPlace(body: Body): Point {
    const { form, shape } = body;
    if (shape.kind === "box" && form.reach > 3) return plus(shape.vectors[1]!, [0, 0, this.stage.orbit.unitsPerPixel * 14]) as Point;
    if (form.dots.length) return plus(form.dots[0]!, [0, 0, this.stage.orbit.unitsPerPixel * 14]) as Point;
    return form.centre;
  }
}

/** Splits a line segment into dashes. */
function dashes(from: Vector, to: Vector): number[] {
  const way = minus(to, from);
  const count = Math.max(1, Math.min(60, Math.round(Math.hypot(...way) / 0.16)));
  const at = (step: number) => plus(from, times(way, step / count));
  return Array.from({ length: Math.ceil(count / 2) }, (_, index) => [...at(index * 2), ...at(Math.min(index * 2 + 1, count))]).flat();
}
