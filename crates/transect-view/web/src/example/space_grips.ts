/** Dragging in 3D: arrows of the selected shape, planes, and whole shapes. A drag on empty space turns the view. */
import { Vector3 } from "three";

import type { Point } from "../api";
import { turned } from "../planes";
import { alongAxis, onPlane } from "../three/gestures";
import { movedPlane } from "./moves";
import { snapped, translated, type Shape, type Vector } from "./scene";
import { nearPath, type SheetHandle } from "./sheets";
import type { Space } from "./space";

const SLACK = 8;

type Target =
  | { kind: "mover"; axis: number }
  | { kind: "plane"; place: number; handle: SheetHandle }
  | { kind: "shape"; id: string };

export function grips(space: Space): void {
  const { gestures, store, stage } = space;
  gestures.grips.push({
    grab: (event) => {
      const target = targetAt(space, event);
      if (!target) return null;
      const drag = begin(space, target, event);
      if (!drag) return null;
      return {
        move: (moved) => drag(moved),
        end: () => store.keep(),
      };
    },
    cursor: (event) => {
      const target = targetAt(space, event);
      let changed = false;
      for (const { sheet, place } of space.shown) {
        changed = sheet.light(target?.kind === "plane" && target.place === place ? target.handle : null) || changed;
      }
      if (changed) stage.invalidate();
      store.hover(target?.kind === "shape" ? target.id : target?.kind === "mover" ? store.view.selected : null);
      return target ? (target.kind === "plane" && target.handle.startsWith("turn") ? "crosshair" : "grab") : null;
    },
  });
  gestures.click = () => store.select(null);
  gestures.leave = () => store.hover(null);
}

function targetAt(space: Space, event: PointerEvent): Target | null {
  const { stage, store } = space;
  const box = stage.canvas.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  const project = (point: Vector3) => stage.project(point);
  const slack = event.pointerType === "touch" ? SLACK * 2.2 : SLACK;
  const movers = space.moverEnds.map(({ from, to }, axis) => ({ axis, distance: nearPath([from, to], x, y, project) }));
  const mover = movers.sort((a, b) => a.distance - b.distance)[0];
  if (mover && mover.distance <= slack) return { kind: "mover", axis: mover.axis };
  for (const { sheet, place } of space.shown) {
    const handle = sheet.handleAt(x, y, project, slack);
    if (handle) return { kind: "plane", place, handle };
  }
  const ray = stage.ray(event.clientX, event.clientY);
  const size = stage.orbit.unitsPerPixel * stage.height;
  let best: { id: string; reach: number } | null = null;
  for (const shape of store.scene.shapes) {
    const body = space.bodies.get(shape.id);
    if (!body) continue;
    // A shape that fills the view is grabbed only by its edges, so that other shapes remain reachable.
    const hit = body.distance(x, y, project) <= slack - 2 || (body.form.reach < size * 0.3 && body.hit(ray));
    if (hit && (!best || body.form.reach < best.reach)) best = { id: shape.id, reach: body.form.reach };
  }
  if (best) return { kind: "shape", id: best.id };
  const hits = space.shown.flatMap(({ sheet, place }) => {
    const distance = sheet.hit(ray);
    return distance === null ? [] : [{ place, distance }];
  });
  const nearest = hits.sort((a, b) => a.distance - b.distance)[0];
  return nearest ? { kind: "plane", place: nearest.place, handle: "sheet" } : null;
}

function begin(space: Space, target: Target, event: PointerEvent): ((event: PointerEvent) => void) | null {
  const { store } = space;
  if (target.kind === "plane") {
    store.select(`plane ${target.place + 1}`);
    const turns = target.handle === "turn-u" || target.handle === "turn-v";
    return turns ? turnPlane(space, target.place, target.handle, event) : movePlane(space, target.place, event);
  }
  const shape = store.shape(target.kind === "shape" ? target.id : store.view.selected);
  if (!shape) return null;
  store.select(shape.id);
  return target.kind === "mover" ? moveAlong(space, shape, target.axis, event) : moveAcross(space, shape, event);
}

function stepOf(space: Space, event: PointerEvent): number {
  return event.altKey ? 0.001 : space.store.step;
}

function moveAlong(space: Space, shape: Shape, axis: number, start: PointerEvent): (event: PointerEvent) => void {
  const origin = new Vector3(...space.bodies.get(shape.id)!.form.centre);
  const way = new Vector3().setComponent(axis, 1);
  const at = (event: PointerEvent) => alongAxis(space.stage.ray(event.clientX, event.clientY), origin, way);
  const first = at(start);
  return (event) => {
    const now = at(event);
    if (first === null || now === null) return;
    const by = snapped(now - first, stepOf(space, event));
    space.store.setShape(translated(shape, [0, 1, 2].map((other) => (other === axis ? by : 0))), true);
  };
}

/** Moves a shape at right angles to the axis closest to the line of sight; with Shift, along that axis. */
function moveAcross(space: Space, shape: Shape, start: PointerEvent): (event: PointerEvent) => void {
  const { stage } = space;
  const { back } = stage.orbit.axes();
  const sizes = back.toArray().map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const way = new Vector3().setComponent(axis, 1);
  const origin = grabbed(space, shape, start, way);
  const at = (event: PointerEvent) => onPlane(stage.ray(event.clientX, event.clientY), origin, way);
  const first = at(start);
  const depth = (event: PointerEvent) => alongAxis(stage.ray(event.clientX, event.clientY), origin, way);
  const firstDepth = depth(start);
  return (event) => {
    const step = stepOf(space, event);
    let by: Vector | null = null;
    if (event.shiftKey) {
      const now = depth(event);
      if (now !== null && firstDepth !== null) by = way.toArray().map((part) => part * snapped(now - firstDepth, step));
    } else {
      const now = at(event);
      if (now && first) by = now.sub(first).toArray().map((part) => snapped(part, step));
    }
    if (by) space.store.setShape(translated(shape, by), true);
  };
}

/** Returns the point under the pointer in the plane through the shape's centre whose normal is `way`. */
function grabbed(space: Space, shape: Shape, event: PointerEvent, way: Vector3): Vector3 {
  const centre = new Vector3(...space.bodies.get(shape.id)!.form.centre);
  return onPlane(space.stage.ray(event.clientX, event.clientY), centre, way) ?? centre;
}

function movePlane(space: Space, place: number, start: PointerEvent): ((event: PointerEvent) => void) | null {
  const { store, stage } = space;
  const known = store.plane(place);
  const sheet = space.sheets[place];
  if (!known || !sheet) return null;
  const origin = new Vector3(...sheet.pivot);
  const axis = new Vector3(...sheet.normal);
  const at = (event: PointerEvent) => alongAxis(stage.ray(event.clientX, event.clientY), origin, axis);
  const first = at(start);
  return (event) => {
    const now = at(event);
    if (first === null || now === null) return;
    store.setPlane(place, movedPlane(known, now - first, stepOf(space, event)), true);
  };
}

function turnPlane(space: Space, place: number, handle: SheetHandle, start: PointerEvent): ((event: PointerEvent) => void) | null {
  const { store, stage } = space;
  const known = store.plane(place);
  const sheet = space.sheets[place];
  if (!known || !sheet) return null;
  const axis = handle === "turn-u" ? sheet.u : sheet.v;
  const about = new Vector3(...axis);
  const pivot = sheet.pivot;
  const zero = new Vector3(...sheet.normal);
  const quarter = new Vector3().crossVectors(about, zero);
  const angleAt = (event: PointerEvent): number | null => {
    const point = onPlane(stage.ray(event.clientX, event.clientY), new Vector3(...pivot), about);
    point?.sub(new Vector3(...pivot));
    return point ? Math.atan2(point.dot(quarter), point.dot(zero)) : null;
  };
  const first = angleAt(start);
  const info = { ...known, normal: known.normal as Point, unit_normal: known.unit_normal as Point, through: null, distance_from_origin: 0 };
  return (event) => {
    const now = angleAt(event);
    if (first === null || now === null) return;
    const notch = event.altKey ? Math.PI / 1800 : Math.PI / 36;
    const plane = turned(info, pivot, axis, Math.round((now - first) / notch) * notch);
    if ("text" in plane || "normal" in plane) store.setPlane(place, plane, true);
  };
}
