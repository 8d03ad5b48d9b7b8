/**
 * Pointer actions on the stage. Dragging turns the view. Dragging with the right or middle button, with Shift or Ctrl,
 * or with two fingers moves it. The wheel zooms. A press on a grip drags the grip instead.
 */
import { Plane, Vector3, type Ray } from "three";

import type { Stage } from "./stage";

/** A draggable item. Each press is offered to the grips in order, until one of them takes it. */
export interface Grip {
  /** Takes the drag that starts with this press, or returns null. */
  grab(event: PointerEvent): Drag | null;
  /** Returns the cursor for a position where this grip can be grabbed. */
  cursor?(event: PointerEvent): string | null;
}

export interface Drag {
  move(event: PointerEvent): void;
  end(event: PointerEvent): void;
}

const CLICK = 4;

export class Gestures {
  readonly grips: Grip[] = [];
  /** Called for a press and release at the same position. */
  click: (event: PointerEvent) => void = () => {};
  /** Called for two quick clicks at the same position. */
  double: (event: MouseEvent) => void = () => {};
  /** Called when the pointer moves without a button. */
  hover: (event: PointerEvent) => void = () => {};
  leave: () => void = () => {};
  /** Handles a turn of the wheel. If the result is `false`, the view zooms. */
  wheel: (event: WheelEvent) => boolean = () => false;
  /** Called when a drag of the camera starts and ends. */
  camera: (moving: boolean) => void = () => {};

  private readonly pointers = new Map<number, { x: number; y: number }>();
  private drag: Drag | null = null;
  private start = { x: 0, y: 0, far: false };
  private rest = 0;

  constructor(private readonly stage: Stage) {
    const canvas = stage.canvas;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("dblclick", (event) => this.double(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
  }

  get dragging(): boolean {
    return this.drag !== null || this.pointers.size > 0;
  }

  private down(event: PointerEvent): void {
    this.stage.canvas.focus({ preventScroll: true });
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) {
      this.start.far = true;
      return;
    }
    this.start = { x: event.clientX, y: event.clientY, far: false };
    if (event.button !== 0) return;
    for (const grip of this.grips) {
      this.drag = grip.grab(event);
      if (this.drag) return;
    }
  }

  private move(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      this.over(event);
      return;
    }
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > CLICK) this.start.far = true;
    if (this.drag) this.drag.move(event);
    else if (this.start.far) this.turnCamera(event, dx, dy);
    last.x = event.clientX;
    last.y = event.clientY;
  }

  private turnCamera(event: PointerEvent, dx: number, dy: number): void {
    const { orbit } = this.stage;
    this.camera(true);
    if (this.pointers.size === 2) {
      const [one, two] = [...this.pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
      const before = Math.hypot(one.x - two.x, one.y - two.y);
      const other = this.pointers.get(event.pointerId) === one ? two : one;
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      orbit.zoom(before / Math.max(now, 1), this.fromMiddle(event));
      orbit.pan(dx / 2, dy / 2);
    } else if (event.buttons & 6 || event.shiftKey || event.ctrlKey) orbit.pan(dx, dy);
    else orbit.rotate(dx * 0.006, dy * 0.006);
    this.changed();
  }

  private up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.drag) {
      this.drag.end(event);
      this.drag = null;
    } else if (!this.start.far && event.button === 0 && event.type === "pointerup") this.click(event);
    if (!this.pointers.size) this.camera(false);
  }

  private over(event: PointerEvent): void {
    let cursor = "";
    for (const grip of this.grips) {
      cursor ||= grip.cursor?.(event) ?? "";
    }
    this.stage.canvas.style.cursor = cursor;
    this.hover(event);
  }

  private turn(event: WheelEvent): void {
    event.preventDefault();
    if (this.wheel(event)) return;
    const lines = event.deltaMode === 1 ? 16 : 1;
    const delta = Math.max(-240, Math.min(240, event.deltaY * lines));
    this.stage.orbit.zoom(Math.exp(delta * 0.0016), this.fromMiddle(event));
    this.camera(true);
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.camera(false), 180);
    this.changed();
  }

  private changed(): void {
    this.stage.invalidate();
    for (const listener of this.stage.moved) listener();
  }

  private fromMiddle(event: MouseEvent): { x: number; y: number } {
    const box = this.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }
}

/** Returns the position along `axis` from `origin` nearest to the ray; null if the ray is parallel to the axis. */
export function alongAxis(ray: Ray, origin: Vector3, axis: Vector3): number | null {
  const towards = origin.clone().sub(ray.origin);
  const length = axis.lengthSq();
  const mixed = axis.dot(ray.direction);
  const bottom = length - mixed * mixed;
  if (bottom < 1e-6 * length) return null;
  return (mixed * towards.dot(ray.direction) - towards.dot(axis)) / bottom;
}

/** Returns the intersection of the ray with the plane through `origin` that has this normal. */
export function onPlane(ray: Ray, origin: Vector3, normal: Vector3): Vector3 | null {
  return ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, origin), new Vector3());
}
