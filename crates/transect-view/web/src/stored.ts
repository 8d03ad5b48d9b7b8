/**
 * The answers that a page in one file holds. Each answer is an element with the body that the server sends, compressed
 * and in base64. A question without a stored answer is refused, so the page shows no other answer in its place.
 */
import type { Plane, State } from "./api";
import { embedded } from "./embedded";
import type { Send } from "./transport";

/** A plane whose answers the file holds. */
export interface StoredPlane {
  request: Plane;
  text: string;
  /** The limits of the section. If no faces lie in the plane, both limits are equal, and only one is stored. */
  limits: ("front" | "back")[];
}

/** The sentence that is shown in place of what only the server can answer. */
export const ELSEWHERE = "This file holds only the planes of the list. For others, start transect view with the model.";

let planes: Promise<StoredPlane[]> | null = null;

/** Returns the planes whose answers the file holds. */
export function storedPlanes(): Promise<StoredPlane[]> {
  planes ??= json<StoredPlane[]>("planes");
  return planes;
}

/** Returns `true` if two requests are about the same plane: they have the same text, the same points or numbers. */
export function isSame(one: Plane, other: Plane): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(plane: Plane): string {
  if ("text" in plane) return plane.text.replace(/\s/g, "");
  if ("at" in plane) return JSON.stringify([plane.at.point, plane.at.normal]);
  return JSON.stringify("through" in plane ? [plane.through, plane.flip] : [plane.normal, plane.offset]);
}

/** Answers a request from the elements of the file. */
export const answerStored: Send = async (path, init) => {
  const revision = new Headers(init.headers).get("Transect-Revision");
  const headers: Record<string, string> = { "Transect-Model": await identity() };
  if (revision !== null) headers["Transect-Revision"] = revision;
  const name = await nameOf(path, typeof init.body === "string" ? JSON.parse(init.body) : {});
  if (name !== null && has(name)) return new Response(await contents(name), { headers });
  const error = { message: "this plane is not stored in this file", at: null, hint: null };
  return new Response(JSON.stringify({ error }), { status: 404, headers });
};

/** Returns the name of the answer to a request, or null if no file holds such an answer. */
async function nameOf(path: string, body: { plane?: Plane; on_plane?: string; inside?: string; normal?: number[] }): Promise<string | null> {
  const question = path.replace(/^api\//, "").replace(/\?.*$/, "");
  const models: Record<string, string> = { state: "state", scene: "scene", "scene/positions": "positions", "scene/indices": "indices" };
  if (question in models) return models[question]!;
  const { plane, on_plane: limit, inside, normal } = body;
  // The file holds the answers by one rule.
  if (inside && inside !== (await json<State>("state")).inside) return null;
  const listed = await storedPlanes();
  if ((question === "section" || question === "certificate") && plane) {
    const index = listed.findIndex(({ request }) => isSame(request, plane));
    const stored = listed[index];
    if (!stored) return null;
    // One stored limit is the answer for both.
    const found = stored.limits.find((one) => one === limit) ?? (stored.limits.length === 1 ? stored.limits[0] : null);
    return found ? `${question}-${index}-${found}` : null;
  }
  if (question !== "curve" || !normal) return null;
  const normals = await json<number[][]>("curves");
  const index = normals.findIndex((stored) => stored.every((value, axis) => value === normal[axis]));
  return index < 0 ? null : `curve-${index}`;
}

let model: Promise<string> | null = null;

function identity(): Promise<string> {
  model ??= json<State>("state").then((state) => state.model ?? "");
  return model;
}

function element(name: string): Element | null {
  return document.querySelector(`script[data-answer="${name}"]`);
}

function has(name: string): boolean {
  return element(name) !== null;
}

/** Returns the bytes of an answer. */
function contents(name: string): Promise<ArrayBuffer> {
  return embedded(element(name));
}

async function json<T>(name: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await contents(name)));
}
