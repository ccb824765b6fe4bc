/** What stands still: the ground, the links, the nodes and their names. */

import type { Network } from "../data/network";
import { type Box, type Camera, boxOf } from "./camera";
import { type Point, courseOf, unit } from "./course";
import type { Theme } from "./palette";

/** Sizes in units of the distance between neighbours. */
export interface Sizes {
  node: number;
  mark: number;
  link: number;
}

/** The sizes for a network, as in the SVG pictures. */
export function sizesFor(nodes: number): Sizes {
  if (nodes <= 100) return { node: 4 / 60, mark: 8 / 60, link: 1.4 / 60 };
  if (nodes <= 300) return { node: 3.4 / 46, mark: 7 / 46, link: 1.2 / 46 };
  if (nodes <= 1024) return { node: 2.2 / 26, mark: 4.4 / 26, link: 0.9 / 26 };
  return { node: 1.3 / 15, mark: 3.4 / 15, link: 0.6 / 15 };
}

/** Names are shown where neighbours are so many pixels apart. */
const ROOM_FOR_NAMES = 34;
/** Names at the borders take at most this part of the width from the network. */
const MOST_FOR_NAMES = 0.4;
/** So many pixels are kept free at the borders. */
const RIM = 4;

export class Still {
  readonly network: Network;
  readonly sizes: Sizes;
  readonly box: Box;
  /** For each node the direction in which its name stands. */
  private readonly sides: Point[];
  private readonly links: Map<string, Path2D>;
  private readonly arrows: Path2D;

  constructor(network: Network) {
    this.network = network;
    this.sizes = sizesFor(network.nodeCount);
    this.box = boxOf(network);
    this.sides = sidesOfNames(network);
    this.links = this.traceLinks();
    this.arrows = this.traceArrows();
  }

  /** Shows the whole network in so many pixels, with the names at its borders. */
  fit(context: CanvasRenderingContext2D, camera: Camera, width: number, height: number): void {
    camera.fit(this.box, width, height);
    if (camera.scale < ROOM_FOR_NAMES) return;
    context.font = fontOfNames(camera);
    let [left, right] = [RIM, width - RIM];
    this.network.drawing.nodes.forEach((name, node) => {
      const { at: [x], align } = this.spotOfName(camera, node);
      const long = context.measureText(name).width;
      const start = x - { left: 0, center: 0.5, right: 1 }[align] * long;
      [left, right] = [Math.min(left, start), Math.max(right, start + long)];
    });
    const most = 0.5 * MOST_FOR_NAMES * width;
    const [before, behind] = [Math.min(RIM - left, most), Math.min(right - width + RIM, most)];
    if (before + behind <= 0) return;
    camera.fit(this.box, width - before - behind, height);
    camera.pan(before, 0);
  }

  /** Where the name of a node stands on the screen: away from its links, so that worms do not cover it. */
  private spotOfName(camera: Camera, node: number): { at: Point; align: "left" | "center" | "right"; base: CanvasTextBaseline } {
    const [x, y] = this.network.point(node);
    const [dx, dy] = this.sides[node]!;
    const far = Math.max(1.7 * this.sizes.node, 1.1 * this.sizes.mark);
    const align = dx > 0.1 ? "left" : dx < -0.1 ? "right" : "center";
    return { at: camera.toScreen([x + far * dx, y + far * dy]), align, base: dy > 0.1 ? "top" : dy < -0.1 ? "bottom" : "middle" };
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, theme: Theme): void {
    const { scale, x, y } = camera;
    context.save();
    context.translate(x, y);
    context.scale(scale, scale);
    this.drawGround(context, theme);
    context.lineWidth = Math.max(this.sizes.link, 0.6 / scale);
    for (const [kind, path] of this.links) {
      context.strokeStyle = kind === "row-tree" ? theme.rowTree : kind === "column-tree" ? theme.columnTree : theme.pale;
      context.stroke(path);
    }
    context.fillStyle = theme.faint;
    context.fill(this.arrows);
    this.drawLost(context, theme);
    this.drawNodes(context, theme);
    context.restore();
    this.drawWords(context, camera, theme);
  }

  private drawGround(context: CanvasRenderingContext2D, theme: Theme): void {
    const { cells, circles } = this.network.drawing.layout;
    for (const [x, y, radius, depth] of circles) {
      context.fillStyle = theme.shades[Math.min(depth, theme.shades.length - 1)]!;
      disc(context, [x, y], radius);
    }
    context.fillStyle = theme.shades[0]!;
    context.strokeStyle = theme.shades[3]!;
    context.lineWidth = 0.02;
    for (const cell of cells) {
      polygon(context, cell, 0.5 / Math.cos(Math.PI / 6), 6, Math.PI / 6);
      context.fill();
      context.stroke();
    }
  }

  private drawLost(context: CanvasRenderingContext2D, theme: Theme): void {
    const { lost_links: links, lost_nodes: nodes } = this.network.drawing.layout;
    context.strokeStyle = theme.faint;
    context.lineWidth = this.sizes.link;
    context.setLineDash([0.06, 0.08]);
    context.beginPath();
    links.forEach(([lines]) => lines.forEach(([from, to]) => line(context, from, to)));
    context.stroke();
    context.setLineDash([]);
    context.strokeStyle = theme.alarm;
    context.lineWidth = 1.6 * this.sizes.link;
    context.beginPath();
    for (const [lines, itself] of links) {
      if (itself) lines.forEach(([from, to]) => cross(context, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], this.sizes.node));
    }
    nodes.forEach(([, at]) => cross(context, at, 1.3 * this.sizes.node));
    context.stroke();
  }

  private drawNodes(context: CanvasRenderingContext2D, theme: Theme): void {
    const { points, shapes } = this.network.drawing.layout;
    context.fillStyle = theme.paper;
    context.strokeStyle = theme.faint;
    context.lineWidth = 0.9 * this.sizes.link;
    context.beginPath();
    points.forEach((point, node) => sign(context, point, this.sizes.node, shapes[node] ?? "circle"));
    context.fill();
    context.stroke();
  }

  private drawWords(context: CanvasRenderingContext2D, camera: Camera, theme: Theme): void {
    const { layout } = this.network.drawing;
    context.font = "11px system-ui, sans-serif";
    context.fillStyle = theme.grey;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [ofColumn, at, label] of ticksAt(camera.scale, layout.ticks)) {
      const spot: Point = ofColumn ? [at, this.box.top + 0.35] : [this.box.left + 0.35, at];
      const [x, y] = camera.toScreen(spot);
      context.fillText(label, x, y);
    }
    this.drawNames(context, camera, theme);
  }

  /** The names of the nodes in the picture, where there is room; each on a rim of paper, so that it can be read on worms. */
  drawNames(context: CanvasRenderingContext2D, camera: Camera, theme: Theme, colour = theme.grey): void {
    if (camera.scale < ROOM_FOR_NAMES) return;
    const { nodes } = this.network.drawing;
    const { width, height } = context.canvas;
    context.font = fontOfNames(camera);
    context.fillStyle = colour;
    context.strokeStyle = theme.paper;
    context.lineWidth = 3;
    context.lineJoin = "round";
    nodes.forEach((name, node) => {
      const { at: [x, y], align, base } = this.spotOfName(camera, node);
      if (x < -camera.scale || y < -camera.scale || x > width + camera.scale || y > height + camera.scale) return;
      context.textAlign = align;
      context.textBaseline = base;
      context.strokeText(name, x, y);
      context.fillText(name, x, y);
    });
  }

  private traceLinks(): Map<string, Path2D> {
    const { channels, layout } = this.network.drawing;
    const paths = new Map<string, Path2D>();
    channels.forEach((_, channel) => {
      const reverse = this.network.reverse(channel);
      if (reverse !== undefined && reverse < channel) return;
      const kind = layout.kinds[channel] ?? "plain";
      const path = paths.get(kind) ?? new Path2D();
      courseOf(this.network, channel, 0, 0).trace(path);
      paths.set(kind, path);
    });
    return paths;
  }

  /** Arrowheads on the channels that lead one way. */
  private traceArrows(): Path2D {
    const path = new Path2D();
    for (let channel = 0; channel < this.network.channelCount; channel++) {
      if (this.network.reverse(channel) !== undefined) continue;
      const course = courseOf(this.network, channel, 0, this.sizes.node);
      const { at, heading } = course.place(0.6 * course.length);
      arrowhead(path, at, heading, 1.9 * this.sizes.node);
    }
    return path;
  }
}

/** The coordinates along the borders that are shown where neighbours are so many pixels apart: none beside the names of nodes, which
 * say the same and would run into them. */
export function ticksAt<T extends readonly [boolean, number, string]>(scale: number, ticks: readonly T[]): readonly T[] {
  if (scale >= ROOM_FOR_NAMES) return [];
  return ticks.filter(([, , label]) => scale > 16 || Number(label) % 5 === 0);
}

/** The sides at which names can stand, the most usual first. */
const SIDES = [1, 3, 5, 7, 0, 2, 4, 6].map((eighth): Point => [Math.cos((eighth * Math.PI) / 4), Math.sin((eighth * Math.PI) / 4)]);

/** For each node the side that is the farthest from its links. */
function sidesOfNames(network: Network): Point[] {
  const links: Point[][] = network.drawing.nodes.map(() => []);
  for (let channel = 0; channel < network.channelCount; channel++) {
    const [from, to] = network.ends(channel);
    const [a, b, stub] = [network.point(from), network.point(to), network.stub(channel)];
    links[from]!.push(unit(stub ?? [b[0] - a[0], b[1] - a[1]]));
    if (stub === undefined) links[to]!.push(unit([a[0] - b[0], a[1] - b[1]]));
  }
  return links.map((own) => {
    // The cosine of the angle to the nearest link: the less, the farther.
    const nearest = ([x, y]: Point) => own.reduce((most, [dx, dy]) => Math.max(most, x * dx + y * dy), -1);
    return SIDES.reduce((best, side) => (nearest(side) < nearest(best) - 0.1 ? side : best));
  });
}

function fontOfNames({ scale }: Camera): string {
  return `${scale > 90 ? 12 : 10}px system-ui, sans-serif`;
}

export function disc(context: CanvasRenderingContext2D, [x, y]: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Adds a head whose tip is here. */
export function arrowhead(path: CanvasPath, [x, y]: Point, [dx, dy]: Point, length: number): void {
  const [bx, by] = [x - dx * length, y - dy * length];
  const [sx, sy] = [-dy * length * 0.45, dx * length * 0.45];
  path.moveTo(x, y);
  path.lineTo(bx + sx, by + sy);
  path.lineTo(bx - sx, by - sy);
  path.closePath();
}

function line(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0], to[1]);
}

function cross(context: CanvasRenderingContext2D, [x, y]: Point, reach: number): void {
  line(context, [x - reach, y - reach], [x + reach, y + reach]);
  line(context, [x - reach, y + reach], [x + reach, y - reach]);
}

/** The sign of a node, as part of a path. */
export function sign(context: CanvasRenderingContext2D, [x, y]: Point, radius: number, shape: string): void {
  if (shape === "circle") {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  const side = shape === "box" ? 1.9 * radius : 0.9 * radius;
  if (shape === "square" || shape === "box") context.rect(x - side, y - side, 2 * side, 2 * side);
  else corners(context, [x, y], 1.2 * radius, shape === "triangle" ? 3 : 6, -Math.PI / 2);
}

function polygon(context: CanvasRenderingContext2D, middle: Point, radius: number, sides: number, turn: number): void {
  context.beginPath();
  corners(context, middle, radius, sides, turn);
}

function corners(context: CanvasRenderingContext2D, [x, y]: Point, radius: number, sides: number, turn: number): void {
  for (let side = 0; side < sides; side++) {
    const angle = turn + (2 * Math.PI * side) / sides;
    const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    if (side === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
  }
  context.closePath();
}
