/** The player of one run or two, and what is told beside it. */

import type { NamedPlan, PageDocument } from "../data/documents";
import type { Network } from "../data/network";
import type { Still } from "../draw/still";
import { Replay } from "../time/replay";
import { CyclePanel, type ShowCycle } from "./cycle";
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
    // Everywhere the same worm has the name and the colour of the first run.
    const first = new Replay(network, runs[0]!, plans);
    const replays = shown.map((place) => (place === 0 ? first : new Replay(network, runs[place]!, plans, first)));
    this.player = new Player(replays, still, themes);
    const told = replays.map((replay, place) => this.tell(replay, place, plans, replays.length > 1 ? `: ${replay.run.name}` : ""));
    const used = [...new Set(shown.flatMap((place) => runs[place]!.plans))].map((place) => plans[place]!);
    const mends = mending === undefined ? null : mendingPanel(mending, data.runs, first, shown, choose);
    const each = (part: keyof Told) => told.map((panels) => panels[part]);
    const panels = [...each("outcome"), ...each("cycle"), mends, ...each("now"), ...each("worms"), ...each("latencies")];
    this.panels = h("div", { class: "panels" }, ...panels, costs(used));
  }

  /** What is told about one of the runs; `of` says of which, where there are several. */
  private tell(replay: Replay, place: number, plans: NamedPlan[], of: string): Told {
    const stage = this.player.stages[place]!;
    const { clock } = this.player;
    const { element: worms, paint } = legend(replay, of, () => this.themes.now, (worm) => {
      stage.emphasis.worm = worm;
      stage.refresh();
    });
    this.themes.onChange(paint);
    paint();
    const show: ShowCycle = (shown) => {
      stage.emphasis.cycles = shown === undefined ? [] : [shown];
      stage.refresh();
    };
    const cycle = replay.cycles.length > 0 ? new CyclePanel(replay, clock, show).element : null;
    return { outcome: outcome(replay, of), cycle, now: now(replay, of, clock), worms, latencies: latencies(replay, of, plans) };
  }
}

/** The panels about a run. */
interface Told {
  outcome: HTMLElement;
  cycle: HTMLElement | null;
  now: HTMLElement;
  worms: HTMLElement;
  latencies: HTMLElement;
}
