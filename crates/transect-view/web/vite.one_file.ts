import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Returns the hash of an inline script or style, as a content security policy names it. */
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What differs between the pages in one file. */
export interface OneFile {
  /** The name of the file. */
  name: string;
  /** The policy for scripts and workers; HASHES stands for the script of the page. Everything else is forbidden. */
  policy: string;
  head: string;
  /** Returns elements in front of the script. */
  body: () => string;
  /** `true` if the icon is also a file beside the page. */
  hasIcon: boolean;
}

/** Puts the script and the style into one HTML file, which may load nothing and send nothing. */
export function oneFile({ name: fileName, policy, head, body, hasIcon }: OneFile): Plugin {
  return {
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
        const drawing = readFileSync(new URL("./public/icon.svg", import.meta.url));
        const icon = drawing.toString("base64");
        if (hasIcon) this.emitFile({ type: "asset", fileName: "icon.svg", source: drawing });
        const all = `default-src 'none'; ${policy.replace("HASHES", hash(script))}; style-src ${hash(style)}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
        const source = `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${all}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>transect</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}" type="image/svg+xml">
${head}<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript, which is switched off.</noscript>
${body()}
<script>${script}</script>
</body>
</html>
`;
        this.emitFile({ type: "asset", fileName, source });
      },
    },
  };
}
