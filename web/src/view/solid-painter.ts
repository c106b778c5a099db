// Bodies of space on a plain canvas, faces from the back to the front: thumbnails, and where there is no WebGL.

import type { Body, Solid, Stage } from "../api";
import { colour, series } from "../theme";

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

/** Draws the bodies of a row. */
export function paintSolids(canvas: HTMLCanvasElement, stage: Stage, row: number[]): void {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || 240, canvas.clientHeight || 150];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d")!;
  context.scale(ratio, ratio);
  const faces: { points: V3[]; level: number; depth: number; paint: string }[] = [];
  let moving = 0;
  for (const body of stage.bodies) {
    const { position, turn } = spatialPose(body, row);
    const paint = body.role === "fixed" ? colour("fixed") : series(moving++);
    const solid = solidOf(stage, body);
    const corners = (solid?.vertices ?? []).map((vertex) => {
      const [x, y, z] = rotate(turn, vertex);
      return project([x + position[0], y + position[1], z + position[2]]);
    });
    for (const face of solid?.faces ?? []) {
      const points = face.map((index) => corners[index]!);
      if (!looksHere(points)) continue;
      faces.push({ points, level: position[2], depth: points.reduce((sum, point) => sum + point[2], 0) / points.length, paint });
    }
  }
  const all = faces.flatMap((face) => face.points);
  if (all.length === 0) return;
  const bound = (axis: 0 | 1, pick: (...numbers: number[]) => number) => all.reduce((best, point) => pick(best, point[axis]), all[0]![axis]);
  const [left, right, bottom, top] = [bound(0, Math.min), bound(0, Math.max), bound(1, Math.min), bound(1, Math.max)];
  const scale = 0.86 * Math.min(width / Math.max(right - left, 1e-9), height / Math.max(top - bottom, 1e-9));
  // Seen from above: bodies from below upwards, the faces of each from the back to the front.
  faces.sort((a, b) => a.level - b.level || b.depth - a.depth);
  for (const { points, paint } of faces) {
    context.beginPath();
    points.forEach(([x, y], k) => {
      const [sx, sy] = [width / 2 + (x - (left + right) / 2) * scale, height / 2 - (y - (bottom + top) / 2) * scale];
      if (k === 0) context.moveTo(sx, sy);
      else context.lineTo(sx, sy);
    });
    context.closePath();
    context.fillStyle = paint;
    context.strokeStyle = colour("panel");
    context.lineWidth = 0.6;
    context.fill();
    if (faces.length < CROWDED) context.stroke();
  }
}
