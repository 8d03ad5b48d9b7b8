/** The bar at the top: the model's name, undo and redo, link, theme, help. */
import { persist, postJson, sourceOf, type State } from "../api";
import { button, clear, make, unavailable } from "../dom";
import { about } from "../mark";
import { theme, toggleTheme, onTheme } from "../theme";
import { hasServer } from "../transport";
import type { Store } from "../state";
import { whole } from "../vectors";

/** The longest time of a request for a code, in milliseconds. */
const INVITE_TIME = 4000;
const ONE_FILE = "This page is a file: send the file itself. The address above shows this view.";

export class Bar {
  readonly element = make("header", { class: "bar" });
  readonly source = about("model", make("p", { class: "source" }));
  readonly slot = make("span", { class: "row" });
  private readonly theme = button("", { title: "Switch between light and dark", key: "T", class: "button quiet icon" }, toggleTheme);

  constructor(help: () => void) {
    this.element.append(
      make("h1", {}, make("img", { src: document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href, alt: "", width: 22, height: 22 }), "transect"),
      this.source,
      this.slot,
      this.theme,
      button("?", { title: "Keys and help", key: "?", class: "button quiet icon", id: "help-open" }, help),
    );
    onTheme(() => this.draw());
    this.draw();
  }

  /** Adds the tools of the bar after a model is loaded. */
  attach(store: Store, state: State, badge: HTMLElement, said: (text: string) => void, open: (() => void) | null): void {
    const undo = button("↶", { title: "Undo", key: "Ctrl+Z", class: "button quiet icon", id: "undo" }, () => store.undo());
    const redo = button("↷", { title: "Redo", key: "Ctrl+Y", class: "button quiet icon", id: "redo" }, () => store.redo());
    const link = button("Copy link", { title: "Copy a link to this view", key: "L", class: "button quiet", id: "copy-link" }, () => void copyLink(store, said));
    if (store.stored) unavailable(link, ONE_FILE);
    const others = open && button("Open…", { title: "Open the files of another model", class: "button quiet", id: "open-other" }, open);
    this.slot.append(badge, ...(others ? [others] : []), undo, redo, link);
    const draw = () => {
      undo.disabled = !store.canUndo;
      redo.disabled = !store.canRedo;
    };
    store.on("history", draw);
    store.on("view", draw);
    draw();
    const { triangles, objects } = store.model.manifest;
    const names = sourceOf(state);
    const kinds = objects.length === 1 ? "1 object" : `${whole(objects.length)} objects`;
    clear(this.source, make("strong", { text: names }), ` · ${kinds} · ${whole(triangles)} triangles`);
    document.title = `${names} – transect`;
  }

  private draw(): void {
    this.theme.textContent = theme() === "dark" ? "☀" : "☾";
  }
}

/** Copies a link to this view. Its code opens the page in another browser, once. */
export async function copyLink(store: Store, said: (text: string) => void): Promise<void> {
  store.writeLink();
  if (store.stored) {
    said(ONE_FILE);
    return;
  }
  if (!hasServer()) {
    await navigator.clipboard.writeText(location.href).then(() => said("The link is copied. It shows this view after the same file is opened there."), () => said("The address above is the link to this view."));
    return;
  }
  try {
    const { code, seconds } = await persist(() => postJson<{ code: string; seconds: number }>("api/invite", {}, AbortSignal.timeout(INVITE_TIME)), 4);
    await navigator.clipboard.writeText(`${location.origin}/?code=${code}${location.hash}`);
    said(`The link is copied. It opens this view in another browser once, within ${Math.round(seconds / 60)} minutes.`);
  } catch {
    said("The address above is the link to this view, for this browser.");
  }
}
