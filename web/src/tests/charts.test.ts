import { describe, expect, it } from "vitest";
import type { Chart, Proof } from "../data/documents";
import { dependences, numbers } from "../data/dependences";
import { Network } from "../data/network";
import { checked } from "../data/read";
import { escaped, pgfplots } from "../ui/pgfplots";
import { aligned } from "../ui/aligned";
import ring from "./ring.json";

const chart: Chart = {
  title: "Latency", x_label: "load (per µs)", y_label: "ns", log_x: false, log_y: true,
  curves: [
    { name: "a_b", points: [[0.1, 100, 5], [0.2, 200, 10]], ends_at: [0.3, "saturated"] },
    { name: "two", points: [[0.2, 50, 0]], ends_at: null },
  ],
};

describe("curves", () => {
  it("stand on common places, each with the bounds of its intervals, and joined where others have points", () => {
    expect(aligned(chart.curves)).toEqual([
      [0.1, 0.2, 0.3],
      [100, 200, undefined], [95, 190, undefined], [105, 210, undefined],
      [undefined, 50, undefined], [undefined, 50, undefined], [undefined, 50, undefined],
    ]);
  });

  it("go to LaTeX with their data, those that are shown", () => {
    const text = pgfplots(chart, 8.5, [true, false], { x: false, y: true });
    expect(text).toContain("\\begin{axis}[width=8.5cm, ymode=log, xlabel={load (per \\textmu{}s)}");
    expect(text).toContain("  0.1 100 5 \\\\\n  0.2 200 10 \\\\");
    expect(text).toContain("\\addlegendentry{a\\_b}\n% a_b: saturated at 0.3");
    expect(text).not.toContain("two");
    expect(escaped("50% of {x} \\ ~")).toBe("50\\% of \\{x\\} \\textbackslash{} \\textasciitilde{}");
  });
});

describe("a channel dependency graph", () => {
  const page = checked(ring)!;
  const network = new Network(page.drawing!);

  it("has an edge for each channel that is asked for while another is held", () => {
    const names = dependences(network, page.plans.slice(0, 4)).map((edge) => edge.map((channel) => network.channelName(channel)));
    expect(names).toHaveLength(4);
    expect(names).toContainEqual(["0 → 1", "1 → 2"]);
  });

  it("takes its numbers from every kind of certificate that has some", () => {
    const proof = (certificate: Proof["certificate"]): Proof => ({ answer: "deadlock-free", statement: { about: "scheme" }, certificate: certificate! });
    const scheme = numbers(network, proof({ kind: "numbering", numbers: [["0", "1", 0, 4], ["0", null, 0, 9], ["0", "1", 1, 7]] }));
    const lanes = numbers(network, proof({ kind: "lane-numbers", lanes: [["0>1", 0, 3]] }));
    const channel = network.named(["0", "1"])!;
    expect([...scheme]).toEqual([[channel, [4, 7]]]);
    expect([...lanes]).toEqual([[channel, [3]]]);
  });
});
