/** Why a run hangs, step by step. */

import type { Clock } from "../time/clock";
import type { Replay } from "../time/replay";
import { button, h, section } from "./dom";
import { ns, stuckInWords } from "./words";

export class CyclePanel {
  readonly element: HTMLElement;
  private readonly items: HTMLElement[];
  private readonly clock: Clock;
  private readonly replay: Replay;
  private readonly show: (steps: number) => void;
  private readonly said: HTMLElement;
  private steps = 0;

  /** `show` draws so many steps of the cycle. */
  constructor(replay: Replay, clock: Clock, show: (steps: number) => void) {
    this.replay = replay;
    this.clock = clock;
    this.show = show;
    const { cycle, deadlockAt = 0 } = replay;
    this.items = cycle.map((stuck) => h("li", {}, stuckInWords(replay, stuck)));
    this.said = h("p", { class: "said", role: "status" });
    this.element = section(
      "Why it hangs",
      h("p", {}, h("strong", { class: "alarm" }, "✕ Deadlock. "), `From ${ns(deadlockAt)} on these ${cycle.length} worms wait for each other in a cycle. A worm keeps its channels while it waits, so none of them can ever move.`),
      h("ol", { class: "cycle" }, ...this.items),
      h(
        "div",
        { class: "row" },
        button("Show step by step", () => this.go(1), { class: "primary" }),
        button("Back", () => this.go(this.steps - 1)),
        button("Next", () => this.go(this.steps + 1)),
        button("Hide", () => this.go(0)),
      ),
      this.said,
    );
  }

  private go(steps: number): void {
    const { cycle, deadlockAt } = this.replay;
    this.steps = Math.min(Math.max(steps, 0), cycle.length);
    if (this.steps > 0 && deadlockAt !== undefined) this.clock.jump(Math.max(this.clock.end, deadlockAt));
    this.items.forEach((item, place) => {
      item.classList.toggle("now", place === this.steps - 1);
      item.classList.toggle("seen", place < this.steps);
    });
    const last = cycle[this.steps - 1];
    const closing = this.steps === cycle.length ? " With this the cycle is closed." : "";
    this.said.textContent = last === undefined ? "" : `${this.steps} of ${cycle.length}: ${stuckInWords(this.replay, last)}.${closing}`;
    this.show(this.steps);
  }
}
