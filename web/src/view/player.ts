// Play, pause, step, scrub, speed.

import { h, select } from "../dom";
import { short } from "../number";

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 50];

/** The clock of an animation. */
export class Player {
  readonly element: HTMLElement;
  private t = 0;
  private start = 0;
  private end = 1;
  private playing = false;
  private speed = 1;
  private last = 0;
  private frame = 0;
  private readonly slider = h("input", { type: "range", min: 0, max: 1, step: "any", value: 0, class: "scrub", "aria-label": "Time", oninput: () => this.jump(Number(this.slider.value)) });
  private readonly button = h("button", { class: "primary play", onclick: () => this.toggle() }, "Play");
  /** Not read out while it runs; the slider of the time says it to who asks. */
  private readonly clock = h("span", { class: "clock" });
  private readonly speeds = select("Speed", SPEEDS.map((speed) => [String(speed), `${speed}×`]), "1", (value) => {
    this.wanted = this.speed = Number(value);
    this.chosen();
  });

  /** `changed` is told the time; `times` are those of the rows, for single steps; `wanted` is the speed a user chose, and `chosen` is told of another. */
  constructor(private readonly changed: (t: number) => void, private readonly times: () => number[], private wanted?: number, private readonly chosen = () => {}) {
    const step = (forward: boolean) => () => this.step(forward);
    this.element = h("div", { class: "player", role: "group", "aria-label": "Playback" },
      this.button,
      h("button", { class: "icon", onclick: step(false), title: "One row back (←)", "aria-label": "One row back" }, "◀︎"),
      h("button", { class: "icon", onclick: step(true), title: "One row on (→)", "aria-label": "One row on" }, "▶︎"),
      this.slider, this.clock, h("label", { class: "inline" }, "Speed", this.speeds));
  }

  /** The speed a user chose, if one was. */
  get ownSpeed(): number | undefined {
    return this.wanted;
  }

  get time(): number {
    return this.t;
  }

  /** A run from one time to another; starts at its beginning, at the speed chosen, or one that shows it in some seconds. */
  load(start: number, end: number): void {
    [this.start, this.t] = [start, start];
    this.reach(end);
    const wanted = (end - start) / 6;
    this.speed = this.wanted !== undefined && SPEEDS.includes(this.wanted) ? this.wanted : SPEEDS.reduce((best, speed) => (Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best), 1);
    this.speeds.value = String(this.speed);
    this.jump(start);
  }

  /** The end of what there is to show. */
  reach(end: number): void {
    this.end = end;
    this.slider.min = String(this.start);
    this.slider.max = String(end);
  }

  /** Plays a run that has just begun; not for who asked the system for less motion, who can press Play. */
  begin(): void {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.t >= this.end) this.t = this.start;
    this.playing = true;
    this.button.textContent = "Pause";
    this.last = performance.now();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  pause(): void {
    this.playing = false;
    this.button.textContent = "Play";
    cancelAnimationFrame(this.frame);
  }

  private tick(now: number): void {
    if (!this.playing) return;
    this.t += (this.speed * Math.min(now - this.last, 200)) / 1000;
    this.last = now;
    if (this.t > this.end) this.t = this.start;
    this.tell();
    this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  /** Goes to a time and stays there. */
  jump(t: number): void {
    this.pause();
    this.t = Math.min(Math.max(t, this.start), this.end);
    this.tell();
  }

  step(forward: boolean): void {
    const times = this.times();
    const next = forward ? times.find((t) => t > this.t) : times.findLast((t) => t < this.t);
    if (next !== undefined) this.jump(next);
  }

  private tell(): void {
    this.slider.value = String(this.t);
    this.slider.setAttribute("aria-valuetext", `${short(this.t, 5)} s`);
    this.clock.textContent = `t = ${short(this.t, 5)} s`;
    this.changed(this.t);
  }

  close(): void {
    this.pause();
  }
}
