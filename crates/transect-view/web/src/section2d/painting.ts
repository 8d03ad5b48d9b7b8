/** Draws a section on a canvas: filled and hatched loops over a grid, with a scale bar. */
import { mix, parse, write, type Paint, type Rgb } from "../colours";
import { loopStart, type Section } from "../section";
import { css } from "../theme";
import { round125, short } from "../vectors";
import type { Window } from "./window";

type Canvas = CanvasRenderingContext2D;

export interface Scene {
  section: Section;
  paint: Paint;
  unit: string;
  lit: number | null;
  selected: number | null;
  grid: boolean;
  /** `true` for objects that are hidden in 3D. They are drawn as outlines below all other objects. */
  faint: boolean[];
}

const patterns = new Map<string, CanvasPattern>();

export function forgetPatterns(): void {
  patterns.clear();
}

export function drawSection(canvas: Canvas, window: Window, scene: Scene, ratio: number): void {
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
  canvas.fillStyle = css("--paper");
  canvas.fillRect(0, 0, window.width, window.height);
  if (scene.grid) drawGrid(canvas, window);
  drawLoops(canvas, window, scene, ratio);
  drawScale(canvas, window, scene.unit);
}

/** Draws all loops. The loops of one object form one path; holes have the opposite direction of outer loops. */
function drawLoops(canvas: Canvas, window: Window, scene: Scene, ratio: number): void {
  const { section, paint, lit, selected } = scene;
  const paper = parse(css("--paper"));
  const ink = parse(css("--solid-edge"));
  const shine = parse(css("--lit"));
  const dark = paper[0] < 128;
  canvas.lineJoin = "round";
  const rule = section.rule === "odd" ? "evenodd" : "nonzero";
  for (const { object, path } of shapes(window, scene)) {
    const hue = paint.strong[object] ?? ink;
    if (scene.faint[object] && object !== lit && object !== selected) {
      canvas.strokeStyle = write(mix(hue, paper, 0.35));
      canvas.lineWidth = 0.8;
      canvas.stroke(path);
      continue;
    }
    const shown = object === lit ? shine : object === selected ? mix(hue, shine, 0.5) : null;
    canvas.fillStyle = write(shown ?? mix(hue, paper, dark ? 0.62 : 0.66));
    canvas.fill(path, rule);
    canvas.fillStyle = hatch(canvas, mix(hue, dark ? [255, 255, 255] : [10, 14, 20], dark ? 0.1 : 0.25), object & 1, ratio);
    canvas.fill(path, rule);
    canvas.strokeStyle = write(dark ? mix(hue, [255, 255, 255], 0.65) : mix(hue, ink, 0.72));
    canvas.lineWidth = object === lit || object === selected ? 2.2 : 1;
    canvas.stroke(path);
  }
  drawChains(canvas, window, section);
}

/** Returns one path per object: first the hidden objects, then all other objects. */
function shapes(window: Window, { section, faint }: Scene): { object: number; path: Path2D }[] {
  const all: { object: number; path: Path2D }[] = [];
  let first = 0;
  while (first < section.loops.length) {
    const object = section.loops[first]!.object;
    const path = new Path2D();
    while (first < section.loops.length && section.loops[first]!.object === object) trace(path, window, section, first++);
    all.push({ object, path });
  }
  return all.sort((one, two) => Number(faint[two.object] ?? false) - Number(faint[one.object] ?? false));
}

/** Draws open chains (polylines) dashed. */
function drawChains(canvas: Canvas, window: Window, { chains }: Section): void {
  if (!chains.ends.length) return;
  canvas.strokeStyle = css("--open");
  canvas.lineWidth = 1.4;
  canvas.setLineDash([4, 3]);
  canvas.beginPath();
  let start = 0;
  for (const end of chains.ends) {
    for (let at = start; at < end; at++) {
      const [x, y] = window.toPage(chains.points2d[at * 2]!, chains.points2d[at * 2 + 1]!);
      if (at === start) canvas.moveTo(x, y);
      else canvas.lineTo(x, y);
    }
    start = end;
  }
  canvas.stroke();
  canvas.setLineDash([]);
}

/** Adds a loop to a path. A point within a fraction of a pixel of the previous point is left out. */
function trace(path: Path2D, window: Window, section: Section, loop: number): void {
  const { points2d, ends } = section;
  const { scale } = window;
  const left = window.width / 2 - window.x * scale;
  const top = window.height / 2 + window.y * scale;
  const end = ends[loop]!;
  const start = loopStart(section, loop);
  let lastX = Infinity;
  let lastY = Infinity;
  for (let at = start; at < end; at++) {
    const x = points2d[at * 2]! * scale + left;
    const y = top - points2d[at * 2 + 1]! * scale;
    if (at === start) path.moveTo(x, y);
    else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.35) continue;
    else path.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  path.closePath();
}

function hatch(canvas: Canvas, ink: Rgb, slant: number, ratio: number): CanvasPattern | string {
  const key = `${ink.join()} ${slant} ${ratio}`;
  const known = patterns.get(key);
  if (known) return known;
  const size = Math.round(7 * ratio);
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const context = tile.getContext("2d", { willReadFrequently: true })!;
  context.strokeStyle = write(ink, 0.62);
  context.lineWidth = 0.8 * ratio;
  for (const shift of [-size, 0, size]) {
    context.beginPath();
    if (slant) {
      context.moveTo(shift - 1, -1);
      context.lineTo(shift + size + 1, size + 1);
    } else {
      context.moveTo(shift - 1, size + 1);
      context.lineTo(shift + size + 1, -1);
    }
    context.stroke();
  }
  const pattern = canvas.createPattern(tile, "repeat");
  if (!pattern) return "transparent";
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  patterns.set(key, pattern);
  return pattern;
}

function drawGrid(canvas: Canvas, window: Window): void {
  const step = round125(90 / window.scale);
  const [left, top] = window.fromPage(0, 0);
  const [right, bottom] = window.fromPage(window.width, window.height);
  canvas.strokeStyle = css("--grid");
  canvas.fillStyle = css("--muted");
  canvas.font = `10px ${css("--letters")}`;
  canvas.lineWidth = 1;
  canvas.beginPath();
  canvas.textAlign = "left";
  canvas.textBaseline = "top";
  for (let index = Math.ceil(left / step); index * step <= right; index++) {
    const [x] = window.toPage(index * step, 0);
    canvas.moveTo(Math.round(x) + 0.5, 0);
    canvas.lineTo(Math.round(x) + 0.5, window.height);
    if (x > 40) canvas.fillText(short(index * step), Math.round(x) + 3, 3);
  }
  canvas.textBaseline = "bottom";
  for (let index = Math.ceil(bottom / step); index * step <= top; index++) {
    const [, y] = window.toPage(0, index * step);
    canvas.moveTo(0, Math.round(y) + 0.5);
    canvas.lineTo(window.width, Math.round(y) + 0.5);
    if (y > 24 && y < window.height - 34) canvas.fillText(short(index * step), 3, Math.round(y) - 2);
  }
  canvas.stroke();
}

function drawScale(canvas: Canvas, window: Window, unit: string): void {
  const size = round125(Math.min(120, window.width / 4) / window.scale);
  const width = size * window.scale;
  const x = 12;
  const y = window.height - 12;
  canvas.font = `600 11px ${css("--letters")}`;
  const label = `${short(size)}${unit ? ` ${unit}` : ""}`;
  canvas.fillStyle = css("--paper");
  canvas.globalAlpha = 0.82;
  canvas.fillRect(x - 6, y - 20, Math.max(width, canvas.measureText(label).width) + 12, 26);
  canvas.globalAlpha = 1;
  canvas.strokeStyle = canvas.fillStyle = css("--text");
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.moveTo(x, y - 5);
  canvas.lineTo(x, y);
  canvas.lineTo(x + width, y);
  canvas.lineTo(x + width, y - 5);
  canvas.stroke();
  canvas.textAlign = "left";
  canvas.textBaseline = "bottom";
  canvas.fillText(label, x + 1, y - 5);
}

/** Writes what a picture shows into its upper right corner, below the numbers of the grid. */
export function drawCaption(canvas: Canvas, window: Window, text: string): void {
  canvas.font = `600 11px ${css("--letters")}`;
  const width = Math.min(canvas.measureText(text).width, window.width - 24);
  const [x, y] = [window.width - 12, 32];
  canvas.fillStyle = css("--paper");
  canvas.globalAlpha = 0.82;
  canvas.fillRect(x - width - 6, y - 14, width + 12, 20);
  canvas.globalAlpha = 1;
  canvas.fillStyle = css("--text");
  canvas.textAlign = "right";
  canvas.textBaseline = "alphabetic";
  canvas.fillText(text, x, y, window.width - 24);
}
