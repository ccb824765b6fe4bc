/** What mends plans that hang. */

import type { Change, Mending, Proposal, Run, WormName } from "../data/documents";
import type { Replay } from "../time/replay";
import { button, h, section } from "./dom";
import { count, ns } from "./words";

/** `choose` shows runs by their places on the page; worms are called as in the first run. */
export function mendingPanel(mending: Mending, runs: Run[], first: Replay, shown: number[], choose: (runs: number[]) => void): HTMLElement {
  // What hangs is the first run; a deadlock that no engine runs into has none.
  const hangs = runs[0]?.simulation.outcome === "deadlock";
  const items = mending.proposals.map((proposal, place) => {
    const run = mending.runs[place] ?? null;
    const plays = run === null ? null : h(
      "div",
      { class: "row" },
      hangs && button("Play beside", () => choose([0, run]), { "aria-label": `Play beside: proposal ${place + 1}` }),
      button("Play alone", () => choose([run]), { "aria-label": `Play alone: proposal ${place + 1}` }),
    );
    return h("li", { class: run !== null && shown.includes(run) ? "now" : undefined }, ...inWords(proposal, first), plays);
  });
  const intro = mending.proposals.length > 0
    ? "Each of these alone makes the plans free of deadlock, whenever their worms start; each is proved. The cheapest stands first."
    : "No change was found that makes the plans free of deadlock.";
  const back = !hangs || (shown.length === 1 && shown[0] === 0) ? null : button("Back to the deadlock", () => choose([0]));
  const gaveUp = mending.gave_up.map((what) => h("p", { class: "note" }, `By ${what} there may be less to change: the search gave up.`));
  return section("What mends it", h("p", {}, intro), h("ol", { class: "cycle" }, ...items), back, ...gaveUp);
}

function inWords(proposal: Proposal, first: Replay): Node[] {
  const isOneOfSome = proposal.changes.length > 1;
  const changes = proposal.changes.map((change) => h("div", {}, `${changeInWords(change, first)}${isOneOfSome ? causeInWords(change, first) : ""}`));
  const phases = proposal.phases.length > 1 ? `, in ${count(proposal.phases.length, "phase")}` : "";
  const latency = proposal.latency_ns === null ? "latency not known" : `all delivered after ${ns(proposal.latency_ns)}`;
  const lanes = Math.max(...proposal.phases.map(({ virtual_channels }) => virtual_channels));
  const needs = lanes > 1 ? `; links need ${lanes} virtual channels` : "";
  return [...changes, h("div", { class: "note" }, `${costInWords(proposal)}, ${latency}${phases}${needs}`)];
}

/** What is added to links, and what worms take more: two prices. */
export function costInWords({ channels, virtual_channels = 0 }: Pick<Proposal, "channels" | "virtual_channels">): string {
  const hops = Math.max(0, channels - virtual_channels);
  const lanes = virtual_channels > 0 ? [`a virtual channel more on ${count(virtual_channels, "link")}`] : [];
  const parts = hops > 0 ? [...lanes, `${count(hops, "hop")} more`] : lanes;
  return parts.length > 0 ? parts.join(" and ") : "no channel more";
}

/** A worm as the first run calls it; one that is not in that run by its plan, in the same words. */
function nameOf({ plan, worm }: WormName, first: Replay): string {
  const named = first.worms.find(({ file, id }) => file === plan && id === worm);
  if (named !== undefined) return named.name;
  const isSingle = first.worms.every(({ id }) => id === 0);
  return isSingle && worm === 0 ? `the worm of ${plan}` : `worm ${worm} of ${plan}`;
}

export function changeInWords(change: Change, first: Replay): string {
  const name = nameOf(change, first);
  const worm = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  switch (change.change) {
    case "send-later":
      return `${worm} is sent later, in phase ${change.phase}, when all of the phase before have been delivered.`;
    case "virtual-channel":
      return `${worm} takes virtual channel ${change.number} from ${change.channel.replace(">", " → ")} on.`;
    case "own-virtual-channel":
      return `${worm} takes virtual channel ${change.number}, as all worms of the plans do; what is beside them keeps the others.`;
    case "class":
      return `${worm} is of class ${change.class}, with consumption channels of its own.`;
    case "branch-order":
      return `${worm} asks for its branches in another order.`;
    case "reroute":
      return `${worm} goes another way: ${wayInWords(change.channels)}.`;
  }
}

/** The cycle that a change breaks: by its number, if the first run has it. */
export function causeInWords({ breaks = [] }: Change, first: Replay): string {
  if (breaks.length === 0) return "";
  const names = new Set(breaks.map((worm) => nameOf(worm, first)));
  const isSame = (worms: string[]) => worms.length === names.size && worms.every((name) => names.has(name));
  const place = first.cycles.findIndex((cycle) => isSame(cycle.map(({ worm }) => worm.name)));
  if (place >= 0 && first.cycles.length > 1) return ` That breaks cycle ${place + 1}.`;
  return ` Without that, ${[...names].join(", ")} could wait for each other.`;
}

/** The nodes of a path, one after another; of a tree its channels. */
function wayInWords(channels: string[]): string {
  const ends = channels.map((channel) => channel.split(">"));
  const isPath = ends.every(([from, to], place) => to !== undefined && !to.includes("#") && (place === 0 || ends[place - 1]![1] === from));
  return isPath ? [ends[0]?.[0], ...ends.map(([, to]) => to)].join(" → ") : channels.map((channel) => channel.replace(">", " → ")).join(", ");
}
