// A web host for the page without a server: it sends the files of a folder, and nothing else.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** Sends the files of a folder. `asked` has the paths of all requests. */
export async function host(folder) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    asked.push(path);
    const file = normalize(join(folder, path === "/" ? "index.html" : path));
    if (request.method !== "GET" || !file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const stop = () => new Promise((ended) => (server.closeAllConnections(), server.close(ended)));
  return { origin, address: `${origin}/`, asked, stop };
}
