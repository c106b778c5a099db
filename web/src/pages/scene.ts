// One scene: changed in a form, in its text or by dragging, run, played, looked into.

import { api, isAborted, Refusal, type Field, type Laws, type Look, type SceneIn, type Value } from "../api";
import { fill, h, keepingFocus, quietly, select } from "../dom";
import { linkTo, remember } from "../link";
import type { Page } from "../main";
import { short, withUnit } from "../number";
import { Builder } from "../scene/builder";
import { Charts } from "../scene/charts";
import { Editor } from "../scene/editor";
import { Events } from "../scene/events";
import { filesPanel } from "../scene/files";
import { markWrong, showForm } from "../scene/form";
import { Motion } from "../scene/motion";
import { EMPTY } from "../scene/pieces";
import { Tabs } from "../scene/tabs";
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
  speed?: number;
}

const TABS = ["Set-up", "Text", "Events", "Build", "Files"] as const;
type Tab = (typeof TABS)[number];

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
  private readonly player: Player;
  private readonly editor = new Editor(() => this.edited());
  private readonly builder: Builder;
  private readonly files = filesPanel({
    scene: () => this.scene(), name: () => this.look?.name ?? "scene", text: () => this.editor.text,
    say: (sentence) => fill(this.status, sentence), done: () => this.finish(), fail: (problem) => this.fail(problem),
  });
  private readonly tabs: Tabs<Tab>;
  private readonly reread = quietly(250, () => void this.read(false));
  private readonly rerun = quietly(350, () => void this.run());
  /** Values of the form are taken one after the other. */
  private changing = Promise.resolve();

  constructor(private readonly state: State) {
    this.name = state.name ?? "My scene";
    this.theatre = new Theatre({ ...SHOWN, ...state.shown }, undefined, () => this.keep());
    this.player = new Player((t) => this.tell(t), () => this.motion?.t ?? [], state.speed, () => this.keep());
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
    this.tabs = this.makeTabs();
    this.element = this.build();
    this.choose(this.tabs.shown);
    addEventListener("keydown", this.key);
    void this.open();
  }

  private makeTabs(): Tabs<Tab> {
    const panels: Record<Tab, HTMLElement> = { "Set-up": h("div", {}, this.variants, this.form), Text: this.editor.element, Events: this.events.element, Build: this.builder.element, Files: this.files.element };
    const first = TABS.find((name) => name === this.state.tab) ?? "Set-up";
    return new Tabs("Parts of the scene", TABS, panels, first, (name) => {
      this.choose(name);
      this.keep();
    });
  }

  private build(): HTMLElement {
    const actions = h("div", { class: "actions" }, this.runButton, this.cancelButton,
      h("button", { class: "quiet", onclick: () => void this.leave("compare") }, "Compare…"), h("button", { class: "quiet", onclick: () => void this.leave("sweep") }, "Sweep…"), this.bar);
    return h("div", { class: "scene-page" },
      h("div", { class: "scene-head" }, h("div", {}, this.heading, this.about), actions),
      h("div", { class: "scene-grid" },
        h("div", { class: "scene-left" }, h("section", { class: "panel stage", "aria-label": "Picture" }, this.theatre.element, this.player.element, this.status), this.charts.element),
        h("section", { class: "panel side", "aria-label": "Scene" }, this.tabs.strip, ...this.tabs.panels)));
  }

  /** Shows a part of the scene; while one builds, the picture is that of the start. */
  private choose(name: Tab): void {
    this.tabs.show(name);
    this.builder.on = name === "Build";
    if (name === "Build") {
      this.player.pause();
      this.theatre.show(undefined, 0);
      if (!this.motion) fill(this.status, "As it is at the start. Run lets it move.");
    } else if (this.motion) this.theatre.show(this.motion, this.player.time);
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
    const tab = this.tabs.shown;
    const { keys } = this.charts;
    const shown = Object.fromEntries(Object.entries(this.theatre.shown).filter(([key, value]) => SHOWN[key as keyof Shown] !== value));
    const speed = this.player.ownSpeed;
    void remember("scene", { ...this.kept(), ...(speed !== undefined ? { speed } : {}), ...(tab !== "Set-up" ? { tab } : {}), ...(keys ? { charts: keys } : {}), ...(Object.keys(shown).length ? { shown } : {}) });
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
    this.files.show(this.kept());
    this.builder.show();
    await this.theatre.set(look.stage);
    if (this.theatre.plane) this.builder.attach(this.theatre.plane);
    this.theatre.show(first || this.isBuilding() ? undefined : this.motion, this.player.time);
    this.keep();
    this.runButton.disabled = false;
  }

  /** Takes a text, and values beside it, if the engine takes them; else gives its sentence, an empty one if another question has come before the answer. */
  private async attempt(text: string, changes = this.state.changes ?? []): Promise<string | undefined> {
    this.reading?.abort();
    this.reading = new AbortController();
    try {
      const look = await api.look({ ...this.scene(), text, changes }, this.reading.signal);
      this.editor.text = text;
      this.state.changes = changes;
      await this.take(look, false);
      return undefined;
    } catch (problem) {
      if (isAborted(problem)) return "";
      return problem instanceof Error ? problem.message : String(problem);
    }
  }

  private isBuilding(): boolean {
    return this.tabs.shown === "Build";
  }

  private showVariants(look: Look): void {
    if (look.variants.length === 0) return fill(this.variants);
    const options = look.variants.map((name) => [name, name] as const);
    keepingFocus(this.variants, () => fill(this.variants, h("label", {}, "Variant ", select("Variant", options, look.variant ?? look.variants[0]!, (variant) => {
      this.state.variant = variant;
      void this.read(false).then((fine) => (fine ? this.run() : undefined));
    }))));
  }

  private help(field: Field): string {
    const last = field.label.split(" ").at(-1) ?? "";
    if (last === "law") return this.laws?.laws.find((law) => law.name === field.value)?.help ?? "";
    return this.laws?.coefficients.find((one) => one.name === last)?.help ?? "";
  }

  /** A value of the form: put into the text at its place. */
  private changed(field: Field, value: Value): void {
    this.changing = this.changing.then(() => this.change(field.path, value));
  }

  /** Takes a value if the engine takes it; else its sentence stands beside the field, and the text stays as it was. */
  private async change(path: string, value: Value): Promise<void> {
    const field = this.look?.fields.find((one) => one.path === path);
    if (!field) return;
    const changes = (this.state.changes ?? []).filter(([known]) => known !== path);
    let { text } = this.editor;
    if (field.byte === undefined) changes.push([path, toToml(value)]);
    else if (field.absent) text = insertKey(text, field.byte, path.split(".").at(-1)!, value);
    else text = replaceValue(text, field.byte, value);
    const refused = await this.attempt(text, changes);
    if (refused === undefined) return this.isBuilding() ? undefined : this.rerun();
    if (refused === "") return;
    if (this.isBuilding()) this.builder.say(refused);
    else markWrong(this.form, path, refused);
  }

  private edited(): void {
    this.reread();
  }

  private fail(problem: unknown): void {
    if (isAborted(problem)) return;
    const message = problem instanceof Error ? problem.message : String(problem);
    const line = problem instanceof Refusal ? problem.line : undefined;
    this.editor.error(message, line);
    fill(this.status, h("span", { class: "error" }, message));
    if (this.isBuilding()) this.builder.say(message);
    else if (line) this.choose("Text");
  }

  /** Runs the scene; rows are shown while they come. */
  private async run(): Promise<void> {
    this.running?.abort();
    const running = (this.running = new AbortController());
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
    if (!this.isBuilding()) this.player.begin();
  }

  /** Rows have come. */
  private more(): void {
    const { motion } = this;
    if (!motion) return;
    this.player.reach(motion.end);
    this.theatre.include(motion);
    this.charts.show(motion);
    this.events.show(motion);
    this.tabs.title("Events", motion.events.length ? `Events (${Math.max(motion.eventCount, motion.events.length)})` : "Events");
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
      `${counts.impacts} ${counts.impacts === 1 ? "impact" : "impacts"}`,
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
