/** Operations on planes: move along the normal, turn about a point, flip. */
import type { Bounds, Plane, PlaneInfo, Point } from "./api";
import { basis, centre, corners, dot, length, scale, sub, unit } from "./vectors";

export type Axis = "x" | "y" | "z";
const AXES: Axis[] = ["x", "y", "z"];
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const AXIS_FRONT = new RegExp(`^\\s*([xyz])\\s*=\\s*(${NUMBER})\\s*$`, "i");
const AXIS_BACK = new RegExp(`^\\s*(${NUMBER})\\s*=\\s*([xyz])\\s*$`, "i");

export function axisNormal(axis: Axis): Point {
  return [axis === "x" ? 1 : 0, axis === "y" ? 1 : 0, axis === "z" ? 1 : 0];
}

/** Returns the axis that is parallel to a normal, or null. */
export function axisOf(normal: Point): { axis: Axis; positive: boolean } | null {
  const along = AXES.filter((_, index) => normal[index] !== 0);
  const axis = along[0];
  if (along.length !== 1 || !axis) return null;
  return { axis, positive: dot(normal, axisNormal(axis)) > 0 };
}

/** Returns the plane perpendicular to an axis as `z=1.2`, or as `1.2=z` if it faces in the opposite direction. */
export function axisPlane(axis: Axis, at: number, positive: boolean): Plane {
  const number = String(at === 0 ? 0 : at);
  return { text: positive ? `${axis}=${number}` : `${number}=${axis}` };
}

/**
 * Returns the normal and offset of a plane before the server answers; null for three points, and for an equation that
 * the page cannot parse.
 */
export function guess(plane: Plane): PlaneInfo | null {
  if ("text" in plane) {
    const front = AXIS_FRONT.exec(plane.text);
    const back = AXIS_BACK.exec(plane.text);
    const axis = (front?.[1] ?? back?.[2])?.toLowerCase() as Axis | undefined;
    if (!axis) return null;
    const at = Number(front?.[2] ?? back?.[1]);
    const sign = front ? 1 : -1;
    return Number.isFinite(at) ? info(scale(axisNormal(axis), sign), -sign * at, plane.text) : null;
  }
  // The page computes with squares of the normal's components, which may overflow or underflow. The server does not.
  if ("normal" in plane && isOrdinary(length(plane.normal))) return info(plane.normal, plane.offset, "");
  return null;
}

/**
 * Returns a plane with the server's unit normal, if the page cannot compute with its own normal without overflow or
 * underflow. The text stays that of the exact plane.
 */
export function ordinary(plane: PlaneInfo): PlaneInfo {
  if (isOrdinary(length(plane.normal))) return plane;
  return { ...plane, normal: plane.unit_normal, offset: -plane.distance_from_origin || 0 };
}

function isOrdinary(size: number): boolean {
  return size > 1e-100 && size < 1e100;
}

function info(normal: Point, offset: number, text: string): PlaneInfo {
  const size = length(normal);
  return {
    normal,
    offset,
    text,
    through: null,
    unit_normal: unit(normal),
    distance_from_origin: Math.abs(offset) / size,
  };
}

/** Returns exactly the same plane with front and back exchanged. */
export function flip(plane: Plane): Plane {
  if ("text" in plane) {
    const sides = plane.text.split("=");
    if (sides.length === 2) return { text: `${sides[1]!.trim()}=${sides[0]!.trim()}` };
    return plane;
  }
  if ("through" in plane) return { ...plane, flip: !plane.flip };
  const opposite = (normal: Point) => scale(normal, -1).map((value) => value || 0) as Point;
  if ("at" in plane) return { at: { point: plane.at.point, normal: opposite(plane.at.normal) } };
  return { normal: opposite(plane.normal), offset: -plane.offset || 0 };
}

/** Returns the data of a plane with front and back exchanged. `text` is its equation, if it is known. */
export function flippedInfo(info: PlaneInfo, text: string): PlaneInfo {
  const opposite = (vector: Point) => scale(vector, -1).map((value) => value || 0) as Point;
  return { ...info, normal: opposite(info.normal), offset: -info.offset || 0, unit_normal: opposite(info.unit_normal), text };
}

/**
 * Returns the normal or its opposite, such that its component of largest magnitude is positive. Of components that are
 * about equally large, z decides before y, and y before x. The result is the same for a plane and its flip.
 */
export function rising(normal: Point): Point {
  const size = Math.max(...normal.map(Math.abs));
  const lead = [2, 1, 0].find((axis) => Math.abs(normal[axis]!) > size * 0.999) ?? 2;
  return normal[lead]! < 0 ? (scale(normal, -1) as Point) : normal;
}

/** Returns the signed distance of a plane from the origin along `rising(normal)`, in units of length. */
export function height(plane: PlaneInfo): number {
  const up = rising(plane.normal) === plane.normal ? -1 : 1;
  return (up * plane.offset) / length(plane.normal);
}

/** Returns the lowest and the highest position of a bounding box's corners along `rising(normal)`. */
export function extent(bounds: Bounds, normal: Point): [number, number] {
  const up = unit(rising(normal));
  const heights = corners(bounds).map((corner) => dot(corner, up));
  return [Math.min(...heights), Math.max(...heights)];
}

/** Returns a parallel plane at the height `wanted`, rounded to a multiple of `step`. The normal keeps its direction. */
export function atHeight(plane: PlaneInfo, wanted: number, step: number): Plane {
  const at = rounded(wanted, step);
  const along = axisOf(plane.normal);
  if (along) return axisPlane(along.axis, at, along.positive);
  const up = rising(plane.normal) === plane.normal ? -1 : 1;
  return { normal: plane.normal, offset: up * at * length(plane.normal) };
}

/**
 * Returns the parallel plane on which n·p = `height` holds exactly, where n is `rising(normal)`. The normal keeps its
 * direction.
 */
export function atLevel(plane: PlaneInfo, height: number): Plane {
  const along = axisOf(plane.normal);
  const up = rising(plane.normal) === plane.normal ? -1 : 1;
  if (!along) return { normal: plane.normal, offset: up * height };
  return axisPlane(along.axis, height / Math.abs(dot(plane.normal, axisNormal(along.axis))), along.positive);
}

/** The point of a plane that is nearest to the centre of a box, and two directions in the plane. */
export interface Frame {
  pivot: Point;
  u: Point;
  v: Point;
}

/** Returns the frame of a plane. Its direction u is horizontal. */
export function frameOf(plane: PlaneInfo, bounds: Bounds, up: Point): Frame {
  const [u, v] = basis(plane.unit_normal, up);
  const middle = centre(bounds);
  const height = (dot(plane.normal, middle) + plane.offset) / length(plane.normal);
  return { pivot: sub(middle, scale(plane.unit_normal, height)), u, v };
}

/**
 * Returns the plane through `pivot` whose normal is turned about `axis` by `angle`, with components rounded to four
 * decimals.
 */
export function turned(plane: PlaneInfo, pivot: Point, axis: Point, angle: number): Plane {
  const n = plane.unit_normal;
  const k = unit(axis);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const mixed = dot(k, n) * (1 - cos);
  const around: Point = [k[1] * n[2] - k[2] * n[1], k[2] * n[0] - k[0] * n[2], k[0] * n[1] - k[1] * n[0]];
  const at = (i: 0 | 1 | 2) => Math.round((n[i] * cos + around[i] * sin + k[i] * mixed) * 1e4) / 1e4 || 0;
  const normal: Point = [at(0), at(1), at(2)];
  const along = axisOf(normal);
  const offset = -dot(normal, pivot);
  if (along) return axisPlane(along.axis, rounded((along.positive ? -1 : 1) * offset, 1e-6), along.positive);
  return { normal, offset: Number(offset.toPrecision(9)) };
}

/** Returns the step of the height slider: the largest power of ten that is at most an 800th of the model's extent. */
export function stepOf(range: [number, number]): number {
  const reach = range[1] - range[0];
  return reach > 0 ? 10 ** Math.floor(Math.log10(reach / 800)) : 0.001;
}

export function rounded(value: number, step: number): number {
  const decimals = Math.max(0, Math.min(15, Math.round(-Math.log10(step))));
  return Number((Math.round(value / step) * step).toFixed(decimals)) || 0;
}
