/** "Why is this here?": the two vertices that decide the side of an object, drawn over the model with a sentence. */
import { Vector3 } from "three";

import { postJson, type Plane, type Why } from "../api";
import { clear, make, makeSvg, Written } from "../dom";
import { Mark } from "../mark";
import { Questions } from "../questions";
import type { Answers, Store } from "../state";
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
  private readonly questions: Questions<"why", Question, Why>;
  private readonly mark: Mark<Answers, "why">;
  private readonly told = new Written();
  private timer = 0;
  private wanted: string | null = null;

  constructor(
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    this.element.append(this.drawing, this.card);
    this.mark = new Mark(store, ["why"], this.element, { own: true });
    this.questions = new Questions(store, "why", (question, signal, revision) => postJson<Why>("api/why", question, signal, revision), TIME);
    for (const topic of ["hover", "view", "moving"] as const) store.on(topic, () => this.follow());
    store.on("truth", () => this.show());
    view.stage.after.add(() => this.draw());
  }

  /** The object under the pointer, or else the selected object. */
  private get object(): number | null {
    return this.store.hovered ?? this.store.view.selected;
  }

  /** Asks about the object after the pointer has rested on it, and while nothing moves. */
  private follow(): void {
    const { object, store } = this;
    const { plane } = store.view;
    const key = object === null || store.moving ? null : JSON.stringify([plane, object]);
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    this.questions.drop();
    if (key === null || object === null) {
      store.hear({ type: "dropped", part: "why" });
      return;
    }
    const revision = store.number("why", key);
    this.timer = window.setTimeout(() => this.questions.request({ plane, object }, revision), REST);
  }

  private show(): void {
    const why = this.mark.present("why");
    this.element.hidden = !why;
    if (!why || !this.told.changes(why)) return;
    clear(this.card, make("strong", { text: `${this.store.model.name(why.object)} ${why.verdict}: ` }), `${why.reason}.`);
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
    const { store, view } = this;
    const { info, model } = store;
    const why = this.mark.present("why");
    if (!why || !info) return;
    const { stage } = view;
    this.drawing.setAttribute("viewBox", `0 0 ${stage.width} ${stage.height}`);
    const unit = model.unit ? ` ${model.unit}` : "";
    const controls = this.controls();
    const parts = why.vertices.flatMap(({ point, side, distance }, index) => {
      const foot = add(point, scale(info.unit_normal, -distance));
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
