/** The section panel: its drawing, the tools above it, and the summary below it. */
import { exportAddress, type InsideRule } from "../api";
import { button, clear, make, press, Written } from "../dom";
import { Mark } from "../mark";
import type { Answers, Store } from "../state";
import { sums, type Sums } from "../section";
import { SectionSheet } from "../section2d/sheet";
import { counted, short } from "../vectors";
import { areaUnit } from "./units";

/** The sentence below the drawing. `isArea` marks the area of the whole section. */
interface Summary {
  strong: string;
  rest: string;
  isArea?: boolean;
}

const plain = (rest: string): Summary => ({ strong: "", rest });

export class SectionPanel {
  readonly element = make("section", { class: "section", "aria-label": "Section" });
  readonly sheet: SectionSheet;
  private readonly reading = make("p", { class: "reading", "aria-live": "polite" });
  private readonly told = new Written();
  private readonly limit = make("div", { class: "limit", hidden: true });
  private readonly rule = make("div", { class: "limit", id: "inside", hidden: true });
  private readonly measure: HTMLButtonElement;
  private readonly grid: HTMLButtonElement;
  private readonly links: Record<string, HTMLAnchorElement> = {};
  private readonly limits: Record<"front" | "back", HTMLButtonElement>;
  private readonly rules: Record<InsideRule, HTMLButtonElement>;
  private readonly mark: Mark<Answers, "section">;

  constructor(private readonly store: Store) {
    const host = make("div", { class: "sheet" });
    this.measure = button("Measure", { title: "Measure between two points", key: "M", pressed: false }, () => this.toggleMeasure());
    this.grid = button("Grid", { title: "Show the grid", key: "G", pressed: true }, () => this.toggleGrid());
    const fit = button("Fit", { title: "Fit the section" }, () => this.sheet.fit());
    const png = button("PNG", { title: "Download the visible part of the section as PNG", class: "link" }, () => this.sheet.savePng());
    for (const [name, file] of [["SVG", "section.svg"], ["DXF", "section.dxf"]] as const) {
      this.links[file] = make("a", { class: "link", download: file, title: `Download ${file}`, id: `get-${name.toLowerCase()}`, text: name });
    }
    const tools = make("div", { class: "tools" },
      make("h2", { text: "Section" }),
      make("span", { class: "grow" }),
      this.measure, this.grid, fit,
      make("span", { class: "downloads", role: "group", "aria-label": "Download" }, make("span", { class: "muted", text: "Save" }), ...(store.stored ? [] : Object.values(this.links)), png),
    );
    const choose = (limit: "front" | "back", label: string) => button(label, { class: "", pressed: false }, () => store.change({ limit }));
    this.limits = { front: choose("front", "just behind"), back: choose("back", "just in front") };
    this.limit.append(
      make("span", { text: "Faces lie on the plane. Show the section" }),
      make("span", { class: "choice" }, this.limits.front, this.limits.back),
    );
    const decide = (inside: InsideRule, title: string) => button(inside, { class: "", pressed: false, title }, () => store.change({ inside }));
    this.rules = {
      nonzero: decide("nonzero", "Unite bodies that overlap, and fill bodies that are inside out"),
      odd: decide("odd", "Leave out what two bodies share"),
    };
    this.rule.append(
      make("span", { text: "Outlines overlap or are inside out. Points inside:" }),
      make("span", { class: "choice" }, this.rules.nonzero, this.rules.odd),
    );
    const said = make("div", { class: "said" }, this.reading, this.limit, this.rule);
    this.element.append(tools, host, said);
    this.mark = new Mark(store, ["section"], said);
    this.sheet = new SectionSheet(host, store, this.element);
    this.sheet.told = () => this.tell();
    store.on("look", () => this.followMeasure());
    for (const topic of ["section", "hover", "view", "truth"] as const) store.on(topic, () => this.tell());
  }

  toggleMeasure(): void {
    const { active } = this.sheet.measure;
    this.setMeasuring(!active);
    if (active && this.store.view.measure) this.store.change({ measure: null });
    if (!active) this.sheet.canvas.focus();
  }

  private setMeasuring(active: boolean): void {
    const { measure } = this.sheet;
    measure.active = active;
    measure.clear();
    press(this.measure, active);
    this.sheet.canvas.classList.toggle("measuring", active);
    this.sheet.invalidate();
    this.tell();
  }

  /** Begins to measure if a link, undo or redo has brought a measure into the view. */
  private followMeasure(): void {
    if (this.store.view.measure && !this.sheet.measure.active) this.setMeasuring(true);
  }

  toggleGrid(): void {
    this.sheet.grid = !this.sheet.grid;
    press(this.grid, this.sheet.grid);
    this.sheet.invalidate();
  }

  private tell(): void {
    const { view } = this.store;
    const section = this.mark.newest("section");
    this.read(this.words());
    for (const [file, link] of Object.entries(this.links)) {
      link.href = exportAddress(file, view);
      link.download = this.store.fileName(file);
    }
    if (!section) return;
    this.limit.hidden = !section.on_plane.faces;
    press(this.limits.front, view.limit === "front");
    press(this.limits.back, view.limit === "back");
    // A page in one file holds the answers by one rule.
    this.rule.hidden = this.store.stored !== null || (!section.overlapping && view.inside === "nonzero");
    press(this.rules.nonzero, view.inside === "nonzero");
    press(this.rules.odd, view.inside === "odd");
  }

  /** Shows the summary, unless it is shown already. */
  private read(summary: Summary): void {
    if (!this.told.changes(summary)) return;
    const { strong, rest, isArea } = summary;
    clear(this.reading, strong && make("strong", { id: isArea ? "area" : null, text: strong }), rest);
  }

  private words(): Summary {
    const { model, view, hovered, hoveredLoop } = this.store;
    const section = this.mark.newest("section");
    const refusal = this.store.refusal("section");
    if (refusal) return plain(`There is no section: ${refusal.message}.`);
    if (!section) return plain("");
    if (this.sheet.measure.active) return plain(this.sheet.measure.text(view.measure, model.unit));
    const lit = hovered ?? view.selected;
    const loops = lit === null ? [] : section.loops.filter((loop) => loop.object === lit);
    if (lit !== null && loops.length) {
      const one = hoveredLoop === null ? null : section.loops[hoveredLoop];
      const { area, perimeter } = one ?? sums(section, (object) => object === lit);
      return { strong: model.name(lit), rest: ` area ${this.area(area)} · perimeter ${this.long(perimeter)}` };
    }
    if (!section.loops.length) return plain(section.open_chains ? `No closed loops; ${counted(section.open_chains, "open chain")}.` : "The plane cuts nothing.");
    const material = sums(section, (object) => !model.airy[object]);
    const air = sums(section, (object) => model.airy[object]!);
    const isMixed = air.loops + air.chains > 0;
    return {
      strong: `${isMixed ? "Material" : "Area"} ${this.area(material.area)}`,
      rest: `, ${this.outlines(material)}${isMixed ? ` · Rooms and openings ${this.area(air.area)}, ${this.outlines(air)}` : ""}`,
      isArea: true,
    };
  }

  /** Returns what the outlines of the material, or those of rooms and openings, add up to. */
  private outlines({ perimeter, loops, chains }: Sums): string {
    const open = chains ? `, ${counted(chains, "open chain")}` : "";
    return `perimeter ${this.long(perimeter)}, ${counted(loops, "loop")}${open}`;
  }

  private area(value: number): string {
    return `${short(value, 5)}${areaUnit(this.store.model.unit)}`;
  }

  private long(value: number): string {
    const { unit } = this.store.model;
    return `${short(value, 5)}${unit ? ` ${unit}` : ""}`;
  }
}
