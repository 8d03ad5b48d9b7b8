/** The example in 2D: polygons and lines as SVG, with their separating axis. flat_drags.ts handles dragging. */
import { clear, makeSvg } from "../dom";
import { round125, short } from "../vectors";
import { Mark } from "../mark";
import { drawable, saidOf, type Answer, type PlaneAnswer, type Told } from "./answers";
import { separationMarks } from "./flat_separation";
import { footOf } from "./moves";
import { dotted, long, minus, nameOf, plus, times, type Shape, type Vector } from "./scene";
import type { ExampleStore } from "./store";

/** The length with which unlimited lines are drawn, in units of the scene. */
const FAR = 1e4;
const ARROW = 58;

export class Flat {
  readonly svg = makeSvg("svg", { class: "flat", tabindex: 0, role: "application", "aria-label": "Shapes and lines in 2D. Tab and Shift+Tab go through the list beside the drawing; arrow keys move the selection." });
  /** The coordinates of the drawing's centre, in units of the scene; `scale` is CSS pixels per unit. */
  centre: Vector = [0, 0];
  scale = 50;
  width = 1;
  height = 1;
  private fitted = false;
  private readonly mark: Told;

  constructor(
    private readonly host: HTMLElement,
    readonly store: ExampleStore,
  ) {
    host.append(this.svg);
    // The shapes are the user's own; only what is drawn of the answer goes while it is older.
    this.mark = new Mark(store, ["scene"], this.svg, { own: true, changed: () => this.draw() });
    for (const topic of ["view", "truth", "hover"] as const) store.on(topic, () => this.draw());
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  fit(): void {
    this.centre = [0, -0.1];
    this.scale = Math.min(this.width / 13, this.height / 11.5);
    this.draw();
  }

  /** Returns the position in the drawing of a point of the scene, in CSS pixels. */
  seen(point: Vector): Vector {
    return [this.width / 2 + (point[0]! - this.centre[0]!) * this.scale, this.height / 2 - (point[1]! - this.centre[1]!) * this.scale];
  }

  /** Returns the point of the scene under the pointer. */
  under(event: MouseEvent): Vector {
    const box = this.svg.getBoundingClientRect();
    const x = event.clientX - box.left - this.width / 2;
    const y = this.height / 2 - (event.clientY - box.top);
    return [this.centre[0]! + x / this.scale, this.centre[1]! + y / this.scale];
  }

  zoom(factor: number, at: Vector): void {
    const scale = Math.max(4, Math.min(4000, this.scale * factor));
    const share = 1 - this.scale / scale;
    this.centre = plus(this.centre, times(minus(at, this.centre), share));
    this.scale = scale;
    this.draw();
  }

  draw(): void {
    const { store } = this;
    if (store.view.mode !== "2d") return;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    clear(this.svg, this.paper());
    const lines = store.scene.planes.map((_, place) => ({ place, known: store.plane(place) }));
    const first = lines[0]?.known;
    if (first) this.svg.append(this.frontOf(first));
    for (const { place, known } of lines) if (known) this.svg.append(this.line(known, place));
    // Large shapes are drawn first, so that small shapes lie on top and can be grabbed.
    const shapes = [...store.scene.shapes].sort((a, b) => size(b) - size(a));
    const answer = drawable(this.mark);
    for (const shape of shapes) this.svg.append(this.shape(shape, answer));
    for (const { place, known } of lines) if (known) this.svg.append(this.normal(known, place));
    const separation = answer?.mode === "2d" ? answer.separations[0] : undefined;
    if (separation && !store.error) this.svg.append(separationMarks(this, separation));
    this.svg.append(this.meetings(answer));
    const chosen = store.shape(store.view.selected);
    if (chosen) this.svg.append(this.drops(chosen.id, answer), this.handles(chosen));
  }

  path(points: Vector[], closed = true): string {
    const places = points.map((point) => this.seen(point).map((value) => value.toFixed(2)).join(" "));
    return `M${places.join("L")}${closed ? "Z" : ""}`;
  }

  private resize(): void {
    this.width = Math.max(this.host.clientWidth, 1);
    this.height = Math.max(this.host.clientHeight, 1);
    if (!this.fitted && this.width > 10) {
      this.fitted = true;
      this.fit();
    } else this.draw();
  }

  private paper(): SVGGElement {
    const group = makeSvg("g", { class: "paper" });
    const step = round125(90 / this.scale);
    const low = this.unseen([0, this.height]);
    const high = this.unseen([this.width, 0]);
    for (const axis of [0, 1] as const) {
      for (let at = Math.ceil(low[axis]! / step); at * step <= high[axis]!; at++) {
        const [x, y] = this.seen([at * step, at * step]) as [number, number];
        const ends = axis === 0 ? { x1: x, x2: x, y1: 0, y2: this.height } : { x1: 0, x2: this.width, y1: y, y2: y };
        group.append(makeSvg("line", { class: at === 0 ? `axis along-${axis === 0 ? "y" : "x"}` : "grid", ...ends }));
        if (at === 0) continue;
        const [ox, oy] = this.seen([0, 0]) as [number, number];
        const place = axis === 0 ? { x: x, y: clamp(oy + 14, 14, this.height - 5) } : { x: clamp(ox - 6, 22, this.width - 5), y: y + 4 };
        group.append(makeSvg("text", { class: `grid-label ${axis === 0 ? "across" : "up"}`, ...place, text: short(at * step, 4).replace("-", "−") }));
      }
    }
    const [ox, oy] = this.seen([0, 0]) as [number, number];
    group.append(
      makeSvg("text", { class: "axis-letter letter-x", x: this.width - 14, y: clamp(oy - 8, 14, this.height - 8), text: "x" }),
      makeSvg("text", { class: "axis-letter letter-y", x: clamp(ox + 10, 8, this.width - 14), y: 18, text: "y" }),
    );
    return group;
  }

  private unseen([x, y]: Vector): Vector {
    return [this.centre[0]! + (x! - this.width / 2) / this.scale, this.centre[1]! - (y! - this.height / 2) / this.scale];
  }

  /** Draws the front side of a line as a lightly shaded area. */
  private frontOf(line: PlaneAnswer): SVGElement {
    const [from, to] = ends(line);
    const way = times(line.unit_normal, FAR);
    return makeSvg("path", { class: "front-side", d: this.path([from, to, plus(to, way), plus(from, way)]) });
  }

  private line(line: PlaneAnswer, place: number): SVGElement {
    const name = `plane ${place + 1}`;
    const loud = this.store.view.selected === name || this.store.hovered === name;
    const group = makeSvg("g", { class: `line plane-${place + 1}${loud ? " loud" : ""}`, "data-plane": place });
    const [x1, y1, x2, y2] = ends(line).flatMap((end) => this.seen(end)) as [number, number, number, number];
    group.append(makeSvg("line", { class: "wide", x1, y1, x2, y2 }), makeSvg("line", { class: "ink", x1, y1, x2, y2 }));
    return group;
  }

  /** Draws the normal of a line at the line's point nearest to the origin. Dragging the tip turns the line. */
  private normal(line: PlaneAnswer, place: number): SVGElement {
    const group = makeSvg("g", { class: `line plane-${place + 1}`, "data-plane": place });
    const [px, py] = this.seen(footOf(line)) as [number, number];
    const [dx, dy] = [line.unit_normal[0]!, -line.unit_normal[1]!];
    const [tx, ty] = [px + dx * ARROW, py + dy * ARROW];
    const wing = (side: number) => `L${tx - dx * 11 - side * dy * 6} ${ty - dy * 11 + side * dx * 6}`;
    group.append(
      makeSvg("path", { class: "normal", d: `M${px} ${py}L${tx - dx * 8} ${ty - dy * 8}` }),
      makeSvg("path", { class: "tip", d: `M${tx} ${ty}${wing(1)}${wing(-1)}Z` }),
      makeSvg("circle", { class: "turn", "data-turn": place, cx: tx, cy: ty, r: 14 }),
      makeSvg("text", { class: "normal-name", x: tx + dx * 14, y: ty + dy * 14 + 4, text: this.store.scene.planes.length > 1 ? `n${place + 1}` : "n" }),
    );
    return group;
  }

  private shape(shape: Shape, answer: Answer | null): SVGElement {
    const { store } = this;
    const said = saidOf(answer, "2d", shape.id);
    const loud = shape.id === store.view.selected || shape.id === store.hovered;
    const wrong = store.error?.field?.startsWith(`shapes[${store.scene.shapes.indexOf(shape)}]`);
    const group = makeSvg("g", { class: `shape ${said ? (said.side === "on" ? "meets" : "apart") : "unknown"}${loud ? " loud" : ""}${wrong ? " wrong" : ""}`, "data-id": shape.id });
    const [first, second] = shape.vectors as [Vector, Vector];
    let label = middle(shape.vectors);
    const reach = second ? times(second, FAR / (long(second) || 1)) : [0, 0];
    const stroke = (points: Vector[]) => group.append(makeSvg("path", { class: "wide", d: this.path(points, false) }), makeSvg("path", { class: "ink", d: this.path(points, false) }));
    if (shape.kind === "sphere") {
      const [cx, cy] = this.seen(first) as [number, number];
      group.append(makeSvg("circle", { class: "area", cx, cy, r: (shape.radius ?? 1) * this.scale }));
    } else if (shape.kind === "line") stroke([minus(first, reach), plus(first, reach)]);
    else if (shape.kind === "ray") stroke([first, plus(first, reach)]);
    else if (shape.kind === "segment") stroke([first, second]);
    else if (shape.kind === "box") {
      const corners = [first, [second[0]!, first[1]!], second, [first[0]!, second[1]!]];
      group.append(makeSvg("path", { class: "area", d: this.path(corners) }));
    } else if (shape.kind !== "point") {
      group.append(makeSvg("path", { class: "area", d: this.path(shape.vectors) }));
      for (const piece of wrong ? [] : (said?.pieces ?? [])) group.append(makeSvg("path", { class: "piece", d: this.path(piece) }));
      if ((said?.pieces?.length ?? 0) > 1) label = middle(said!.pieces![0]!);
    }
    if (["line", "ray", "segment", "point"].includes(shape.kind)) {
      label = first;
      for (const place of shape.kind === "segment" ? [first, second] : [first]) {
        const [cx, cy] = this.seen(place) as [number, number];
        group.append(makeSvg("circle", { class: "dot", cx, cy, r: 5 }));
      }
    }
    const [x, y] = this.seen(label) as [number, number];
    const beside = ["line", "ray", "segment", "point"].includes(shape.kind) ? 12 : 0;
    group.append(makeSvg("text", { class: "shape-name", x: x + beside, y: y + 5 - beside, text: shape.id }));
    const meeting = said?.meeting;
    if (meeting?.kind === "point") {
      const [cx, cy] = this.seen(meeting.point) as [number, number];
      group.append(makeSvg("circle", { class: "meeting", cx, cy, r: 5.5 }));
    }
    return group;
  }

  private meetings(answer: Answer | null): SVGElement {
    const group = makeSvg("g", { class: "meetings" });
    if (answer?.mode !== "2d") return group;
    for (const meeting of answer.meetings) {
      if (meeting.kind !== "point") continue;
      const [cx, cy] = this.seen(meeting.point) as [number, number];
      group.append(makeSvg("circle", { class: "crossing", cx, cy, r: 6 }));
    }
    return group;
  }

  /** Draws the perpendiculars to the line from the backmost and the frontmost point of a shape. */
  private drops(id: string, answer: Answer | null): SVGElement {
    const group = makeSvg("g", { class: "drops" });
    const plane = this.store.plane(0);
    const said = saidOf(answer, "2d", id);
    if (!plane || !said) return group;
    for (const end of said.extremes) {
      if (!end) continue;
      const foot = minus(end, times(plane.unit_normal, (dotted(plane.normal, end) + plane.offset) / long(plane.normal)));
      const [x1, y1, x2, y2] = [...this.seen(end), ...this.seen(foot)] as [number, number, number, number];
      group.append(makeSvg("line", { x1, y1, x2, y2 }));
    }
    return group;
  }

  /** Draws the handles of the selected shape: its corners, the tip of its direction, or its radius. */
  private handles(shape: Shape): SVGElement {
    const group = makeSvg("g", { class: "handles" });
    shape.vectors.forEach((vector, place) => {
      const isDirection = (shape.kind === "line" || shape.kind === "ray") && place === 1;
      const at = isDirection ? plus(shape.vectors[0]!, vector) : vector;
      if (shape.kind === "sphere") return;
      this.handle(group, at, shape.id, String(place), nameOf(shape, place));
    });
    if (shape.kind === "sphere") this.handle(group, plus(shape.vectors[0]!, [shape.radius ?? 1, 0]), shape.id, "radius", "radius");
    return group;
  }

  private handle(group: SVGElement, at: Vector, id: string, place: string, name: string): void {
    const [cx, cy] = this.seen(at) as [number, number];
    const data = { "data-id": id, "data-place": place };
    group.append(makeSvg("circle", { class: "handle-area", cx, cy, r: 13, ...data }), makeSvg("circle", { class: "handle", cx, cy, r: 5, ...data }, makeSvg("title", { text: name })));
  }
}

/** Returns two distant points of a line. Seen from the first towards the second, the front is on the left. */
function ends(line: PlaneAnswer): [Vector, Vector] {
  const foot = footOf(line);
  const way = times([line.unit_normal[1]!, -line.unit_normal[0]!], FAR);
  return [minus(foot, way), plus(foot, way)];
}

function middle(points: Vector[]): Vector {
  return times(points.reduce((sum, point) => plus(sum, point), [0, 0]), 1 / points.length);
}

function size(shape: Shape): number {
  if (shape.kind === "sphere") return 2 * (shape.radius ?? 1);
  if (["line", "ray", "segment", "point"].includes(shape.kind)) return 0;
  const spread = (axis: number) => Math.max(...shape.vectors.map((vector) => vector[axis]!)) - Math.min(...shape.vectors.map((vector) => vector[axis]!));
  return Math.max(spread(0), spread(1));
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
