// Outlines of bodies of the plane: where they are, and what lies inside them.

import type { Body, Outline } from "../api";

/** x, y, angle of a body. */
export type Pose = [number, number, number];

export function pose(body: Body, row: number[]): Pose {
  if (body.column !== undefined) return [row[body.column]!, row[body.column + 1]!, row[body.column + 2]!];
  const [x = 0, y = 0, angle = 0] = body.place ?? [];
  return [x, y, angle];
}

export function turn([x, y]: readonly number[], angle: number): [number, number] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x! - s * y!, s * x! + c * y!];
}

/** A point of a body in the world. */
export function place(point: readonly number[], [x, y, angle]: Pose): [number, number] {
  const [dx, dy] = turn(point, angle);
  return [x + dx, y + dy];
}

/** The corners of what has an end. */
export function corners(outline: Outline): [number, number][] {
  if (outline.kind === "polyline") return outline.points;
  if (outline.kind === "half-space") return [];
  const { centre: [x, y], radius: r } = outline;
  return [[x - r, y - r], [x + r, y + r], [x - r, y + r], [x + r, y - r]];
}

/** Whether a point of the body's frame lies in or near an outline. */
export function inside(outline: Outline, x: number, y: number, near: number): boolean {
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
