// The motion of a run as it arrives, and its state at any time.

import type { Event, RunLine, Stage, Summary } from "../api";

/** What is drawn at one instant. */
export interface Instant { row: number[]; sketch: number[]; forces: number[] }

/** Rows, events and summary of a run. */
export class Motion {
  readonly t: number[] = [];
  readonly rows: number[][] = [];
  readonly sketches: number[][] = [];
  readonly forces: number[][] = [];
  readonly events: Event[] = [];
  summary: Summary | undefined;
  /** Rows the server computed, of which it sent some. */
  computed = 0;
  /** Rows that lie in the span asked for. */
  within = 0;
  eventCount = 0;
  stopped: string | null = null;
  /** Largest contact force and impulse so far, and how many rows and events were looked at for them. */
  private readonly most = { force: 0, rows: 0, impulse: 0, events: 0 };

  constructor(readonly stage: Stage) {}

  take(line: RunLine): void {
    if (line.kind === "rows") {
      line.rows.forEach((row, index) => {
        const numbers = row.map((value) => value ?? NaN);
        this.t.push(numbers[0]!);
        this.rows.push(numbers);
        this.sketches.push(line.sketches[index] ?? []);
        this.forces.push(line.forces[index] ?? []);
      });
    } else if (line.kind === "events") {
      this.events.push(...line.events);
    } else if (line.kind === "end") {
      this.summary = line.summary;
      this.computed = line.rows;
      this.within = line.rows_within;
      this.eventCount = line.events;
      this.stopped = line.stopped;
    }
  }

  get end(): number {
    return this.t.at(-1) ?? this.stage.start;
  }

  /** The last row at or before a time. */
  index(t: number): number {
    let low = 0;
    let high = this.t.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.t[middle]! <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The rows around a time, and how far between them it is. */
  around(t: number): { index: number; first: number[]; second: number[]; share: number } {
    const index = this.index(t);
    const first = this.rows[index] ?? this.stage.row;
    const second = this.rows[index + 1] ?? first;
    const span = second[0]! - first[0]!;
    return { index, first, second, share: span > 0 ? Math.min(Math.max((t - first[0]!) / span, 0), 1) : 0 };
  }

  /** Row, sketches and forces at a time, between two rows on the straight line. */
  at(t: number): Instant {
    if (this.rows.length === 0) return { row: this.stage.row, sketch: this.stage.sketch, forces: [] };
    const { index: i, first: a, second: b, share } = this.around(t);
    const forces = this.forces[i]!;
    if (share === 0) return { row: a, sketch: this.sketches[i]!, forces };
    const mix = (x: number[], y: number[]) => x.map((value, k) => value + share * ((y[k] ?? value) - value));
    return { row: mix(a, b), sketch: mix(this.sketches[i]!, this.sketches[i + 1] ?? []), forces };
  }

  /** The largest contact force so far, in N. */
  get largestForce(): number {
    const size = this.stage.space === "plane" ? 2 : 3;
    for (; this.most.rows < this.forces.length; this.most.rows += 1) {
      const list = this.forces[this.most.rows]!;
      for (let k = 0; k < list.length; k += 2 * size) this.most.force = Math.max(this.most.force, Math.hypot(...list.slice(k + size, k + 2 * size)));
    }
    return this.most.force;
  }

  /** The largest impulse so far, in N s. */
  get largestImpulse(): number {
    for (; this.most.events < this.events.length; this.most.events += 1) this.most.impulse = Math.max(this.most.impulse, Math.hypot(...(push(this.events[this.most.events]!) ?? [0])));
    return this.most.impulse;
  }

  /** Impacts of the last moments before a time, each with how fresh it is, from 1 to 0. */
  recent(t: number): { event: Event; fresh: number }[] {
    const fade = Math.max(this.stage.until - this.stage.start, 1e-9) / 25;
    const recent = this.events.filter((event) => event.impulse && event.point && event.t <= t && event.t > t - fade);
    return recent.map((event) => ({ event, fresh: 1 - (t - event.t) / fade }));
  }

  /** The values of a column. */
  column(name: string): number[] {
    const index = this.stage.columns.indexOf(name);
    return this.rows.map((row) => row[index]!);
  }
}

/** The impulse of an impact as a vector of the world: along the normal if more is not known. */
export function push(event: Event): number[] | undefined {
  return event.vector ?? (event.impulse && event.normal?.map((part) => part * event.impulse!.normal));
}
