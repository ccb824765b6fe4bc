import { describe, expect, it } from "vitest";
import { Network } from "../data/network";
import type { Drawing } from "../data/documents";
import { Course, bow, courseOf } from "../draw/course";
import { Camera } from "../draw/camera";
import { ticksAt } from "../draw/still";
import { channelAt, nodeAt, nodesIn } from "../playground/pick";
import { inlined } from "../../vite.config";

const empty = { shapes: [], stubs: [], bows: [], asides: [], kinds: [], cells: [], circles: [], ticks: [], lost_nodes: [], lost_links: [] };
const line: Drawing = {
  format: "wormcast-drawing", network: "ring:3", size: "", nodes: ["a", "b", "c"],
  channels: [[0, 1, 0], [1, 0, 0], [1, 2, 0], [2, 1, 0], [2, 0, 0], [0, 2, 0]],
  layout: { ...empty, points: [[0, 0], [1, 0], [2, 0]], stubs: [[4, [0.4, 0]], [5, [-0.4, 0]]] },
};

describe("courses", () => {
  const network = new Network(line);

  it("run on the right-hand side", () => {
    expect(courseOf(network, 0, 0.1, 0).place(0.5).at).toEqual([0.5, 0.1]);
    expect(courseOf(network, 1, 0.1, 0).place(0.5).at).toEqual([0.5, -0.1]);
  });

  it("leave the picture and come in again", () => {
    const course = courseOf(network, 4, 0, 0);
    expect(course.parts).toEqual([[[2, 0], [2.4, 0]], [[-0.4, 0], [0, 0]]]);
    expect(course.place(0.6).at[0]).toBeCloseTo(-0.2);
    expect(course.place(99).at).toEqual([0, 0]);
  });

  it("go through the middle of a bow", () => {
    const points = bow([0, 0], [2, 0], [0, 1]);
    expect(points[6]).toEqual([1, 1]);
    expect(new Course([points]).length).toBeGreaterThan(2);
  });
});

describe("coordinates along the borders", () => {
  const ticks = ["0", "1", "2", "3", "4", "5"].map((label, at): [boolean, number, string] => [true, at, label]);
  const shown = (scale: number) => ticksAt(scale, ticks).map(([, , label]) => label).join("");

  it("give way to the names of nodes", () => {
    expect([10, 20, 33, 34, 60].map(shown)).toEqual(["05", "012345", "012345", "", ""]);
  });
});

describe("picking", () => {
  const network = new Network(line);
  it("finds nodes, rectangles and channels", () => {
    expect(nodeAt(network, [1.1, 0.1])).toBe(1);
    expect(nodeAt(network, [0.5, 0.5])).toBeUndefined();
    expect(nodesIn(network, [2.5, 1], [0.5, -1])).toEqual([1, 2]);
    expect([2, 3]).toContain(channelAt(network, [1.5, 0]));
  });
});

describe("the camera", () => {
  it("keeps the place under the pointer when it zooms", () => {
    const camera = new Camera();
    camera.fit({ left: 0, top: 0, right: 10, bottom: 10 }, 500, 300);
    const before = camera.toDrawing([100, 50]);
    camera.zoom(3, [100, 50]);
    const after = camera.toDrawing([100, 50]);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });
});

describe("the one file", () => {
  it("lets in its own script and style, and nothing else", () => {
    const html = '<html><head><link rel="stylesheet" href="/a.css"></head><body>\n<script type="module" src="/a.js"></script></body></html>';
    const page = inlined(html, 'const a = "</script>";', "body{}");
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/src="|href=/);
    expect(page.match(/<\/script>/g)).toHaveLength(1);
  });
});
