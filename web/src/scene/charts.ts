// The curves of a run: a choice of quantities, linked to the time cursor.

import { fill, h, keepingFocus, select } from "../dom";
import { unitOf } from "../number";
import { series } from "../theme";
import { Chart, type Curve, type Span } from "../view/curves";
import type { Motion } from "./motion";

/** Curves drawn at most in one chart. */
const MOST = 8;

/** The quantities shown at first. */
const START = ["y", "energy"];

/** What a chart can show: columns whose names end like this. */
const QUANTITIES: [string, string, string[]][] = [
  ["x", "Position x", [".x"]],
  ["y", "Position y", [".y"]],
  ["z", "Position z", [".z"]],
  ["angle", "Angle", [".angle"]],
  ["vx", "Velocity x", [".vx"]],
  ["vy", "Velocity y", [".vy"]],
  ["vz", "Velocity z", [".vz"]],
  ["spin", "Angular velocity", [".spin", ".wx", ".wy", ".wz"]],
  ["energy", "Energy", ["energy.kinetic", "energy.potential", "energy.total"]],
];

/** The columns of a quantity. */
function columns(motion: Motion, key: string): string[] {
  const all = motion.stage.columns;
  if (key === "system") {
    // Of ten thousand bodies each column is looked up, not compared with every name.
    const bodies = new Set(motion.stage.bodies.map((body) => body.name));
    return all.filter((name) => name !== "t" && !name.startsWith("energy.") && !bodies.has(name.slice(0, name.lastIndexOf("."))));
  }
  const endings = QUANTITIES.find(([known]) => known === key)?.[2] ?? [];
  return all.filter((name) => endings.some((ending) => (ending.startsWith(".") ? name.endsWith(ending) && !name.startsWith("energy") : name === ending)));
}

/** The values of a column, those of a span from where they are exact. */
function values(motion: Motion, detail: Detail | undefined, name: string): { x: number[]; y: number[] } {
  const y = motion.column(name);
  if (!detail) return { x: motion.t, y };
  const [first, last] = [motion.t.findIndex((t) => t >= detail.span.from), motion.t.findLastIndex((t) => t <= detail.span.to)];
  const [before, after] = first < 0 || last < first ? [motion.index(detail.span.from) + 1, motion.index(detail.span.from) + 1] : [first, last + 1];
  const around = (list: number[], inner: number[]) => [...list.slice(0, before), ...inner, ...list.slice(after)];
  return { x: around(motion.t, detail.motion.t), y: around(y, detail.motion.column(name)) };
}

function curves(motion: Motion, key: string, detail?: Detail): Curve[] {
  if (key === "impulse") {
    const impacts = motion.events.filter((event) => event.impulse);
    return [{ name: "I_N", unit: "N s", colour: series(0), x: impacts.map((event) => event.t), y: impacts.map((event) => event.impulse!.normal), points: true }];
  }
  const names = columns(motion, key).slice(0, MOST);
  const parts = names.map((name) => values(motion, detail, name));
  return names.map((name, index) => ({
    // One list of times for all, so that nothing has to be joined.
    name, unit: unitOf(name), colour: series(index), x: parts[0]!.x, y: parts[index]!.y, ...(index % 2 ? { dash: [6, 3] } : {}),
  }));
}

/** The exact rows of a span. */
export interface Detail { span: Span; motion: Motion }

export class Charts {
  readonly element = h("section", { class: "charts", "aria-label": "Curves" });
  private readonly slots: { key: string; chart: Chart }[] = [];
  private motion: Motion | undefined;
  private span: Span | undefined;
  private detail: Detail | undefined;

  /** `zoomed` is told which part is looked at, `changed` that other quantities are. */
  constructor(keys: string[] | undefined, private readonly jump: (t: number) => void, private readonly zoomed: (span: Span | undefined) => void, private readonly changed: () => void) {
    for (const key of keys ?? START) this.slots.push({ key, chart: this.chart(key) });
    addEventListener("themechange", this.recolour);
  }

  private recolour = () => this.show(this.motion);

  /** The quantities shown, if they are not the first ones. */
  get keys(): string[] | undefined {
    const keys = this.slots.map((slot) => slot.key);
    const plain = this.motion?.stage.space === "space" ? ["z", "energy"] : START;
    return keys.every((key, index) => key === plain[index]) ? undefined : keys;
  }

  private chart(name: string): Chart {
    return new Chart(name, { clicked: (t) => this.jump(t), zoomed: (span) => {
      [this.span, this.detail] = [span, undefined];
      for (const slot of this.slots) slot.chart.look(span);
      this.zoomed(span);
    } });
  }

  /** The exact rows of the part that is looked at. */
  refine(detail: Detail): void {
    if (this.span !== detail.span || !this.motion) return;
    this.detail = detail;
    for (const slot of this.slots) slot.chart.show(curves(this.motion, slot.key, detail));
  }

  /** Other numbers, or more of them. */
  show(motion: Motion | undefined): void {
    const fresh = motion?.stage !== this.motion?.stage;
    if (motion !== this.motion) [this.span, this.detail] = [undefined, undefined];
    this.motion = motion;
    if (!motion) return;
    if (fresh) {
      // In space up is z.
      const [first] = this.slots;
      if (first && motion.stage.space === "space" && first.key === "y") first.key = "z";
      this.offer(motion);
    }
    for (const slot of this.slots) slot.chart.show(curves(motion, slot.key, this.detail));
  }

  /** The quantities that this scene has. */
  private offer(motion: Motion): void {
    const has = QUANTITIES.filter(([key]) => columns(motion, key).length > 0).map(([key, name]) => [key, name] as const);
    const more = columns(motion, "system").length ? [["system", "Coordinates of systems"] as const] : [];
    const all = [...has, ...more, ["impulse", "Normal impulses"] as const];
    fill(this.element, ...this.slots.map((slot, index) => {
      if (!all.some(([key]) => key === slot.key)) slot.key = all[Math.min(index, all.length - 1)]![0];
      const box = h("figure", { class: "panel" });
      const put = () => {
        const name = all.find(([key]) => key === slot.key)?.[1] ?? slot.key;
        slot.chart = this.chart(name);
        slot.chart.look(this.span);
        fill(box, h("figcaption", {}, select(`Quantity of chart ${index + 1}`, all, slot.key, (key) => {
          slot.key = key;
          keepingFocus(box, put);
          if (this.motion) slot.chart.show(curves(this.motion, key, this.detail));
          this.changed();
        }), count(motion, slot.key)), slot.chart.element);
      };
      put();
      return box;
    }));
  }

  setTime(t: number): void {
    this.slots.forEach((slot) => slot.chart.setTime(t));
  }

  close(): void {
    removeEventListener("themechange", this.recolour);
  }
}

/** Says when not all bodies are drawn. */
function count(motion: Motion, key: string): HTMLElement | null {
  const all = columns(motion, key).length;
  return all > MOST ? h("span", { class: "muted" }, ` the first ${MOST} of ${all}`) : null;
}
