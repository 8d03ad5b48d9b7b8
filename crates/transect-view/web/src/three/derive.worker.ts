/** A worker for reduced meshes (used in drags) and for sharp edges. Both results are indices of the model's points. */

import { buildTree } from "./tree";

interface Job {
  positions: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  owners: Uint32Array<ArrayBuffer>;
  /** The approximate triangle counts of the reduced meshes; the worker sends one answer for each. */
  drafts: number[];
  edges: boolean;
}

const CREASE = Math.cos((28 * Math.PI) / 180);

/** The last job, kept for the tree over its triangles. */
let last: Job | null = null;

self.onmessage = (event: MessageEvent<Job | "tree">) => {
  if (event.data === "tree") {
    // The tree is requested after the first picture, because building the tree would delay the picture.
    if (last) self.postMessage({ tree: buildTree(last.positions, last.indices) });
    last = null;
    return;
  }
  const job = event.data;
  last = job;
  for (const wanted of job.drafts) answer({ thin: thin(job, wanted) });
  if (job.edges) answer({ edges: creases(job) });
  self.postMessage({ done: true });
};

function answer(message: Record<string, Uint32Array>): void {
  self.postMessage(message, { transfer: Object.values(message).map((array) => array.buffer) });
}

/** Merges the points of one object that lie in the same grid cell, and drops triangles that collapse. */
function thin({ positions, indices, owners }: Job, wanted: number): Uint32Array {
  let cells = Math.sqrt(wanted) * 0.75;
  let result = cluster(positions, indices, owners, cells);
  for (let round = 0; round < 2 && result.length / 3 > wanted * 1.3; round++) {
    cells *= Math.sqrt((wanted * 3) / result.length) * 0.95;
    result = cluster(positions, indices, owners, cells);
  }
  return result;
}

function cluster(positions: Float32Array, indices: Uint32Array, owners: Uint32Array, cells: number): Uint32Array {
  const count = owners.length;
  const low = [Infinity, Infinity, Infinity];
  let reach = 0;
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count * 3; at++) {
    const axis = at % 3;
    const value = positions[at]!;
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
  for (const axis of [0, 1, 2]) reach = Math.max(reach, high[axis]! - low[axis]!);
  const scale = cells / (reach || 1);
  const table = new Places(count);
  const stand = new Uint32Array(count);
  const side = Math.ceil(cells) + 2;
  for (let point = 0; point < count; point++) {
    const x = Math.floor((positions[point * 3]! - low[0]!) * scale);
    const y = Math.floor((positions[point * 3 + 1]! - low[1]!) * scale);
    const z = Math.floor((positions[point * 3 + 2]! - low[2]!) * scale);
    const key = ((owners[point]! * side + z) * side + y) * side + x;
    stand[point] = table.first(key, point);
  }
  const out = new Uint32Array(indices.length);
  let at = 0;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const a = stand[indices[corner]!]!;
    const b = stand[indices[corner + 1]!]!;
    const c = stand[indices[corner + 2]!]!;
    if (a === b || b === c || a === c) continue;
    out[at++] = a;
    out[at++] = b;
    out[at++] = c;
  }
  return out.slice(0, at);
}

/** The first point of each grid cell, in a hash table with open addressing over typed arrays. */
class Places {
  private readonly mask: number;
  private readonly keys: Float64Array;
  private readonly points: Uint32Array;

  constructor(count: number) {
    let size = 1024;
    while (size < count * 2) size *= 2;
    this.mask = size - 1;
    this.keys = new Float64Array(size).fill(-1);
    this.points = new Uint32Array(size);
  }

  first(key: number, point: number): number {
    let slot = (Math.imul(key % 0x7fffffff, 0x9e3779b1) >>> 7) & this.mask;
    while (this.keys[slot] !== -1) {
      if (this.keys[slot] === key) return this.points[slot]!;
      slot = (slot + 1) & this.mask;
    }
    this.keys[slot] = key;
    this.points[slot] = point;
    return point;
  }
}

/** Returns the edges where two faces meet at a sharp angle, and the edges that have only one face. */
function creases({ positions, indices, owners }: Job): Uint32Array {
  const welded = weld(positions, owners);
  const normals = new Map<number, [number, number, number, number]>();
  const sharp: number[] = [];
  const count = owners.length;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const points = [welded[indices[corner]!]!, welded[indices[corner + 1]!]!, welded[indices[corner + 2]!]!];
    const normal = faceNormal(positions, points);
    if (!normal) continue;
    for (let side = 0; side < 3; side++) {
      const from = points[side]!;
      const to = points[(side + 1) % 3]!;
      const key = Math.min(from, to) * count + Math.max(from, to);
      const other = normals.get(key);
      if (!other) normals.set(key, [...normal, 1]);
      else if (other[3] === 1) {
        other[3] = 2;
        const cos = other[0] * normal[0] + other[1] * normal[1] + other[2] * normal[2];
        if (cos < CREASE) sharp.push(from, to);
      }
    }
  }
  for (const [key, normal] of normals) {
    if (normal[3] === 1) sharp.push(Math.floor(key / count), key % count);
  }
  return new Uint32Array(sharp);
}

function weld(positions: Float32Array, owners: Uint32Array): Uint32Array {
  const first = new Map<string, number>();
  const stand = new Uint32Array(owners.length);
  for (let point = 0; point < owners.length; point++) {
    const key = `${owners[point]},${positions[point * 3]},${positions[point * 3 + 1]},${positions[point * 3 + 2]}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, point);
    stand[point] = other ?? point;
  }
  return stand;
}

function faceNormal(positions: Float32Array, [a, b, c]: number[]): [number, number, number] | null {
  const at = (point: number, axis: number) => positions[point * 3 + axis]!;
  const u = [0, 1, 2].map((axis) => at(b!, axis) - at(a!, axis));
  const v = [0, 1, 2].map((axis) => at(c!, axis) - at(a!, axis));
  const x = u[1]! * v[2]! - u[2]! * v[1]!;
  const y = u[2]! * v[0]! - u[0]! * v[2]!;
  const z = u[0]! * v[1]! - u[1]! * v[0]!;
  const size = Math.hypot(x, y, z);
  return size > 0 ? [x / size, y / size, z / size] : null;
}
