// The curves of a run: a choice of quantities, linked to the time cursor.

import { fill, h, select } from "../dom";
import { unitOf } from "../number";
import { series } from "../theme";
import { Chart, type Curve } from "../view/curves";
import type { Motion } from "./motion";

/** Curves drawn at most in one chart. */
const MOST = 8;

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
    const bodies = motion.stage.bodies.map((body) => `${body.name}.`);
    return all.filter((name) => name !== "t" && !name.startsWith("energy.") && !bodies.some((body) => name.startsWith(body)));
  }
  const endings = QUANTITIES.find(([known]) => known === key)?.[2] ?? [];
  return all.filter((name) => endings.some((ending) => (ending.startsWith(".") ? name.endsWith(ending) && !name.startsWith("energy") : name === ending)));
}

function curves(motion: Motion, key: string): Curve[] {
  if (key === "impulse") {
    const impacts = motion.events.filter((event) => event.impulse);
    return [{ name: "I_N", unit: "N s", colour: series(0), x: impacts.map((event) => event.t), y: impacts.map((event) => event.impulse!.normal), points: true }];
  }
  return columns(motion, key).slice(0, MOST).map((name, index) => ({
    name, unit: unitOf(name), colour: series(index), x: motion.t, y: motion.column(name), ...(index % 2 ? { dash: [6, 3] } : {}),
  }));
}

export class Charts {
  readonly element = h("section", { class: "charts", "aria-label": "Curves" });
  private readonly slots: { key: string; chart: Chart; choice: HTMLElement }[] = [];
  private motion: Motion | undefined;

  constructor(private readonly jump: (t: number) => void) {
    for (const key of ["y", "energy"]) this.slots.push({ key, chart: this.chart(key), choice: h("span") });
    addEventListener("themechange", this.recolour);
  }

  private recolour = () => this.show(this.motion);

  private chart(key: string): Chart {
    return new Chart(QUANTITIES.find(([known]) => known === key)?.[1] ?? key, { clicked: this.jump });
  }

  /** Other numbers, or more of them. */
  show(motion: Motion | undefined): void {
    const fresh = motion?.stage !== this.motion?.stage;
    this.motion = motion;
    if (!motion) return;
    if (fresh) {
      // In space up is z.
      const [first] = this.slots;
      if (first && motion.stage.space === "space" && first.key === "y") first.key = "z";
      this.offer(motion);
    }
    for (const slot of this.slots) slot.chart.show(curves(motion, slot.key));
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
        slot.chart = new Chart(name, { clicked: this.jump });
        fill(box, h("figcaption", {}, select(`Quantity of chart ${index + 1}`, all, slot.key, (key) => {
          slot.key = key;
          put();
          if (this.motion) slot.chart.show(curves(this.motion, key));
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
