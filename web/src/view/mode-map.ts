// A map of contact modes or energy over two parameters, with the current collision on it.

import { api, type Axis, type Case, type MapAnswer } from "../api";
import { download, fill, h } from "../dom";
import { short } from "../number";
import { colour, isDark } from "../theme";
import { HeatMap, diverging, isWithin, type MapAxis } from "./heat-map";

interface Asked { law: string; x: string; y: string; show: "mode" | "energy" }

const RANGES: Record<string, [number, number]> = { mu: [0, 1.5], mu_static: [0, 1.5], ratio: [-2, 2], "rod-angle": [0.02, 1.55], e: [0, 1], nu: [0, 1], e_t: [0, 1] };

/** The range of a parameter; static friction from kinetic friction on. */
function range(name: string, count: number, given: Case): Axis {
  const [from, to] = RANGES[name] ?? [-1, 1];
  const least = name === "mu_static" ? Math.max(from, given.coefficients.mu ?? 0) : from;
  return { name, from: least, to: Math.max(to, least + 1), count };
}

const NAMES: Record<string, string> = { ratio: "D_T / |D_N| before", "rod-angle": "rod angle (°)", mu: "μ", nu: "ν", mu_static: "μ static" };

/** Fills of modes, the same in every map: blue goes on sliding, green sticks, orange turns round. */
const FILLS: Record<string, string> = {
  slide: "#77aadd", "C-stick": "#44bb99", "E-stick": "#bbcc33", "C-reverse": "#ee8866", "E-reverse": "#ffaabb", stick: "#8ed08b", reverse: "#f4a582", roll: "#99ddff",
  inside: "#eedd88", clipped: "#aaaa00", frictionless: "#cccccc", "impulse-ratio": "#c8b3e6", "C:stick,E:stick": "#a9e2cb", "C:stick,E:slip+": "#5fc6a0", "C:stick,E:slip-": "#9bbf5a",
  "C:slip+,E:stick": "#bfe0f7", "C:slip+,E:slip+": "#6aaee6", "C:slip+,E:slip-": "#a3a5e8", "C:slip-,E:stick": "#fbe3b3", "C:slip-,E:slip+": "#e5c23a", "C:slip-,E:slip-": "#ef9a63",
  "no-impact": "#c4ccd4", "no-solution": "#d98880", indeterminate: "#d7bde2", multiple: "#f7dc6f", inadmissible: "#e5989b", singular: "#a6acaf",
};
const SPARE = ["#eedd88", "#99ddff", "#bbcc33", "#ffaabb", "#44bb99", "#dddddd"];

export class ModeMap {
  readonly element: HTMLElement;
  private readonly map: HeatMap;
  private readonly legend = h("div", { class: "legend" });
  private readonly problem = h("p", { class: "muted", role: "status" });
  private answer: MapAnswer | undefined;
  private asked: Asked | undefined;
  private shown: { x: Axis; y: Axis } | undefined;
  private here = { x: 0, y: 0 };
  private asking: AbortController | undefined;

  constructor(clicked: (x: number, y: number) => void) {
    this.map = new HeatMap(clicked);
    this.element = h("div", { class: "map" }, this.map.element, this.legend, this.problem);
  }

  /** Axes fine enough to see the borders; coarse while sliders move, this is quick enough to take fine ones at once. */
  private axes({ x, y }: Asked, given: Case): { x: Axis; y: Axis } {
    return { x: range(x, 110, given), y: range(y, 80, given) };
  }

  async ask(given: Case, asked: Asked, here: { x: number; y: number }): Promise<void> {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const axes = this.axes(asked, given);
      this.answer = await api.map({ case: given, law: asked.law, ...axes }, asking.signal);
      [this.asked, this.shown, this.here] = [{ ...asked }, axes, here];
      const [x, y] = [shownAs(axes.x), shownAs(axes.y)];
      const place = `${x.title} ${short(here.x, 4)}, ${y.title} ${short(here.y, 4)}`;
      this.problem.textContent = isWithin(here, x, y) ? "" : `The collision of the sliders lies outside of this map: ${place}.`;
      this.draw();
    } catch (problem) {
      if (!asking.signal.aborted) this.problem.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  draw(): void {
    const { answer, asked, shown } = this;
    if (!answer || !asked || !shown) return;
    const [x, y] = [shownAs(shown.x), shownAs(shown.y)];
    if (asked.show === "mode") {
      const fills = answer.names.map((name, index) => FILLS[name] ?? SPARE[index % SPARE.length]!);
      this.map.show(x, y, answer.cells.map((cell) => fills[cell]!), (i) => answer.names[answer.cells[i]!] ?? "", this.here);
      fill(this.legend, ...answer.names.map((name, index) => entry(fills[index]!, name)));
      return;
    }
    const most = Math.max(1e-300, ...answer.energy.map((value) => Math.abs(value ?? 0)));
    this.map.show(x, y, answer.energy.map((value) => (value === null ? colour("ground") : diverging(value / most, isDark()))), (i) => `${short(answer.energy[i], 5)} J`, this.here);
    fill(this.legend, entry(diverging(-1, isDark()), `${short(-most, 3)} J (lost)`), entry(diverging(0, isDark()), "0 J"), entry(diverging(1, isDark()), `${short(most, 3)} J (created)`));
  }

  /** The picture or table of the command line. */
  async save(given: Case, asked: Asked, kind: "svg" | "csv"): Promise<void> {
    const answer = await api.map({ case: given, law: asked.law, ...this.axes(asked, given), ...(kind === "svg" ? { svg: asked.show } : { csv: true }) });
    download(`map.${kind}`, answer[kind] ?? "", kind === "svg" ? "image/svg+xml" : "text/csv");
  }
}

/** An axis as the page has it: angles in degrees, which the engine takes in radians. */
function shownAs({ name, from, to, count }: Axis): MapAxis {
  const scale = name === "rod-angle" ? 180 / Math.PI : 1;
  return { title: NAMES[name] ?? name, from: scale * from, to: scale * to, count };
}

function entry(paint: string, name: string): HTMLElement {
  const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = paint;
  return h("span", { class: "inline" }, swatch, name);
}
