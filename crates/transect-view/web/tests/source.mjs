// Loads a module of the page's sources without a browser, for tests of its pure parts.
import { createServer } from "vite";

const root = new URL("..", import.meta.url).pathname;

/** Returns the modules of these files of src/, without their extension. */
export async function sources(...names) {
  const server = await createServer({ root, appType: "custom", logLevel: "error", configFile: false, server: { middlewareMode: true, ws: false, watch: null } });
  try {
    return await Promise.all(names.map((name) => server.ssrLoadModule(`/src/${name}.ts`)));
  } finally {
    await server.close();
  }
}
