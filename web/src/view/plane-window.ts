// The window onto the plane: wheel or pinch zooms, dragging moves it, and what lies under the pointer can be asked.

import type { Body, Stage } from "../api";
import type { Motion } from "../scene/motion";
import { corners, inside, place, pose, turn } from "./outline";

/** A press that someone else takes: told where the pointer moves. */
export type Grip = (at: [number, number]) => void;

/** Centre of the window and pixels per metre. */
interface Window { x: number; y: number; scale: number }

export class PlaneWindow {
  protected window: Window = { x: 0, y: 0, scale: 100 };
  private fitted = true;
  protected readonly context: CanvasRenderingContext2D;
  protected size = { width: 1, height: 1 };
  protected stage: Stage | undefined;
  private redraw: () => void = () => {};
  /** Told where a press began, in the world; may take it away from the window. */
  grab: ((at: [number, number]) => Grip | undefined) | undefined;

  constructor(readonly canvas: HTMLCanvasElement, protected readonly live = true) {
    this.context = canvas.getContext("2d")!;
    if (!live) return;
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const over of ["pointerup", "pointercancel"] as const) canvas.addEventListener(over, (event) => this.lift(event));
    canvas.addEventListener("dblclick", () => this.fit());
  }

  setStage(stage: Stage, redraw: () => void): void {
    this.stage = stage;
    this.redraw = redraw;
    this.bounds = this.reach([stage.row], [stage.sketch]);
    this.resize();
  }

  private bounds = { left: -1, right: 1, bottom: -1, top: 1 };

  /** Takes in the whole motion, unless the user has chosen a window. */
  include(motion: Motion): void {
    const step = Math.max(1, Math.floor(motion.rows.length / 200));
    const some = (list: number[][]) => list.filter((_, index) => index % step === 0);
    this.bounds = this.reach(motion.rows.length ? some(motion.rows) : [motion.stage.row], motion.rows.length ? some(motion.sketches) : [motion.stage.sketch]);
    if (this.fitted) this.fit();
  }

  /** Keeps the window as it is. */
  hold(): void {
    this.fitted = false;
  }

  /** Takes everything in if a body is not wholly seen at the start. */
  show(name: string | undefined): void {
    const body = this.stage?.bodies.find((one) => one.name === name);
    if (!body || !this.stage) return;
    const at = pose(body, this.stage.row);
    const seen = body.outlines.flatMap(corners).map((point) => this.toScreen(place(point, at)));
    if (seen.some(([x, y]) => x < 0 || y < 0 || x > this.size.width || y > this.size.height)) this.fit();
  }

  /** The width of the window, in metres. */
  get width(): number {
    return this.size.width / this.window.scale;
  }

  fit(): void {
    this.fitted = true;
    const { left, right, bottom, top } = this.bounds;
    const [width, height] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
    const scale = 0.86 * Math.min(this.size.width / width, this.size.height / height);
    this.window = { x: (left + right) / 2, y: (bottom + top) / 2, scale };
    this.redraw();
  }

  private reach(rows: number[][], sketches: number[][]): PlaneWindow["bounds"] {
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    const see = ([x, y]: readonly number[]) => {
      if (!Number.isFinite(x!) || !Number.isFinite(y!)) return;
      [left, right, bottom, top] = [Math.min(left, x!), Math.max(right, x!), Math.min(bottom, y!), Math.max(top, y!)];
    };
    for (const body of this.stage?.bodies ?? []) {
      const points = body.outlines.flatMap(corners);
      for (const row of body.column === undefined ? rows.slice(0, 1) : rows) {
        const at = pose(body, row);
        if (points.length === 0 && body.role !== "fixed") see(at);
        points.forEach((point) => see(place(point, at)));
      }
    }
    for (const sketch of sketches) for (let k = 0; k + 1 < sketch.length; k += 2) see([sketch[k]!, sketch[k + 1]!]);
    // A floor that bodies come near belongs to the picture.
    const span = Math.max(right - left, top - bottom, 1e-6);
    for (const body of this.stage?.bodies ?? []) for (const outline of body.outlines) {
      if (outline.kind !== "half-space" || !Number.isFinite(left)) continue;
      const at = pose(body, rows[0]!);
      const [px, py] = place(outline.point, at);
      const [nx, ny] = turn(outline.normal, at[2]);
      const middle = [(left + right) / 2, (bottom + top) / 2] as const;
      const distance = (middle[0] - px) * nx + (middle[1] - py) * ny;
      if (Math.abs(distance) < 6 * span) see([middle[0] - distance * nx, middle[1] - distance * ny]);
    }
    if (!Number.isFinite(left)) return { left: -1, right: 1, bottom: -1, top: 1 };
    const least = 1e-3 * span + 1e-6;
    return { left: left - least, right: right + least, bottom: bottom - least, top: top + least };
  }

  private resize(): void {
    const ratio = devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.size = { width, height };
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.fitted) this.fit();
    else this.redraw();
  }

  protected toScreen([x, y]: readonly number[]): [number, number] {
    const { x: cx, y: cy, scale } = this.window;
    return [this.size.width / 2 + (x! - cx) * scale, this.size.height / 2 - (y! - cy) * scale];
  }

  /** The point of the world under a pointer. */
  toWorld(event: { clientX: number; clientY: number }): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const { x, y, scale } = this.window;
    return [x + (event.clientX - box.left - this.size.width / 2) / scale, y - (event.clientY - box.top - this.size.height / 2) / scale];
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(Math.exp(-0.0015 * event.deltaY), this.toWorld(event));
  }

  /** Makes the picture larger about a point. */
  zoom(factor: number, [x, y]: [number, number] = [this.window.x, this.window.y]): void {
    this.fitted = false;
    const { window } = this;
    this.window = { x: x + (window.x - x) / factor, y: y + (window.y - y) / factor, scale: window.scale * factor };
    this.redraw();
  }

  /** Fingers, or the mouse, that are down: where they are, by their number. */
  private readonly fingers = new Map<number, { clientX: number; clientY: number }>();
  /** What the first finger holds. */
  private grip: Grip | undefined;

  private press(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    // A second finger pinches, whatever the first has taken; it stays where it was dragged to.
    this.grip = this.fingers.size === 0 ? this.grab?.(this.toWorld(event)) : undefined;
    this.fingers.set(event.pointerId, event);
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (this.grip) return this.grip(this.toWorld(event));
    const old = this.spread();
    this.fingers.set(event.pointerId, event);
    const now = this.spread();
    this.fitted = false;
    const { window } = this;
    this.window = { ...window, x: window.x - (now.clientX - old.clientX) / window.scale, y: window.y + (now.clientY - old.clientY) / window.scale };
    if (old.far > 0 && now.far > 0) this.zoom(now.far / old.far, this.toWorld(now));
    else this.redraw();
  }

  private lift(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.grip = undefined;
  }

  /** The middle of the first two fingers, and how far they are apart; 0 for one. */
  private spread(): { clientX: number; clientY: number; far: number } {
    const [a, b] = this.fingers.values();
    if (!a) return { clientX: 0, clientY: 0, far: 0 };
    if (!b) return { clientX: a.clientX, clientY: a.clientY, far: 0 };
    return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2, far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  }

  /** The bodies at a point of the world, the topmost first, fixed ones last. */
  bodiesAt([x, y]: [number, number], row: number[]): Body[] {
    const near = 8 / this.window.scale;
    const here = (this.stage?.bodies ?? []).filter((body) => {
      const at = pose(body, row);
      const [dx, dy] = turn([x - at[0], y - at[1]], -at[2]);
      return body.outlines.length ? body.outlines.some((outline) => inside(outline, dx, dy, near)) : body.role !== "fixed" && Math.hypot(dx, dy) <= near;
    });
    return [...here.filter((body) => body.role !== "fixed").reverse(), ...here.filter((body) => body.role === "fixed").reverse()];
  }
}
