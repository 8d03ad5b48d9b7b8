/** The plane panel: equation, axis buttons, and buttons to flip and turn. An error is shown below the equation. */
import { Newest, postJson, RequestError, type PlaneInfo } from "../api";
import { button, clear, make, press } from "../dom";
import { axisOf, axisPlane, flip, rounded, stepOf, extent, type Axis } from "../planes";
import type { Store } from "../state";
import { centre } from "../vectors";

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
  private readonly check: Newest<string, { text: string; plane: PlaneInfo }>;
  private editing = false;
  /** `true` if Enter was pressed before the server had parsed the text. */
  private entered = false;
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
    this.check = new Newest(
      async (text) => ({ text, ...(await postJson<{ plane: PlaneInfo }>("api/plane", { plane: { text } })) }),
      ({ text }) => this.accept(text),
      (error) => this.fail(error),
    );
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => (this.editing = true));
    this.input.addEventListener("blur", () => this.leave());
    this.input.addEventListener("keydown", (event) => this.key(event));
    store.on("section", () => this.show());
    store.on("view", () => this.show());
    store.on("error", () => this.fail(this.store.error));
  }

  say(text: string, good: boolean): void {
    this.note = { text, good };
    this.show();
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
    this.store.change({ plane: flip(this.store.view.plane) });
  }

  private typed(): void {
    this.editing = true;
    this.note = null;
    const text = this.input.value.trim();
    if (text) this.check.request(text);
    else this.wrong("A plane is an equation such as z=1.2 or 2x+3y+6z-17=0.", null, null);
  }

  private accept(text: string): void {
    if (text !== this.input.value.trim()) return;
    this.input.removeAttribute("aria-invalid");
    clear(this.help);
    this.store.change({ plane: { text } }, { dragging: !this.entered });
    if (!this.entered) this.store.keepSoon();
  }

  private fail(error: unknown): void {
    if (error instanceof RequestError) this.wrong(error.message, error.at, error.hint);
  }

  /** Shows an error, and marks the wrong column in the text of the equation. */
  private wrong(message: string, at: number | null, hint: string | null): void {
    this.input.setAttribute("aria-invalid", "true");
    const text = this.input.value;
    const mark = at !== null && at <= text.length + 1 ? Math.max(at - 1, 0) : null;
    clear(this.help,
      mark !== null && make("code", { class: "marked" }, text.slice(0, mark), make("mark", { text: text.slice(mark, mark + 1) || "␣" }), text.slice(mark + 1)),
      make("span", { class: "wrong", text: message + (hint ? ` ${hint}` : "") }));
  }

  private key(event: KeyboardEvent): void {
    this.entered = event.key === "Enter";
    if (event.key === "Enter") {
      this.store.keep();
      this.input.select();
    } else if (event.key === "Escape") {
      this.editing = false;
      this.input.removeAttribute("aria-invalid");
      this.show();
      this.input.blur();
    } else return;
    event.stopPropagation();
  }

  private leave(): void {
    this.editing = false;
    this.store.keep();
    this.input.removeAttribute("aria-invalid");
    this.show();
  }

  private show(): void {
    const { view, section, info } = this.store;
    const normal = (info ?? section?.plane)?.normal;
    const along = normal ? axisOf(normal) : null;
    for (const axis of ["x", "y", "z"] as const) press(this.axes[axis], along?.axis === axis);
    if (this.editing) return;
    const text = "text" in view.plane ? view.plane.text : (section?.plane.text ?? "");
    if (this.input.value !== text) this.input.value = text;
    if (this.input.getAttribute("aria-invalid")) return;
    if (this.note) {
      clear(this.help, make("span", { class: this.note.good ? "" : "wrong", text: this.note.text }));
      if (!this.store.moving) this.note = { ...this.note };
      return;
    }
    if ("through" in view.plane) clear(this.help, "The plane is kept exactly, as three points of the face.");
    else if (along) clear(this.help, `Front is where ${along.axis} is ${along.positive ? "greater" : "smaller"}.`);
    else clear(this.help, "Front is where the left side is greater.");
  }
}
