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

/** Keeps files under a key. */
export async function keep(key: string, files: readonly Chosen[]): Promise<void> {
  const store = (await database()).transaction(STORE, "readwrite").objectStore(STORE);
  await result(store.put([...files], key));
}

/** Returns the files of a key, and removes them. */
export async function take(key: string): Promise<Chosen[]> {
  const store = (await database()).transaction(STORE, "readwrite").objectStore(STORE);
  const found = await result<Chosen[] | undefined>(store.get(key));
  await result(store.delete(key));
  return found ?? [];
}
