/** The tree of objects with their sides: counts, search, selection. Only visible rows have elements. */
import { exportAddress } from "../api";
import { paint, write, type Coloured } from "../colours";
import { button, make, press, setText } from "../dom";
import { onTheme } from "../theme";
import { Mark } from "../mark";
import type { Answers, Store } from "../state";
import { whole } from "../vectors";
import type { Colours } from "../view";
import { Row } from "./object_row";
import { treeRows, type TreeRow } from "./object_tree";
import { Properties } from "./properties";

const ROW = 26;
const UPS = { x: 0, y: 1, z: 2 } as const;
/** The width of the mark at the right end of a row that hides the row's objects. */
const EYE = 30;
/** The largest number of objects for which all groups are open at first. */
const FEW = 60;
const SIDES = [["f", "front", "Front"], ["o", "on", "On"], ["b", "back", "Back"]] as const;
const REGIONS: Record<string, string> = { i: "inside", m: "meets", o: "outside" };

export class ObjectsPanel {
  readonly element = make("div", { class: "objects" });
  readonly search = make("input", { type: "search", placeholder: "Search objects", "aria-label": "Search objects", id: "search" });
  /** The counts of objects by side, and a note if they are older. */
  readonly summary = make("div", { class: "summary" });
  focusOn: (object: number) => void = () => {};

  private readonly chips: Record<string, { button: HTMLButtonElement; count: HTMLElement }> = {};
  private readonly colours: Record<Colours, HTMLButtonElement>;
  private readonly csv = make("a", { class: "link", download: "objects.csv", text: "CSV", title: "Download all objects with their sides, as CSV", id: "get-csv" });
  private readonly list = make("div", { class: "rows", role: "tree", tabindex: "0", "aria-label": "Objects" });
  private readonly spacer = make("div", { class: "spacer" });
  private readonly notes = make("p", { class: "muted notes" });
  private readonly counted: Mark<Answers, "section">;
  private readonly listed: Coloured;
  private side: string | null = null;
  private readonly pool: Row[] = [];
  private readonly none = make("p", { class: "muted none", text: "No object matches.", hidden: true });
  private shown: number[] = [];
  private rows: TreeRow[] = [];
  /** The visible part of the list, in pixels. */
  private part = { top: 0, height: 0 };
  /** The groups that the user has opened or closed, by their keys. */
  private readonly toggled = new Set<string>();
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
    const tally = make("div", {}, chips, this.notes);
    this.summary.append(tally);
    this.counted = new Mark(store, ["section"], tally);
    this.listed = new Mark(store, ["section", "region"], this.list, { host: this.summary, name: "The list", older: (name) => store.older(name) });
    this.element.append(
      this.summary,
      make("div", { class: "row padded" }, make("span", { class: "muted", text: "Colour" }), make("span", { class: "choice small" }, this.colours.object, this.colours.side, this.colours.class)),
      make("div", { class: "row padded" }, make("span", { class: "grow" }, this.search), store.stored ? null : this.csv),
      this.list,
      new Properties(store).element,
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
    this.list.addEventListener("scroll", () => this.seen());
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("focus", () => this.draw());
    // The elements of rows are reused for other objects while the list scrolls, so the list itself handles the clicks.
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("pointermove", (event) => store.hover(this.objectAt(this.rowAt(event))));
    this.list.addEventListener("pointerleave", () => store.hover(null));
    new ResizeObserver(() => this.seen()).observe(this.list);
    for (const topic of ["truth", "view"] as const) store.on(topic, () => this.count());
    let last = "";
    store.on("section", () => {
      const section = this.listed.newest("section");
      this.count();
      if (section && section.sides !== last) {
        last = section.sides;
        if (!store.moving || this.side) this.refilter();
        else this.draw();
      }
    });
    for (const topic of ["look", "hover", "region", "moving"] as const) store.on(topic, () => this.draw());
    onTheme(() => this.draw());
    this.refilter();
  }

  private count(): void {
    const { view } = this.store;
    this.csv.href = exportAddress("objects.csv", view);
    this.csv.download = this.store.fileName("objects.csv");
    const counts = this.counted.newest("section")?.counts;
    for (const [letter, name] of SIDES) setText(this.chips[letter]!.count, counts ? whole(counts[name]) : "–");
    const notes = counts ? [counts.touching ? `${whole(counts.touching)} touching` : "", counts.divided ? `${whole(counts.divided)} divided` : ""].filter(Boolean) : [];
    setText(this.notes, notes.length ? `of the objects on the plane: ${notes.join(", ")}` : "");
    this.notes.hidden = !notes.length;
  }

  private filter(letter: string): void {
    this.side = this.side === letter ? null : letter;
    for (const [other, { button }] of Object.entries(this.chips)) press(button, other === this.side);
    this.refilter();
  }

  private refilter(): void {
    const { model } = this.store;
    const section = this.listed.newest("section");
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = model.objects
      .filter((object) => !this.side || section?.sides[object.index] === this.side)
      .filter((object) => {
        const text = `${model.name(object.index)} ${object.class ?? ""}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map((object) => object.index);
    this.lay();
  }

  /** Lists the rows that are open. All groups are open while objects are searched or filtered. */
  private lay(): void {
    const { model } = this.store;
    const isWhole = this.shown.length === model.objects.length;
    const first = !isWhole || model.objects.length <= FEW;
    this.rows = treeRows(model.objects, this.shown, UPS[model.manifest.start.up], (key) => first !== this.toggled.has(key));
    this.active = Math.max(0, Math.min(this.active, this.rows.length - 1));
    this.spacer.style.height = `${this.rows.length * ROW}px`;
    this.seen();
  }

  /** Draws the list after the visible part has changed. To read the part takes a layout of the page, so it is kept. */
  private seen(): void {
    this.part = { top: this.list.scrollTop, height: this.list.clientHeight };
    this.draw();
  }

  private draw(): void {
    const { view, model, hovered } = this.store;
    const [section, region] = [this.listed.newest("section"), this.listed.newest("region")];
    for (const [name, element] of Object.entries(this.colours)) press(element, name === view.colours);
    const { top, height } = this.part;
    const from = Math.max(0, Math.floor(top / ROW) - 2);
    const to = Math.min(this.rows.length, from + Math.ceil(height / ROW) + 5);
    const colours = paint(this.store, this.listed);
    const focused = document.activeElement === this.list;
    const count = Math.max(to - from, 0);
    while (this.pool.length < count) this.pool.push(new Row(this.list));
    this.pool.forEach((row, offset) => {
      const at = from + offset;
      const tree = this.rows[at];
      const seen = offset < count && tree !== undefined;
      row.element.hidden = !seen;
      if (!seen) return;
      const place = { at, top: at * ROW, active: focused && at === this.active };
      if ("group" in tree) {
        const { label, level, members } = tree.group;
        const hidden = members.every((object) => !this.store.visible(object));
        row.show({ ...place, level, open: tree.open, colour: null, name: label, title: label, told: whole(members.length), lit: false, selected: false, hidden });
        return;
      }
      const { object, level } = tree;
      const side = SIDES.find(([letter]) => letter === section?.sides[object]);
      row.show({
        ...place,
        level,
        open: null,
        colour: write(colours.strong[object]!),
        name: model.labels[object]!,
        title: model.name(object),
        told: (region ? REGIONS[region.exact[object] ?? ""] : side?.[1]) ?? "",
        lit: object === hovered,
        selected: object === view.selected,
        hidden: !this.store.visible(object),
      });
    });
    this.none.hidden = this.shown.length > 0;
    if (focused && this.rows.length) this.list.setAttribute("aria-activedescendant", `row-${this.active}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  private rowAt(event: MouseEvent): number {
    return Math.floor((event.clientY - this.list.getBoundingClientRect().top + this.list.scrollTop) / ROW);
  }

  private objectAt(at: number): number | null {
    const row = this.rows[at];
    return row && "object" in row ? row.object : null;
  }

  private click(event: MouseEvent): void {
    const at = this.rowAt(event);
    const box = this.list.getBoundingClientRect();
    if (event.clientX > box.left + this.list.clientWidth - EYE) this.hide(at);
    else this.choose(at);
  }

  private hide(at: number): void {
    const row = this.rows[at];
    if (row) this.store.toggleHidden("group" in row ? row.group.members : [row.object]);
  }

  private toggle(key: string): void {
    if (!this.toggled.delete(key)) this.toggled.add(key);
    this.lay();
  }

  private choose(at: number): void {
    const row = this.rows[at];
    if (!row) return;
    this.active = at;
    if ("group" in row) {
      this.toggle(row.group.key);
      return;
    }
    const { view } = this.store;
    this.store.change({ selected: view.selected === row.object ? null : row.object });
    if (view.selected !== row.object) this.focusOn(row.object);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.list.clientHeight / ROW) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    const row = this.rows[this.active];
    const folds = row && "group" in row && ((event.key === "ArrowRight" && !row.open) || (event.key === "ArrowLeft" && row.open));
    if (event.key === "Enter" || event.key === " ") this.choose(this.active);
    else if (event.key.toLowerCase() === "v" && !event.ctrlKey && !event.metaKey) this.hide(this.active);
    else if (folds) this.toggle(row.group.key);
    else if (step !== undefined && !event.altKey && !event.ctrlKey) {
      this.active = Math.max(0, Math.min(this.rows.length - 1, this.active + step));
      const top = this.active * ROW;
      if (top < this.list.scrollTop) this.list.scrollTop = top;
      else if (top + ROW > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top + ROW - this.list.clientHeight;
      this.store.hover(this.objectAt(this.active));
      this.seen();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
