// The impulse plane as SVG: energy conic, lines, admissible region, paths and ends of laws.

import type { Corner, Plane } from "../api";
import { s } from "../dom";
import { niceStep, short } from "../number";
import { enlarged } from "../theme";

export interface Path { name: string; title: string; colour: string; corners: Corner[]; gains: boolean }

const NAMES: Record<string, string> = {
  compression: "D_N = 0 (compression ends)",
  termination: "D_N = −e D_NA (Newton's end)",
  sticking: "D_T = 0 (sticking)",
  "friction-forward": "I_T = −μ I_N",
  "friction-backward": "I_T = μ I_N",
  "reverse-sliding": "reverse sliding",
};

/** Draws the plane into an SVG of this width, and of a height that fits it up to the greatest. */
export function impulsePlane(plane: Plane, paths: Path[], width: number, most = 640): SVGSVGElement {
  const height = Math.round(Math.min(Math.max(width * 0.72, 300), most));
  const k = enlarged();
  const margin = { left: 58 * k, right: 14 * k, top: 14 * k, bottom: 44 * k };
  const [inner, tall] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const [left, bottom, right, top] = equal(plane.window, inner / tall);
  const x = (value: number) => margin.left + ((value - left) / (right - left)) * inner;
  const y = (value: number) => margin.top + ((top - value) / (top - bottom)) * tall;
  const points = (list: readonly (readonly [number, number])[]) => list.map(([u, v]) => `${x(u).toFixed(2)},${y(v).toFixed(2)}`).join(" ");
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "impulse-plane", role: "img", "aria-label": `Impulse plane with ${paths.length} laws: ${paths.map((path) => path.title).join(", ")}` });
  const clip = `clip-${Math.random().toString(36).slice(2)}`;
  svg.append(s("clipPath", { id: clip }, s("rect", { x: margin.left, y: margin.top, width: inner, height: tall })));
  const inside = s("g", { "clip-path": `url(#${clip})` });
  grid(svg, { left, right, bottom, top, x, y, margin, inner, tall });
  inside.append(s("polygon", { points: points(plane.region), class: "region" }, s("title", {}, "Admissible: no energy gained, within friction, no longer approaching")));
  inside.append(s("polyline", { points: points(plane.conic), class: "conic" }, s("title", {}, "T = T_A: no energy lost or gained")));
  const far = 4 * Math.hypot(right - left, top - bottom);
  const labels: SVGElement[] = [];
  for (const { kind, start, direction, both_ways } of plane.lines) {
    const at = (distance: number): [number, number] => [start[0] + distance * direction[0], start[1] + distance * direction[1]];
    const [from, to] = [at(both_ways ? -far : 0), at(far)];
    inside.append(s("line", { x1: x(from[0]), y1: y(from[1]), x2: x(to[0]), y2: y(to[1]), class: `line ${kind}` }, s("title", {}, NAMES[kind] ?? kind)));
    // The two lines of constant D_N are about parallel: their names go to opposite ends.
    const [first, end] = kind === "compression" ? [from, to] : [to, from];
    const place = last(first, end, left, right, bottom, top);
    if (place && !kind.startsWith("friction")) labels.push(label(NAMES[kind]?.replace(/ \(.*/, "") ?? kind, x(place[0]), y(place[1]), margin, width, height));
  }
  for (const path of paths) {
    inside.append(s("polyline", { points: points(path.corners.map((corner) => corner.at)), class: "path", stroke: path.colour }, s("title", {}, path.title)));
    for (const corner of path.corners) if (corner.kind !== "start" && corner.kind !== "end") inside.append(s("circle", { cx: x(corner.at[0]), cy: y(corner.at[1]), r: 3 * k, fill: path.colour }));
  }
  for (const path of paths) {
    const end = path.corners.at(-1);
    if (end) inside.append(mark(x(end.at[0]), y(end.at[1]), path, k));
  }
  const marks = paths.flatMap((path) => path.corners.slice(-1)).map(({ at }) => ({ x: x(at[0]), y: y(at[1]) }));
  svg.append(inside, s("g", { class: "line-labels" }, ...apart(labels, marks, k)));
  return svg;
}

/** The window made to the proportions of the picture, one scale for both axes. */
function equal([left, bottom, right, top]: Plane["window"], aspect: number): Plane["window"] {
  const [width, height] = [right - left, top - bottom];
  const [cx, cy] = [(left + right) / 2, (bottom + top) / 2];
  const tall = Math.max(height, width / aspect);
  return [cx - (tall * aspect) / 2, cy - tall / 2, cx + (tall * aspect) / 2, cy + tall / 2];
}

interface Frame { left: number; right: number; bottom: number; top: number; x: (v: number) => number; y: (v: number) => number; margin: { left: number; right: number; top: number; bottom: number }; inner: number; tall: number }

function grid(svg: SVGSVGElement, { left, right, bottom, top, x, y, margin, inner, tall }: Frame): void {
  const k = enlarged();
  const stepX = niceStep(right - left, Math.max(inner / (90 * k), 2));
  const stepY = niceStep(top - bottom, Math.max(tall / (60 * k), 2));
  const number = (value: number, step: number) => short(Math.abs(value) < 1e-9 * step ? 0 : value, 4);
  for (let value = Math.ceil(left / stepX) * stepX; value <= right; value += stepX) {
    svg.append(s("line", { x1: x(value), x2: x(value), y1: margin.top, y2: margin.top + tall, class: Math.abs(value) < 1e-9 * stepX ? "axis" : "grid" }));
    svg.append(s("text", { x: x(value), y: margin.top + tall + 16 * k, "text-anchor": "middle" }, number(value, stepX)));
  }
  for (let value = Math.ceil(bottom / stepY) * stepY; value <= top; value += stepY) {
    svg.append(s("line", { y1: y(value), y2: y(value), x1: margin.left, x2: margin.left + inner, class: Math.abs(value) < 1e-9 * stepY ? "axis" : "grid" }));
    svg.append(s("text", { x: margin.left - 6 * k, y: y(value) + 4 * k, "text-anchor": "end" }, number(value, stepY)));
  }
  svg.append(s("text", { x: margin.left + inner / 2, y: margin.top + tall + 36 * k, "text-anchor": "middle" }, "I_T (N s)"));
  svg.append(s("text", { x: 14 * k, y: margin.top + tall / 2, transform: `rotate(-90 ${14 * k} ${margin.top + tall / 2})`, "text-anchor": "middle" }, "I_N (N s)"));
}

/** The last point of a segment inside the window. */
function last(from: readonly number[], to: readonly number[], left: number, right: number, bottom: number, top: number): [number, number] | undefined {
  const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
  let [low, high] = [0, 1];
  for (const [d, near, far, start] of [[dx, left, right, from[0]!], [dy, bottom, top, from[1]!]] as const) {
    if (d === 0) {
      if (start < near || start > far) return undefined;
      continue;
    }
    const [a, b] = [(near - start) / d, (far - start) / d].sort((p, q) => p - q) as [number, number];
    [low, high] = [Math.max(low, a), Math.min(high, b)];
  }
  return low < high ? [from[0]! + high * dx, from[1]! + high * dy] : undefined;
}

function label(text: string, x: number, y: number, margin: Frame["margin"], width: number, height: number): SVGElement {
  const right = x > width / 2;
  const px = Math.min(Math.max(x + (right ? -6 : 6), margin.left + 4), width - margin.right - 4);
  const py = Math.min(Math.max(y + (y < height / 2 ? 14 : -6), margin.top + 12), height - margin.bottom - 6);
  return s("text", { x: px, y: py, "text-anchor": right ? "end" : "start" }, text);
}

/** Labels that would lie on each other or on a mark moved down. */
function apart(labels: SVGElement[], marks: { x: number; y: number }[], k: number): SVGElement[] {
  const placed: { x: number; y: number; end: boolean }[] = [];
  for (const element of labels) {
    const x = Number(element.getAttribute("x"));
    const end = element.getAttribute("text-anchor") === "end";
    let y = Number(element.getAttribute("y"));
    const hides = () => marks.some((mark) => Math.abs(mark.y + 4 * k - y) < 14 * k && (end ? mark.x < x + 10 * k && mark.x > x - 100 * k : mark.x > x - 10 * k && mark.x < x + 100 * k));
    while (hides() || placed.some((other) => other.end === end && Math.abs(other.x - x) < 130 * k && Math.abs(other.y - y) < 14 * k)) y += 15 * k;
    element.setAttribute("y", String(y));
    placed.push({ x, y, end });
  }
  return labels;
}

/** The end of a law: a disc, or a triangle where it creates energy. */
function mark(x: number, y: number, path: Path, k: number): SVGElement {
  const title = s("title", {}, path.gains ? `${path.title}: creates energy` : path.title);
  if (path.gains) return s("polygon", { points: `${x},${y - 8 * k} ${x + 7 * k},${y + 5 * k} ${x - 7 * k},${y + 5 * k}`, fill: path.colour, class: "end" }, title);
  return s("circle", { cx: x, cy: y, r: 5.5 * k, fill: path.colour, class: "end" }, title);
}
