import { describe, expect, it } from "vitest";
import { Network } from "../data/network";
import { checked } from "../data/read";
import { Replay } from "../time/replay";
import { momentInWords, stuckInWords, waitInWords } from "../ui/words";
import ring from "./ring.json";

function replay(): Replay {
  const page = checked(ring)!;
  return new Replay(new Network(page.drawing!), page.runs[0]!, page.plans);
}

describe("the deadlock of four plans on a ring", () => {
  it("is sealed when the last request of the cycle is made", () => {
    const run = replay();
    expect(run.deadlockAt).toBe(50);
    expect(run.cycles[0]!.map(({ worm, waitsFor, isHeld }) => [worm.plan, waitsFor.plan, isHeld])).toEqual([
      [0, 1, true], [1, 2, true], [2, 3, true], [3, 0, true],
    ]);
  });

  it("has every head wait for the next worm from then on", () => {
    const run = replay();
    expect(run.waiting(49)).toHaveLength(0);
    const waiting = run.waiting(50);
    expect(waiting.map(({ worm, wants }) => [worm.plan, wants[0]!.holders.map((holder) => holder.plan)])).toEqual([
      [0, [1]], [1, [2]], [2, [3]], [3, [0]],
    ]);
    expect(waitInWords(run, waiting[0]!)).toBe("worm 0 (ring-0.json) waits at 1 for 1 → 2, which worm 1 (ring-1.json) holds");
  });

  it("is told in words", () => {
    const run = replay();
    expect(stuckInWords(run, run.cycles[0]![0]!)).toBe(
      "worm 0 (ring-0.json), stuck at 1, holds 0 → 1 and waits for 1 → 2, which worm 1 (ring-1.json) holds",
    );
    expect(momentInWords(run, 0)).toContain("4 worms in the network");
    expect(momentInWords(run, 60)).toContain("Deadlock");
  });
});

describe("data", () => {
  it("of another format or version is refused", () => {
    expect(() => checked({ format: "wormcast-plan" })).toThrow("no `wormcast-page`");
    expect(() => checked({ format: "wormcast-page", version: 2 })).toThrow("version 2");
    expect(checked(null)).toBeNull();
  });
});
