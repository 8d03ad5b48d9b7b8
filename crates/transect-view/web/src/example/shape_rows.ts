/**
 * The list of shapes, each with the server's answer as text. The selected shape also has fields for its coordinates.
 */
import { button, clear, make } from "../dom";
import { about, Mark } from "../mark";
import { saidOf, type Told } from "./answers";
import { freeId, labelOf, MOST_SHAPES, nameOf, NEW, withVector, type Shape } from "./scene";
import type { ExampleStore } from "./store";

interface Row {
  element: HTMLLIElement;
  main: HTMLButtonElement;
  chip: HTMLSpanElement;
  label: HTMLSpanElement;
  answer: HTMLSpanElement;
  error: HTMLParagraphElement;
  numbers: HTMLDivElement;
  /** A key that describes the input fields. They are rebuilt only if this key changes. */
  form: string;
}

export class ShapeRows {
  readonly element = make("section", { class: "shapes", "aria-labelledby": "shapes-title" });
  private readonly list = make("ul", {});
  private readonly summary = make("p", { class: "summary", "aria-live": "polite" });
  private readonly menu = make("select", { id: "add-shape", "aria-label": "Add a shape" });
  private readonly rows = new Map<string, Row>();
  private mode = "";
  private readonly mark: Told;

  constructor(private readonly store: ExampleStore) {
    this.menu.addEventListener("change", () => this.add());
    this.mark = new Mark(store, ["scene"], this.list, { keeps: true });
    new Mark(store, ["scene"], this.summary, { keeps: true });
    this.element.append(
      make("div", { class: "row tight heading" }, make("h2", { id: "shapes-title", text: "Shapes" }), make("span", { class: "grow" }), make("span", { class: "add" }, this.menu)),
      this.summary,
      this.list,
    );
    for (const topic of ["view", "truth"] as const) store.on(topic, () => this.draw());
    store.on("hover", () => this.light());
  }

  /** Removes the shape with this id from the scene. */
  remove(id: string | null): void {
    const { scene } = this.store;
    const place = scene.shapes.findIndex((shape) => shape.id === id);
    if (place < 0) return;
    const shapes = scene.shapes.filter((shape) => shape.id !== id);
    const had = document.activeElement !== null && this.element.contains(document.activeElement);
    this.store.changeScene({ shapes });
    this.store.select(null);
    const next = shapes[Math.min(place, shapes.length - 1)];
    if (had && next) this.rows.get(next.id)?.main.focus();
  }

  private draw(): void {
    const { store } = this;
    const { mode, selected } = store.view;
    const { shapes } = store.scene;
    if (mode !== this.mode) this.changeMode();
    for (const [id, row] of this.rows) {
      if (shapes.some((shape) => shape.id === id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    shapes.forEach((shape, place) => {
      let row = this.rows.get(shape.id);
      if (!row) {
        row = this.newRow(shape.id);
        this.rows.set(shape.id, row);
      }
      if (this.list.children[place] !== row.element) this.list.insertBefore(row.element, this.list.children[place] ?? null);
      const said = saidOf(this.mark.newest("scene"), mode, shape.id);
      const chosen = shape.id === selected;
      row.main.setAttribute("aria-pressed", String(chosen));
      row.chip.className = `chip-letter ${said ? (said.side === "on" ? "meets" : "apart") : ""}`;
      row.label.textContent = labelOf(shape, mode);
      row.answer.textContent = said ? (mode === "2d" ? said.text.replace("plane", "line") : said.text) : "…";
      row.answer.className = `answer ${said?.side === "on" ? "meets" : "apart"}`;
      row.answer.dataset.side = said?.side ?? "";
      row.error.textContent = store.error?.field?.startsWith(`shapes[${place}]`) ? sentence(store.error.reason) : "";
      row.numbers.hidden = !chosen;
      if (chosen) this.drawNumbers(row, shape);
    });
    this.summarise();
    this.light();
  }

  private summarise(): void {
    const { store } = this;
    const word = store.view.mode === "2d" ? "line" : "plane";
    const { shapes } = store.scene;
    const met = shapes.filter((shape) => saidOf(this.mark.newest("scene"), store.view.mode, shape.id)?.side === "on").length;
    const which = store.scene.planes.length > 1 ? `${word} 1` : `the ${word}`;
    const verb = met === 1 ? "meets" : "meet";
    const general = store.error && !/^(planes|shapes)\[/.test(store.error.field ?? "") ? store.error.reason : null;
    const text = general ?? (shapes.length ? `${met} of ${shapes.length} ${verb} ${which}.` : "There are no shapes; add one.");
    if (this.summary.textContent !== text) this.summary.textContent = text;
    this.summary.classList.toggle("wrong", general !== null);
  }

  private light(): void {
    for (const [id, row] of this.rows) row.element.classList.toggle("lit", id === this.store.hovered);
  }

  private changeMode(): void {
    const { mode } = this.store.view;
    this.mode = mode;
    for (const row of this.rows.values()) row.element.remove();
    this.rows.clear();
    clear(this.menu, make("option", { value: "", text: "Add …" }), ...NEW[mode].map(({ label }, place) => make("option", { value: String(place), text: label })));
  }

  private add(): void {
    const { store } = this;
    const fresh = NEW[store.view.mode][Number(this.menu.value)];
    const named = this.menu.value !== "";
    this.menu.value = "";
    if (!fresh || !named || store.scene.shapes.length >= MOST_SHAPES) return;
    const { kind, vectors, radius } = fresh;
    const shape: Shape = { id: freeId(store.scene), kind, vectors, ...(radius === undefined ? {} : { radius }) };
    store.changeScene({ shapes: [...store.scene.shapes, shape] });
    store.select(shape.id);
    this.rows.get(shape.id)?.main.focus();
    this.rows.get(shape.id)?.element.scrollIntoView({ block: "nearest" });
  }

  private newRow(id: string): Row {
    const { store } = this;
    const chip = make("span", { class: "chip-letter", text: id });
    const label = make("span", { class: "label" });
    const answer = make("span", { class: "answer" });
    const main = make("button", { type: "button", class: "shape-button", "data-id": id, onclick: () => store.select(id), onfocus: () => store.select(id), onpointerenter: () => store.hover(id), onpointerleave: () => store.hover(null) }, chip, label, answer);
    const error = make("p", { class: "wrong", "aria-live": "polite" });
    const numbers = about("view", make("div", { class: "numbers" }));
    const remove = button("×", { title: `Remove ${id}`, class: "button quiet icon" }, () => this.remove(id));
    const element = make("li", {}, make("div", { class: "row tight" }, main, remove), error, numbers);
    return { element, main, chip, label, answer, error, numbers, form: "" };
  }

  private drawNumbers(row: Row, shape: Shape): void {
    const form = `${shape.vectors.length} ${shape.radius !== undefined}`;
    if (row.form !== form) {
      row.form = form;
      clear(row.numbers, ...shape.vectors.map((vector, place) => this.fields(shape.id, nameOf(shape, place), vector.map((_, axis) => `${place} ${axis}`))));
      if (shape.radius !== undefined) row.numbers.append(this.fields(shape.id, "radius", ["radius"]));
    }
    for (const input of row.numbers.querySelectorAll("input")) {
      if (input === document.activeElement) continue;
      const [place, axis] = input.name.split(" ").map(Number) as [number, number];
      const value = input.name === "radius" ? shape.radius : shape.vectors[place]?.[axis];
      if (value !== undefined) input.value = String(value);
    }
  }

  private fields(id: string, name: string, keys: string[]): HTMLElement {
    const inputs = keys.map((key, axis) => {
      const coordinate = keys.length > 1 ? ` ${"xyz"[axis]}` : "";
      const input = make("input", { type: "number", step: "any", class: "number", name: key, "aria-label": `${id}: ${name}${coordinate}` });
      input.addEventListener("input", () => this.typed(id, key, input));
      return input;
    });
    return make("div", { class: "vector" }, make("span", { text: name }), ...inputs);
  }

  private typed(id: string, key: string, input: HTMLInputElement): void {
    const shape = this.store.shape(id);
    const value = input.valueAsNumber;
    if (!shape || !Number.isFinite(value)) return;
    if (key === "radius") this.store.setShape({ ...shape, radius: value }, true);
    else {
      const [place, axis] = key.split(" ").map(Number) as [number, number];
      const vector = shape.vectors[place]!.map((old, other) => (other === axis ? value : old));
      this.store.setShape(withVector(shape, place, vector), true);
    }
    this.store.keepSoon();
  }
}

/** Returns the text with a capital first letter and a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
