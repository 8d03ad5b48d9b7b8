/** The section panel: its drawing, the tools above it, and the summary below it. */
import { exportAddress } from "../api";
import { button, clear, make, press, Written } from "../dom";
import { Mark } from "../mark";
import type { Answers, Store } from "../state";
import { SectionSheet } from "../section2d/sheet";
import { short, whole } from "../vectors";
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
  private readonly measure: HTMLButtonElement;
  private readonly grid: HTMLButtonElement;
  private readonly links: Record<string, HTMLAnchorElement> = {};
  private readonly limits: Record<"front" | "back", HTMLButtonElement>;
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
    const said = make("div", { class: "said" }, this.reading, this.limit);
    this.element.append(tools, host, said);
    this.mark = new Mark(store, ["section"], said);
    this.sheet = new SectionSheet(host, store, this.element);
    this.sheet.told = () => this.tell();
    for (const topic of ["section", "hover", "view", "truth"] as const) store.on(topic, () => this.tell());
  }

  toggleMeasure(): void {
    const { measure } = this.sheet;
    measure.active = !measure.active;
    measure.clear();
    press(this.measure, measure.active);
    this.sheet.canvas.classList.toggle("measuring", measure.active);
    this.sheet.invalidate();
    this.tell();
    if (measure.active) this.sheet.canvas.focus();
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
      link.href = exportAddress(file, view.plane, view.limit);
      link.download = this.store.fileName(file);
    }
    if (!section) return;
    this.limit.hidden = !section.on_plane.faces;
    press(this.limits.front, view.limit === "front");
    press(this.limits.back, view.limit === "back");
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
    if (this.sheet.measure.active) return plain(this.sheet.measure.text(model.unit));
    const lit = hovered ?? view.selected;
    const loops = lit === null ? [] : section.loops.filter((loop) => loop.object === lit);
    if (lit !== null && loops.length) {
      const one = hoveredLoop === null ? null : section.loops[hoveredLoop];
      const area = one?.area ?? loops.reduce((sum, loop) => sum + loop.area, 0);
      const perimeter = one?.perimeter ?? loops.reduce((sum, loop) => sum + loop.perimeter, 0);
      return { strong: model.name(lit), rest: ` area ${this.area(area)} · perimeter ${this.long(perimeter)}` };
    }
    if (!section.loops.length) return plain(section.open_chains ? `No closed loops; ${whole(section.open_chains)} open chains.` : "The plane cuts nothing.");
    const air = section.loops.reduce((sum, loop) => (model.airy[loop.object] ? sum + loop.area : sum), 0);
    const open = section.open_chains ? ` · ${whole(section.open_chains)} open chains` : "";
    const rooms = air ? ` · rooms and openings ${this.area(air)}` : "";
    const loopWord = section.loops.length === 1 ? "loop" : "loops";
    return {
      strong: `${air ? "Material" : "Area"} ${this.area(section.area - air)}`,
      rest: `${rooms} · perimeter ${this.long(section.perimeter)} · ${whole(section.loops.length)} ${loopWord}${open}`,
      isArea: true,
    };
  }

  private area(value: number): string {
    return `${short(value, 5)}${areaUnit(this.store.model.unit)}`;
  }

  private long(value: number): string {
    const { unit } = this.store.model;
    return `${short(value, 5)}${unit ? ` ${unit}` : ""}`;
  }
}
