/** Why a run hangs, step by step. */

import type { Clock } from "../time/clock";
import type { Replay, Stuck } from "../time/replay";
import { button, enable, h, section } from "./dom";
import { count, ns, stuckInWords } from "./words";

/** How many cycles are told. */
const TOLD = 8;

/** Draws so many steps of a cycle; without one, none. */
export type ShowCycle = (shown: { cycle: Stuck[]; steps: number } | undefined) => void;

export class CyclePanel {
  readonly element: HTMLElement;
  private readonly parts: Steps[];

  constructor(replay: Replay, clock: Clock, show: ShowCycle) {
    const { cycles } = replay;
    this.parts = cycles.slice(0, TOLD).map((cycle, place) => {
      const title = cycles.length > 1 ? `Cycle ${place + 1} of ${cycles.length}` : "";
      return new Steps(replay, clock, cycle, title, (part, steps) => this.show(part, steps, show));
    });
    const more = cycles.length > TOLD ? h("p", { class: "note" }, `${count(cycles.length - TOLD, "more cycle")} of this kind.`) : null;
    this.element = section("Why it hangs", h("p", {}, h("strong", { class: "alarm" }, "✕ Deadlock. "), wordsOf(replay)), ...this.parts.map(({ element }) => element), more);
  }

  /** One cycle at a time is shown. */
  private show(shown: Steps, steps: number, show: ShowCycle): void {
    this.parts.filter((part) => part !== shown).forEach((part) => part.set(0));
    show(steps > 0 ? { cycle: shown.cycle, steps } : undefined);
  }
}

function wordsOf(replay: Replay): string {
  const { cycles, deadlockAt = 0 } = replay;
  const never = "A worm keeps its channels while it waits, so none of them can ever move.";
  if (cycles.length === 1) return `From ${ns(deadlockAt)} on these ${cycles[0]!.length} worms wait for each other in a cycle. ${never}`;
  return `There are ${cycles.length} cycles in which worms wait for each other, each of its own: whoever breaks one has not broken the others. ${never}`;
}

/** A cycle, told worm by worm. */
class Steps {
  readonly element: HTMLElement;
  readonly cycle: Stuck[];
  private readonly items: HTMLElement[];
  private readonly clock: Clock;
  private readonly replay: Replay;
  private readonly show: (part: Steps, steps: number) => void;
  private readonly said = h("p", { class: "said", role: "status" });
  private readonly back: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private readonly hide: HTMLButtonElement;
  private steps = 0;

  constructor(replay: Replay, clock: Clock, cycle: Stuck[], title: string, show: (part: Steps, steps: number) => void) {
    this.replay = replay;
    this.clock = clock;
    this.cycle = cycle;
    this.show = show;
    this.items = cycle.map((stuck) => h("li", {}, stuckInWords(replay, stuck)));
    const named = (label: string) => (title === "" ? {} : { "aria-label": `${label}: ${title}` });
    this.back = button("Back", () => this.go(this.steps - 1), named("Back"));
    this.next = button("Next", () => this.go(this.steps + 1), named("Next"));
    this.hide = button("Hide", () => this.go(0), named("Hide"));
    const first = button("Show step by step", () => this.go(1), { class: "primary", ...named("Show step by step") });
    this.element = h(
      "div",
      {},
      title !== "" && h("h3", {}, `${title}, from ${ns(replay.sealedAt(cycle))} on`),
      h("ol", { class: "cycle" }, ...this.items),
      h("div", { class: "row" }, first, this.back, this.next, this.hide),
      this.said,
    );
    this.set(0);
  }

  /** Marks so many steps. */
  set(steps: number): void {
    this.steps = Math.min(Math.max(steps, 0), this.cycle.length);
    this.items.forEach((item, place) => {
      item.classList.toggle("now", place === this.steps - 1);
      item.classList.toggle("seen", place < this.steps);
    });
    const last = this.cycle[this.steps - 1];
    const closing = this.steps === this.cycle.length ? " With this the cycle is closed." : "";
    this.said.textContent = last === undefined ? "" : `${this.steps} of ${this.cycle.length}: ${stuckInWords(this.replay, last)}.${closing}`;
    enable(this.next, this.steps < this.cycle.length, this.back);
    enable(this.back, this.steps > 0, this.next);
    enable(this.hide, this.steps > 0, this.next);
  }

  private go(steps: number): void {
    this.set(steps);
    if (this.steps > 0) this.clock.jump(this.clock.end);
    this.show(this, this.steps);
  }
}
