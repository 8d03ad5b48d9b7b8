/** A slider for the height of the plane, and a chart of the section's area over the height. */
import { postJson, CLIENT, type Curve, type Level, type Point } from "../api";
import { clear, flag, make, makeSvg, setText } from "../dom";
import { about, Mark } from "../mark";
import { Questions } from "../questions";
import { atHeight, atLevel, axisOf, extent, height, rising, rounded, stepOf } from "../planes";
import { sums, type Section } from "../section";
import type { Answers, Store } from "../state";
import { ELSEWHERE } from "../stored";
import { short } from "../vectors";
import { chartScale, curveKey, heightOf, levelOf, THUMB } from "./chart";
import { areaUnit } from "./units";

const HIGH = 44;
/** The distance from the mark of a level, in pixels, at which a press goes to the level. */
const NEAR = 5;
/** The time in milliseconds after which the request counts as lost. */
const TIME = 60_000;

let sequence = 0;

export class HeightPanel {
  readonly element = make("div", { class: "height" });
  readonly slider = make("input", { type: "range", id: "height", "aria-label": "Height of the plane" });
  private readonly value = make("output", { for: "height", class: "number" });
  private readonly title = make("h2", { text: "Height" });
  private readonly area = make("span", { class: "muted" });
  private readonly stops = make("select", { id: "stops", "aria-label": "Heights with large faces" });
  private readonly chart = makeSvg("svg", { class: "curve", "aria-hidden": "true" });
  private readonly questions: Questions<"curve", Point, Curve>;
  private readonly curve: Mark<Answers, "curve">;
  private readonly section: Mark<Answers, "section">;
  private drawn: Curve | null = null;
  /** The section whose area is shown. */
  private measured: Section | null = null;
  private timer = 0;
  /** The width of the chart in pixels, when it was drawn. */
  private width = 0;

  constructor(private readonly store: Store) {
    this.element.append(make("div", { class: "row" }, this.title, this.value, this.stops, make("span", { class: "grow" }), this.area), this.slider, this.chart);
    for (const element of [this.title, this.value, this.slider]) about("view", element);
    this.curve = new Mark(store, ["curve"], this.chart, { host: this.element, name: "The curve", own: true });
    this.section = new Mark(store, ["section"], this.area);
    const fetch = (normal: Point, signal: AbortSignal, revision: number) =>
      postJson<Curve>("api/curve", { normal, inside: store.view.inside, samples: 160, client: CLIENT, sequence: ++sequence }, signal, revision);
    this.questions = new Questions(store, "curve", fetch, TIME);
    store.on("truth", () => {
      this.showArea();
      flag(this.element, "data-older", store.status("section") === "unclear");
      if (this.curve.present("curve") !== this.drawn) this.draw();
    });
    this.slider.addEventListener("input", (event) => this.slide(event));
    this.slider.addEventListener("change", () => {
      this.store.setMoving(false);
      this.store.keep();
    });
    this.slider.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.chart.addEventListener("pointerdown", (event) => this.press(event));
    this.chart.addEventListener("pointermove", (event) => event.buttons & 1 && this.press(event));
    this.chart.addEventListener("pointerup", () => {
      this.store.setMoving(false);
      this.store.keep();
    });
    this.stops.addEventListener("change", () => {
      const level = this.curve.present("curve")?.levels[Number(this.stops.value)];
      if (level) this.goTo(level);
    });
    if (store.stored) {
      for (const element of [this.slider, this.stops]) element.disabled = true;
      this.slider.title = ELSEWHERE;
    }
    this.listStops();
    store.on("view", () => this.show());
    store.on("section", () => this.show());
    store.on("pictured", () => this.show());
    new ResizeObserver(() => this.draw()).observe(this.chart);
  }

  private slide(event: Event): void {
    this.store.setMoving(true);
    this.go(Number(this.slider.value), event.timeStamp);
  }

  private press(event: PointerEvent): void {
    if (this.store.stored) return;
    this.chart.setPointerCapture(event.pointerId);
    const box = this.chart.getBoundingClientRect();
    const share = (event.clientX - box.left - THUMB) / (box.width - 2 * THUMB);
    const [from, to] = this.range();
    // A press near the mark of a level goes exactly to this level.
    const near = this.levels().find(({ x }) => Math.abs(x - (event.clientX - box.left)) <= NEAR);
    if (near && event.type === "pointerdown") {
      this.goTo(near.level);
      return;
    }
    this.store.setMoving(true);
    this.go(from + Math.max(0, Math.min(1, share)) * (to - from), event.timeStamp);
  }

  private wheel(event: WheelEvent): void {
    if (this.store.stored) return;
    event.preventDefault();
    const { info } = this.store;
    if (!info) return;
    const step = stepOf(this.range());
    const turn = -Math.sign(event.deltaY || event.deltaX) * (event.shiftKey ? 1 : 5);
    this.go(height(info) + turn * step, event.timeStamp);
    this.store.keepSoon();
  }

  private go(wanted: number, since: number): void {
    const { info } = this.store;
    if (!info) return;
    this.store.change({ plane: atHeight(info, wanted, stepOf(this.range())) }, { dragging: true, since });
  }

  /** Moves the plane exactly to a height at which faces lie. */
  private goTo(level: Level): void {
    const { info } = this.store;
    if (info) this.store.change({ plane: atLevel(info, level.height) });
  }

  /** Returns the levels of the present curve, with their positions on the chart. */
  private levels(): { level: Level; x: number }[] {
    const { info } = this.store;
    const curve = this.curve.present("curve");
    if (!curve || !info) return [];
    const x = this.scale();
    return curve.levels.map((level) => ({ level, x: x(heightOf(level.height, info.normal)) }));
  }

  private listStops(): void {
    const { info, model } = this.store;
    const normal = info?.normal ?? [0, 0, 1];
    const first = make("option", { value: "", text: "Levels…" });
    const options = (this.curve.present("curve")?.levels ?? []).map(({ height, area, faces, object, objects }, index) => {
      const name = object === null ? "" : (model.objects[object]?.class ?? model.name(object));
      const others = objects > 1 ? ` and ${objects - 1} more` : "";
      const way = faces === "front" ? "upper" : "under";
      return make("option", { value: index, text: `${short(heightOf(height, normal), 6)}: ${way} faces of ${name}${others}, ${short(area, 4)}${areaUnit(model.unit)}` });
    });
    this.stops.replaceChildren(first, ...options);
    this.stops.hidden = options.length === 0;
  }

  private range(): [number, number] {
    const { info, model } = this.store;
    return extent(model.manifest.bounds, info?.normal ?? [0, 0, 1]);
  }

  private show(): void {
    const { info, model } = this.store;
    this.showArea();
    flag(this.element, "data-unknown", info === null);
    this.slider.disabled = info === null || this.store.stored !== null;
    if (!info) {
      setText(this.title, "Height");
      setText(this.value, "…");
      this.slider.setAttribute("aria-valuetext", "unknown");
      return;
    }
    const range = this.range();
    const step = stepOf(range);
    const at = height(info);
    const low = rounded(Math.floor(range[0] / step) * step, step);
    const high = rounded(Math.ceil(range[1] / step) * step, step);
    for (const [name, value] of [["min", low], ["max", high], ["step", step]] as const) {
      if (this.slider.getAttribute(name) !== String(value)) this.slider.setAttribute(name, String(value));
    }
    if (document.activeElement !== this.slider || Math.abs(Number(this.slider.value) - at) > step * 0.51) this.slider.value = String(at);
    const along = axisOf(info.normal);
    const unitText = model.unit ? ` ${model.unit}` : "";
    setText(this.title, along ? `Height along ${along.axis}` : "Height along the normal");
    setText(this.value, `${short(at, 7)}${unitText}`);
    this.slider.setAttribute("aria-valuetext", `${short(at, 7)}${unitText}`);
    this.wantCurve(info.normal);
    this.mark();
  }

  private showArea(): void {
    const { model } = this.store;
    const section = this.section.newest("section");
    if (section === this.measured) return;
    this.measured = section;
    const isMixed = section?.loops.some((loop) => model.airy[loop.object]);
    setText(this.area, section ? `${isMixed ? "material" : "area"} ${short(sums(section, (object) => !model.airy[object]).area, 5)}${areaUnit(model.unit)}` : "");
  }

  /** Requests the curve of areas along a normal, after the normal stops changing. */
  private wantCurve(normal: Point): void {
    if (!this.store.pictured) return;
    const up = rising(normal);
    const before = this.store.truth.parts.curve.asked?.revision;
    const revision = this.store.number("curve", curveKey(normal, this.store.view.inside));
    if (revision === before) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.questions.request(up, revision), before ? 250 : 30);
  }

  /** Returns the function from heights to positions on the chart. */
  private scale(): (at: number) => number {
    return chartScale(this.range(), this.width);
  }

  private draw(): void {
    const { info } = this.store;
    const curve = this.curve.present("curve");
    if (this.drawn !== curve) {
      this.drawn = curve;
      this.listStops();
    }
    clear(this.chart);
    this.width = this.chart.clientWidth;
    const { width } = this;
    if (!curve || !info || width < 40) return;
    this.chart.setAttribute("viewBox", `0 0 ${width} ${HIGH}`);
    const areas = curve.areas.map((area, index) => area - curve.air[index]!);
    const top = Math.max(...areas, 1e-300);
    const x = this.scale();
    const y = (area: number) => HIGH - 2 - (Math.max(area, 0) / top) * (HIGH - 6);
    const places = curve.offsets.map((offset, index) => `${x(heightOf(offset, info.normal)).toFixed(1)},${y(areas[index]!).toFixed(1)}`);
    const [first, last] = [THUMB, width - THUMB];
    this.chart.append(
      makeSvg("polygon", { class: "under", points: `${first},${HIGH - 2} ${places.join(" ")} ${last},${HIGH - 2}` }),
      makeSvg("polyline", { class: "over", points: places.join(" ") }),
      makeSvg("line", { class: "ground", x1: first, x2: last, y1: HIGH - 1.5, y2: HIGH - 1.5 }),
      ...this.levels().map(({ x }) => makeSvg("line", { class: "level", x1: x.toFixed(1), x2: x.toFixed(1), y1: HIGH - 9, y2: HIGH })),
      makeSvg("line", { class: "marker", y1: 0, y2: HIGH }),
    );
    this.mark();
  }

  private mark(): void {
    const marker = this.chart.querySelector(".marker");
    const { info } = this.store;
    const curve = this.curve.present("curve");
    if (!marker || !curve || !info) return;
    const index = levelOf(curve.levels, info);
    this.stops.value = index < 0 ? "" : String(index);
    const x = this.scale()(height(info)).toFixed(1);
    marker.setAttribute("x1", x);
    marker.setAttribute("x2", x);
  }
}
