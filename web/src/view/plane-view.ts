// Bodies of the plane on a canvas.

import type { Outline } from "../api";
import { push, type Instant, type Motion } from "../scene/motion";
import { niceStep, short } from "../number";
import { colour, enlarged, pictureFont, series } from "../theme";
import { place, pose, turn, type Pose } from "./outline";
import { PlaneWindow } from "./plane-window";

export interface Shown { trails: boolean; forces: boolean; impulses: boolean; names: boolean }

/** Something that is being put into the plane, drawn over the bodies. */
export interface Ghost { outlines: Outline[]; at: Pose; wrong: boolean }

export class PlaneView extends PlaneWindow {
  ghost: Ghost | undefined;
  /** How much thicker lines are, on very large screens. */
  private k = 1;

  /** Draws an instant; the motion, if there is one, for trails and impulses. `shade` draws it pale, over what is there. */
  draw(instant: Instant, t: number, motion: Motion | undefined, shown: Shown, chosen?: string): void {
    if (!this.stage) return;
    const { context } = this;
    this.k = enlarged();
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
    this.k = enlarged();
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
      if (labels) this.number(`${short(Math.abs(x) < 1e-9 * step ? 0 : x, 4)} m`, sx + 3);
    }
    for (let y = Math.floor(top / step) * step; (top - y) * window.scale < size.height; y -= step) {
      const [, sy] = this.toScreen([0, y]);
      context.moveTo(0, sy);
      context.lineTo(size.width, sy);
      if (labels && sy < size.height - 24 && sy > 14) context.fillText(`${short(Math.abs(y) < 1e-9 * step ? 0 : y, 4)} m`, 4, sy - 3);
    }
    if (!labels) context.stroke();
  }

  /** A number along the lower edge, unless the picture ends before it does. */
  private number(text: string, x: number): void {
    if (x + this.context.measureText(text).width <= this.size.width) this.context.fillText(text, x, this.size.height - 5);
  }

  private bodies(row: number[], paint: (index: number) => string, chosen?: string, pale = false): void {
    let moving = 0;
    for (const body of this.stage!.bodies) {
      const at = pose(body, row);
      const fixed = body.role === "fixed";
      const line = fixed ? colour("ink") : paint(moving);
      if (!fixed) moving += 1;
      if (fixed && pale) continue;
      const isPoint = (outline: Outline) => outline.kind === "polyline" && outline.points.length === 1;
      for (const outline of body.outlines) if (!isPoint(outline)) this.outline(outline, at, line, fixed, body.name === chosen);
      // What has no extent is a dot all the same.
      if (!fixed && body.outlines.every(isPoint)) this.dot(at, line, body.name === chosen);
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
    context.lineWidth = (chosen ? 3.5 : 1.8) * this.k;
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

  private dot([px, py]: Pose, line: string, chosen: boolean): void {
    const [x, y] = this.toScreen([px, py]);
    this.context.beginPath();
    this.context.arc(x, y, (chosen ? 8 : 5.5) * this.k, 0, 2 * Math.PI);
    this.context.fillStyle = line;
    this.context.fill();
  }

  private sketches(points: number[], paint?: string): void {
    const { context } = this;
    let first = 0;
    context.strokeStyle = paint ?? colour("ink");
    context.lineWidth = 1.5 * this.k;
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
      context.lineWidth = 1.2 * this.k;
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
      if (largest > 0) this.arrow([x, y], [(70 * this.k * fx) / largest, (-70 * this.k * fy) / largest], colour("force"));
    }
  }

  /** Impacts of the last moments, fading. */
  private impulses(motion: Motion, t: number): void {
    const largest = motion.largestImpulse || 1;
    for (const { event, fresh } of motion.recent(t)) {
      const [ix = 0, iy = 0] = push(event) ?? [];
      this.context.globalAlpha = fresh;
      this.arrow([event.point![0]!, event.point![1]!], [(80 * this.k * ix) / largest, (-80 * this.k * iy) / largest], colour("arrow"));
      this.context.globalAlpha = 1;
    }
  }

  private arrow(from: [number, number], [dx, dy]: [number, number], paint: string): void {
    const length = Math.hypot(dx, dy);
    if (length < 1.5) return;
    const { context } = this;
    const [x, y] = this.toScreen(from);
    const head = Math.min(8 * this.k, length / 2);
    const [ux, uy] = [dx / length, dy / length];
    context.strokeStyle = paint;
    context.fillStyle = paint;
    context.lineWidth = 2.2 * this.k;
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
}

function zigzag(a: [number, number], b: [number, number]): [number, number][] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const wide = Math.min(7, length / 8);
  const at = (share: number, side: number): [number, number] => [a[0] + share * dx - (side * wide * dy) / length, a[1] + share * dy + (side * wide * dx) / length];
  const windings = Array.from({ length: 14 }, (_, k) => at(0.12 + (0.76 * (k + 0.5)) / 14, k % 2 ? -1 : 1));
  return [a, at(0.12, 0), ...windings, at(0.88, 0), b];
}
