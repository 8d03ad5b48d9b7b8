/** Writes and parses the link to an example scene, such as `mode=3d&space=plane:0,1,0.5,0;A:box:-2,-2,-2,-1,-1,-1`. */
import type { Eye } from "../eye";
import { KINDS, MOST_PLANES, MOST_SHAPES, START, type ExamplePlane, type Kind, type Mode, type Scene, type Shape, type Vector, type View } from "./scene";

const KEYS: Record<Mode, string> = { "3d": "space", "2d": "flat" };

export function toFragment(view: View, eye: Eye | null): string {
  const query = new URLSearchParams();
  query.set("mode", view.mode);
  for (const mode of ["3d", "2d"] as const) {
    const scene = view.scenes[mode];
    if (scene !== START.scenes[mode]) query.set(KEYS[mode], written(scene));
  }
  if (view.selected) query.set("selected", view.selected);
  if (eye) {
    const numbers = [eye.yaw, eye.pitch, eye.distance, ...eye.target];
    query.set("eye", numbers.map((value) => Number(value.toPrecision(5))).join(","));
  }
  return query.toString().replaceAll("+", "%20").replace(/%(3D|2C|3A|3B|7C)/g, (code) => decodeURIComponent(code));
}

/**
 * Parses a link, the part of the page's address after #. For missing or invalid parts of the link, the view keeps its
 * initial values.
 */
export function fromFragment(fragment: string): { view: View; eye: Partial<Eye> | null } {
  const query = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("+", "%2B"));
  const mode: Mode = query.get("mode") === "2d" ? "2d" : "3d";
  const scenes = { ...START.scenes };
  for (const each of ["3d", "2d"] as const) {
    const scene = read(query.get(KEYS[each]), each === "3d" ? 3 : 2);
    if (scene) scenes[each] = scene;
  }
  const selected = query.get("selected");
  const known = selected !== null && (/^plane [1-3]$/.test(selected) || scenes[mode].shapes.some((shape) => shape.id === selected));
  const six = numbers(query.get("eye") ?? "");
  const eye = six?.length === 6 ? { yaw: six[0]!, pitch: six[1]!, distance: six[2]!, target: [six[3]!, six[4]!, six[5]!] as [number, number, number] } : null;
  return { view: { mode, scenes, selected: known ? selected : null }, eye };
}

function written(scene: Scene): string {
  const planes = scene.planes.map((plane) => ("text" in plane ? `text:${plane.text}` : `plane:${[...plane.normal, plane.offset].join(",")}`));
  const shapes = scene.shapes.map((shape) => {
    const all = shape.vectors.flat();
    if (shape.radius !== undefined) all.push(shape.radius);
    return `${shape.id}:${shape.kind}:${all.join(",")}`;
  });
  const pair = scene.pair ? [`pair:${scene.pair.join(",")}`] : [];
  return [...planes, ...shapes, ...pair].join(";");
}

function read(text: string | null, dimension: 2 | 3): Scene | null {
  if (!text) return null;
  const scene: Scene = { planes: [], shapes: [], pair: null };
  for (const part of text.split(";")) {
    const [head, ...rest] = part.split(":");
    if (head === "text" && rest.length) scene.planes.push({ text: rest.join(":") });
    else if (head === "plane") {
      const plane = planeOf(numbers(rest[0] ?? ""), dimension);
      if (!plane) return null;
      scene.planes.push(plane);
    } else if (head === "pair") {
      const [first, second] = (rest[0] ?? "").split(",");
      if (first && second) scene.pair = [first, second];
    } else {
      const shape = shapeOf(head ?? "", rest[0] ?? "", numbers(rest[1] ?? ""), dimension);
      if (!shape) return null;
      scene.shapes.push(shape);
    }
  }
  const counted = scene.planes.length >= 1 && scene.planes.length <= MOST_PLANES && scene.shapes.length <= MOST_SHAPES;
  return counted ? scene : null;
}

function planeOf(all: number[] | null, dimension: number): ExamplePlane | null {
  if (all?.length !== dimension + 1) return null;
  return { normal: all.slice(0, dimension), offset: all[dimension]! };
}

function shapeOf(id: string, kind: string, all: number[] | null, dimension: number): Shape | null {
  if (!id || !all || !(kind in KINDS)) return null;
  const radius = kind === "sphere" ? all.pop() : undefined;
  const vectors: Vector[] = [];
  for (let at = 0; at + dimension <= all.length; at += dimension) vectors.push(all.slice(at, at + dimension));
  const wanted = kind === "parallelepiped" ? dimension + 1 : kind === "polygon" ? vectors.length : KINDS[kind as Kind].names.length;
  if (vectors.length !== wanted || all.length % dimension || !vectors.length) return null;
  return { id, kind: kind as Kind, vectors, ...(radius === undefined ? {} : { radius }) };
}

function numbers(text: string): number[] | null {
  if (!text) return null;
  const all = text.split(",").map(Number);
  return all.every(Number.isFinite) ? all : null;
}
