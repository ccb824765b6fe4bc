/** A chart for LaTeX: PGFPlots with its data inside. */

import type { Chart } from "../data/documents";
import { COLOURS } from "../draw/palette";

/** The widths of a column and of a page of two columns, in cm. */
export const WIDTHS = { column: 8.5, page: 17.5 } as const;
/** In TikZ, in the order of the page's own dashes. */
const DASHES = ["solid", "dashed", "densely dotted", "dash dot", "loosely dashed"];

/** A `tikzpicture` so many cm wide, for a document with `\usepackage{pgfplots}`; of these curves only those that are shown. */
export function pgfplots(chart: Chart, width: number, shown: boolean[], log: { x: boolean; y: boolean }): string {
  const colours = COLOURS.map((colour, index) => `\\definecolor{wormcast${index}}{HTML}{${colour.slice(1).toUpperCase()}}`);
  const modes = [log.x ? "xmode=log, " : "", log.y ? "ymode=log, " : ""].join("");
  const plots = chart.curves.flatMap(({ name, points, ends_at }, index) => {
    if (shown[index] === false) return [];
    const style = `color=wormcast${index % COLOURS.length}, ${DASHES[index % DASHES.length]}, mark=*, mark size=1pt, mark options={solid}`;
    const rows = points.map((point) => `  ${point.join(" ")} \\\\`);
    const end = ends_at === null ? [] : [`% ${name.replaceAll("\n", " ")}: ${ends_at[1]} at ${ends_at[0]}`];
    return [
      `\\addplot+[${style}, error bars/.cd, y dir=both, y explicit] table [x index=0, y index=1, y error index=2, row sep=\\\\] {`,
      ...rows, "};", `\\addlegendentry{${escaped(name)}}`, ...end,
    ];
  });
  return [
    `% ${chart.title}`, ...colours, "\\begin{tikzpicture}",
    `\\begin{axis}[width=${width}cm, ${modes}xlabel={${escaped(chart.x_label)}}, ylabel={${escaped(chart.y_label)}}, legend pos=north west, legend style={font=\\footnotesize}]`,
    ...plots, "\\end{axis}", "\\end{tikzpicture}", "",
  ].join("\n");
}

/** A text as LaTeX takes it. */
export function escaped(text: string): string {
  const signs: Record<string, string> = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "µ": "\\textmu{}" };
  return text.replace(/[\\~^µ]|[&%$#_{}]/g, (sign) => signs[sign] ?? `\\${sign}`);
}
