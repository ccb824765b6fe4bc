/** The way that a channel goes on paper, as lines that can be followed. */

import type { Network } from "../data/network";

export type Point = [number, number];

/** A point on a course and the direction there. */
export interface Place {
  at: Point;
  heading: Point;
}

/** A course: one line of points, or two where it leaves the picture and comes in again. */
export class Course {
  readonly parts: Point[][];
  private readonly lengths: number[][];
  readonly length: number;

  constructor(parts: Point[][]) {
    this.parts = parts;
    this.lengths = parts.map((points) => points.slice(1).map((point, index) => distance(points[index]!, point)));
    this.length = this.lengths.flat().reduce((sum, length) => sum + length, 0);
  }

  /** The place so far from its start. */
  place(along: number): Place {
    let rest = Math.min(Math.max(along, 0), this.length);
    let last: Place = { at: this.parts[0]![0]!, heading: [1, 0] };
    for (const [part, points] of this.parts.entries()) {
      for (const [index, length] of this.lengths[part]!.entries()) {
        const [from, to] = [points[index]!, points[index + 1]!];
        const heading = unit([to[0] - from[0], to[1] - from[1]]);
        if (rest <= length) return { at: [from[0] + heading[0] * rest, from[1] + heading[1] * rest], heading };
        rest -= length;
        last = { at: to, heading };
      }
    }
    return last;
  }

  trace(path: CanvasPath): void {
    for (const points of this.parts) {
      points.forEach(([x, y], index) => (index === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    }
  }
}

/** Into how many straight lines a bow is cut. */
const CUTS = 12;

/** The course of a channel, so far to the right of its middle; `joint` away from the nodes at both ends. */
export function courseOf(network: Network, channel: number, aside: number, joint: number): Course {
  const [from, to] = network.ends(channel).map((node) => network.point(node)) as [Point, Point];
  const shift = aside + network.aside(channel);
  const stub = network.stub(channel);
  if (stub !== undefined) return wrapped(from, to, stub, stubBack(network, channel, stub), shift, joint);
  const swell = network.bow(channel);
  const line = swell === undefined ? [from, to] : bow(from, to, swell);
  return new Course([cut(moved(line, shift), joint)]);
}

function wrapped(from: Point, to: Point, out: Point, back: Point, shift: number, joint: number): Course {
  const first = moved([from, add(from, out)], shift);
  const second = moved([add(to, back), to], shift);
  return new Course([[along(first, joint), first[1]!], [second[0]!, along([second[1]!, second[0]!], joint)]]);
}

/** From the end of a wrapped channel, the vector to where it comes into the picture. */
function stubBack(network: Network, channel: number, stub: Point): Point {
  const opposite = network.reverse(channel);
  const back = opposite === undefined ? undefined : network.stub(opposite);
  return back ?? [-stub[0], -stub[1]];
}

/** The points of a bow whose middle is so far from the middle of the straight line. */
export function bow(from: Point, to: Point, swell: Point): Point[] {
  const flat: Point = [(to[0] - from[0]) * 0.15, (to[1] - from[1]) * 0.15];
  const out: Point = [(swell[0] * 4) / 3, (swell[1] * 4) / 3];
  const [p1, p2] = [add(add(from, flat), out), add([to[0] - flat[0], to[1] - flat[1]], out)];
  return Array.from({ length: CUTS + 1 }, (_, step): Point => {
    const t = step / CUTS;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [a * from[0] + b * p1[0] + c * p2[0] + d * to[0], a * from[1] + b * p1[1] + c * p2[1] + d * to[1]];
  });
}

/** The line, so far to its right. */
function moved(points: Point[], shift: number): Point[] {
  if (shift === 0) return points;
  return points.map((point, index) => {
    const [before, after] = [points[Math.max(index - 1, 0)]!, points[Math.min(index + 1, points.length - 1)]!];
    const [x, y] = unit([after[0] - before[0], after[1] - before[1]]);
    return [point[0] - y * shift, point[1] + x * shift];
  });
}

/** The line without its ends. */
function cut(points: Point[], joint: number): Point[] {
  const whole = new Course([points]);
  const end = Math.min(joint, 0.35 * whole.length);
  const inner = points.slice(1, -1);
  return [whole.place(end).at, ...inner, whole.place(whole.length - end).at];
}

/** The point on a line so far from its start, at most its half. */
function along([from, to]: Point[], far: number): Point {
  const heading = unit([to![0] - from![0], to![1] - from![1]]);
  const length = Math.min(far, 0.5 * distance(from!, to!));
  return [from![0] + heading[0] * length, from![1] + heading[1] * length];
}

function add(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1]];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

export function unit([x, y]: Point): Point {
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : [1, 0];
}
