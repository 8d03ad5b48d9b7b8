/** Planes of the example: wireframe squares of size 5 with a draggable normal and two arcs for turning. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Vector3, type Ray } from "three";

import type { Point } from "../api";
import { color } from "../theme";
import { Lines } from "../three/lines";
import { add, basis, dot, scale, sub } from "../vectors";
import type { PlaneAnswer } from "./answers";
import { segments } from "./forms";

export const HALF = 2.5;
const CELLS = 5;
const ARC = Math.PI / 3;

export type SheetHandle = "arrow" | "sheet" | "turn-u" | "turn-v";

export class WireSheet {
  readonly group = new Group();
  pivot: Point = [0, 0, 0];
  normal: Point = [0, 0, 1];
  u: Point = [1, 0, 0];
  v: Point = [0, 1, 0];
  arrowLength = 1;

  private readonly grid: Lines;
  private readonly border: Lines;
  private readonly arrow: Lines;
  private readonly turns: [Lines, Lines];
  private readonly surface: Mesh<BufferGeometry, MeshBasicMaterial>;
  private arcs = false;
  private lit: SheetHandle | null = null;
  private selected = false;

  constructor(private readonly tint: string) {
    this.grid = new Lines({ width: 1, color: color(tint) });
    this.grid.material.opacity = 0.75;
    this.border = new Lines({ width: 2.5, color: color(tint) });
    this.arrow = new Lines({ width: 3.5, color: color(tint), overlay: true });
    this.turns = [new Lines({ width: 4, color: color("--x"), overlay: true }), new Lines({ width: 4, color: color("--z"), overlay: true })];
    this.surface = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ color: color(tint), transparent: true, opacity: 0.13, side: DoubleSide, depthWrite: false }),
    );
    this.surface.frustumCulled = false;
    this.surface.renderOrder = 5;
    for (const lines of [this.grid, this.border, this.arrow, ...this.turns]) lines.object.renderOrder = 6;
    this.group.add(this.surface, ...[this.grid, this.border, this.arrow, ...this.turns].map((lines) => lines.object));
  }

  place(plane: PlaneAnswer, arcs: boolean, selected: boolean): void {
    this.normal = plane.unit_normal as Point;
    this.pivot = scale(this.normal, -plane.offset / Math.hypot(...plane.normal));
    [this.u, this.v] = basis(this.normal, [0, 0, 1]);
    this.arcs = arcs;
    this.selected = selected;
    const lines: number[] = [];
    for (let cell = 1; cell < CELLS; cell++) {
      const at = -HALF + (2 * HALF * cell) / CELLS;
      lines.push(...this.at(at, -HALF), ...this.at(at, HALF), ...this.at(-HALF, at), ...this.at(HALF, at));
    }
    this.grid.set(lines);
    const corners = [this.at(-HALF, -HALF), this.at(HALF, -HALF), this.at(HALF, HALF), this.at(-HALF, HALF)];
    this.border.set(segments(corners, true));
    const [a, b, c, d] = corners as [Point, Point, Point, Point];
    this.surface.geometry.dispose();
    this.surface.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array([a, b, c, a, c, d].flat()), 3));
    this.restyle();
  }

  /** Adapts the size of the handles to the zoom; `size` is the length of the arrow in units. */
  dress(size: number): void {
    this.arrowLength = size;
    const tip = this.tip;
    const neck = add(this.pivot, scale(this.normal, size * 0.8));
    const wings = [this.u, this.v, scale(this.u, -1), scale(this.v, -1)].flatMap((way) => [...tip, ...add(neck, scale(way, size * 0.1))]);
    this.arrow.set([...this.pivot, ...tip, ...wings]);
    this.turns.forEach((lines, index) => lines.set(this.arcs ? segments(this.arc(index), false) : []));
  }

  get tip(): Point {
    return add(this.pivot, scale(this.normal, this.arrowLength));
  }

  light(handle: SheetHandle | null): boolean {
    if (handle === this.lit) return false;
    this.lit = handle;
    this.restyle();
    return true;
  }

  restyle(): void {
    const [first, second] = this.turns;
    const tint = color(this.tint);
    this.grid.color = tint;
    this.border.color = tint;
    this.surface.material.color.copy(tint);
    this.arrow.color = this.lit === "arrow" || this.lit === "sheet" ? color("--grip") : tint;
    this.border.material.linewidth = this.selected || this.lit === "sheet" ? 4 : 2.5;
    first.color = color(this.lit === "turn-u" ? "--grip" : "--x");
    second.color = color(this.lit === "turn-v" ? "--grip" : "--z");
  }

  /** Returns the handle (arrow or arc) within `slack` CSS pixels of a position. The square itself is not returned. */
  handleAt(x: number, y: number, project: (point: Vector3) => { x: number; y: number }, slack: number): SheetHandle | null {
    const near = (points: Point[]) => nearPath(points, x, y, project) <= slack;
    if (this.arcs && near(this.arc(0))) return "turn-u";
    if (this.arcs && near(this.arc(1))) return "turn-v";
    return near([this.pivot, this.tip]) ? "arrow" : null;
  }

  /** Returns the distance along the ray to the square of the plane; null if the ray misses the square. */
  hit(ray: Ray): number | null {
    const way = ray.direction.toArray() as Point;
    const from = ray.origin.toArray() as Point;
    const along = dot(way, this.normal);
    if (Math.abs(along) < 1e-6) return null;
    const distance = dot(sub(this.pivot, from), this.normal) / along;
    const place = sub(add(from, scale(way, distance)), this.pivot);
    const inside = Math.abs(dot(place, this.u)) <= HALF && Math.abs(dot(place, this.v)) <= HALF;
    return distance > 0 && inside ? distance : null;
  }

  private at(x: number, y: number): Point {
    return add(this.pivot, add(scale(this.u, x), scale(this.v, y)));
  }

  private arc(index: number): Point[] {
    const side = index === 0 ? this.v : this.u;
    return Array.from({ length: 41 }, (_, step) => {
      const angle = ((step / 40) * 2 - 1) * ARC;
      return add(this.pivot, add(scale(side, Math.cos(angle) * HALF * 0.9), scale(this.normal, Math.sin(angle) * HALF * 0.9)));
    });
  }
}

/** Returns the distance in CSS pixels between a position on the canvas and a projected path. */
export function nearPath(points: Point[], x: number, y: number, project: (point: Vector3) => { x: number; y: number; depth?: number }): number {
  const seen = points.map((point) => project(new Vector3(...point)));
  let nearest = Infinity;
  for (let index = 1; index < seen.length; index++) {
    const from = seen[index - 1]!;
    const to = seen[index]!;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - from.x - share * dx, y - from.y - share * dy));
  }
  return nearest;
}

