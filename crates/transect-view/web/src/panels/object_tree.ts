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

/** Returns the levels above an object: its storey and its class, where they are known. */
function path(object: SceneObject, hasStoreys: boolean, hasClasses: boolean): string[] {
  const levels: string[] = [];
  if (hasStoreys) levels.push(object.storey?.replace(/^IfcBuildingStorey\//, "") ?? "Without a storey");
  if (hasClasses) levels.push(object.class ?? "Without a class");
  return levels;
}

/**
 * Returns the rows of the tree for these objects. The objects of a group follow the group if `isOpen` is true for the
 * key of the group. Objects without storeys and classes form a plain list.
 */
export function treeRows(all: readonly SceneObject[], shown: readonly number[], isOpen: (key: string) => boolean): TreeRow[] {
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
    for (const [label, own] of [...groups].sort(([one], [two]) => one.localeCompare(two, "en", { numeric: true }))) {
      const key = `${above}/${label}`;
      const open = isOpen(key);
      rows.push({ group: { key, label, level, members: own }, open });
      if (open) add(own, level + 1, key);
    }
  };
  add(shown, 0, "");
  return rows;
}
