/** Dragging of the plane: its outline and arrow move it along the normal, and its arcs turn it about the pivot. */
import { Vector3 } from "three";

import { atHeight, extent, height, rising, stepOf, turned } from "./planes";
import type { PlaneInfo, Point } from "./api";
import type { Store } from "./state";
import type { View3d } from "./view3d";
import { alongAxis, onPlane, type Drag } from "./three/gestures";
import type { Handle } from "./three/sheet";

const SLACK = 7;

export class PlaneGrip {
  constructor(
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    view.gestures.grips.push({
      grab: (event) => this.grab(event),
      cursor: (event) => this.cursor(event),
    });
    view.gestures.wheel = (event) => this.wheel(event);
  }

  private handleAt(event: PointerEvent): Handle | null {
    const { stage, sheet } = this.view;
    const box = stage.canvas.getBoundingClientRect();
    const project = (point: Vector3) => stage.project(point);
    const slack = event.pointerType === "touch" ? SLACK * 2.5 : SLACK;
    return sheet.handleAt(event.clientX - box.left, event.clientY - box.top, project, slack);
  }

  private cursor(event: PointerEvent): string | null {
    const handle = this.handleAt(event);
    if (this.view.sheet.light(handle)) this.view.quality.soon();
    if (!handle) return null;
    return handle === "outline" || handle === "arrow" ? "grab" : "crosshair";
  }

  private grab(event: PointerEvent): Drag | null {
    const info = this.view.section?.plane;
    if (!info) return null;
    const handle = event.altKey ? "outline" : this.handleAt(event);
    if (!handle) return null;
    this.store.setMoving(true);
    const move = handle === "outline" || handle === "arrow" ? this.along(event, info) : this.around(event, info, handle);
    return {
      move: (moved) => move(moved),
      end: () => {
        this.store.setMoving(false);
        this.store.keep();
      },
    };
  }

  private along(start: PointerEvent, info: PlaneInfo): (event: PointerEvent) => void {
    const { stage, sheet } = this.view;
    const origin = new Vector3(...sheet.pivot);
    const axis = new Vector3(...sheet.normal);
    const sign = rising(info.normal) === info.normal ? 1 : -1;
    const from = height(info);
    const range = extent(this.store.model.manifest.bounds, info.normal);
    const step = stepOf(range);
    const first = alongAxis(stage.ray(start.clientX, start.clientY), origin, axis);
    return (event) => {
      const now = alongAxis(stage.ray(event.clientX, event.clientY), origin, axis);
      if (first === null || now === null) return;
      const wanted = Math.max(range[0], Math.min(range[1], from + sign * (now - first)));
      this.view.setPlane(atHeight(info, wanted, step), event.timeStamp);
    };
  }

  private around(start: PointerEvent, info: PlaneInfo, handle: Handle): (event: PointerEvent) => void {
    const { stage, sheet } = this.view;
    const pivot = new Vector3(...sheet.pivot);
    const axis = handle === "turn-u" ? sheet.u : sheet.v;
    const about = new Vector3(...axis);
    const zero = new Vector3(...sheet.normal);
    const quarter = new Vector3().crossVectors(about, zero);
    const angleAt = (event: PointerEvent): number | null => {
      const point = onPlane(stage.ray(event.clientX, event.clientY), pivot, about);
      if (!point) return null;
      point.sub(pivot);
      return Math.atan2(point.dot(quarter), point.dot(zero));
    };
    const first = angleAt(start);
    const world: Point = this.store.model.world(sheet.pivot);
    return (event) => {
      const now = angleAt(event);
      if (first === null || now === null) return;
      const angle = event.shiftKey ? snapAngle(now - first) : now - first;
      this.view.setPlane(turned(info, world, axis, angle), event.timeStamp);
    };
  }

  /**
   * Moves the plane when the wheel turns. Does so only if Shift or Alt is held, if the pointer is over the outline or
   * the arrow, or after a snap.
   */
  private wheel(event: WheelEvent): boolean {
    const over = this.view.stage.canvas.style.cursor === "grab";
    if (!(event.shiftKey || event.altKey || over || this.view.wheelMoves)) return false;
    const turn = -Math.sign(event.deltaY || event.deltaX);
    if (turn) nudge(this.store, turn * (event.ctrlKey ? 1 : 5), event.timeStamp);
    return true;
  }
}

/** Moves the plane along its normal by a number of steps of the height slider. */
export function nudge(store: Store, steps: number, since = performance.now()): void {
  store.whenKnown((info) => {
    const range = extent(store.model.manifest.bounds, info.normal);
    const step = stepOf(range);
    store.change({ plane: atHeight(info, height(info) + steps * step, step) }, { dragging: true, since });
    store.keepSoon();
  });
}

function snapAngle(angle: number): number {
  const notch = Math.PI / 12;
  return Math.round(angle / notch) * notch;
}
