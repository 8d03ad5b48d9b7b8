/**
 * Draws the current plane over the last frame of the model, for machines that cannot redraw the model during a
 * drag.
 */
import { Vector3 } from "three";

import type { Point } from "../api";
import { make } from "../dom";
import { css } from "../theme";
import type { Stage } from "./stage";

export class Trail {
  private readonly canvas = make("canvas", { class: "trail", "aria-hidden": "true" });
  private readonly context = this.canvas.getContext("2d", { willReadFrequently: true })!;

  constructor(private readonly stage: Stage) {
    stage.host.append(this.canvas);
    this.canvas.hidden = true;
  }

  draw(border: Point[]): void {
    const { width, height } = this.stage;
    const { canvas, context } = this;
    canvas.hidden = false;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.clearRect(0, 0, width, height);
    context.beginPath();
    for (const point of border) {
      const { x, y } = this.stage.project(new Vector3(...point));
      context.lineTo(x, y);
    }
    context.closePath();
    context.fillStyle = context.strokeStyle = css("--plane");
    context.globalAlpha = 0.08;
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 2.5;
    context.stroke();
  }

  clear(): void {
    this.canvas.hidden = true;
  }
}
