/** A clock that plays, pauses and jumps; everything on the page goes by it. */

export class Clock {
  time = 0;
  isPlaying = false;
  /** Nanoseconds of the network in a second of the reader. */
  speed: number;
  readonly end: number;
  private readonly listeners: (() => void)[] = [];

  constructor(end: number, speed: number) {
    this.end = end;
    this.speed = speed;
  }

  /** Calls this whenever the time changes, or whether it plays. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  play(): void {
    if (this.time >= this.end) this.time = 0;
    this.isPlaying = true;
    this.tell();
  }

  pause(): void {
    this.isPlaying = false;
    this.tell();
  }

  /** Stops at a time. */
  jump(time: number): void {
    this.time = Math.min(Math.max(time, 0), this.end);
    this.isPlaying = false;
    this.tell();
  }

  /** Lets so many seconds of the reader pass; stops at the end. */
  advance(seconds: number): void {
    if (!this.isPlaying) return;
    this.time = Math.min(this.time + seconds * this.speed, this.end);
    if (this.time >= this.end) this.isPlaying = false;
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

/** The speeds that are offered, in ns a second. */
export const SPEEDS = [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000];

/** The speed at which a run takes some ten seconds, or a flit at least a tenth of one. */
export function fittingSpeed(end: number): number {
  return SPEEDS.find((speed) => end / speed <= 14) ?? SPEEDS[SPEEDS.length - 1]!;
}
