import { describe, expect, it } from "vitest";
import type { Blocked, Change, PageDocument } from "../data/documents";
import { Network } from "../data/network";
import { checked } from "../data/read";
import { Replay } from "../time/replay";
import { causeInWords, changeInWords, costInWords } from "../ui/mending";
import { momentInWords } from "../ui/words";
import ring from "./ring.json";

function page(): PageDocument {
  return checked(structuredClone(ring))!;
}

/** The run that hangs; with these further cycles. */
function first(more: Blocked[][] = []): Replay {
  const data = page();
  data.runs[0]!.simulation.more_cycles = more;
  return new Replay(new Network(data.drawing!), data.runs[0]!, data.plans);
}

describe("a run of what mends", () => {
  it("calls and colours each worm as the run that hangs does, in whatever order it has them", () => {
    const data = page();
    const known = first();
    const orders = data.runs.slice(1).map((run) => {
      const mended = new Replay(known.network, run, data.plans, known);
      mended.worms.forEach((worm) => {
        const same = known.worms.find(({ file }) => file === worm.file)!;
        expect([worm.label, worm.name, worm.hue]).toEqual([same.label, same.name, same.hue]);
      });
      return mended.worms.map(({ hue }) => hue).join("");
    });
    // Otherwise the test would hold for numbers in the order of each run, too.
    expect(orders).toContain("1230");
  });
});

describe("prices", () => {
  it("are virtual channels and hops, each apart", () => {
    const words = [[0, 0], [1, 1], [5, 2], [3, 0]].map(([channels, virtual_channels]) => costInWords({ channels: channels!, virtual_channels: virtual_channels! }));
    expect(words).toEqual(["no channel more", "a virtual channel more on 1 link", "a virtual channel more on 2 links and 3 hops more", "3 hops more"]);
  });
});

describe("changes", () => {
  const known = first();
  it("call a worm that is not in the picture by its plan", () => {
    const change: Change = { plan: "other.json", worm: 0, change: "branch-order", breaks: [] };
    expect(changeInWords(change, known)).toBe("The worm of other.json asks for its branches in another order.");
  });
  it("are told with the names of the picture, node by node", () => {
    const path: Change = { plan: "ring-1.json", worm: 0, change: "reroute", channels: ["1>0", "0>3"] };
    expect(changeInWords(path, known)).toBe("Worm 1 (ring-1.json) goes another way: 1 → 0 → 3.");
    const tree: Change = { ...path, channels: ["1>0", "1>2"] };
    expect(changeInWords(tree, known)).toBe("Worm 1 (ring-1.json) goes another way: 1 → 0, 1 → 2.");
  });

  it("say which of several cycles they break", () => {
    const cycle = page().runs[0]!.simulation.cycle!;
    const two = first([cycle.slice(0, 2)]);
    const change: Change = { plan: "ring-0.json", worm: 0, change: "branch-order" };
    const breaks = (plans: number[]) => plans.map((plan) => ({ plan: `ring-${plan}.json`, worm: 0 }));
    expect(causeInWords({ ...change, breaks: breaks([1, 0]) }, two)).toBe(" That breaks cycle 2.");
    expect(causeInWords({ ...change, breaks: breaks([2, 3, 0, 1]) }, two)).toBe(" That breaks cycle 1.");
    expect(causeInWords({ ...change, breaks: breaks([0, 2]) }, two)).toBe(" Without that, worm 0 (ring-0.json), worm 2 (ring-2.json) could wait for each other.");
    expect(causeInWords(change, two)).toBe("");
  });
});

describe("several cycles", () => {
  it("are all kept, and told when they are closed", () => {
    const cycle = page().runs[0]!.simulation.cycle!;
    const run = first([cycle.slice(0, 2)]);
    expect(run.cycles.map((own) => own.length)).toEqual([4, 2]);
    expect(run.cycles[1]!.map(({ waitsFor }) => waitsFor.plan)).toEqual([1, 0]);
    expect(momentInWords(run, 60)).toContain("the worms of 2 cycles");
  });
});
