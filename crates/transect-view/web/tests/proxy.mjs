// A proxy between the browser and the viewer, which delays, drops, reorders and cuts requests to the endpoints.
import { createServer, request } from "node:http";

/** Returns random numbers from 0 to 1 that depend on the seed only. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/**
 * Starts a proxy to a port of this machine. `faults.of` gets each request to an endpoint and returns its fault, or null:
 * `{ before, after }`: pauses in milliseconds before the request is passed on and before the answer is; `before` may be a
 * promise, too;
 * `{ drop }`: the request is not passed on; `{ lose }`: the answer is lost; `{ cut }`: only half of the answer arrives;
 * `{ busy }`: the proxy answers 503; `{ hang }`: there is no answer, and the connection stays open.
 */
export async function proxy(server) {
  const faults = { of: () => null, seen: [], port: server.port };
  const sockets = new Set();
  const pass = (from, body) =>
    new Promise((done, failed) => {
      const { method, url, headers } = from;
      const sent = request({ host: "127.0.0.1", port: faults.port, method, path: url, headers, agent: false }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
        answer.on("error", failed);
      });
      sent.on("error", failed);
      sent.end(body);
    });
  const answer = async (from, to) => {
    const parts = [];
    for await (const part of from) parts.push(part);
    const fault = (from.url.startsWith("/api/") && faults.of(from)) || {};
    faults.seen.push({ url: from.url, fault });
    if (fault.before) await (fault.before instanceof Promise ? fault.before : pause(fault.before));
    if (fault.hang) return;
    if (fault.drop) return void from.socket.destroy();
    if (fault.busy) return void to.writeHead(503, { "Content-Type": "text/html" }).end("<h1>busy</h1>");
    const { status, headers, body } = await pass(from, Buffer.concat(parts));
    if (fault.after) await pause(fault.after);
    if (fault.lose) return void from.socket.destroy();
    delete headers.connection;
    delete headers["transfer-encoding"];
    to.writeHead(status, { ...headers, "content-length": body.length });
    if (!fault.cut) return void to.end(body);
    to.write(body.subarray(0, body.length >> 1), () => from.socket.destroy());
  };
  const listening = createServer((from, to) => answer(from, to).catch(() => from.socket.destroy()));
  listening.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise((done) => listening.listen(0, "127.0.0.1", done));
  const { port } = listening.address();
  const origin = `http://127.0.0.1:${port}`;
  return {
    faults,
    origin,
    address: origin + new URL(server.address).search.replace(/^/, "/"),
    port: String(port),
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => listening.close(done));
    },
  };
}

/** Returns a function that chooses random faults, for about the given share of the requests. */
export function randomFaults(next, share = 0.4) {
  return () => {
    if (next() > share) return { before: next() * 30 };
    const kinds = [
      () => ({ before: next() * 400 }),
      () => ({ after: next() * 600 }),
      () => ({ drop: true }),
      () => ({ lose: true }),
      () => ({ cut: true }),
      () => ({ busy: true }),
    ];
    return kinds[Math.floor(next() * kinds.length)]();
  };
}
