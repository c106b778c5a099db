// Bodies of the plane on a canvas: wheel or pinch zooms, dragging moves the window.

import type { Body, Outline, Stage } from "../api";
import { push, type Instant, type Motion } from "../scene/motion";
import { niceStep, short } from "../number";
import { colour, pictureFont, series } from "../theme";

export interface Shown { trails: boolean; forces: boolean; impulses: boolean; names: boolean }

/** Something that is being put into the plane, drawn over the bodies. */
export interface Ghost { outlines: Outline[]; at: Pose; wrong: boolean }

/** A press that someone else takes: told where the pointer moves, and that it is let go. */
export interface Grip { move: (at: [number, number]) => void; drop: () => void }

/** x, y, angle of a body. */
export type Pose = [number, number, number];

/** Centre of the window and pixels per metre. */
interface Window { x: number; y: number; scale: number }

export function pose(body: Body, row: number[]): Pose {
  if (body.column !== undefined) return [row[body.column]!, row[body.column + 1]!, row[body.column + 2]!];
  const [x = 0, y = 0, angle = 0] = body.place ?? [];
  return [x, y, angle];
}

function turn([x, y]: readonly number[], angle: number): [number, number] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x! - s * y!, s * x! + c * y!];
}

/** A point of a body in the world. */
function place(point: readonly number[], [x, y, angle]: Pose): [number, number] {
  const [dx, dy] = turn(point, angle);
  return [x + dx, y + dy];
}

/** The corners of what has an end. */
function corners(outline: Outline): [number, number][] {
  if (outline.kind === "polyline") return outline.points;
  if (outline.kind === "half-space") return [];
  const { centre: [x, y], radius: r } = outline;
  return [[x - r, y - r], [x + r, y + r], [x - r, y + r], [x + r, y - r]];
}

export class PlaneView {
  private window: Window = { x: 0, y: 0, scale: 100 };
  private fitted = true;
  private readonly context: CanvasRenderingContext2D;
  private size = { width: 1, height: 1 };
  private stage: Stage | undefined;
  private redraw: () => void = () => {};
  /** Told where a press began, in the world; may take it away from the window. */
  grab: ((at: [number, number]) => Grip | undefined) | undefined;
  ghost: Ghost | undefined;

  constructor(readonly canvas: HTMLCanvasElement, private readonly live = true) {
    this.context = canvas.getContext("2d")!;
    if (!live) return;
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
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

  private reach(rows: number[][], sketches: number[][]): PlaneView["bounds"] {
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

  private toScreen([x, y]: readonly number[]): [number, number] {
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

  private press(event: PointerEvent): void {
    const taken = this.grab?.(this.toWorld(event));
    let last = [event.clientX, event.clientY];
    const move = (moved: PointerEvent) => {
      if (taken) return taken.move(this.toWorld(moved));
      this.fitted = false;
      const { window } = this;
      this.window = { ...window, x: window.x - (moved.clientX - last[0]!) / window.scale, y: window.y + (moved.clientY - last[1]!) / window.scale };
      last = [moved.clientX, moved.clientY];
      this.redraw();
    };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener("pointermove", move);
    const end = () => {
      this.canvas.removeEventListener("pointermove", move);
      taken?.drop();
    };
    this.canvas.addEventListener("pointerup", end, { once: true });
  }

  /** Draws an instant; the motion, if there is one, for trails and impulses. `shade` draws it pale, over what is there. */
  draw(instant: Instant, t: number, motion: Motion | undefined, shown: Shown, chosen?: string): void {
    if (!this.stage) return;
    const { context } = this;
    context.clearRect(0, 0, this.size.width, this.size.height);
    if (this.live) this.grid(false);
    if (shown.trails && motion) this.trails(motion, t);
    this.bodies(instant.row, (index) => series(index), chosen);
    this.sketches(instant.sketch);
    if (this.live) this.grid(true);
    if (shown.names) this.names(instant.row);
    if (shown.forces) this.forces(instant.forces, motion);
    if (shown.impulses && motion) this.impulses(motion, t);
    const { ghost } = this;
    if (ghost) for (const outline of ghost.outlines) this.outline(outline, ghost.at, colour(ghost.wrong ? "warn" : "accent"), false, true);
  }

  /** Draws the bodies of several motions of one scene over each other, each in one colour. */
  overlay(motions: Motion[], t: number, colours: string[], shown: Shown): void {
    if (!this.stage) return;
    this.context.clearRect(0, 0, this.size.width, this.size.height);
    this.grid(false);
    const instants = motions.map((motion) => motion.at(t));
    if (shown.trails) motions.forEach((motion, index) => this.trails(motion, t, colours[index]));
    instants.forEach((instant, index) => {
      this.bodies(instant.row, () => colours[index]!, undefined, index > 0);
      this.sketches(instant.sketch, colours[index]);
    });
    this.grid(true);
    if (shown.names && instants[0]) this.names(instants[0].row);
  }

  /** Lines under the bodies, or their numbers above them. */
  private grid(labels: boolean): void {
    const { context, size, window } = this;
    const step = niceStep(size.width / window.scale, Math.max(size.width / 110, 2));
    const [left, top] = [window.x - size.width / 2 / window.scale, window.y + size.height / 2 / window.scale];
    context.lineWidth = 1;
    context.strokeStyle = colour("grid");
    context.fillStyle = colour("muted");
    context.font = pictureFont();
    context.beginPath();
    for (let x = Math.ceil(left / step) * step; (x - left) * window.scale < size.width; x += step) {
      const [sx] = this.toScreen([x, 0]);
      context.moveTo(sx, 0);
      context.lineTo(sx, size.height);
      if (labels) context.fillText(`${short(Math.abs(x) < 1e-9 * step ? 0 : x, 4)} m`, sx + 3, size.height - 5);
    }
    for (let y = Math.floor(top / step) * step; (top - y) * window.scale < size.height; y -= step) {
      const [, sy] = this.toScreen([0, y]);
      context.moveTo(0, sy);
      context.lineTo(size.width, sy);
      if (labels && sy < size.height - 24 && sy > 14) context.fillText(`${short(Math.abs(y) < 1e-9 * step ? 0 : y, 4)} m`, 4, sy - 3);
    }
    if (!labels) context.stroke();
  }

  private bodies(row: number[], paint: (index: number) => string, chosen?: string, pale = false): void {
    let moving = 0;
    for (const body of this.stage!.bodies) {
      const at = pose(body, row);
      const fixed = body.role === "fixed";
      const line = fixed ? colour("ink") : paint(moving);
      if (!fixed) moving += 1;
      if (fixed && pale) continue;
      for (const outline of body.outlines) this.outline(outline, at, line, fixed, body.name === chosen);
      if (body.outlines.length === 0 && !fixed) this.dot(at, line);
    }
  }

  private outline(outline: Outline, at: Pose, line: string, fixed: boolean, chosen: boolean): void {
    const { context } = this;
    if (outline.kind === "half-space") return this.ground(outline, at);
    context.beginPath();
    if (outline.kind === "circle") {
      const [x, y] = this.toScreen(place(outline.centre, at));
      const radius = outline.radius * this.window.scale;
      const [ex, ey] = this.toScreen(place([outline.centre[0] + outline.radius, outline.centre[1]], at));
      context.moveTo(ex, ey);
      context.arc(x, y, radius, Math.atan2(ey - y, ex - x), Math.atan2(ey - y, ex - x) + 2 * Math.PI);
      context.moveTo(x, y);
      context.lineTo(ex, ey);
    } else {
      outline.points.forEach((point, index) => {
        const [x, y] = this.toScreen(place(point, at));
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
      if (outline.closed) context.closePath();
    }
    context.fillStyle = fixed ? colour("ground") : line;
    context.globalAlpha = fixed ? 0.9 : 0.22;
    if (outline.kind === "circle" || outline.closed) context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = line;
    context.lineWidth = chosen ? 3.5 : 1.8;
    context.lineJoin = "round";
    context.stroke();
  }

  /** A half-space: its edge, and its matter shaded. */
  private ground(outline: Extract<Outline, { kind: "half-space" }>, at: Pose): void {
    const { context } = this;
    const [x, y] = this.toScreen(place(outline.point, at));
    const [nx, ny] = turn(outline.normal, at[2]);
    const far = 4 * (this.size.width + this.size.height) + Math.hypot(x, y);
    const [tx, ty] = [-ny, -nx];
    context.beginPath();
    context.moveTo(x + far * tx, y + far * ty);
    context.lineTo(x - far * tx, y - far * ty);
    context.lineTo(x - far * tx - far * nx, y - far * ty + far * ny);
    context.lineTo(x + far * tx - far * nx, y + far * ty + far * ny);
    context.fillStyle = colour("ground");
    context.fill();
    context.beginPath();
    context.moveTo(x + far * tx, y + far * ty);
    context.lineTo(x - far * tx, y - far * ty);
    context.strokeStyle = colour("ink");
    context.lineWidth = 1.5;
    context.stroke();
  }

  private dot([px, py]: Pose, line: string): void {
    const [x, y] = this.toScreen([px, py]);
    this.context.beginPath();
    this.context.arc(x, y, 4, 0, 2 * Math.PI);
    this.context.fillStyle = line;
    this.context.fill();
  }

  private sketches(points: number[], paint?: string): void {
    const { context } = this;
    let first = 0;
    context.strokeStyle = paint ?? colour("ink");
    context.lineWidth = 1.5;
    for (const { kind, points: count } of this.stage!.sketches) {
      const own = Array.from({ length: count }, (_, k) => this.toScreen([points[2 * (first + k)]!, points[2 * (first + k) + 1]!]));
      first += count;
      context.beginPath();
      if (kind === "pin" || kind.startsWith("torsion")) {
        const [x, y] = own[0] ?? [0, 0];
        context.arc(x, y, kind === "pin" ? 4 : 9, 0, 2 * Math.PI);
        context.fillStyle = colour("panel");
        if (kind === "pin") context.fill();
      } else if (kind === "spring" && own.length === 2) {
        zigzag(own[0]!, own[1]!).forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
      } else {
        own.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
      }
      context.stroke();
    }
  }

  private names(row: number[]): void {
    const { context } = this;
    context.font = pictureFont();
    context.fillStyle = colour("ink");
    for (const body of this.stage!.bodies) {
      if (body.role === "fixed") continue;
      const [x, y] = this.toScreen(pose(body, row));
      context.fillText(body.name, x + 6, y - 6);
    }
  }

  private trails(motion: Motion, t: number, paint?: string): void {
    const { context } = this;
    const last = motion.index(t);
    let moving = 0;
    for (const body of this.stage!.bodies) {
      if (body.column === undefined) continue;
      context.strokeStyle = paint ?? series(moving);
      moving += 1;
      if (moving > 60) return;
      context.globalAlpha = 0.55;
      context.lineWidth = 1.2;
      context.beginPath();
      for (let i = 0; i <= last && i < motion.rows.length; i += 1) {
        const [x, y] = this.toScreen(pose(body, motion.rows[i]!));
        if (i === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.stroke();
      context.globalAlpha = 1;
    }
  }

  private forces(forces: number[], motion: Motion | undefined): void {
    if (!motion) return;
    const largest = motion.largestForce;
    for (let k = 0; k + 3 < forces.length; k += 4) {
      const [x, y, fx, fy] = [forces[k]!, forces[k + 1]!, forces[k + 2]!, forces[k + 3]!];
      if (largest > 0) this.arrow([x, y], [(70 * fx) / largest, (-70 * fy) / largest], colour("force"));
    }
  }

  /** Impacts of the last moments, fading. */
  private impulses(motion: Motion, t: number): void {
    const largest = motion.largestImpulse || 1;
    for (const { event, fresh } of motion.recent(t)) {
      const [ix = 0, iy = 0] = push(event) ?? [];
      this.context.globalAlpha = fresh;
      this.arrow([event.point![0]!, event.point![1]!], [(80 * ix) / largest, (-80 * iy) / largest], colour("impulse"));
      this.context.globalAlpha = 1;
    }
  }

  private arrow(from: [number, number], [dx, dy]: [number, number], paint: string): void {
    const length = Math.hypot(dx, dy);
    if (length < 1.5) return;
    const { context } = this;
    const [x, y] = this.toScreen(from);
    const head = Math.min(8, length / 2);
    const [ux, uy] = [dx / length, dy / length];
    context.strokeStyle = paint;
    context.fillStyle = paint;
    context.lineWidth = 2.2;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx - ux * head, y + dy - uy * head);
    context.stroke();
    context.beginPath();
    context.moveTo(x + dx, y + dy);
    context.lineTo(x + dx - head * (ux + 0.5 * uy), y + dy - head * (uy - 0.5 * ux));
    context.lineTo(x + dx - head * (ux - 0.5 * uy), y + dy - head * (uy + 0.5 * ux));
    context.fill();
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

/** Whether a point of the body's frame lies in or near an outline. */
function inside(outline: Outline, x: number, y: number, near: number): boolean {
  if (outline.kind === "half-space") return Math.abs((x - outline.point[0]) * outline.normal[0] + (y - outline.point[1]) * outline.normal[1]) <= near;
  if (outline.kind === "circle") return Math.hypot(x - outline.centre[0], y - outline.centre[1]) <= outline.radius + near;
  const { points } = outline;
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [points[i]!, points[j]!];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
    const length = Math.hypot(xj - xi, yj - yi) || 1e-12;
    const along = Math.min(Math.max(((x - xi) * (xj - xi) + (y - yi) * (yj - yi)) / length / length, 0), 1);
    if (Math.hypot(x - xi - along * (xj - xi), y - yi - along * (yj - yi)) <= near) return true;
  }
  return odd;
}

function zigzag(a: [number, number], b: [number, number]): [number, number][] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const wide = Math.min(7, length / 8);
  const at = (share: number, side: number): [number, number] => [a[0] + share * dx - (side * wide * dy) / length, a[1] + share * dy + (side * wide * dx) / length];
  const windings = Array.from({ length: 14 }, (_, k) => at(0.12 + (0.76 * (k + 0.5)) / 14, k % 2 ? -1 : 1));
  return [a, at(0.12, 0), ...windings, at(0.88, 0), b];
}
