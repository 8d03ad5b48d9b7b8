import { defineConfig } from "vite";

// Each part of the page is a separate file in `dist`, because the server's policy forbids inline scripts and data URLs.
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
