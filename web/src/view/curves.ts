// Curves over time, linked to the time cursor.

import uPlot from "uplot";
import { h } from "../dom";
import { short } from "../number";
import { colour, pictureFont } from "../theme";

export interface Curve { name: string; unit: string; colour: string; x: number[]; y: number[]; dash?: number[]; points?: boolean }

/** Curves of different times on one set of times, gaps where a curve has none. */
function joined(curves: Curve[]): (number | null | undefined)[][] {
  const first = curves[0]?.x ?? [];
  if (curves.every((curve) => curve.x === first)) return [first, ...curves.map((curve) => curve.y)];
  const tables = curves.map((curve) => [curve.x, curve.y] as uPlot.AlignedData);
  return uPlot.join(tables) as (number | null | undefined)[][];
}

/** A chart that knows the time. */
export class Chart {
  readonly element: HTMLElement;
  private plot: uPlot | undefined;
  private cursor = h("div", { class: "time-cursor", "aria-hidden": "true" });
  private curves: Curve[] = [];
  private t: number | undefined;
  private shape = "";

  constructor(private readonly label: string, private readonly options: { xName?: string; xUnit?: string; height?: number; clicked?: (x: number) => void } = {}) {
    this.element = h("div", { class: "chart", role: "img", "aria-label": label });
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /** Other curves; a chart of the same names only gets new numbers. */
  show(curves: Curve[]): void {
    this.curves = curves;
    const shape = JSON.stringify(curves.map((curve) => [curve.name, curve.colour, curve.points ?? false]));
    const data = joined(curves) as uPlot.AlignedData;
    if (this.plot && shape === this.shape) this.plot.setData(data);
    else this.make(data);
    this.shape = shape;
    this.place();
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
    return this.options.height ?? 190;
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
    this.plot = new uPlot({
      width: this.element.clientWidth || 400,
      height: this.height(),
      scales: { x: { time: false } },
      legend: { live: true },
      cursor: { drag: { x: true, y: false }, points: { size: 6 } },
      axes: [
        { ...axis, label: xUnit ? `${xName} (${xUnit})` : xName, labelSize: 22, size: 34 },
        { ...axis, label: units ? `${this.label} (${units})` : this.label, labelSize: 22, size: 62, values: (_, ticks) => ticks.map((tick) => short(tick, 5)) },
      ],
      series: [
        { label: xName, value: (_, value) => `${short(value, 6)} ${xUnit}` },
        ...this.curves.map((curve) => ({
          label: curve.name,
          stroke: curve.colour,
          width: curve.points ? 0 : 1.6,
          ...(curve.dash ? { dash: curve.dash } : {}),
          points: curve.points ? { show: true, size: 6, fill: curve.colour } : { show: false },
          spanGaps: true,
          pxAlign: 0,
          value: (_: uPlot, value: number | null) => `${short(value, 6)} ${curve.unit}`,
        })),
      ],
    }, data, this.element);
    this.plot.over.append(this.cursor);
    const { clicked } = this.options;
    if (clicked) {
      this.plot.over.addEventListener("click", (event) => {
        if (this.plot) clicked(this.plot.posToVal(event.offsetX, "x"));
      });
    }
  }
}
