/** What moves: worms on their channels, flits in buffers, heads that wait, messages that have come. */

import type { Replay, Stuck, Waiting, Worm } from "../time/replay";
import { type Camera } from "./camera";
import { type Course, type Point } from "./course";
import { Lanes } from "./lanes";
import { type Theme, textOn, wormColour, wormDash } from "./palette";
import { type Sizes, arrowhead, disc } from "./still";

/** Of longer buffers so many places are drawn; a bead is then several flits. */
const PLACES = 6;
/** Where neighbours are fewer pixels apart, flits are not told from bodies. */
const ROOM_FOR_FLITS = 18;

/** What is drawn beside the worms. */
export interface Emphasis {
  /** Of these cycles so many worms are drawn, with what they hold and wait for; the last step stands out. */
  cycles: { cycle: Stuck[]; steps: number }[];
  /** The worm that the reader points at. */
  worm: number | undefined;
}

export class Moving {
  readonly replay: Replay;
  private readonly lanes: Lanes;
  private readonly sizes: Sizes;

  constructor(replay: Replay, sizes: Sizes) {
    this.replay = replay;
    this.sizes = sizes;
    this.lanes = new Lanes(replay.network, replay.worms, 1.6 * sizes.node);
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, theme: Theme, time: number, emphasis: Emphasis): void {
    context.save();
    context.translate(camera.x, camera.y);
    context.scale(camera.scale, camera.scale);
    context.lineCap = "round";
    this.drawRoles(context, theme);
    const active = this.replay.worms.filter((worm) => isActive(worm, time));
    for (const worm of active) this.drawWorm(context, theme, worm, time, emphasis, camera.scale);
    for (const { cycle, steps } of emphasis.cycles) this.drawCycle(context, theme, cycle, steps);
    if (emphasis.cycles.length === 0) for (const waiting of this.replay.waiting(time)) this.drawWaiting(context, theme, waiting);
    for (const worm of this.replay.worms) this.drawDelivered(context, theme, worm, time);
    for (const worm of active) this.drawHead(context, theme, worm, time, camera.scale);
    context.restore();
  }

  /** All channels that worms take, at no time: a still picture. */
  drawRoutes(context: CanvasRenderingContext2D, camera: Camera, theme: Theme): void {
    context.save();
    context.translate(camera.x, camera.y);
    context.scale(camera.scale, camera.scale);
    this.drawRoles(context, theme);
    for (const { motion, index, hue } of this.replay.worms) {
      const path = new Path2D();
      for (const { channel } of motion.visits) {
        if (channel >= 0) this.lanes.course(channel, index).trace(path);
      }
      this.strokeBody(context, path, theme, hue, camera.scale);
    }
    context.restore();
  }

  /** Sources are filled, destinations have a ring. */
  private drawRoles(context: CanvasRenderingContext2D, theme: Theme): void {
    const { network, worms } = this.replay;
    context.lineWidth = 1.4 * this.sizes.link;
    const drawn = new Set<number>();
    for (const worm of worms) {
      const wanted = new Set(worm.planned.destinations);
      for (const node of worm.delivers.map((visit) => worm.motion.visits[visit]!.node)) {
        if (drawn.has(node) || !wanted.has(node)) continue;
        drawn.add(node);
        context.strokeStyle = wormColour(worm.hue, theme);
        context.fillStyle = theme.paper;
        disc(context, network.point(node), 0.8 * this.sizes.mark);
        context.stroke();
      }
    }
    context.fillStyle = theme.ink;
    for (const source of new Set(worms.map((worm) => worm.planned.source))) {
      const [x, y] = network.point(source);
      const side = 0.6 * this.sizes.mark;
      context.fillRect(x - side, y - side, 2 * side, 2 * side);
    }
  }

  /** All of a worm in three strokes: its body, the places in buffers, and the flits. */
  private drawWorm(context: CanvasRenderingContext2D, theme: Theme, worm: Worm, time: number, emphasis: Emphasis, scale: number): void {
    const { motion, index, hue } = worm;
    const left = motion.left(time);
    const [bodies, places, flits] = [new Path2D(), new Path2D(), new Path2D()];
    motion.visits.forEach((visit, v) => {
      if (visit.parent < 0 || visit.channel < 0) return;
      const before = motion.visits[visit.parent]!;
      if (time < before.granted || time >= visit.released) return;
      const course = this.lanes.course(visit.channel, index);
      course.trace(bodies);
      if (scale < ROOM_FOR_FLITS) return;
      const crossing = motion.isExact ? motion.leaves(visit.parent, left[visit.parent]! - 1) : -Infinity;
      const progress = Math.min((time - crossing) / motion.flit, 1);
      this.traceFlits([places, flits], course, left[visit.parent]! - left[v]!, progress, motion.buffer);
    });
    context.globalAlpha = emphasis.worm !== undefined && emphasis.worm !== index ? 0.25 : 1;
    this.strokeBody(context, bodies, theme, hue, scale);
    context.lineWidth = 0.012;
    context.fillStyle = theme.paper;
    context.fill(places);
    context.stroke(places);
    context.fillStyle = wormColour(hue, theme);
    context.fill(flits);
    context.globalAlpha = 1;
  }

  private strokeBody(context: CanvasRenderingContext2D, path: Path2D, theme: Theme, hue: number, scale: number): void {
    const width = Math.max(0.045, 1.2 / scale);
    context.strokeStyle = wormColour(hue, theme);
    context.lineWidth = width;
    context.setLineDash(wormDash(hue).map((part) => part * width));
    context.stroke(path);
    context.setLineDash([]);
  }

  /** `progress` is how far the newest flit has come on its way. */
  private traceFlits([empty, full]: [Path2D, Path2D], course: Course, flits: number, progress: number, buffer: number): void {
    const places = Math.min(buffer, PLACES);
    const pitch = Math.min(0.13, (0.6 * course.length) / Math.max(places, 1));
    const perBead = Math.max(buffer / places, 1);
    const radius = Math.min(0.42 * pitch, 0.05);
    const dot = (path: Path2D, along: number) => {
      const [x, y] = course.place(along).at;
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    };
    const spot = (place: number) => course.length - 0.16 - place * pitch;
    const isMoving = flits > 0 && progress < 1;
    const beads = Math.min(Math.ceil((isMoving ? flits - 1 : flits) / perBead), places + 1);
    for (let place = beads; place < places; place++) dot(empty, spot(place));
    for (let place = 0; place < beads; place++) dot(full, spot(place));
    if (isMoving) dot(full, progress * spot(Math.min(beads, places)));
  }

  private drawWaiting(context: CanvasRenderingContext2D, theme: Theme, waiting: Waiting): void {
    const { worm, wants } = waiting;
    for (const { channel, holders, ahead } of wants) {
      const inTheWay = holders[0] ?? ahead[0];
      if (inTheWay !== undefined) this.drawWish(context, theme, worm, channel, inTheWay);
    }
  }

  /** A dotted line along the channel that is waited for, with an arrow at who holds it. */
  private drawWish(context: CanvasRenderingContext2D, theme: Theme, worm: Worm, channel: number, holder: Worm): void {
    const own = this.lanes.course(channel, worm.index);
    const colour = wormColour(worm.hue, theme);
    context.strokeStyle = colour;
    context.lineWidth = 0.03;
    context.setLineDash([0.02, 0.06]);
    const [from, middle] = [own.place(0).at, this.lanes.course(channel, holder.index).place(0.55 * own.length)];
    const bend = bent(from, middle.at);
    context.beginPath();
    context.moveTo(from[0], from[1]);
    context.quadraticCurveTo(bend[0], bend[1], middle.at[0], middle.at[1]);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colour;
    context.beginPath();
    arrowhead(context, middle.at, direction(bend, middle.at), 0.13);
    context.fill();
  }

  private drawCycle(context: CanvasRenderingContext2D, theme: Theme, cycle: Stuck[], steps: number): void {
    cycle.slice(0, steps).forEach((stuck, place) => this.drawStuck(context, theme, stuck, place === steps - 1));
  }

  /** What paper shows: where it hangs if it hangs, with each cycle; else the ways of all worms. */
  drawForPrint(context: CanvasRenderingContext2D, camera: Camera, theme: Theme): void {
    const { cycles, end } = this.replay;
    if (cycles.length === 0) this.drawRoutes(context, camera, theme);
    else this.draw(context, camera, theme, end, { cycles: cycles.map((cycle) => ({ cycle, steps: Infinity })), worm: undefined });
  }

  private drawStuck(context: CanvasRenderingContext2D, theme: Theme, stuck: Stuck, isLast: boolean): void {
    const { worm, waitsFor } = stuck;
    if (isLast) {
      context.strokeStyle = theme.alarm;
      context.globalAlpha = 0.35;
      context.lineWidth = 0.16;
      for (const channel of stuck.holds) {
        context.beginPath();
        this.lanes.course(channel, worm.index).trace(context);
        context.stroke();
      }
      context.globalAlpha = 1;
    }
    for (const channel of stuck.wants) this.drawWish(context, theme, worm, channel, waitsFor);
  }

  /** A tick at every node that has the whole message. */
  private drawDelivered(context: CanvasRenderingContext2D, theme: Theme, worm: Worm, time: number): void {
    context.strokeStyle = wormColour(worm.hue, theme);
    context.lineWidth = 0.035;
    const reach = 0.5 * this.sizes.mark;
    context.beginPath();
    for (const node of this.replay.delivered(worm, time)) {
      const [x, y] = this.replay.network.point(node);
      context.moveTo(x - reach, y);
      context.lineTo(x - 0.2 * reach, y + 0.7 * reach);
      context.lineTo(x + reach, y - 0.7 * reach);
    }
    context.stroke();
  }

  /** The worm's name, at its heads. */
  private drawHead(context: CanvasRenderingContext2D, theme: Theme, worm: Worm, time: number, scale: number): void {
    for (const at of this.heads(worm, time)) {
      const radius = Math.max(0.1, 0.055 * worm.label.length + 0.05, 2.5 / scale);
      context.fillStyle = wormColour(worm.hue, theme);
      disc(context, at, radius);
      if (scale < ROOM_FOR_FLITS) continue;
      context.fillStyle = textOn(worm.hue, theme);
      context.font = "bold 0.15px system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(worm.label, at[0], at[1] + 0.01);
    }
  }

  /** Where the heads of a worm are: at the ends of the channels beyond which it has none yet. */
  private heads(worm: Worm, time: number): Point[] {
    const { motion } = worm;
    const heads: Point[] = [];
    motion.visits.forEach((visit) => {
      if (visit.parent < 0) {
        if (visit.arrived <= time && time < visit.granted) heads.push(this.replay.network.point(visit.node));
        return;
      }
      const before = motion.visits[visit.parent]!;
      if (before.granted > time || time >= visit.granted) return;
      const course = this.lanes.course(visit.channel, worm.index);
      const progress = Math.min((time - before.granted) / motion.flit, 1);
      heads.push(course.place(progress * (course.length - 0.05)).at);
    });
    return heads;
  }
}

function isActive(worm: Worm, time: number): boolean {
  const [start, end] = worm.motion.span();
  return start <= time && time < end;
}

function bent(from: Point, to: Point): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return [(from[0] + to[0]) / 2 - 0.25 * dy, (from[1] + to[1]) / 2 + 0.25 * dx];
}

function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}
