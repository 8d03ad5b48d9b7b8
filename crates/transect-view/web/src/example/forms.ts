/** The points, edges and faces of shapes, for drawing and for picking. */
import { IcosahedronGeometry } from "three";

import type { Point } from "../api";
import { basis, unit } from "../vectors";
import { dotted, long, minus, plus, times, type Shape, type Vector } from "./scene";

export interface Form {
  /** The coordinates of both ends of each edge: six numbers per edge. */
  edges: number[];
  /** The coordinates of the three corners of each face: nine numbers per face. */
  faces: number[];
  /** The end points of the shape that are drawn as dots. */
  dots: Vector[];
  centre: Point;
  /** The distance from the centre to the farthest point of the shape; for a line, a ray or a point, a fixed number. */
  reach: number;
}

/** The length with which lines and rays are drawn. */
export const FAR = 60;

const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
const BOX_FACES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];

export function formOf(shape: Shape): Form {
  const all = shape.vectors;
  const first = all[0] ?? [0, 0, 0];
  const second = all[1] ?? first;
  switch (shape.kind) {
    case "box": {
      const corners = Array.from({ length: 8 }, (_, index) => [0, 1, 2].map((axis) => (index & (1 << axis) ? second[axis]! : first[axis]!)));
      return hexahedron(corners);
    }
    case "parallelepiped": {
      const signs = Array.from({ length: 8 }, (_, index) => [0, 1, 2].map((axis) => (index & (1 << axis) ? 1 : -1)));
      const corner = (sign: number[]) => sign.reduce((sum, by, axis) => plus(sum, times(all[axis + 1]!, by)), first);
      return hexahedron(signs.map(corner));
    }
    case "sphere":
      return ball(first, shape.radius ?? 1);
    case "segment":
      return { edges: [...first, ...second], faces: [], dots: [first, second], centre: middle(all), reach: long(minus(second, first)) / 2 };
    case "line":
    case "ray": {
      const way = times(second, FAR / (long(second) || 1));
      const from = shape.kind === "line" ? minus(first, way) : first;
      return { edges: [...from, ...plus(first, way)], faces: [], dots: [first], centre: first as Point, reach: 1 };
    }
    case "point":
      return { edges: [], faces: [], dots: [first], centre: first as Point, reach: 0.1 };
    default: {
      const edges = all.flatMap((corner, index) => [...corner, ...all[(index + 1) % all.length]!]);
      return withReach(all, edges, all.slice(0, 3).flat());
    }
  }
}

function hexahedron(corners: Vector[]): Form {
  return withReach(corners, BOX_EDGES.flatMap((index) => corners[index]!), BOX_FACES.flatMap((index) => corners[index]!));
}

function withReach(corners: Vector[], edges: number[], faces: number[]): Form {
  const centre = middle(corners);
  return { edges, faces, dots: [], centre, reach: Math.max(...corners.map((corner) => long(minus(corner, centre)))) };
}

function middle(points: Vector[]): Point {
  const sum = points.reduce((total, point) => plus(total, point), [0, 0, 0]);
  return times(sum, 1 / points.length) as Point;
}

let sphere: ArrayLike<number> | null = null;

function ball(centre: Vector, radius: number): Form {
  sphere ??= new IcosahedronGeometry(1, 5).getAttribute("position").array;
  const faces = Array.from(sphere, (value, index) => centre[index % 3]! + radius * value);
  const edges: number[] = [];
  for (const axis of [0, 1, 2]) {
    const ring = circle(centre, [0, 1, 2].map((other) => (other === axis ? 1 : 0)) as Point, radius);
    edges.push(...segments(ring, true));
  }
  return { edges, faces, dots: [], centre: centre as Point, reach: radius };
}

export function circle(centre: Vector, normal: Point, radius: number, from = 0, to = 2 * Math.PI): Vector[] {
  const [u, v] = basis(unit(normal), Math.abs(normal[2]) > 0.9 ? [0, 1, 0] : [0, 0, 1]);
  const count = 64;
  return Array.from({ length: count + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / count;
    return plus(plus(centre, times(u, Math.cos(angle) * radius)), times(v, Math.sin(angle) * radius));
  });
}

/** Returns the circle in which the plane cuts a sphere, for drawing. */
export function sphereSection(shape: Shape, normal: Vector, offset: number): Vector[] | null {
  const centre = shape.vectors[0]!;
  const size = long(normal);
  const height = (dotted(normal, centre) + offset) / size;
  const radius = shape.radius ?? 1;
  if (Math.abs(height) > radius) return null;
  const way = times(normal, 1 / size) as Point;
  return circle(minus(centre, times(way, height)), way, Math.sqrt(radius * radius - height * height)).slice(0, -1);
}

export function segments(points: Vector[], closed: boolean): number[] {
  const count = closed ? points.length : points.length - 1;
  return Array.from({ length: count }, (_, index) => [...points[index]!, ...points[(index + 1) % points.length]!]).flat();
}

/** Returns a fan of triangles over a convex outline. */
export function fan(points: Vector[]): number[] {
  return points.slice(2).flatMap((point, index) => [...points[0]!, ...points[index + 1]!, ...point]);
}
