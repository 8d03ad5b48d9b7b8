/** The tool that measures the distance between two points of the section. */
import { css } from "../theme";
import { short } from "../vectors";
import type { Place, View } from "../view";
import type { Window } from "./window";

type Canvas = CanvasRenderingContext2D;

/** The distance from the line to its label, in pixels. */
const BESIDE = 14;

export class Measure {
  active = false;
  /** The first point, until the second one is chosen. */
  from: Place | null = null;
  /** The position that the next measured point would have, under the pointer. */
  next: Place | null = null;

  /** Takes a chosen point. Returns both points if it is the second one. */
  take(place: Place): View["measure"] {
    const { from } = this;
    this.from = from ? null : place;
    return from && [from, place];
  }

  clear(): void {
    this.from = this.next = null;
  }

  /** Returns the two points that are drawn: those of the view, or those that are being chosen. */
  private points(measure: View["measure"]): [Place | null, Place | null] {
    return this.from ? [this.from, this.next] : measure ? [...measure] : [null, this.active ? this.next : null];
  }

  /** Returns the measured distance as text. */
  text(measure: View["measure"], unit: string): string {
    const [from, to] = this.points(measure);
    if (!from) return "Measure: choose the first point. Filled marks are vertices, hollow ones are free points.";
    if (!to) return "Measure: choose the second point.";
    const [dx, dy] = [to.at[0] - from.at[0], to.at[1] - from.at[1]];
    const free = [from, to].filter(({ vertex }) => !vertex).length;
    const ends = ["between vertices", "from a vertex to a free point", "between free points"][free];
    return `Distance ${length(Math.hypot(dx, dy), unit)} ${ends} (across ${length(Math.abs(dx), unit)}, along ${length(Math.abs(dy), unit)})`;
  }

  draw(canvas: Canvas, window: Window, measure: View["measure"], unit: string): void {
    const [from, to] = this.points(measure);
    canvas.strokeStyle = canvas.fillStyle = css("--accent");
    canvas.lineWidth = 2;
    if (from && to) {
      canvas.setLineDash(this.from ? [5, 4] : []);
      canvas.beginPath();
      canvas.moveTo(...window.toPage(...from.at));
      canvas.lineTo(...window.toPage(...to.at));
      canvas.stroke();
      canvas.setLineDash([]);
    }
    for (const place of [from, to]) if (place) drawPlace(canvas, window, place);
    if (from && to) drawLabel(canvas, window, from, to, length(Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]), unit));
  }
}

function length(value: number, unit: string): string {
  return `${short(value, 6)}${unit ? ` ${unit}` : ""}`;
}

/** Draws a vertex as a filled square, and a free point as a hollow circle with a gap for what is below it. */
function drawPlace(canvas: Canvas, window: Window, { at, vertex }: Place): void {
  const [x, y] = window.toPage(...at);
  canvas.strokeStyle = css("--paper");
  canvas.lineWidth = 4;
  canvas.beginPath();
  if (vertex) canvas.rect(x - 4.5, y - 4.5, 9, 9);
  else canvas.arc(x, y, 6, 0, Math.PI * 2);
  canvas.stroke();
  canvas.strokeStyle = canvas.fillStyle = css("--accent");
  canvas.lineWidth = 2;
  if (vertex) canvas.fill();
  else canvas.stroke();
}

/** Writes the distance beside the middle of the line, on the side on which it hides less of the line. */
function drawLabel(canvas: Canvas, window: Window, from: Place, to: Place, text: string): void {
  const [[x1, y1], [x2, y2]] = [window.toPage(...from.at), window.toPage(...to.at)];
  const size = Math.hypot(x2 - x1, y2 - y1) || 1;
  canvas.font = `600 12px ${css("--letters")}`;
  const width = canvas.measureText(text).width + 12;
  // The normal of the line, upwards. A wide label stands farther from a steep line.
  const [nx, ny] = x2 > x1 ? [(y2 - y1) / size, -(x2 - x1) / size] : [-(y2 - y1) / size, (x2 - x1) / size];
  const away = BESIDE + Math.abs(nx) * (width / 2 - 6);
  const x = Math.max(width / 2, Math.min(window.width - width / 2, (x1 + x2) / 2 + nx * away));
  const y = Math.max(10, Math.min(window.height - 10, (y1 + y2) / 2 + ny * away));
  canvas.fillStyle = css("--paper");
  canvas.strokeStyle = css("--accent");
  canvas.lineWidth = 1;
  canvas.beginPath();
  canvas.roundRect(x - width / 2, y - 10, width, 20, 4);
  canvas.fill();
  canvas.stroke();
  canvas.fillStyle = css("--text");
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  canvas.fillText(text, x, y + 0.5);
}
