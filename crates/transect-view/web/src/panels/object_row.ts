/** A row in the list of objects; it is created once and reused for other objects. */
import { make } from "../dom";

export interface Shown {
  object: number;
  top: number;
  colour: string;
  name: string;
  title: string;
  told: string;
  lit: boolean;
  active: boolean;
  selected: boolean;
}

export class Row {
  readonly element = make("div", { class: "object", role: "option" });
  private readonly swatch = make("span", { class: "swatch" });
  private readonly name = make("span", { class: "name" });
  private readonly side = make("span", { class: "side" });

  constructor(list: HTMLElement) {
    this.element.append(this.swatch, this.name, this.side);
    list.append(this.element);
  }

  show({ object, top, colour, name, title, told, lit, active, selected }: Shown): void {
    const { element } = this;
    element.id = `object-${object}`;
    element.title = title;
    element.style.transform = `translateY(${top}px)`;
    element.classList.toggle("lit", lit);
    element.classList.toggle("active", active);
    element.setAttribute("aria-selected", String(selected));
    this.swatch.style.background = colour;
    if (this.name.textContent !== name) this.name.textContent = name;
    if (this.side.textContent !== told) {
      this.side.textContent = told;
      this.side.className = `side ${told}`;
    }
  }
}
