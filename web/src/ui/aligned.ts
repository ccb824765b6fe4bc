/** Curves as the library of charts takes them. */

import type { Curve } from "../data/documents";

type Column = (number | undefined)[];

/** The points of all curves on common places: for each its values, and the bounds of their intervals. Where a curve has no
 * point of its own it is undefined, so that its points are joined; null would part them. */
export function aligned(curves: Curve[]): [number[], ...Column[]] {
  const ends = curves.flatMap(({ ends_at }) => (ends_at === null ? [] : [ends_at[0]]));
  const xs = [...new Set([...curves.flatMap(({ points }) => points.map(([x]) => x)), ...ends])].sort((a, b) => a - b);
  const columns = curves.flatMap(({ points }) => {
    const at = new Map(points.map(([x, y, half]) => [x, [y, y - half, y + half] as const]));
    return [0, 1, 2].map((column) => xs.map((x) => at.get(x)?.[column]));
  });
  return [xs, ...columns];
}
