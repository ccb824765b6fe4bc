/** Lanes: where worms that share a link run beside each other, each direction on its right-hand side. */

import type { Network } from "../data/network";
import type { Worm } from "../time/replay";
import { Course, courseOf } from "./course";

/** The widest share of the distance between neighbours that lanes take, and the usual distance between two. */
const SHARE = 0.5;
const PITCH = 0.12;

export class Lanes {
  private readonly network: Network;
  private readonly users = new Map<number, number[]>();
  private readonly courses = new Map<string, Course>();
  readonly joint: number;

  constructor(network: Network, worms: Worm[], joint: number) {
    this.network = network;
    this.joint = joint;
    for (const worm of worms) {
      for (const { channel } of worm.motion.visits) {
        if (channel < 0) continue;
        const list = this.users.get(channel) ?? [];
        if (!list.includes(worm.index)) list.push(worm.index);
        this.users.set(channel, list);
      }
    }
  }

  /** The course of a worm on a channel. */
  course(channel: number, worm: number): Course {
    const key = `${channel},${worm}`;
    const known = this.courses.get(key);
    if (known !== undefined) return known;
    const course = courseOf(this.network, channel, this.aside(channel, worm), this.joint);
    this.courses.set(key, course);
    return course;
  }

  /** How far to the right of the middle of its link a worm runs. */
  aside(channel: number, worm: number): number {
    const here = this.users.get(channel) ?? [];
    const reverse = this.network.reverse(channel);
    const opposite = reverse === undefined ? 0 : (this.users.get(reverse)?.length ?? 0);
    const all = here.length + opposite;
    const place = Math.max(here.indexOf(worm), 0);
    return (opposite + place - (all - 1) / 2) * Math.min(PITCH, SHARE / Math.max(all, 1));
  }
}
