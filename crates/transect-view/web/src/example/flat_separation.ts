/**
 * Two shapes along their separating axis: both projections, and a separating line in the gap or the least
 * translation.
 */
import { makeSvg } from "../dom";
import type { Separation } from "./answers";
import { dotted, hasCorners, long, plus, times, type Shape, type Vector } from "./scene";
import type { ExampleStore } from "./store";

/** The drawing surface on which the marks of the separation are drawn. */
export interface Paper {
  readonly store: ExampleStore;
  /** The number of CSS pixels per unit of the scene. */
  readonly scale: number;
  seen(point: Vector): Vector;
  path(points: Vector[]): string;
}

/** The distance at which the axis is drawn beside the shapes, in CSS pixels. */
const BESIDE = 30;

export function separationMarks(paper: Paper, separation: Separation): SVGGElement {
  const group = makeSvg("g", { class: "separation" });
  const { axis, intervals } = separation;
  const shapes = separation.pair.map((id) => paper.store.shape(id));
  const [first, second] = shapes;
  if (!axis || !intervals || !first || !second) return group;
  const along = times(axis, 1 / long(axis));
  const across: Vector = [-along[1]!, along[0]!];
  const corners = [...cornersOf(first), ...cornersOf(second)];
  const heights = corners.map((corner) => dotted(corner, across));
  const [[a, b], [c, d]] = intervals;
  const levels = [Math.min(...heights) - BESIDE / paper.scale, Math.max(...heights) + BESIDE / paper.scale];
  // Draws the axis of separation above or below both shapes, wherever fewer other shapes are in the way. If equally
  // many are in the way, draws it below.
  const others = paper.store.scene.shapes.filter((shape) => shape !== first && shape !== second && hasCorners(shape)).map(cornersOf);
  const inTheWay = levels.map((level) => others.filter((all) => crosses(all, along, [Math.min(a, c), Math.max(b, d)]) && crosses(all, across, [level, level])).length);
  const lower = across[1]! > 0 || (across[1] === 0 && across[0]! > 0) ? 0 : 1;
  const side = inTheWay[1 - lower]! < inTheWay[lower]! ? 1 - lower : lower;
  const below = side === 0;
  const level = levels[side]!;
  const place = (at: number, height = level): Vector => plus(times(along, at), times(across, height));
  const reach = 34 / paper.scale;
  const line = (from: Vector, to: Vector, name: string) => {
    const [x1, y1, x2, y2] = [...paper.seen(from), ...paper.seen(to)] as [number, number, number, number];
    group.append(makeSvg("line", { class: name, x1, y1, x2, y2 }));
  };
  line(place(Math.min(a, c) - reach), place(Math.max(b, d) + reach), "sat-axis");
  for (const [shape, low, high] of [[first, a, b], [second, c, d]] as [Shape, number, number][]) {
    for (const at of [low, high]) {
      const all = cornersOf(shape);
      const corner = all.reduce((best, point) => (Math.abs(dotted(point, along) - at) < Math.abs(dotted(best, along) - at) ? point : best));
      line(corner, place(at), "sat-drop");
    }
  }
  const shift = 5 / paper.scale;
  const bar = (low: number, high: number, name: string, side: number) => line(place(low, level + side * shift), place(high, level + side * shift), name);
  const overlapping = separation.overlap;
  bar(a, b, "sat-bar one", overlapping ? 1 : 0);
  bar(c, d, "sat-bar two", overlapping ? -1 : 0);
  if (!overlapping) {
    const middle = (b + c) / 2;
    const far = 60;
    line(place(middle, -far), place(middle, far), "sat-line");
    name(group, paper, place(middle), `gap ${tell(c - b)}`, across, below);
  } else if (separation.translation && separation.depth) {
    const moved = cornersOf(second).map((corner) => plus(corner, separation.translation!));
    group.append(makeSvg("path", { class: "sat-ghost", d: paper.path(moved) }));
    arrow(group, paper, middleOf(second), plus(middleOf(second), separation.translation));
    name(group, paper, place((c + b) / 2), `overlap ${tell(separation.depth)}`, across, below);
  }
  return group;
}

/** Returns `true` if a shape with these corners reaches into an interval of the axis. */
function crosses(corners: Vector[], way: Vector, [low, high]: [number, number]): boolean {
  const heights = corners.map((corner) => dotted(corner, way));
  return Math.min(...heights) <= high && Math.max(...heights) >= low;
}

function name(group: SVGElement, paper: Paper, at: Vector, text: string, across: Vector, below: boolean): void {
  const [x, y] = paper.seen(plus(at, times(across, ((below ? -1 : 1) * 20) / paper.scale))) as [number, number];
  group.append(makeSvg("text", { class: "sat-name", x, y: y + 4, text }));
}

function arrow(group: SVGElement, paper: Paper, from: Vector, to: Vector): void {
  const [x1, y1] = paper.seen(from) as [number, number];
  const [x2, y2] = paper.seen(to) as [number, number];
  const size = Math.hypot(x2 - x1, y2 - y1);
  if (size < 2) return;
  const [dx, dy] = [(x2 - x1) / size, (y2 - y1) / size];
  const head = Math.min(10, size);
  const wing = (side: number) => `L${x2 - dx * head - side * dy * head * 0.55} ${y2 - dy * head + side * dx * head * 0.55}`;
  group.append(makeSvg("path", { class: "sat-arrow", d: `M${x1} ${y1}L${x2 - dx * head * 0.8} ${y2 - dy * head * 0.8}` }));
  group.append(makeSvg("path", { class: "sat-tip", d: `M${x2} ${y2}${wing(1)}${wing(-1)}Z` }));
}

export function cornersOf(shape: Shape): Vector[] {
  const [first, second] = shape.vectors as [Vector, Vector];
  return shape.kind === "box" ? [first, [second[0]!, first[1]!], second, [first[0]!, second[1]!]] : shape.vectors;
}

function middleOf(shape: Shape): Vector {
  const all = cornersOf(shape);
  return times(all.reduce((sum, corner) => plus(sum, corner), [0, 0]), 1 / all.length);
}

export function tell(value: number): string {
  return String(Number(value.toPrecision(4))).replace("-", "−");
}
