/** The properties of the selected object, with buttons that hide or isolate the object in 3D. */
import { button, clear, make } from "../dom";
import { about, Mark } from "../mark";
import type { Answers, Store } from "../state";
import { short, whole } from "../vectors";
import { areaUnit } from "./units";

const SIDES: Record<string, string> = { f: "front", o: "on", b: "back" };

export class Properties {
  readonly element = make("section", { class: "properties", "aria-label": "Properties", hidden: true });
  private readonly title = make("h3");
  /** What the model says of the object, and what the section does. */
  private readonly facts = about("model", make("dl"));
  private readonly answers = make("dl");
  private readonly mark: Mark<Answers, "section">;
  private readonly hide = button("Hide", { title: "Hide the selected object in 3D", id: "hide" }, () => this.toggle());
  private readonly isolate = button("Isolate", { title: "Draw only the selected object in 3D", id: "isolate" }, () => this.only());
  private readonly all = button("Show all", { title: "Draw all objects in 3D", id: "show-all" }, () => this.store.change({ hidden: [], only: null }));
  private readonly tools = make("div", { class: "row tight" }, this.hide, this.isolate, this.all);

  constructor(private readonly store: Store) {
    about("model", this.title);
    this.element.append(this.title, make("div", { class: "values" }, this.facts, this.answers), this.tools);
    this.mark = new Mark(store, ["section"], this.answers);
    for (const topic of ["view", "section"] as const) store.on(topic, () => this.draw());
    this.draw();
  }

  private toggle(): void {
    const { selected } = this.store.view;
    if (selected === null) return;
    this.store.change({ selected: null }, { dragging: true });
    this.store.toggleHidden([selected]);
  }

  private only(): void {
    const { selected } = this.store.view;
    if (selected !== null) this.store.change({ only: [selected] });
  }

  private draw(): void {
    const { view, model } = this.store;
    const section = this.mark.newest("section");
    const object = view.selected === null ? undefined : model.objects[view.selected];
    const hidden = view.hidden.length > 0 || view.only !== null;
    this.element.hidden = !object && !hidden;
    this.title.hidden = this.facts.hidden = this.answers.hidden = this.hide.hidden = this.isolate.hidden = !object;
    this.all.hidden = !hidden;
    if (!object) return;
    const unit = model.unit ? ` ${model.unit}` : "";
    const inside = section?.inside.find((cut) => cut.object === object.index);
    const { min, max } = object.bounds ?? { min: [0, 0, 0], max: [0, 0, 0] };
    const size = [0, 1, 2].map((axis) => short(max[axis]! - min[axis]!, 4)).join(" × ");
    const rows = (list: [string, string | null][]) => list.flatMap(([name, value]) => (value ? [make("dt", { text: name }), make("dd", { text: value })] : []));
    this.title.textContent = model.name(object.index);
    clear(this.facts, ...rows([
      ["Class", object.class],
      ["Kind", object.class ? (object.air ? "room or opening" : "material") : null],
      ["Storey", object.storey],
      ["Size x × y × z", `${size}${unit}`],
      ["Surface", `${whole(object.triangle_count)} triangles, ${object.closed ? "closed" : "open"}`],
    ]));
    clear(this.answers, ...rows([
      ["Side", SIDES[section?.sides[object.index] ?? ""] ?? null],
      ["Section area", inside ? `${short(inside.area, 5)}${areaUnit(model.unit)}` : null],
    ]));
  }
}
