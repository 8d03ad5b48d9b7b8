/**
 * The list of planes, with buttons to flip a plane, to move it to the first place, and to remove it. An error is shown
 * below the field that caused it.
 */
import { button, make } from "../dom";
import { about } from "../mark";
import { MOST_PLANES, NEW_PLANES, type ExamplePlane } from "./scene";
import { sentence } from "./shape_rows";
import type { ExampleStore } from "./store";

interface Row {
  element: HTMLLIElement;
  chip: HTMLButtonElement;
  input: HTMLInputElement;
  first: HTMLButtonElement;
  remove: HTMLButtonElement;
  error: HTMLParagraphElement;
}

export class PlaneRows {
  readonly element = make("section", { class: "planes", "aria-labelledby": "planes-title" });
  private readonly title = make("h2", { id: "planes-title" });
  private readonly list = make("ul", {});
  private readonly rows: Row[] = [];
  private readonly add: HTMLButtonElement;
  private readonly arcs: HTMLButtonElement;

  constructor(private readonly store: ExampleStore) {
    this.add = button("Add", { title: "Add another plane", id: "add-plane" }, () => this.another());
    this.arcs = button("Turn", { title: "Show arcs that turn the plane", key: "R", pressed: false, id: "arcs" }, () => this.toggleArcs());
    this.element.append(make("div", { class: "row tight heading" }, this.title, make("span", { class: "grow" }), this.arcs, this.add), about("view", this.list));
    for (const topic of ["view", "truth"] as const) store.on(topic, () => this.draw());
  }

  toggleArcs(): void {
    this.store.arcs = !this.store.arcs;
    this.arcs.setAttribute("aria-pressed", String(this.store.arcs));
    this.store.tell("view");
  }

  private draw(): void {
    const { planes } = this.store.scene;
    const { mode, selected } = this.store.view;
    const word = mode === "2d" ? "Line" : "Plane";
    this.title.textContent = planes.length > 1 ? `${word}s` : word;
    this.arcs.hidden = mode === "2d";
    this.add.disabled = planes.length >= MOST_PLANES;
    this.add.title = `Add another ${word.toLowerCase()}; at most ${MOST_PLANES}`;
    while (this.rows.length < planes.length) this.rows.push(this.newRow(this.rows.length));
    this.rows.forEach((row, place) => {
      const plane = planes[place];
      row.element.hidden = !plane;
      if (!plane) return;
      row.chip.setAttribute("aria-pressed", String(selected === `plane ${place + 1}`));
      row.chip.title = `${word} ${place + 1}: arrow keys move it along its normal; with Shift, they turn it`;
      row.chip.setAttribute("aria-label", `${word} ${place + 1}`);
      row.input.setAttribute("aria-label", `Equation of ${word.toLowerCase()} ${place + 1}`);
      row.input.placeholder = mode === "2d" ? "x + 2y = 1" : "y + 0.5z = 0";
      row.remove.hidden = planes.length < 2;
      row.first.hidden = place === 0;
      const message = this.errorOf(place);
      if (document.activeElement !== row.input && !message) row.input.value = this.textOf(plane, place);
      row.input.toggleAttribute("aria-invalid", false);
      if (message) row.input.setAttribute("aria-invalid", "true");
      row.error.textContent = message ?? "";
    });
  }

  private textOf(plane: ExamplePlane, place: number): string {
    if ("text" in plane) return plane.text;
    return this.store.plane(place)?.text || "…";
  }

  private errorOf(place: number): string | null {
    const { error } = this.store;
    return error?.field?.startsWith(`planes[${place}]`) ? sentence(error.reason) : null;
  }

  private newRow(place: number): Row {
    const { store } = this;
    const chip = make("button", { type: "button", class: `chip-button plane-${place + 1}`, text: String(place + 1), onclick: () => store.select(`plane ${place + 1}`), onfocus: () => store.select(`plane ${place + 1}`) });
    const input = make("input", { type: "text", class: "number", spellcheck: "false", autocomplete: "off", id: `plane-${place + 1}`, "aria-describedby": `plane-${place + 1}-error` });
    input.addEventListener("input", () => {
      store.setPlane(place, { text: input.value.trim() }, true);
      store.keepSoon();
    });
    input.addEventListener("blur", () => this.draw());
    const flip = button("⇄", { title: "Flip: exchange front and back", class: "button quiet icon", id: place === 0 ? "flip" : undefined }, () => this.flip(place));
    const first = button("↑", { title: "Make this the first plane", class: "button quiet icon" }, () => this.makeFirst(place));
    const remove = button("×", { title: "Remove this plane", class: "button quiet icon" }, () => this.remove(place));
    const error = make("p", { class: "wrong", id: `plane-${place + 1}-error`, "aria-live": "polite" });
    const element = make("li", {}, make("div", { class: "row tight" }, chip, make("span", { class: "grow" }, input), first, flip, remove), error);
    this.list.append(element);
    return { element, chip, input, first, remove, error };
  }

  private another(): void {
    const { scene, view } = this.store;
    const fresh = NEW_PLANES[view.mode][scene.planes.length - 1] ?? NEW_PLANES[view.mode][0]!;
    this.store.changeScene({ planes: [...scene.planes, fresh] });
    this.store.select(`plane ${scene.planes.length + 1}`);
  }

  private flip(place: number): void {
    const known = this.store.plane(place);
    if (!known) return;
    const negative = (value: number) => 0 - value;
    this.store.setPlane(place, { normal: known.normal.map(negative), offset: negative(known.offset) });
  }

  private makeFirst(place: number): void {
    const planes = [...this.store.scene.planes];
    planes.unshift(...planes.splice(place, 1));
    this.store.changeScene({ planes });
    this.store.select("plane 1");
  }

  private remove(place: number): void {
    this.store.select(null);
    this.store.changeScene({ planes: this.store.scene.planes.filter((_, index) => index !== place) });
  }
}
