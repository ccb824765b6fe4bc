/** The playground: the page with the engine inside it. */

import type { Cost, Drawing, PageDocument, Proof } from "../data/documents";
import { Network } from "../data/network";
import type { Point } from "../draw/course";
import { Stage } from "../draw/stage";
import { Still } from "../draw/still";
import { button, fill, h, section } from "../ui/dom";
import { KEYS } from "../ui/page";
import { RunView } from "../ui/run-view";
import type { Themes } from "../ui/theme";
import { Cancelled, Engine } from "./engine";
import { Form, type Tool } from "./form";
import type { Listing } from "./listing";
import { type Comparison, multiples } from "./multiples";
import { channelAt, nodeAt, nodesIn } from "./pick";
import { type Report, Result } from "./result";
import { type State, boxed, clicked, cut, networkOf, optionWords, startState } from "./state";

interface Planned {
  page: PageDocument;
  check: Report;
  cost: Cost;
}

export class Playground {
  readonly element: HTMLElement;
  private state: State = startState();
  /** One engine for what is answered at once, one for what may take long. */
  private readonly quick: Engine;
  private readonly slow: Engine;
  private readonly themes: Themes;
  private readonly form: Form;
  private readonly result = new Result();
  private readonly left = h("div", { class: "left" });
  private readonly panels = h("div", {});
  private readonly comparison = h("div", { class: "wide" });
  private readonly drawn = { of: "", network: null as Network | null, still: null as Still | null };
  private view: RunView | null = null;
  private stage: Stage | null = null;
  private asked = 0;

  constructor(module: WebAssembly.Module, listing: Listing, themes: Themes) {
    this.quick = new Engine(module);
    this.slow = new Engine(module);
    this.themes = themes;
    this.form = new Form(listing, this.state, (state) => void this.change(state), (tool) => this.setTool(tool));
    this.element = h(
      "div", { class: "page playground" },
      h("header", {}, h("h1", {}, "Wormcast"), h("p", {}, "Plan a multicast, and see what its worms do. All of it happens in this page."), this.files(), themes.button()),
      h("main", {}, h("div", { class: "wide grid" }, this.left, h("div", { class: "panels" }, this.form.element, this.result.element, this.compareButton(), this.panels)), this.comparison),
      h("footer", {}, h("p", {}, KEYS)),
    );
    document.addEventListener("keydown", (event) => this.view?.player.key(event));
    void this.change(this.state);
  }

  /** The engine's list, and a playground with it. */
  static async open(module: WebAssembly.Module, themes: Themes): Promise<Playground> {
    const engine = new Engine(module);
    const listing = await engine.ask<Listing>({ ask: "list" });
    return new Playground(module, listing, themes);
  }

  /** Shows what becomes of another choice. */
  private async change(state: State): Promise<void> {
    this.state = state;
    this.form.show(state);
    this.slow.cancel();
    fill(this.comparison);
    const asked = ++this.asked;
    try {
      await this.drawNetwork();
      if (state.source === "" || state.to.length === 0) {
        this.showStill("Choose a source and at least one destination.");
        return;
      }
      const start = performance.now();
      const planned = await this.quick.ask<Planned>(this.request());
      if (asked !== this.asked) return;
      this.result.showPlan(state, planned.page.plans[0]!.plan, planned.cost, planned.check, performance.now() - start);
      this.showRun(planned.page, [0]);
      void this.prove(asked);
    } catch (error) {
      if (asked === this.asked && !(error instanceof Cancelled)) this.showStill((error as Error).message);
    }
  }

  private request(): object {
    const { scheme, source, to, timing } = this.state;
    return { ask: "plan", network: networkOf(this.state), scheme, options: optionWords(this.state), source, to, timing };
  }

  private async drawNetwork(): Promise<void> {
    const of = JSON.stringify(networkOf(this.state));
    if (this.drawn.of === of) return;
    const { drawing } = await this.quick.ask<{ drawing: Drawing }>({ ask: "network", network: networkOf(this.state) });
    this.drawn.network = new Network(drawing);
    this.drawn.still = new Still(this.drawn.network);
    this.drawn.of = of;
    this.stage = null;
  }

  private async prove(asked: number): Promise<void> {
    const { scheme } = this.state;
    if (this.drawn.network!.channelCount > 2048) {
      this.result.showUnproved("On a network of this size the proof is for the command line: `wormcast prove`.");
      return;
    }
    this.result.showProving(() => this.slow.cancel());
    try {
      const proof = await this.slow.ask<Proof>({ ask: "prove", network: networkOf(this.state), scheme, options: optionWords(this.state) });
      if (asked === this.asked) this.result.showProof(scheme, proof, () => void this.playDeadlock(proof));
    } catch (error) {
      if (asked === this.asked) this.result.showUnproved(error instanceof Cancelled ? "The proof was cancelled." : (error as Error).message);
    }
  }

  /** Runs the deadlock that a proof has found. */
  private async playDeadlock({ counterexample }: Proof): Promise<void> {
    if (counterexample?.plans === undefined) return;
    const plans = counterexample.plans.map((plan, place) => ({ name: `deadlock-${place}.json`, text: JSON.stringify(plan), start_ns: counterexample.starts_ns[place] }));
    await this.run(plans, { ...this.state.timing, length: counterexample.length, buffer: counterexample.buffer });
  }

  /** Runs plan files. */
  private async run(plans: { name: string; text: string }[], timing: object): Promise<void> {
    this.slow.cancel();
    const asked = ++this.asked;
    try {
      const { page } = await this.slow.ask<{ page: PageDocument }>({ ask: "run", plans, timing });
      if (asked !== this.asked) return;
      this.drawn.network = new Network(page.drawing!);
      this.drawn.still = new Still(this.drawn.network);
      this.drawn.of = "";
      this.stage = null;
      this.showRun(page, [0]);
    } catch (error) {
      if (!(error instanceof Cancelled)) this.showStill((error as Error).message);
    }
  }

  private async compare(): Promise<void> {
    const asked = this.asked;
    const { source, to, timing } = this.state;
    this.slow.cancel();
    fill(this.comparison, section("All schemes", h("p", { role: "status" }, "Planning by all schemes, and proving … ", button("Cancel", () => this.slow.cancel()))));
    try {
      const answer = await this.slow.ask<{ comparison: Comparison; page: PageDocument }>({ ask: "compare", network: networkOf(this.state), source, to, timing });
      if (asked !== this.asked) return;
      const choose = (scheme: string) => void this.change({ ...this.state, scheme, options: new Map() });
      fill(this.comparison, multiples(answer.comparison, answer.page, this.drawn.network!, this.drawn.still!, this.themes, choose));
    } catch (error) {
      fill(this.comparison, section("All schemes", h("p", { role: "alert" }, error instanceof Cancelled ? "Cancelled." : (error as Error).message)));
    }
  }

  private compareButton(): HTMLElement {
    return h("div", {}, button("Compare all schemes", () => void this.compare(), { class: "primary" }));
  }

  /** Opens plan files. */
  private files(): HTMLElement {
    const input = h("input", { type: "file", multiple: true, accept: ".json", class: "sr", id: "files", change: async () => {
      const files = [...(input.files ?? [])];
      const plans = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
      if (plans.length > 0) await this.run(plans, {});
      input.value = "";
    } });
    return h("span", {}, input, h("label", { for: "files", class: "button" }, "Open plan files"));
  }

  private showRun(page: PageDocument, shown: number[]): void {
    const before = this.stage?.camera;
    this.view?.player.clock.pause();
    const view = new RunView(page, this.drawn.network!, this.drawn.still!, shown, this.themes, (chosen) => {
      this.showRun(page, chosen);
      this.view?.player.clock.play();
    });
    this.view = view;
    this.stage = view.player.stages[0]!;
    if (before !== undefined) this.stage.keep(before);
    fill(this.left, view.player.element);
    fill(this.panels, view.panels);
    this.setTool(this.form.tool);
  }

  /** The network alone, and why. */
  private showStill(why: string): void {
    this.result.showError(why);
    this.view?.player.clock.pause();
    this.view = null;
    fill(this.panels);
    const { still, network } = this.drawn;
    if (still === null || network === null) return;
    const before = this.stage?.camera;
    const stage = new Stage(still, this.themes.now, `Picture of ${network.drawing.network}. Nodes can be chosen by their names in the form, too.`);
    this.themes.onChange((theme) => stage.setTheme(theme));
    const source = network.node(this.state.source);
    const marked = this.state.to.map((name) => network.node(name)).filter((node) => node !== undefined);
    stage.overlay = (context, camera, theme) => {
      context.lineWidth = 2;
      context.strokeStyle = context.fillStyle = theme.ink;
      const radius = still.sizes.mark * camera.scale;
      for (const node of marked) {
        const [x, y] = camera.toScreen(network.point(node));
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.stroke();
      }
      if (source === undefined) return;
      const [x, y] = camera.toScreen(network.point(source));
      context.fillRect(x - radius * 0.6, y - radius * 0.6, radius * 1.2, radius * 1.2);
    };
    if (before !== undefined) stage.keep(before);
    this.stage = stage;
    fill(this.left, h("div", { class: "player" }, h("figure", {}, stage.canvas, stage.paper, h("figcaption", {}, network.drawing.size))));
    this.setTool(this.form.tool);
  }

  private setTool(tool: Tool): void {
    const network = this.drawn.network;
    if (this.stage === null || network === null) return;
    const names = (nodes: number[]) => nodes.map((node) => network.nodeName(node));
    this.stage.picker = tool === "pan" ? null : {
      point: (at) => this.point(network, tool, at),
      box: (from, to) => tool === "destinations" && void this.change(boxed(this.state, names(nodesIn(network, from, to)))),
    };
  }

  private point(network: Network, tool: Tool, at: Point): void {
    const node = nodeAt(network, at, tool === "cut" ? 0.2 : 0.4);
    if (tool === "cut") this.cut(network, node, at);
    else if (node === undefined) return;
    else if (tool === "source") void this.change({ ...this.state, source: network.nodeName(node), to: this.state.to.filter((name) => name !== network.nodeName(node)) });
    else void this.change(clicked(this.state, network.nodeName(node)));
  }

  /** Cuts the node or the link there. */
  private cut(network: Network, node: number | undefined, at: Point): void {
    if (node !== undefined) {
      const name = network.nodeName(node);
      const to = this.state.to.filter((other) => other !== name);
      void this.change({ ...this.state, withoutNodes: [...this.state.withoutNodes, name], to, source: this.state.source === name ? "" : this.state.source });
      return;
    }
    const channel = channelAt(network, at);
    if (channel === undefined) return;
    const [a, b] = network.ends(channel).map((end) => network.nodeName(end));
    void this.change(cut(this.state, `${a}-${b}`, `${b}-${a}`));
  }
}
