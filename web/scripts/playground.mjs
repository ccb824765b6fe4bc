/** Puts the engine into the page: `dist/playground.html`, one file that anybody opens. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const here = (path) => new URL(path, import.meta.url);
const PLACE = '<script type="text/plain" id="engine"></script>';

const page = readFileSync(here("../../crates/page/src/page.html"), "utf8");
const engine = readFileSync(here("../engine/target/wasm32-unknown-unknown/release/wormcast_engine.wasm"));
const packed = gzipSync(engine, { level: 9 });
if (page.split(PLACE).length !== 2) throw new Error("the page has no place for the engine");
mkdirSync(here("../dist"), { recursive: true });
writeFileSync(here("../dist/playground.html"), page.replace(PLACE, () => PLACE.replace("></", () => `>${packed.toString("base64")}</`)));
console.log(`dist/playground.html: the engine has ${engine.length} bytes, packed ${packed.length}`);
