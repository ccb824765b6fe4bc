/** What is seen, in words: for those who do not see it, and for everybody. */

import type { Replay, Stuck, Waiting } from "../time/replay";

export function ns(time: number): string {
  return `${Math.round(time * 1000) / 1000} ns`;
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** What a head waits for. */
export function waitInWords(replay: Replay, { worm, visit, wants }: Waiting): string {
  const node = replay.network.nodeName(worm.motion.visits[visit]!.node);
  if (wants.length === 0) return `${worm.name} waits at ${node} for a consumption or injection channel, or for its turn`;
  const wish = wants.map(({ channel, holders, ahead }) => {
    const name = replay.network.channelName(channel);
    if (holders.length > 0) return `${name}, which ${holders.map((holder) => holder.name).join(" or ")} holds`;
    return `${name}, for which ${ahead.map((other) => other.name).join(", ")} stands in line before it`;
  });
  return `${worm.name} waits at ${node} for ${wish.join(" and ")}`;
}

/** A step of the cycle. */
export function stuckInWords(replay: Replay, { worm, visit, holds, wants, waitsFor, isHeld }: Stuck): string {
  const { network } = replay;
  const names = (channels: number[]) => channels.map((channel) => network.channelName(channel)).join(", ");
  const node = network.nodeName(worm.motion.visits[Math.max(visit, 0)]!.node);
  const held = holds.length > 0 ? names(holds) : "no channel between nodes";
  const wanted = wants.length > 0 ? names(wants) : `a consumption or injection channel of ${node}`;
  return `${worm.name}, stuck at ${node}, holds ${held} and waits for ${wanted}, ${isHeld ? `which ${waitsFor.name} holds` : `for which ${waitsFor.name} stands in line before it`}`;
}

/** What happens at a time, in a sentence or two. */
export function momentInWords(replay: Replay, time: number): string {
  const { cycles, worms } = replay;
  const done = worms.filter(({ motion }) => motion.span()[1] <= time).length;
  const moving = worms.filter(({ motion }) => motion.span()[0] <= time && time < motion.span()[1]).length;
  const waiting = replay.waiting(time);
  const parts = [`At ${ns(time)}: ${count(moving, "worm")} in the network, ${done} gone.`];
  const closed = cycles.filter((cycle) => replay.sealedAt(cycle) <= time).length;
  if (closed === 1) parts.push("Deadlock: the worms of the cycle can never move again.");
  if (closed > 1) parts.push(`Deadlock: the worms of ${closed} cycles can never move again.`);
  parts.push(...waiting.slice(0, 6).map((wait) => `${waitInWords(replay, wait)}.`));
  if (waiting.length > 6) parts.push(`${waiting.length - 6} more heads wait.`);
  return parts.join(" ");
}
