/** Short names of objects that tell the objects of a class apart. */
import type { SceneObject } from "./api";

/** The longest name that is shown whole. */
const LONG = 16;
const HEAD = 6;
const TAIL = 8;

/**
 * Returns a short name for each object: its name without the class. The middle of a long name is left out, because the
 * names of one class often differ only at their ends. Objects of a class with equal short names are numbered.
 */
export function labels(objects: readonly Pick<SceneObject, "index" | "name" | "class">[]): string[] {
  const short = objects.map(({ index, name, class: kind }) => {
    const own = kind && name.startsWith(`${kind}/`) ? name.slice(kind.length + 1) : name;
    if (!own) return `object ${index + 1}`;
    return own.length > LONG ? `${own.slice(0, HEAD)}…${own.slice(-TAIL)}` : own;
  });
  const keys = objects.map((object, at) => `${object.class ?? ""}/${short[at]!}`);
  const total = new Map<string, number>();
  for (const key of keys) total.set(key, (total.get(key) ?? 0) + 1);
  const seen = new Map<string, number>();
  return short.map((label, at) => {
    const key = keys[at]!;
    if (total.get(key) === 1) return label;
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return `${label} (${number})`;
  });
}
