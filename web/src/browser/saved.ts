/** Saved pages for tests: the template with data, as the command writes them. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TEMPLATE = readFileSync(new URL("../../../crates/page/src/page.html", import.meta.url), "utf8");
const PLACE = '<script type="application/json" id="data">null</script>';
const FOLDER = mkdtempSync(join(tmpdir(), "wormcast-page-"));

/** Writes a page with this data, and gives its address. */
export function saved(name: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e").replaceAll("&", "\\u0026");
  const file = join(FOLDER, name);
  writeFileSync(file, TEMPLATE.replace(PLACE, () => PLACE.replace("null", () => json)));
  return `file://${file}`;
}

export function ring(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL("../tests/ring.json", import.meta.url), "utf8"));
}

/** A grid with wrap-around of so many columns and rows, without plans. */
export function torus(columns: number, rows: number): { format: string; network: string; size: string; nodes: string[]; channels: number[][]; layout: Record<string, unknown[]> } {
  const [nodes, points, channels, stubs]: [string[], number[][], number[][], unknown[]] = [[], [], [], []];
  const node = (x: number, y: number) => ((y + rows) % rows) * columns + ((x + columns) % columns);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      nodes.push(`${x},${y}`);
      points.push([x, rows - 1 - y]);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
        const wraps = x + dx < 0 || x + dx >= columns || y + dy < 0 || y + dy >= rows;
        if (wraps) stubs.push([channels.length, [0.45 * dx, -0.45 * dy]]);
        channels.push([node(x, y), node(x + dx, y + dy), 0]);
      }
    }
  }
  const none = { shapes: [], bows: [], asides: [], kinds: [], cells: [], circles: [], ticks: [], lost_nodes: [], lost_links: [] };
  return { format: "wormcast-drawing", network: `torus:${columns}x${rows}`, size: "", nodes, channels, layout: { points, stubs, ...none } };
}

/** A page about nothing but this drawing, with as many worms as there are rows, each along its row. */
export function busy(columns: number, rows: number): object {
  const drawing = torus(columns, rows);
  const plans = Array.from({ length: rows }, (_, y) => {
    const route = Array.from({ length: columns - 1 }, (_, x) => [x === 0 ? null : x - 1, `${x},${y}`, `${x + 1},${y}`]);
    const worm = { id: 0, origin: `0,${y}`, after: null, round: 0, route, deliver: [{ hop: columns - 2, node: `${columns - 1},${y}` }] };
    const cost = { channels: columns - 1, longest_path: columns - 1, rounds: 1, worms: 1 };
    return { name: `${y}.json`, plan: { topology: drawing.network, scheme: "by hand", source: `0,${y}`, destinations: [`${columns - 1},${y}`], worms: [worm], cost } };
  });
  const length = 64;
  const timeline = plans.map((_, plan) => ({ plan, worm: 0, visits: Array.from({ length: columns }, (_, x) => {
    const granted = 50 * x + 40;
    return { node: `${x},${plan}`, arrived_ns: 50 * x, requested_ns: granted, granted_ns: granted, released_ns: granted + 10 * length };
  }) }));
  const timing = { length, send_ns: 0, receive_ns: 0, startup: "serial", router_ns: 40, flit_ns: 10, buffer: 8, injection: "all-port", consumption: "all-port", virtual_channels: 1, credit_ns: 0, policies: [] };
  const simulation = { format: "wormcast-simulation", version: 1, engine: "worm", outcome: "delivered", cycle: null, timeline, plans: plans.map(() => ({ start_ns: 0, latency_ns: 4000, deliveries: [] })) };
  return { format: "wormcast-page", version: 1, wormcast: "0", title: "Busy", drawing, plans, runs: [{ name: "All", plans: plans.map((_, place) => place), timing, simulation }] };
}
