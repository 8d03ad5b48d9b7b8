/** The plane panel: equation, axis buttons, and buttons to flip and turn. An error is shown below the equation. */
import { postJson, type Plane, type PlaneInfo } from "../api";
import { Asker } from "../asker";
import { button, clear, flag, make, press, Written } from "../dom";
import { reduceField, START_FIELD, type Field, type FieldEvent } from "../field";
import { axisOf, axisPlane, flip, flippedInfo, rounded, stepOf, extent, type Axis } from "../planes";
import { about } from "../mark";
import type { Store } from "../state";
import { centre } from "../vectors";

/** The time in milliseconds after which the request that checks a text counts as lost. */
const TIME = 4000;

export class PlanePanel {
  readonly element = make("div", { class: "expression" });
  readonly input = make("input", {
    type: "text",
    id: "expression",
    class: "number",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": "Equation of the plane",
    "aria-describedby": "expression-help",
    placeholder: "z=1.2 or 2x+3y+6z-17=0",
  });
  readonly arcs: HTMLButtonElement;
  private readonly help = make("p", { id: "expression-help", class: "hint", "aria-live": "polite" });
  private readonly axes: Record<Axis, HTMLButtonElement>;
  private readonly check: Asker<string, PlaneInfo>;
  private field: Field = START_FIELD;
  private focused = false;
  /** The plane that the typed text has set. */
  private own: Plane | null = null;
  /** `true` if Enter was pressed before the server had checked the text. */
  private entered = false;
  private seen: Plane | null = null;
  /** The content of the line below the equation. */
  private readonly told = new Written();
  /** A message about the last action, shown until the plane changes. */
  private note: { text: string; good: boolean } | null = null;

  constructor(
    private readonly store: Store,
    toggleArcs: () => void,
  ) {
    const axisButton = (axis: Axis) =>
      button(axis.toUpperCase(), { title: `Plane across ${axis}`, key: axis.toUpperCase(), class: `button axis-${axis}`, pressed: false, id: `axis-${axis}` }, () => this.across(axis));
    this.axes = { x: axisButton("x"), y: axisButton("y"), z: axisButton("z") };
    this.arcs = button("Turn", { title: "Show arcs that turn the plane", key: "R", pressed: false, id: "arcs" }, toggleArcs);
    about("view", this.element);
    this.element.append(
      make("div", { class: "row tight" },
        make("h2", { text: "Plane" }), make("span", { class: "grow" }),
        this.axes.x, this.axes.y, this.axes.z,
        button("Flip", { title: "Exchange front and back", key: "F", id: "flip" }, () => this.flip()),
        this.arcs,
      ),
      this.input,
      this.help,
    );
    this.check = new Asker(
      async (text, signal) => (await postJson<{ plane: PlaneInfo }>("api/plane", { plane: { text } }, signal)).plane,
      {
        answered: (plane, text) => this.accept(text, plane),
        refused: (fault, text) => this.hear({ type: "refused", text, fault }),
        lost: (text) => this.hear({ type: "lost", text }),
      },
      TIME,
    );
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => (this.focused = true));
    this.input.addEventListener("blur", () => this.leave());
    this.input.addEventListener("keydown", (event) => this.key(event));
    store.on("section", () => this.show());
    store.on("view", () => this.show());
    store.on("truth", () => this.show());
    store.on("retry", () => this.check.retry());
  }

  say(text: string, good: boolean): void {
    this.note = { text, good };
    this.show();
  }

  /** Moves the focus to the equation. */
  reach(): void {
    this.input.focus();
    this.input.select();
  }

  across(axis: Axis): void {
    const { bounds } = this.store.model.manifest;
    const index = { x: 0, y: 1, z: 2 }[axis];
    const range = extent(bounds, [axis === "x" ? 1 : 0, axis === "y" ? 1 : 0, axis === "z" ? 1 : 0]);
    this.note = null;
    this.store.change({ plane: axisPlane(axis, rounded(centre(bounds)[index]!, stepOf(range)), true) });
  }

  flip(): void {
    this.note = null;
    const { view, info } = this.store;
    const plane = flip(view.plane);
    this.store.change({ plane }, info ? { info: flippedInfo(info, "text" in plane ? plane.text : "") } : {});
  }

  private typed(): void {
    this.note = null;
    this.entered = false;
    const text = this.input.value;
    this.hear({ type: "typed", text });
    if (text.trim()) this.check.request(text.trim());
    else this.check.drop();
  }

  private hear(event: FieldEvent): void {
    this.field = reduceField(this.field, event);
    this.show();
  }

  private accept(text: string, info: PlaneInfo): void {
    this.field = reduceField(this.field, { type: "accepted", text });
    if (!this.field.draft || this.field.text.trim() !== text) return;
    this.own = { text };
    const committed = this.entered || !this.focused;
    this.store.change({ plane: this.own }, { dragging: !committed, info });
    if (!committed) this.store.keepSoon();
    if (!this.focused) this.hear({ type: "left", plane: text });
  }

  /** Shows the error of the text, and marks the wrong column. */
  private wrong(message: string, at: number | null, hint: string | null): void {
    const text = this.field.text;
    if (!this.told.changes([text, message, at, hint])) return;
    const mark = at !== null && at <= text.length + 1 ? Math.max(at - 1, 0) : null;
    clear(this.help,
      mark !== null && make("code", { class: "marked" }, text.slice(0, mark), make("mark", { text: text.slice(mark, mark + 1) || "␣" }), text.slice(mark + 1)),
      make("span", { class: "wrong", text: hint ? `${message}; ${hint}` : message }));
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      this.entered = true;
      this.store.keep();
      this.input.select();
    } else if (event.key === "Escape") {
      this.check.drop();
      this.hear({ type: "moved", plane: this.planeText() });
      this.input.blur();
    } else return;
    event.stopPropagation();
  }

  private leave(): void {
    this.focused = false;
    this.store.keep();
    this.hear({ type: "left", plane: this.planeText() });
  }

  /** Returns the text of the view's plane: the equation, or the server's equation of a plane without text. */
  private planeText(): string {
    return this.store.planeText || "…";
  }

  private show(): void {
    const { view, info } = this.store;
    const along = info ? axisOf(info.normal) : null;
    const isOwn = view.plane === this.own;
    // A plane that was set in another way replaces the typed text.
    if (view.plane !== this.seen) {
      this.seen = view.plane;
      if (!isOwn) this.field = reduceField(this.field, { type: "moved", plane: this.planeText() });
    }
    if (!this.field.draft) this.field = { ...this.field, text: this.planeText() };
    const { text, status, fault } = this.field;
    if (this.input.value !== text) this.input.value = text;
    const isDraft = this.field.draft && status !== "fine";
    for (const axis of ["x", "y", "z"] as const) press(this.axes[axis], !isDraft && along?.axis === axis);
    this.store.setDraft(isDraft);
    const refusal = status === "fine" ? this.store.refusal("section") : fault;
    if (refusal) flag(this.input, "aria-invalid", true);
    else this.input.removeAttribute("aria-invalid");
    flag(this.input, "aria-busy", status === "checking" || status === "late");
    if (refusal) {
      this.wrong(refusal.message, refusal.at, refusal.hint);
      return;
    }
    if (status === "late") this.tell("The server does not respond; the text is sent again.");
    else if (status === "checking") this.tell("Checking…");
    else if (this.note) this.tell(this.note.text, !this.note.good);
    else if ("through" in view.plane) this.tell("The plane is kept exactly, as three points of the face.");
    else if ("at" in view.plane) this.tell("The plane is kept exactly, as a point and a normal.");
    else if (along) this.tell(`Front is where ${along.axis} is ${along.positive ? "greater" : "smaller"}.`);
    else this.tell("Front is where the left side is greater.");
  }

  /** Shows a sentence below the equation, unless it is shown already. */
  private tell(text: string, wrong = false): void {
    if (!this.told.changes([text, wrong])) return;
    clear(this.help, make("span", { class: wrong && "wrong", text }));
  }
}
