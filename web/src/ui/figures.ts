/** Figures of papers: what they claim, and what was measured. */

import type { Figure } from "../data/documents";
import { h, section, table } from "./dom";

/** How many rows of a table are shown. */
const SHOWN = 200;

export function figurePanel({ name, title, claims, tables, pictures }: Figure): HTMLElement {
  const rows = claims.map(({ claim, paper, measured, holds }) => [judged(holds), claim, text(paper), text(measured)]);
  const images = pictures.map(([file, svg]) => h("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `${title}: ${file}. The numbers stand in the tables below.` }));
  const numbers = tables.map(({ name, columns, rows }) =>
    h("details", {}, h("summary", {}, `${name}: ${rows.length} rows`), table(name, columns, rows.slice(0, SHOWN))));
  return section(`${name}: ${title}`, rows.length > 0 && table("The paper's claims", ["", "claim", "paper", "measured"], rows), ...images, ...numbers);
}

function judged(holds: unknown): string {
  return holds === true ? "✓ holds" : holds === false ? "✕ does not hold" : "? not decided";
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
