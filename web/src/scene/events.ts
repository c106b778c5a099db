// The events of a run; one that is clicked shows its record and its impulse plane.

import { api, type Event, type Laws, type Parts } from "../api";
import { fill, h, keepingFocus, select } from "../dom";
import { short, withUnit } from "../number";
import { series } from "../theme";
import { impulsePlane } from "../view/impulse-plane";
import type { Motion } from "./motion";

/** Rounding noise of lengths, velocities and impulses of a laboratory's size. */
const NOTHING = 1e-12;
/** Rows of the list. */
const MOST = 400;

export class Events {
  readonly element: HTMLElement;
  private readonly list = h("div", { class: "event-list", role: "list", "aria-label": "Events" });
  private readonly note = h("p", { class: "muted" });
  private readonly record = h("div", { class: "event-record", "aria-live": "polite" });
  private readonly filter = h("span");
  private kind = "all";
  private chosen: Event | undefined;
  private motion: Motion | undefined;
  private shown = 0;
  private laws: Laws | undefined;

  constructor(private readonly jump: (t: number) => void) {
    this.element = h("div", { class: "events" }, this.filter, this.list, this.note, this.record);
    void api.laws().then((laws) => (this.laws = laws));
  }

  show(motion: Motion | undefined): void {
    if (motion !== this.motion) {
      fill(this.record, h("p", { class: "muted" }, "Click an event to see its record and, in the plane, its impulse plane."));
      [this.shown, this.kind, this.chosen] = [-1, "all", undefined];
    }
    this.motion = motion;
    if (motion && motion.events.length !== this.shown) this.fill();
  }

  private fill(): void {
    keepingFocus(this.element, () => this.refill());
  }

  private refill(): void {
    const { motion } = this;
    if (!motion) return;
    this.shown = motion.events.length;
    const kinds = [...new Set(motion.events.map((event) => event.kind))];
    const options = [["all", `All events (${motion.events.length})`] as const, ...kinds.map((kind) => [kind, `${kind} (${motion.events.filter((event) => event.kind === kind).length})`] as const)];
    fill(this.filter, select("Kind of event", options, this.kind, (kind) => {
      this.kind = kind;
      this.fill();
    }));
    const wanted = motion.events.filter((event) => this.kind === "all" || event.kind === this.kind);
    const rows = wanted.slice(0, MOST).map((event) => h("div", { role: "listitem" }, h("button", { class: `event ${event.kind}`, "aria-current": event === this.chosen ? "true" : undefined, onclick: (clicked: MouseEvent) => {
      this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      (clicked.currentTarget as HTMLElement).setAttribute("aria-current", "true");
      this.chosen = event;
      this.jump(event.t);
      void this.open(event);
    } }, h("span", { class: "when" }, `${short(event.t, 7)} s`), h("span", { class: "what" }, event.kind), h("span", {}, event.bodies.join(" – ") || event.text || ""),
      event.warnings?.length ? h("span", { class: "badge warn", title: event.warnings.join("; ") }, "!") : null)));
    const more = wanted.length > MOST || (motion.eventCount > motion.events.length) ? `${rows.length} of ${Math.max(motion.eventCount, wanted.length)} are listed; the file events.jsonl holds all.` : "";
    if (motion.summary && !motion.events.length) fill(this.record);
    fill(this.list, ...rows);
    this.list.hidden = rows.length === 0;
    this.note.textContent = rows.length ? more : "No events.";
  }

  private async open(event: Event): Promise<void> {
    const title = this.laws?.laws.find((law) => law.name === event.law)?.title ?? event.law ?? "";
    fill(this.record, h("h2", {}, `${event.kind} at t = ${short(event.t, 8)} s`), table(event, title),
      event.text ? h("p", {}, event.text) : null,
      ...(event.warnings ?? []).map((warning) => h("p", { class: "warn" }, warning)));
    if (!event.plane || !event.before) return;
    const { contact, e, mu, path } = event.plane;
    const tangential = typeof event.before.tangential === "number" ? event.before.tangential : 0;
    const before = { normal: event.before.normal, tangential, moment: event.before.moment };
    const plane = await api.plane({ contact, before, e, mu, points: path.map((corner) => corner.at) });
    const gains = (event.energy_change ?? 0) > 1e-9;
    this.record.append(h("h3", {}, "Impulse plane"), impulsePlane(plane, [{ name: event.law ?? "", title, colour: series(0), corners: path, gains }], Math.min(Math.max(this.record.clientWidth - 4, 300), 640)));
  }
}

/** The record of an event, with units. */
function table(event: Event, law: string): HTMLElement {
  const rows: [string, string | string[]][] = [["bodies", event.bodies.join(", ")]];
  if (event.point) rows.push(["point", `${clean(event.point)} m`]);
  if (event.normal) rows.push(["normal", clean(event.normal)]);
  if (law) rows.push(["law", law]);
  if (event.mode) rows.push(["mode", event.mode]);
  const parts = (value: Parts | undefined, units: [string, string]) => value && [`normal ${withUnit(value.normal, units[0])}`, `tangential ${tangential(value.tangential)} ${units[0]}`, ...(Math.abs(value.moment) > NOTHING ? [`moment ${withUnit(value.moment, units[1])}`] : [])];
  for (const [name, value] of [
    ["velocity before", parts(event.before, ["m/s", "rad/s"])],
    ["velocity after", parts(event.after, ["m/s", "rad/s"])],
    ["impulse", parts(event.impulse, ["N s", "N m s"])],
    ["in compression", parts(event.phases?.compression, ["N s", "N m s"])],
    ["in expansion", parts(event.phases?.expansion, ["N s", "N m s"])],
  ] as const) if (value) rows.push([name, value]);
  if (event.vector?.length === 3) rows.push(["impulse on the first", `${clean(event.vector)} N s`]);
  if (event.energy_change !== undefined) rows.push(["energy change", withUnit(event.energy_change, "J")]);
  if (event.plane) rows.push(["coefficients", `e ${short(event.plane.e)}, μ ${short(event.plane.mu)}`]);
  return h("table", { class: "record" }, h("tbody", {}, ...rows.filter(([, value]) => value.length).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, ...quantities(value))))));
}

/** Several quantities, each on one line with its unit. */
function quantities(value: string | string[]): (HTMLElement | string)[] {
  if (typeof value === "string") return [value];
  return value.flatMap((one, index) => [h("span", { class: "quantity" }, index + 1 < value.length ? `${one},` : one), " "]);
}

function tangential(value: Parts["tangential"]): string {
  return clean([value].flat());
}

/** Numbers of a vector, rounding noise as zero. */
function clean(vector: number[]): string {
  return vector.map((value) => short(Math.abs(value) < NOTHING ? 0 : value)).join(", ");
}
