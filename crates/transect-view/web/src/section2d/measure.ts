/** The tool that measures the distance between two points of the section. */
import { css } from "../theme";
import { short } from "../vectors";
import type { Window } from "./window";

type Place = [number, number];

export class Measure {
  active = false;
  from: Place | null = null;
  to: Place | null = null;
  /** The position that the next measured point would have, under the pointer. */
  next: Place | null = null;

  set(place: Place): void {
    if (!this.from || this.to) {
      this.from = place;
      this.to = null;
    } else this.to = place;
  }

  clear(): void {
    this.from = this.to = this.next = null;
  }

  /** Returns the measured distance as text. */
  text(unit: string): string {
    const end = this.to ?? this.next;
    if (!this.from) return "Measure: choose the first point; it snaps to vertices.";
    if (!end) return "Measure: choose the second point.";
    const dx = end[0] - this.from[0];
    const dy = end[1] - this.from[1];
    const with_ = (value: number) => `${short(value, 6)}${unit ? ` ${unit}` : ""}`;
    return `Distance ${with_(Math.hypot(dx, dy))} (across ${with_(Math.abs(dx))}, along ${with_(Math.abs(dy))})`;
  }

  draw(canvas: CanvasRenderingContext2D, window: Window): void {
    const end = this.to ?? this.next;
    canvas.strokeStyle = canvas.fillStyle = css("--accent");
    canvas.lineWidth = 2;
    if (this.from && end) {
      canvas.setLineDash(this.to ? [] : [5, 4]);
      canvas.beginPath();
      canvas.moveTo(...window.toPage(...this.from));
      canvas.lineTo(...window.toPage(...end));
      canvas.stroke();
      canvas.setLineDash([]);
    }
    for (const place of [this.from, end]) {
      if (!place) continue;
      const [x, y] = window.toPage(...place);
      canvas.beginPath();
      canvas.arc(x, y, 4.5, 0, Math.PI * 2);
      canvas.fillStyle = css("--paper");
      canvas.fill();
      canvas.stroke();
    }
  }
}
