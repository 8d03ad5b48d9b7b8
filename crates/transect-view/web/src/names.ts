/**
 * The names of a model and of its objects in links. A link with the numbers of objects would mean other objects after a
 * change of the file.
 */
import type { SceneObject } from "./api";

/** The number of digits of the model's identity in a link. */
const DIGITS = 8;

export class Names {
  /** The model in links: the names of its files, and the beginning of its identity. */
  readonly model: string;
  /** For each object, a name that no other object has. */
  private readonly keys: string[] = [];
  private readonly indices = new Map<string, number>();
  private readonly classes = new Map<string, number[]>();

  constructor(
    /** The names of the model's files. */
    readonly source: string,
    identity: string | null,
    objects: readonly Pick<SceneObject, "index" | "name" | "class">[],
  ) {
    this.model = `${source}~${identity?.slice(0, DIGITS) ?? ""}`;
    for (const { index, name, class: kind } of objects) {
      const own = name || `object ${index + 1}`;
      let key = own;
      for (let count = 2; this.indices.has(key); count += 1) key = `${own}#${count}`;
      this.keys.push(key);
      this.indices.set(key, index);
      if (!kind) continue;
      const members = this.classes.get(kind);
      if (members) members.push(index);
      else this.classes.set(kind, [index]);
    }
  }

  /** Writes objects into a query: whole classes by the name of the class, and other objects by their own names. */
  write(query: URLSearchParams, key: string, objects: readonly number[]): void {
    const rest = new Set(objects);
    for (const [name, members] of this.classes) {
      if (members.length < 2 || !members.every((object) => rest.has(object))) continue;
      query.append(`${key}-class`, name);
      for (const object of members) rest.delete(object);
    }
    for (const object of rest) query.append(key, this.keys[object] ?? "");
  }

  /** Reads objects from a query, in ascending order. Returns null if one of the names is not that of an object or class. */
  read(query: URLSearchParams, key: string): number[] | null {
    const own = query.getAll(key).map((name) => this.indices.get(name));
    const members = query.getAll(`${key}-class`).flatMap((name) => this.classes.get(name) ?? [undefined]);
    const all = [...own, ...members];
    if (all.includes(undefined)) return null;
    return (all as number[]).sort((one, two) => one - two);
  }
}

/** Returns what a link says that was made for another model, as a sentence. `model` is the model in the link. */
export function foreignLink(model: string, { source }: Names): string {
  const name = model.replace(/~[^~]*$/, "");
  return name === source ? `The link was made for another version of ${source}.` : `The link was made for ${name}. This is ${source}.`;
}
