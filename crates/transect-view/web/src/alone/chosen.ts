/** The files that a user chooses or drops, folders included. */
import type { Chosen } from "./messages";

/** Returns the files of a file dialog. */
export function ofList(list: Iterable<File>): Chosen[] {
  return distinct(Array.from(list, (file) => ({ name: file.webkitRelativePath || file.name, file })));
}

/** Puts files of equal names into folders of their own. Files from several folders may come without these. */
function distinct(files: readonly Chosen[]): Chosen[] {
  const count = new Map<string, number>();
  return files.map(({ name, file }) => {
    const number = (count.get(name) ?? 0) + 1;
    count.set(name, number);
    return { name: number === 1 ? name : `${number}/${name}`, file };
  });
}

/** Returns the files that are dropped, with those in dropped folders. */
export async function ofDrop(data: DataTransfer): Promise<Chosen[]> {
  // The list of items is empty after the first pause, so all entries are taken at once.
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.length) return ofList(data.files);
  return distinct((await Promise.all(entries.map((entry) => within(entry)))).flat());
}

async function within(entry: FileSystemEntry): Promise<Chosen[]> {
  if (entry instanceof FileSystemFileEntry || entry.isFile) {
    const file = await new Promise<File>((found, failed) => (entry as FileSystemFileEntry).file(found, failed));
    return [{ name: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns a part of the entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((read, failed) => reader.readEntries(read, failed));
    if (!some.length) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((inner) => within(inner)))).flat();
}
