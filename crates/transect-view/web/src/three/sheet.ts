/** The plane as a translucent sheet with its outline, an arrow that moves it and two arcs that turn it. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";

import type { Bounds, PlaneInfo, Point } from "../api";
import { frameOf } from "../planes";
import { add, corners, diagonal, dot, scale, sub } from "../vectors";
import { color } from "../theme";
import { Lines } from "./lines";

export type Handle = "outline" | "arrow" | "turn-u" | "turn-v";

const ARC_STEPS = 40;
const ARC_REACH = Math.PI / 3;

export class Sheet {
  readonly group = new Group();
  /** The position of the arrow and the centre of the arcs, in the coordinates of the model's buffers. */
  pivot: Point = [0, 0, 0];
  u: Point = [1, 0, 0];
  v: Point = [0, 1, 0];
  normal: Point = [0, 0, 1];
  arcs = false;

  private readonly surface: Mesh;
  private readonly outline: Lines;
  private readonly arrow: Lines;
  private readonly turns: [Lines, Lines];
  border: Point[] = [];
  private reach = 1;
  private lit: Handle | null = null;
  private arrowLength = 1;

  constructor(private readonly bounds: Bounds) {
    this.surface = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ color: color("--plane"), transparent: true, opacity: 0.1, side: DoubleSide, depthWrite: false }),
    );
    this.surface.frustumCulled = false;
    this.surface.renderOrder = 2;
    this.outline = new Lines({ width: 2, color: color("--plane") });
    this.arrow = new Lines({ width: 3.5, color: color("--plane"), overlay: true });
    this.turns = [
      new Lines({ width: 4, color: color("--x"), overlay: true }),
      new Lines({ width: 4, color: color("--y"), overlay: true }),
    ];
    const parts = [this.outline, this.arrow, ...this.turns];
    parts.forEach((lines, index) => (lines.object.renderOrder = index ? 8 + index : 3));
    this.group.add(this.surface, ...parts.map((lines) => lines.object));
  }

  /** Places the sheet in the plane, as large as the model seen along the normal. */
  place(plane: PlaneInfo, up: Point, origin: Point): void {
    this.normal = plane.unit_normal;
    ({ pivot: this.pivot, u: this.u, v: this.v } = frameOf(plane, this.bounds, up));
    const along = corners(this.bounds).map((corner) => dot(sub(corner, this.pivot), this.u));
    const across = corners(this.bounds).map((corner) => dot(sub(corner, this.pivot), this.v));
    const margin = diagonal(this.bounds) * 0.035;
    const [left, right] = [Math.min(...along) - margin, Math.max(...along) + margin];
    const [low, high] = [Math.min(...across) - margin, Math.max(...across) + margin];
    const corner = (x: number, y: number) => sub(add(this.pivot, add(scale(this.u, x), scale(this.v, y))), origin);
    this.border = [corner(left, low), corner(right, low), corner(right, high), corner(left, high)];
    this.reach = Math.min(right - left, high - low) / 2;
    const [a, b, c, d] = this.border as [Point, Point, Point, Point];
    const quad = new Float32Array([...a, ...b, ...c, ...a, ...c, ...d]);
    this.surface.geometry.setAttribute("position", new BufferAttribute(quad, 3));
    this.outline.set([...a, ...b, ...b, ...c, ...c, ...d, ...d, ...a]);
    this.pivot = sub(this.pivot, origin);
    this.dress(this.arrowLength);
  }

  /** Adapts the size of the handles to the zoom; `size` is the length of the arrow in units. */
  dress(size: number): void {
    this.arrowLength = size;
    const tip = add(this.pivot, scale(this.normal, size));
    const wings: Point[] = [];
    for (const direction of [this.u, this.v, scale(this.u, -1), scale(this.v, -1)]) {
      wings.push(tip, add(add(this.pivot, scale(this.normal, size * 0.74)), scale(direction, size * 0.11)));
    }
    this.arrow.set([...this.pivot, ...tip, ...wings.flat()]);
    this.turns.forEach((lines, index) => lines.set(this.arcs ? segments(this.arc(index)) : []));
  }

  /** Returns the handle within `slack` CSS pixels of a position; `project` maps points to positions. */
  handleAt(x: number, y: number, project: (point: Vector3) => { x: number; y: number }, slack: number): Handle | null {
    const near = (points: Point[], closed: boolean, within: number): boolean => {
      const seen = points.map((point) => project(new Vector3(...point)));
      return seen.some((from, index) => {
        const to = seen[index + 1] ?? (closed ? seen[0] : undefined);
        return to !== undefined && distance(x, y, from, to) <= within;
      });
    };
    if (this.arcs) {
      if (near(this.arc(0), false, slack + 3)) return "turn-u";
      if (near(this.arc(1), false, slack + 3)) return "turn-v";
    }
    if (near([this.pivot, add(this.pivot, scale(this.normal, this.arrowLength))], false, slack + 4)) return "arrow";
    return near(this.border, true, slack) ? "outline" : null;
  }

  light(handle: Handle | null): boolean {
    if (handle === this.lit) return false;
    this.lit = handle;
    this.restyle();
    return true;
  }

  restyle(): void {
    const [u, v] = this.turns;
    (this.surface.material as MeshBasicMaterial).color = color("--plane");
    const lit = (handle: Handle, usual: string) => color(this.lit === handle ? "--lit" : usual);
    this.outline.color = lit("outline", "--plane");
    this.outline.material.linewidth = this.lit === "outline" ? 4 : 2;
    this.arrow.color = lit("arrow", "--plane");
    u.color = lit("turn-u", "--x");
    v.color = lit("turn-v", "--y");
  }

  private arc(index: number): Point[] {
    const side = index === 0 ? this.v : this.u;
    const radius = Math.max(Math.min(this.reach * 0.8, this.arrowLength * 2.4), this.arrowLength * 1.2);
    return Array.from({ length: ARC_STEPS + 1 }, (_, step) => {
      const angle = ((step / ARC_STEPS) * 2 - 1) * ARC_REACH;
      return add(this.pivot, add(scale(side, Math.cos(angle) * radius), scale(this.normal, Math.sin(angle) * radius)));
    });
  }
}

function segments(points: Point[]): number[] {
  return points.slice(1).flatMap((point, index) => [...points[index]!, ...point]);
}

function distance(x: number, y: number, from: { x: number; y: number }, to: { x: number; y: number }): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}
