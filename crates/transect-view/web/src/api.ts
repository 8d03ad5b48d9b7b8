/** Requests to the viewer's server; docs/viewer.md is the reference. */

import { isNear } from "./near";
import { send } from "./transport";

export type Point = [number, number, number];
export type Bounds = { min: Point; max: Point };

/**
 * A plane in a request: the text of an equation, three points, a point and a normal, or the normal and offset of
 * n·p + offset = 0.
 */
export type Plane =
  | { text: string }
  | { through: [Point, Point, Point]; flip: boolean }
  | { at: { point: Point; normal: Point } }
  | { normal: Point; offset: number };

/** The rule that decides which points are inside of outlines, from how often these wind around them. */
export type InsideRule = "nonzero" | "odd";

/** The rules by which sections are taken. */
export interface Rules {
  /** The side to which the section assigns points on the plane: `front` gives the section just behind the plane. */
  limit: "front" | "back";
  inside: InsideRule;
}

export interface PlaneInfo {
  normal: Point;
  offset: number;
  text: string;
  through: [Point, Point, Point] | null;
  unit_normal: Point;
  distance_from_origin: number;
}

export interface State {
  version: string;
  state: "loading" | "ready" | "error" | "empty";
  progress: { text: string; fraction: number | null } | null;
  error: { message: string; hint: string | null } | null;
  sources: { path: string; format: string; bytes: number }[];
  plane: string | null;
  /** The plane from the command line, in the notation of requests. */
  plane_request: Plane | null;
  /** The axis of `--up`, if it was given. */
  up: "x" | "y" | "z" | null;
  unit: string | null;
  /** The rule of `--inside`. */
  inside: InsideRule;
  example: boolean;
  /** The identity of the model, or null while there is none. */
  model: string | null;
  /** `true` if a file has changed since the server has read it. */
  changed: boolean;
  tree: "building" | "ready";
}

/** Returns the names of the files of a model. */
export function sourceOf({ sources }: Pick<State, "sources">): string {
  return sources.map((source) => source.path.split("/").pop()).join(", ");
}

export interface SceneObject {
  index: number;
  name: string;
  class: string | null;
  /** `true` for rooms and openings of a building: volumes of air, not material. */
  air: boolean;
  /** The name of the storey of the object, if the file has storeys. */
  storey: string | null;
  triangle_start: number;
  triangle_count: number;
  vertex_start: number;
  vertex_count: number;
  bounds: Bounds;
  closed: boolean;
}

export interface Manifest {
  bounds: Bounds;
  origin: Point;
  unit: string | null;
  vertices: number;
  triangles: number;
  /** For each axis, a height whose section is large; and the axis along which the largest level faces look. */
  start: { heights: Point; up: "x" | "y" | "z" };
  objects: SceneObject[];
}

export interface Counts {
  total: number;
  front: number;
  on: number;
  back: number;
  touching: number;
  divided: number;
}

export interface Sentence {
  ok: boolean;
  kind: "good" | "note" | "bad";
  title: string;
  text: string;
  places: { point: Point; object: number | null }[];
}

export interface Certificate {
  report: unknown;
  green: boolean;
  sentences: Sentence[];
}

export interface RegionCounts {
  inside: number;
  meets: number;
  outside: number;
}

export interface RegionAnswer {
  counts: { conservative: RegionCounts; exact: RegionCounts };
  conservative: string;
  exact: string;
  corners: Point[];
  edges: [number, number][];
}

export interface Curve {
  from: number;
  to: number;
  offsets: number[];
  areas: number[];
  /** The part of each area that belongs to rooms and openings. */
  air: number[];
  levels: Level[];
}

/** A height at which large faces lie. */
export interface Level {
  height: number;
  area: number;
  /** The direction that most of the faces look: along the normal (`front`) or against it (`back`). */
  faces: "front" | "back";
  /** The object with the largest faces, and the number of objects with faces at this height. */
  object: number | null;
  objects: number;
}

/** The reason for the side of an object: a sentence, and the two vertices that decide. */
export interface Why {
  object: number;
  verdict: string;
  reason: string;
  vertices: { point: Point; side: "front" | "on" | "back"; distance: number; text: string }[];
}

/** A layer of `transect slice --count`: the height and the plane of its section. */
export interface Layer {
  height: number;
  text: string;
  plane: Plane;
}

/** The layers of a stack, and the outlines of their sections. */
export interface Stack {
  /** The key of the planes: of their number and their direction. */
  planes: string;
  layers: Layer[];
  outlines: Float32Array[];
}

/** An error from the server: a message, the column of the error in the typed text, and a hint. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly at: number | null = null,
    readonly hint: string | null = null,
    /** `true` if the answer names the revision of the request, so that it comes from the viewer's server. */
    readonly own = false,
  ) {
    super(message);
  }

  /** `true` if a newer request of this page replaced the request that failed. Such errors are not shown. */
  get overtaken(): boolean {
    return this.status === 409;
  }

  /** `true` if the server refuses the question itself. Other errors are faults of the way, and pass. */
  get refuses(): boolean {
    return this.own && [400, 404, 413, 422, 500].includes(this.status);
  }
}

/** A random name of this page. On the server, a newer request replaces an older request with the same name. */
export const CLIENT = Math.random().toString(36).slice(2) + Date.now().toString(36);

const MODEL = "Transect-Model";
const REVISION = "Transect-Revision";
/** Asks a server for answers that are not compressed. */
const PLAIN = "Transect-Plain";

/** The identity of the model that the page shows. Each request names it, so that no answer is about another model. */
let shown: string | null = null;
let foreign: () => void = () => {};

/** Sets the model that all further requests are about, and what is done when the server shows another model. */
export function showModel(identity: string | null, other: () => void): void {
  shown = identity;
  foreign = other;
}

/** Returns the identity of the model that all requests are about. */
export function shownModel(): string | null {
  return shown;
}

async function answer(response: Response, revision: number | null): Promise<Response> {
  const model = response.headers.get(MODEL);
  if (response.status === 412 || (shown !== null && model !== null && model !== shown)) {
    foreign();
    throw new RequestError(412, "The server shows another model now.");
  }
  const said = response.headers.get(REVISION);
  const own = revision === null || said === String(revision);
  if (response.ok) {
    if (own) return response;
    throw new RequestError(502, "The answer belongs to another request.");
  }
  let message = `${response.status} ${response.statusText}`;
  let at: number | null = null;
  let hint: string | null = null;
  const text = await response.text();
  try {
    const error = JSON.parse(text).error;
    message = error.message ?? message;
    at = error.at ?? null;
    hint = error.hint ?? null;
  } catch {
    if (text && text.length < 500 && !text.startsWith("<")) message = text;
  }
  throw new RequestError(response.status, message, at, hint, own && said !== null);
}

/** Returns the headers that name the model, unless no model is shown yet, and the form of the answer. */
function named(): Record<string, string> {
  return { ...(shown === null ? {} : { [MODEL]: shown }), ...(isNear() ? { [PLAIN]: "1" } : {}) };
}

/** Returns the time of the computation of an answer in milliseconds, as its header says. */
export function computed(response: Response): number {
  const said = /dur=([\d.]+)/.exec(response.headers.get("Server-Timing") ?? "");
  return said ? Number(said[1]) : 0;
}

export async function get(path: string, signal?: AbortSignal): Promise<Response> {
  return answer(await send(path, { signal: signal ?? null, cache: "no-store", headers: named() }), null);
}

/** Fetches the state of the server. This request names no model, because its answer says which model is there. */
export async function getState(signal?: AbortSignal): Promise<State> {
  const response = await send("api/state", { signal: signal ?? null, cache: "no-store" });
  if (!response.ok) await answer(response, null);
  return response.json();
}

let requests = 0;

/** Sends a question. `revision` is the revision of the question; without one, the request gets a number of its own. */
export async function post(path: string, body: unknown, signal?: AbortSignal, revision?: number): Promise<Response> {
  const number = revision ?? ++requests;
  const response = await send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", [REVISION]: String(number), ...named() },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  return answer(response, number);
}

export async function postJson<T>(path: string, body: unknown, signal?: AbortSignal, revision?: number): Promise<T> {
  return (await post(path, body, signal, revision)).json();
}

/** Repeats a request that is lost on the way, with growing pauses. Refusals are not repeated. */
export async function persist<T>(ask: () => Promise<T>, attempts = Infinity): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const final = error instanceof RequestError && (error.refuses || error.status === 403 || error.status === 412);
      if (final || attempt >= attempts) throw error;
      await new Promise((done) => setTimeout(done, Math.min(200 * 2 ** (attempt - 1), 3000)));
    }
  }
}

/** Returns the address of a file that `transect cut` would write for this plane. */
export function exportAddress(file: string, { plane, ...rules }: Rules & { plane: Plane }): string {
  const query = new URLSearchParams();
  if ("through" in plane) {
    query.set("through", plane.through.flat().join(","));
    if (plane.flip) query.set("flip", "1");
  } else if ("at" in plane) query.set("at", [...plane.at.point, ...plane.at.normal].join(","));
  else if ("normal" in plane) {
    query.set("normal", plane.normal.join(","));
    query.set("offset", String(plane.offset));
  } else query.set("plane", plane.text);
  return addressOf(`api/export/${file}`, query, rules);
}

/** Returns the address of a file that `transect slice --count` would write for these layers. */
export function layersAddress(file: string, normal: Point, count: number, rules: Rules): string {
  return addressOf(`api/layers/${file}`, new URLSearchParams({ normal: normal.join(","), count: String(count) }), rules);
}

function addressOf(path: string, query: URLSearchParams, { limit, inside }: Rules): string {
  if (limit === "back") query.set("on_plane", "back");
  if (inside === "odd") query.set("inside", "odd");
  if (shown !== null) query.set("model", shown);
  return `${path}?${query}`;
}
