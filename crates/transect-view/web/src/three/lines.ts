/** Separate line segments with a width in pixels. */
import type { Color } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export class Lines {
  readonly object: LineSegments2;
  readonly material: LineMaterial;

  constructor(options: { width: number; color: Color; overlay?: boolean; dashed?: boolean }) {
    this.material = new LineMaterial({
      color: options.color,
      linewidth: options.width,
      dashed: options.dashed ?? false,
      transparent: true,
      depthTest: !options.overlay,
      depthWrite: false,
    });
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** Sets the segments. Each has six numbers: the coordinates of its start and of its end. */
  set(segments: ArrayLike<number>): void {
    this.object.geometry.dispose();
    this.object.visible = segments.length > 0;
    if (!segments.length) return;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(segments instanceof Float32Array ? segments : new Float32Array(segments));
    this.object.geometry = geometry;
    if (this.material.dashed) this.object.computeLineDistances();
  }

  set color(color: Color) {
    this.material.color.copy(color);
  }
}
