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
  eventCount = 0;
  stopped: string | null = null;

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

  /** Row, sketches and forces at a time, between two rows on the straight line. */
  at(t: number): Instant {
    if (this.rows.length === 0) return { row: this.stage.row, sketch: this.stage.sketch, forces: [] };
    const i = this.index(t);
    const [a, b] = [this.rows[i]!, this.rows[i + 1]];
    const forces = this.forces[i]!;
    if (!b || b[0]! <= a[0]!) return { row: a, sketch: this.sketches[i]!, forces };
    const share = Math.min(Math.max((t - a[0]!) / (b[0]! - a[0]!), 0), 1);
    const mix = (x: number[], y: number[]) => x.map((value, k) => value + share * ((y[k] ?? value) - value));
    return { row: mix(a, b), sketch: mix(this.sketches[i]!, this.sketches[i + 1] ?? []), forces };
  }

  /** The values of a column. */
  column(name: string): number[] {
    const index = this.stage.columns.indexOf(name);
    return this.rows.map((row) => row[index]!);
  }
}
