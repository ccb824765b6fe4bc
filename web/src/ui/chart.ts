/** Curves with their confidence bands. */

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Chart, Curve } from "../data/documents";
import { wormColour, wormDash } from "../draw/palette";
import { aligned } from "./aligned";
import { button, fill, h, section, table } from "./dom";
import { download } from "./download";
import { WIDTHS, pgfplots } from "./pgfplots";
import type { Themes } from "./theme";

/** What the reader has pointed at: a curve by its name, and a load. */
export type Chosen = (curve: string, x: number) => void;

export class ChartPanel {
  readonly element: HTMLElement;
  private readonly chart: Chart;
  private readonly themes: Themes;
  private readonly chosen: Chosen;
  private readonly place = h("div", { class: "chart" });
  private readonly readout = h("p", { class: "note" }, "Point at the curves to read them; click to see the channels there.");
  private readonly shown: boolean[];
  private readonly log: { x: boolean; y: boolean };
  private plot: uPlot | null = null;

  constructor(chart: Chart, themes: Themes, chosen: Chosen) {
    this.chart = chart;
    this.themes = themes;
    this.chosen = chosen;
    this.shown = chart.curves.map(() => true);
    // Values near each other have all of the height on a plain axis alone.
    this.log = { x: chart.log_x, y: chart.log_y && spreads(chart.curves) };
    const axis = (name: "x" | "y", words: string) => {
      const box = h("input", { type: "checkbox", checked: this.log[name], change: () => {
        this.log[name] = box.checked;
        this.draw();
      } });
      return h("label", { class: "tool" }, box, ` ${words}`);
    };
    const legend = chart.curves.map((curve, index) => this.entry(curve, index));
    this.element = section(
      chart.title, this.place, this.readout,
      h("fieldset", {}, h("legend", {}, "Curves"), ...legend),
      h("div", { class: "row" }, axis("x", "Load on a logarithmic axis"), axis("y", "Latency on a logarithmic axis")),
      h("div", { class: "row" }, this.save("column"), this.save("page")),
      h("details", {}, h("summary", {}, "The numbers"), numbersOf(chart)),
    );
    themes.onChange(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Saves the chart for LaTeX. */
  private save(width: keyof typeof WIDTHS): HTMLElement {
    return button(`Save for LaTeX, ${WIDTHS[width]} cm`, () => download("chart.tex", pgfplots(this.chart, WIDTHS[width], this.shown, this.log), "application/x-tex"));
  }

  private entry({ name, ends_at }: Curve, index: number): HTMLElement {
    const box = h("input", { type: "checkbox", checked: true, change: () => {
      this.shown[index] = box.checked;
      this.draw();
    } });
    const end = ends_at === null ? "" : `, ✕ ${ends_at[1]} at ${round(ends_at[0])}`;
    const sample = h("canvas", { width: 72, height: 24, class: "sample", "aria-hidden": "true" });
    const paint = () => {
      const context = sample.getContext("2d")!;
      context.clearRect(0, 0, 72, 24);
      context.strokeStyle = wormColour(index, this.themes.now);
      context.lineWidth = 5;
      context.setLineDash(wormDash(index).map((part) => 5 * part));
      context.beginPath();
      context.moveTo(2, 12);
      context.lineTo(70, 12);
      context.stroke();
    };
    paint();
    this.themes.onChange(paint);
    return h("label", { class: "tool" }, box, " ", sample, `${name}${end}`);
  }

  private draw(): void {
    const width = this.place.clientWidth;
    if (width === 0 || this.plot?.width === width && this.plot.root.dataset.key === this.key()) return;
    this.plot?.destroy();
    fill(this.place);
    this.plot = new uPlot(this.options(width), aligned(this.chart.curves), this.place);
    this.plot.root.dataset.key = this.key();
    this.plot.root.setAttribute("role", "img");
    this.plot.root.setAttribute("aria-label", `${this.chart.title}: ${this.chart.curves.length} curves. The numbers stand below.`);
  }

  private key(): string {
    return JSON.stringify([this.shown, this.log, this.themes.now.isDark]);
  }

  private options(width: number): uPlot.Options {
    const { now: theme } = this.themes;
    const axis = (label: string): uPlot.Axis => ({ label, stroke: theme.ink, grid: { stroke: theme.shades[3], width: 1 }, ticks: { stroke: theme.pale, width: 1 } });
    const series = this.chart.curves.flatMap(({ name }, index): uPlot.Series[] => {
      const stroke = wormColour(index, theme);
      const show = this.shown[index];
      const bound = { show, stroke: "transparent", points: { show: false }, label: `${name}: bound` };
      return [{ show, label: name, stroke, width: 2, dash: wormDash(index).map((part) => 3 * part), points: { show: true, size: 6, fill: stroke }, value: (_, value) => (value == null ? "–" : `${round(value)} ns`) }, bound, bound];
    });
    return {
      width,
      height: Math.min(Math.max(260, 0.6 * width), 460),
      scales: { x: { time: false, distr: this.log.x ? 3 : 1 }, y: { distr: this.log.y ? 3 : 1 } },
      axes: [axis(this.chart.x_label), { ...axis(this.chart.y_label), size: 70 }],
      series: [{ label: "load", value: (_, value) => (value === null ? "–" : round(value)) }, ...series],
      bands: this.chart.curves.map((_, index) => ({ series: [3 * index + 3, 3 * index + 2], fill: `${wormColour(index, theme)}33` })),
      legend: { show: false },
      cursor: { focus: { prox: 30 } },
      hooks: { draw: [(plot) => this.drawEnds(plot)], setCursor: [(plot) => this.tell(plot)], ready: [(plot) => plot.over.addEventListener("click", () => this.choose(plot))] },
    };
  }

  /** Where a curve has no further value: a cross at the upper border. */
  private drawEnds(plot: uPlot): void {
    const { ctx } = plot;
    this.chart.curves.forEach(({ ends_at }, index) => {
      if (ends_at === null || !this.shown[index]) return;
      const x = plot.valToPos(ends_at[0], "x", true);
      const [y, reach] = [plot.bbox.top + 10 * devicePixelRatio, 5 * devicePixelRatio];
      if (x > plot.bbox.left + plot.bbox.width + 1) return;
      ctx.strokeStyle = wormColour(index, this.themes.now);
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.beginPath();
      ctx.moveTo(x - reach, y - reach);
      ctx.lineTo(x + reach, y + reach);
      ctx.moveTo(x - reach, y + reach);
      ctx.lineTo(x + reach, y - reach);
      ctx.stroke();
    });
  }

  /** The numbers under the pointer. */
  private tell(plot: uPlot): void {
    const { idx } = plot.cursor;
    if (idx == null) return;
    const x = plot.data[0][idx]!;
    const lines = this.chart.curves.flatMap(({ name, points }, index) => {
      const point = this.shown[index] ? points.find(([at]) => at === x) : undefined;
      return point === undefined ? [] : [`${name}: ${round(point[1])} ± ${round(point[2])}`];
    });
    this.readout.textContent = `At ${round(x)}: ${lines.join(" · ")}`;
  }

  private choose(plot: uPlot): void {
    const { idx, top } = plot.cursor;
    if (idx == null || top === undefined) return;
    const x = plot.data[0][idx]!;
    const far = ({ points }: Curve) => Math.abs(plot.valToPos(points.find(([at]) => at === x)?.[1] ?? Infinity, "y") - top);
    const candidates = this.chart.curves.filter((_, index) => this.shown[index]);
    const [nearest] = candidates.filter((curve) => Number.isFinite(far(curve))).sort((a, b) => far(a) - far(b));
    if (nearest !== undefined) this.chosen(nearest.name, x);
  }
}

/** Whether the greatest value is more than twice the least. */
function spreads(curves: Curve[]): boolean {
  const values = curves.flatMap(({ points }) => points.map(([, y]) => y));
  return values.length === 0 || values.reduce((a, b) => Math.max(a, b)) > 2 * values.reduce((a, b) => Math.min(a, b));
}

function numbersOf({ curves, x_label }: Chart): HTMLElement {
  const rows = curves.flatMap(({ name, points, ends_at }) => [
    ...points.map(([x, y, half]) => [name, round(x), round(y), `± ${round(half)}`]),
    ...(ends_at === null ? [] : [[name, round(ends_at[0]), ends_at[1], ""]]),
  ]);
  return table("All points", ["curve", x_label, "value", "95 % interval"], rows, [1, 2, 3]);
}

export function round(value: number): string {
  return String(Number(value.toPrecision(4)));
}
