/**
 * Marks a part of the page whose values do not belong to the present question. The part is busy at once, for assistive
 * technology and tests. It is greyed, with a sentence, after a short wait, so that a drag does not flicker.
 */
import { flag, make, setText } from "../dom";
import type { Store } from "../state";
import type { Part, Status } from "../truth";

/** The time in milliseconds for which older values keep their look. */
const WAIT = 150;

const isWaiting = (status: Status): boolean => status === "pending" || status === "lost";

export class Mark {
  private readonly note = make("p", { class: "state-note", role: "status" });
  private timer = 0;

  /** `name` is the subject of the sentence. Without a name, there is no sentence. */
  constructor(
    private readonly store: Store,
    private readonly part: Part,
    private readonly element: HTMLElement,
    private readonly name: string | null,
  ) {
    if (name !== null) element.append(this.note);
    store.on("truth", () => this.draw());
    this.draw();
  }

  private draw(): void {
    const status = this.store.status(this.part);
    const waits = isWaiting(status);
    if (this.element.dataset.status !== status) this.element.dataset.status = status;
    flag(this.element, "aria-busy", waits);
    if (!waits) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.show(status);
    } else if (this.isGrey) this.show(status);
    else if (!this.timer) this.timer = window.setTimeout(() => this.show(this.store.status(this.part)), WAIT);
  }

  private get isGrey(): boolean {
    return this.element.dataset.grey === "true";
  }

  private show(status: Status): void {
    const grey = isWaiting(status) || (status === "refused" && this.part === "section");
    if (grey !== this.isGrey) this.element.dataset.grey = String(grey);
    setText(this.note, this.text(status));
  }

  private text(status: Status): string {
    if (status === "answered" || status === "idle") return "";
    const { section } = this.store;
    if (status === "refused") return this.part === "section" ? `No answer for this plane. ${this.name} is older.` : "";
    const older = this.part === "section" && section ? `${this.name} shows ${section.plane.text}.` : "";
    return `${status === "lost" ? "The answer is late." : "Computing…"} ${older}`.trim();
  }
}
