/** The cards shown without a model (loading, empty, error), and the banner for a lost connection. */
import type { State } from "../api";
import type { Notice } from "../truth";
import { button, clear, make, sentence } from "../dom";

export class Waiting {
  readonly element = make("main", { class: "waiting-room" });
  private readonly text = make("p", { role: "status", "aria-live": "polite" });
  private readonly bar = make("progress", { max: 1 });

  /** `again` lets a server read the files again. `open` opens files; null if a server has them. */
  constructor(
    private readonly again: () => void,
    private readonly open: (() => void) | null,
  ) {
    this.element.append(make("div", { class: "card", id: "waiting" }, make("h2", { text: "Loading" }), this.text, this.bar));
  }

  show(state: State): void {
    if (state.state === "error") return this.error(state);
    if (state.state === "empty") return this.nothing(state);
    const { progress, sources } = state;
    this.text.textContent = progress?.text || `Reading ${sources.map((source) => source.path).join(", ") || "the model"}`;
    if (progress?.fraction == null) this.bar.removeAttribute("value");
    else this.bar.value = progress.fraction;
    return undefined;
  }

  say(text: string): void {
    this.text.textContent = text;
    this.bar.removeAttribute("value");
  }

  error(state: Pick<State, "error" | "sources">): void {
    const { error, sources } = state;
    const names = sources.map((source) => source.path).join(", ");
    clear(this.element, make("div", { class: "card bad", id: "error", role: "alert" },
      make("h2", { text: names ? `${names.split("/").pop()} cannot be shown` : "The model cannot be shown" }),
      make("p", { class: "wrong", text: error?.message ?? "The server did not report a cause." }),
      error?.hint ? make("p", { text: sentence(error.hint) }) : null,
      make("p", { class: "hint", text: this.open ? "Open the repaired file, or others." : "The server is still running. Repair the file and read it again, or restart the server with another file." }),
      make("div", { class: "row" }, this.opener() ?? button("Read again", { class: "button primary", id: "read-again" }, this.again))));
  }

  private opener(): HTMLElement | null {
    return this.open && button("Open files…", { class: "button primary", id: "open-files" }, this.open);
  }

  nothing(state: State): void {
    const names = state.sources.map((source) => source.path).join(", ");
    clear(this.element, make("div", { class: "card", id: "empty" },
      make("h2", { text: names ? "Nothing to draw" : "No model is open" }),
      make("p", { text: names ? `${names} has no triangles.` : "Start the viewer with a file, or with its example:" }),
      this.opener() ?? make("pre", {}, make("code", { text: "transect view office.glb --plane z=1.2\ntransect view --example" })),
      make("p", { class: "hint", text: "transect reads STL, OBJ, PLY, OFF, 3MF, glTF and GLB." })));
  }
}

/** The banner at the top: the state of the connection, lost requests, and a changed file. */
export class Banner {
  private readonly text = make("span");
  private readonly button: HTMLButtonElement;
  private readonly element: HTMLElement;
  private action: "retry" | "read" | null = null;

  constructor(retry: () => void, read: () => void) {
    this.button = button("Try now", { class: "button" }, () => (this.action === "read" ? read() : retry()));
    this.element = make("div", { class: "banner", id: "lost", role: "alert", hidden: true }, this.text, this.button);
    document.body.append(this.element);
  }

  show(notice: Notice | null): void {
    this.element.hidden = notice === null;
    if (!notice || (this.element.dataset.kind === notice.kind && this.text.textContent === notice.text)) return;
    this.action = notice.action;
    this.element.dataset.kind = notice.kind;
    this.text.textContent = notice.text;
    this.button.hidden = notice.action === null;
    this.button.textContent = notice.action === "read" ? "Read again" : "Try now";
  }
}
