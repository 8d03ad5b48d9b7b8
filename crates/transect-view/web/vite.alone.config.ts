import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vite";

import { oneFile } from "./vite.one_file";

const at = (path: string) => new URL(path, import.meta.url).pathname;
const program = at("../../transect-wasm/pkg");

/** Returns an element with the bytes of a file, compressed and in base64. */
const embed = (name: string, path: string) =>
  `<script type="application/gzip" data-embedded="${name}">${gzipSync(readFileSync(path), { level: 9 }).toString("base64")}</script>`;

// The page without a server: one file with the program that computes.
export default defineConfig({
  base: "./",
  publicDir: "alone",
  resolve: { alias: { "transect-wasm": `${program}/transect_wasm.js` } },
  plugins: [
    oneFile({
      name: "index.html",
      policy: "script-src HASHES 'wasm-unsafe-eval'; worker-src 'self' blob:; manifest-src 'self'",
      head: '<link rel="manifest" href="manifest.webmanifest">\n<meta name="description" content="Cut and section 3D models exactly, in the browser. Nothing is uploaded.">\n',
      body: () => [embed("program", `${program}/transect_wasm_bg.wasm`), embed("sample", at("../../../assets/gear.stl"))].join("\n"),
      hasIcon: true,
    }),
  ],
  worker: { format: "iife" },
  build: {
    outDir: "../../../target/static",
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: "src/alone/main.ts",
      output: { format: "iife", entryFileNames: "alone.js" },
    },
  },
});
