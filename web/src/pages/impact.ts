// One collision: sliders, the impulse plane redrawn as they move, the table of laws, the map of modes.

import { api, type Coefficients, type Impact, type Laws, type LawResult, type Material } from "../api";
import { download, fill, h, keepingFocus, quietly, select } from "../dom";
import { caseOf, commandLine, mapCase, ofMaterial, preset, PRESETS, START, taken, type State } from "../impact/state";
import { remember } from "../link";
import type { Page } from "../main";
import { niceStep, short } from "../number";
import { series } from "../theme";
import { impulsePlane } from "../view/impulse-plane";
import { ModeMap } from "../view/mode-map";
import { helpButton } from "../view/help";

/** What the numbers of a collision are (docs, page "Notation"). */
const HELP: Record<string, string> = {
  angle: "Angle between the rod and the plane. The rod is uniform and touches with one end.",
  mass: "Mass of the rod.",
  length: "Length of the rod.",
  a: "A: normal velocity per normal impulse.",
  b: "B: minus the coupling of normal and tangential motion. AC − B² must not be negative.",
  c: "C: tangential velocity per tangential impulse.",
  d: "D: coupling of normal impulse and rotation.",
  ee: "E: minus the coupling of tangential impulse and rotation. Not the restitution e.",
  f: "F: rotation per moment impulse; 0 if the contact transmits no moment.",
  vn: "Normal relative velocity before; negative when the bodies approach.",
  vt: "Tangential relative velocity before, the slip.",
  vm: "Relative angular velocity before, clockwise positive. Only laws with a moment coefficient change it by a moment.",
};

interface Slider { key: string; name: string; unit: string; least: number; most: number; get: () => number; set: (value: number) => void; when?: () => boolean }

export function impactPage(given: unknown): Page {
  const page = new ImpactPage({ ...structuredClone(START), ...((given ?? {}) as Partial<State>) });
  return { element: page.element, title: "Impact", close: () => page.close() };
}

class ImpactPage {
  readonly element: HTMLElement;
  private laws: Laws | undefined;
  private materials: Material[] = [];
  private answer: Impact | undefined;
  private asking: AbortController | undefined;
  private readonly controls = h("div", { class: "controls" });
  private readonly choices = h("div", { class: "law-choices", role: "group", "aria-label": "Laws shown" });
  private readonly picture = h("div", { class: "plane-holder" });
  private readonly table = h("div", { class: "table-holder", role: "region", "aria-label": "Table of the answers", tabindex: "0" });
  private readonly facts = h("p", { class: "muted facts" });
  private readonly problem = h("p", { class: "error", role: "alert", hidden: true });
  /** Where the numbers of a material come from. */
  private readonly origin = h("p", { class: "muted origin", role: "status", hidden: true });
  private readonly command = h("code", { class: "command" });
  private readonly commandLine = h("span", { hidden: true }, h("span", { class: "muted" }, "The same from the command line: "), this.command);
  private readonly map: ModeMap;
  private readonly mapControls = h("div", { class: "map-controls" });
  private readonly remember = quietly(300, () => void remember("impact", this.state));
  private readonly remap = quietly(120, () => void this.map.ask(mapCase(this.state), this.state.map, this.here()));

  constructor(private readonly state: State) {
    this.map = new ModeMap((x, y) => this.pick(x, y));
    this.element = h("div", { class: "impact-page" },
      h("div", { class: "page-head" }, h("h1", {}, "Impact"), h("p", { class: "muted lead" }, "One collision under every law of the literature. Move a slider and look where each law ends in the impulse plane.")),
      h("div", { class: "impact-grid" },
        h("section", { class: "panel controls-panel", "aria-label": "Collision" }, this.controls),
        h("section", { class: "panel laws-panel", "aria-label": "Laws" }, this.choices, h("p", { class: "muted" }, "In the plane: shaded is what energy and friction admit; a triangle creates energy.")),
        h("section", { class: "panel plane-panel", "aria-label": "Impulse plane" }, this.problem, this.picture, this.facts)),
      h("section", { class: "panel", "aria-label": "Answers of the laws" }, h("h2", {}, "Answers"), this.table, this.exports()),
      h("section", { class: "panel", "aria-label": "Map" }, h("h2", {}, "Map"), this.mapControls, this.map.element));
    new ResizeObserver(() => this.draw()).observe(this.picture);
    addEventListener("themechange", this.redraw);
    void this.open();
  }

  private redraw = () => {
    this.draw();
    this.map.draw();
  };

  private async open(): Promise<void> {
    [this.laws, this.materials] = await Promise.all([api.laws(), api.materials()]);
    this.build();
    this.changed();
  }

  /** The sliders that belong to the collision. */
  private sliders(): Slider[] {
    const { state } = this;
    const own = (key: "angle" | "mass" | "length" | "a" | "b" | "c" | "d" | "ee" | "f" | "vn" | "vt" | "vm", name: string, unit: string, least: number, most: number, when?: () => boolean): Slider =>
      ({ key, name, unit, least, most, get: () => state[key], set: (value) => (state[key] = value), ...(when ? { when } : {}) });
    const rod = () => state.geometry === "rod";
    const local = () => state.geometry === "local";
    const chosen = taken(state, this.laws!.laws);
    const coefficients = this.laws!.coefficients.map((one) => ({
      key: one.name, name: one.name.replace("mu_static", "μ static, at least μ").replace("mu", "μ").replace("nu", "ν"), unit: "", least: one.least, most: one.most ?? 2,
      get: () => (one.name === "mu_static" ? caseOf(state).coefficients.mu_static! : state.coefficients[one.name as keyof Coefficients]), set: (value: number) => (state.coefficients[one.name as keyof Coefficients] = value),
      when: () => one.name === "e" || one.name === "mu" || chosen.has(one.name),
    }));
    return [
      own("angle", "Rod angle", "°", 1, 89, rod), own("mass", "Rod mass", "kg", 0.1, 10, rod), own("length", "Rod length", "m", 0.1, 5, rod),
      own("a", "A", "1/kg", 0.1, 10, local), own("b", "B", "1/kg", -5, 5, local), own("c", "C", "1/kg", 0.1, 10, local),
      own("d", "D", "1/(kg m)", -20, 20, local), own("ee", "E", "1/(kg m)", -20, 20, local), own("f", "F", "1/(kg m²)", 0, 50, local),
      own("vn", "Normal velocity before D_N", "m/s", -5, -0.01), own("vt", "Tangential velocity before D_T", "m/s", -5, 5),
      own("vm", "Angular velocity before D_θ", "rad/s", -20, 20), ...coefficients,
    ];
  }

  /** The controls as the state asks for them. */
  private build(): void {
    keepingFocus(this.element, () => this.rebuild());
  }

  private rebuild(): void {
    const { state } = this;
    const presets = select("Preset", [["", "Choose a preset…"], ...Object.entries(PRESETS).map(([key, { name }]) => [key, name] as const), ...this.materials.filter((one) => Object.keys(one.coefficients).length).map((one) => [`m:${one.name}`, `Material: ${one.name}`] as const)], "", (key) => this.preset(key));
    const geometry = h("div", { class: "segmented", role: "group", "aria-label": "What collides" }, ...(["rod", "local"] as const).map((name) => h("button", { "aria-pressed": String(state.geometry === name), onclick: () => {
      state.geometry = name;
      this.build();
      this.changed();
    } }, name === "rod" ? "Rod on a plane" : "Local matrix")));
    const end = state.geometry === "rod" ? h("label", { class: "inline" }, "Touching end", select("Touching end", [["left", "left"], ["right", "right"]], state.end, (value) => {
      state.end = value as State["end"];
      this.changed();
    })) : null;
    fill(this.controls, presets, this.origin, geometry, end, ...this.sliders().filter((one) => one.when?.() ?? true).map((one) => this.slider(one)));
    fill(this.choices, ...this.laws!.laws.map((law, index) => this.lawBox(law.name, law.title, index)));
    this.buildMapControls();
  }

  private slider(one: Slider): HTMLElement {
    const sync = (value: number, from: HTMLInputElement) => {
      if (!Number.isFinite(value)) return this.refuse(`${one.name}: expected a number.`, box);
      one.set(value);
      for (const input of [range, box]) if (input !== from) input.value = String(value);
      if (one.key === "mu") this.follow("mu_static", caseOf(this.state).coefficients.mu_static!);
      this.changed();
    };
    const name = one.unit ? `${one.name} (${one.unit})` : one.name;
    const range: HTMLInputElement = h("input", { type: "range", min: one.least, max: one.most, step: niceStep(one.most - one.least, 600), value: one.get(), "aria-label": `${name}, slider`, "data-slider": one.key, oninput: () => sync(Number(range.value), range) });
    const box: HTMLInputElement = h("input", { type: "number", step: "any", value: one.get(), "aria-label": name, "data-key": one.key, oninput: () => sync(box.valueAsNumber, box) });
    const help = this.laws!.coefficients.find((known) => known.name === one.key)?.help ?? HELP[one.key];
    return h("div", { class: "slider" }, h("span", { class: "name" }, name, help ? helpButton(one.name, help) : null), range, box);
  }

  /** Shows a value that another one has changed. */
  private follow(key: string, value: number): void {
    this.controls.querySelectorAll<HTMLInputElement>(`[data-key="${key}"], [data-slider="${key}"]`).forEach((input) => (input.value = String(value)));
  }

  private lawBox(name: string, title: string, index: number): HTMLElement {
    const { state } = this;
    const law = this.laws!.laws.find((one) => one.name === name)!;
    const box = h("input", { type: "checkbox", "data-law": name, onchange: () => {
      state.laws = this.laws!.laws.map((one) => one.name).filter((one) => (one === name ? box.checked : state.laws.includes(one)));
      this.build();
      this.changed();
    } });
    box.checked = state.laws.includes(name);
    const dot = h("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = series(index);
    return h("span", { class: "law-box" }, h("label", { class: "inline" }, box, dot, title), helpButton(title, `${law.help}\n${law.source}`));
  }

  private buildMapControls(): void {
    const { map } = this.state;
    const law = this.laws!.laws.find((one) => one.name === map.law)!;
    const names: [string, string][] = [["ratio", "D_T / |D_N| before"], ...(this.state.geometry === "rod" ? [["rod-angle", "rod angle (°)"] as [string, string]] : []), ...law.coefficients.map((name) => [name, name.replace("mu", "μ").replace("nu", "ν")] as [string, string])];
    for (const axis of ["x", "y"] as const) if (!names.some(([name]) => name === map[axis])) map[axis] = names.find(([name]) => name !== map[axis === "x" ? "y" : "x"])![0];
    const changed = (change: Partial<State["map"]>) => {
      Object.assign(map, change);
      keepingFocus(this.mapControls, () => this.buildMapControls());
      this.remap();
      this.remember();
    };
    fill(this.mapControls,
      h("label", { class: "inline" }, "Law", select("Law of the map", this.laws!.laws.map((one) => [one.name, one.title] as const), map.law, (value) => changed({ law: value }))),
      h("label", { class: "inline" }, "Across", select("Horizontal axis", names.filter(([name]) => name !== map.y && !together(name, map.y)), map.x, (value) => changed({ x: value }))),
      h("label", { class: "inline" }, "Up", select("Vertical axis", names.filter(([name]) => name !== map.x && !together(name, map.x)), map.y, (value) => changed({ y: value }))),
      h("label", { class: "inline" }, "Show", select("What the map shows", [["mode", "contact mode"], ["energy", "energy change"]], map.show, (value) => changed({ show: value as "mode" }))),
      h("button", { class: "quiet", onclick: () => void this.map.save(mapCase(this.state), this.state.map, "svg") }, "SVG"),
      h("button", { class: "quiet", onclick: () => void this.map.save(mapCase(this.state), this.state.map, "csv") }, "CSV"));
  }

  private preset(key: string): void {
    const material = this.materials.find((one) => `m:${one.name}` === key);
    if (material) ofMaterial(this.state, material.coefficients);
    this.origin.hidden = !material;
    this.origin.textContent = material ? `${material.name}: ${material.description}. ${material.source}.` : "";
    preset(this.state, key);
    this.build();
    this.changed();
  }

  /** The current point on the axes of the map. */
  private here(): { x: number; y: number } {
    const value = (name: string) => (name === "ratio" ? this.state.vt / Math.abs(this.state.vn) : name === "rod-angle" ? this.state.angle : this.state.coefficients[name as keyof Coefficients]);
    return { x: value(this.state.map.x), y: value(this.state.map.y) };
  }

  /** A point of the map was clicked: the collision there. */
  private pick(x: number, y: number): void {
    const set = (name: string, exact: number) => {
      // Far finer than a cell, and short enough to be read.
      const value = Number(exact.toPrecision(4));
      if (name === "ratio") this.state.vt = Number((value * Math.abs(this.state.vn)).toPrecision(4));
      else if (name === "rod-angle") this.state.angle = value;
      else this.state.coefficients[name as keyof Coefficients] = value;
    };
    set(this.state.map.x, x);
    set(this.state.map.y, y);
    this.build();
    this.changed();
  }

  private changed(): void {
    this.controls.querySelectorAll("[aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
    this.remember();
    this.remap();
    void this.ask();
  }

  /** A value that cannot be: the answers that are shown belong to another one, and are dimmed until it is right. */
  private refuse(sentence: string, input?: HTMLElement): void {
    this.asking?.abort();
    input?.setAttribute("aria-invalid", "true");
    this.problem.hidden = false;
    this.problem.textContent = sentence;
    this.outdated(true);
  }

  private outdated(yes: boolean): void {
    for (const part of [this.picture, this.facts, this.table, this.map.element]) {
      part.classList.toggle("outdated", yes);
      part.toggleAttribute("inert", yes);
    }
    this.commandLine.hidden = yes || this.state.laws.length === 0;
  }

  private async ask(): Promise<void> {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      this.answer = await api.impact({ case: caseOf(this.state), laws: this.state.laws }, asking.signal);
      this.problem.hidden = true;
      this.draw();
      this.tabulate();
      this.outdated(false);
    } catch (problem) {
      if (!asking.signal.aborted) this.refuse(problem instanceof Error ? problem.message : String(problem));
    }
  }

  private draw(): void {
    const { answer } = this;
    const width = this.picture.clientWidth;
    if (!answer || !this.laws || width < 50) return;
    const paths = answer.results.map((result, index) => {
      const place = this.laws!.laws.findIndex((law) => law.name === result.law);
      return { name: result.law, title: this.laws!.laws[place]?.title ?? result.law, colour: series(place), corners: answer.paths[index]!, gains: gains(result) };
    });
    // As tall as can be seen at once, below the menu and above its own line of numbers.
    const most = Math.max(420, Math.min(innerHeight - 190, Math.max(560, 0.62 * innerHeight)));
    fill(this.picture, impulsePlane(answer.plane, paths, width, most));
    const { contact, det, mu_s } = answer;
    const kind = answer.results[0]?.class;
    this.facts.textContent = `A ${short(contact.a)}, B ${short(contact.b)}, C ${short(contact.c)} 1/kg${contact.f ? ` · D ${short(contact.d)}, E ${short(contact.e)} 1/(kg m), F ${short(contact.f)} 1/(kg m²)` : ""} · det ${short(det)} 1/kg² · μ_s ${short(mu_s)}${kind ? ` · ${kind.direct ? "direct" : "oblique"}, ${kind.central ? "central" : "eccentric"}` : ""}`;
  }

  private tabulate(): void {
    const { answer } = this;
    if (!answer || !this.laws) return;
    const turns = answer.results.some((result) => result.impulse?.moment) || answer.before.moment !== 0;
    const head = ["Law", "I_N (N s)", "I_T (N s)", ...(turns ? ["I_θ (N m s)"] : []), "D_N after (m/s)", "D_T after (m/s)", ...(turns ? ["D_θ after (rad/s)"] : []), "T_E − T_A (J)", "Mode", "Verdict"];
    const row = (result: LawResult) => {
      const place = this.laws!.laws.findIndex((law) => law.name === result.law);
      const dot = h("span", { class: "dot", "aria-hidden": "true" });
      dot.style.background = series(place);
      const { impulse, after } = result;
      const numbers = [impulse?.normal, impulse?.tangential, ...(turns ? [impulse?.moment] : []), after?.normal, after?.tangential, ...(turns ? [after?.moment] : []), result.energy_change];
      return h("tr", { "data-row": result.law }, h("th", { scope: "row" }, dot, this.laws!.laws[place]?.title ?? result.law),
        ...numbers.map((value) => h("td", { class: "number" }, clean(value))), h("td", {}, result.mode ?? "–"),
        h("td", { class: gains(result) || result.status !== "ok" ? "warn" : "fine" }, verdict(result)));
    };
    fill(this.table, h("table", { class: "answers" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...answer.results.map(row))));
    this.command.textContent = commandLine(this.state, this.laws.laws);
  }

  private exports(): HTMLElement {
    const svg = async () => download("impulse-plane.svg", (await api.impact({ case: caseOf(this.state), laws: this.state.laws, svg: true })).svg ?? "", "image/svg+xml");
    const json = () => download("impact.json", JSON.stringify({ ...this.answer, plane: undefined, paths: undefined }, null, 2), "application/json");
    const csv = () => {
      const rows = this.answer?.results.map((one) => [one.law, one.status, one.impulse?.normal, one.impulse?.tangential, one.impulse?.moment, one.after?.normal, one.after?.tangential, one.after?.moment, one.energy_change, `"${one.mode ?? ""}"`, one.warnings.join(" ")].map((cell) => cell ?? "").join(",")) ?? [];
      download("impact.csv", ["law,status,impulse.normal,impulse.tangential,impulse.moment,after.normal,after.tangential,after.moment,energy_change,mode,warnings", ...rows].join("\n") + "\n", "text/csv");
    };
    return h("div", { class: "exports" }, h("button", { class: "quiet", onclick: () => void svg() }, "SVG"), h("button", { class: "quiet", onclick: csv }, "CSV"), h("button", { class: "quiet", onclick: json }, "JSON"),
      this.commandLine);
  }

  close(): void {
    this.asking?.abort();
    removeEventListener("themechange", this.redraw);
  }
}

/** Both frictions cannot be axes at once: static friction is never below kinetic. */
function together(one: string, other: string): boolean {
  return [one, other].sort().join() === "mu,mu_static";
}

function gains(result: LawResult): boolean {
  return result.warnings.includes("energy-created");
}

function verdict(result: LawResult): string {
  if (result.reason) return result.reason;
  if (gains(result)) return "gains energy";
  if (result.status !== "ok") return result.status;
  return result.warnings.length ? result.warnings.join(", ") : "ok";
}

/** Rounding noise as zero. */
function clean(value: number | undefined): string {
  return value === undefined ? "–" : short(Math.abs(value) < 1e-14 ? 0 : value, 7);
}
