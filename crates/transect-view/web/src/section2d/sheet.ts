/** The drawing of the section on a canvas. A new section from the server is painted before any other work is done. */
import { paint, type Coloured, type Paint } from "../colours";
import { save } from "../dom";
import { Mark } from "../mark";
import { onTheme } from "../theme";
import type { Store } from "../state";
import type { Section } from "../section";
import { corners, dot, sub } from "../vectors";
import { boxOf, loopAt, vertexAt } from "./hit";
import { Measure } from "./measure";
import { drawCaption, drawSection, forgetPatterns } from "./painting";
import type { Place } from "../view";
import { Window, type Box } from "./window";

export class SectionSheet {
  readonly canvas = document.createElement("canvas");
  readonly window = new Window();
  readonly measure = new Measure();
  grid = true;
  /** Called when the summary below the drawing may have changed. */
  told: () => void = () => {};

  private readonly context: CanvasRenderingContext2D;
  private paintOf: { section: Section; colours: Paint } | null = null;
  private asked = 0;
  private ratio = 1;
  private normal = "";
  private pointers = new Map<number, { x: number; y: number }>();
  private moved = false;
  private cursor: { x: number; y: number } | null = null;
  private readonly mark: Coloured;

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
    panel: HTMLElement,
  ) {
    this.mark = new Mark(store, ["section", "region"], this.canvas, { host: panel, name: "The drawing", older: (name) => store.older(name), keeps: true });
    // With `willReadFrequently`, the canvas is drawn by the CPU. Where the GPU is emulated, the section then appears
    // without waiting for the 3D view.
    this.context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true })!;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", "The section. Arrow keys move the view, plus and minus zoom. While measuring, arrow keys move a cross and Enter sets a point.");
    host.append(this.canvas);
    new ResizeObserver(() => this.resize()).observe(host);
    onTheme(() => {
      forgetPatterns();
      this.repaint();
    });
    store.on("look", () => this.repaint());
    store.on("region", () => this.repaint());
    store.on("hover", () => this.invalidate());
    this.listen();
    this.resize();
  }

  /** Takes a new section from the server and paints it immediately, before the next frame. */
  take(section: Section): void {
    const normal = section.frame.u.concat(section.frame.v).join();
    const fresh = normal !== this.normal;
    this.normal = normal;
    this.paintOf = { section, colours: paint(this.store, this.mark) };
    if (fresh) {
      this.measure.clear();
      this.fit();
    }
    this.draw();
  }

  fit(): void {
    const { model } = this.store;
    const section = this.mark.newest("section");
    if (!section) return;
    const { origin, u, v } = section.frame;
    const box: Box = { min: [Infinity, Infinity], max: [-Infinity, -Infinity] };
    for (const corner of corners(model.manifest.bounds)) {
      const from = sub(corner, origin);
      [dot(from, u), dot(from, v)].forEach((value, axis) => {
        box.min[axis as 0 | 1] = Math.min(box.min[axis as 0 | 1], value);
        box.max[axis as 0 | 1] = Math.max(box.max[axis as 0 | 1], value);
      });
    }
    this.window.fit(box);
    this.invalidate();
  }

  /** Zooms to the section of an object, if the object has one. */
  show(object: number): void {
    const section = this.mark.newest("section");
    const box = section && boxOf(section, object);
    if (!box) return;
    const [left, top] = this.window.toPage(box.min[0], box.max[1]);
    const [right, bottom] = this.window.toPage(box.max[0], box.min[1]);
    const seen = left >= 0 && top >= 0 && right <= this.window.width && bottom <= this.window.height;
    if (!seen || Math.max(right - left, bottom - top) < 12) this.window.fit(box, 90);
    this.invalidate();
  }

  repaint(): void {
    if (this.paintOf) this.paintOf.colours = paint(this.store, this.mark);
    this.invalidate();
  }

  invalidate(): void {
    if (!this.asked) this.asked = requestAnimationFrame(() => this.draw());
  }

  /**
   * Saves the visible part of the section as PNG at twice the resolution. The picture and its name say which model and
   * plane it shows: those of the drawn section, also while the section of another plane is awaited.
   */
  savePng(): void {
    if (!this.paintOf) return;
    const { text } = this.paintOf.section.plane;
    const name = this.store.fileName("section.png", text);
    const copy = document.createElement("canvas");
    copy.width = this.window.width * 2;
    copy.height = this.window.height * 2;
    const context = copy.getContext("2d")!;
    forgetPatterns();
    this.paintOn(context, 2);
    forgetPatterns();
    drawCaption(context, this.window, `${this.store.names.source} · ${text}`);
    copy.toBlob((blob) => blob && save(name, blob), "image/png");
  }

  private draw(): void {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.paintOn(this.context, this.ratio);
  }

  private paintOn(context: CanvasRenderingContext2D, ratio: number): void {
    if (!this.paintOf) return;
    const { section, colours } = this.paintOf;
    const { hovered, view, model } = this.store;
    const scene = { section, paint: colours, unit: model.unit, lit: hovered, selected: view.selected, grid: this.grid, faint: model.objects.map(({ index }) => !this.store.visible(index)) };
    drawSection(context, this.window, scene, ratio);
    this.measure.draw(context, this.window, view.measure, model.unit);
    this.drawCursor(context);
  }

  private drawCursor(context: CanvasRenderingContext2D): void {
    if (!this.cursor || !this.measure.active) return;
    const { x, y } = this.cursor;
    context.beginPath();
    context.moveTo(x - 9, y);
    context.lineTo(x + 9, y);
    context.moveTo(x, y - 9);
    context.lineTo(x, y + 9);
    context.stroke();
  }

  private resize(): void {
    const first = this.window.width <= 1;
    const wider = this.host.clientWidth / this.window.width;
    this.window.width = Math.max(this.host.clientWidth, 1);
    this.window.height = Math.max(this.host.clientHeight, 1);
    this.ratio = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.round(this.window.width * this.ratio);
    this.canvas.height = Math.round(this.window.height * this.ratio);
    forgetPatterns();
    if (first) this.fit();
    else this.window.scale *= wider || 1;
    this.draw();
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Returns the vertex of the section near a position, or the position itself. */
  private attracted(x: number, y: number): Place {
    const at = this.window.fromPage(x, y);
    const section = this.mark.newest("section");
    const vertex = section && vertexAt(section, at[0], at[1], 9 / this.window.scale);
    return vertex ? { at: vertex, vertex: true } : { at, vertex: false };
  }

  /** Takes a measured point. A measure belongs to the view's plane, so the drawn section must be that of this plane. */
  private measureAt(x: number, y: number): void {
    if (this.store.status("section") !== "answered") return;
    const measure = this.measure.take(this.attracted(x, y));
    if (measure || this.store.view.measure) this.store.change({ measure });
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, this.place(event));
      this.moved = this.pointers.size > 1;
    });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.store.hover(null));
    canvas.addEventListener("dblclick", () => !this.measure.active && this.fit());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.place(event);
    const delta = Math.max(-240, Math.min(240, event.deltaY * (event.deltaMode === 1 ? 16 : 1)));
    this.window.zoom(Math.exp(-delta * 0.0018), x, y);
    this.invalidate();
  }

  private move(event: PointerEvent): void {
    const now = this.place(event);
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      this.hover(now.x, now.y);
      return;
    }
    if (Math.hypot(now.x - last.x, now.y - last.y) > 3) this.moved = true;
    if (!this.moved) return;
    if (this.pointers.size === 2) {
      const other = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      this.window.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(before, 1), other.x, other.y);
    } else this.window.pan(now.x - last.x, now.y - last.y);
    this.pointers.set(event.pointerId, now);
    this.invalidate();
  }

  private hover(x: number, y: number): void {
    const section = this.mark.newest("section");
    if (!section) return;
    if (this.measure.active) {
      this.measure.next = this.attracted(x, y);
      this.invalidate();
      this.told();
    }
    const [u, v] = this.window.fromPage(x, y);
    const loop = loopAt(section, u, v);
    this.store.hover(loop === null ? null : section.loops[loop]!.object, loop);
  }

  private up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId) || this.moved) return;
    const { x, y } = this.place(event);
    if (this.measure.active) {
      this.measureAt(x, y);
      this.invalidate();
      this.told();
      return;
    }
    this.hover(x, y);
    const { hovered, view } = this.store;
    if (hovered !== view.selected) this.store.change({ selected: hovered });
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 2 : 20;
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    const { width, height } = this.window;
    if (way && this.measure.active) {
      this.cursor ??= { x: width / 2, y: height / 2 };
      this.cursor.x += way[0] * (step / 2);
      this.cursor.y += way[1] * (step / 2);
      this.measure.next = this.attracted(this.cursor.x, this.cursor.y);
    } else if (way) this.window.pan(-way[0] * step, -way[1] * step);
    else if (event.key === "Enter" && this.measure.active) {
      const { x, y } = (this.cursor ??= { x: width / 2, y: height / 2 });
      this.measureAt(x, y);
    } else if (event.key === "+" || event.key === "=") this.window.zoom(1.25, width / 2, height / 2);
    else if (event.key === "-") this.window.zoom(0.8, width / 2, height / 2);
    else if (event.key === "Home") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.invalidate();
    this.told();
  }
}
