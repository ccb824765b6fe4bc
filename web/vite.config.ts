/** Builds the page into one file, with nothing outside it, and puts it where the crate takes it from. */

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

const FOLDER = import.meta.dirname;
/** Where the template goes; another place, if one is named, to compare it with what is there. */
const TEMPLATE = process.env.PAGE ?? resolve(FOLDER, "../crates/page/src/page.html");

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Puts scripts and styles into the HTML, and a policy before them that lets in nothing else. */
export function inlined(html: string, script: string, style: string): string {
  const code = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = [
    "default-src 'none'",
    `script-src ${hash(code)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>\n</head>`;
  return html
    .replace(/\s*<script type="module"[^>]*src=[^>]*><\/script>/, "")
    .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
    .replace("</head>", () => head)
    .replace("</body>", () => `<script type="module">${code}</script>\n</body>`);
}

function oneFile(): Plugin {
  return {
    name: "one-file",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const texts = (end: string) =>
        files.flatMap((file) => {
          if (!file.fileName.endsWith(end)) return [];
          return [file.type === "chunk" ? file.code : String(file.source)];
        });
      const [html] = texts(".html");
      if (html === undefined) throw new Error("there is no page");
      const page = inlined(html, texts(".js").join("\n").trim(), texts(".css").join("\n").trim());
      mkdirSync(resolve(TEMPLATE, ".."), { recursive: true });
      writeFileSync(TEMPLATE, page);
      for (const name of Object.keys(bundle)) delete bundle[name];
    },
  };
}

export default defineConfig({
  root: FOLDER,
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    emptyOutDir: false,
    rollupOptions: { input: resolve(FOLDER, "page.html") },
  },
  plugins: [oneFile()],
  test: { include: ["src/tests/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);

