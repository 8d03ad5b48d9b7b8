/** The tree of objects: storeys, classes and objects, as a list of the rows that are open. */
import type { SceneObject } from "../api";

/** A storey or a class. */
export interface Group {
  key: string;
  label: string;
  level: number;
  members: number[];
}

export type TreeRow = { group: Group; open: boolean } | { object: number; level: number };

/** The name of the group of objects that belong to no storey. */
const NO_STOREY = "Without a storey";

/** Returns the levels above an object: its storey and its class, where they are known. */
function path(object: SceneObject, hasStoreys: boolean, hasClasses: boolean): string[] {
  const levels: string[] = [];
  if (hasStoreys) levels.push(object.storey?.replace(/^IfcBuildingStorey\//, "") ?? NO_STOREY);
  if (hasClasses) levels.push(object.class ?? "Without a class");
  return levels;
}

/**
 * Returns the rows of the tree for these objects. The objects of a group follow the group if `isOpen` is true for the
 * key of the group. Objects without storeys and classes form a plain list. Storeys are sorted by the mean of the lower ends
 * of their objects along the axis `up`, and classes by name.
 */
export function treeRows(all: readonly SceneObject[], shown: readonly number[], up: 0 | 1 | 2, isOpen: (key: string) => boolean): TreeRow[] {
  const hasStoreys = all.some((object) => object.storey);
  const hasClasses = all.some((object) => object.class);
  const rows: TreeRow[] = [];
  const add = (members: readonly number[], level: number, above: string): void => {
    const groups = new Map<string, number[]>();
    for (const object of members) {
      const name = path(all[object]!, hasStoreys, hasClasses)[level];
      if (name === undefined) {
        rows.push({ object, level });
        continue;
      }
      const group = groups.get(name) ?? [];
      group.push(object);
      groups.set(name, group);
    }
    const floor = ([label, own]: [string, number[]]) => (label === NO_STOREY ? Infinity : own.reduce((sum, object) => sum + all[object]!.bounds.min[up], 0) / own.length);
    const byName = ([one]: [string, unknown], [two]: [string, unknown]) => one.localeCompare(two, "en", { numeric: true });
    const sorted = [...groups].sort(byName);
    if (hasStoreys && level === 0) sorted.sort((one, two) => floor(one) - floor(two) || byName(one, two));
    for (const [label, own] of sorted) {
      const key = `${above}/${label}`;
      const open = isOpen(key);
      rows.push({ group: { key, label, level, members: own }, open });
      if (open) add(own, level + 1, key);
    }
  };
  add(shown, 0, "");
  return rows;
}
