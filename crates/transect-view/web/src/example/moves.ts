/** Moves of planes and shapes, shared by arrow keys and drags. */
import type { Point } from "../api";
import { turned } from "../planes";
import { basis } from "../vectors";
import type { PlaneAnswer } from "./answers";
import { KINDS, long, snapped, tidy, translated, type ExamplePlane, type Vector } from "./scene";
import type { ExampleStore } from "./store";

const TURN = Math.PI / 36;

/** Returns the plane moved along its normal, with its offset rounded to the step. */
export function movedPlane(plane: PlaneAnswer, by: number, step: number): ExamplePlane {
  const { normal } = plane;
  return { normal, offset: snapped(plane.offset - by * long(normal), step) };
}

/** Returns a line in 2D, turned about `pivot` by `angle` radians. */
export function turnedLine(line: PlaneAnswer, pivot: Vector, angle: number): ExamplePlane {
  const [x, y] = line.unit_normal as [number, number];
  const round = (value: number) => Math.round(value * 1e4) / 1e4 || 0;
  const normal = [round(x * Math.cos(angle) - y * Math.sin(angle)), round(x * Math.sin(angle) + y * Math.cos(angle))];
  return { normal, offset: tidy(-(normal[0]! * pivot[0]! + normal[1]! * pivot[1]!)) };
}

/** Returns the point of a plane that is nearest to the origin. */
export function footOf(plane: PlaneAnswer): Vector {
  return plane.unit_normal.map((part) => (-part * plane.offset) / long(plane.normal));
}

/** Applies an arrow key to the selection. Returns `true` if the key had an effect. */
export function arrowKey(store: ExampleStore, event: KeyboardEvent): boolean {
  const { selected } = store.view;
  if (!selected) return false;
  const done = selected.startsWith("plane ") ? planeKey(store, Number(selected.slice(6)) - 1, event) : shapeKey(store, selected, event);
  if (done) store.keepSoon();
  return done;
}

function planeKey(store: ExampleStore, place: number, event: KeyboardEvent): boolean {
  const plane = store.plane(place);
  const sign = { ArrowUp: 1, ArrowRight: 1, PageUp: 4, ArrowDown: -1, ArrowLeft: -1, PageDown: -4 }[event.key];
  if (!plane || !sign) return false;
  if (!event.shiftKey) {
    const offset = snapped(plane.offset - sign * store.step, store.step / 1000);
    store.setPlane(place, { normal: plane.normal, offset }, true);
  } else if (store.view.mode === "2d") store.setPlane(place, turnedLine(plane, footOf(plane), -Math.sign(sign) * TURN), true);
  else {
    const [u, v] = basis(plane.unit_normal as Point, [0, 0, 1]);
    const info = { ...plane, normal: plane.normal as Point, unit_normal: plane.unit_normal as Point, through: null, distance_from_origin: 0 };
    const level = event.key === "ArrowUp" || event.key === "ArrowDown";
    const moved = turned(info, footOf(plane) as Point, level ? u : v, Math.sign(sign) * TURN);
    if ("text" in moved || "normal" in moved) store.setPlane(place, moved, true);
  }
  return true;
}

function shapeKey(store: ExampleStore, id: string, event: KeyboardEvent): boolean {
  const shape = store.shape(id);
  const flat = store.view.mode === "2d";
  const ways: Record<string, Vector> = flat
    ? { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }
    : { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1] };
  const way = ways[event.key];
  if (!shape || !way || !(shape.kind in KINDS)) return false;
  const step = store.step * (event.shiftKey ? 4 : 1);
  store.setShape(translated(shape, way.map((part) => part * step)), true);
  return true;
}
