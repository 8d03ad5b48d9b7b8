import { defineConfig } from "vite";

// Everything is a file of its own under `dist`: the server's policy allows neither inline scripts nor data URLs.
export default defineConfig({
  base: "./",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
});
