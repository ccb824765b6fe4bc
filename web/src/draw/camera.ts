/** Which part of a drawing is seen: pan and zoom. */

import type { Network } from "../data/network";
import type { Point } from "./course";

/** The box around everything in a drawing, in its units. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Camera {
  /** Pixels a unit. */
  scale = 60;
  /** Where the origin of the drawing is, in pixels. */
  x = 0;
  y = 0;

  toScreen([x, y]: Point): Point {
    return [this.x + x * this.scale, this.y + y * this.scale];
  }

  toDrawing([x, y]: Point): Point {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  /** Shows the whole box in so many pixels. */
  fit(box: Box, width: number, height: number): void {
    const [w, h] = [Math.max(box.right - box.left, 0.1), Math.max(box.bottom - box.top, 0.1)];
    this.scale = Math.max(Math.min(width / w, height / h, 220), 0.05);
    this.x = width / 2 - ((box.left + box.right) / 2) * this.scale;
    this.y = height / 2 - ((box.top + box.bottom) / 2) * this.scale;
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
  }

  /** Zooms by a factor; what is at this place of the screen stays there. */
  zoom(factor: number, [x, y]: Point): void {
    const scale = Math.min(Math.max(this.scale * factor, 0.05), 2000);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
  }
}

/** The box around a network, with room for names. */
export function boxOf(network: Network): Box {
  const { points, stubs, bows, ticks, circles } = network.drawing.layout;
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const grow = (x: number, y: number) => {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  points.forEach(([x, y]) => grow(x, y));
  for (const [channel, [x, y]] of stubs) {
    const [from] = network.ends(channel);
    grow(network.point(from)[0] + x, network.point(from)[1] + y);
  }
  for (const [channel, [x, y]] of bows) {
    const [a, b] = network.ends(channel).map((node) => network.point(node));
    grow((a![0] + b![0]) / 2 + x, (a![1] + b![1]) / 2 + y);
  }
  circles.forEach(([x, y, radius]) => {
    grow(x - radius, y - radius);
    grow(x + radius, y + radius);
  });
  const margin = ticks.length > 0 ? 0.9 : 0.5;
  return { left: box.left - margin, top: box.top - margin, right: box.right + margin, bottom: box.bottom + margin };
}
