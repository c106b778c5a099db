// Where a scene is seen, in the plane or in space: one motion, or several over each other.

import type { Stage } from "../api";
import { fill, h } from "../dom";
import { PlaneView, type Shown } from "../view/plane-view";
import { paintSolids } from "../view/solid-painter";
import type { SpaceView } from "../view/space-view";
import type { Motion } from "./motion";

/** What is ticked at first. */
export const SHOWN: Shown = { trails: false, forces: true, impulses: true, names: false };
const TICKS: [keyof Shown, string][] = [["trails", "Trails"], ["forces", "Contact forces"], ["impulses", "Impulses"], ["names", "Names"]];

export class Theatre {
  readonly element: HTMLElement;
  plane: PlaneView | undefined;
  private space: SpaceView | undefined;
  private canvas = h("canvas");
  private readonly holder = h("div", { class: "canvas-holder" });
  private stage: Stage | undefined;
  private motions: Motion[] = [];
  /** Colours of several motions. */
  private colours: string[] | undefined;
  private t = 0;
  /** The motion that the picture takes in. */
  private included: Motion | undefined;
  /** The body drawn with a thick line. */
  chosen: string | undefined;
  private pending = 0;
  /** A canvas that was painted on cannot become one of WebGL. */
  private loading = false;

  /** `changed` is told that other things are ticked. */
  constructor(readonly shown: Shown, ticks: (keyof Shown)[] = ["trails", "forces", "impulses", "names"], changed: () => void = () => {}) {
    const tick = ([key, name]: [keyof Shown, string]) => {
      const box = h("input", { type: "checkbox", onchange: () => {
        this.shown[key] = box.checked;
        this.draw();
        changed();
      } });
      box.checked = this.shown[key];
      return h("label", { class: "inline" }, box, name);
    };
    const zoom = (factor: number) => () => (this.plane ?? this.space)?.zoom(factor);
    const tools = h("div", { class: "stage-tools", role: "group", "aria-label": "What is shown" },
      ...TICKS.filter(([key]) => ticks.includes(key)).map(tick),
      h("span", { class: "spring" }),
      h("span", { class: "together" },
        h("button", { class: "icon", onclick: zoom(1.25), "aria-label": "Larger", title: "Larger" }, "+"),
        h("button", { class: "icon", onclick: zoom(0.8), "aria-label": "Smaller", title: "Smaller" }, "−"),
        h("button", { class: "quiet", onclick: () => (this.plane ?? this.space)?.fit(), title: "Show everything" }, "Fit")));
    this.element = h("div", { class: "theatre" }, this.holder, tools);
    addEventListener("themechange", this.recolour);
  }

  private recolour = () => {
    this.space?.recolour();
    this.draw();
  };

  /** Sets the stage; a stage like the one before keeps the window. */
  async set(stage: Stage): Promise<void> {
    const same = this.stage?.space === stage.space && this.plane !== undefined;
    const looks = ({ bodies, solids }: Stage) => JSON.stringify([bodies, solids]);
    if (this.space && this.stage && looks(this.stage) === looks(stage)) return this.draw();
    this.stage = stage;
    [this.motions, this.included] = [[], undefined];
    if (stage.space === "plane") {
      this.loading = false;
      if (!same) this.fresh("Picture of the scene in the plane");
      this.plane ??= new PlaneView(this.canvas);
      this.plane.setStage(stage, () => this.draw());
      return;
    }
    this.fresh("Picture of the scene in space; drag or arrow keys to turn, wheel to zoom");
    this.loading = true;
    try {
      const { SpaceView } = await import("../view/space-view");
      if (this.stage !== stage) return;
      this.space = new SpaceView(this.canvas, stage, () => this.draw());
      if (this.included) this.space.include(this.included);
    } catch {
      // Without WebGL the faces are painted.
      this.fresh("Picture of the scene in space");
    }
    this.loading = false;
    this.draw();
  }

  private fresh(label: string): void {
    this.space?.close();
    [this.plane, this.space] = [undefined, undefined];
    this.canvas = h("canvas", { role: "img", "aria-label": label, tabindex: "0" });
    fill(this.holder, this.canvas);
  }

  show(motion: Motion | undefined, t: number): void {
    [this.motions, this.colours, this.t] = [motion ? [motion] : [], undefined, t];
    this.draw();
  }

  /** Several motions of one scene over each other, each in its colour. */
  overlay(motions: Motion[], t: number, colours: string[]): void {
    [this.motions, this.colours, this.t] = [motions, colours, t];
    this.draw();
  }

  /** Takes in all of a motion. */
  include(motion: Motion): void {
    this.included = motion;
    (this.plane ?? this.space)?.include(motion);
  }

  /** Draws once per frame. */
  draw(): void {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.paint());
  }

  private paint(): void {
    if (!this.stage) return;
    const { motions, colours, stage, t, shown } = this;
    const motion = motions[0];
    const instant = () => (motion ? motion.at(t) : { row: stage.row, sketch: stage.sketch, forces: [] });
    if (this.plane && colours) this.plane.overlay(motions, t, colours, shown);
    else if (this.plane) this.plane.draw(instant(), t, motion, shown, this.chosen);
    else if (this.space) this.space.draw(motions, t, shown, colours);
    else if (!this.loading) paintSolids(this.canvas, stage, instant().row);
  }

  close(): void {
    cancelAnimationFrame(this.pending);
    removeEventListener("themechange", this.recolour);
    this.space?.close();
  }
}
