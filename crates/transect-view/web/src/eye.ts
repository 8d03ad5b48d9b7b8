/** The place that the picture in 3D is seen from. Links carry it. */

/** The axis that points up. */
export type Up = "x" | "y" | "z";

/** The part of the camera's state that a link stores. */
export interface Eye {
  yaw: number;
  pitch: number;
  distance: number;
  target: [number, number, number];
  parallel: boolean;
  up: Up;
}
