/** The list of objects with their sides: counts, search, selection. Only visible rows have elements. */
import { exportAddress } from "../api";
import { paint, write } from "../colours";
import { button, make, press } from "../dom";
import { onTheme } from "../theme";
import type { Store } from "../state";
import { whole } from "../vectors";
import type { Colours } from "../view";
import { Row } from "./object_row";

const ROW = 26;
const SIDES = [["f", "front", "Front"], ["c", "cut", "Cut"], ["b", "back", "Back"]] as const;
const REGIONS: Record<string, string> = { i: "inside", m: "meets", o: "outside" };

export class ObjectsPanel {
  readonly element = make("div", { class: "objects" });
  readonly search = make("input", { type: "search", placeholder: "Search objects", "aria-label": "Search objects", id: "search" });
  /** The counts of objects by side. */
  readonly summary = make("div", { class: "summary" });
  focusOn: (object: number) => void = () => {};

  private readonly chips: Record<string, { button: HTMLButtonElement; count: HTMLElement }> = {};
  private readonly colours: Record<Colours, HTMLButtonElement>;
  private readonly csv = make("a", { class: "link", download: "objects.csv", text: "CSV", title: "Download all objects with their sides, as CSV", id: "get-csv" });
  private readonly list = make("div", { class: "rows", role: "listbox", tabindex: "0", "aria-label": "Objects" });
  private readonly spacer = make("div", { class: "spacer" });
  private readonly notes = make("p", { class: "muted notes" });
  private side: string | null = null;
  private readonly pool: Row[] = [];
  private readonly none = make("p", { class: "muted none", text: "No object matches.", hidden: true });
  private shown: number[] = [];
  private active = 0;

  constructor(private readonly store: Store) {
    const chips = make("div", { class: "chips", role: "group", "aria-label": "Objects by side" });
    for (const [letter, name, label] of SIDES) {
      const count = make("strong", { class: "number", id: `count-${name}`, text: "–" });
      const chip = make("button", { type: "button", class: `chip ${name}`, "aria-pressed": "false", title: `Show only the objects of this side: ${name}`, onclick: () => this.filter(letter) }, count, make("span", { text: label }));
      this.chips[letter] = { button: chip, count };
      chips.append(chip);
    }
    const choose = (name: Colours, label: string) => button(label, { class: "", pressed: false }, () => store.change({ colours: name }));
    this.colours = { object: choose("object", "Object"), side: choose("side", "Side"), class: choose("class", "Class") };
    if (!store.model.objects.some((object) => object.class)) this.colours.class.hidden = true;
    this.summary.append(chips, this.notes);
    this.element.append(
      this.summary,
      make("div", { class: "row padded" }, make("span", { class: "muted", text: "Colour" }), make("span", { class: "choice small" }, this.colours.object, this.colours.side, this.colours.class)),
      make("div", { class: "row padded" }, make("span", { class: "grow" }, this.search), this.csv),
      this.list,
    );
    this.list.append(this.spacer, this.none);
    this.search.addEventListener("input", () => this.refilter());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") {
        this.list.focus();
        event.preventDefault();
      }
      event.stopPropagation();
    });
    this.list.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("focus", () => this.draw());
    // The elements of rows are reused for other objects while the list scrolls, so the list itself handles the clicks.
    this.list.addEventListener("click", (event) => this.choose(this.rowAt(event)));
    this.list.addEventListener("pointermove", (event) => store.hover(this.shown[this.rowAt(event)] ?? null));
    this.list.addEventListener("pointerleave", () => store.hover(null));
    new ResizeObserver(() => this.draw()).observe(this.list);
    store.on("truth", () => this.count());
    let last = "";
    store.on("section", () => {
      const { section } = store;
      this.count();
      if (section && section.sides !== last) {
        last = section.sides;
        if (!store.moving || this.side) this.refilter();
        else this.draw();
      }
    });
    for (const topic of ["view", "hover", "region", "moving"] as const) store.on(topic, () => this.draw());
    onTheme(() => this.draw());
    this.refilter();
  }

  private count(): void {
    const { section, view } = this.store;
    if (!section) return;
    const { counts } = section;
    const refused = this.store.status("section") === "refused";
    for (const [letter, name] of SIDES) this.chips[letter]!.count.textContent = refused ? "–" : whole(counts[name]);
    const notes = [counts.touching ? `${whole(counts.touching)} touching` : "", counts.divided ? `${whole(counts.divided)} divided` : ""].filter(Boolean);
    this.notes.textContent = notes.length ? `of the cut objects: ${notes.join(", ")}` : "";
    this.notes.hidden = !notes.length;
    this.csv.href = exportAddress("objects.csv", view.plane, view.limit);
  }

  private filter(letter: string): void {
    this.side = this.side === letter ? null : letter;
    for (const [other, { button }] of Object.entries(this.chips)) press(button, other === this.side);
    this.refilter();
  }

  private refilter(): void {
    const { model, section } = this.store;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = model.objects
      .filter((object) => !this.side || section?.sides[object.index] === this.side)
      .filter((object) => {
        const text = `${model.name(object.index)} ${object.class ?? ""}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map((object) => object.index);
    this.active = Math.max(0, Math.min(this.active, this.shown.length - 1));
    this.spacer.style.height = `${this.shown.length * ROW}px`;
    this.draw();
  }

  private draw(): void {
    const { view, model, hovered, section, region } = this.store;
    for (const [name, element] of Object.entries(this.colours)) press(element, name === view.colours);
    const from = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 2);
    const to = Math.min(this.shown.length, from + Math.ceil(this.list.clientHeight / ROW) + 5);
    const colours = paint(this.store);
    const focused = document.activeElement === this.list;
    const count = Math.max(to - from, 0);
    while (this.pool.length < count) this.pool.push(new Row(this.list));
    this.pool.forEach((row, offset) => {
      const object = this.shown[from + offset];
      const seen = offset < count && object !== undefined;
      row.element.hidden = !seen;
      if (!seen) return;
      const side = SIDES.find(([letter]) => letter === section?.sides[object]);
      row.show({
        object,
        top: (from + offset) * ROW,
        colour: write(colours.strong[object]!),
        name: model.name(object),
        title: model.objects[object]!.class ?? model.name(object),
        told: (region ? REGIONS[region.exact[object] ?? ""] : side?.[1]) ?? "",
        lit: object === hovered,
        active: focused && from + offset === this.active,
        selected: object === view.selected,
      });
    });
    this.none.hidden = this.shown.length > 0;
    const current = this.shown[this.active];
    if (focused && current !== undefined) this.list.setAttribute("aria-activedescendant", `object-${current}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  private rowAt(event: MouseEvent): number {
    return Math.floor((event.clientY - this.list.getBoundingClientRect().top + this.list.scrollTop) / ROW);
  }

  private choose(at: number): void {
    const object = this.shown[at];
    if (object === undefined) return;
    this.active = at;
    const { view } = this.store;
    this.store.change({ selected: view.selected === object ? null : object });
    if (view.selected !== object) this.focusOn(object);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.list.clientHeight / ROW) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(this.active);
    else if (step !== undefined && !event.altKey && !event.ctrlKey) {
      this.active = Math.max(0, Math.min(this.shown.length - 1, this.active + step));
      const top = this.active * ROW;
      if (top < this.list.scrollTop) this.list.scrollTop = top;
      else if (top + ROW > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top + ROW - this.list.clientHeight;
      this.store.hover(this.shown[this.active] ?? null);
      this.draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
