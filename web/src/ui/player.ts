/** One run, or two beside each other on one clock. */

import { Moving } from "../draw/moving";
import { Stage } from "../draw/stage";
import type { Still } from "../draw/still";
import { Clock, fittingSpeed } from "../time/clock";
import type { Replay } from "../time/replay";
import { Controls } from "./controls";
import { h } from "./dom";
import type { Themes } from "./theme";

export class Player {
  readonly element: HTMLElement;
  readonly clock: Clock;
  readonly stages: Stage[];
  private readonly controls: Controls;
  private before = 0;

  constructor(replays: Replay[], still: Still, themes: Themes) {
    const end = Math.max(...replays.map((replay) => replay.end));
    this.clock = new Clock(end, fittingSpeed(end));
    this.controls = new Controls(this.clock, replays[0]!);
    this.stages = replays.map((replay) => stageOf(replay, still, themes));
    themes.onChange((theme) => this.stages.forEach((stage) => stage.setTheme(theme)));
    const figure = (stage: Stage, place: number) =>
      h("figure", {}, stage.canvas, stage.paper, h("figcaption", {}, replays[place]!.run.name));
    this.element = h("div", { class: "player" }, h("div", { class: "stages" }, ...this.stages.map(figure)), this.controls.element);
    this.clock.onChange(() => this.show());
  }

  /** What keys do wherever the reader is. */
  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (["INPUT", "SELECT", "TEXTAREA", "BUTTON"].includes(target.tagName) && event.key === " ") return;
    if (["TEXTAREA"].includes(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      " ": () => this.controls.toggle(),
      ",": () => this.controls.step(-1),
      ".": () => this.controls.step(1),
    };
    const action = actions[event.key];
    if (action === undefined || (target.tagName === "INPUT" && (target as HTMLInputElement).type === "text")) return;
    event.preventDefault();
    action();
  }

  private show(): void {
    for (const stage of this.stages) {
      stage.time = this.clock.time;
      stage.refresh();
    }
    if (this.clock.isPlaying && this.before === 0) this.tick();
  }

  private tick(): void {
    this.before = performance.now();
    const frame = (at: number) => {
      if (!this.clock.isPlaying) {
        this.before = 0;
        return;
      }
      const seconds = Math.max((at - this.before) / 1000, 0);
      this.before = at;
      this.clock.advance(Math.min(seconds, 0.1));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
}

function stageOf(replay: Replay, still: Still, themes: Themes): Stage {
  const { network } = replay;
  const label = `Picture of ${network.drawing.network}, ${network.drawing.size}: ${replay.run.name}. What moves on it is told under “Now”. Arrow keys pan, plus and minus zoom, 0 shows all.`;
  const stage = new Stage(still, themes.now, label);
  stage.moving = new Moving(replay, still.sizes);
  return stage;
}
