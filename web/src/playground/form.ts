/** The form of the playground: every choice by keyboard, too. */

import { button, fill, h, section } from "../ui/dom";
import { type Listing, optionsOf, schemesFor } from "./listing";
import { type State, namesIn } from "./state";

export type Tool = "destinations" | "source" | "cut" | "pan";
const TOOLS: [Tool, string][] = [
  ["destinations", "Destinations: click, or drag a rectangle"],
  ["source", "Source: click"],
  ["cut", "Cut a link or a node: click"],
  ["pan", "Pan: drag"],
];

export class Form {
  readonly element: HTMLElement;
  tool: Tool = "destinations";
  private readonly listing: Listing;
  private state: State;
  private readonly change: (state: State) => void;
  private readonly topology: HTMLInputElement;
  private readonly source: HTMLInputElement;
  private readonly to: HTMLTextAreaElement;
  private readonly scheme = h("select", { change: () => this.set({ scheme: this.scheme.value, options: new Map() }) });
  private readonly summary = h("p", { class: "note" });
  private readonly options = h("div", { class: "options" });
  private readonly cuts = h("div", {});

  constructor(listing: Listing, state: State, change: (state: State) => void, pickTool: (tool: Tool) => void) {
    this.listing = listing;
    this.state = state;
    this.change = change;
    const networks = h("datalist", { id: "networks" }, ...listing.topologies.filter(({ name }) => name !== "file").map(({ example }) => h("option", { value: example })));
    this.topology = h("input", { type: "text", list: "networks", spellcheck: "false", change: () => this.setTopology() });
    this.source = h("input", { type: "text", spellcheck: "false", change: () => this.set({ source: this.source.value.trim() }) });
    this.to = h("textarea", { rows: 2, spellcheck: "false", change: () => this.set({ to: namesIn(this.to.value) }) });
    this.element = section(
      "Plan a multicast",
      field("Network", this.topology), networks,
      this.tools(pickTool),
      field("Source", this.source),
      field("Destinations", this.to),
      field("Scheme", this.scheme), this.summary, this.options, this.timing(),
      h("div", { class: "row" }, button("Clear destinations", () => this.set({ to: [] }))), this.cuts,
    );
    this.show(state);
  }

  /** Shows a state that came from elsewhere. */
  show(state: State): void {
    this.state = state;
    this.topology.value = state.topology;
    this.source.value = state.source;
    this.to.value = state.to.join(" ");
    const schemes = schemesFor(this.listing, state.topology);
    fill(this.scheme, ...schemes.map(({ name }) => h("option", { value: name, selected: name === state.scheme }, name)));
    this.scheme.value = state.scheme;
    this.summary.textContent = schemes.find(({ name }) => name === state.scheme)?.summary ?? "";
    fill(this.options, ...optionsOf(this.listing, state.scheme).map((option) => this.option(option)));
    const losses = [...state.withoutNodes, ...state.withoutLinks];
    fill(this.cuts, losses.length > 0 && h("p", {}, `Cut: ${losses.join(", ")} `, button("Mend all", () => this.set({ withoutNodes: [], withoutLinks: [] }))));
  }

  private set(part: Partial<State>): void {
    this.change({ ...this.state, ...part });
  }

  /** Another network has other names. */
  private setTopology(): void {
    const topology = this.topology.value.trim();
    if (topology === this.state.topology) return;
    const served = schemesFor(this.listing, topology).map(({ name }) => name);
    const scheme = served.includes(this.state.scheme) ? this.state.scheme : (served[0] ?? "unicast");
    this.set({ topology, scheme, options: new Map(), withoutNodes: [], withoutLinks: [], source: "", to: [] });
  }

  private tools(pickTool: (tool: Tool) => void): HTMLElement {
    const radio = ([tool, words]: [Tool, string]) =>
      h("label", { class: "tool" }, h("input", { type: "radio", name: "tool", checked: tool === this.tool, change: () => {
        this.tool = tool;
        pickTool(tool);
      } }), ` ${words}`);
    return h("fieldset", {}, h("legend", {}, "On the picture"), ...TOOLS.map(radio));
  }

  private option({ name, summary, value, default: usual }: Listing["options"][number]): HTMLElement {
    const set = (text: string | null | undefined) => {
      const options = new Map(this.state.options);
      if (text === undefined) options.delete(name);
      else options.set(name, text);
      this.set({ options });
    };
    if (value === undefined) {
      const box = h("input", { type: "checkbox", checked: this.state.options.has(name), change: () => set(box.checked ? null : undefined) });
      return h("label", { class: "tool", title: summary }, box, ` ${name}`);
    }
    const input = h("input", { type: "text", placeholder: usual ?? "", value: this.state.options.get(name) ?? "", title: `${summary}: ${value}`,
      change: () => set(input.value.trim() === "" ? undefined : input.value.trim()) });
    return field(name, input);
  }

  private timing(): HTMLElement {
    const number = (name: keyof State["timing"], words: string, least: number) => {
      const input = h("input", { type: "number", min: least, value: this.state.timing[name], change: () => this.set({ timing: { ...this.state.timing, [name]: Math.max(Number(input.value), least) } }) });
      return field(words, input);
    };
    return h("div", { class: "options" }, number("length", "Flits a message", 1), number("buffer", "Flits a buffer", 1), number("router_ns", "ns a router", 0), number("flit_ns", "ns a flit", 1));
  }
}

let fields = 0;

/** A control with its name. The label stands beside it: around a list it would hold all its choices, too. */
function field(words: string, control: HTMLElement): HTMLElement {
  control.id = `field-${fields++}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, words), control);
}
