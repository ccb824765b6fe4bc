/** Channels in colours and with numbers, on top of a network. */

import type { Dependence } from "../data/dependences";
import type { Network } from "../data/network";
import type { Camera } from "./camera";
import { type Course, courseOf } from "./course";
import { HEAT, type Theme } from "./palette";
import type { Overlay } from "./stage";
import { arrowhead } from "./still";

/** How far beside each other the two channels of a link run. */
const ASIDE = 0.09;

/** The step of the colours for a share from 0 to 1; on a dark ground the other way around, so that busy stands out. */
export function heatColour(share: number, theme: Theme): string {
  const step = Math.round(Math.min(Math.max(share, 0), 1) * (HEAT.length - 1));
  return HEAT[theme.isDark ? HEAT.length - 1 - step : step]!;
}

/** The courses of channels, each on the right-hand side of its link. */
function courses(network: Network, channels: Iterable<number>): Map<number, Course> {
  const course = (channel: number) => courseOf(network, channel, network.reverse(channel) === undefined ? 0 : ASIDE, 0.12);
  return new Map([...channels].map((channel) => [channel, course(channel)]));
}

/** Each channel by the share of time that it is held, as a part of the greatest; the busier, the wider. */
export function heatOverlay(network: Network, shares: number[]): Overlay {
  const most = Math.max(...shares, 1);
  const ways = courses(network, shares.keys());
  const steps: number[][] = HEAT.map(() => []);
  shares.forEach((own, channel) => steps[Math.round((own / most) * (HEAT.length - 1))]!.push(channel));
  return (context, camera, theme) => scaled(context, camera, () => {
    for (const [step, channels] of steps.entries()) {
      const share = step / (HEAT.length - 1);
      context.strokeStyle = heatColour(share, theme);
      context.lineWidth = 0.03 + 0.09 * share;
      context.beginPath();
      channels.forEach((channel) => ways.get(channel)!.trace(context));
      context.stroke();
    }
  });
}

/** The numbers of channels, each nearer to the node that it leaves, and an arrow for each dependence. */
export function numbersOverlay(network: Network, numbers: Map<number, number[]>, edges: Dependence[]): Overlay {
  const ways = courses(network, new Set([...numbers.keys(), ...edges.flat()]));
  const most = Math.max(...[...numbers.values()].flat(), 1);
  // Not in the middle: there the numbers of both ways of a link would cover each other.
  const middle = (channel: number) => ways.get(channel)!.place(0.3 * ways.get(channel)!.length).at;
  return (context, camera, theme) => scaled(context, camera, () => {
    context.lineWidth = 0.05;
    for (const [channel, own] of numbers) {
      context.strokeStyle = heatColour((own[0] ?? 0) / most, theme);
      context.beginPath();
      ways.get(channel)!.trace(context);
      context.stroke();
    }
    context.strokeStyle = context.fillStyle = theme.grey;
    context.lineWidth = 0.012;
    for (const [from, to] of edges) {
      const [a, b] = [middle(from), middle(to)];
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      context.beginPath();
      context.moveTo(a[0], a[1]);
      context.lineTo(b[0], b[1]);
      context.stroke();
      context.beginPath();
      arrowhead(context, b, [(b[0] - a[0]) / far, (b[1] - a[1]) / far], 0.1);
      context.fill();
    }
    if (camera.scale < 40) return;
    context.font = "0.16px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 0.05;
    for (const [channel, own] of numbers) {
      const [x, y] = middle(channel);
      context.strokeStyle = theme.paper;
      context.strokeText(own.join("/"), x, y);
      context.fillStyle = theme.ink;
      context.fillText(own.join("/"), x, y);
    }
  });
}

/** The channels of a cycle of waits, with an arrow from each to the one that is waited for. */
export function cycleOverlay(network: Network, waits: Dependence[]): Overlay {
  const ways = courses(network, new Set(waits.flat()));
  return (context, camera, theme) => scaled(context, camera, () => {
    context.strokeStyle = context.fillStyle = theme.alarm;
    context.lineWidth = 0.09;
    context.beginPath();
    ways.forEach((course) => course.trace(context));
    context.stroke();
    context.lineWidth = 0.03;
    context.setLineDash([0.02, 0.06]);
    for (const [from, to] of waits) {
      const [start, end] = [ways.get(from)!.place(ways.get(from)!.length).at, ways.get(to)!.place(0.5 * ways.get(to)!.length)];
      context.beginPath();
      context.moveTo(start[0], start[1]);
      context.lineTo(end.at[0], end.at[1]);
      context.stroke();
      context.beginPath();
      arrowhead(context, end.at, end.heading, 0.2);
      context.fill();
    }
    context.setLineDash([]);
  });
}

function scaled(context: CanvasRenderingContext2D, camera: Camera, draw: () => void): void {
  context.save();
  context.translate(camera.x, camera.y);
  context.scale(camera.scale, camera.scale);
  draw();
  context.restore();
}
