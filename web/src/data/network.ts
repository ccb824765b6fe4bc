/** A drawing whose nodes and channels are found by their names. */

import type { ChannelName, Drawing, Hop } from "./documents";

export class Network {
  readonly drawing: Drawing;
  private readonly nodes = new Map<string, number>();
  private readonly channels = new Map<string, number>();
  private readonly stubs: Map<number, [number, number]>;
  private readonly bows: Map<number, [number, number]>;
  private readonly asides: Map<number, number>;

  constructor(drawing: Drawing) {
    this.drawing = drawing;
    drawing.nodes.forEach((name, node) => this.nodes.set(name, node));
    drawing.channels.forEach(([from, to, number], channel) => this.channels.set(key(from, to, number), channel));
    this.stubs = new Map(drawing.layout.stubs);
    this.bows = new Map(drawing.layout.bows);
    this.asides = new Map(drawing.layout.asides);
  }

  get nodeCount(): number {
    return this.drawing.nodes.length;
  }

  get channelCount(): number {
    return this.drawing.channels.length;
  }

  nodeName(node: number): string {
    return this.drawing.nodes[node] ?? "?";
  }

  /** The number of a node; none if there is no such node. */
  node(name: string | null): number | undefined {
    return name === null ? undefined : this.nodes.get(name);
  }

  point(node: number): [number, number] {
    return this.drawing.layout.points[node]!;
  }

  ends(channel: number): [number, number] {
    const [from, to] = this.drawing.channels[channel]!;
    return [from, to];
  }

  channelName(channel: number): string {
    const [from, to, number] = this.drawing.channels[channel]!;
    return `${this.nodeName(from)} → ${this.nodeName(to)}${number > 0 ? ` #${number}` : ""}`;
  }

  between(from: number, to: number, number = 0): number | undefined {
    return this.channels.get(key(from, to, number));
  }

  /** The channel that a hop takes. */
  ofHop([, from, to, number]: Hop): number | undefined {
    const [a, b] = [this.node(from), this.node(to)];
    return a === undefined || b === undefined ? undefined : this.between(a, b, number);
  }

  /** The channel of this name; none for consumption and injection channels. */
  named([from, to]: ChannelName): number | undefined {
    const a = this.node(from);
    if (a === undefined || to === null) return undefined;
    const b = this.node(to);
    if (b !== undefined) return this.between(a, b);
    const split = to.lastIndexOf("#");
    const end = split < 0 ? undefined : this.node(to.slice(0, split));
    return end === undefined ? undefined : this.between(a, end, Number(to.slice(split + 1)));
  }

  /** The channel back; none on links that lead one way. */
  reverse(channel: number): number | undefined {
    const [from, to, number] = this.drawing.channels[channel]!;
    return this.between(to, from, number);
  }

  stub(channel: number): [number, number] | undefined {
    return this.stubs.get(channel);
  }

  bow(channel: number): [number, number] | undefined {
    return this.bows.get(channel);
  }

  aside(channel: number): number {
    return this.asides.get(channel) ?? 0;
  }
}

function key(from: number, to: number, number: number): string {
  return `${from},${to},${number}`;
}
