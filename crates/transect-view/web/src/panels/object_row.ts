/** A row in the tree of objects; it is created once and reused for other rows. */
import { make, Written } from "../dom";

export interface Shown {
  /** The position of the row in the tree. */
  at: number;
  top: number;
  level: number;
  /** `true` or `false` for a group that is open or closed, null for an object. */
  open: boolean | null;
  colour: string | null;
  name: string;
  title: string;
  told: string;
  lit: boolean;
  active: boolean;
  selected: boolean;
  hidden: boolean;
}

export class Row {
  readonly element = make("div", { role: "treeitem" });
  private readonly mark = make("span", { class: "mark", "aria-hidden": "true" });
  private readonly name = make("span", { class: "name" });
  private readonly side = make("span", { class: "side" });
  private readonly eye = make("span", { class: "eye", "aria-hidden": "true", title: "Hide or show in 3D (V)" });

  private readonly written = new Written();

  constructor(tree: HTMLElement) {
    this.element.append(this.mark, this.name, this.side, this.eye);
    tree.append(this.element);
  }

  show(row: Shown): void {
    if (!this.written.changes(row)) return;
    const { at, top, level, open, colour, name, title, told, lit, active, selected, hidden } = row;
    const { element } = this;
    element.id = `row-${at}`;
    element.title = title;
    element.className = open === null ? "object" : "group";
    element.style.transform = `translateY(${top}px)`;
    element.style.paddingLeft = `${10 + level * 14}px`;
    element.classList.toggle("lit", lit);
    element.classList.toggle("active", active);
    element.classList.toggle("unseen", hidden);
    element.setAttribute("aria-level", String(level + 1));
    element.setAttribute("aria-selected", String(selected));
    if (open === null) element.removeAttribute("aria-expanded");
    else element.setAttribute("aria-expanded", String(open));
    this.mark.className = open === null ? "mark swatch" : "mark arrow";
    this.mark.textContent = open === null ? "" : open ? "▾" : "▸";
    this.mark.style.background = colour ?? "";
    this.eye.textContent = hidden ? "○" : "●";
    if (this.name.textContent !== name) this.name.textContent = name;
    if (this.side.textContent !== told) {
      this.side.textContent = told;
      this.side.className = `side ${told}`;
    }
  }
}
