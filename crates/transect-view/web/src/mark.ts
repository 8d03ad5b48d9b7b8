/**
 * Marks elements whose content does not belong to the present question. A mark is the only way to the answers of the
 * server, so nothing draws an answer on an element that would not look older with it.
 *
 * An element is busy at once, for assistive technology and tests. It is greyed, with a sentence, after a short wait, so
 * that a drag does not flicker.
 */
import { flag, make, setText } from "./dom";
import { isOlder, newest, present, statusOfAll, type Status, type Truth } from "./truth";

/** The time in milliseconds for which older values keep their look. */
const WAIT = 150;

/** A store whose questions have answers of the types `Answers`, by the names of the parts. */
export interface Source<Answers> {
  readonly truth: Truth<keyof Answers & string>;
  on(topic: "truth", listener: () => void): void;
  /** Names the types of the answers; the store has no such value. */
  readonly types?: Answers;
}

export interface Marking {
  /** The element that has the status as an attribute, and the note; the marked element itself, if none is given. */
  host?: HTMLElement;
  /** The subject of the sentence in a note on the element. Without a subject, there is no note. */
  name?: string;
  /** Returns a sentence about the older content, which follows in the note. */
  older?: (name: string) => string;
  /** The element keeps its content when the server refuses the question of its first part. */
  keeps?: boolean;
  /** Called after the look of the element has changed. */
  changed?: () => void;
  /** The element shows only answers of the present question, and words for what is missing. It is never greyed. */
  own?: boolean;
}

/** What a number on the page is about, if it is no answer: the model, the view of the user, or the page itself. */
export type Topic = "model" | "view" | "page";

/** Says what the numbers in an element are about that are no answers. */
export function about<E extends Element>(topic: Topic, element: E): E {
  element.setAttribute("data-source", topic);
  return element;
}

export class Mark<Answers, Part extends keyof Answers & string> {
  private readonly note = make("p", { class: "state-note", role: "status" });
  private readonly host: HTMLElement | SVGElement;
  private timer = 0;

  /** Marks an element that shows the answers of these parts. */
  constructor(
    private readonly source: Source<Answers>,
    private readonly parts: readonly [keyof Answers & string, ...(keyof Answers & string)[]],
    private readonly element: HTMLElement | SVGElement,
    private readonly how: Marking = {},
  ) {
    this.host = how.host ?? element;
    element.dataset.source = parts.join(" ");
    if (how.name !== undefined) this.host.append(this.note);
    source.on("truth", () => this.draw());
    this.draw();
  }

  get status(): Status {
    return statusOfAll(this.source.truth, this.parts);
  }

  /** Returns the newest answer of a part. It may belong to an earlier question, and the element looks older then. */
  newest<P extends Part>(part: P): Answers[P] | null {
    return newest(this.source.truth, part) as Answers[P] | null;
  }

  /** Returns the answer of the present question of a part, or null. */
  present<P extends Part>(part: P): Answers[P] | null {
    return present(this.source.truth, part) as Answers[P] | null;
  }

  private draw(): void {
    const { status, host } = this;
    const waits = isOlder(status);
    if (host.dataset.status !== status) host.dataset.status = status;
    flag(host, "aria-busy", waits);
    if (!waits) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.show(status);
    } else if (this.isShown) this.show(status);
    else if (!this.timer) this.timer = window.setTimeout(() => this.show(this.status), WAIT);
  }

  /** `true` if the element shows that its content is older than the question. */
  get isShown(): boolean {
    return this.element.dataset.waits === "true";
  }

  private show(status: Status): void {
    const { element, how } = this;
    const waits = isOlder(status);
    const turned = waits !== this.isShown;
    flag(element, "data-waits", waits);
    flag(element, "data-grey", !how.own && (waits || (status === "refused" && how.keeps === true)));
    setText(this.note, this.text(status));
    if (turned) how.changed?.();
  }

  private text(status: Status): string {
    const { name, older, keeps } = this.how;
    if (status === "refused") return keeps && name ? `No answer for this plane. ${name} is older.` : "";
    if (!isOlder(status)) return "";
    const begun = { unclear: "", pending: "Computing…", lost: "The answer is late." }[status as "unclear" | "pending" | "lost"];
    return `${begun} ${older?.(name ?? "") ?? ""}`.trim();
  }
}
