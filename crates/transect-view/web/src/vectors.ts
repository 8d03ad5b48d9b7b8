/** Vector arithmetic for drawing and for moving planes. The server makes all exact decisions. */
import type { Bounds, Point } from "./api";

export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Point, by: number): Point => [a[0] * by, a[1] * by, a[2] * by];
export const length = (a: Point): number => Math.hypot(a[0], a[1], a[2]);
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(a: Point): Point {
  const size = length(a);
  return size > 0 ? scale(a, 1 / size) : [0, 0, 1];
}

export function centre(bounds: Bounds): Point {
  return scale(add(bounds.min, bounds.max), 0.5);
}

export function diagonal(bounds: Bounds): number {
  return length(sub(bounds.max, bounds.min));
}

export function corners(bounds: Bounds): Point[] {
  const all: Point[] = [];
  for (let index = 0; index < 8; index++) {
    const at = (axis: 0 | 1 | 2) => (index & (1 << axis) ? bounds.max[axis] : bounds.min[axis]);
    all.push([at(0), at(1), at(2)]);
  }
  return all;
}

/** Returns two directions that span the plane with this normal; one of them is horizontal if possible. */
export function basis(normal: Point, up: Point): [Point, Point] {
  const along = cross(up, normal);
  const u = length(along) > 1e-6 * length(normal) ? unit(along) : ([1, 0, 0] as Point);
  return [u, unit(cross(normal, u))];
}

/**
 * Returns a number as text with up to `digits` significant digits, or with all digits before the point. Very large and
 * very small numbers have an exponent.
 */
export function short(value: number, digits = 4): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-4) return value.toExponential(2);
  if (size >= 1e6) return (value < 0 ? "-" : "") + whole(size);
  const decimals = Math.max(0, Math.min(8, digits - 1 - Math.floor(Math.log10(size))));
  return String(Number(value.toFixed(decimals)));
}

/** Returns a count with thin spaces between groups of three digits. */
export function whole(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Returns a count with its noun, which is a regular one. */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns the greatest number of the form 1, 2 or 5 times a power of ten that is at most `limit`. */
export function round125(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  const lead = limit / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

/** Returns the largest distance of a box from the origin plus its diagonal: a length beyond which nothing can be seen. */
export function reachOf(bounds: Bounds): number {
  return Math.max(...[...bounds.min, ...bounds.max].map(Math.abs)) + diagonal(bounds);
}
