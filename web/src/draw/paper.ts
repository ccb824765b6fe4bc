/** Pictures for paper: what moves on the screen stands still in a print, and is drawn for it anew. */

const DRAWN = new WeakMap<HTMLCanvasElement, (canvas: HTMLCanvasElement) => void>();

/** A canvas that is seen in print alone; `draw` sets its size, too. */
export function onPaper(label: string, draw: (canvas: HTMLCanvasElement) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "paper";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  DRAWN.set(canvas, draw);
  return canvas;
}

/** Draws all of them as things are now. */
export function drawForPrint(): void {
  document.querySelectorAll<HTMLCanvasElement>("canvas.paper").forEach((canvas) => DRAWN.get(canvas)?.(canvas));
}
