/** The data that was put into the page. */

import type { PageDocument } from "./documents";

/** The data; null in a page that has none. */
export function dataOf(document: Document): PageDocument | null {
  const text = document.getElementById("data")?.textContent ?? "null";
  return checked(JSON.parse(text));
}

/** Refuses what this page does not read. */
export function checked(value: unknown): PageDocument | null {
  if (value === null) return null;
  const page = value as Partial<PageDocument>;
  if (page.format !== "wormcast-page") throw new Error("this is no `wormcast-page`");
  if (page.version !== 1) throw new Error(`version ${page.version} of \`wormcast-page\` is not read; 1 is`);
  return page as PageDocument;
}
