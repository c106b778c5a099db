// Numbers as a person reads them.

/** At most so many significant digits, without trailing zeros. */
export function short(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(Math.min(digits - 1, 4)).replace(/\.?0+e/, "e").replace("-", "−").replace("e-", "e−");
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** With its unit. */
export function withUnit(value: number | null | undefined, unit: string, digits = 6): string {
  const number = short(value, digits);
  return unit && number !== "–" ? `${number} ${unit}` : number;
}

/** A name with its unit, as a heading or a choice. */
export function titled(name: string, unit: string): string {
  return unit ? `${name} (${unit})` : name;
}

/** Steps of 1, 2 or 5 times a power of ten, so that about `count` fit. */
export function niceStep(span: number, count: number): number {
  const raw = span / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const share = raw / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/** The unit of a column of a trajectory. */
export function unitOf(column: string): string {
  const last = column.slice(column.lastIndexOf(".") + 1);
  if (column === "t") return "s";
  if (column.startsWith("energy.")) return "J";
  return { x: "m", y: "m", z: "m", angle: "rad", vx: "m/s", vy: "m/s", vz: "m/s", spin: "rad/s", wx: "rad/s", wy: "rad/s", wz: "rad/s" }[last] ?? "";
}

/** The unit of a measure of a run: `energy.lost`, `max:ball.x`, `impacts`. */
export function measureUnit(measure: string): string {
  if (measure === "end_time") return "s";
  return unitOf(measure.slice(measure.indexOf(":") + 1));
}
