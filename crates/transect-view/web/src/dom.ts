/** Short helpers to create elements, without a framework. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/**
 * Creates an element with attributes and children. Attributes `on…` are listeners; `class` and `text` set the
 * class and the text.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  append(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function makeSvg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  append(element, children);
  return element;
}

function set(element: Element, name: string, value: Attributes[string]): void {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
  else if (name === "text") element.textContent = String(value);
  else element.setAttribute(name, value === true ? "" : String(value));
}

function append(element: Element, children: Child[]): void {
  for (const child of children) if (child) element.append(child);
}

/**
 * Sets the text of an element. An element that has the text already is left alone: new text makes the browser compute
 * the layout again, which takes milliseconds in each step of a drag.
 */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Tells whether a content has changed, so that an equal one is not written into the page again. */
export class Written {
  private last = "";

  /** Returns `true` if the content differs from that of the last call. */
  changes(content: unknown): boolean {
    const text = JSON.stringify(content);
    if (text === this.last) return false;
    this.last = text;
    return true;
  }
}

export function clear(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Creates a button. Its tooltip also names the keyboard key of the button. */
export function button(
  label: string,
  options: { title?: string; key?: string; class?: string; pressed?: boolean; id?: string },
  click: () => void,
): HTMLButtonElement {
  const title = options.title ?? label;
  const element = make("button", {
    type: "button",
    id: options.id,
    class: options.class ?? "button",
    title: options.key ? `${title} (${options.key})` : title,
    "aria-label": options.title && spoken(label, options.title),
    "aria-keyshortcuts": options.key && /^[\w?/+]+$/.test(options.key) ? options.key : null,
    "aria-pressed": options.pressed === undefined ? null : String(options.pressed),
    onclick: click,
  });
  element.textContent = label;
  return element;
}

/** Returns the accessible name of a button. It contains the visible label, as speech input requires. */
export function spoken(label: string, title: string): string {
  const isNamed = !/[a-z]/i.test(label) || title.toLowerCase().includes(label.toLowerCase());
  return isNamed ? title : `${label}: ${title}`;
}

/** Marks a control as not available, with the reason. The control can still get the focus, so that the reason is read. */
export function unavailable(element: HTMLElement, reason: string): void {
  element.setAttribute("aria-disabled", "true");
  element.setAttribute("aria-description", reason);
  element.title = reason;
}

/** Marks a button as pressed or not pressed. */
export function press(element: Element, pressed: boolean): void {
  flag(element, "aria-pressed", pressed);
}

/** Sets an attribute to `true` or `false`, unless it has this value already. */
export function flag(element: Element, name: string, value: boolean): void {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Lets the browser download the content as a file. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Returns a text with a capital at its start and a full stop at its end. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
