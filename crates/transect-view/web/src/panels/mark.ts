/** Marks a part of the page whose values do not belong to the present question: greyed, busy, and with a sentence. */
import { make } from "../dom";
import type { Store } from "../state";
import type { Part } from "../truth";

export class Mark {
  private readonly note = make("p", { class: "state-note", role: "status" });

  constructor(
    private readonly store: Store,
    private readonly part: Part,
    private readonly element: HTMLElement,
    private readonly name: string,
  ) {
    element.classList.add("marked-part");
    element.append(this.note);
    store.on("truth", () => this.draw());
    this.draw();
  }

  private draw(): void {
    const status = this.store.status(this.part);
    if (this.element.dataset.status === status && status !== "pending") return;
    this.element.dataset.status = status;
    this.element.setAttribute("aria-busy", String(status === "pending" || status === "lost"));
    const text = this.text(status);
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  private text(status: string): string {
    if (status === "answered" || status === "idle" || !this.name) return "";
    const { section } = this.store;
    const older = this.part === "section" && section ? `${this.name} above: ${section.plane.text}.` : "";
    if (status === "refused") return older ? `No answer for this plane. ${older}` : "";
    return `${status === "lost" ? "The answer is late." : "Computing…"} ${older}`.trim();
  }
}
