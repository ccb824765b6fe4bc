/** What is told beside a run: worms, what happens now, latencies. */

import { wormColour, wormDash, type Theme } from "../draw/palette";
import type { NamedPlan } from "../data/documents";
import type { Clock } from "../time/clock";
import type { Replay, Worm } from "../time/replay";
import { fill, h, section, table } from "./dom";
import { count, momentInWords, ns, waitInWords } from "./words";

/** How many worms and deliveries are listed. */
const LISTED = 200;

/** What came out, in a sentence. */
export function outcome(replay: Replay, of: string): HTMLElement {
  const { simulation, timing } = replay.run;
  const plans = simulation.plans;
  const latency = Math.max(...plans.map(({ latency_ns }) => latency_ns ?? 0));
  const verdict = replay.cycles.length > 0
    ? [h("strong", { class: "alarm" }, "✕ Deadlock. "), `${count(plans.filter(({ latency_ns }) => latency_ns === null).length, "plan")} of ${plans.length} never ${plans.length === 1 ? "arrives" : "arrive"}.`]
    : [h("strong", { class: "good" }, "✓ Delivered. "), `Every destination has the message after ${ns(latency)} at most.`];
  const how = `Messages of ${count(timing.length, "flit")}, ${timing.flit_ns} ns a flit, ${timing.router_ns} ns a router, buffers of ${count(timing.buffer, "flit")}, ${count(timing.virtual_channels, "virtual channel")} a link.`;
  const note = replay.isExact ? null : h("p", { class: "note" }, "Heads and tails are where the engine says; the flits between them are interpolated.");
  return section(`What happens${of}`, h("p", {}, ...verdict), h("p", { class: "note" }, how), note);
}

/** The worms with their colours, and where each goes. */
export function legend(replay: Replay, of: string, theme: () => Theme, point: (worm: number | undefined) => void): { element: HTMLElement; paint: () => void } {
  const samples: { canvas: HTMLCanvasElement; worm: Worm }[] = [];
  const { network } = replay;
  const item = (worm: Worm) => {
    const canvas = h("canvas", { width: 72, height: 24, "aria-hidden": "true", class: "sample" });
    samples.push({ canvas, worm });
    const to = worm.delivers.slice(0, 6).map((visit) => network.nodeName(worm.motion.visits[visit]!.node)).join(", ");
    const more = worm.delivers.length > 6 ? ` and ${worm.delivers.length - 6} more` : "";
    const from = network.nodeName(worm.motion.visits[0]!.node);
    const text = `${worm.label}: ${worm.name}, from ${from} to ${to}${more}, ${count(worm.motion.visits.length - 1, "channel")}`;
    return h("li", { mouseenter: () => point(worm.index), mouseleave: () => point(undefined) }, canvas, text);
  };
  const shown = [...replay.worms].sort((a, b) => a.hue - b.hue).slice(0, LISTED);
  const rest = replay.worms.length - shown.length;
  const list = h("ul", { class: "legend", tabindex: 0, "aria-label": `Worms${of}` }, ...shown.map(item), rest > 0 && h("li", {}, `${count(rest, "more worm")}`));
  const signs = h("p", { class: "note" }, "■ source · ○ destination · ✓ has the message · small rings are places in buffers, filled ones flits · a dotted arrow leads from a head that waits to who holds its channel");
  const paint = () => samples.forEach(({ canvas, worm }) => paintSample(canvas, worm, theme()));
  return { element: section(`Worms${of}`, list, signs), paint };
}

function paintSample(canvas: HTMLCanvasElement, worm: Worm, theme: Theme): void {
  const context = canvas.getContext("2d")!;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.strokeStyle = wormColour(worm.hue, theme);
  context.lineWidth = 6;
  context.setLineDash(wormDash(worm.hue).map((part) => part * 6));
  context.beginPath();
  context.moveTo(2, 12);
  context.lineTo(70, 12);
  context.stroke();
}

/** Between two moments that are read out, in ms. */
const BETWEEN = 200;

/** Who waits now, and for whom. */
export function now(replay: Replay, of: string, clock: Clock): HTMLElement {
  const said = h("p", { class: "sr", role: "status" });
  const list = h("ul", { class: "waits" });
  let isDue = false;
  // Readers of the screen are not flooded: while it plays they hear that it plays, and of quick steps the last.
  const say = () => {
    isDue = false;
    said.textContent = clock.isPlaying ? "It plays; what waits is told when it stops." : momentInWords(replay, clock.time);
  };
  const show = () => {
    const waiting = replay.waiting(clock.time);
    const items = waiting.slice(0, 12).map((wait) => h("li", {}, waitInWords(replay, wait)));
    const rest = waiting.length > 12 ? [h("li", { class: "note" }, `${count(waiting.length - 12, "more head")} wait.`)] : [];
    fill(list, ...(items.length > 0 ? [...items, ...rest] : [h("li", { class: "note" }, "No head waits.")]));
    if (isDue) return;
    isDue = true;
    setTimeout(say, BETWEEN);
  };
  clock.onChange(show);
  show();
  say();
  const panel = section(`Now${of}`, list, said);
  panel.classList.add("moment");
  return panel;
}

/** When every destination has the message. */
export function latencies(replay: Replay, of: string, plans: NamedPlan[]): HTMLElement {
  const rows = replay.run.simulation.plans.flatMap((run, place) => {
    const named = plans[replay.run.plans[place]!]!;
    const wanted = new Set(named.plan.destinations);
    const came = run.deliveries.map(({ node, latency_ns }) => [named.name, wanted.has(node) ? node : `${node} (relay)`, String(latency_ns)]);
    const never = named.plan.destinations.filter((node) => !run.deliveries.some((delivery) => delivery.node === node));
    return [...came, ...never.map((node) => [named.name, node, "never"])];
  });
  const rest = rows.length > LISTED ? h("p", { class: "note" }, `${rows.length - LISTED} more are in the data of this page.`) : null;
  return section(`Latencies${of}`, table("When each destination has the message", ["plan", "node", "ns"], rows.slice(0, LISTED), [2]), rest);
}

/** The plans and what they cost. */
export function costs(plans: NamedPlan[]): HTMLElement {
  const rows = plans.slice(0, LISTED).map(({ name, plan }) => [
    h("div", {}, name, h("div", { class: "note" }, `${plan.scheme}, from ${plan.source} to ${count(plan.destinations.length, "destination")}`)),
    String(plan.cost.channels),
    String(plan.cost.longest_path), String(plan.cost.rounds), String(plan.cost.worms),
  ]);
  const head = ["plan", "channels", "longest path", "rounds", "worms"];
  return section("Plans", table("What the plans cost", head, rows, [1, 2, 3, 4]));
}
