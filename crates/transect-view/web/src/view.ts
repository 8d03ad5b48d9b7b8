/** The view that undo, redo and a link restore: the plane and the display options. */
import type { Bounds, InsideRule, Plane, Point } from "./api";
import type { Names } from "./names";
import type { Eye } from "./eye";

export type Halves = "ghost" | "hidden" | "exploded";
export type Colours = "object" | "side" | "class";
export type Region = { box: Bounds } | { camera: unknown; name: string };

/** A measured point: its coordinates in the section, and whether it is a vertex of the section or any other place. */
export interface Place {
  at: readonly [number, number];
  vertex: boolean;
}

export interface View {
  plane: Plane;
  /** The two points that are measured in the section of the plane, or null. */
  measure: readonly [Place, Place] | null;
  halves: Halves;
  /** The distance that the front half moves, as a share of the model's size. */
  explode: number;
  colours: Colours;
  /** The side to which the section assigns points on the plane: `front` gives the section just behind the plane. */
  limit: "front" | "back";
  /** The rule that decides which points are inside of outlines, from how often these wind around them. */
  inside: InsideRule;
  /** `true` if rooms and openings are drawn as solid. */
  rooms: boolean;
  region: Region | null;
  selected: number | null;
  /** The objects that are not drawn in 3D. */
  hidden: readonly number[];
  /** The number of layers in the stack of parallel sections, or 0 for no stack. */
  layers: number;
  /** The only objects that are drawn in 3D, or null for all. */
  only: readonly number[] | null;
}

/** Returns `true` if two views differ in their planes at most. */
export function isSameLook(one: View, two: View): boolean {
  return (Object.keys(one) as (keyof View)[]).every((name) => name === "plane" || one[name] === two[name]);
}

export const MOST_LAYERS = 60;

export const START: View = {
  plane: { text: "z=0" },
  measure: null,
  halves: "ghost",
  explode: 0.2,
  colours: "object",
  limit: "front",
  inside: "nonzero",
  rooms: false,
  region: null,
  selected: null,
  hidden: [],
  layers: 0,
  only: null,
};

/** Returns the fragment of an address (after #) that restores this view of the model with these names. */
export function toFragment(view: View, eye: Eye | null, names: Names): string {
  const query = new URLSearchParams();
  query.set("model", names.model);
  const { plane } = view;
  if ("text" in plane) query.set("plane", plane.text);
  else if ("through" in plane) query.set(plane.flip ? "through-flipped" : "through", plane.through.flat().join(","));
  else if ("at" in plane) query.set("at", [...plane.at.point, ...plane.at.normal].join(","));
  else query.set("normal", [...plane.normal, plane.offset].join(","));
  if (view.halves !== START.halves) query.set("front", view.halves);
  if (view.explode !== START.explode) query.set("explode", String(view.explode));
  query.set("colours", view.colours);
  if (view.limit !== START.limit) query.set("limit", view.limit);
  if (view.inside !== START.inside) query.set("inside", view.inside);
  if (view.rooms) query.set("rooms", "shown");
  if (view.selected !== null) names.write(query, "object", [view.selected]);
  names.write(query, "hide", view.hidden);
  if (view.layers) query.set("layers", String(view.layers));
  if (view.only) names.write(query, "only", view.only);
  if (view.measure) query.set("measure", view.measure.flatMap(({ at, vertex }) => [...at, vertex ? "vertex" : "free"]).join(","));
  if (view.region && "box" in view.region) query.set("box", [...view.region.box.min, ...view.region.box.max].join(","));
  if (view.region && "camera" in view.region) query.set("camera", JSON.stringify(view.region.camera));
  if (eye) {
    const numbers = [eye.yaw, eye.pitch, eye.distance, ...eye.target].map((value) => Number(value.toPrecision(7)));
    query.set("eye", [...numbers, eye.parallel ? "parallel" : "perspective", eye.up].join(","));
  }
  return query.toString().replaceAll("+", "%20").replaceAll("%3D", "=").replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** The view of a fragment, and the names of its parts that are not valid. */
export interface Opened {
  view: View;
  eye: Eye | null;
  plane: boolean;
  colours: boolean;
  wrong: string[];
  /** The model of the link, if it is another one than the model with these names: then nothing of the link is in `view`. */
  foreign: string | null;
}

/**
 * Parses the fragment of an address. `reach` is the size of the model: a camera far beyond it is not valid. If the plane or
 * the kind of colours is missing or invalid, it is that of `base`. Other parts that are missing or invalid get their values
 * in `START`. A link that was made for another model is not applied, unless `anyModel` is true; then it is, without objects.
 */
export function fromFragment(fragment: string, base: View, names: Names, reach = Infinity, anyModel = false): Opened {
  const query = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("+", "%2B"));
  const model = query.get("model");
  if (model !== null && model !== names.model) {
    if (!anyModel) return { view: base, eye: null, plane: false, colours: false, wrong: [], foreign: model };
    for (const key of ["model", "object", "hide", "hide-class", "only", "only-class", "measure"]) query.delete(key);
  }
  const view: View = { ...base };
  const plane = planeOf(query);
  if (plane) view.plane = plane;
  view.halves = oneOf(query.get("front"), ["ghost", "hidden", "exploded"]) ?? START.halves;
  view.colours = oneOf(query.get("colours"), ["object", "side", "class"]) ?? base.colours;
  view.limit = oneOf(query.get("limit"), ["front", "back"]) ?? START.limit;
  // A link of the page has the model, and another rule than that of `START`.
  view.inside = oneOf(query.get("inside"), ["nonzero", "odd"]) ?? (model === null ? base.inside : START.inside);
  const explode = numbers(query.get("explode"), 1);
  view.explode = explode ? Math.max(0, Math.min(1.5, explode[0]!)) : START.explode;
  view.selected = names.read(query, "object")?.[0] ?? null;
  view.rooms = query.get("rooms") === "shown";
  const hidden = names.read(query, "hide");
  view.hidden = hidden?.length ? hidden : START.hidden;
  const layers = numbers(query.get("layers"), 1)?.[0] ?? 0;
  view.layers = Number.isInteger(layers) ? Math.max(0, Math.min(MOST_LAYERS, layers)) : START.layers;
  const only = names.read(query, "only");
  view.only = only?.length ? only : null;
  view.measure = plane ? measureOf(query.get("measure")) : null;
  view.region = regionOf(query);
  const eye = eyeOf(query.get("eye"), reach);
  const read: Record<string, boolean> = {
    plane: plane !== null,
    through: plane !== null,
    "through-flipped": plane !== null,
    at: plane !== null,
    normal: plane !== null,
    front: view.halves === query.get("front"),
    colours: view.colours === query.get("colours"),
    limit: view.limit === query.get("limit"),
    inside: view.inside === query.get("inside"),
    explode: explode !== null && view.explode === explode[0],
    object: view.selected !== null,
    rooms: view.rooms,
    model: true,
    hide: hidden !== null,
    "hide-class": hidden !== null,
    only: only !== null,
    "only-class": only !== null,
    measure: view.measure !== null,
    layers: String(view.layers) === query.get("layers"),
    box: view.region !== null,
    camera: view.region !== null,
    eye: eye !== null,
  };
  const wrong = [...new Set(query.keys())].filter((key) => !read[key]);
  return { view, eye, plane: plane !== null, colours: query.has("colours"), wrong, foreign: null };
}

function planeOf(query: URLSearchParams): Plane | null {
  const text = query.get("plane");
  if (text) return { text };
  const flipped = query.get("through-flipped");
  const nine = numbers(flipped ?? query.get("through"), 9);
  if (nine) {
    const point = (at: number): Point => [nine[at]!, nine[at + 1]!, nine[at + 2]!];
    return { through: [point(0), point(3), point(6)], flip: flipped !== null };
  }
  const six = numbers(query.get("at"), 6);
  if (six) return { at: { point: [six[0]!, six[1]!, six[2]!], normal: [six[3]!, six[4]!, six[5]!] } };
  const four = numbers(query.get("normal"), 4);
  return four ? { normal: [four[0]!, four[1]!, four[2]!], offset: four[3]! } : null;
}

function regionOf(query: URLSearchParams): Region | null {
  const six = numbers(query.get("box"), 6);
  if (six) return { box: { min: [six[0]!, six[1]!, six[2]!], max: [six[3]!, six[4]!, six[5]!] } };
  const camera = query.get("camera");
  if (!camera) return null;
  try {
    return { camera: JSON.parse(camera), name: "camera of the link" };
  } catch {
    return null;
  }
}

function eyeOf(text: string | null, reach: number): Eye | null {
  if (!text) return null;
  const parts = text.split(",");
  const six = numbers(parts.slice(0, 6).join(","), 6);
  if (!six || six[2]! <= 0 || six.some((value) => Math.abs(value) > 1e4 * Math.max(reach, 1))) return null;
  return {
    yaw: six[0]!,
    pitch: six[1]!,
    distance: six[2]!,
    target: [six[3]!, six[4]!, six[5]!],
    parallel: parts[6] === "parallel",
    up: oneOf(parts[7] ?? null, ["x", "y", "z"]) ?? "z",
  };
}

function numbers(text: string | null, count: number): number[] | null {
  if (!text) return null;
  const all = text.split(",").map(Number);
  return all.length === count && all.every(Number.isFinite) ? all : null;
}

/** Parses the two measured points. */
function measureOf(text: string | null): View["measure"] {
  const parts = text?.split(",") ?? [];
  const place = (from: number): Place | null => {
    const at = numbers(parts.slice(from, from + 2).join(","), 2);
    const kind = oneOf(parts[from + 2] ?? null, ["vertex", "free"]);
    return at && kind && { at: [at[0]!, at[1]!], vertex: kind === "vertex" };
  };
  const [from, to] = [place(0), place(3)];
  return from && to && parts.length === 6 ? [from, to] : null;
}

function oneOf<T extends string>(text: string | null, allowed: T[]): T | null {
  return allowed.find((value) => value === text) ?? null;
}
