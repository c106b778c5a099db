// Curves over time, linked to the time cursor.

import uPlot from "uplot";
import { h } from "../dom";
import { short, withUnit } from "../number";
import { colour, enlarged, pictureFont } from "../theme";

export interface Curve { name: string; unit: string; colour: string; x: number[]; y: number[]; dash?: number[]; points?: boolean }

/** Curves of different times on one set of times, gaps where a curve has none. */
function joined(curves: Curve[]): (number | null | undefined)[][] {
  const first = curves[0]?.x ?? [];
  if (curves.every((curve) => curve.x === first)) return [first, ...curves.map((curve) => curve.y)];
  const tables = curves.map((curve) => [curve.x, curve.y] as uPlot.AlignedData);
  return uPlot.join(tables) as (number | null | undefined)[][];
}

/** A curve at a place between its points, on the straight line; undefined outside of them. */
function between({ x, y }: Curve, at: number): number | undefined {
  const after = x.findIndex((one) => one >= at);
  if (after < 0 || (after === 0 && x[0] !== at)) return undefined;
  const before = Math.max(after - 1, 0);
  const span = x[after]! - x[before]!;
  return y[before]! + (span > 0 ? (at - x[before]!) / span : 1) * (y[after]! - y[before]!);
}

/** A little more than the values; a level line lies in the middle. */
function rangeOf(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > 1e-12 * size) return uPlot.rangeNum(low, high, 0.1, true) as [number, number];
  return size > 1e-12 ? [low - 0.1 * size, high + 0.1 * size] : [-1, 1];
}

export interface ChartOptions {
  xName?: string;
  xUnit?: string;
  height?: number;
  /** Its height as a share of the window, where that is more. */
  share?: number;
  /** A point was clicked, or Enter pressed at it. */
  clicked?: (x: number, y: number) => void;
  /** Part of the curves is looked at; undefined all of them. */
  zoomed?: (span: Span | undefined) => void;
}

export interface Span { from: number; to: number }

/** A chart that knows the time. Dragging over a part of it shows that part, a double click everything. */
export class Chart {
  readonly element: HTMLElement;
  private plot: uPlot | undefined;
  private cursor = h("div", { class: "time-cursor", "aria-hidden": "true" });
  private curves: Curve[] = [];
  private t: number | undefined;
  private shape = "";
  private span: Span | undefined;

  constructor(private readonly label: string, private readonly options: ChartOptions = {}) {
    const help = options.clicked ? "; arrow keys walk along the curves, Enter chooses" : "";
    this.element = h("div", { class: "chart", role: options.clicked ? "application" : "img", tabindex: options.clicked ? "0" : undefined, "aria-label": `${label}${help}`, onkeydown: (event: KeyboardEvent) => this.key(event) });
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /** Other curves; a chart of the same names only gets new numbers. */
  show(curves: Curve[]): void {
    this.curves = curves;
    const shape = JSON.stringify(curves.map((curve) => [curve.name, curve.colour, curve.points ?? false]));
    const data = joined(curves) as uPlot.AlignedData;
    if (this.plot && shape === this.shape) this.plot.setData(data, this.span === undefined);
    else this.make(data);
    this.shape = shape;
    if (this.span) this.look(this.span);
    this.place();
  }

  /** Shows a part of the curves, or everything. */
  look(span: Span | undefined): void {
    this.span = span;
    const x = this.plot?.data[0];
    if (!this.plot || !x?.length) return;
    this.plot.setScale("x", span ? { min: span.from, max: span.to } : { min: x[0]!, max: x[x.length - 1]! });
    this.place();
  }

  /** Walks along the points with the arrow keys. */
  private key(event: KeyboardEvent): void {
    const { plot } = this;
    const x = plot?.data[0];
    if (!plot || !x?.length || !this.options.clicked) return;
    const at = plot.cursor.idx ?? (this.t === undefined ? 0 : plot.valToIdx(this.t));
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const next = Math.min(Math.max(at + step, 0), x.length - 1);
      const y = plot.data[1]?.[next];
      plot.setCursor({ left: plot.valToPos(x[next]!, "x"), top: typeof y === "number" ? plot.valToPos(y, "y") : 0 });
    } else if (event.key === "Enter") this.options.clicked(x[at]!, plot.data[1]?.[at] ?? NaN);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Colours of another theme. */
  recolour(): void {
    this.shape = "";
    if (this.curves.length) this.show(this.curves);
  }

  setTime(t: number): void {
    this.t = t;
    this.place();
  }

  private place(): void {
    if (!this.plot || this.t === undefined) return;
    const x = this.plot.valToPos(this.t, "x");
    const visible = Number.isFinite(x) && x >= 0 && x <= this.plot.over.clientWidth;
    this.cursor.style.display = visible ? "block" : "none";
    if (visible) this.cursor.style.transform = `translateX(${x}px)`;
    if (this.plot.cursor.idx === null || this.plot.cursor.idx === undefined) this.plot.setLegend({ idx: this.plot.valToIdx(this.t) });
  }

  private height(): number {
    return Math.max(this.options.height ?? 190, Math.round((this.options.share ?? 0.14) * innerHeight));
  }

  private resize(): void {
    const width = this.element.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) {
      this.plot.setSize({ width, height: this.height() });
      this.place();
    }
  }

  private make(data: uPlot.AlignedData): void {
    this.plot?.destroy();
    const axis = { stroke: colour("muted"), grid: { stroke: colour("grid"), width: 1 }, ticks: { stroke: colour("grid"), width: 1 }, font: pictureFont(), labelFont: pictureFont() };
    const units = [...new Set(this.curves.map((curve) => curve.unit))].join(", ");
    const { xName = "t", xUnit = "s" } = this.options;
    const k = enlarged();
    this.plot = new uPlot({
      width: this.element.clientWidth || 400,
      height: this.height(),
      scales: { x: { time: false }, y: { range: (_, low, high) => rangeOf(low, high) } },
      legend: { live: true },
      hooks: { setSelect: [(plot) => this.select(plot)] },
      cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 }, bind: { dblclick: () => () => {
        this.look(undefined);
        this.options.zoomed?.(undefined);
        return null;
      } } },
      axes: [
        { ...axis, label: xUnit ? `${xName} (${xUnit})` : xName, labelSize: 22 * k, size: 34 * k },
        { ...axis, label: units ? `${this.label} (${units})` : this.label, labelSize: 22 * k, size: 62 * k, values: (_, ticks) => ticks.map((tick) => short(tick, 5)) },
      ],
      series: [
        { label: xName, value: (_, value) => withUnit(value, xUnit) },
        ...this.curves.map((curve) => ({
          label: curve.name,
          stroke: curve.colour,
          width: curve.points ? 0 : 1.6,
          ...(curve.dash ? { dash: curve.dash } : {}),
          points: curve.points ? { show: true, size: 6, fill: curve.colour } : { show: false },
          spanGaps: true,
          pxAlign: 0,
          value: (plot: uPlot, value: number | null, _: number, index: number | null) => withUnit(value ?? (index === null ? null : between(curve, plot.data[0]![index]!)), curve.unit),
        })),
      ],
    }, data, this.element);
    this.plot.over.append(this.cursor);
    const canvas = this.plot.ctx.canvas;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Curves: ${this.curves.map((curve) => curve.name).join(", ")}`);
    const { clicked } = this.options;
    if (clicked) {
      this.plot.over.addEventListener("click", (event) => {
        if (this.plot && !this.dragged) clicked(this.plot.posToVal(event.offsetX, "x"), this.plot.posToVal(event.offsetY, "y"));
        this.dragged = false;
      });
    }
  }

  /** Whether the click that follows ends a selection. */
  private dragged = false;

  private select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < 3) return;
    this.dragged = true;
    const span = { from: plot.posToVal(left, "x"), to: plot.posToVal(left + width, "x") };
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.look(span);
    this.options.zoomed?.(span);
  }
}
