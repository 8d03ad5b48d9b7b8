/** The cards shown without a model (loading, empty, error), and the banner for a lost connection. */
import type { State } from "../api";
import { button, clear, make } from "../dom";

export class Waiting {
  readonly element = make("main", { class: "waiting-room" });
  private readonly text = make("p", { role: "status", "aria-live": "polite" });
  private readonly bar = make("progress", { max: 1 });

  constructor() {
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
      make("p", { class: "hint", text: "The server is still running. Restart it with another file, or repair this file and reload the page." }),
      make("div", { class: "row" }, button("Reload", { class: "button primary" }, () => location.reload()))));
  }

  nothing(state: State): void {
    const names = state.sources.map((source) => source.path).join(", ");
    clear(this.element, make("div", { class: "card", id: "empty" },
      make("h2", { text: names ? "Nothing to draw" : "No model is open" }),
      make("p", { text: names ? `${names} has no triangles.` : "Start the viewer with a file, or with its example:" }),
      make("pre", {}, make("code", { text: "transect view office.glb --plane z=1.2\ntransect view --example" })),
      make("p", { class: "hint", text: "transect reads STL, PLY, OBJ and glTF." })));
  }
}

/** The banner at the top while the server does not respond. */
export class Banner {
  private readonly element = make("div", { class: "banner", id: "lost", role: "alert", hidden: true });
  private readonly text = make("span");

  constructor(retry: () => void) {
    this.element.append(this.text, button("Try now", { class: "button" }, retry));
    document.body.append(this.element);
  }

  lost(): void {
    if (!this.element.hidden) return;
    this.text.textContent = "The server does not respond. The page keeps its contents and retries every second.";
    this.element.hidden = false;
  }

  refused(message: string): void {
    this.text.textContent = message;
    this.element.hidden = false;
  }

  back(): void {
    this.element.hidden = true;
  }
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
