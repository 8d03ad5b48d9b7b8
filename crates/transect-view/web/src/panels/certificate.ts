/** What the certificate says of the cut, in plain words; each problem leads to its place. */
import { CLIENT, exportAddress, postJson, Newest, type Certificate, type Plane, type Point } from "../api";
import { clear, make } from "../dom";
import type { Store } from "../state";
import { short } from "../vectors";

const REST = 350;
let sequence = 0;

export class CertificatePanel {
  readonly element = make("div", { class: "certificate" });
  readonly badge = make("button", { type: "button", class: "badge waiting", id: "badge", "aria-live": "polite" });
  show: (point: Point, object: number | null) => void = () => {};

  private readonly ask: Newest<Plane, { certificate: Certificate; plane: Plane }>;
  private timer = 0;
  private current: Plane | null = null;
  private broken = "";

  constructor(private readonly store: Store) {
    this.ask = new Newest(
      async (plane) => ({ plane, certificate: await postJson<Certificate>("api/certificate", { plane, client: `${CLIENT}-c`, sequence: ++sequence }) }),
      ({ certificate, plane }) => this.take(certificate, plane),
      (error) => {
        this.broken = error instanceof Error ? error.message : String(error);
        this.draw();
      },
    );
    store.on("section", () => this.wait());
    this.draw();
  }

  /** The whole certificate takes longer than the section: it is asked for when the plane rests. */
  private wait(): void {
    const { plane } = this.store.view;
    if (plane === this.current) return;
    this.current = plane;
    this.broken = "";
    if (this.store.certificate) {
      this.store.certificate = null;
      this.draw();
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask.request(plane), REST);
  }

  private take(certificate: Certificate, plane: Plane): void {
    if (plane !== this.store.view.plane) return;
    this.store.certificate = certificate;
    this.store.tell("certificate");
    this.draw();
  }

  private draw(): void {
    const { certificate, section, view } = this.store;
    const state = certificate ? (certificate.green ? "good" : "bad") : this.broken ? "bad" : "waiting";
    this.badge.className = `badge ${state}`;
    const problems = certificate?.sentences.filter((sentence) => !sentence.ok).length ?? 0;
    const words = { good: "✓ Certified", bad: this.broken ? "No certificate" : `✗ ${problems} ${problems === 1 ? "problem" : "problems"}`, waiting: "Certifying…" };
    this.badge.textContent = words[state];
    this.badge.title = "The certificate of this cut";
    if (!certificate) {
      clear(this.element, make("p", { class: this.broken ? "message bad" : "message", text: this.broken || "Both halves are being made and checked." }));
      return;
    }
    const heading = certificate.green ? "The cut is proven." : "The cut has problems.";
    const lines = certificate.sentences.map((sentence) => {
      const places = sentence.places.map((place, index) => this.place(place, index));
      return make("li", { class: sentence.ok ? "good" : "bad" },
        make("span", { class: "mark", "aria-hidden": "true", text: sentence.ok ? "✓" : "✗" }),
        make("div", {}, make("span", { class: "visually-hidden", text: sentence.ok ? "Good: " : "Problem: " }), sentence.text, places.length ? make("div", { class: "row tight places" }, ...places) : null));
    });
    const files = section
      ? [["report.json", "Report"], ["front.glb", "Front half"], ["back.glb", "Back half"]].map(([file, label]) =>
          make("a", { class: "link", download: file!, href: exportAddress(file!, view.plane, section.plane), text: label! }))
      : [];
    clear(this.element,
      make("p", { class: `verdict ${state}`, text: heading }),
      make("ul", {}, ...lines),
      make("div", { class: "row tight padded" }, make("span", { class: "muted", text: "Save" }), ...files));
  }

  private place({ point, object }: { point: Point; object: number | null }, index: number): HTMLButtonElement {
    const where = point.map((value) => short(value, 5)).join(", ");
    const name = object === null ? "" : this.store.model.name(object);
    const label = name || `place ${index + 1}`;
    return make("button", { type: "button", class: "link place", title: `Show (${where})`, onclick: () => this.show(point, object), text: label });
  }
}
