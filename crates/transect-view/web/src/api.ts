/** Requests to the viewer's server; docs/viewer.md is the reference. */

export type Point = [number, number, number];
export type Bounds = { min: Point; max: Point };

/** A plane in a request: the text of an equation, three points, or the normal and offset of n·p + offset = 0. */
export type Plane =
  | { text: string }
  | { through: [Point, Point, Point]; flip: boolean }
  | { normal: Point; offset: number };

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
  example: boolean;
  tree: "building" | "ready";
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
  cut: number;
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

/** An error from the server: a message, the column of the error in the typed text, and a hint. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly at: number | null = null,
    readonly hint: string | null = null,
  ) {
    super(message);
  }

  /** `true` if a newer request of this page replaced the request that failed. Such errors are not shown. */
  get overtaken(): boolean {
    return this.status === 409;
  }
}

/** A random name of this page. On the server, a newer request replaces an older request with the same name. */
export const CLIENT = Math.random().toString(36).slice(2) + Date.now().toString(36);

async function answer(response: Response): Promise<Response> {
  if (response.ok) return response;
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
  throw new RequestError(response.status, message, at, hint);
}

export async function get(path: string, signal?: AbortSignal): Promise<Response> {
  return answer(await fetch(path, { signal: signal ?? null, cache: "no-store" }));
}

export async function getJson<T>(path: string): Promise<T> {
  return (await get(path)).json();
}

export async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return answer(
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: signal ?? null,
    }),
  );
}

export async function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await post(path, body, signal)).json();
}

/** Returns the address of a file that `transect cut` would write for this plane. */
export function exportAddress(file: string, plane: Plane, limit: "front" | "back"): string {
  const query = new URLSearchParams();
  if ("through" in plane) {
    query.set("through", plane.through.flat().join(","));
    if (plane.flip) query.set("flip", "1");
  } else if ("normal" in plane) {
    query.set("normal", plane.normal.join(","));
    query.set("offset", String(plane.offset));
  } else query.set("plane", plane.text);
  if (limit === "back") query.set("on_plane", "back");
  return `api/export/${file}?${query}`;
}

/** Runs one request at a time and keeps only the newest waiting request; earlier waiting requests are dropped. */
export class Newest<Question, Answer> {
  private busy = false;
  private waiting: { question: Question } | null = null;

  constructor(
    private readonly ask: (question: Question) => Promise<Answer>,
    private readonly take: (answer: Answer, question: Question) => void,
    private readonly fail: (error: unknown, question: Question) => void,
    private readonly rest: () => void = () => {},
  ) {}

  get idle(): boolean {
    return !this.busy && !this.waiting;
  }

  request(question: Question): void {
    if (this.busy) this.waiting = { question };
    else void this.run(question);
  }

  private async run(question: Question): Promise<void> {
    this.busy = true;
    try {
      const got = await this.ask(question);
      this.take(got, question);
    } catch (error) {
      if (!(error instanceof RequestError && error.overtaken)) this.fail(error, question);
    } finally {
      this.busy = false;
      const next = this.waiting;
      this.waiting = null;
      if (next) void this.run(next.question);
      else this.rest();
    }
  }
}
