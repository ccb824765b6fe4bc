/** The channels of the network at a point of the curves. */

import type { Heat } from "../data/documents";
import type { Network } from "../data/network";
import { heatOverlay } from "../draw/channels";
import { Stage } from "../draw/stage";
import type { Still } from "../draw/still";
import { round } from "./chart";
import { fill, h, section, table } from "./dom";
import type { Themes } from "./theme";

export class HeatPanel {
  readonly element: HTMLElement;
  private readonly heat: Heat[];
  private readonly network: Network;
  private readonly stage: Stage;
  private readonly schemes = h("select", { change: () => this.show(this.schemes.value, Number(this.loads.value)) });
  private readonly loads = h("select", { change: () => this.show(this.schemes.value, Number(this.loads.value)) });
  private readonly busiest = h("div", {});

  constructor(heat: Heat[], network: Network, still: Still, themes: Themes) {
    this.heat = heat;
    this.network = network;
    this.stage = new Stage(still, themes.now, `Picture of ${network.drawing.network} in the colours of its loads. The busiest channels are listed below.`);
    themes.onChange((theme) => this.stage.setTheme(theme));
    fill(this.schemes, ...heat.map(({ scheme }) => h("option", { value: scheme }, scheme)));
    this.element = section(
      "Loads of channels",
      h("div", { class: "row" }, h("label", {}, "Scheme ", this.schemes), h("label", {}, "Load ", this.loads)),
      h("figure", {}, this.stage.canvas, this.stage.paper), h("p", { class: "note" }, "The busier a channel, the wider and the further from the ground its colour. A click on a point of a curve shows it here."),
      this.busiest,
    );
    const first = heat[0]!;
    this.show(first.scheme, first.loads[first.loads.length - 1] ?? 0);
  }

  /** Shows the channels under a scheme at the load nearest to this one. */
  show(scheme: string, load: number): void {
    const heat = this.heat.find((other) => other.scheme === scheme);
    if (heat === undefined || heat.loads.length === 0) return;
    const at = heat.loads.reduce((best, other, place) => (Math.abs(other - load) < Math.abs(heat.loads[best]! - load) ? place : best), 0);
    const shares = heat.shares[at]!;
    this.schemes.value = scheme;
    fill(this.loads, ...heat.loads.map((other, place) => h("option", { value: other, selected: place === at }, round(other))));
    this.stage.overlay = heatOverlay(this.network, shares);
    this.stage.refresh();
    const order = [...shares.keys()].sort((a, b) => shares[b]! - shares[a]!).slice(0, 10);
    const rows = order.map((channel) => [this.network.channelName(channel), `${round(shares[channel]! / 10)} %`]);
    fill(this.busiest, table("The busiest channels: the share of time that they are held", ["channel", "held"], rows, [1]));
  }
}
