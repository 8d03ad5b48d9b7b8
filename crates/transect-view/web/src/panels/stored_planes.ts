/** The list of the planes whose answers the page holds. It takes the place of the equation. */
import { make } from "../dom";
import type { Store } from "../state";
import { ELSEWHERE, type StoredPlane } from "../stored";

export class StoredPlanes {
  readonly element = make("div", { class: "expression stored" });
  private readonly fields: HTMLInputElement[];

  constructor(
    private readonly store: Store,
    stored: readonly StoredPlane[],
  ) {
    this.fields = stored.map((_, place) =>
      make("input", { type: "radio", name: "stored-plane", value: place, onchange: () => store.goToStored(place) }));
    const rows = stored.map(({ text }, place) => make("label", {}, this.fields[place]!, make("span", { class: "number", text })));
    this.element.append(
      make("h2", { id: "stored-title", text: "Planes stored in this file" }),
      make("div", { class: "planes", role: "radiogroup", "aria-labelledby": "stored-title" }, ...rows),
      make("p", { class: "hint", text: ELSEWHERE }),
    );
    store.on("view", () => this.show());
    this.show();
  }

  /** Moves the focus to the plane of the view. */
  reach(): void {
    this.fields[Math.max(this.store.storedPlace, 0)]?.focus();
  }

  private show(): void {
    const place = this.store.storedPlace;
    this.fields.forEach((field, index) => (field.checked = index === place));
  }
}
