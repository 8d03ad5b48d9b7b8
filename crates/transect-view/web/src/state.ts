/** The store of the page: the view with its history for undo, and the server's answers for the view. */
import { Newest, RequestError, type Certificate, type PlaneInfo, type RegionAnswer } from "./api";
import type { Model } from "./model";
import { guess } from "./planes";
import { askSection, type Question, type Section } from "./section";
import type { Eye } from "./three/orbit";
import { Topics } from "./topics";
import { fromFragment, toFragment, type View } from "./view";

export type Topic =
  | "view"
  | "section"
  | "error"
  | "certificate"
  | "region"
  | "hover"
  | "history"
  | "moving"
  | "asking"
  | "pictured";

const LIMIT = 200;

/** The first section, which is requested while the model is still loading. */
export interface First {
  question: Question;
  answer: Promise<Section>;
}

export class Store extends Topics<Topic> {
  section: Section | null = null;
  /** The data of the view's plane, if they are known. */
  info: PlaneInfo | null = null;
  /** The error of the view's plane, if the plane is invalid. */
  error: RequestError | null = null;
  certificate: Certificate | null = null;
  region: RegionAnswer | null = null;
  /** The object under the pointer, in the 3D view or in the section. */
  hovered: number | null = null;
  hoveredLoop: number | null = null;
  /** `true` while the plane or the camera is dragged. */
  moving = false;
  /** `true` once the model has been drawn. Until then, the certificate and the curve of areas are not requested. */
  pictured = false;
  eye: Eye | null = null;

  private past: View[] = [];
  private future: View[] = [];
  private kept: View;
  private timer = 0;
  private readonly sections: Newest<Question, Section>;
  /** Called with each new section and the request for it, to measure the response time. */
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

  /** Changes the view. A change during a drag is not recorded for undo. */
  change(patch: Partial<View>, options: { dragging?: boolean; since?: number } = {}): void {
    this.view = { ...this.view, ...patch };
    if (!options.dragging) this.keep();
    if (patch.plane || patch.limit) this.ask(options.since);
    this.tell("view");
  }

  /** Records the result of a drag for undo. */
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

  /** Records the view after a pause, so that several turns of the wheel count as one step. */
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

  /** Restores the view from the fragment of an address. */
  open(fragment: string): Eye | null {
    const { view, eye } = fromFragment(fragment, this.view);
    this.change(view);
    return eye;
  }

  /** Returns `true` if an object is drawn: selected and highlighted objects are, and others unless they are hidden. */
  drawn(object: number): boolean {
    return object === this.view.selected || object === this.hovered || this.visible(object);
  }

  /** Returns `true` if an object is drawn even when it is neither selected nor highlighted. */
  visible(object: number): boolean {
    const { view, model } = this;
    if (view.only) return this.members(view.only).has(object);
    return (view.rooms || !model.airy[object]) && !this.members(view.hidden).has(object);
  }

  /** Hides objects in 3D, or shows them again if all of them are hidden. */
  toggleHidden(objects: readonly number[]): void {
    const hidden = new Set(this.view.hidden);
    const all = objects.every((object) => hidden.has(object));
    for (const object of objects) {
      if (all) hidden.delete(object);
      else hidden.add(object);
    }
    this.change({ hidden: [...hidden].sort((one, two) => one - two) });
  }

  private sets = new WeakMap<readonly number[], Set<number>>();

  private members(list: readonly number[]): Set<number> {
    const known = this.sets.get(list) ?? new Set(list);
    this.sets.set(list, known);
    return known;
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
    this.error = null;
    if (question.plane === this.view.plane) this.info = section.plane;
    this.onAnswer(section, question);
    this.tell("section");
  }

  private fail(error: unknown, question: Question): void {
    if (question.plane !== this.view.plane) return;
    if (error instanceof RequestError) {
      this.error = error;
      this.tell("error");
    }
  }
}
