import { describe, expect, it } from "vitest";
import { boxed, clicked, command, cut, namesIn, startState } from "../playground/state";

const state = { ...startState(), source: "", to: [] as string[] };

describe("clicks", () => {
  it("make the first node the source, and others destinations that come and go", () => {
    const one = clicked(state, "0,0");
    expect(one.source).toBe("0,0");
    const two = clicked(clicked(one, "1,0"), "2,0");
    expect(two.to).toEqual(["1,0", "2,0"]);
    expect(clicked(two, "1,0").to).toEqual(["2,0"]);
    expect(clicked(two, "0,0").source).toBe("");
  });

  it("in a rectangle make all of it destinations, or none", () => {
    const one = clicked(state, "0,0");
    const all = boxed(one, ["0,0", "1,0", "1,1"]);
    expect(all.to).toEqual(["1,0", "1,1"]);
    expect(boxed(all, ["1,0", "1,1"]).to).toEqual([]);
    expect(boxed(all, ["1,1", "2,2"]).to).toEqual(["1,0", "1,1", "2,2"]);
  });

  it("cut a link, and mend it", () => {
    const one = cut(state, "0,0-1,0", "1,0-0,0");
    expect(one.withoutLinks).toEqual(["0,0-1,0"]);
    expect(cut(one, "1,0-0,0", "0,0-1,0").withoutLinks).toEqual([]);
  });
});

describe("the command", () => {
  it("says the same, and quotes what a shell would take apart", () => {
    const full = { ...startState(), source: "a b", to: ["c'd"], options: new Map<string, string | null>([["root", "0,0"], ["minimize", null]]), withoutNodes: ["3,3"] };
    expect(command(full)).toBe("wormcast plan mesh:8x8 --without-node 3,3 --scheme dual-path --root 0,0 --minimize --source 'a b' --to 'c'\\''d' --out plan.json");
  });

  it("takes names as a reader writes them", () => {
    expect(namesIn("  1,0 2,0\n1,0 ")).toEqual(["1,0", "2,0"]);
  });
});
