/** Marks a part of the page whose values do not belong to the present question: greyed, busy, and with a sentence. */
import { make } from "../dom";
import type { Store } from "../state";
import type { Part, Status } from "../truth";

export class Mark {
  private readonly note = make("p", { class: "state-note", role: "status" });

  constructor(
    private readonly store: Store,
    private readonly part: Part,
    private readonly element: HTMLElement,
    private readonly name: string,
  ) {
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

  private text(status: Status): string {
    if (status === "answered" || status === "idle") return "";
    const { section } = this.store;
    if (status === "refused") return this.part === "section" ? `No answer for this plane. ${this.name} is older.` : "";
    const older = this.part === "section" && section ? `${this.name} shows ${section.plane.text}.` : "";
    return `${status === "lost" ? "The answer is late." : "Computing…"} ${older}`.trim();
  }
}
