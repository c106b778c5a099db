// One or two parameters of a scene: a curve, a family of curves or a map that fills while runs end; a click opens that run (K9).

import { api, type Axis, type Field, type Look, type SceneIn, type SweepRow } from "../api";
import { download, fill, h, keepingFocus, quietly, select } from "../dom";
import { linkTo, remember } from "../link";
import type { Page } from "../main";
import { measureUnit, short, titled, withUnit } from "../number";
import { Chooser } from "../scene/chooser";
import { quoted, sceneWords } from "../scene/command";
import { colour, series } from "../theme";
import { Chart } from "../view/curves";
import { HeatMap, sequential } from "../view/heat-map";

interface State { scene?: SceneIn; axes?: Axis[]; measure?: string; view?: View }

/** Two parameters as a map, or as a family of curves over the first. */
type View = "map" | "curves";

/** Curves of a family at most: more cannot be told apart. */
const FAMILY = 12;

export function sweepPage(given: unknown): Page {
  const page = new SweepPage((given ?? {}) as State);
  return { element: page.element, title: "Sweep", close: () => page.close() };
}

class SweepPage {
  readonly element: HTMLElement;
  private scene: SceneIn;
  private look: Look | undefined;
  private axes: Axis[];
  private measure: string;
  private view: View;
  private rows: (SweepRow | undefined)[] = [];
  private running: AbortController | undefined;
  private readonly controls = h("div", { class: "sweep-controls" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the sweep" });
  /** How far it is, for the eye: read out, it would never be silent. */
  private readonly count = h("span", { class: "muted" });
  private readonly button = h("button", { class: "primary", onclick: () => void this.run() }, "Sweep");
  private readonly cancel = h("button", { class: "quiet", hidden: true, onclick: () => this.running?.abort() }, "Cancel");
  private readonly place = h("div", { class: "sweep-picture" });
  private readonly detail = h("div", { class: "detail" });
  private readonly map = new HeatMap((_x, _y, index) => this.pick(this.fromMap(index)));
  private chart: Chart | undefined;
  private readonly refresh = quietly(60, () => this.draw());

  constructor(state: State) {
    this.scene = state.scene ?? { name: "bar-drop" };
    this.axes = state.axes ?? [];
    this.measure = state.measure ?? "";
    this.view = state.view ?? "map";
    const chooser = new Chooser(this.scene, (look, scene) => this.chosen(look, scene), (problem) => this.fail(problem));
    this.element = h("div", { class: "sweep-page" },
      h("div", { class: "page-head" }, h("h1", {}, "Sweep"), chooser.element, h("span", { class: "spring" }), this.cancel, this.button),
      h("section", { class: "panel", "aria-label": "What is swept" }, this.controls, this.bar, h("div", { class: "status-line" }, this.count, this.status)),
      h("section", { class: "panel", "aria-label": "Result" }, this.place, this.detail,
        h("div", { class: "exports" }, h("button", { class: "quiet", onclick: () => this.save() }, "CSV"), h("span", { class: "muted" }, "The same from the command line:"), this.command)));
    addEventListener("themechange", this.redraw);
  }

  private readonly command = h("code", { class: "command" });
  private redraw = () => this.draw();

  /** Values that can be swept: numbers of the form, also those with a unit. */
  private fields(): Field[] {
    return (this.look?.fields ?? []).filter((field) => typeof field.value === "number" || field.number !== undefined);
  }

  private chosen(look: Look, scene: SceneIn): void {
    const changed = this.look !== undefined;
    [this.look, this.scene] = [look, scene];
    const known = new Set(this.fields().map((field) => field.path));
    this.axes = this.axes.filter((axis) => known.has(axis.name));
    if (changed || this.axes.length === 0) this.axes = this.suggest();
    const moving = look.stage.bodies.find((body) => body.role === "moving");
    if (changed || !this.measure) this.measure = moving && look.name !== "bar-drop" ? `${moving.name}.x` : "energy.lost";
    this.build();
    void this.run();
  }

  /** Friction and restitution if the scene says them, else its first numbers. */
  private suggest(): Axis[] {
    const find = (ending: string) => this.fields().find((field) => field.path.endsWith(ending));
    const fields = [find(".mu") ?? find("mu"), find(".e") ?? find("e_n")].filter((field) => field !== undefined);
    const chosen = fields.length ? fields : this.fields().slice(0, 1);
    return chosen.map((field, _, all) => this.around(field, all.length === 1 ? 60 : 24));
  }

  /** A range around the value a scene has. */
  private around(field: Field, count: number): Axis {
    const value = field.number ?? Number(field.value);
    if (field.least !== undefined && field.most !== undefined && field.most < 100) return { name: field.path, from: field.least, to: field.most, count };
    if (value === 0) return { name: field.path, from: field.least ?? -1, to: 1, count };
    const [from, to] = [value * 0.5, value * 1.5].map((end) => Number(end.toPrecision(6))).sort((a, b) => a - b) as [number, number];
    return { name: field.path, from, to, count };
  }

  private build(): void {
    keepingFocus(this.controls, () => this.rebuild());
  }

  private rebuild(): void {
    const label = (field: Field) => titled(`${field.group}: ${field.label}`, field.unit);
    const options = this.fields().map((field) => [field.path, label(field)] as const);
    const rows = this.axes.map((axis, index) => {
      const number = (key: "from" | "to" | "count", name: string) => {
        const input = h("input", { type: "number", step: key === "count" ? 1 : "any", min: key === "count" ? 2 : undefined, value: axis[key], "aria-label": `${name} of axis ${index + 1}`, "data-axis": `${index}-${key}`, onchange: () => {
          axis[key] = input.valueAsNumber;
          this.tellCommand();
        } });
        return h("label", { class: "inline" }, name, input);
      };
      return h("div", { class: "axis-row" }, h("label", { class: "inline grow" }, index ? "and" : "Vary", select(`Parameter ${index + 1}`, options, axis.name, (path) => {
        this.axes[index] = this.around(this.fields().find((field) => field.path === path)!, axis.count);
        this.build();
      })), number("from", "from"), number("to", "to"), number("count", "points"), this.axes.length > 1 ? h("button", { class: "quiet", "aria-label": `Remove parameter ${index + 1}`, onclick: () => {
        this.axes.splice(index, 1);
        this.build();
      } }, "×") : null);
    });
    const columns = this.look!.stage.columns.filter((name) => name !== "t");
    const measures = ["energy.lost", "impacts", "events", "end_time", ...columns, ...columns.map((name) => `max:${name}`), ...columns.map((name) => `min:${name}`)];
    fill(this.controls, ...rows,
      this.axes.length < 2 ? h("button", { class: "quiet", onclick: () => {
        const free = this.fields().find((field) => !this.axes.some((axis) => axis.name === field.path));
        if (free) this.axes.push(this.around(free, 24));
        this.build();
      } }, "Add a second parameter") : null,
      this.axes.length === 2 ? this.viewSwitch() : null,
      h("label", { class: "inline" }, "Measure", select("Measure", measures.map((name) => [name, titled(name, measureUnit(name))] as const), this.measure, (name) => {
        this.measure = name;
        this.tellCommand();
        void this.run();
      })));
    this.tellCommand();
  }

  private viewSwitch(): HTMLElement {
    const names: Record<View, string> = { map: "Map", curves: "Curves" };
    const holder = h("div", { class: "segmented", role: "group", "aria-label": "Show as" }, ...(["map", "curves"] as const).map((view) => h("button", { "aria-pressed": String(view === this.view), onclick: (event: Event) => {
      this.view = view;
      holder.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
      this.keep();
      this.stage();
      this.draw();
    } }, names[view])));
    return holder;
  }

  private keep(): void {
    const state: State = { scene: this.scene, axes: this.axes, measure: this.measure, ...(this.view === "curves" ? { view: this.view } : {}) };
    void remember("sweep", state);
  }

  /** The picture that fills. */
  private stage(): void {
    if (this.isMap()) return fill(this.place, this.map.element);
    this.chart = new Chart(this.measure, { xName: this.title(this.axes[0]!), xUnit: "", height: 360, clicked: (x, y) => this.pick(this.nearest(x, y)) });
    fill(this.place, this.chart.element);
  }

  private isMap(): boolean {
    return this.axes.length === 2 && this.view === "map";
  }

  private tellCommand(): void {
    const vary = this.axes.map((axis) => `--vary ${quoted(`${axis.name}=${axis.from}:${axis.to}:${axis.count}`)}`).join(" ");
    this.command.textContent = this.wrong() ? "" : `carom sweep ${sceneWords(this.scene, this.look?.name ?? "scene")} ${vary} --measure ${quoted(this.measure)}`;
  }

  /** What is wrong with the ranges, as a sentence. */
  private wrong(): string | undefined {
    for (const axis of this.axes) {
      if (!Number.isFinite(axis.from) || !Number.isFinite(axis.to)) return `${this.title(axis)}: expected numbers for from and to.`;
      if (axis.from >= axis.to) return `${this.title(axis)}: from must be less than to.`;
      if (!Number.isInteger(axis.count) || axis.count < 2) return `${this.title(axis)}: the points must be a whole number, 2 or more.`;
    }
    return undefined;
  }

  private async run(): Promise<void> {
    this.running?.abort();
    const running = (this.running = new AbortController());
    fill(this.status);
    fill(this.detail);
    const wrong = this.wrong();
    if (wrong) {
      [this.bar.hidden, this.cancel.hidden, this.count.textContent] = [true, true, ""];
      return this.fail(new Error(wrong));
    }
    this.keep();
    const runs = this.axes.reduce((product, axis) => product * axis.count, 1);
    this.rows = new Array<SweepRow | undefined>(runs).fill(undefined);
    [this.bar.hidden, this.cancel.hidden, this.bar.value] = [false, false, 0];
    fill(this.detail, h("p", { class: "muted" }, "Click a point to see and open its run."));
    this.stage();
    let done = 0;
    try {
      await api.sweep({ scene: this.scene, axes: this.axes, measures: [this.measure] }, (line) => {
        if (line.kind === "rows") for (const row of line.rows) {
          this.rows[row.index] = row;
          done += 1;
        }
        this.bar.value = done / runs;
        this.count.textContent = line.kind === "end" ? "" : `${done} of ${runs} runs`;
        if (line.kind === "end") this.status.textContent = `${done} runs in ${short(line.wall_time, 3)} s`;
        this.refresh();
      }, running.signal);
    } catch (problem) {
      if (running.signal.aborted && this.running === running) this.status.textContent = `Cancelled after ${done} of ${runs} runs.`;
      else if (!running.signal.aborted) this.fail(problem);
    } finally {
      if (this.running === running) [this.bar.hidden, this.cancel.hidden, this.count.textContent] = [true, true, ""];
    }
    this.draw();
  }

  private title(axis: Axis): string {
    const field = this.fields().find((one) => one.path === axis.name);
    return field ? titled(`${field.group} ${field.label}`, field.unit) : axis.name;
  }

  /** The number of a run whose cell of the map this is: the server counts the second axis fastest. */
  private fromMap(cell: number): number {
    const [x, y] = this.axes as [Axis, Axis];
    return (cell % x.count) * y.count + Math.floor(cell / x.count);
  }

  /** The number of the run nearest to a point of the curves. */
  private nearest(x: number, y: number): number {
    const { from, to, count } = this.axes[0]!;
    const column = Math.min(Math.max(Math.round(((x - from) / (to - from)) * (count - 1)), 0), count - 1);
    const far = (k: number) => Math.abs((this.value(column * this.second() + k) ?? Infinity) - y);
    return column * this.second() + this.family().reduce((best, k) => (far(k) < far(best) ? k : best));
  }

  /** Values of the second axis, one if there is none. */
  private second(): number {
    return this.axes[1]?.count ?? 1;
  }

  /** Numbers of the values of the second axis that have a curve: all, or some evenly. */
  private family(): number[] {
    const count = Math.min(this.second(), FAMILY);
    return Array.from({ length: count }, (_, k) => Math.round((k * (this.second() - 1)) / Math.max(count - 1, 1)));
  }

  private value(index: number): number | undefined {
    return this.rows[index]?.values?.[0] ?? undefined;
  }

  private draw(): void {
    const value = (index: number) => this.value(index);
    if (this.isMap()) {
      const [x, y] = this.axes as [Axis, Axis];
      const numbers = this.rows.map((_, index) => value(index)).filter((one) => one !== undefined);
      const [low, high] = [numbers.reduce((a, b) => Math.min(a, b), Infinity), numbers.reduce((a, b) => Math.max(a, b), -Infinity)];
      const cells = this.rows.map((_, cell) => {
        const row = this.rows[this.fromMap(cell)];
        const number = value(this.fromMap(cell));
        if (!row) return undefined;
        return number === undefined ? colour("ground") : sequential(high > low ? (number - low) / (high - low) : 0.5);
      });
      const name = (cell: number) => withUnit(value(this.fromMap(cell)), measureUnit(this.measure), 6);
      this.map.show({ ...x, title: this.title(x) }, { ...y, title: this.title(y) }, cells, (cell) => `${this.measure} ${name(cell)}`);
      fill(this.scale, ...(numbers.length ? [0, 0.25, 0.5, 0.75, 1].map((share) => {
        const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = sequential(share);
        return h("span", { class: "inline" }, swatch, withUnit(low + share * (high - low), measureUnit(this.measure), 4));
      }) : []));
      if (!this.scale.isConnected) this.place.append(this.scale);
      return;
    }
    const [x, y] = this.axes;
    const at = (axis: Axis, k: number) => axis.from + ((axis.to - axis.from) * k) / Math.max(axis.count - 1, 1);
    const xs = Array.from({ length: x!.count }, (_, i) => at(x!, i));
    this.chart?.show(this.family().map((k, index) => ({
      name: y ? `${this.title(y)} ${short(at(y, k), 4)}` : this.measure, unit: measureUnit(this.measure), colour: series(index), x: xs,
      y: xs.map((_, i) => value(i * this.second() + k) ?? NaN), ...(index > 6 ? { dash: [6, 3] } : {}),
    })));
    fill(this.scale, this.family().length < this.second() ? h("span", { class: "muted" }, `${this.family().length} of ${this.second()} values of ${this.title(y!)} have a curve; the map shows all.`) : null);
    if (!this.scale.isConnected) this.place.append(this.scale);
  }

  private readonly scale = h("div", { class: "legend" });

  /** A run was clicked. */
  private pick(index: number): void {
    const row = this.rows[index];
    if (!row) return;
    const changes = this.axes.map((axis, k) => [axis.name, String(row.at[k])] as [string, string]);
    const open = async () => (location.hash = await linkTo("scene", { ...this.scene, changes: [...(this.scene.changes ?? []), ...changes] }));
    fill(this.detail, h("div", { class: "row" },
      h("span", {}, `${this.axes.map((axis, k) => `${this.title(axis)} ${short(row.at[k], 6)}`).join(", ")}: ${row.error ?? `${this.measure} ${withUnit(row.values?.[0], measureUnit(this.measure), 8)} (ended by ${row.end})`}`),
      h("button", { class: "primary", onclick: () => void open() }, "Open this run")));
  }

  private save(): void {
    const head = [...this.axes.map((axis) => axis.name), this.measure, "end"].join(",");
    const lines = this.rows.filter((row) => row !== undefined).map((row) => [...row.at, row.values?.[0] ?? "NaN", row.end].join(","));
    download("sweep.csv", [head, ...lines].join("\n") + "\n", "text/csv");
  }

  private fail(problem: unknown): void {
    fill(this.status, h("span", { class: "error" }, problem instanceof Error ? problem.message : String(problem)));
  }

  close(): void {
    this.running?.abort();
    removeEventListener("themechange", this.redraw);
  }
}
