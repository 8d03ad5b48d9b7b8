/** Thin lines in one draw call. (Wide lines are drawn as instances, which are slow in software rendering.) */
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, type Color } from "three";

export class Outline {
  readonly object: LineSegments;
  private readonly material: LineBasicMaterial;

  constructor(color: Color) {
    this.material = new LineBasicMaterial({ color });
    this.object = new LineSegments(new BufferGeometry(), this.material);
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** Sets the segments. Each has six numbers: the coordinates of its start and of its end. */
  set(segments: Float32Array): void {
    this.object.visible = segments.length > 0;
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new BufferAttribute(segments as Float32Array<ArrayBuffer>, 3));
  }

  set color(color: Color) {
    this.material.color.copy(color);
  }
}
