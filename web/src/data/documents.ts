/** The JSON documents that the page reads: those of the command line, and the page's own around them. */

/** A network and where everything in it stands, in units of the usual distance between neighbours; y downwards. */
export interface Drawing {
  format: "wormcast-drawing";
  network: string;
  size: string;
  nodes: string[];
  /** From, to, and the number among parallel ones. */
  channels: [number, number, number][];
  layout: Layout;
}

export interface Layout {
  points: [number, number][];
  shapes: string[];
  /** Channels that wrap around: the vector from the source to the end of the stub. */
  stubs: [number, [number, number]][];
  /** Channels that are bent: the vector from the middle of the straight line to the middle of the channel. */
  bows: [number, [number, number]][];
  asides: [number, number][];
  kinds: string[];
  cells: [number, number][];
  circles: [number, number, number, number][];
  /** Whether of a column, where, and the label. */
  ticks: [boolean, number, string][];
  lost_nodes: [string, [number, number]][];
  lost_links: [[[number, number], [number, number]][], boolean][];
}

/** A hop: the index of its parent, the nodes that it leaves and enters, and the number of the channel. */
export type Hop = [number | null, string, string, number?];

export interface WormInPlan {
  id: number;
  origin: string;
  after: number | null;
  round: number;
  route: Hop[];
  deliver: { hop: number; node: string }[];
}

export interface Cost {
  channels: number;
  longest_path: number;
  rounds: number;
  worms: number;
}

export interface Plan {
  topology: string;
  scheme: string;
  source: string;
  destinations: string[];
  worms: WormInPlan[];
  cost: Cost;
}

export interface NamedPlan {
  name: string;
  plan: Plan;
}

export interface Visit {
  node: string;
  arrived_ns: number | null;
  requested_ns: number | null;
  granted_ns: number | null;
  released_ns: number | null;
}

export interface WormTimeline {
  plan: number;
  worm: number;
  visits: Visit[];
}

/** A channel by the names of its ends; a consumption channel enters no node, an injection channel leaves none. */
export type ChannelName = [string | null, string | null, number?];

export interface Blocked {
  plan: number;
  worm: number;
  holds: ChannelName[];
  waits_for: ChannelName[];
}

export interface Timing {
  length: number;
  send_ns: number;
  receive_ns: number;
  startup: string;
  router_ns: number;
  flit_ns: number;
  buffer: number;
  injection: string;
  consumption: string;
  virtual_channels: number;
  credit_ns: number;
  policies: string[];
}

export interface PlanRun {
  start_ns: number;
  latency_ns: number | null;
  deliveries: { node: string; latency_ns: number }[];
}

export interface Run {
  name: string;
  /** The plans, by their places on the page. */
  plans: number[];
  timing: Timing;
  simulation: Simulation;
}

export interface Simulation {
  format: "wormcast-simulation";
  engine: string;
  outcome: "delivered" | "deadlock";
  plans: PlanRun[];
  cycle: Blocked[] | null;
  /** Further cycles, apart from that one. */
  more_cycles?: Blocked[][];
  timeline: WormTimeline[];
}

/** A worm by the file of its plan. */
export interface WormName {
  plan: string;
  worm: number;
}

/** What is changed about a worm, and the cycle that it breaks. */
export type Change = WormName & { breaks?: WormName[] } & (
  | { change: "send-later"; phase: number }
  | { change: "virtual-channel"; from_hop: number; channel: string; number: number }
  | { change: "own-virtual-channel"; number: number }
  | { change: "class"; class: number }
  | { change: "branch-order" }
  | { change: "reroute"; channels: string[] }
);

export interface Proposal {
  changes: Change[];
  channels: number;
  /** How many of the channels are virtual channels that links get. */
  virtual_channels?: number;
  latency_ns: number | null;
  phases: { virtual_channels: number }[];
}

export interface Mending {
  format: "wormcast-mending";
  answer: "deadlock-free" | "mended" | "unknown";
  proposals: Proposal[];
  gave_up: string[];
  /** The run of each proposal, by its place on the page. */
  runs: (number | null)[];
}

/** What is shown of a `wormcast-proof`. */
export interface Proof {
  answer: "deadlock-free" | "deadlock" | "unknown";
  statement: { about: "workload" | "scheme" | "routing"; scheme?: string; plans?: string[] };
  certificate?: {
    kind: string;
    /** From, to (none: a consumption channel), the part of its virtual channels, and the number. */
    numbers?: [string, string | null, number, number][];
    /** The name of the channel, the virtual channel, and the number. */
    lanes?: [string, number, number][];
    /** For each worm and each of its visits the rank. */
    ranks?: (number | null)[][];
  };
  counterexample?: { plans?: Plan[]; starts_ns: number[]; length: number; buffer: number };
  reason?: string;
  /** Of a routing: each wait of a cycle, with the channels by their names and a message that waits so. */
  dependency_cycle?: { holds: [string, number]; waits_for: [string, number]; flow: [string, string]; group?: string; service_level?: number }[];
  /** Of a routing: the first pairs that it has no way for, and how many there are. */
  unrouted?: { from: string; to: string; reason: string }[];
  unrouted_pairs?: number;
}

export interface Chart {
  title: string;
  x_label: string;
  y_label: string;
  log_x: boolean;
  log_y: boolean;
  curves: Curve[];
}

export interface Curve {
  name: string;
  /** Where, the value, and half the width of its confidence interval. */
  points: [number, number, number][];
  /** From where on there is no value, and why. */
  ends_at: [number, string] | null;
}

export interface Heat {
  scheme: string;
  loads: number[];
  /** For each load the share of time that each channel is held, in thousandths. */
  shares: number[][];
}

export interface Figure {
  name: string;
  title: string;
  claims: { figure: string; claim: string; paper: unknown; measured: unknown; holds: unknown }[];
  tables: { name: string; columns: string[]; rows: string[][] }[];
  pictures: [string, string][];
}

export interface PageDocument {
  format: "wormcast-page";
  version: number;
  wormcast: string;
  title: string;
  command?: string;
  commands?: string[];
  drawing?: Drawing;
  plans: NamedPlan[];
  runs: Run[];
  mending?: Mending;
  proof?: Proof;
  charts?: Chart[];
  heat?: Heat[];
  figures?: Figure[];
}
