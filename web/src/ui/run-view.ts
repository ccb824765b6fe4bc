/** The player of one run or two, and what is told beside it. */

import type { PageDocument } from "../data/documents";
import type { Network } from "../data/network";
import type { Still } from "../draw/still";
import { Replay } from "../time/replay";
import { CyclePanel } from "./cycle";
import { h } from "./dom";
import { mendingPanel } from "./mending";
import { Player } from "./player";
import { costs, latencies, legend, now, outcome } from "./run-panels";
import type { Themes } from "./theme";

export class RunView {
  readonly player: Player;
  readonly panels: HTMLElement;
  private readonly themes: Themes;

  /** `choose` shows other runs by their places on the page. */
  constructor(data: PageDocument, network: Network, still: Still, shown: number[], themes: Themes, choose: (shown: number[]) => void) {
    this.themes = themes;
    const { runs, plans, mending } = data;
    const replays = shown.map((place) => new Replay(network, runs[place]!, plans));
    this.player = new Player(replays, still, themes);
    const told = replays.map((replay, place) => this.tell(replay, place, data));
    const used = [...new Set(shown.flatMap((place) => runs[place]!.plans))].map((place) => plans[place]!);
    const mends = mending === undefined ? [] : [mendingPanel(mending, shown, choose)];
    const [first, ...others] = told;
    this.panels = h("div", { class: "panels" }, ...first!.slice(0, 2), ...mends, ...first!.slice(2), ...others.flat(), costs(used));
  }

  private tell(replay: Replay, place: number, { plans }: PageDocument): (HTMLElement | null)[] {
    const stage = this.player.stages[place]!;
    const { element, paint } = legend(replay, () => this.themes.now, (worm) => {
      stage.emphasis.worm = worm;
      stage.refresh();
    });
    this.themes.onChange(paint);
    paint();
    const show = (cycleSteps: number) => {
      stage.emphasis.cycleSteps = cycleSteps;
      stage.refresh();
    };
    const cycle = replay.cycle.length > 0 ? new CyclePanel(replay, this.player.clock, show).element : null;
    return [outcome(replay), cycle, now(replay, this.player.clock), element, latencies(replay, plans)];
  }
}
