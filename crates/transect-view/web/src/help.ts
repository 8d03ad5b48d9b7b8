/** A dialog that lists the keys and the pointer actions. */
import { button, make } from "./dom";

/** The titles of groups, each with rows of keys and their effects. */
export type Keys = [string, [string[], string][]][];

export class Help {
  private readonly dialog = make("dialog", { class: "help card", "aria-labelledby": "help-title" });

  constructor(keys: Keys, pointer: string[], hint: string) {
    const groups = keys.map(([title, rows]) =>
      make("section", {},
        make("h3", { text: title }),
        make("dl", {}, ...rows.flatMap(([names, meaning]) => [
          make("dt", {}, ...names.map((name) => make("kbd", { text: name }))),
          make("dd", { text: meaning }),
        ]))));
    this.dialog.append(
      make("div", { class: "row" }, make("h2", { id: "help-title", text: "Keys and pointer" }), make("span", { class: "grow" }), button("Close", { key: "Esc" }, () => this.dialog.close())),
      make("div", { class: "groups" }, ...groups),
      make("ul", {}, ...pointer.map((text) => make("li", { text }))),
      make("p", { class: "hint", text: hint }),
    );
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
  }

  toggle(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }
}
