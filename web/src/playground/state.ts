/** What the reader has chosen, and the same as a command and as requests. */

export interface Timing {
  length: number;
  buffer: number;
  router_ns: number;
  flit_ns: number;
}

export interface State {
  topology: string;
  withoutNodes: string[];
  withoutLinks: string[];
  source: string;
  to: string[];
  scheme: string;
  /** The options of the scheme that are set: a value, or none for a switch. */
  options: Map<string, string | null>;
  timing: Timing;
}

export function startState(): State {
  return {
    topology: "mesh:8x8",
    withoutNodes: [],
    withoutLinks: [],
    source: "2,1",
    to: ["3,2", "6,1", "5,5", "1,6"],
    scheme: "dual-path",
    options: new Map(),
    timing: { length: 32, buffer: 2, router_ns: 40, flit_ns: 10 },
  };
}

export function networkOf({ topology, withoutNodes, withoutLinks }: State): object {
  return { topology, without_nodes: withoutNodes, without_links: withoutLinks };
}

/** The options as the command line has them. */
export function optionWords({ options }: State): string[] {
  return [...options].flatMap(([name, value]) => (value === null ? [`--${name}`] : [`--${name}`, value]));
}

/** The command that gives the same plan. */
export function command(state: State): string {
  const losses = [
    ...state.withoutNodes.flatMap((node) => ["--without-node", node]),
    ...state.withoutLinks.flatMap((link) => ["--without-link", link]),
  ];
  const words = ["wormcast", "plan", state.topology, ...losses, "--scheme", state.scheme, ...optionWords(state), "--source", state.source, "--to", ...state.to, "--out", "plan.json"];
  return words.map(quoted).join(" ");
}

/** The command that runs it. */
export function simulateCommand({ timing }: State): string {
  return `wormcast simulate plan.json --length ${timing.length} --buffer ${timing.buffer} --router-ns ${timing.router_ns} --flit-ns ${timing.flit_ns}`;
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\p{L}\p{N},.:/_\-+=@%]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The names in a text that a reader has written. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((name) => name !== ""))];
}

/** What a click on a node changes: the first is the source, others come and go as destinations. */
export function clicked(state: State, name: string): State {
  if (state.source === "") return { ...state, source: name };
  if (name === state.source) return { ...state, source: "" };
  const to = state.to.includes(name) ? state.to.filter((other) => other !== name) : [...state.to, name];
  return { ...state, to };
}

/** All of these are destinations too; if they are already, none of them is any more. */
export function boxed(state: State, names: string[]): State {
  const others = names.filter((name) => name !== state.source);
  const areAll = others.every((name) => state.to.includes(name));
  const to = areAll ? state.to.filter((name) => !others.includes(name)) : [...new Set([...state.to, ...others])];
  return { ...state, to };
}

/** A link is cut, or whole again. */
export function cut(state: State, link: string, other: string): State {
  const cuts = state.withoutLinks.filter((known) => known !== link && known !== other);
  const isNew = cuts.length === state.withoutLinks.length;
  return { ...state, withoutLinks: isNew ? [...cuts, link] : cuts };
}
