/** A canvas with a network: pan, zoom, and what is on it at a time. */

import { Camera } from "./camera";
import type { Point } from "./course";
import { type Emphasis, type Moving } from "./moving";
import { LIGHT, type Theme } from "./palette";
import { onPaper } from "./paper";
import type { Still } from "./still";

/** What becomes of clicks and drawn rectangles, in units of the drawing; without it, dragging pans. */
export interface Picker {
  point: (at: Point) => void;
  box: (from: Point, to: Point) => void;
}

/** A picture on paper: its width, and the bounds of its height, in pixels of CSS; and the dots of each of them. */
const PAPER = { width: 680, least: 240, most: 520, ratio: 2 };

/** What a stage shows on top of its network. */
export type Overlay = (context: CanvasRenderingContext2D, camera: Camera, theme: Theme) => void;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  /** The picture that paper shows in its place. */
  readonly paper: HTMLCanvasElement;
  readonly camera = new Camera();
  moving: Moving | null = null;
  emphasis: Emphasis = { cycles: [], worm: undefined };
  time = 0;
  overlay: Overlay | null = null;
  picker: Picker | null = null;
  /** The corners of the rectangle that is being drawn, in pixels. */
  private drawn: [Point, Point] | null = null;
  private still: Still;
  private theme: Theme;
  /** The network as it was drawn last, and by which camera. */
  private readonly kept = document.createElement("canvas");
  private keptBy = { scale: 0, x: 0, y: 0, theme: null as Theme | null, still: null as Still | null };
  private isDue = false;
  private isFitted = true;
  private sharpen: ReturnType<typeof setTimeout> | undefined;

  constructor(still: Still, theme: Theme, label: string) {
    this.still = still;
    this.theme = theme;
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    this.paper = onPaper(label, (paper) => this.drawForPrint(paper));
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.refresh();
  }

  setStill(still: Still): void {
    this.still = still;
    if (this.isFitted) this.fit();
    this.refresh();
  }

  /** Shows all of the network. */
  fit(): void {
    this.fitCamera();
    this.isFitted = true;
    this.refresh();
  }

  /** Shows what another camera showed. */
  keep({ scale, x, y }: Camera): void {
    Object.assign(this.camera, { scale, x, y });
    this.isFitted = false;
    this.refresh();
  }

  zoom(factor: number, at: Point = [this.width / 2, this.height / 2]): void {
    this.camera.zoom(factor, at);
    this.moved();
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.moved();
  }

  /** Draws with the next frame. */
  refresh(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.draw());
  }

  /** Draws now. */
  draw(): void {
    this.isDue = false;
    const context = this.canvas.getContext("2d");
    if (context === null || this.width === 0) return;
    const ratio = this.ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.theme.paper;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawKept(context);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.moving?.draw(context, this.camera, this.theme, this.time, this.emphasis);
    this.overlay?.(context, this.camera, this.theme);
    // They lie on the names that were drawn with the network.
    if (this.moving !== null || this.overlay !== null) this.still.drawNames(context, this.camera, this.theme, this.theme.ink);
    this.drawBox(context);
  }

  private fitCamera(): void {
    const context = this.canvas.getContext("2d");
    if (context !== null) this.still.fit(context, this.camera, this.width, this.height);
  }

  /** All of the network in light colours, however the reader looks at it. */
  private drawForPrint(canvas: HTMLCanvasElement): void {
    const { left, top, right, bottom } = this.still.box;
    const height = Math.round(Math.min(Math.max((PAPER.width * (bottom - top)) / (right - left), PAPER.least), PAPER.most));
    [canvas.width, canvas.height] = [PAPER.ratio * PAPER.width, PAPER.ratio * height];
    const [context, camera] = [canvas.getContext("2d")!, new Camera()];
    context.setTransform(PAPER.ratio, 0, 0, PAPER.ratio, 0, 0);
    this.still.fit(context, camera, PAPER.width, height);
    this.still.draw(context, camera, LIGHT);
    this.moving?.drawForPrint(context, camera, LIGHT);
    this.overlay?.(context, camera, LIGHT);
    this.still.drawNames(context, camera, LIGHT, LIGHT.ink);
  }

  private drawBox(context: CanvasRenderingContext2D): void {
    if (this.drawn === null) return;
    const [[x, y], [toX, toY]] = this.drawn;
    context.strokeStyle = this.theme.ink;
    context.setLineDash([4, 3]);
    context.strokeRect(x, y, toX - x, toY - y);
    context.setLineDash([]);
  }

  get width(): number {
    return this.canvas.clientWidth;
  }

  get height(): number {
    return this.canvas.clientHeight;
  }

  private get ratio(): number {
    return Math.min(window.devicePixelRatio || 1, 2);
  }

  /** While the camera moves, the kept picture is moved and scaled; it is drawn anew when the camera rests. */
  private drawKept(context: CanvasRenderingContext2D): void {
    const { camera, keptBy } = this;
    const isStale = keptBy.theme !== this.theme || keptBy.still !== this.still || this.kept.width !== this.canvas.width || this.kept.height !== this.canvas.height;
    if (isStale || this.sharpen === undefined) {
      const isSame = keptBy.scale === camera.scale && keptBy.x === camera.x && keptBy.y === camera.y;
      if (isStale || !isSame) this.redraw();
      context.drawImage(this.kept, 0, 0);
      return;
    }
    const factor = camera.scale / keptBy.scale;
    const [x, y] = [camera.x - keptBy.x * factor, camera.y - keptBy.y * factor].map((shift) => shift * this.ratio) as Point;
    context.drawImage(this.kept, x, y, this.kept.width * factor, this.kept.height * factor);
  }

  private redraw(): void {
    this.kept.width = this.canvas.width;
    this.kept.height = this.canvas.height;
    const context = this.kept.getContext("2d")!;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.still.draw(context, this.camera, this.theme);
    const { scale, x, y } = this.camera;
    this.keptBy = { scale, x, y, theme: this.theme, still: this.still };
  }

  private moved(): void {
    this.isFitted = false;
    clearTimeout(this.sharpen);
    this.sharpen = setTimeout(() => {
      this.sharpen = undefined;
      this.refresh();
    }, 120);
    this.refresh();
  }

  private resize(): void {
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    if (this.isFitted) this.fitCamera();
    this.draw();
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), [event.offsetX, event.offsetY]);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      const at: Point = [event.offsetX, event.offsetY];
      if (this.picker !== null && !event.shiftKey) this.drawn = [at, at];
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      if (this.drawn === null) this.pan(event.movementX, event.movementY);
      else this.drawn[1] = [event.offsetX, event.offsetY];
      this.refresh();
    });
    canvas.addEventListener("pointerup", () => this.pick());
    canvas.addEventListener("pointercancel", () => (this.drawn = null));
    canvas.addEventListener("dblclick", () => this.fit());
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** A click, or a rectangle, has ended. */
  private pick(): void {
    if (this.drawn === null || this.picker === null) return;
    const [from, to] = this.drawn;
    this.drawn = null;
    const isClick = Math.hypot(to[0] - from[0], to[1] - from[1]) < 5;
    if (isClick) this.picker.point(this.camera.toDrawing(to));
    else this.picker.box(this.camera.toDrawing(from), this.camera.toDrawing(to));
    this.refresh();
  }

  private key(event: KeyboardEvent): void {
    const step = 40;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
      "+": () => this.zoom(1.25),
      "=": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      "0": () => this.fit(),
    };
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}
