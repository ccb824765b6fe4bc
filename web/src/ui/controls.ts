/** Play, pause, scrub, speed. */

import { type Clock, SPEEDS } from "../time/clock";
import type { Replay } from "../time/replay";
import { button, enable, h } from "./dom";
import { ns } from "./words";

export class Controls {
  readonly element: HTMLElement;
  private readonly clock: Clock;
  private readonly replay: Replay;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly time: HTMLElement;
  private readonly before = button("◂ Event", () => this.step(-1), { title: "Back to the event before: comma" });
  private readonly after = button("Event ▸", () => this.step(1), { title: "On to the next event: full stop" });

  constructor(clock: Clock, replay: Replay) {
    this.clock = clock;
    this.replay = replay;
    this.play = button("Play", () => this.toggle(), { class: "primary" });
    this.slider = h("input", {
      type: "range", min: 0, max: clock.end, step: "any", value: 0, "aria-label": "Time", class: "scrub",
      input: () => clock.jump(Number(this.slider.value)),
      keydown: (event: KeyboardEvent) => this.key(event),
    });
    this.time = h("output", { class: "time" });
    this.element = h(
      "div",
      { class: "controls", role: "group", "aria-label": "Time" },
      this.play,
      this.before,
      this.after,
      h("div", { class: "track" }, this.slider, ...this.marks()),
      this.time,
      h("label", {}, "Speed ", this.speeds()),
    );
    clock.onChange(() => this.show());
    this.show();
  }

  toggle(): void {
    if (this.clock.isPlaying) this.clock.pause();
    else this.clock.play();
  }

  /** To the next event, or the one before. */
  step(direction: 1 | -1): void {
    const { events } = this.replay;
    const { time } = this.clock;
    const next = direction > 0 ? events.find((event) => event > time) : events.findLast((event) => event < time);
    this.clock.jump(next ?? (direction > 0 ? this.clock.end : 0));
  }

  private speeds(): HTMLSelectElement {
    const own = this.clock.speed;
    const option = (speed: number) => h("option", { value: speed, selected: speed === own }, `${speed} ns a second`);
    const select = h("select", { change: () => (this.clock.speed = Number(select.value)) }, ...SPEEDS.map(option));
    return select;
  }

  /** The moments at which cycles are closed. */
  private marks(): HTMLElement[] {
    const moments = new Set(this.replay.cycles.map((cycle) => this.replay.sealedAt(cycle)));
    return [...moments].map((at) => {
      const label = `Deadlock at ${ns(at)}`;
      const mark = button("✕", () => this.clock.jump(at), { class: "mark", title: label, "aria-label": label });
      mark.style.setProperty("--at", String(at / this.clock.end));
      return mark;
    });
  }

  private key(event: KeyboardEvent): void {
    const direction = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    this.step(direction as 1 | -1);
  }

  private show(): void {
    const { clock } = this;
    this.play.textContent = clock.isPlaying ? "Pause" : "Play";
    this.slider.value = String(clock.time);
    this.slider.setAttribute("aria-valuetext", ns(clock.time));
    enable(this.after, clock.time < clock.end, this.before);
    enable(this.before, clock.time > 0, this.after);
    this.time.textContent = `${clock.time.toFixed(clock.end < 100 ? 1 : 0)} of ${clock.end.toFixed(0)} ns`;
  }
}
