/** The camera: a turntable around a target, with perspective or parallel projection. */
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

import type { Bounds } from "../api";
import type { Eye, Up } from "../eye";

export type AxisView = "front" | "back" | "left" | "right" | "top" | "bottom" | "iso";

/** The direction that points up, for each axis. */
export const POLES: Record<Up, [number, number, number]> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

const FIELD_OF_VIEW = 35;
const STEEPEST = Math.PI / 2 - 1e-4;

export class Orbit {
  yaw = -Math.PI / 3;
  pitch = Math.PI / 6;
  distance = 10;
  readonly target = new Vector3();
  parallel = false;
  up: Up = "z";

  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW);
  private readonly orthographic = new OrthographicCamera();
  private aspect = 1;
  private height = 1;
  private readonly centre = new Vector3();
  private radius = 1;

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.parallel ? this.orthographic : this.perspective;
  }

  get eye(): Eye {
    const { yaw, pitch, distance, parallel, up } = this;
    return { yaw, pitch, distance, target: this.target.toArray(), parallel, up };
  }

  set eye(eye: Eye) {
    this.yaw = eye.yaw;
    this.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, eye.pitch));
    this.distance = eye.distance;
    this.target.fromArray(eye.target);
    this.parallel = eye.parallel;
    this.up = eye.up;
  }

  /** Sets the bounds that the depth range must contain. */
  contain(bounds: Bounds): void {
    this.centre.fromArray(middle(bounds));
    this.radius = Math.max(half(bounds), 1e-9);
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    this.height = height;
  }

  /** The width of one CSS pixel at the target, in world units. */
  get unitsPerPixel(): number {
    return (2 * this.distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / Math.max(this.height, 1);
  }

  rotate(dx: number, dy: number): void {
    this.yaw -= dx;
    this.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.pitch + dy));
  }

  /** Moves the target with the pointer, by CSS pixels. */
  pan(dx: number, dy: number): void {
    const scale = this.unitsPerPixel;
    const axes = this.axes();
    this.target.addScaledVector(axes.right, -dx * scale).addScaledVector(axes.up, dy * scale);
  }

  /** Zooms by a factor; the point under `point` (CSS pixels from the middle) stays fixed. */
  zoom(factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): void {
    const before = this.unitsPerPixel;
    this.distance = Math.max(this.radius * 1e-5, Math.min(this.radius * 60, this.distance * factor));
    const moved = before - this.unitsPerPixel;
    const axes = this.axes();
    this.target.addScaledVector(axes.right, point.x * moved).addScaledVector(axes.up, -point.y * moved);
  }

  fit(bounds: Bounds): void {
    this.target.fromArray(middle(bounds));
    const radius = Math.max(half(bounds), this.radius * 1e-4);
    const upright = (FIELD_OF_VIEW * Math.PI) / 360;
    const across = Math.atan(Math.tan(upright) * this.aspect);
    this.distance = (radius / Math.sin(Math.min(upright, across))) * 0.97;
  }

  look(view: AxisView): void {
    const quarter = Math.PI / 2;
    const angles: Record<AxisView, [number, number]> = {
      front: [-quarter, 0],
      back: [quarter, 0],
      right: [0, 0],
      left: [Math.PI, 0],
      top: [-quarter, STEEPEST],
      bottom: [-quarter, -STEEPEST],
      iso: [-Math.PI / 3, Math.PI / 6],
    };
    [this.yaw, this.pitch] = angles[view];
  }

  /** Returns the directions right, up and towards the eye, of length 1. */
  axes(): { right: Vector3; up: Vector3; back: Vector3 } {
    const back = this.direction();
    const pole = new Vector3(...POLES[this.up]);
    const right = new Vector3().crossVectors(pole, back).normalize();
    return { right, up: new Vector3().crossVectors(back, right), back };
  }

  /** Updates the camera. */
  apply(): void {
    const { right, up, back } = this.axes();
    const camera = this.camera;
    camera.position.copy(this.target).addScaledVector(back, this.distance);
    camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, up, back));
    const depth = camera.position.clone().sub(this.centre).dot(back);
    const reach = this.radius * 1.8 + this.target.distanceTo(this.centre) * 0.01;
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = this.aspect;
      camera.near = Math.max(depth - reach, this.distance * 0.01);
      camera.far = Math.max(depth + reach, camera.near * 2);
    } else {
      const upright = this.distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
      camera.top = upright;
      camera.bottom = -upright;
      camera.right = upright * this.aspect;
      camera.left = -camera.right;
      camera.near = depth - reach;
      camera.far = depth + reach;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
  }

  private direction(): Vector3 {
    const level = Math.cos(this.pitch);
    const x = level * Math.cos(this.yaw);
    const y = level * Math.sin(this.yaw);
    const z = Math.sin(this.pitch);
    if (this.up === "x") return new Vector3(z, x, y);
    return this.up === "z" ? new Vector3(x, y, z) : new Vector3(x, z, -y);
  }
}

function middle(bounds: Bounds): [number, number, number] {
  const at = (axis: 0 | 1 | 2) => (bounds.min[axis] + bounds.max[axis]) / 2;
  return [at(0), at(1), at(2)];
}

function half(bounds: Bounds): number {
  const side = (axis: 0 | 1 | 2) => bounds.max[axis] - bounds.min[axis];
  return Math.hypot(side(0), side(1), side(2)) / 2;
}
