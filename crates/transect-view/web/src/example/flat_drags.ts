/** Dragging in 2D: shapes, corners, lines and normals. A drag on empty space moves the drawing. */
import type { Flat } from "./flat";
import { movedPlane, footOf } from "./moves";
import { dotted, minus, ordered, plus, snapped, tidy, translated, withVector, type Shape, type Vector } from "./scene";

type Move = (at: Vector, event: PointerEvent) => void;

export function flatDrags(flat: Flat): void {
  const { svg, store } = flat;
  const pointers = new Map<number, { x: number; y: number }>();
  let move: Move | null = null;
  let far = false;

  svg.addEventListener("pointerdown", (event) => {
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    far = pointers.size > 1;
    if (pointers.size === 1) move = event.button === 0 ? begin(flat, event) : null;
    else move = null;
  });
  svg.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) {
      const data = dataOf(event);
      store.hover(data.id ?? (data.plane === undefined ? null : `plane ${Number(data.plane) + 1}`));
      return;
    }
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (Math.hypot(dx, dy) > 3) far = true;
    if (move) {
      if (far) move(flat.under(event), event);
      return;
    }
    if (pointers.size === 2) pinch(flat, pointers, event);
    flat.centre = plus(flat.centre, [-dx / flat.scale / pointers.size, dy / flat.scale / pointers.size]);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    flat.draw();
  });
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (move) store.keep();
    else if (!far) store.select(null);
    move = null;
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("pointerleave", () => store.hover(null));
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const delta = Math.max(-240, Math.min(240, event.deltaY * (event.deltaMode === 1 ? 16 : 1)));
    flat.zoom(Math.exp(-delta * 0.0016), flat.under(event));
  }, { passive: false });
}

function dataOf(event: Event): DOMStringMap {
  const target = event.target as Element;
  const found = target.closest<SVGElement>("[data-place], [data-turn], [data-plane], [data-id]");
  return found ? found.dataset : {};
}

function begin(flat: Flat, event: PointerEvent): Move | null {
  const { store } = flat;
  const data = dataOf(event);
  const start = flat.under(event);
  const step = (event: PointerEvent) => (event.altKey ? 0.001 : store.step);
  if (data.turn !== undefined) {
    store.select(`plane ${Number(data.turn) + 1}`);
    return turn(flat, Number(data.turn));
  }
  if (data.plane !== undefined) {
    const place = Number(data.plane);
    store.select(`plane ${place + 1}`);
    const known = store.plane(place);
    return known && ((at, event) => store.setPlane(place, movedPlane(known, dotted(minus(at, start), known.unit_normal), step(event)), true));
  }
  const shape = store.shape(data.id ?? null);
  if (!shape) return null;
  store.select(shape.id);
  if (data.place !== undefined) return (at, event) => store.setShape(reshaped(shape, data.place!, at, step(event)), true);
  return (at, event) => {
    const by = minus(at, start).map((part) => snapped(part, step(event)));
    store.setShape(translated(shape, by), true);
  };
}

/** Returns the shape after one of its handles is moved to a position. */
function reshaped(shape: Shape, place: string, at: Vector, step: number): Shape {
  const to = at.map((part) => snapped(part, step));
  if (place === "radius") {
    const radius = Math.max(step, snapped(Math.hypot(...minus(at, shape.vectors[0]!)), step));
    return { ...shape, radius };
  }
  const index = Number(place);
  if ((shape.kind === "line" || shape.kind === "ray") && index === 1) {
    const direction = minus(to, shape.vectors[0]!).map(tidy);
    return direction.some((part) => part !== 0) ? withVector(shape, 1, direction) : shape;
  }
  return ordered(withVector(shape, index, to));
}

function turn(flat: Flat, place: number): Move | null {
  const { store } = flat;
  const known = store.plane(place);
  if (!known) return null;
  const pivot = footOf(known);
  return (at, event) => {
    const way = minus(at, pivot);
    if (Math.hypot(...way) * flat.scale < 8) return;
    const notch = event.altKey ? Math.PI / 1800 : Math.PI / 36;
    const angle = Math.round(Math.atan2(way[1]!, way[0]!) / notch) * notch;
    const normal = [Math.cos(angle), Math.sin(angle)].map((part) => Math.round(part * 1e4) / 1e4 || 0);
    store.setPlane(place, { normal, offset: tidy(-dotted(normal, pivot)) }, true);
  };
}

function pinch(flat: Flat, pointers: Map<number, { x: number; y: number }>, event: PointerEvent): void {
  const all = [...pointers.entries()];
  const other = all.find(([id]) => id !== event.pointerId)?.[1];
  const last = pointers.get(event.pointerId);
  if (!other || !last) return;
  const before = Math.hypot(last.x - other.x, last.y - other.y);
  const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
  flat.zoom(now / Math.max(before, 1), flat.under(event));
}

