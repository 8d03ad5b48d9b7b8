import { defineConfig } from "vite";

import { oneFile } from "./vite.one_file";

// The page in one file. Its scripts are no modules, because browsers load no modules from disk.
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [oneFile({ name: "file.html", policy: "script-src HASHES; worker-src blob:", head: "", body: () => "<!--answers-->", hasIcon: false })],
  worker: { format: "iife" },
  build: {
    outDir: "dist",
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: "src/file.ts",
      output: { format: "iife", entryFileNames: "file.js" },
    },
  },
});
