/** What mends plans that hang. */

import type { Change, Mending, Proposal } from "../data/documents";
import { button, h, section } from "./dom";
import { count, ns } from "./words";

/** `choose` shows runs by their places on the page. */
export function mendingPanel(mending: Mending, shown: number[], choose: (runs: number[]) => void): HTMLElement {
  const items = mending.proposals.map((proposal, place) => {
    const run = mending.runs[place] ?? null;
    const plays = run === null ? null : h(
      "div",
      { class: "row" },
      button("Play beside", () => choose([0, run]), { "aria-label": `Play beside: proposal ${place + 1}` }),
      button("Play alone", () => choose([run]), { "aria-label": `Play alone: proposal ${place + 1}` }),
    );
    return h("li", { class: run !== null && shown.includes(run) ? "now" : undefined }, ...inWords(proposal), plays);
  });
  const intro = mending.proposals.length > 0
    ? "Each of these alone makes the plans free of deadlock, whenever their worms start; each is proved. The cheapest stands first."
    : "No change was found that makes the plans free of deadlock.";
  const back = shown.length === 1 && shown[0] === 0 ? null : button("Back to the deadlock", () => choose([0]));
  const gaveUp = mending.gave_up.map((what) => h("p", { class: "note" }, `By ${what} there may be less to change: the search gave up.`));
  return section("What mends it", h("p", {}, intro), h("ol", { class: "cycle" }, ...items), back, ...gaveUp);
}

function inWords(proposal: Proposal): Node[] {
  const changes = proposal.changes.map((change) => h("div", {}, changeInWords(change)));
  const phases = proposal.phases.length > 1 ? `, in ${count(proposal.phases.length, "phase")}` : "";
  const latency = proposal.latency_ns === null ? "latency not known" : `all delivered after ${ns(proposal.latency_ns)}`;
  const lanes = Math.max(...proposal.phases.map(({ virtual_channels }) => virtual_channels));
  const needs = lanes > 1 ? `; links need ${lanes} virtual channels` : "";
  return [...changes, h("div", { class: "note" }, `${count(proposal.channels, "channel")} more, ${latency}${phases}${needs}`)];
}

export function changeInWords(change: Change): string {
  const worm = `Worm ${change.worm} of ${change.plan}`;
  switch (change.change) {
    case "send-later":
      return `${worm} is sent later, in phase ${change.phase}, when all of the phase before have been delivered.`;
    case "virtual-channel":
      return `${worm} takes virtual channel ${change.number} from ${change.channel} on.`;
    case "branch-order":
      return `${worm} asks for its branches in another order.`;
    case "reroute":
      return `${worm} goes another way: ${wayInWords(change.channels)}.`;
  }
}

/** The nodes of a path, one after another; of a tree its channels. */
function wayInWords(channels: string[]): string {
  const ends = channels.map((channel) => channel.split(">"));
  const isPath = ends.every(([from, to], place) => to !== undefined && !to.includes("#") && (place === 0 || ends[place - 1]![1] === from));
  return isPath ? [ends[0]?.[0], ...ends.map(([, to]) => to)].join(" → ") : channels.join(" ");
}
