/**
 * Where the flits of a worm are at any time, from the grants of its visits.
 *
 * Flit j leaves a visit v at G(v, j): with t_f the flit time and B the buffer,
 * G(v, j) = max(G(v, j − 1) + t_f, G(parent, j) + t_f, G(child, j − B) for every child), and G(v, 0) is the grant.
 * So the rules of time say; where an engine knows more of routers than they do, what lies between the grant and the
 * release of a visit is interpolated.
 */

/** A visit: its hop's parent visit and channel (none at the origin), and its times; Infinity for what never happens. */
export interface MovingVisit {
  node: number;
  parent: number;
  channel: number;
  arrived: number;
  requested: number;
  granted: number;
  released: number;
}

/** More leave times than these are not kept: positions are interpolated instead. */
const MOST_TIMES = 2_000_000;

export class Motion {
  readonly visits: MovingVisit[];
  readonly length: number;
  readonly flit: number;
  readonly buffer: number;
  /** Whether the positions are those of the rules of time. */
  readonly isExact: boolean;
  private times: Float64Array | null = null;
  /** What was asked for last: a frame asks several times. */
  private last: { time: number; left: Int32Array } | null = null;
  private readonly alive: [number, number];
  private readonly children: number[][];

  constructor(visits: MovingVisit[], length: number, flit: number, buffer: number, byRules: boolean) {
    this.visits = visits;
    this.length = length;
    this.flit = flit;
    this.buffer = buffer;
    this.isExact = byRules && visits.length * length <= MOST_TIMES;
    this.alive = [visits[0]!.arrived, visits.reduce((last, visit) => Math.max(last, visit.released), 0)];
    this.children = visits.map(() => []);
    visits.forEach((visit, index) => {
      if (visit.parent >= 0) this.children[visit.parent]!.push(index);
    });
  }

  childrenOf(visit: number): readonly number[] {
    return this.children[visit]!;
  }

  /** When flit j leaves a visit; Infinity if never. Only for exact motions. */
  leaves(visit: number, flit: number): number {
    this.times ??= this.computeTimes();
    return this.times[visit * this.length + flit]!;
  }

  /** How many flits have left each visit at a time. */
  left(time: number): Int32Array {
    if (this.last?.time !== time) this.last = { time, left: this.isExact ? this.leftByRules(time) : this.leftBetween(time) };
    return this.last.left;
  }

  /** From when to when the worm is in the network; the end is Infinity if it is stuck. */
  span(): [number, number] {
    return this.alive;
  }

  private computeTimes(): Float64Array {
    const { visits, length, flit, buffer } = this;
    const times = new Float64Array(visits.length * length).fill(Infinity);
    for (let j = 0; j < length; j++) {
      visits.forEach((visit, v) => {
        if (j === 0) {
          times[v * length] = visit.granted;
          return;
        }
        let at = times[v * length + j - 1]! + flit;
        if (visit.parent >= 0) at = Math.max(at, times[visit.parent * length + j]! + flit);
        for (const child of this.children[v]!) {
          if (j >= buffer) at = Math.max(at, times[child * length + j - buffer]!);
        }
        times[v * length + j] = at;
      });
    }
    return times;
  }

  private leftByRules(time: number): Int32Array {
    const left = new Int32Array(this.visits.length);
    this.visits.forEach((visit, v) => {
      if (time < visit.granted) return;
      if (time >= visit.released) {
        left[v] = this.length;
        return;
      }
      let [low, high] = [1, this.length];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.leaves(v, middle - 1) <= time) low = middle;
        else high = middle - 1;
      }
      left[v] = low;
    });
    return left;
  }

  private leftBetween(time: number): Int32Array {
    const { visits, length, flit, buffer } = this;
    const left = new Int32Array(visits.length);
    for (let v = visits.length - 1; v >= 0; v--) {
      const { granted, released } = visits[v]!;
      if (time < granted) continue;
      const steady = Math.floor((time - granted) / flit) + 1;
      const shared = ((time - granted) / Math.max(released - flit - granted, flit)) * (length - 1);
      const flits = released === Infinity ? steady : Math.floor(shared) + 1;
      const room = this.children[v]!.map((child) => left[child]! + buffer);
      left[v] = Math.max(1, Math.min(length, flits, ...room));
    }
    visits.forEach(({ parent }, v) => {
      if (parent >= 0) left[v] = Math.min(left[v]!, left[parent]!);
    });
    return left;
  }
}
