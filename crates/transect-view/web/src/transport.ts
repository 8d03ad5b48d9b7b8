/**
 * The way to the answers: requests to the server, the answers that a page in one file holds, or a worker. Nothing else on
 * the page knows which.
 */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

const toServer: Send = (path, init) => fetch(path, init);

let way: Send = toServer;

/** Sends a request. */
export const send: Send = (path, init) => way(path, init);

/** Lets `other` answer all further requests. */
export function answerBy(other: Send): void {
  way = other;
}

/** Returns `true` if a server answers the requests. */
export function hasServer(): boolean {
  return way === toServer;
}
