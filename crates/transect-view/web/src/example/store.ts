/** The state of the example, its history for undo, and the newest answers of the server. */
import type { RequestError } from "../api";
import { Asker } from "../asker";
import type { Eye } from "../eye";
import { Topics } from "../topics";
import { reduce, startTruth, type Event, type Truth } from "../truth";
import { ask, type Answer, type Answers, type PlaneAnswer } from "./answers";
import { fromFragment, toFragment } from "./link";
import { ordered, question, type ExamplePlane, type Scene, type Shape, type View } from "./scene";

export type Topic = "view" | "truth" | "history" | "hover" | "rest" | "retry";
const LIMIT = 200;

/** The time in milliseconds after which a request counts as lost. */
const TIME = 8000;

interface Asked {
  view: View;
  revision: number;
}

export class ExampleStore extends Topics<Topic> {
  view: View;
  /** The question to the server and its answer. All panels draw from it. */
  truth: Truth<"scene"> = startTruth({ scene: "example" });
  declare readonly types?: Answers;
  /** The error of the present view, if the server rejected the request for this view. */
  error: { field: string | null; reason: string; at: number | null } | null = null;
  hovered: string | null = null;
  eye: Eye | null = null;
  readonly openedEye: Partial<Eye> | null;
  /** `true` if the arcs that turn the planes are shown. */
  arcs = false;
  /** The step of drags and arrow keys, in units: shapes move by multiples of it; dragged corners lie on its grid. */
  step = 0.25;

  private past: View[] = [];
  private future: View[] = [];
  private kept: View;
  private timer = 0;
  private readonly questions: Asker<Asked, Answer>;
  /** The planes of answers as numbers, by the planes of their questions. They depend on nothing else. */
  private readonly parsed = new Map<string, PlaneAnswer>();

  constructor(fragment: string) {
    super();
    const { view, eye } = fromFragment(fragment);
    this.view = view;
    this.kept = view;
    this.openedEye = eye;
    this.questions = new Asker(({ view, revision }, signal) => ask(view, signal, revision), {
      answered: (answer, asked) => this.take(answer, asked),
      refused: (error, asked) => this.refuse(error, asked),
      lost: ({ revision }) => this.hear({ type: "lost", part: "scene", revision }),
      rest: () => this.tell("rest"),
    }, TIME);
    this.ask();
  }

  get scene(): Scene {
    return this.view.scenes[this.view.mode];
  }

  get settled(): boolean {
    return this.questions.idle;
  }

  /** Changes the view. A change during a drag is not recorded for undo. */
  change(patch: Partial<View>, dragging = false): void {
    this.view = { ...this.view, ...patch };
    if (!dragging) this.keep();
    this.ask();
    this.tell("view");
  }

  changeScene(patch: Partial<Scene>, dragging = false): void {
    const { mode, scenes } = this.view;
    this.change({ scenes: { ...scenes, [mode]: { ...scenes[mode], ...patch } } }, dragging);
  }

  setShape(shape: Shape, dragging = false): void {
    const shapes = this.scene.shapes.map((other) => (other.id === shape.id ? ordered(shape) : other));
    this.changeScene({ shapes }, dragging);
  }

  setPlane(place: number, plane: ExamplePlane, dragging = false): void {
    this.changeScene({ planes: this.scene.planes.map((other, index) => (index === place ? plane : other)) }, dragging);
  }

  select(id: string | null): void {
    if (id === this.view.selected) return;
    this.view = { ...this.view, selected: id };
    this.kept = { ...this.kept, selected: id };
    this.writeLink();
    this.tell("view");
  }

  hover(id: string | null): void {
    if (id === this.hovered) return;
    this.hovered = id;
    this.tell("hover");
  }

  shape(id: string | null): Shape | null {
    return this.scene.shapes.find((shape) => shape.id === id) ?? null;
  }

  /** Takes an event into the state of the question and its answer. */
  hear(event: Event<"scene">): void {
    const before = this.truth;
    this.truth = reduce(before, event);
    if (this.truth !== before) this.tell("truth");
  }

  /** Repeats a lost request at once. */
  retry(): void {
    this.questions.retry();
    this.tell("retry");
  }

  /** Returns a plane as numbers: those of the scene, or for an equation those of an answer. */
  plane(place: number): PlaneAnswer | null {
    const plane = this.scene.planes[place];
    if (!plane) return null;
    const said = this.parsed.get(this.keyOf(plane));
    if ("text" in plane) return said ?? null;
    const size = Math.hypot(...plane.normal);
    return { ...plane, text: said?.text ?? "", unit_normal: plane.normal.map((value) => value / size) };
  }

  private keepPlane(key: string, said: PlaneAnswer): void {
    const oldest = this.parsed.keys().next();
    if (this.parsed.size >= LIMIT && !oldest.done) this.parsed.delete(oldest.value);
    this.parsed.set(key, said);
  }

  private keyOf(plane: ExamplePlane, mode = this.view.mode): string {
    return JSON.stringify([mode, plane]);
  }

  /** After a drag, records the new shapes and plane for undo, unless the server rejected them. */
  keep(): void {
    clearTimeout(this.timer);
    if (this.changed) {
      if (this.error?.field) {
        this.tell("history");
        return;
      }
      this.past.push(this.kept);
      if (this.past.length > LIMIT) this.past.shift();
      this.future = [];
    }
    this.kept = this.view;
    this.tell("history");
    this.writeLink();
  }

  /** Records the view after a pause, so that several arrow keys count as one step. */
  keepSoon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keep(), 400);
  }

  get canUndo(): boolean {
    return this.past.length > 0 || this.changed;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    this.keep();
    const view = this.changed ? this.kept : this.past.pop();
    if (!view) return;
    this.future.push(this.view);
    this.restore(view);
  }

  redo(): void {
    const view = this.future.pop();
    if (!view) return;
    this.past.push(this.kept);
    this.restore(view);
  }

  open(fragment: string): void {
    const { view } = fromFragment(fragment);
    this.change(view);
  }

  /** Before the page is loaded again for a model, the address loses the scene of the example. */
  leave(): void {
    history.replaceState(null, "", location.pathname + location.search);
  }

  writeLink(): void {
    const fragment = `#${toFragment(this.view, this.eye)}`;
    if (fragment !== location.hash) history.replaceState(null, "", fragment);
  }

  /** `true` if the view has changes that are not recorded for undo yet. */
  private get changed(): boolean {
    return this.view.mode !== this.kept.mode || JSON.stringify(this.view.scenes) !== JSON.stringify(this.kept.scenes);
  }

  private restore(view: View): void {
    clearTimeout(this.timer);
    this.view = view;
    this.kept = view;
    this.ask();
    this.tell("view");
    this.tell("history");
    this.writeLink();
  }

  private ask(): void {
    const { view } = this;
    const before = this.truth.parts.scene.asked?.revision;
    this.hear({ type: "asked", part: "scene", key: JSON.stringify(question(view)) });
    const revision = this.truth.parts.scene.asked?.revision ?? 0;
    if (revision !== before) this.questions.request({ view, revision });
  }

  private take(answer: Answer, { view, revision }: Asked): void {
    for (const [place, plane] of view.scenes[view.mode].planes.entries()) {
      const said = answer.planes[place];
      if (said) this.keepPlane(this.keyOf(plane, view.mode), said);
    }
    if (revision === this.truth.parts.scene.asked?.revision) this.error = null;
    this.hear({ type: "answered", part: "scene", revision, model: null, value: answer });
  }

  private refuse(refusal: RequestError, { revision }: Asked): void {
    if (revision !== this.truth.parts.scene.asked?.revision) return;
    // The server's message begins with the name of the field, as in `shapes[2].corners: the edges …`.
    const [, field, reason] = /^((?:planes|shapes|separate)[\w[\].]*):? (.*)$/s.exec(refusal.message) ?? [];
    this.error = { field: field ?? null, reason: reason ?? refusal.message, at: refusal.at };
    this.hear({ type: "refused", part: "scene", revision, model: null, refusal, keeps: true });
  }
}
