/** The panel of the certificate: the checks of the cut as sentences. Each finding has links to its places. */
import { CLIENT, exportAddress, postJson, type Certificate, type Point, type Sentence } from "../api";
import { clear, make } from "../dom";
import { Mark } from "../mark";
import { Questions } from "../questions";
import { keyOf, type Answers, type Store } from "../state";
import { short } from "../vectors";
import type { Status } from "../truth";
import type { View } from "../view";

const REST = 350;
/** The time in milliseconds after which the request counts as lost. */
const TIME = 60_000;
const FEW = 6;
const MARKS = { good: "✓", note: "i", bad: "✗" };
const SPOKEN = { good: "Good", note: "Note", bad: "Error" };
/** The words of the badge without a certificate, by the status of the question. */
const WAITING: Partial<Record<Status, string>> = { lost: "Certificate is late", unclear: "Not certified" };
const MISSING: Partial<Record<Status, string>> = { unclear: "The typed text is not the plane of a cut yet, so there is no certificate." };
let sequence = 0;

export class CertificatePanel {
  readonly element = make("div", { class: "certificate" });
  readonly badge = make("button", { type: "button", class: "badge waiting", id: "badge", "aria-live": "polite" });
  show: (point: Point, object: number | null) => void = () => {};

  private readonly questions: Questions<"certificate", View, Certificate>;
  private readonly mark: Mark<Answers, "certificate">;
  private timer = 0;
  /** The revision that is requested when the timer ends; 0 if none is. */
  private waiting = 0;
  /** The revision that was requested last. */
  private requested = 0;
  private drawn: unknown;

  constructor(private readonly store: Store) {
    this.mark = new Mark(store, ["certificate"], this.element, { own: true });
    new Mark(store, ["certificate"], this.badge, { own: true });
    const fetch = (view: View, signal: AbortSignal, revision: number) =>
      postJson<Certificate>("api/certificate", { plane: view.plane, on_plane: view.limit, inside: view.inside, client: `${CLIENT}-c`, sequence: ++sequence }, signal, revision);
    this.questions = new Questions(store, "certificate", fetch, TIME);
    store.on("section", () => this.wait());
    store.on("pictured", () => this.wait());
    store.on("truth", () => {
      // A section that has arrived while an equation was typed is answered when the typed text is given up.
      this.wait();
      this.draw();
    });
    this.draw();
  }

  /** Requests the certificate when the plane stops moving, because the request takes longer than the section. */
  private wait(): void {
    const { view, pictured } = this.store;
    const key = keyOf(view);
    const isAnswered = this.store.truth.parts.section.asked?.key === key && this.store.status("section") === "answered";
    if (!pictured || !isAnswered) return;
    const revision = this.store.number("certificate", key);
    if (revision === this.requested || revision === this.waiting) return;
    clearTimeout(this.timer);
    this.waiting = revision;
    this.timer = window.setTimeout(() => {
      this.waiting = 0;
      if (revision !== this.store.truth.parts.certificate.asked?.revision) return;
      this.requested = revision;
      this.questions.request(view, revision);
    }, REST);
  }

  private draw(): void {
    const { view } = this.store;
    const certificate = this.mark.present("certificate");
    const status = this.store.status("certificate");
    const broken = status === "refused" ? (this.store.refusal("certificate")?.message ?? "") : "";
    if (this.drawn === (certificate ?? status)) return;
    this.drawn = certificate ?? status;
    const state = certificate ? (certificate.green ? "good" : "bad") : broken ? "bad" : "waiting";
    this.badge.className = `badge ${state}`;
    const notes = certificate?.sentences.some((sentence) => sentence.kind === "note") ?? false;
    const words = { good: notes ? "✓ Certified, with notes" : "✓ Certified", bad: broken ? "No certificate" : "✗ Error found", waiting: WAITING[status] ?? "Certifying…" };
    this.badge.textContent = words[state];
    this.badge.title = "The certificate of this cut";
    if (!certificate) {
      clear(this.element, make("p", { class: broken ? "message bad" : "message", text: broken || MISSING[status] || "The halves are being computed and checked." }));
      return;
    }
    const lines = certificate.sentences.map((sentence) => {
      const title = sentence.title.replace(/^(Passed|Note|Exact|Measured|Counted|Error): /, "");
      return make("li", { class: sentence.kind },
        make("span", { class: "mark", "aria-hidden": "true", text: MARKS[sentence.kind] }),
        make("div", {},
          make("strong", {}, make("span", { class: "visually-hidden", text: `${SPOKEN[sentence.kind]}: ` }), title[0]!.toUpperCase() + title.slice(1)),
          make("p", { text: sentence.text }),
          this.places(sentence)));
    });
    const files = [["report.json", "Report"], ["front.glb", "Front half"], ["back.glb", "Back half"]].map(([file, label]) =>
      make("a", { class: "link", download: this.store.fileName(file!), href: exportAddress(file!, view), text: label! }));
    clear(this.element,
      make("ul", {}, ...lines),
      this.store.stored ? null : make("div", { class: "row tight padded" }, make("span", { class: "muted", text: "Save" }), ...files));
  }

  /** Shows the first places of a sentence of the certificate, with a button that shows the other places. */
  private places({ places }: Sentence): HTMLElement | null {
    if (!places.length) return null;
    const row = make("div", { class: "row tight places" });
    const show = (count: number) => {
      const rest = places.length - count;
      const more = make("button", { type: "button", class: "link", text: `${rest} more`, onclick: () => show(places.length) });
      clear(row, ...places.slice(0, count).map((place, index) => this.place(place, index)), rest > 0 ? more : null);
    };
    show(FEW);
    return row;
  }

  private place({ point, object }: { point: Point; object: number | null }, index: number): HTMLButtonElement {
    const where = point.map((value) => short(value, 5)).join(", ");
    const name = object === null ? "" : this.store.model.name(object);
    const label = name || `place ${index + 1}`;
    return make("button", { type: "button", class: "link place", title: `Show (${where})`, onclick: () => this.show(point, object), text: label });
  }
}
