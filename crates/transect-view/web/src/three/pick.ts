/**
 * Finds the visible triangle at a position. First the bounding boxes of objects are tested, then all triangles of the
 * objects whose boxes are hit.
 */
import type { Ray } from "three";

import type { Model } from "../model";
import type { Bounds } from "../api";
import type { PickTree } from "./tree";

export interface Hit {
  triangle: number;
  object: number;
  distance: number;
}

export interface Clip {
  normal: [number, number, number];
  offset: number;
  /** The side of the plane where triangles can be hit: −1 behind, 1 in front, 0 both sides. */
  side: -1 | 0 | 1;
  drawn: (object: number) => boolean;
}

/** Finds the nearest visible triangle with a tree over the triangles. */
export function pickInTree(tree: PickTree, model: Model, ray: Ray, clip: Clip): Hit | null {
  let best: Hit | null = null;
  for (const { triangle, distance } of tree.hits(ray)) {
    if (best && distance >= best.distance) continue;
    const object = model.objectOf(triangle);
    if (!clip.drawn(object)) continue;
    const { origin: o, direction: d } = ray;
    const [x, y, z] = clip.normal;
    const value = x * (o.x + d.x * distance) + y * (o.y + d.y * distance) + z * (o.z + d.z * distance) + clip.offset;
    if (value * clip.side >= 0) best = { triangle, object, distance };
  }
  return best;
}

export function pick(model: Model, ray: Ray, clip: Clip): Hit | null {
  const { positions, indices, manifest } = model;
  const { origin: o, direction: d } = ray;
  const base = manifest.origin;
  const { normal, offset, side } = clip;
  let best: Hit | null = null;
  let nearest = Infinity;
  for (const object of model.objects) {
    if (!clip.drawn(object.index) || !meets(object.bounds, base, ray, nearest)) continue;
    const end = object.triangle_start + object.triangle_count;
    for (let triangle = object.triangle_start; triangle < end; triangle++) {
      const a = indices[triangle * 3]! * 3;
      const b = indices[triangle * 3 + 1]! * 3;
      const c = indices[triangle * 3 + 2]! * 3;
      const ax = positions[a]!;
      const ay = positions[a + 1]!;
      const az = positions[a + 2]!;
      const ux = positions[b]! - ax;
      const uy = positions[b + 1]! - ay;
      const uz = positions[b + 2]! - az;
      const vx = positions[c]! - ax;
      const vy = positions[c + 1]! - ay;
      const vz = positions[c + 2]! - az;
      const px = d.y * vz - d.z * vy;
      const py = d.z * vx - d.x * vz;
      const pz = d.x * vy - d.y * vx;
      const determinant = ux * px + uy * py + uz * pz;
      if (determinant === 0) continue;
      const tx = o.x - ax;
      const ty = o.y - ay;
      const tz = o.z - az;
      const first = (tx * px + ty * py + tz * pz) / determinant;
      if (first < 0 || first > 1) continue;
      const qx = ty * uz - tz * uy;
      const qy = tz * ux - tx * uz;
      const qz = tx * uy - ty * ux;
      const second = (d.x * qx + d.y * qy + d.z * qz) / determinant;
      if (second < 0 || first + second > 1) continue;
      const distance = (vx * qx + vy * qy + vz * qz) / determinant;
      if (distance <= 0 || distance >= nearest) continue;
      if (side) {
        const x = o.x + d.x * distance;
        const y = o.y + d.y * distance;
        const z = o.z + d.z * distance;
        if ((normal[0] * x + normal[1] * y + normal[2] * z + offset) * side < 0) continue;
      }
      nearest = distance;
      best = { triangle, object: object.index, distance };
    }
  }
  return best;
}

function meets(bounds: Bounds, base: readonly number[], ray: Ray, nearest: number): boolean {
  let enter = 0;
  let leave = nearest;
  const origin = [ray.origin.x, ray.origin.y, ray.origin.z];
  const direction = [ray.direction.x, ray.direction.y, ray.direction.z];
  for (const axis of [0, 1, 2] as const) {
    const low = bounds.min[axis] - base[axis]!;
    const high = bounds.max[axis] - base[axis]!;
    const slack = (high - low) * 1e-4 + 1e-9 * Math.abs(high);
    const along = direction[axis]!;
    if (along === 0) {
      if (origin[axis]! < low - slack || origin[axis]! > high + slack) return false;
      continue;
    }
    const one = (low - slack - origin[axis]!) / along;
    const two = (high + slack - origin[axis]!) / along;
    enter = Math.max(enter, Math.min(one, two));
    leave = Math.min(leave, Math.max(one, two));
  }
  return enter <= leave;
}
