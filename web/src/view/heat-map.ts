// Coloured cells over two axes.

import { h } from "../dom";
import { niceStep, short } from "../number";
import { colour, enlarged, pictureFont } from "../theme";

export interface MapAxis { from: number; to: number; count: number; title: string }

/** From blue over the ground to orange, for numbers from -1 to 1. */
export function diverging(value: number, dark: boolean): string {
  const middle = dark ? [38, 42, 50] : [246, 246, 244];
  const end = value < 0 ? [59, 122, 190] : [205, 86, 30];
  const share = Math.min(Math.abs(value) ** 0.6, 1);
  return `rgb(${middle.map((part, k) => Math.round(part + share * (end[k]! - part))).join(",")})`;
}

/** From dark to light, for numbers from 0 to 1. */
export function sequential(value: number): string {
  const stops = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
  const at = Math.min(Math.max(value, 0), 1) * (stops.length - 1);
  const [low, high] = [stops[Math.floor(at)]!, stops[Math.min(Math.floor(at) + 1, stops.length - 1)]!];
  return `rgb(${low.map((part, k) => Math.round(part + (at % 1) * (high[k]! - part))).join(",")})`;
}

/** Room for the numbers and names of the axes, which are larger on very large screens. */
function margin(): { left: number; right: number; top: number; bottom: number } {
  const k = enlarged();
  return { left: 62 * k, right: 12 * k, top: 10 * k, bottom: 44 * k };
}

export class HeatMap {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { class: "heat", tabindex: "0", role: "application" });
  private readonly tip = h("output", { class: "tip" });
  private last: Parameters<HeatMap["show"]> | undefined;
  private margin = margin();
  /** The cell of the keyboard, column and row. */
  private at: [number, number] | undefined;

  constructor(private readonly clicked: (x: number, y: number, index: number) => void) {
    this.element = h("div", { class: "heat-holder" }, this.canvas, this.tip);
    new ResizeObserver(() => this.last && this.show(...this.last)).observe(this.element);
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerleave", () => (this.tip.textContent = ""));
    this.canvas.addEventListener("click", (event) => {
      const at = this.cell(event);
      if (at) this.clicked(at.x, at.y, at.index);
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("blur", () => this.walk(undefined));
  }

  /** The arrow keys walk over the cells, Enter takes one. */
  private key(event: KeyboardEvent): void {
    if (!this.last) return;
    const [x, y] = this.last;
    const [i, j] = this.at ?? [Math.floor(x.count / 2), Math.floor(y.count / 2)];
    const step = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<string, [number, number]>)[event.key];
    if (event.key === "Enter") {
      const cell = this.values(i, j);
      this.clicked(cell.x, cell.y, cell.index);
    } else if (step) this.walk([Math.min(Math.max(i + step[0], 0), x.count - 1), Math.min(Math.max(j + step[1], 0), y.count - 1)]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private walk(at: [number, number] | undefined): void {
    this.at = at;
    if (!this.last) return;
    this.show(...this.last);
    this.tell(at ? this.values(...at) : undefined);
  }

  /** Cells row by row from below; undefined ones are not there yet. */
  show(x: MapAxis, y: MapAxis, cells: (string | undefined)[], name: (index: number) => string, here?: { x: number; y: number }): void {
    this.last = [x, y, cells, name, here];
    this.canvas.setAttribute("aria-label", `Map over ${x.title} and ${y.title}; arrow keys walk over it, Enter chooses`);
    this.margin = margin();
    const ratio = devicePixelRatio || 1;
    const [width, height] = [this.element.clientWidth, Math.min(Math.max(this.element.clientWidth * 0.55, 260), Math.max(0.55 * innerHeight, 420))];
    if (width < 50) return;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const [inner, tall] = [width - this.margin.left - this.margin.right, height - this.margin.top - this.margin.bottom];
    const [dx, dy] = [inner / x.count, tall / y.count];
    cells.forEach((paint, index) => {
      if (!paint) return;
      const [i, j] = [index % x.count, Math.floor(index / x.count)];
      context.fillStyle = paint;
      const [left, top] = [Math.floor(this.margin.left + i * dx), Math.floor(this.margin.top + (y.count - 1 - j) * dy)];
      context.fillRect(left, top, Math.ceil(this.margin.left + (i + 1) * dx) - left, Math.ceil(this.margin.top + (y.count - j) * dy) - top);
    });
    this.axes(context, x, y, inner, tall);
    if (this.at) this.frame(context, this.margin.left + this.at[0] * dx, this.margin.top + (y.count - 1 - this.at[1]) * dy, dx, dy);
    if (here && isWithin(here, x, y)) this.cross(context, this.margin.left + share(here.x, x) * inner, this.margin.top + (1 - share(here.y, y)) * tall);
  }

  private axes(context: CanvasRenderingContext2D, x: MapAxis, y: MapAxis, inner: number, tall: number): void {
    const k = enlarged();
    context.strokeStyle = colour("muted");
    context.strokeRect(this.margin.left, this.margin.top, inner, tall);
    context.fillStyle = colour("ink");
    context.font = pictureFont();
    context.textAlign = "center";
    const clean = (value: number, step: number) => short(Math.abs(value) < 1e-9 * step ? 0 : value, 4);
    const stepX = niceStep(x.to - x.from, Math.max(inner / (80 * k), 2));
    for (let value = Math.ceil(x.from / stepX) * stepX; value <= x.to + 1e-9 * stepX; value += stepX) context.fillText(clean(value, stepX), this.margin.left + share(value, x) * inner, this.margin.top + tall + 16 * k);
    context.fillText(x.title, this.margin.left + inner / 2, this.margin.top + tall + 36 * k);
    context.textAlign = "right";
    const stepY = niceStep(y.to - y.from, Math.max(tall / (50 * k), 2));
    for (let value = Math.ceil(y.from / stepY) * stepY; value <= y.to + 1e-9 * stepY; value += stepY) context.fillText(clean(value, stepY), this.margin.left - 6 * k, this.margin.top + (1 - share(value, y)) * tall + 4 * k);
    context.save();
    context.translate(14 * k, this.margin.top + tall / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(y.title, 0, 0);
    context.restore();
  }

  /** Around the cell of the keyboard. */
  private frame(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
    for (const [line, paint] of [[5, "#fff"], [2.5, "#000"]] as const) {
      context.lineWidth = line;
      context.strokeStyle = paint;
      context.strokeRect(x - 2, y - 2, width + 4, height + 4);
    }
  }

  private cross(context: CanvasRenderingContext2D, x: number, y: number): void {
    for (const [width, paint] of [[4, "#fff"], [2, "#000"]] as const) {
      context.lineWidth = width;
      context.strokeStyle = paint;
      context.beginPath();
      context.arc(x, y, 7, 0, 2 * Math.PI);
      context.moveTo(x - 11, y);
      context.lineTo(x + 11, y);
      context.moveTo(x, y - 11);
      context.lineTo(x, y + 11);
      context.stroke();
    }
  }

  private cell(event: MouseEvent): { x: number; y: number; index: number } | undefined {
    if (!this.last) return undefined;
    const [x, y] = this.last;
    const box = this.canvas.getBoundingClientRect();
    const u = (event.clientX - box.left - this.margin.left) / (box.width - this.margin.left - this.margin.right);
    const v = 1 - (event.clientY - box.top - this.margin.top) / (box.height - this.margin.top - this.margin.bottom);
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return undefined;
    return this.values(Math.floor(u * x.count), Math.floor(v * y.count));
  }

  /** What a cell stands for. */
  private values(i: number, j: number): { x: number; y: number; index: number } {
    const [x, y] = this.last!;
    const value = (axis: MapAxis, k: number) => axis.from + ((axis.to - axis.from) * k) / Math.max(axis.count - 1, 1);
    return { x: value(x, i), y: value(y, j), index: j * x.count + i };
  }

  private point(event: PointerEvent): void {
    this.tell(this.cell(event));
  }

  private tell(at: { x: number; y: number; index: number } | undefined): void {
    this.tip.textContent = at && this.last ? `${this.last[0].title} ${short(at.x, 4)}, ${this.last[1].title} ${short(at.y, 4)}: ${this.last[3](at.index)}` : "";
  }
}

/** Whether a point lies on a map. */
export function isWithin(at: { x: number; y: number }, x: MapAxis, y: MapAxis): boolean {
  return [share(at.x, x), share(at.y, y)].every((part) => part >= 0 && part <= 1);
}

/** Where a value lies between the outer edges of the first and last cell. */
function share(value: number, { from, to, count }: MapAxis): number {
  const half = (0.5 * (to - from)) / Math.max(count - 1, 1);
  return (value - from + half) / (to - from + 2 * half);
}
