/** The one store of the page: the view with its history, and the answers that came for it. */
import { Newest, Refusal, type Certificate, type PlaneInfo, type RegionAnswer } from "./api";
import type { Model } from "./model";
import { guess } from "./planes";
import { askSection, type Question, type Section } from "./section";
import type { Eye } from "./three/orbit";
import { Topics } from "./topics";
import { fromFragment, toFragment, type View } from "./view";

export type Topic =
  | "view"
  | "section"
  | "refused"
  | "certificate"
  | "region"
  | "hover"
  | "history"
  | "moving"
  | "asking"
  | "pictured";

const LIMIT = 200;

/** The first section, asked for while the model was still on its way. */
export interface First {
  question: Question;
  answer: Promise<Section>;
}

export class Store extends Topics<Topic> {
  section: Section | null = null;
  /** The plane of the view, as far as it is known. */
  info: PlaneInfo | null = null;
  /** Why the plane of the view is no plane. */
  refusal: Refusal | null = null;
  certificate: Certificate | null = null;
  region: RegionAnswer | null = null;
  /** The object under the pointer, in whichever picture. */
  hovered: number | null = null;
  hoveredLoop: number | null = null;
  /** The plane or the camera is being dragged. */
  moving = false;
  /** The model has been seen: what is asked for besides may come now. */
  pictured = false;
  eye: Eye | null = null;

  private past: View[] = [];
  private future: View[] = [];
  private kept: View;
  private timer = 0;
  private readonly sections: Newest<Question, Section>;
  /** When the newest question was asked, and the moves that wait for a picture. */
  onAnswer: (section: Section, question: Question) => void = () => {};

  constructor(
    readonly model: Model,
    public view: View,
    private first: First | null = null,
  ) {
    super();
    this.kept = view;
    this.sections = new Newest((question) => this.answer(question), (section, question) => this.take(section, question), (error, question) => this.fail(error, question), () => this.tell("asking"));
  }

  /** Changes the view; while a drag lasts nothing is kept for undo. */
  change(patch: Partial<View>, options: { dragging?: boolean; since?: number } = {}): void {
    this.view = { ...this.view, ...patch };
    if (!options.dragging) this.keep();
    if (patch.plane || patch.limit) this.ask(options.since);
    this.tell("view");
  }

  /** Keeps what a drag arrived at. */
  keep(): void {
    clearTimeout(this.timer);
    if (this.view !== this.kept) {
      if (JSON.stringify(this.view) !== JSON.stringify(this.kept)) {
        this.past.push(this.kept);
        if (this.past.length > LIMIT) this.past.shift();
        this.future = [];
      }
      this.kept = this.view;
    }
    this.tell("history");
    this.writeLink();
  }

  /** Keeps after a while without further steps: a turn of the wheel is one move. */
  keepSoon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keep(), 350);
  }

  get canUndo(): boolean {
    return this.past.length > 0 || this.view !== this.kept;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    this.keep();
    const last = this.past.pop();
    if (!last) return;
    this.future.push(this.view);
    this.restore(last);
  }

  redo(): void {
    const next = this.future.pop();
    if (!next) return;
    this.past.push(this.view);
    this.restore(next);
  }

  /** Takes over what an address says. */
  open(fragment: string): Eye | null {
    const { view, eye } = fromFragment(fragment, this.view);
    this.change(view);
    return eye;
  }

  /** Whether an object is drawn at all. */
  drawn(object: number): boolean {
    return this.view.rooms || !this.model.airy[object] || object === this.view.selected || object === this.hovered;
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

  /** The section that belongs to the present view has come. */
  get settled(): boolean {
    return this.sections.idle;
  }

  /** Says whether outlines are enough for now. */
  light: () => boolean = () => false;

  ask(since = performance.now(), caps = !(this.moving && this.light())): void {
    const { plane, limit } = this.view;
    this.info = guess(plane) ?? this.info;
    this.sections.request({ plane, limit, caps, since });
    this.tell("asking");
  }

  writeLink(): void {
    const fragment = `#${toFragment(this.view, this.eye)}`;
    if (fragment !== location.hash) history.replaceState(null, "", fragment);
  }

  private restore(view: View): void {
    const { plane, limit } = this.view;
    this.view = view;
    this.kept = view;
    if (view.plane !== plane || view.limit !== limit) this.ask();
    this.tell("view");
    this.tell("history");
    this.writeLink();
  }

  private answer(question: Question): Promise<Section> {
    const { first } = this;
    this.first = null;
    const same = first && JSON.stringify([first.question.plane, first.question.limit]) === JSON.stringify([question.plane, question.limit]);
    return same ? first.answer : askSection(question);
  }

  private take(section: Section, question: Question): void {
    this.section = section;
    this.refusal = null;
    if (question.plane === this.view.plane) this.info = section.plane;
    this.onAnswer(section, question);
    this.tell("section");
  }

  private fail(error: unknown, question: Question): void {
    if (question.plane !== this.view.plane) return;
    if (error instanceof Refusal) {
      this.refusal = error;
      this.tell("refused");
    }
  }
}
