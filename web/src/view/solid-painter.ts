// Bodies of space on a plain canvas, faces from the back to the front: thumbnails, and where there is no WebGL.

import type { Body, Solid, Stage } from "../api";
import { colour, series, SERIES } from "../theme";

type V3 = [number, number, number];

/** Where a body of space is: position and quaternion (w, x, y, z). */
export function spatialPose(body: Body, row: number[]): { position: V3; turn: [number, number, number, number] } {
  const from = body.column === undefined ? body.place ?? [0, 0, 0, 1, 0, 0, 0] : row.slice(body.column, body.column + 7);
  return { position: [from[0]!, from[1]!, from[2]!], turn: [from[3]!, from[4]!, from[5]!, from[6]!] };
}

/** The surface of a body. */
export function solidOf(stage: Stage, body: Body): Solid | undefined {
  return body.solid === undefined ? undefined : stage.solids?.[body.solid];
}

function rotate([w, x, y, z]: readonly number[], [a, b, c]: readonly number[]): V3 {
  const [tx, ty, tz] = [2 * (y! * c! - z! * b!), 2 * (z! * a! - x! * c!), 2 * (x! * b! - y! * a!)];
  return [a! + w! * tx + y! * tz - z! * ty, b! + w! * ty + z! * tx - x! * tz, c! + w! * tz + x! * ty - y! * tx];
}

/** From so many faces on their edges would hide them. */
const CROWDED = 20000;

/** Seen from above and the side, as the films show it. */
const [AZIMUTH, HEIGHT] = [-0.9, 0.45];

function project([x, y, z]: V3): V3 {
  const [ca, sa, ch, sh] = [Math.cos(AZIMUTH), Math.sin(AZIMUTH), Math.cos(HEIGHT), Math.sin(HEIGHT)];
  const [right, away] = [ca * x + sa * y, ca * y - sa * x];
  return [right, ch * z + sh * away, ch * away - sh * z];
}

/** Whether a face, counter-clockwise from outside, is seen from its outer side. */
function looksHere(points: V3[]): boolean {
  const area = points.reduce((sum, [x, y], k) => {
    const [nx, ny] = points[(k + 1) % points.length]!;
    return sum + x * ny - nx * y;
  }, 0);
  return area > 0;
}

/** The radius of a surface that is a ball. */
export function ball(solid: Solid): number | undefined {
  const far = solid.vertices.map((vertex) => Math.hypot(...vertex));
  const radius = Math.max(...far);
  return far.length > 60 && Math.min(...far) > 0.98 * radius ? radius : undefined;
}

/** What is painted: the outline of a face, or the centre of a ball and its radius; `shade` is how far from the light it is, from 0 to 1. */
interface Piece { points: V3[]; radius: number; level: number; depth: number; paint: string; shade: number }

/** Towards the light: to the right, up, away; a unit vector. */
const LIGHT: V3 = [-0.35, 0.8, -0.487];

/** How far a face that is seen is turned from the light. */
function shade(points: V3[]): number {
  const [[x0, y0, z0], [x1, y1, z1], [x2, y2, z2]] = points as [V3, V3, V3];
  const [a, b] = [[x1 - x0, y1 - y0, z1 - z0], [x2 - x0, y2 - y0, z2 - z0]] as [V3, V3];
  // Right, up and away are left-handed: the other product points outward.
  const normal: V3 = [a[2] * b[1] - a[1] * b[2], a[0] * b[2] - a[2] * b[0], a[1] * b[0] - a[0] * b[1]];
  const along = normal.reduce((sum, part, k) => sum + part * LIGHT[k]!, 0) / (Math.hypot(...normal) || 1);
  return 1 - Math.max(along, 0);
}

/** The pieces of all bodies. A ball is a disc, of which there may be ten thousand: its faces would take a minute. */
function pieces(stage: Stage, row: number[]): Piece[] {
  const paints = [colour("fixed"), ...Array.from({ length: SERIES }, (_, index) => series(index))];
  const balls = new Map(stage.solids?.map((solid) => [solid, ball(solid)]));
  const all: Piece[] = [];
  let moving = 0;
  for (const body of stage.bodies) {
    const { position, turn } = spatialPose(body, row);
    const paint = paints[body.role === "fixed" ? 0 : 1 + (moving++ % SERIES)]!;
    const solid = solidOf(stage, body);
    const radius = solid && balls.get(solid);
    if (radius !== undefined) {
      const centre = project(position);
      all.push({ points: [centre], radius, level: position[2], depth: centre[2], paint, shade: 0 });
      continue;
    }
    const corners = (solid?.vertices ?? []).map((vertex) => {
      const [x, y, z] = rotate(turn, vertex);
      return project([x + position[0], y + position[1], z + position[2]]);
    });
    for (const face of solid?.faces ?? []) {
      const points = face.map((index) => corners[index]!);
      if (looksHere(points)) all.push({ points, radius: 0, level: position[2], depth: points.reduce((sum, point) => sum + point[2], 0) / points.length, paint, shade: shade(points) });
    }
  }
  // Seen from above: bodies from below upwards, the faces of each from the back to the front.
  return all.sort((a, b) => a.level - b.level || b.depth - a.depth);
}

/** Left, right, bottom and top of what is painted. */
function bounds(all: Piece[]): [number, number, number, number] {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { points, radius } of all) for (const [x, y] of points) {
    [left, right, bottom, top] = [Math.min(left, x - radius), Math.max(right, x + radius), Math.min(bottom, y - radius), Math.max(top, y + radius)];
  }
  return [left, right, bottom, top];
}

/** Draws the bodies of a row. */
export function paintSolids(canvas: HTMLCanvasElement, stage: Stage, row: number[]): void {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || 240, canvas.clientHeight || 150];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d")!;
  context.scale(ratio, ratio);
  const all = pieces(stage, row);
  if (all.length === 0) return;
  const [left, right, bottom, top] = bounds(all);
  const scale = 0.86 * Math.min(width / Math.max(right - left, 1e-9), height / Math.max(top - bottom, 1e-9));
  context.strokeStyle = colour("panel");
  context.lineWidth = 0.6;
  const place = ([x, y]: V3): [number, number] => [width / 2 + (x - (left + right) / 2) * scale, height / 2 - (y - (bottom + top) / 2) * scale];
  for (const { points, radius, paint, shade } of all) {
    context.beginPath();
    const [x, y] = place(points[0]!);
    if (radius > 0) context.arc(x, y, radius * scale, 0, 2 * Math.PI);
    else points.map(place).forEach((point) => context.lineTo(...point));
    context.closePath();
    context.fillStyle = paint;
    context.fill();
    context.fillStyle = radius > 0 ? round(context, x, y, radius * scale) : `rgb(0 0 0 / ${(0.4 * shade).toFixed(3)})`;
    context.fill();
    if (all.length < CROWDED) context.stroke();
  }
}

/** The shade of a ball: lightest where it looks at the light. A small one has none. */
function round(context: CanvasRenderingContext2D, x: number, y: number, radius: number): CanvasGradient | string {
  if (radius < 3) return "transparent";
  const gradient = context.createRadialGradient(x + LIGHT[0] * radius * 0.6, y - LIGHT[1] * radius * 0.6, 0, x, y, 1.2 * radius);
  gradient.addColorStop(0, "rgb(0 0 0 / 0)");
  gradient.addColorStop(1, "rgb(0 0 0 / 0.4)");
  return gradient;
}
