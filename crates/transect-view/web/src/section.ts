/** The server's section for one plane: a JSON header followed by blocks of numbers. */
import { CLIENT, computed, post, type Counts, type InsideRule, type Plane, type PlaneInfo, type Point } from "./api";
import { ordinary } from "./planes";

export interface Loop {
  object: number;
  area: number;
  perimeter: number;
  outer: boolean;
}

interface Header {
  sequence: number;
  plane: PlaneInfo;
  frame: { origin: Point; u: Point; v: Point; names: [string, string] | null };
  counts: Counts;
  sides: string;
  area: number;
  perimeter: number;
  bounds2d: { min: [number, number]; max: [number, number] } | null;
  open_chains: number;
  /** The number of objects whose outlines overlap, cross or are inside out. */
  overlapping: number;
  /** The rule by which areas and perimeters are those of the points inside. */
  rule: InsideRule;
  on_plane: { vertices: number; edges: number; faces: number };
  blocks: { name: string; type: "f64" | "f32" | "u32"; count: number }[];
}

/** The points inside of the outlines of an object. Outlines that overlap or are inside out add up to other numbers. */
export interface Inside {
  object: number;
  area: number;
  perimeter: number;
}

export interface Section extends Omit<Header, "blocks"> {
  loops: Loop[];
  /** For each object with loops. */
  inside: Inside[];
  /** The time of the computation. */
  milliseconds: number;
  /** `true` if the section includes caps (the filled cut faces), not only outlines. */
  complete: boolean;
  points2d: Float64Array;
  points3d: Float32Array;
  /** For each loop, the index in the list of points just after the last point of the loop. */
  ends: Uint32Array;
  /** The triangles of the caps, as indices into the points. */
  caps: Uint32Array;
  /** Open chains: polylines of the section that end where an object is open. */
  chains: { points2d: Float64Array; points3d: Float32Array; ends: Uint32Array; objects: Uint32Array };
  touching: { points: Float32Array; edges: Float32Array; faces: Float32Array };
}

export interface Question {
  plane: Plane;
  limit: "front" | "back";
  inside: InsideRule;
  /**
   * `false` requests outlines without the filled faces (caps), while a plane is dragged faster than the model is drawn.
   */
  caps: boolean;
  /** The time of the user's action, in milliseconds of the page's clock. */
  since: number;
}

let sequence = 0;

export async function askSection(question: Question & { revision?: number }, signal?: AbortSignal): Promise<Section> {
  const body = { plane: question.plane, on_plane: question.limit, inside: question.inside, caps: question.caps, client: CLIENT, sequence: ++sequence };
  const response = await post("api/section", body, signal, question.revision);
  const section = decode(await response.arrayBuffer());
  return { ...section, plane: ordinary(section.plane), milliseconds: computed(response), complete: question.caps };
}

/** Requests a section without caps. `client` names a sequence of requests that does not overtake the page's sections. */
export async function askOutlines(plane: Plane, client: string, signal: AbortSignal): Promise<Section> {
  const response = await post("api/section", { plane, caps: false, client: `${CLIENT}-${client}`, sequence: ++sequence }, signal);
  return { ...decode(await response.arrayBuffer()), milliseconds: computed(response), complete: false };
}

function decode(buffer: ArrayBuffer): Omit<Section, "complete" | "milliseconds"> {
  const size = new DataView(buffer).getUint32(0, true);
  const header: Header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  const blocks = new Map<string, Float64Array | Float32Array | Uint32Array>();
  let at = 4 + size;
  for (const { name, type, count } of header.blocks) {
    const bytes = count * (type === "f64" ? 8 : 4);
    if (type === "f64") blocks.set(name, new Float64Array(buffer, at, count));
    else if (type === "f32") blocks.set(name, new Float32Array(buffer, at, count));
    else blocks.set(name, new Uint32Array(buffer, at, count));
    at += Math.ceil(bytes / 8) * 8;
  }
  const f64 = (name: string) => (blocks.get(name) as Float64Array | undefined) ?? new Float64Array();
  const f32 = (name: string) => (blocks.get(name) as Float32Array | undefined) ?? new Float32Array();
  const u32 = (name: string) => (blocks.get(name) as Uint32Array | undefined) ?? new Uint32Array();
  const { blocks: _, ...rest } = header;
  const [areas, perimeters, outer] = [f64("loop_areas"), f64("loop_perimeters"), u32("loop_outer")];
  const [inside, around] = [f64("inside_areas"), f64("inside_perimeters")];
  return {
    ...rest,
    loops: Array.from(u32("loop_objects"), (object, at) => ({ object, area: areas[at]!, perimeter: perimeters[at]!, outer: outer[at] === 1 })),
    inside: Array.from(u32("inside_objects"), (object, at) => ({ object, area: inside[at]!, perimeter: around[at]! })),
    points2d: f64("points2d"),
    points3d: f32("points3d"),
    ends: u32("loop_ends"),
    caps: u32("caps"),
    chains: { points2d: f64("chains2d"), points3d: f32("chains3d"), ends: u32("chain_ends"), objects: u32("chain_objects") },
    touching: { points: f32("touching_points"), edges: f32("touching_edges"), faces: f32("touching_faces") },
  };
}

/** The sums over some objects: of the points inside of their outlines, and of the outlines. */
export interface Sums {
  area: number;
  perimeter: number;
  loops: number;
  chains: number;
}

/** Returns the sums over the objects for which `counts` returns `true`. */
export function sums({ inside, loops, chains }: Section, counts: (object: number) => boolean): Sums {
  const sum = { area: 0, perimeter: 0, loops: 0, chains: 0 };
  for (const { object, area, perimeter } of inside) {
    if (!counts(object)) continue;
    sum.area += area;
    sum.perimeter += perimeter;
  }
  for (const loop of loops) if (counts(loop.object)) sum.loops += 1;
  for (const object of chains.objects) if (counts(object)) sum.chains += 1;
  return sum;
}

/** Returns the index in the list of points at which the loop with the number `index` starts. */
export function loopStart(section: Section, index: number): number {
  return index ? (section.ends[index - 1] ?? 0) : 0;
}
