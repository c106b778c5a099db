// Where a scene is seen, in the plane or in space.

import type { Stage } from "../api";
import { fill, h } from "../dom";
import { PlaneView, type Shown } from "../view/plane-view";
import { paintSolids } from "../view/solid-painter";
import type { SpaceView } from "../view/space-view";
import type { Motion } from "./motion";

export class Theatre {
  readonly element: HTMLElement;
  readonly shown: Shown = { trails: false, forces: true, impulses: true, names: false };
  plane: PlaneView | undefined;
  private space: SpaceView | undefined;
  private canvas = h("canvas");
  private readonly holder = h("div", { class: "canvas-holder" });
  private stage: Stage | undefined;
  private motion: Motion | undefined;
  private t = 0;
  /** The body drawn with a thick line. */
  chosen: string | undefined;
  private pending = 0;
  /** Names are written in the plane only. */
  private readonly names: HTMLElement;
  /** A canvas that was painted on cannot become one of WebGL. */
  private loading = false;

  constructor() {
    const tick = (key: keyof Shown, name: string) => {
      const box = h("input", { type: "checkbox", onchange: () => {
        this.shown[key] = box.checked;
        this.draw();
      } });
      box.checked = this.shown[key];
      return h("label", { class: "inline" }, box, name);
    };
    this.names = tick("names", "Names");
    const zoom = (factor: number) => () => (this.plane ?? this.space)?.zoom(factor);
    const tools = h("div", { class: "stage-tools", role: "group", "aria-label": "What is shown" },
      tick("trails", "Trails"), tick("forces", "Contact forces"), tick("impulses", "Impulses"), this.names,
      h("span", { class: "spring" }),
      h("button", { class: "icon", onclick: zoom(1.25), "aria-label": "Larger", title: "Larger" }, "+"),
      h("button", { class: "icon", onclick: zoom(0.8), "aria-label": "Smaller", title: "Smaller" }, "−"),
      h("button", { class: "quiet", onclick: () => (this.plane ?? this.space)?.fit(), title: "Show everything" }, "Fit"));
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
    if (this.space && JSON.stringify(this.stage?.bodies) === JSON.stringify(stage.bodies)) return this.draw();
    this.stage = stage;
    this.motion = undefined;
    this.names.hidden = stage.space === "space";
    if (stage.space === "plane") {
      this.loading = false;
      if (!same) this.fresh("Picture of the scene in the plane");
      this.plane ??= new PlaneView(this.canvas);
      this.plane.setStage(stage, () => this.draw());
      return;
    }
    this.fresh("Picture of the scene in space; drag to turn, wheel to zoom");
    this.loading = true;
    try {
      const { SpaceView } = await import("../view/space-view");
      if (this.stage !== stage) return;
      this.space = new SpaceView(this.canvas, stage, () => this.draw());
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
    [this.motion, this.t] = [motion, t];
    this.draw();
  }

  /** Takes in all of a motion. */
  include(motion: Motion): void {
    this.plane?.include(motion);
  }

  /** Draws once per frame. */
  draw(): void {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.paint());
  }

  private paint(): void {
    if (!this.stage) return;
    const { motion, stage, t } = this;
    const instant = motion ? motion.at(t) : { row: stage.row, sketch: stage.sketch, forces: [] };
    if (this.plane) this.plane.draw(instant, t, motion, this.shown, this.chosen);
    else if (this.space) this.space.draw(motion, t, this.shown);
    else if (!this.loading) paintSolids(this.canvas, stage, instant.row);
  }

  close(): void {
    cancelAnimationFrame(this.pending);
    removeEventListener("themechange", this.recolour);
    this.space?.close();
  }
}
