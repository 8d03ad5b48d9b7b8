/** The projection of each shape onto the plane's normal, as an interval on one number line; 0 is the plane. */
import { clear, makeSvg } from "../dom";
import { round125, short } from "../vectors";
import { Mark } from "../mark";
import { saidOf, type Side, type Told } from "./answers";
import type { ExampleStore } from "./store";

const ROW = 30;
const BAR = 12;
const TOP = 34;
const MARGIN = 50;
const LABEL = 18;
/** The least distance between two ticks of the number line, in pixels. */
const TICK = 30;

export interface Bar {
  id: string;
  label: string;
  side: Side | "pair";
  interval: [number | null, number | null];
  touching: boolean;
}

/** Draws bars over one number line into an SVG element; `width` is the width of the drawing in pixels. */
export function drawLine(svg: SVGSVGElement, bars: Bar[], width: number, lit: string | null, zero: string | null): void {
  const finite = bars.flatMap((bar) => bar.interval).filter((value): value is number => value !== null);
  const [low, high] = rangeOf(zero === null ? finite : [0, ...finite]);
  const left = LABEL + MARGIN;
  const right = Math.max(width - MARGIN, left + 40);
  const at = (value: number) => left + ((value - low) / (high - low)) * (right - left);
  const bottom = TOP + bars.length * ROW + 2;
  svg.setAttribute("viewBox", `0 0 ${width} ${bottom + 4}`);
  svg.setAttribute("height", String(bottom + 4));
  clear(svg);
  const step = tickStep(((high - low) / (right - left)) * TICK);
  for (let number = Math.ceil(low / step); number * step <= high + step * 1e-9; number++) {
    const x = at(number * step);
    svg.append(makeSvg("line", { class: "tick", x1: x, x2: x, y1: TOP - 6, y2: bottom }));
    if (number !== 0 || zero === null) svg.append(makeSvg("text", { class: "tick-label", x, y: TOP - 12, text: minus(number * step) }));
  }
  svg.append(makeSvg("line", { class: "base", x1: LABEL, x2: width, y1: TOP - 6, y2: TOP - 6 }));
  if (zero !== null) {
    svg.append(makeSvg("line", { class: "zero", x1: at(0), x2: at(0), y1: TOP - 6, y2: bottom }));
    svg.append(makeSvg("text", { class: "zero-label", x: at(0), y: TOP - 22, text: zero }));
    svg.append(makeSvg("text", { class: "tick-label strong", x: at(0), y: TOP - 10, text: "0" }));
  }
  bars.forEach((bar, row) => svg.append(drawBar(bar, TOP + row * ROW + ROW / 2, at, [LABEL + 6, width - 6], bar.id === lit)));
}

function drawBar(bar: Bar, y: number, at: (value: number) => number, edges: [number, number], lit: boolean): SVGGElement {
  const [from, to] = bar.interval;
  const x1 = from === null ? edges[0] : at(from);
  const x2 = to === null ? edges[1] : at(to);
  const group = makeSvg("g", { class: `interval ${bar.side}${lit ? " lit" : ""}`, "data-id": bar.id });
  group.append(makeSvg("rect", { class: "row-area", x: 0, y: y - ROW / 2, width: edges[1] + 6, height: ROW }));
  group.append(makeSvg("text", { class: "interval-name", x: 4, y: y + 4, text: bar.label }));
  if (x2 - x1 < 3) group.append(makeSvg("circle", { class: "span", cx: (x1 + x2) / 2, cy: y, r: BAR / 2 - 1 }));
  else {
    group.append(makeSvg("rect", { class: "span", x: x1, y: y - BAR / 2, width: x2 - x1, height: BAR, rx: 3 }));
    if (from === null) group.append(makeSvg("path", { class: "endless", d: `M${x1 + 7} ${y - 9}l-7 9l7 9` }));
    if (to === null) group.append(makeSvg("path", { class: "endless", d: `M${x2 - 7} ${y - 9}l7 9l-7 9` }));
  }
  if (bar.touching) {
    const place = Math.abs(from ?? Infinity) <= Math.abs(to ?? Infinity) ? x1 : x2;
    group.append(makeSvg("circle", { class: "touch", cx: place, cy: y, r: 5 }));
  }
  const room = bar.touching || x2 - x1 < 3 ? 10 : 6;
  if (from !== null) group.append(makeSvg("text", { class: "end from", x: x1 - room, y: y + 4, text: minus(from) }));
  if (to !== null && to !== from) group.append(makeSvg("text", { class: "end to", x: x2 + room, y: y + 4, text: minus(to) }));
  return group;
}

/** Returns 1, 2 or 5 times a power of ten: the least such number that is at least `least`. */
function tickStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

/** Returns a rounded range of the number line, which stays the same while the values change a little. */
function rangeOf(values: number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low)) return [-1, 1];
  const step = round125(Math.max(high - low, Math.abs(low) * 1e-6, 1e-9) / 3);
  const floor = Math.floor(low / step) * step;
  return [floor, Math.max(Math.ceil(high / step) * step, floor + step)];
}

/** Returns the text of a number with a typographic minus sign. */
export function minus(value: number): string {
  return short(value, 4).replace("-", "−");
}

/** The number line of all shapes. */
export class Intervals {
  private readonly svg = makeSvg("svg", { class: "number-line", role: "img" });
  private readonly mark: Told;

  constructor(
    private readonly host: HTMLElement,
    private readonly store: ExampleStore,
  ) {
    host.append(this.svg);
    this.mark = new Mark(store, ["scene"], this.svg, { host, name: "The number line", keeps: true });
    for (const topic of ["view", "truth", "hover"] as const) store.on(topic, () => this.draw());
    new ResizeObserver(() => this.draw()).observe(host);
    const idOf = (event: Event) => (event.target as Element).closest("[data-id]")?.getAttribute("data-id") ?? null;
    this.svg.addEventListener("pointermove", (event) => store.hover(idOf(event)));
    this.svg.addEventListener("pointerleave", () => store.hover(null));
    this.svg.addEventListener("click", (event) => store.select(idOf(event)));
  }

  private draw(): void {
    const { store } = this;
    const answer = this.mark.newest("scene");
    const bars = store.scene.shapes.flatMap((shape): Bar[] => {
      const said = saidOf(answer, store.view.mode, shape.id);
      return said ? [{ id: shape.id, label: shape.id, side: said.side, interval: said.interval, touching: said.touching }] : [];
    });
    const words = bars.map((bar) => `${bar.label} from ${bar.interval[0] ?? "minus infinity"} to ${bar.interval[1] ?? "infinity"}`);
    this.svg.setAttribute("aria-label", `Signed distances from the plane: ${words.join("; ")}`);
    drawLine(this.svg, bars, Math.max(this.host.clientWidth, 160), store.hovered ?? store.view.selected, store.view.mode === "3d" ? "plane" : "line");
  }
}
