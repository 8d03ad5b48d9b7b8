/** The panel of the certificate: the checks of the cut as sentences. Each finding has links to its places. */
import { CLIENT, exportAddress, postJson, Newest, type Certificate, type Point, type Sentence } from "../api";
import { clear, make } from "../dom";
import type { Store } from "../state";
import { short } from "../vectors";
import type { View } from "../view";

const REST = 350;
const FEW = 6;
const MARKS = { good: "✓", note: "i", bad: "✗" };
const SPOKEN = { good: "Good", note: "Note", bad: "Error" };
let sequence = 0;

export class CertificatePanel {
  readonly element = make("div", { class: "certificate" });
  readonly badge = make("button", { type: "button", class: "badge waiting", id: "badge", "aria-live": "polite" });
  show: (point: Point, object: number | null) => void = () => {};

  private readonly ask: Newest<View, { certificate: Certificate; view: View }>;
  private timer = 0;
  private current: View | null = null;
  private broken = "";

  constructor(private readonly store: Store) {
    this.ask = new Newest(
      async (view) => ({ view, certificate: await postJson<Certificate>("api/certificate", { plane: view.plane, on_plane: view.limit, client: `${CLIENT}-c`, sequence: ++sequence }) }),
      ({ certificate, view }) => this.take(certificate, view),
      (error) => {
        this.broken = error instanceof Error ? error.message : String(error);
        this.draw();
      },
    );
    store.on("section", () => this.wait());
    store.on("pictured", () => this.wait());
    this.draw();
  }

  /** Requests the certificate when the plane stops moving, because the request takes longer than the section. */
  private wait(): void {
    const { view } = this.store;
    if (!this.store.pictured) return;
    if (this.current && same(view, this.current)) return;
    this.current = view;
    this.broken = "";
    if (this.store.certificate) {
      this.store.certificate = null;
      this.draw();
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask.request(view), REST);
  }

  private take(certificate: Certificate, view: View): void {
    if (!same(view, this.store.view)) return;
    this.store.certificate = certificate;
    this.store.tell("certificate");
    this.draw();
  }

  private draw(): void {
    const { certificate, view } = this.store;
    const state = certificate ? (certificate.green ? "good" : "bad") : this.broken ? "bad" : "waiting";
    this.badge.className = `badge ${state}`;
    const notes = certificate?.sentences.some((sentence) => sentence.kind === "note") ?? false;
    const words = { good: notes ? "✓ Certified, with notes" : "✓ Certified", bad: this.broken ? "No certificate" : "✗ Error found", waiting: "Certifying…" };
    this.badge.textContent = words[state];
    this.badge.title = "The certificate of this cut";
    if (!certificate) {
      clear(this.element, make("p", { class: this.broken ? "message bad" : "message", text: this.broken || "The halves are being computed and checked." }));
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
      make("a", { class: "link", download: file!, href: exportAddress(file!, view.plane, view.limit), text: label! }));
    clear(this.element,
      make("ul", {}, ...lines),
      make("div", { class: "row tight padded" }, make("span", { class: "muted", text: "Save" }), ...files));
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

function same(one: View, two: View): boolean {
  return one.plane === two.plane && one.limit === two.limit;
}
