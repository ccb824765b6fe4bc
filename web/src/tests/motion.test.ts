import { describe, expect, it } from "vitest";
import { Motion, type MovingVisit } from "../time/motion";

/** A random tree of visits with random grants that respect the heads' ways. */
function randomVisits(random: () => number, flit: number): MovingVisit[] {
  const visits: MovingVisit[] = [{ node: 0, parent: -1, channel: -1, arrived: 0, requested: 0, granted: 0, released: Infinity }];
  const count = 2 + Math.floor(random() * 6);
  for (let node = 1; node < count; node++) {
    const parent = Math.floor(random() * node);
    const arrived = visits[parent]!.granted + flit;
    const granted = arrived + Math.floor(random() * 12) * 5;
    visits.push({ node, parent, channel: node, arrived, requested: arrived, granted, released: Infinity });
  }
  return visits;
}

/** A generator of random numbers with a seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** The ancestors of a visit, from itself up. */
function up(visits: MovingVisit[], visit: number): number[] {
  const way = [];
  for (let at = visit; at >= 0; at = visits[at]!.parent) way.push(at);
  return way;
}

/** The closed form: the latest of G(u, 0) + (j − aB + b) t_f over the visits u with j ≥ aB. */
function closedForm(visits: MovingVisit[], v: number, j: number, buffer: number, flit: number): number {
  return Math.max(
    ...visits.map((visit, u) => {
      const [fromU, fromV] = [up(visits, u), up(visits, v)];
      const common = fromU.find((node) => fromV.includes(node))!;
      const [a, b] = [fromU.indexOf(common), fromV.indexOf(common)];
      return j >= a * buffer ? visit.granted + (j - a * buffer + b) * flit : -Infinity;
    }),
  );
}

describe("the motion of flits", () => {
  it("is that of the closed form", () => {
    const random = seeded(7);
    for (let run = 0; run < 300; run++) {
      const [flit, buffer, length] = [10, 1 + Math.floor(random() * 4), 1 + Math.floor(random() * 12)];
      const visits = randomVisits(random, flit);
      const motion = new Motion(visits, length, flit, buffer, true);
      visits.forEach((_, v) => {
        const all = Array.from({ length }, (_, j) => j);
        expect(all.map((j) => motion.leaves(v, j))).toEqual(all.map((j) => closedForm(visits, v, j, buffer, flit)));
      });
    }
  });

  it("never has more flits on a channel than its buffer and its wire take", () => {
    const random = seeded(3);
    let wrong = 0;
    for (const byRules of [true, false]) {
      for (let run = 0; run < 100; run++) {
        const [buffer, length] = [1 + Math.floor(random() * 4), 1 + Math.floor(random() * 12)];
        const visits = randomVisits(random, 10);
        const motion = new Motion(visits, length, 10, buffer, byRules);
        for (let time = 0; time < 400; time += 5) {
          const left = motion.left(time);
          visits.forEach(({ parent }, v) => {
            if (parent < 0) return;
            const here = left[parent]! - left[v]!;
            if (here < 0 || here > buffer) wrong += 1;
          });
        }
      }
    }
    expect(wrong).toBe(0);
  });

  it("ends where the releases say", () => {
    const visit = (parent: number, granted: number, released: number): MovingVisit =>
      ({ node: 0, parent, channel: 0, arrived: granted, requested: granted, granted, released });
    const visits = [visit(-1, 0, 40), visit(0, 50, 90), visit(1, 100, 140)];
    for (const byRules of [true, false]) {
      const motion = new Motion(visits, 4, 10, 4, byRules);
      expect([...motion.left(1000)]).toEqual([4, 4, 4]);
      expect(motion.span()).toEqual([0, 140]);
    }
  });
});
