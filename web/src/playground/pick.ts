/** Which node or link is meant by a place on the drawing. */

import type { Network } from "../data/network";
import { type Point, courseOf } from "../draw/course";

/** The nearest node within reach; none if none is. */
export function nodeAt(network: Network, [x, y]: Point, reach = 0.35): number | undefined {
  let best: { node: number; far: number } | undefined;
  network.drawing.layout.points.forEach(([px, py], node) => {
    const far = Math.hypot(px - x, py - y);
    if (far <= reach && (best === undefined || far < best.far)) best = { node, far };
  });
  return best?.node;
}

/** The nodes in a rectangle. */
export function nodesIn(network: Network, [ax, ay]: Point, [bx, by]: Point): number[] {
  const [left, right, top, bottom] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)];
  const isIn = ([x, y]: Point) => left <= x && x <= right && top <= y && y <= bottom;
  return network.drawing.layout.points.flatMap((point, node) => (isIn(point) ? [node] : []));
}

/** The channel whose middle is the nearest within reach. */
export function channelAt(network: Network, [x, y]: Point, reach = 0.3): number | undefined {
  let best: { channel: number; far: number } | undefined;
  for (let channel = 0; channel < network.channelCount; channel++) {
    const course = courseOf(network, channel, 0, 0);
    const far = Math.min(...[0.25, 0.5, 0.75].map((share) => {
      const { at } = course.place(share * course.length);
      return Math.hypot(at[0] - x, at[1] - y);
    }));
    if (far <= reach && (best === undefined || far < best.far)) best = { channel, far };
  }
  return best?.channel;
}
