/** What was proved: the numbers of the certificate, or why there is no answer. */

import { dependences, numbers } from "../data/dependences";
import type { NamedPlan, Proof } from "../data/documents";
import type { Network } from "../data/network";
import { numbersOverlay } from "../draw/channels";
import type { Overlay } from "../draw/stage";
import { button, h, section, table } from "./dom";

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

/** `show` draws something over the network, or nothing. */
export function proofPanel(proof: Proof, network: Network, plans: NamedPlan[], show: (overlay: Overlay | null) => void): HTMLElement {
  const about = { workload: "these plans", scheme: `the scheme ${proof.statement.scheme ?? ""}`, routing: "this routing" }[proof.statement.about];
  const verdict = {
    "deadlock-free": [h("strong", { class: "good" }, "✓ Free of deadlock: "), `worms of ${about} never wait for each other for good.`],
    deadlock: [h("strong", { class: "alarm" }, "✕ Can deadlock: "), `worms of ${about} can wait for each other for good; the run above ends so.`],
    unknown: [h("strong", {}, "? Not known "), `whether worms of ${about} can wait for each other for good. ${proof.reason ?? ""}`],
  }[proof.answer];
  const kind = proof.certificate?.kind ?? "";
  const why = WHY[kind] === undefined ? null : h("p", {}, WHY[kind]);
  return section("Proof", h("p", {}, ...verdict), why, ...certificate(proof, network, plans, show), h("p", { class: "note" }, h("code", {}, "wormcast check"), " verifies the proof, and believes neither the prover nor this page."));
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
