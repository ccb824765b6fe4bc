import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COLOURS, DASHES, HEAT, LIGHT } from "../draw/palette";

const RUST = readFileSync(new URL("../../../crates/draw/src/palette.rs", import.meta.url), "utf8");

/** The list of a constant in the Rust source. */
function constant(name: string): string {
  return new RegExp(`const ${name}: [^=]*= ([^;]*);`).exec(RUST)![1]!;
}

it("has the colours of the SVG pictures", () => {
  const colours = (text: string) => text.match(/#[0-9a-f]{6}/g);
  expect(colours(constant("COLOURS"))).toEqual([...COLOURS]);
  expect(colours(constant("HEAT"))).toEqual([...HEAT]);
  expect(colours(constant("SHADES"))).toEqual([...LIGHT.shades]);
  const own = { INK: LIGHT.ink, GREY: LIGHT.grey, FAINT: LIGHT.faint, PALE: LIGHT.pale, WHITE: LIGHT.paper };
  for (const [name, colour] of Object.entries(own)) expect(constant(name)).toContain(colour);
});

it("has the dashes of the SVG pictures", () => {
  const numbers = constant("DASHES").match(/\[([^[\]]*)\]/g)!.map((list) => list.match(/[0-9.]+/g)?.map(Number) ?? []);
  expect(numbers).toEqual(DASHES.map((dash) => [...dash]));
});
