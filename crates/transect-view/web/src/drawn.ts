/** Which objects are drawn: those that are not hidden, or only those that are isolated. */
import type { Model } from "./model";
import type { View } from "./view";

const sets = new WeakMap<readonly number[], Set<number>>();

function members(list: readonly number[]): Set<number> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}

/** Returns `true` if a view draws an object even when it is neither selected nor highlighted. */
export function isVisible(view: View, model: Model, object: number): boolean {
  if (view.only) return members(view.only).has(object);
  return (view.rooms || !model.airy[object]) && !members(view.hidden).has(object);
}

/** Returns the hidden objects after some are hidden, or shown again if all of them are hidden. */
export function toggled(hidden: readonly number[], objects: readonly number[]): number[] {
  const after = new Set(hidden);
  const all = objects.every((object) => after.has(object));
  for (const object of objects) {
    if (all) after.delete(object);
    else after.add(object);
  }
  return [...after].sort((one, two) => one - two);
}
