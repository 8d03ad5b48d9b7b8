/**
 * Files that outlast a reload of the page. To show another model, the page begins anew; meanwhile the files are in the
 * database of the browser, from which they are taken out at once.
 */
import type { Chosen } from "./messages";

const NAME = "transect";
const STORE = "files";

function database(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return result(request);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.addEventListener("success", () => found(request.result));
    request.addEventListener("error", () => failed(request.error ?? new Error("the database of the browser does not open")));
  });
}

/** The time in milliseconds after which kept files are those of a page that did not begin anew. */
const OLD = 60_000;

interface Kept {
  files: Chosen[];
  /** The time at which the files were kept. */
  since: number;
}

/** Keeps files under a key. */
export async function keep(key: string, files: readonly Chosen[]): Promise<void> {
  const kept: Kept = { files: [...files], since: Date.now() };
  await change((store) => store.put(kept, key));
}

/** Returns the files of a key, and removes them, and all that are old. */
export async function take(key: string | null): Promise<Chosen[]> {
  let files: Chosen[] = [];
  await change((store) => {
    store.openCursor().addEventListener("success", ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      if (!cursor) return;
      const kept: Kept = cursor.value;
      if (cursor.key === key) ({ files } = kept);
      if (cursor.key === key || Date.now() - kept.since > OLD) cursor.delete();
      cursor.continue();
    });
  });
  return files;
}

/** Makes a change, and waits until it is complete. */
async function change(make: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(STORE, "readwrite");
  const complete = new Promise<void>((done, failed) => {
    transaction.addEventListener("complete", () => done());
    transaction.addEventListener("abort", () => failed(transaction.error ?? new Error("the database of the browser is full")));
  });
  make(transaction.objectStore(STORE));
  await complete;
}
