// One scene: changed in a form, in its text or by dragging, run, played, looked into.

import { api, Refusal, type Field, type Laws, type Look, type SceneIn, type Value } from "../api";
import { download, fill, h, quietly, select } from "../dom";
import { linkTo, remember } from "../link";
import type { Page } from "../main";
import { short, withUnit } from "../number";
import { Builder } from "../scene/builder";
import { Charts } from "../scene/charts";
import { Editor } from "../scene/editor";
import { Events } from "../scene/events";
import { showForm } from "../scene/form";
import { Motion } from "../scene/motion";
import { EMPTY } from "../scene/pieces";
import { SHOWN, Theatre } from "../scene/theatre";
import { insertKey, replaceValue, toToml } from "../scene/toml-edit";
import type { Span } from "../view/curves";
import type { Shown } from "../view/plane-view";
import { Player } from "../view/player";

interface State {
  name?: string;
  text?: string;
  variant?: string;
  changes?: [string, string][];
  law?: string;
  build?: boolean;
  /** What is looked at, where it is not as at first. */
  tab?: string;
  charts?: string[];
  shown?: Partial<Shown>;
}

const FILES = ["all.zip", "trajectory.csv", "contacts.csv", "events.jsonl", "summary.json"];
const TABS = ["Set-up", "Text", "Events", "Build", "Files"] as const;

export function scenePage(given: unknown): Page {
  const page = new ScenePage((given ?? { name: "bar-drop" }) as State);
  return { element: page.element, title: page.name, close: () => page.close() };
}

class ScenePage {
  readonly element: HTMLElement;
  readonly name: string;
  private look: Look | undefined;
  private laws: Laws | undefined;
  private motion: Motion | undefined;
  private builtin: string | undefined;
  /** The title of a built-in scene. */
  private title: string | undefined;
  private running: AbortController | undefined;
  private reading: AbortController | undefined;
  private refining: AbortController | undefined;
  private readonly heading = h("h1");
  private readonly about = h("p", { class: "about" });
  private readonly form = h("div", { class: "form" });
  private readonly variants = h("div", { class: "variants" });
  private readonly bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  private readonly status = h("div", { class: "status", role: "status" });
  private readonly runButton = h("button", { class: "primary", onclick: () => void this.run() }, "Run");
  private readonly cancelButton = h("button", { class: "quiet", hidden: true, onclick: () => this.running?.abort() }, "Cancel");
  private readonly theatre: Theatre;
  private readonly charts: Charts;
  private readonly events = new Events((t) => this.player.jump(t));
  private readonly player = new Player((t) => this.tell(t), () => this.motion?.t ?? []);
  private readonly editor = new Editor(() => this.edited());
  private readonly builder: Builder;
  private readonly tabs = new Map<string, { tab: HTMLElement; panel: HTMLElement }>();
  private readonly reread = quietly(250, () => void this.read(false));
  private readonly rerun = quietly(350, () => void this.run(false));

  constructor(private readonly state: State) {
    this.name = state.name ?? "My scene";
    this.theatre = new Theatre({ ...SHOWN, ...state.shown }, undefined, () => this.keep());
    this.charts = new Charts(state.charts, (t) => this.player.jump(t), (span) => void this.zoomed(span), () => this.keep());
    this.builder = new Builder({
      look: () => this.look,
      text: () => this.editor.text,
      attempt: (text) => this.attempt(text),
      plane: () => this.theatre.plane,
      choose: (body) => {
        this.theatre.chosen = body;
        this.theatre.draw();
      },
      draw: () => this.theatre.draw(),
      change: (field, value) => this.changed(field, value),
      help: (field) => this.help(field),
    });
    this.element = this.build();
    addEventListener("keydown", this.key);
    void this.open();
  }

  private build(): HTMLElement {
    const panels: Record<(typeof TABS)[number], HTMLElement> = {
      "Set-up": h("div", {}, this.variants, this.form),
      Text: h("div", {}, this.editor.element),
      Events: this.events.element,
      Build: this.builder.element,
      Files: this.files(),
    };
    const strip = h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the scene" });
    for (const name of TABS) {
      const id = `tab-${name}`;
      const tab = h("button", { role: "tab", id, "aria-controls": `${id}-panel`, onclick: () => {
        this.choose(name);
        this.keep();
      } }, name);
      const panel = h("div", { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id, class: "tab-panel" }, panels[name]);
      strip.append(tab);
      this.tabs.set(name, { tab, panel });
    }
    strip.addEventListener("keydown", (event) => this.walk(event));
    this.choose(TABS.find((name) => name === this.state.tab) ?? "Set-up");
    const actions = h("div", { class: "actions" }, this.runButton, this.cancelButton,
      h("button", { class: "quiet", onclick: () => void this.leave("compare") }, "Compare…"), h("button", { class: "quiet", onclick: () => void this.leave("sweep") }, "Sweep…"), this.bar);
    return h("div", { class: "scene-page" },
      h("div", { class: "scene-head" }, h("div", {}, this.heading, this.about), actions),
      h("div", { class: "scene-grid" },
        h("div", { class: "scene-left" }, h("section", { class: "panel stage", "aria-label": "Picture" }, this.theatre.element, this.player.element, this.status), this.charts.element),
        h("section", { class: "panel side", "aria-label": "Scene" }, strip, ...[...this.tabs.values()].map(({ panel }) => panel))));
  }

  private choose(name: string): void {
    for (const [known, { tab, panel }] of this.tabs) {
      const chosen = known === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
    }
    this.builder.on = name === "Build";
    if (name === "Build") {
      this.player.pause();
      this.theatre.show(undefined, 0);
    } else if (this.motion) this.theatre.show(this.motion, this.player.time);
  }

  /** Left and right between tabs. */
  private walk(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const at = TABS.findIndex((name) => this.tabs.get(name)!.tab.getAttribute("aria-selected") === "true");
    const next = TABS[(at + step + TABS.length) % TABS.length]!;
    this.choose(next);
    this.keep();
    this.tabs.get(next)!.tab.focus();
  }

  private key = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.matches("input, textarea, select, button, a, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") this.player.toggle();
    else if (event.key === "ArrowRight") this.player.step(true);
    else if (event.key === "ArrowLeft") this.player.step(false);
    else return;
    event.preventDefault();
  };

  private async open(): Promise<void> {
    try {
      this.laws = await api.laws();
      if (this.state.name) this.builtin = await api.text(this.state.name);
      this.title = (await api.scenes()).find((scene) => scene.name === this.state.name)?.title;
      this.editor.text = this.state.text ?? this.builtin ?? EMPTY;
      await this.read(true);
      if (this.state.build || this.state.tab === "Build") this.choose("Build");
      else await this.run();
    } catch (problem) {
      this.fail(problem);
    }
  }

  /** The scene as it stands. */
  private scene(): SceneIn {
    const scene: SceneIn = { text: this.editor.text };
    if (this.state.variant) scene.variant = this.state.variant;
    if (this.state.changes?.length) scene.changes = this.state.changes;
    if (this.state.law) scene.law = this.state.law;
    return scene;
  }

  private kept(): State {
    const { name, variant, changes, law } = this.state;
    const state: State = {};
    if (name && this.editor.text === this.builtin) state.name = name;
    else state.text = this.editor.text;
    if (variant) state.variant = variant;
    if (changes?.length) state.changes = changes;
    if (law) state.law = law;
    return state;
  }

  /** Writes scene and view into the address. */
  private keep(): void {
    const tab = TABS.find((name) => this.tabs.get(name)!.tab.getAttribute("aria-selected") === "true");
    const { keys } = this.charts;
    const shown = Object.fromEntries(Object.entries(this.theatre.shown).filter(([key, value]) => SHOWN[key as keyof Shown] !== value));
    void remember("scene", { ...this.kept(), ...(tab && tab !== "Set-up" ? { tab } : {}), ...(keys ? { charts: keys } : {}), ...(Object.keys(shown).length ? { shown } : {}) });
  }

  /** Reads the text: form and first picture, or the error at its line. */
  private async read(first: boolean): Promise<boolean> {
    this.reading?.abort();
    this.reading = new AbortController();
    try {
      await this.take(await api.look(this.scene(), this.reading.signal), first);
      return true;
    } catch (problem) {
      this.fail(problem);
      return false;
    }
  }

  /** Shows a scene that was read. */
  private async take(look: Look, first: boolean): Promise<void> {
    this.look = look;
    this.editor.error();
    if (this.status.querySelector(".error")) fill(this.status);
    this.heading.textContent = (this.editor.text === this.builtin ? this.title : undefined) ?? look.title;
    this.about.textContent = look.about;
    this.showVariants(look);
    showForm(this.form, look.fields, (field, value) => this.changed(field, value), (field) => this.help(field));
    this.builder.show();
    await this.theatre.set(look.stage);
    if (this.theatre.plane) this.builder.attach(this.theatre.plane);
    this.theatre.show(first || this.isBuilding() ? undefined : this.motion, this.player.time);
    this.keep();
    this.runButton.disabled = false;
  }

  /** Takes a text of the builder if the engine takes it; else gives its sentence. */
  private async attempt(text: string): Promise<string | undefined> {
    this.reading?.abort();
    this.reading = new AbortController();
    try {
      const look = await api.look({ ...this.scene(), text }, this.reading.signal);
      this.editor.text = text;
      await this.take(look, false);
      return undefined;
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem);
    }
  }

  private isBuilding(): boolean {
    return this.tabs.get("Build")!.tab.getAttribute("aria-selected") === "true";
  }

  private showVariants(look: Look): void {
    if (look.variants.length === 0) return fill(this.variants);
    const options = look.variants.map((name) => [name, name] as const);
    fill(this.variants, h("label", {}, "Variant ", select("Variant", options, look.variant ?? look.variants[0]!, (variant) => {
      this.state.variant = variant;
      void this.read(false).then((fine) => (fine ? this.run() : undefined));
    })));
  }

  private help(field: Field): string {
    const last = field.label.split(" ").at(-1) ?? "";
    if (last === "law") return this.laws?.laws.find((law) => law.name === field.value)?.help ?? "";
    return this.laws?.coefficients.find((one) => one.name === last)?.help ?? "";
  }

  /** A value of the form: put into the text at its place. */
  private changed(field: Field, value: Value): void {
    this.state.changes = (this.state.changes ?? []).filter(([path]) => path !== field.path);
    if (field.byte === undefined) this.state.changes.push([field.path, toToml(value)]);
    else if (field.absent) this.replace(insertKey(this.editor.text, field.byte, field.path.split(".").at(-1)!, value));
    else this.replace(replaceValue(this.editor.text, field.byte, value));
    if (this.isBuilding()) this.reread();
    else this.rerun();
  }

  private replace(text: string): void {
    this.editor.text = text;
    this.reread();
  }

  private edited(): void {
    this.reread();
  }

  private fail(problem: unknown): void {
    if (problem instanceof DOMException && problem.name === "AbortError") return;
    const message = problem instanceof Error ? problem.message : String(problem);
    const line = problem instanceof Refusal ? problem.line : undefined;
    this.editor.error(message, line);
    fill(this.status, h("span", { class: "error" }, message));
    if (this.isBuilding()) this.builder.say(message);
    else if (line) this.choose("Text");
  }

  /** Runs the scene; rows are shown while they come. */
  private async run(read = true): Promise<void> {
    this.running?.abort();
    const running = (this.running = new AbortController());
    if (!read && !(await this.read(false))) return;
    if (running.signal.aborted) return;
    [this.bar.hidden, this.cancelButton.hidden, this.bar.value] = [false, false, 0];
    fill(this.status, "Running…");
    const refresh = quietly(80, () => this.more());
    try {
      await api.run(this.scene(), (line) => {
        if (line.kind === "start") this.begin(new Motion(line.stage));
        else if (line.kind === "progress") this.bar.value = line.until > 0 ? line.t / line.until : 0;
        this.motion?.take(line);
        refresh();
      }, running.signal);
      this.more();
      this.finish();
    } catch (problem) {
      if (running.signal.aborted && this.running === running) fill(this.status, "Cancelled. What was computed so far can be played.");
      else this.fail(problem);
    } finally {
      if (this.running === running) [this.bar.hidden, this.cancelButton.hidden] = [true, true];
    }
  }

  private begin(motion: Motion): void {
    this.motion = motion;
    void this.theatre.set(motion.stage).then(() => {
      if (this.theatre.plane) this.builder.attach(this.theatre.plane);
    });
    this.player.load(motion.stage.start, motion.stage.until);
    if (!this.isBuilding()) this.player.play();
  }

  /** Rows have come. */
  private more(): void {
    const { motion } = this;
    if (!motion) return;
    this.player.reach(motion.end);
    this.theatre.include(motion);
    this.charts.show(motion);
    this.events.show(motion);
    const count = this.tabs.get("Events")!.tab;
    count.textContent = motion.events.length ? `Events (${Math.max(motion.eventCount, motion.events.length)})` : "Events";
  }

  /** A part of the curves is looked at: its exact rows, where the picture has only some. */
  private async zoomed(span: Span | undefined): Promise<void> {
    this.refining?.abort();
    const { motion } = this;
    if (!span || !motion || motion.computed <= motion.rows.length) return this.finish();
    const refining = (this.refining = new AbortController());
    fill(this.status, `Exact rows from ${short(span.from)} to ${short(span.to)} s…`);
    let detail: Motion | undefined;
    try {
      await api.run(this.scene(), (line) => {
        if (line.kind === "start") detail = new Motion(line.stage);
        detail?.take(line);
      }, refining.signal, { from: span.from, to: span.to, rows: 12_000 });
      if (!detail || refining.signal.aborted) return;
      this.charts.refine({ span, motion: detail });
      const all = detail.rows.length >= detail.within;
      fill(this.status, h("span", { class: "summary" }, `${all ? "Exact: all" : "Nearer:"} ${detail.rows.length}${all ? "" : ` of ${detail.within}`} rows from ${short(span.from)} to ${short(span.to)} s. A double click shows everything.`));
    } catch (problem) {
      if (!refining.signal.aborted) this.fail(problem);
    }
  }

  private finish(): void {
    const summary = this.motion?.summary;
    if (!this.motion || !summary) return;
    const { counts } = summary;
    const energy = (index: number) => this.motion!.column("energy.total").at(index);
    const parts = [
      `${summary.method} until t = ${short(summary.end_time)} s`,
      `${counts.impacts} impacts`,
      `energy ${withUnit(energy(0), "J")} → ${withUnit(energy(-1), "J")}`,
      `computed in ${short(summary.wall_time, 3)} s`,
      this.motion.computed > this.motion.rows.length ? `${this.motion.rows.length} of ${this.motion.computed} rows shown` : "",
    ];
    fill(this.status, h("span", { class: "summary" }, parts.filter(Boolean).join(" · ")),
      summary.verdict ? h("p", { class: "warn" }, summary.verdict) : null,
      this.motion.stopped ? h("p", { class: "warn" }, this.motion.stopped) : null,
      ...summary.warnings.slice(0, 4).map((warning) => h("p", { class: "warn" }, warning)));
  }

  private tell(t: number): void {
    if (!this.isBuilding()) this.theatre.show(this.motion, t);
    this.charts.setTime(t);
  }

  private files(): HTMLElement {
    const names: Record<string, string> = { "all.zip": "Everything a run leaves (zip)", "trajectory.csv": "Trajectory, every row (CSV)", "contacts.csv": "Contact forces (CSV)", "events.jsonl": "Events (JSON lines)", "summary.json": "Summary (JSON)" };
    const get = (file: string) => async () => {
      fill(this.status, `The run is made again for ${file}…`);
      try {
        const blob = await api.file(this.scene(), file);
        download(`${this.look?.name ?? "scene"}-${file}`, blob, blob.type);
        this.finish();
      } catch (problem) {
        this.fail(problem);
      }
    };
    return h("div", { class: "files" },
      h("button", { class: "primary", onclick: () => download(`${this.look?.name ?? "scene"}.toml`, this.editor.text, "application/toml") }, "Save the scene file (TOML)"),
      h("p", { class: "muted" }, "The picture is thinned for the screen; these files are exact, the same that the command line writes."),
      ...FILES.map((file) => h("button", { class: "quiet", onclick: get(file) }, names[file])),
      h("p", { class: "muted" }, "From the command line: ", h("code", {}, `carom run ${this.state.name ?? "my-scene.toml"}`)));
  }

  /** Takes the scene to another page. */
  private async leave(page: string): Promise<void> {
    location.hash = await linkTo(page, { scene: this.kept() });
  }

  close(): void {
    removeEventListener("keydown", this.key);
    this.running?.abort();
    this.reading?.abort();
    this.refining?.abort();
    this.player.close();
    this.theatre.close();
    this.charts.close();
  }
}
