/** What was proved: the numbers of the certificate, or why there is no answer. */

import { type Dependence, dependences, numbers } from "../data/dependences";
import type { NamedPlan, Proof } from "../data/documents";
import type { Network } from "../data/network";
import { cycleOverlay, numbersOverlay } from "../draw/channels";
import type { Overlay } from "../draw/stage";
import { button, h, section, table } from "./dom";
import { count } from "./words";

/** How many numbers are listed. */
const LISTED = 400;

const WHY: Record<string, string> = {
  numbering: "Channels have numbers, and every worm holds only lower ones than it waits for. So no worms can wait in a cycle.",
  "lane-numbers": "Channels have numbers, and every message asks for higher ones than it holds. So no messages can wait in a cycle.",
  "worm-numbers": "Channels have numbers, and every worm asks for higher ones than it holds. So no worms can wait in a cycle.",
  trees: "Worms hold lower numbers than they wait for as long as they are chains; then each goes down a tree, and trees share nothing.",
  ranks: "The heads stand in an order in which none can wait for a later one. So they cannot wait in a cycle.",
  refutation: "For each possible reach the formula that says “there is a deadlock” is refuted, step by step.",
};

/** `show` draws something over the network, or nothing; `hangs` says whether the page plays a run that hangs. */
export function proofPanel(proof: Proof, network: Network, plans: NamedPlan[], hangs: boolean, show: (overlay: Overlay | null) => void): HTMLElement {
  const about = { workload: "these plans", scheme: `the scheme ${proof.statement.scheme ?? ""}`, routing: "this routing" }[proof.statement.about];
  const verdict = {
    "deadlock-free": [h("strong", { class: "good" }, "✓ Free of deadlock: "), `worms of ${about} never wait for each other for good.`, ...lost(proof)],
    deadlock: [h("strong", { class: "alarm" }, "✕ Can deadlock: "), `worms of ${about} can wait for each other for good${hangs ? "; the picture plays a run that ends so" : ""}.`, !hangs && proof.reason !== undefined ? ` ${sentence(proof.reason)}` : ""],
    unknown: [h("strong", {}, "? Not known "), `whether worms of ${about} can wait for each other for good. ${proof.reason ?? ""}`],
  }[proof.answer];
  const kind = proof.certificate?.kind ?? "";
  const why = WHY[kind] === undefined ? null : h("p", {}, WHY[kind]);
  const waits = hangs ? [] : cycleOfWaits(proof, network, show);
  return section("Proof", h("p", {}, ...verdict), why, ...waits, ...certificate(proof, network, plans, show), h("p", { class: "note" }, h("code", {}, "wormcast check"), " verifies the proof, and believes neither the prover nor this page."));
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}

/** Pairs without a route are told beside a good answer: it says nothing about them. */
function lost({ unrouted = [], unrouted_pairs = 0 }: Proof): (Node | string)[] {
  if (unrouted_pairs === 0) return [];
  const rows = unrouted.slice(0, LISTED).map(({ from, to, reason }) => [from, to, reason]);
  return [h("strong", { class: "alarm" }, ` ✕ ${count(unrouted_pairs, "pair")} of nodes without a route.`), table("Pairs without a route, about which nothing is proved", ["from", "to", "why"], rows)];
}

/** The cycle of a routing, wait by wait, where no run shows it. */
function cycleOfWaits({ dependency_cycle: cycle = [] }: Proof, network: Network, show: (overlay: Overlay | null) => void): HTMLElement[] {
  if (cycle.length === 0) return [];
  const channel = ([name]: [string, number]) => network.named(endsOf(name));
  const words = (own: [string, number]) => `${own[0].replace(">", " → ")}${own[1] > 0 ? ` (virtual channel ${own[1]})` : ""}`;
  const items = cycle.slice(0, LISTED).map(({ holds, waits_for, flow, group, service_level }) => {
    const of = group === undefined ? "" : ` of group ${group}`;
    const level = service_level === undefined ? "" : `, on service level ${service_level}`;
    return h("li", {}, `Messages from ${flow[0]} to ${flow[1]}${of}${level} hold ${words(holds)} and wait for ${words(waits_for)}.`);
  });
  const waits = cycle.flatMap(({ holds, waits_for }): Dependence[] => {
    const [from, to] = [channel(holds), channel(waits_for)];
    return from === undefined || to === undefined ? [] : [[from, to]];
  });
  const draw = () => show(cycleOverlay(network, waits));
  draw();
  return [
    h("p", {}, `The channels wait for each other in a cycle of ${cycle.length}; each line names messages that wait so.`),
    h("ol", { class: "cycle" }, ...items),
    h("div", { class: "row" }, button("Show the cycle", draw, { class: "primary" }), button("Hide", () => show(null))),
  ];
}

function endsOf(name: string): [string, string] {
  const [from = "", to = ""] = name.split(">");
  return [from, to];
}

function certificate(proof: Proof, network: Network, plans: NamedPlan[], show: (overlay: Overlay | null) => void): (HTMLElement | null)[] {
  const own = numbers(network, proof);
  if (own.size === 0) return [ranks(proof)];
  const edges = dependences(network, plans);
  const draw = () => show(numbersOverlay(network, own, edges));
  const rows = [...own].sort((a, b) => a[1][0]! - b[1][0]!).slice(0, LISTED).map(([channel, numbers]) => [numbers.join(" / "), network.channelName(channel)]);
  const arrows = edges.length > 0 ? "; an arrow leads from a channel that a worm holds to one that it asks for" : "";
  return [
    h("div", { class: "row" }, button("Show the numbers", draw, { class: "primary" }), button("Hide", () => show(null))),
    h("p", { class: "note" }, `The higher its number, the further from the ground is the colour of a channel; zoom in to read the numbers${arrows}.`),
    h("details", {}, h("summary", {}, "All numbers"), table("The numbers of the channels, in order", ["number", "channel"], rows, [0])),
  ];
}

function ranks(proof: Proof): HTMLElement | null {
  const all = proof.certificate?.ranks;
  if (all === undefined) return null;
  const rows = all.slice(0, LISTED).map((ranks, worm) => [String(worm), ranks.map((rank) => rank ?? "–").join(" ")]);
  return h("details", {}, h("summary", {}, "All ranks"), table("The rank of each visit of each worm", ["worm", "ranks, from the origin on"], rows));
}
