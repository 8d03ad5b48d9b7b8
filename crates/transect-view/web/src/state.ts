/** The store of the page: the view with its history for undo, and the server's answers for the view. */
import { shownModel, type Certificate, type Curve, type PlaneInfo, type Plane, type RegionAnswer, type Stack, type Why } from "./api";
import { Asker } from "./asker";
import { isVisible, toggled } from "./drawn";
import type { Eye } from "./eye";
import { fileName } from "./files";
import { History } from "./history";
import { KnownPlanes } from "./known_planes";
import type { Model } from "./model";
import type { Names } from "./names";
import { askSection, type Question, type Section } from "./section";
import { ELSEWHERE, isSame, type StoredPlane } from "./stored";
import { Topics } from "./topics";
import { isOlder, newest, reduce, startTruth, statusOf, type Event, type Refusal, type Status, type Truth } from "./truth";
import { fromFragment, isSameLook, toFragment, type View } from "./view";
import { reachOf } from "./vectors";

export type Topic =
  | "view"
  /** A part of the view other than the plane has changed. */
  | "look"
  | "section"
  | "truth"
  | "region"
  | "hover"
  | "history"
  | "moving"
  | "asking"
  | "pictured"
  | "retry";

/** The answers of the server, by the parts of the page that show them. Marks (mark.ts) read them. */
export interface Answers {
  section: Section;
  certificate: Certificate;
  curve: Curve;
  region: RegionAnswer;
  why: Why;
  layers: Stack;
}
export type Part = keyof Answers;

const NAMES: Record<Part, string> = { section: "section", certificate: "certificate", curve: "curve of areas", region: "region", why: "reason of a side", layers: "layers" };
/** The parts whose questions are about the view's plane. */
const OF_PLANE: readonly Part[] = ["section", "certificate", "curve", "why", "layers"];

/** The time in milliseconds after which the request for a section counts as lost. */
const SECTION_TIME = 8000;

/** The first section, which is requested while the model is still loading. */
export interface First {
  question: Question;
  answer: Promise<Section>;
}

/** A question about the section, with its revision. */
type Numbered = Question & { revision: number };

export class Store extends Topics<Topic> {
  /** The questions to the server and the answers. All panels draw from them. */
  truth: Truth<Part> = startTruth(NAMES, shownModel());
  declare readonly types?: Answers;
  /** The object under the pointer, in the 3D view or in the section. */
  hovered: number | null = null;
  hoveredLoop: number | null = null;
  /** `true` while the plane or the camera is dragged. */
  moving = false;
  /** `true` once the model has been drawn. Until then, the certificate and the curve of areas are not requested. */
  pictured = false;
  eye: Eye | null = null;

  /** `true` while an equation is typed that is not the view's plane. */
  private draft = false;
  private readonly past: History<View>;
  private readonly sections: Asker<Numbered, Section>;
  private readonly planes = new KnownPlanes();
  /** The plane to return to if the server refuses the plane of a link. */
  private fallback: Plane | null = null;
  /** Called with a sentence if a part of a link is not valid. */
  onWrongLink: (text: string) => void = () => {};
  /** Called with the model of a link that was made for another model, and with the link. */
  onForeignLink: (model: string, fragment: string) => void = () => {};
  /** Called with each new section and the request for it, to measure the response time. */
  onAnswer: (section: Section, question: Question) => void = () => {};

  constructor(
    readonly model: Model,
    readonly names: Names,
    public view: View,
    private first: First | null = null,
    /** The planes whose answers the page holds; null if a server answers. */
    readonly stored: readonly StoredPlane[] | null = null,
  ) {
    super();
    this.past = new History(view);
    this.sections = new Asker((question, signal) => this.answer(question, signal), {
      answered: (section, question) => this.take(section, question),
      refused: (error, question) => this.refuse(error, question),
      lost: ({ revision }) => this.hear({ type: "lost", part: "section", revision }),
      rest: () => this.tell("asking"),
    }, SECTION_TIME);
  }

  /** The data of the view's plane, or null while the page does not know them. */
  get info(): PlaneInfo | null {
    return this.planes.of(this.view.plane);
  }

  /** Returns a sentence about what is older than the view in a drawing or a list; empty if nothing is. */
  older(subject: string): string {
    const plane = (newest(this.truth, "section") as Section | null)?.plane.text;
    if (isOlder(this.status("section"))) return plane ? `${subject} shows ${plane}.` : "";
    return isOlder(this.status("region")) ? `${subject} shows the region before.` : "";
  }

  /** Returns the name of a saved file about the view's plane. */
  fileName(file: string, plane = this.planeText): string {
    return fileName(this.names.source, plane, file);
  }

  /** The equation of the view's plane; empty while only the server knows it. */
  get planeText(): string {
    const { plane } = this.view;
    return "text" in plane ? plane.text : (this.info?.text ?? "");
  }

  status(part: Part): Status {
    return statusOf(this.truth, part);
  }

  /** Returns the reason why the server refuses the present question of a part, or null. */
  refusal(part: Part): Refusal | null {
    return this.truth.parts[part].refusal;
  }

  /** Takes an event into the state of questions and answers. */
  hear(event: Event<Part>): void {
    const before = this.truth;
    this.truth = reduce(before, event);
    if (this.truth !== before) this.tell("truth");
  }

  /** Records a question of a part, and returns its revision. */
  number(part: Part, key: string): number {
    // One event, because a listener of two would ask again between them, without an end.
    this.hear({ type: "asked", part, key, unclear: this.draft && OF_PLANE.includes(part) });
    return this.truth.parts[part].asked?.revision ?? 0;
  }

  /**
   * Says whether an equation is typed that is not the view's plane yet. Until the server has parsed it, the answers
   * belong to the plane before.
   */
  setDraft(draft: boolean): void {
    if (draft === this.draft) return;
    this.draft = draft;
    this.doubt();
  }

  /** Says which parts have a question that the page does not know: without a normal, there is none for the curve. */
  private doubt(): void {
    for (const part of OF_PLANE) {
      const unclear = this.draft || (!this.info && (part === "curve" || part === "layers"));
      this.hear({ type: unclear ? "unclear" : "clear", part });
    }
  }

  /** Changes the view. A change during a drag is not recorded for undo. */
  change(patch: Partial<View>, options: { dragging?: boolean; since?: number; info?: PlaneInfo } = {}): void {
    const before = this.view;
    // A measure belongs to the section of its plane.
    const measure = patch.plane && JSON.stringify(patch.plane) !== JSON.stringify(before.plane) ? null : before.measure;
    this.view = { ...before, measure, ...patch };
    if (patch.plane) {
      this.fallback = null;
      this.planes.forget();
    }
    if (options.info) this.describe(this.view.plane, options.info);
    if (!options.dragging) this.keep();
    if (patch.plane || patch.limit || patch.inside) this.ask(options.since);
    this.changed(before);
  }

  /** Tells what has changed in the view. In a drag, only the plane changes, and much on the page does not depend on it. */
  private changed(before: View): void {
    this.tell("view");
    if (!isSameLook(before, this.view)) this.tell("look");
  }

  /** The place of the view's plane in the list of stored planes, or −1. */
  get storedPlace(): number {
    return this.stored?.findIndex(({ request }) => isSame(request, this.view.plane)) ?? -1;
  }

  /** Shows the stored plane at a place in their list. Places outside the list mean its ends. */
  goToStored(place: number): void {
    const stored = this.stored?.[Math.max(0, Math.min(place, this.stored.length - 1))];
    if (stored && !isSame(stored.request, this.view.plane)) this.change({ plane: stored.request, limit: stored.limits[0] ?? "front" });
  }

  /** Returns `true`, and says so, if the page holds its answers, so that what needs a server is not available. */
  lacksServer(): boolean {
    if (this.stored) this.onWrongLink(ELSEWHERE);
    return this.stored !== null;
  }

  /** Calls `deed` with the data of the view's plane: at once if they are known, or when the server has answered. */
  whenKnown(deed: (info: PlaneInfo) => void): void {
    this.planes.when(this.view.plane, deed);
  }

  /** Keeps the data of a plane. */
  private describe(plane: Plane, info: PlaneInfo): void {
    this.planes.add(plane, info);
    if (plane === this.view.plane) for (const deed of this.planes.waiting()) this.whenKnown(deed);
  }

  /** Records the result of a drag for undo. */
  keep(): void {
    this.past.keep(this.view);
    this.tell("history");
    this.writeLink();
  }

  /** Records the view after a pause, so that several turns of the wheel count as one step. */
  keepSoon(): void {
    this.past.later(() => this.keep());
  }

  get canUndo(): boolean {
    return this.past.canUndo(this.view);
  }

  get canRedo(): boolean {
    return this.past.canRedo(this.view);
  }

  undo(): void {
    this.keep();
    this.restore(this.past.undo());
  }

  redo(): void {
    this.keep();
    this.restore(this.past.redo());
  }

  /**
   * Restores the view from the fragment of an address. A link that was made for another model is not applied, unless
   * `anyModel` is true.
   */
  open(fragment: string, anyModel = false): Eye | null {
    const { view, eye, wrong, foreign } = fromFragment(fragment, this.view, this.names, reachOf(this.model.manifest.bounds), anyModel);
    if (foreign !== null) {
      this.onForeignLink(foreign, fragment);
      return null;
    }
    const before = this.view.plane;
    this.change(view);
    this.came(before, wrong);
    return eye;
  }

  /** Records that the present view came from a link: a refused plane is replaced by `plane`, and wrong parts are named. */
  came(plane: Plane, wrong: string[]): void {
    if (JSON.stringify(plane) !== JSON.stringify(this.view.plane)) this.fallback = plane;
    if (wrong.length) this.onWrongLink(`The link has parts that are not valid, and they are left out: ${wrong.join(", ")}.`);
  }

  /** Returns `true` if an object is drawn: selected and highlighted objects are, and others unless they are hidden. */
  drawn(object: number): boolean {
    return object === this.view.selected || object === this.hovered || this.visible(object);
  }

  /** Returns `true` if an object is drawn even when it is neither selected nor highlighted. */
  visible(object: number): boolean {
    return isVisible(this.view, this.model, object);
  }

  /** Hides objects in 3D, or shows them again if all of them are hidden. */
  toggleHidden(objects: readonly number[]): void {
    this.change({ hidden: toggled(this.view.hidden, objects) });
  }

  hover(object: number | null, loop: number | null = null): void {
    if (object === this.hovered && loop === this.hoveredLoop) return;
    this.hovered = object;
    this.hoveredLoop = loop;
    this.tell("hover");
  }

  setMoving(moving: boolean): void {
    if (moving === this.moving) return;
    this.moving = moving;
    this.tell("moving");
  }

  /** `true` if the section of the present view has arrived. */
  get settled(): boolean {
    return this.sections.idle;
  }

  /** Returns `true` if outlines are enough for now, and the section is requested without filled faces (caps). */
  light: () => boolean = () => false;

  ask(since = performance.now(), caps = !(this.moving && this.light())): void {
    const { plane, limit, inside } = this.view;
    const key = keyOf(this.view);
    // The certificate is requested later than the section. It is pending as soon as the plane changes.
    this.number("certificate", key);
    const revision = this.number("section", key);
    this.doubt();
    this.sections.request({ plane, limit, inside, caps, since, revision });
    this.tell("asking");
  }

  /** Repeats a lost request for the section at once. */
  retry(): void {
    this.sections.retry();
    this.tell("retry");
  }

  /** Before the page is loaded again for another model, the address names the model that the view is of. */
  leave(): void {
    this.writeLink();
  }

  writeLink(): void {
    const fragment = `#${toFragment(this.view, this.eye, this.names)}`;
    if (fragment === location.hash) return;
    try {
      history.replaceState(null, "", fragment);
    } catch {
      // A page inside a notebook has no address of its own, so it has no link either.
    }
  }

  private restore(view: View | null): void {
    if (!view) return;
    const before = this.view;
    this.view = view;
    if (view.plane !== before.plane || view.limit !== before.limit || view.inside !== before.inside) this.ask();
    this.changed(before);
    this.tell("history");
    this.writeLink();
  }

  private answer(question: Numbered, signal: AbortSignal): Promise<Section> {
    const { first } = this;
    this.first = null;
    return first && keyOf(first.question) === keyOf(question) ? first.answer : askSection(question, signal);
  }

  private take(section: Section, question: Numbered): void {
    this.hear({ type: "answered", part: "section", revision: question.revision, model: null, value: section });
    this.describe(question.plane, section.plane);
    if (newest(this.truth, "section") !== section) return;
    if (this.status("section") === "answered") this.fallback = null;
    this.onAnswer(section, question);
    this.tell("section");
  }

  private refuse(error: Refusal, question: Numbered): void {
    this.hear({ type: "refused", part: "section", revision: question.revision, model: null, refusal: error });
    this.hear({ type: "refused", part: "certificate", revision: this.truth.parts.certificate.asked?.revision ?? 0, model: null, refusal: error });
    const { fallback } = this;
    if (!fallback || this.status("section") !== "refused") return;
    this.change({ plane: fallback });
    this.onWrongLink(`The plane of the link is not valid: ${error.message}. Another plane is shown.`);
  }
}

/** Returns the key of a question about the section. Equal planes, limits and rules have equal keys. */
export function keyOf({ plane, limit, inside }: Pick<View, "plane" | "limit" | "inside">): string {
  return JSON.stringify([plane, limit, inside]);
}
