/** A page with its data inside: a header, the player, and what is told beside it. */

import type { PageDocument } from "../data/documents";
import { Network } from "../data/network";
import { Stage, type Overlay } from "../draw/stage";
import { Still } from "../draw/still";
import { ChartPanel } from "./chart";
import { fill, h, section } from "./dom";
import { figurePanel } from "./figures";
import { HeatPanel } from "./heat";
import { proofPanel } from "./proof";
import { RunView } from "./run-view";
import type { Themes } from "./theme";

export class Page {
  readonly element: HTMLElement;
  private readonly data: PageDocument;
  private readonly network: Network | null;
  private readonly still: Still | null;
  private readonly themes: Themes;
  private readonly main = h("main", {});
  private view: RunView | null = null;

  constructor(data: PageDocument, themes: Themes) {
    this.data = data;
    this.themes = themes;
    this.network = data.drawing === undefined ? null : new Network(data.drawing);
    this.still = this.network === null ? null : new Still(this.network);
    this.element = h("div", { class: "page" }, this.header(), this.main, footer(data));
    if (data.runs.length > 0) this.show([0]);
    else fill(this.main, ...this.withoutRuns());
    document.addEventListener("keydown", (event) => this.view?.player.key(event));
  }

  private header(): HTMLElement {
    const { title, drawing } = this.data;
    return h("header", {}, h("h1", {}, title), h("p", {}, drawing === undefined ? "" : `${drawing.network} · ${drawing.size}`), this.themes.button());
  }

  /** Shows these runs beside each other. */
  private show(shown: number[]): void {
    this.view?.player.clock.pause();
    const choose = (chosen: number[]) => {
      this.show(chosen);
      this.view?.player.clock.play();
    };
    const view = new RunView(this.data, this.network!, this.still!, shown, this.themes, choose);
    this.view = view;
    const [stage] = view.player.stages;
    view.panels.append(...this.extras((overlay) => {
      stage!.overlay = overlay;
      stage!.refresh();
    }));
    const others = this.data.runs.length > 1 && this.data.mending === undefined ? [this.chooser(shown, choose)] : [];
    fill(this.main, h("div", { class: "left" }, ...others, view.player.element), view.panels);
  }

  /** Which run is shown, where there are several. */
  private chooser(shown: number[], choose: (chosen: number[]) => void): HTMLElement {
    const option = ({ name }: { name: string }, place: number) => h("option", { value: place, selected: place === shown[0] }, name);
    const select = h("select", { change: () => choose([Number(select.value)]) }, ...this.data.runs.map(option));
    return h("label", { class: "row" }, "Run ", select);
  }

  private withoutRuns(): HTMLElement[] {
    const { charts = [], heat = [], figures = [] } = this.data;
    const panel = this.network !== null && heat.length > 0 ? new HeatPanel(heat, this.network, this.still!, this.themes) : null;
    const left = charts.map((chart) => new ChartPanel(chart, this.themes, (curve, load) => panel?.show(curve, load)).element);
    left.push(...figures.map(figurePanel));
    const stage = this.network !== null && panel === null ? new Stage(this.still!, this.themes.now, `Picture of ${this.network.drawing.network}.`) : null;
    if (stage !== null) this.themes.onChange((theme) => stage.setTheme(theme));
    if (stage !== null && charts.length === 0) left.push(h("div", { class: "player" }, h("figure", {}, stage.canvas, stage.paper)));
    const right = this.extras((overlay) => {
      if (stage === null) return;
      stage.overlay = overlay;
      stage.refresh();
    });
    if (panel !== null) right.unshift(panel.element);
    return right.length > 0 ? [h("div", { class: "panels" }, ...left), h("div", { class: "panels" }, ...right)] : [h("div", { class: "panels wide" }, ...left)];
  }

  private extras(show: (overlay: Overlay | null) => void): HTMLElement[] {
    const { proof, plans, commands = [] } = this.data;
    const hangs = this.data.runs.some(({ simulation }) => simulation.outcome === "deadlock");
    const own = proof === undefined || this.network === null ? [] : [proofPanel(proof, this.network, plans, hangs, show)];
    const told = commands.length === 0 ? [] : [section("Commands", h("p", {}, "These say the same:"), h("code", { class: "copy" }, commands.join("\n")))];
    return [...own, ...told];
  }
}

export const KEYS = "Keys: space plays and pauses, comma and full stop go from event to event; on the picture arrows pan, plus and minus zoom, 0 shows all.";

function footer({ command, wormcast, runs }: PageDocument): HTMLElement {
  const written = command === undefined ? null : h("p", {}, "Written by ", h("code", {}, command));
  return h("footer", {}, written, h("p", {}, `${runs.length > 0 ? KEYS : ""} Wormcast ${wormcast}.`));
}
