/** The outlines of a stack of parallel sections, drawn over the model and coloured by height. */
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from "three";

import { mix, parse } from "../colours";
import { css } from "../theme";

export class Stack {
  readonly object = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, opacity: 0.9 }));

  constructor() {
    this.object.frustumCulled = false;
    this.object.renderOrder = 8;
    this.object.visible = false;
  }

  /** Shows the segments of each layer, from the lowest to the highest layer. */
  set(layers: readonly Float32Array[]): void {
    const total = layers.reduce((sum, segments) => sum + segments.length, 0);
    const positions = new Float32Array(total);
    const colours = new Float32Array(total);
    const [low, high] = [parse(css("--layer-low")), parse(css("--layer-high"))];
    let at = 0;
    layers.forEach((segments, layer) => {
      const rgb = mix(low, high, layers.length > 1 ? layer / (layers.length - 1) : 0).map((part) => part / 255);
      positions.set(segments, at);
      for (let point = 0; point < segments.length; point += 3) colours.set(rgb, at + point);
      at += segments.length;
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    this.object.geometry.dispose();
    this.object.geometry = geometry;
    this.object.visible = total > 0;
  }
}
