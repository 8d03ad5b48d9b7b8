/** The light and the dark theme. Colours are CSS variables in style.css; canvas code reads them here. */
import { Color } from "three";

export type Theme = "light" | "dark";

const KEY = "transect-theme";
const listeners = new Set<() => void>();
const cache = new Map<string, string>();

export function theme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Applies the theme that the user chose last, or else the theme that the system prefers. */
export function startTheme(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const kept = read();
  apply(kept ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => {
    if (!read()) apply(dark.matches ? "dark" : "light");
  });
}

export function toggleTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // The browser cannot store the chosen theme. The theme of this page changes all the same.
  }
  apply(next);
}

/** Registers a listener for changes of the theme. */
export function onTheme(listener: () => void): void {
  listeners.add(listener);
}

/** Returns the value of a CSS variable, such as `--name` in style.css. */
export function css(name: string): string {
  let value = cache.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    cache.set(name, value);
  }
  return value;
}

/** Returns a CSS variable as a three.js colour. */
export function color(name: string): Color {
  return new Color(css(name));
}

function read(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "dark" || kept === "light" ? kept : null;
  } catch {
    return null;
  }
}

function apply(next: Theme): void {
  document.documentElement.dataset.theme = next;
  cache.clear();
  for (const listener of listeners) listener();
}
