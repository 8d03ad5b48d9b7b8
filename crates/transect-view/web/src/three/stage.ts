/** A canvas with a camera. It is drawn only when something has changed. */
import { Raycaster, Scene, Vector2, Vector3, WebGLRenderer, type Ray } from "three";

import { onTheme, color } from "../theme";
import { Orbit } from "./orbit";

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly scene = new Scene();
  readonly orbit = new Orbit();
  readonly renderer: WebGLRenderer;
  /** The functions that are called before each frame. */
  readonly before = new Set<() => void>();
  /** The functions that are called after each frame. */
  readonly after = new Set<() => void>();
  /** The functions that are called when the user has moved the camera. */
  readonly moved = new Set<() => void>();
  width = 1;
  height = 1;
  /** While this is `true`, nothing is drawn. */
  held = false;

  private asked = 0;
  private ratio = 0;
  private wanted = 1;
  private readonly caster = new Raycaster();

  constructor(
    readonly host: HTMLElement,
    antialias = true,
  ) {
    this.renderer = new WebGLRenderer({ antialias, powerPreference: "high-performance" });
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    host.append(this.canvas);
    new ResizeObserver(() => this.resize()).observe(host);
    onTheme(() => this.invalidate());
    this.resize();
  }

  /** Requests a frame. */
  invalidate(): void {
    if (!this.asked) this.asked = requestAnimationFrame(() => this.draw());
  }

  /** Sets the resolution, as a share of the screen's pixel ratio. */
  set quality(share: number) {
    if (share !== this.wanted) {
      this.wanted = share;
      this.invalidate();
    }
  }

  draw(): void {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    if (this.held) return;
    const ratio = Math.min(window.devicePixelRatio, 2) * this.wanted;
    if (ratio !== this.ratio) {
      this.ratio = ratio;
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(this.width, this.height, false);
    }
    this.orbit.apply();
    this.renderer.setClearColor(color("--view"));
    for (const listener of this.before) listener();
    this.renderer.render(this.scene, this.orbit.camera);
    for (const listener of this.after) listener();
  }

  /** Returns the ray from the eye through a point of the window. */
  ray(clientX: number, clientY: number): Ray {
    const box = this.canvas.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((clientY - box.top) / box.height) * 2;
    this.orbit.apply();
    this.caster.setFromCamera(new Vector2(x, y), this.orbit.camera);
    return this.caster.ray.clone();
  }

  /** Returns the projection of a point: CSS pixels from the canvas's corner, and the depth in −1…1. */
  project(point: Vector3): { x: number; y: number; depth: number } {
    this.orbit.apply();
    const seen = point.clone().project(this.orbit.camera);
    return { x: ((seen.x + 1) / 2) * this.width, y: ((1 - seen.y) / 2) * this.height, depth: seen.z };
  }

  private resize(): void {
    this.width = Math.max(this.host.clientWidth, 1);
    this.height = Math.max(this.host.clientHeight, 1);
    this.orbit.resize(this.width, this.height);
    this.ratio = 0;
    this.invalidate();
  }
}
