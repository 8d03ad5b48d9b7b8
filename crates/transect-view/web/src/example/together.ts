/** Two panels: intersections of planes with each other and with lines, and two shapes along their separating axis. */
import { clear, make, makeSvg } from "../dom";
import { short } from "../vectors";
import { Mark } from "../mark";
import type { Meeting, Separation, Told } from "./answers";
import { drawLine, type Bar } from "./intervals";
import { hasCorners, labelOf, type Vector } from "./scene";
import type { ExampleStore } from "./store";

export class Together {
  readonly element = make("section", { class: "together", "aria-labelledby": "together-title" });
  private readonly list = make("ul", {});
  private readonly mark: Told;

  constructor(private readonly store: ExampleStore) {
    this.mark = new Mark(store, ["scene"], this.list, { keeps: true });
    this.element.append(make("h2", { id: "together-title", text: "In common" }), this.list);
    for (const topic of ["view", "truth"] as const) store.on(topic, () => this.draw());
  }

  private draw(): void {
    const { view, scene } = this.store;
    const answer = this.mark.newest("scene");
    const word = view.mode === "2d" ? "Line" : "Plane";
    const rows: HTMLElement[] = [];
    const row = (who: string, text: string, detail: string, kind: string) =>
      rows.push(make("li", { "data-kind": kind }, make("strong", { text: who }), ` ${text}`, detail ? make("span", { class: "detail number", text: detail }) : null));
    if (answer?.mode === view.mode) {
      for (const meeting of answer.meetings) row(`${word}s ${meeting.planes.map((place) => place + 1).join(" and ")}`, meeting.text, detailOf(meeting), meeting.kind);
      const three = answer.meeting_of_three;
      if (three) row("All three", three.text, detailOf(three), three.kind);
      for (const said of answer.answers) {
        if (!said.meeting || !scene.shapes.some((shape) => shape.id === said.id)) continue;
        const which = scene.planes.length > 1 ? `${word.toLowerCase()} 1` : `the ${word.toLowerCase()}`;
        row(`${nameOf(said.kind)} ${said.id}`, wordsOf(said.meeting, which), detailOf(said.meeting), said.meeting.kind);
      }
    }
    this.element.hidden = rows.length === 0;
    clear(this.list, ...rows);
  }
}

function nameOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

function wordsOf(meeting: Meeting, which: string): string {
  if (meeting.kind === "point") return `meets ${which} in a point`;
  if (meeting.kind === "within") return `lies within ${which}`;
  if (meeting.kind === "apart") return `stays ${meeting.side === "front" ? "in front" : "behind"}${meeting.parallel ? ", parallel" : ""}`;
  return meeting.kind;
}

function detailOf(meeting: Meeting): string {
  if (meeting.kind === "point") return told(meeting.point);
  if (meeting.kind === "line") return `${told(meeting.origin)} + t ${told(meeting.direction)}`;
  if (meeting.kind === "parallel") return meeting.side === "front" ? "the second in front of the first" : "the second behind the first";
  return "";
}

export function told(vector: Vector): string {
  return `(${vector.map((part) => short(part, 4).replace("-", "−")).join(", ")})`;
}

/** The panel to choose two shapes. It shows how far they overlap, and both shapes on a number line along the axis. */
export class Pair {
  readonly element = make("section", { class: "pair", "aria-labelledby": "pair-title" });
  private readonly choices = [0, 1].map((place) => make("select", { id: `pair-${place + 1}`, "aria-label": place === 0 ? "The first shape" : "The second shape", onchange: () => this.choose() }));
  private readonly verdict = make("p", { class: "verdict-line", id: "separation", "aria-live": "polite" });
  private readonly detail = make("p", { class: "detail number" });
  private readonly svg = makeSvg("svg", { class: "number-line", role: "img" });
  private readonly found = make("div", {}, this.verdict, this.detail, this.svg);
  private readonly mark: Told;

  constructor(private readonly store: ExampleStore) {
    this.mark = new Mark(store, ["scene"], this.found, { keeps: true });
    const [one, two] = this.choices as [HTMLSelectElement, HTMLSelectElement];
    this.element.append(make("h2", { id: "pair-title", text: "Separating axis" }), make("div", { class: "row tight" }, one, make("span", { text: "and" }), two), this.found);
    for (const topic of ["view", "truth"] as const) store.on(topic, () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  private choose(): void {
    const [one, two] = this.choices.map((choice) => choice.value) as [string, string];
    this.store.changeScene({ pair: one && two && one !== two ? [one, two] : null });
  }

  private draw(): void {
    const { store } = this;
    const { scene, view } = store;
    this.element.hidden = view.mode !== "2d";
    if (view.mode !== "2d") return;
    const able = scene.shapes.filter(hasCorners);
    this.choices.forEach((choice, place) => {
      const wanted = able.map((shape) => `${shape.id} ${labelOf(shape, "2d")}`);
      const other = scene.pair?.[1 - place];
      const key = `${wanted.join()} ${other}`;
      if (choice.dataset.key !== key) {
        choice.dataset.key = key;
        clear(choice, make("option", { value: "", text: "none" }), ...able.map((shape, index) => make("option", { value: shape.id, text: wanted[index]!, disabled: shape.id === other })));
      }
      choice.value = scene.pair?.[place] ?? "";
    });
    const answer = this.mark.newest("scene");
    const found = answer?.mode === "2d" ? answer.separations[0] : undefined;
    const separation = found && scene.pair && found.pair.join() === scene.pair.join() ? found : undefined;
    this.verdict.textContent = separation ? sentence(separation) : "Choose two shapes with corners.";
    this.verdict.dataset.overlap = separation ? String(separation.overlap) : "";
    this.detail.textContent = separation ? numbersOf(separation) : "";
    this.svg.toggleAttribute("hidden", !separation?.intervals);
    if (separation?.intervals) this.line(separation, separation.intervals);
  }

  private line(separation: Separation, intervals: [[number, number], [number, number]]): void {
    const bars = separation.pair.map((id, place): Bar => ({ id, label: id, side: "pair", interval: intervals[place]!, touching: false }));
    drawLine(this.svg, bars, Math.max(this.element.clientWidth - 24, 160), null, null);
    this.svg.setAttribute("aria-label", `Along the axis: ${bars.map((bar) => `${bar.label} from ${bar.interval[0]} to ${bar.interval[1]}`).join("; ")}`);
  }
}

function sentence(separation: Separation): string {
  const { text } = separation;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function numbersOf({ axis, overlap, depth, translation, intervals }: Separation): string {
  if (!axis || !intervals) return "";
  if (!overlap) return `axis ${told(axis)}, gap ${short(intervals[1][0] - intervals[0][1], 4)}`;
  return translation && depth ? `depth ${short(depth, 4)}; least translation of the second shape ${told(translation)}` : `direction ${told(axis)}`;
}
