/** A run that can be looked at at any time. */

import type { Blocked, NamedPlan, Run, Visit } from "../data/documents";
import type { Network } from "../data/network";
import { Motion, type MovingVisit } from "./motion";

/** A worm of a run. */
export interface Worm {
  /** Its place among all worms of the run. */
  index: number;
  /** The number of its colour and dashes: of the same worm in another run the same. */
  hue: number;
  plan: number;
  /** The file of its plan. */
  file: string;
  id: number;
  /** What stands on it in pictures. */
  label: string;
  name: string;
  motion: Motion;
  /** The visits at which it delivers. */
  delivers: number[];
  planned: { source: number; destinations: number[] };
}

/** A head that waits. */
export interface Waiting {
  worm: Worm;
  visit: number;
  since: number;
  wants: Wanted[];
}

/** A channel that a head waits for, and who is in the way. */
export interface Wanted {
  channel: number;
  holders: Worm[];
  /** Those before it in the line. */
  ahead: Worm[];
}

/** A worm in the cycle of a deadlock. */
export interface Stuck {
  worm: Worm;
  visit: number;
  holds: number[];
  wants: number[];
  /** The next one in the cycle. */
  waitsFor: Worm;
  /** Whether that one holds something of it; if not, it stands before this one in a line. */
  isHeld: boolean;
}

interface Hold {
  worm: Worm;
  from: number;
  to: number;
}

export class Replay {
  readonly network: Network;
  readonly run: Run;
  readonly worms: Worm[];
  /** All times at which something happens, in order. */
  readonly events: number[];
  readonly end: number;
  /** Each by itself is a deadlock. */
  readonly cycles: Stuck[][];
  private readonly holds = new Map<number, Hold[]>();
  private readonly requests = new Map<number, { worm: Worm; visit: number }[]>();

  /** Worms that are in `like`, the run that this one is compared with, are called as they are there. */
  constructor(network: Network, run: Run, plans: NamedPlan[], like?: Replay) {
    this.network = network;
    this.run = run;
    const own = run.plans.map((place) => plans[place]!);
    const isSingle = own.every(({ plan }) => plan.worms.length === 1);
    const worms = run.simulation.timeline.map(({ plan, worm, visits }, index): Worm => {
      const { name, plan: document } = own[plan]!;
      const planned = document.worms[worm]!;
      const node = (name: string) => network.node(name) ?? 0;
      const hop = (at: number) => (at === 0 ? undefined : planned.route[at - 1]);
      const moving = visits.map((visit, at): MovingVisit => {
        const taken = hop(at);
        const channel = taken === undefined ? -1 : (network.ofHop(taken) ?? -1);
        return { ...times(visit), node: node(visit.node), parent: parentOf(taken, at), channel };
      });
      const { length, flit_ns, buffer } = run.timing;
      return {
        index,
        hue: index,
        plan,
        file: name,
        id: worm,
        label: own.length === 1 ? `${worm}` : isSingle ? `${plan}` : `${plan}.${worm}`,
        name: own.length === 1 ? `worm ${worm}` : isSingle ? `worm ${plan} (${name})` : `worm ${plan}.${worm} (${name})`,
        motion: new Motion(moving, length, flit_ns, buffer, run.simulation.engine === "worm"),
        delivers: planned.deliver.map(({ hop }) => hop + 1),
        planned: { source: node(document.source), destinations: document.destinations.map(node) },
      };
    });
    this.worms = like === undefined ? worms : namedLike(worms, like.worms);
    this.worms.forEach((worm) => this.note(worm));
    this.events = eventsOf(run.simulation.timeline.flatMap(({ visits }) => visits));
    const { cycle, more_cycles = [] } = run.simulation;
    const told = cycle === null || cycle.length === 0 ? [] : [cycle, ...more_cycles];
    this.cycles = told.map((blocked) => blocked.map((own, place) => this.stuck(own, blocked[(place + 1) % blocked.length]!)));
    this.end = this.endOfTime();
  }

  /** From when on a cycle cannot be left. */
  sealedAt(cycle: Stuck[]): number {
    return Math.max(...cycle.map(({ worm, visit }) => worm.motion.visits[visit]!.requested));
  }

  /** From when on the first cycle cannot be left; none if there is none. */
  get deadlockAt(): number | undefined {
    return this.cycles.length > 0 ? Math.min(...this.cycles.map((cycle) => this.sealedAt(cycle))) : undefined;
  }

  /** Whether all flits are where the rules of time say. */
  get isExact(): boolean {
    return this.worms.every(({ motion }) => motion.isExact);
  }

  /** The worms that hold a channel at a time. */
  holders(channel: number, time: number): Worm[] {
    const now = (this.holds.get(channel) ?? []).filter(({ from, to }) => from <= time && time < to);
    return now.map(({ worm }) => worm);
  }

  /** The heads that wait at a time. */
  waiting(time: number): Waiting[] {
    const all: Waiting[] = [];
    for (const worm of this.worms) {
      worm.motion.visits.forEach(({ requested, granted }, visit) => {
        if (requested <= time && time < granted) all.push(this.wait(worm, visit, time));
      });
    }
    return all;
  }

  /** The nodes that have the whole message of a worm at a time, receive overhead not counted. */
  delivered(worm: Worm, time: number): number[] {
    const { motion } = worm;
    const left = motion.left(time);
    return worm.delivers.filter((visit) => left[visit] === motion.length).map((visit) => motion.visits[visit]!.node);
  }

  private note(worm: Worm): void {
    worm.motion.visits.forEach((visit) => {
      if (visit.parent < 0) return;
      const before = worm.motion.visits[visit.parent]!;
      push(this.holds, visit.channel, { worm, from: before.granted, to: visit.released });
      push(this.requests, visit.channel, { worm, visit: visit.parent });
    });
  }

  private wait(worm: Worm, visit: number, time: number): Waiting {
    const { visits } = worm.motion;
    const since = visits[visit]!.requested;
    const wants = worm.motion.childrenOf(visit).map((child) => {
      const channel = visits[child]!.channel;
      const holders = this.holders(channel, time).filter((other) => other !== worm);
      const line = this.requests.get(channel) ?? [];
      const isAhead = (other: { worm: Worm; visit: number }) => {
        const { requested, granted } = other.worm.motion.visits[other.visit]!;
        const first = requested < since || (requested === since && other.worm.index < worm.index);
        return other.worm !== worm && requested <= time && time < granted && first;
      };
      return { channel, holders, ahead: line.filter(isAhead).map((other) => other.worm) };
    });
    return { worm, visit, since, wants: wants.filter(({ holders, ahead }) => holders.length + ahead.length > 0) };
  }

  private stuck(blocked: Blocked, next: Blocked): Stuck {
    const worm = this.find(blocked);
    const wants = blocked.waits_for.map((name) => this.network.named(name)).filter((channel) => channel !== undefined);
    const at = this.network.node(blocked.waits_for[0]?.[0] ?? null);
    const isStuck = (visit: MovingVisit) => visit.requested < Infinity && visit.granted === Infinity;
    const { visits } = worm.motion;
    const exact = visits.findIndex((visit) => isStuck(visit) && visit.node === at);
    const holds = blocked.holds.map((name) => this.network.named(name)).filter((channel) => channel !== undefined);
    const waitsFor = this.find(next);
    const isHeld = wants.length === 0 || wants.some((channel) => this.holders(channel, Number.MAX_VALUE).includes(waitsFor));
    return { worm, visit: exact >= 0 ? exact : visits.findIndex(isStuck), holds, wants, waitsFor, isHeld };
  }

  private find({ plan, worm }: Blocked): Worm {
    return this.worms.find((other) => other.plan === plan && other.id === worm)!;
  }

  /** When nothing moves any more. */
  private endOfTime(): number {
    const { flit_ns, buffer, receive_ns } = this.run.timing;
    const last = this.events[this.events.length - 1] ?? 0;
    return last + (this.cycles.length > 0 ? flit_ns * (buffer + 2) : receive_ns) + 2 * flit_ns;
  }
}

/**
 * Worms under the names and in the colours that they have in another run: there a plan has its worms together, while
 * here they may be sent in parts, one after another.
 */
function namedLike(worms: Worm[], known: Worm[]): Worm[] {
  const free = new Set(known);
  return worms.map((worm, place) => {
    const ofPlan = [...free].filter(({ file }) => file === worm.file);
    const isWhole = worms.filter(({ plan }) => plan === worm.plan).length === known.filter(({ plan }) => plan === ofPlan[0]?.plan).length;
    const same = (isWhole ? ofPlan.find(({ id }) => id === worm.id) : undefined) ?? ofPlan.find((other) => task(other) === task(worm));
    if (same === undefined) return { ...worm, hue: known.length + place };
    free.delete(same);
    return { ...worm, hue: same.hue, label: same.label, name: same.name };
  });
}

/** From where a worm brings its message, and to which nodes. */
function task({ motion, delivers }: Worm): string {
  const nodes = delivers.map((visit) => motion.visits[visit]!.node).sort((a, b) => a - b);
  return [motion.visits[0]!.node, ...nodes].join(" ");
}

function times(visit: Visit): Pick<MovingVisit, "arrived" | "requested" | "granted" | "released"> {
  const time = (ns: number | null) => ns ?? Infinity;
  return {
    arrived: time(visit.arrived_ns),
    requested: time(visit.requested_ns),
    granted: time(visit.granted_ns),
    released: time(visit.released_ns),
  };
}

/** The visit that a hop leaves; none at the origin. */
function parentOf(hop: [number | null, ...unknown[]] | undefined, at: number): number {
  if (at === 0 || hop === undefined) return -1;
  return hop[0] === null ? 0 : hop[0] + 1;
}

function eventsOf(visits: Visit[]): number[] {
  const times = visits.flatMap((visit) => [visit.arrived_ns, visit.requested_ns, visit.granted_ns, visit.released_ns]);
  const known = times.filter((time): time is number => time !== null);
  return [...new Set([0, ...known])].sort((a, b) => a - b);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
