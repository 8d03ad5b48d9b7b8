/** Points as round dots of a fixed size in pixels. */
import { BufferAttribute, BufferGeometry, CanvasTexture, Points, PointsMaterial } from "three";

import { color } from "../theme";
import type { Vector } from "./scene";

let disk: CanvasTexture | null = null;

function texture(): CanvasTexture {
  if (disk) return disk;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "white";
  pen.beginPath();
  pen.arc(32, 32, 30, 0, 2 * Math.PI);
  pen.fill();
  disk = new CanvasTexture(canvas);
  return disk;
}

export class Dots {
  readonly object: Points<BufferGeometry, PointsMaterial>;

  constructor(tone: string, size: number) {
    const material = new PointsMaterial({ color: color(tone), size: size * Math.min(window.devicePixelRatio, 2), sizeAttenuation: false, map: texture(), transparent: true, depthTest: false, depthWrite: false });
    this.object = new Points(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 8;
    this.object.visible = false;
  }

  set(points: Vector[]): void {
    this.object.geometry.dispose();
    this.object.visible = points.length > 0;
    this.object.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points.flat()), 3));
  }

  tint(tone: string): void {
    this.object.material.color.copy(color(tone));
  }
}
