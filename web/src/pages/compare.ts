// The same scene under several laws or methods: motions overlaid, curves, differences (X4).

import { api, type Laws, type Look, type SceneIn } from "../api";
import { fill, h, keepingFocus, quietly, select } from "../dom";
import { linkTo, remember } from "../link";
import type { Page } from "../main";
import { short, titled, unitOf } from "../number";
import { Chooser } from "../scene/chooser";
import { quoted, sceneWords } from "../scene/command";
import { Motion } from "../scene/motion";
import { SHOWN, Theatre } from "../scene/theatre";
import { series } from "../theme";
import { Chart } from "../view/curves";
import { helpButton } from "../view/help";
import { Player } from "../view/player";

interface State { scene?: SceneIn; by?: "law" | "method"; ways?: string[]; measure?: string; speed?: number }

const METHODS = ["events", "stepping", "penalty"];

export function comparePage(given: unknown): Page {
  const page = new ComparePage((given ?? {}) as State);
  return { element: page.element, title: "Compare", close: () => page.close() };
}

interface Contestant { way: string; motion?: Motion; problem?: string }

class ComparePage {
  readonly element: HTMLElement;
  private scene: SceneIn;
  private look: Look | undefined;
  private laws: Laws | undefined;
  private by: "law" | "method";
  private ways: string[];
  private measure: string;
  private all: Contestant[] = [];
  private running: AbortController | undefined;
  private readonly choices = h("div", { class: "law-choices", role: "group", "aria-label": "What is compared" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly theatre = new Theatre({ ...SHOWN }, ["trails", "names"]);
  private readonly key = h("div", { class: "legend" });
  private readonly charts = h("section", { class: "charts", "aria-label": "Curves" });
  private readonly table = h("div", { class: "table-holder", role: "region", "aria-label": "Table of the ends", tabindex: "0" });
  private readonly player: Player;
  private readonly value = new Chart("Value", { share: 0.2, clicked: (t) => this.player.jump(t) });
  private readonly difference = new Chart("Difference", { share: 0.2, clicked: (t) => this.player.jump(t) });
  private readonly measures = h("span");
  private readonly command = h("p", { class: "muted" });
  private readonly button = h("button", { class: "primary", onclick: () => void this.run() }, "Compare");
  private readonly cancel = h("button", { class: "quiet", hidden: true, onclick: () => this.running?.abort() }, "Cancel");
  private readonly refresh = quietly(100, () => this.show());

  constructor(state: State) {
    this.scene = state.scene ?? { name: "bar-drop" };
    this.by = state.by ?? "law";
    this.ways = state.ways ?? ["kane", "glocker-pfeiffer", "stronge"];
    this.measure = state.measure ?? "";
    this.player = new Player((t) => this.tell(t), () => this.all[0]?.motion?.t ?? [], state.speed, () => this.keep());
    const chooser = new Chooser(this.scene, (look, scene) => this.chosen(look, scene), (problem) => this.fail(problem));
    const kind = h("div", { class: "segmented", role: "group", "aria-label": "Compare by" }, ...(["law", "method"] as const).map((by) => h("button", { "aria-pressed": String(by === this.by), onclick: (event: Event) => {
      this.by = by;
      this.ways = by === "law" ? ["kane", "glocker-pfeiffer", "stronge"] : [...METHODS];
      kind.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
      this.offer();
      void this.run();
    } }, by === "law" ? "Laws" : "Methods")));
    const picture = h("section", { class: "panel stage", "aria-label": "Picture" }, this.theatre.element, this.key, this.player.element);
    this.element = h("div", { class: "compare-page" },
      h("div", { class: "page-head" }, h("h1", {}, "Compare"), chooser.element, kind, h("span", { class: "spring" }), this.cancel, this.button),
      h("div", { class: "panel" }, this.choices, this.status),
      h("div", { class: "two" }, picture, this.charts),
      h("section", { class: "panel ends", "aria-label": "At the end" }, h("h2", {}, "At the end"), this.table, this.command));
    fill(this.charts, h("figure", { class: "panel" }, h("figcaption", {}, this.measures), this.value.element), h("figure", { class: "panel" }, h("figcaption", {}, "Difference from the first"), this.difference.element));
    addEventListener("themechange", this.redraw);
  }

  private redraw = () => {
    this.offer();
    this.show();
  };

  private async chosen(look: Look, scene: SceneIn): Promise<void> {
    [this.look, this.scene] = [look, scene];
    this.laws ??= await api.laws();
    const moving = look.stage.bodies.find((body) => body.role === "moving");
    if (!look.stage.columns.includes(this.measure)) this.measure = moving ? `${moving.name}.${look.stage.space === "space" ? "z" : "y"}` : "energy.total";
    this.all = [];
    await this.theatre.set(look.stage);
    const options = look.stage.columns.filter((name) => name !== "t").map((name) => [name, titled(name, unitOf(name))] as const);
    fill(this.measures, select("Quantity", options, this.measure, (name) => {
      this.measure = name;
      this.keep();
      this.show();
    }));
    this.offer();
    this.clear();
    void this.run();
  }

  /** The ways there are, to be ticked. */
  private offer(): void {
    keepingFocus(this.choices, () => this.offerWays());
  }

  private offerWays(): void {
    if (!this.laws) return;
    const known = this.by === "law" ? this.laws.laws.map((law) => [law.name, law.title] as const) : METHODS.map((name) => [name, name] as const);
    fill(this.choices, ...known.map(([name, title]) => {
      const box = h("input", { type: "checkbox", "data-way": name, onchange: () => {
        this.ways = known.map(([one]) => one).filter((one) => (one === name ? box.checked : this.ways.includes(one)));
        this.offer();
        void this.run();
      } });
      box.checked = this.ways.includes(name);
      const dot = h("span", { class: "dot", "aria-hidden": "true" });
      if (box.checked) dot.style.background = series(this.ways.indexOf(name));
      const law = this.by === "law" ? this.laws!.laws.find((one) => one.name === name) : undefined;
      return h("span", { class: "law-box" }, h("label", { class: "inline" }, box, dot, title), law ? helpButton(title, `${law.help}\n${law.source}`) : null);
    }));
  }

  private keep(): void {
    const speed = this.player.ownSpeed;
    const state: State = { scene: this.scene, by: this.by, ways: this.ways, measure: this.measure, ...(speed !== undefined ? { speed } : {}) };
    void remember("compare", state);
  }

  private way(way: string): SceneIn {
    if (this.by === "law") return { ...this.scene, law: way };
    return { ...this.scene, changes: [...(this.scene.changes ?? []), ["run.method", way]] };
  }

  private async run(): Promise<void> {
    this.running?.abort();
    const running = (this.running = new AbortController());
    this.keep();
    this.tellCommand();
    this.all = this.ways.map((way) => ({ way }));
    this.cancel.hidden = false;
    fill(this.status, `Running ${this.all.length} ways…`);
    let loaded = false;
    await Promise.all(this.all.map(async (one) => {
      try {
        await api.run(this.way(one.way), (line) => {
          if (line.kind === "start") one.motion = new Motion(line.stage);
          one.motion?.take(line);
          if (!loaded && line.kind === "start") {
            loaded = true;
            this.player.load(line.stage.start, line.stage.until);
            this.player.begin();
          }
          this.refresh();
        }, running.signal);
      } catch (problem) {
        one.problem = problem instanceof Error ? problem.message : String(problem);
      }
    }));
    if (this.running !== running) return;
    this.cancel.hidden = true;
    const failed = this.all.filter((one) => one.problem && !running.signal.aborted);
    fill(this.status, running.signal.aborted ? "Cancelled." : `${this.all.length - failed.length} ways compared.`, ...failed.map((one) => h("span", { class: "error" }, ` ${one.way}: ${one.problem}`)), this.by === "law" && failed.length ? this.advice() : null);
    this.show();
  }

  /** Where what a law lacks can be said. */
  private advice(): HTMLElement {
    const open = async () => (location.hash = await linkTo("scene", this.scene));
    return h("span", {}, " A coefficient that a law lacks is set in the scene, under its contact, Left out: ", h("button", { class: "link", onclick: () => void open() }, "open the scene"), ".");
  }

  private tellCommand(): void {
    const ways = this.ways.map(quoted).join(",");
    this.command.hidden = this.ways.length === 0;
    fill(this.command, `From the command line${this.scene.text === undefined ? "" : ", with the scene saved from its tab Files"}: `,
      h("code", { class: "command" }, `carom compare ${sceneWords(this.scene, this.look?.name ?? "scene")} --${this.by} ${ways}`));
  }

  private motions(): { way: string; motion: Motion; index: number }[] {
    return this.all.flatMap(({ way, motion }, index) => (motion && motion.rows.length ? [{ way, motion, index }] : []));
  }

  private show(): void {
    const motions = this.motions();
    if (!motions.length) return this.clear();
    this.player.reach(Math.max(...motions.map(({ motion }) => motion.end)));
    this.theatre.include(motions.reduce((most, one) => (one.motion.rows.length > most.motion.rows.length ? one : most)).motion);
    const unit = unitOf(this.measure);
    const curve = ({ way, motion, index }: (typeof motions)[number], y: number[]) => ({ name: way, unit, colour: series(index), x: motion.t, y, ...(index % 2 ? { dash: [6, 3] } : {}) });
    this.value.show(motions.map((one) => curve(one, one.motion.column(this.measure))));
    const first = motions[0]!.motion;
    const column = first.stage.columns.indexOf(this.measure);
    this.difference.show(motions.slice(1).map((one) => curve(one, one.motion.rows.map((row) => row[column]! - first.at(row[0]!).row[column]!))));
    fill(this.key, ...motions.map(({ way, index }) => {
      const dot = h("span", { class: "dot", "aria-hidden": "true" });
      dot.style.background = series(index);
      return h("span", { class: "inline" }, dot, way);
    }));
    this.tabulate(motions);
    this.tell(this.player.time);
  }

  /** Nothing to compare: the scene at its start, no curves, no table. */
  private clear(): void {
    this.value.show([]);
    this.difference.show([]);
    fill(this.key);
    fill(this.table);
    this.player.pause();
    if (this.look) void this.theatre.set(this.look.stage).then(() => this.motions().length || this.theatre.show(undefined, 0));
  }

  private tabulate(motions: ReturnType<ComparePage["motions"]>): void {
    const moving = this.look?.stage.bodies.find((body) => body.role === "moving")?.name;
    const columns = [...(moving ? ["x", "y", this.look!.stage.space === "space" ? "z" : "angle"].map((name) => `${moving}.${name}`) : []), "energy.total"].filter((name) => motions[0]!.motion.stage.columns.includes(name));
    const head = ["Way", "End", "Impacts", "Events", "Computed in (s)", ...columns.map((name) => titled(name, unitOf(name)))];
    fill(this.table, h("table", { class: "answers" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...motions.map(({ way, motion }) => {
      const { summary } = motion;
      const cells = [summary?.end ?? "…", summary ? String(summary.counts.impacts) : "…", summary ? String(motion.eventCount) : "…", short(summary?.wall_time, 3), ...columns.map((name) => short(motion.column(name).at(-1), 7))];
      return h("tr", { "data-row": way }, h("th", { scope: "row" }, way), ...cells.map((text) => h("td", { class: "number" }, text)));
    }))));
  }

  private tell(t: number): void {
    const motions = this.motions();
    if (motions.length) this.theatre.overlay(motions.map(({ motion }) => motion), t, motions.map(({ index }) => series(index)));
    this.value.setTime(t);
    this.difference.setTime(t);
  }

  private fail(problem: unknown): void {
    fill(this.status, h("span", { class: "error" }, problem instanceof Error ? problem.message : String(problem)));
  }

  close(): void {
    this.running?.abort();
    this.player.close();
    this.theatre.close();
    removeEventListener("themechange", this.redraw);
  }
}
