/** "Why is this here?": the two vertices that decide the side of an object, drawn over the model with a sentence. */
import { Vector3 } from "three";

import { postJson, type Plane, type Why } from "../api";
import { Asker } from "../asker";
import { clear, make, makeSvg } from "../dom";
import type { Store } from "../state";
import { add, scale, short } from "../vectors";
import type { View3d } from "../view3d";

/** The time for which the pointer must rest on an object, in milliseconds. */
const REST = 350;
/** The time in milliseconds after which the request counts as lost. */
const TIME = 8000;
/** The greatest width of a label, in pixels. */
const LABEL = 220;

interface Question {
  plane: Plane;
  object: number;
}

export class WhyPanel {
  readonly element = make("div", { class: "why", hidden: true });
  private readonly card = make("p", { class: "card", id: "why", role: "status" });
  private readonly drawing = makeSvg("svg", { "aria-hidden": "true" });
  private readonly ask: Asker<Question, Why>;
  private shown: { question: Question; why: Why } | null = null;
  private timer = 0;
  private wanted = "";

  constructor(
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    this.element.append(this.drawing, this.card);
    this.ask = new Asker(
      (question, signal) => postJson<Why>("api/why", question, signal),
      {
        answered: (why, question) => this.take({ question, why }),
        refused: () => this.take(null),
        lost: () => {},
      },
      TIME,
    );
    store.on("retry", () => this.ask.retry());
    for (const topic of ["hover", "view", "moving", "section", "truth"] as const) store.on(topic, () => this.follow());
    view.stage.after.add(() => this.draw());
  }

  /** The object under the pointer, or else the selected object. */
  private get object(): number | null {
    return this.store.hovered ?? this.store.view.selected;
  }

  private follow(): void {
    const { object, store } = this;
    const { plane } = store.view;
    const known = this.shown?.question;
    if (known && known.object === object && known.plane === plane && store.status("section") !== "refused") return;
    this.shown = null;
    this.element.hidden = true;
    const key = JSON.stringify([plane, object, store.moving]);
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    this.ask.drop();
    if (object === null || store.moving) return;
    this.timer = window.setTimeout(() => this.ask.request({ plane, object }), REST);
  }

  private take(answer: { question: Question; why: Why } | null): void {
    const { store } = this;
    const isCurrent = answer && answer.question.object === this.object && answer.question.plane === store.view.plane && !store.moving;
    this.shown = isCurrent ? answer : null;
    this.element.hidden = !this.shown;
    if (!this.shown) return;
    const { why, question } = this.shown;
    clear(this.card, make("strong", { text: `${store.model.name(question.object)} ${why.verdict}: ` }), `${why.reason}.`);
    this.draw();
  }

  /** Returns the place of the controls at the upper right, in pixels of the picture. */
  private controls(): { left: number; bottom: number } {
    const box = this.element.parentElement?.querySelector(".over-right")?.getBoundingClientRect();
    const own = this.view.stage.host.getBoundingClientRect();
    return box ? { left: box.left - own.left, bottom: box.bottom - own.top } : { left: own.width, bottom: 0 };
  }

  /** Draws each deciding vertex, its distance from the plane, and the line between them. */
  private draw(): void {
    const { shown, store, view } = this;
    const { section, model } = store;
    if (!shown || !section) return;
    const { stage } = view;
    this.drawing.setAttribute("viewBox", `0 0 ${stage.width} ${stage.height}`);
    const unit = model.unit ? ` ${model.unit}` : "";
    const controls = this.controls();
    const parts = shown.why.vertices.flatMap(({ point, side, distance }, index) => {
      const foot = add(point, scale(section.plane.unit_normal, -distance));
      const [from, to] = [point, foot].map((end) => stage.project(new Vector3(...model.local(end))));
      // Near the right border, and beside the controls, the label is on the left, if there is room for it.
      const limit = from!.y < controls.bottom ? controls.left : stage.width;
      const beside = Math.min(from!.x, limit) - 8;
      const end = beside < LABEL ? from!.x - 8 : beside;
      const right = from!.x < limit - LABEL || end < LABEL;
      const label = makeSvg("text", { x: right ? from!.x + 8 : end, y: from!.y + (index ? -6 : 14), "text-anchor": right ? "start" : "end" });
      const name = index ? "frontmost" : "backmost";
      label.textContent = side === "on" ? `${name}: on the plane, exactly` : `${name}: ${short(Math.abs(distance), 4)}${unit} ${side === "front" ? "in front" : "behind"}`;
      return [
        makeSvg("line", { x1: from!.x, y1: from!.y, x2: to!.x, y2: to!.y }),
        makeSvg("circle", { class: side, cx: from!.x, cy: from!.y, r: 5 }),
        label,
      ];
    });
    this.drawing.replaceChildren(...parts);
  }
}
