import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Returns the hash of an inline script or style, as a content security policy names it. */
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Puts the script and the style into one HTML file, which may load nothing and send nothing. */
const oneFile: Plugin = {
  name: "one-file",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += file.source;
        else this.error(`${name} has no place in the file`);
        delete bundle[name];
      }
      if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) this.error("the script or the style would end its element");
      const icon = readFileSync(new URL("./public/icon.svg", import.meta.url), "base64");
      const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
      const source = `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>transect</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript, which is switched off.</noscript>
<!--answers-->
<script>${script}</script>
</body>
</html>
`;
      this.emitFile({ type: "asset", fileName: "file.html", source });
    },
  },
};

// The page in one file. Its scripts are no modules, because browsers load no modules from disk.
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [oneFile],
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
