// Building a planar model by dragging: bodies, joints, springs and contacts onto the plane. Every step is a change of the text, which the
// engine takes or refuses with a sentence; what is refused is shown where it was dropped and changes nothing.

import { api, type Body, type Field, type Laws, type Look, type Material, type Value } from "../api";
import { fill, h, keepingFocus, select } from "../dom";
import { pose } from "../view/outline";
import { helpButton } from "../view/help";
import type { PlaneView } from "../view/plane-view";
import type { Grip } from "../view/plane-window";
import { showForm } from "./form";
import { PIECES, round, type Drop, type Piece, type Point } from "./pieces";
import { append, insertKey, removeEntry, replaceValue } from "./toml-edit";

export interface Bench {
  look: () => Look | undefined;
  text: () => string;
  /** Takes the changed text; else says what is wrong with it. */
  attempt: (text: string) => Promise<string | undefined>;
  plane: () => PlaneView | undefined;
  choose: (body: string | undefined) => void;
  /** Draws the plane again. */
  draw: () => void;
  change: (field: Field, value: Value) => void;
  help: (field: Field) => string;
}

/** How far the second end of a spring or distance is above the first if it is held by the world. */
const ABOVE = 0.8;
const WORLD = "world";
/** Where a body that is not dragged is put, in shares of the picture. */
const SPOTS: Point[] = [0.33, 0.15, 0.5].flatMap((y) => [0.5, 0.3, 0.7, 0.12, 0.88].map((x): Point => [x, y]));

/** The palette, and dragging on the plane. */
export class Builder {
  readonly element: HTMLElement;
  private active = false;
  /** The group of the form that is chosen: `body disc-1`, `joint …`. */
  private chosen: string | undefined;
  private ends: [string, string] = ["", WORLD];
  private laws: Laws | undefined;
  private materials: Material[] = [];
  private law = "glocker-pfeiffer";
  private material = "";
  /** The texts before and after each step; a drag is one. */
  private readonly past: { before: string; after: string; step: object }[] = [];
  /** The steps of the arrow keys that are under way. */
  private steps: Promise<void> = Promise.resolve();
  private readonly undoButton = h("button", { class: "quiet", disabled: true, title: "Takes the last step back (Ctrl+Z on the picture)", onclick: () => void this.undo() }, "Undo");
  private readonly said = h("p", { class: "error builder-error", role: "alert", hidden: true });
  private readonly between = h("div", { class: "row" });
  private readonly matter = h("div", { class: "row" });
  private readonly selected = h("div", { class: "row", "aria-live": "polite" });
  private readonly form = h("div", { class: "form" });
  private readonly tools: HTMLElement;
  private readonly elsewhere = h("p", { class: "muted", hidden: true }, "Building by dragging is for scenes of the plane. This one is in space: change it in its form or its text.");

  constructor(private readonly bench: Bench) {
    const group = (...kinds: Piece["kind"][]) => h("div", { class: "pieces", role: "group" }, ...PIECES.filter((piece) => kinds.includes(piece.kind)).map((piece) => this.button(piece)));
    this.tools = h("div", { class: "builder-tools" },
      h("p", { class: "muted" }, "Drag a piece onto the picture, or press it to put it in the middle. Drag a body in the picture to move it; the arrow keys move the chosen one."),
      this.undoButton, this.said,
      h("h2", {}, "Bodies"), group("body"),
      h("h2", {}, "Joints and springs"), this.between, group("joint", "force"),
      h("h2", {}, "Contacts"), this.matter, group("contact"),
      h("h2", {}, "Chosen"), this.selected, this.form);
    // Until there is a scene to build on.
    this.tools.inert = true;
    this.element = h("div", { class: "builder" }, this.elsewhere, this.tools);
    void Promise.all([api.laws(), api.materials()]).then(([laws, materials]) => {
      [this.laws, this.materials] = [laws, materials];
      this.show();
    });
  }

  private button(piece: Piece): HTMLElement {
    return h("button", { class: "piece", draggable: "true", title: piece.hint, "data-piece": piece.name,
      ondragstart: (event: DragEvent) => event.dataTransfer?.setData("text/plain", piece.name),
      onclick: () => void this.put(piece) }, piece.name);
  }

  /** Whether dragging on the picture moves bodies. */
  set on(active: boolean) {
    this.active = active;
    if (!active) this.pick(undefined);
  }

  /** Listens on a new plane. */
  attach(plane: PlaneView): void {
    if (plane.grab) return;
    plane.grab = (at) => (this.active ? this.press(plane, at) : undefined);
    plane.canvas.addEventListener("dragover", (event) => event.preventDefault());
    plane.canvas.addEventListener("drop", (event) => {
      event.preventDefault();
      const piece = PIECES.find((known) => known.name === event.dataTransfer?.getData("text/plain"));
      if (piece) void this.drop(piece, plane.toWorld(event));
    });
    plane.canvas.addEventListener("keydown", (event) => this.key(plane, event));
  }

  /** The scene has changed. */
  show(): void {
    keepingFocus(this.tools, () => this.rebuild());
  }

  private rebuild(): void {
    const look = this.bench.look();
    if (!look) return;
    this.tools.inert = false;
    [this.elsewhere.hidden, this.tools.hidden] = [look.stage.space === "plane", look.stage.space === "space"];
    const names = look.stage.bodies.map((body) => body.name);
    if (!names.includes(this.ends[0])) this.ends[0] = names.findLast((name) => look.stage.bodies.some((body) => body.name === name && body.role === "moving")) ?? "";
    if (!names.includes(this.ends[1])) this.ends[1] = WORLD;
    const law = this.laws?.laws.find((one) => one.name === this.law);
    const words = (list: string[]) => list.map((name) => [name, name] as const);
    fill(this.between, h("label", { class: "inline" }, "between", select("First body", words(names), this.ends[0], (name) => (this.ends[0] = name))),
      h("label", { class: "inline" }, "and", select("Second body", words([WORLD, ...names]), this.ends[1], (name) => (this.ends[1] = name))));
    fill(this.matter, h("label", { class: "inline" }, "Law", select("Law of the contact", (this.laws?.laws ?? []).map((law) => [law.name, law.title] as const), this.law, (name) => {
        this.law = name;
        this.show();
      }), law ? helpButton(law.title, `${law.help}\n${law.source}`) : null),
      h("label", { class: "inline" }, "Material", select("Material of the contact", [["", "none"], ...this.materials.map((one) => [one.name, one.name] as const)], this.material, (name) => (this.material = name))));
    this.showChosen(look);
  }

  private showChosen(look: Look): void {
    const groups = [...new Set(look.fields.filter((field) => !field.absent).map((field) => field.group))].filter((group) => /^(body|joint|force|contact|motion|material) /.test(group));
    if (this.chosen && !groups.includes(this.chosen)) this.chosen = undefined;
    fill(this.selected, select("Chosen part", [["", "nothing"], ...groups.map((group) => [group, group] as const)], this.chosen ?? "", (group) => this.pick(group || undefined)),
      this.chosen ? h("button", { class: "quiet", onclick: () => void this.remove() }, "Remove") : null);
    if (this.chosen) showForm(this.form, look.fields, (field, value) => this.bench.change(field, value), (field) => this.bench.help(field), this.chosen);
    else fill(this.form, h("p", { class: "muted" }, "Press a body in the picture, or choose a part from the list, to change it."));
  }

  /** Shows a sentence, or takes it away. */
  say(sentence?: string): void {
    this.said.hidden = !sentence;
    this.said.textContent = sentence ?? "";
  }

  /** Tries a text as part of a step and says what is wrong with it. */
  private async attempt(text: string, step: object = {}): Promise<boolean> {
    const before = this.bench.text();
    const problem = await this.bench.attempt(text);
    this.say(problem);
    if (problem !== undefined) return false;
    const last = this.past.at(-1);
    if (last?.step === step) last.after = text;
    else this.past.push({ before, after: text, step });
    this.undoButton.disabled = false;
    return true;
  }

  /** Takes the last step back; first what was changed since in a form or in the text, if anything was. */
  private async undo(): Promise<void> {
    const last = this.past.at(-1);
    if (!last) return;
    const since = this.bench.text() !== last.after;
    if (!since) this.past.pop();
    this.say(await this.bench.attempt(since ? last.after : last.before));
    this.undoButton.disabled = this.past.length === 0;
    const plane = this.bench.plane();
    if (plane) plane.ghost = undefined;
    this.bench.draw();
  }

  /** A piece that was pressed: a body in the middle, what joins at the centre of the first body. */
  private async put(piece: Piece): Promise<void> {
    const look = this.bench.look();
    const plane = this.bench.plane();
    if (!look || !plane) return;
    const first = look.stage.bodies.find((body) => body.name === this.ends[0]);
    const box = plane.canvas.getBoundingClientRect();
    const spot = ([x, y]: Point) => plane.toWorld({ clientX: box.left + x * box.width, clientY: box.top + y * box.height });
    const centre = first && (pose(first, look.stage.row).slice(0, 2) as Point);
    if (piece.kind !== "body" || /floor|wall/i.test(piece.name)) return void (await this.place(piece, centre && piece.kind !== "body" ? centre : spot([0.5, 0.6]), first ? this.ends : undefined));
    // The first free spot from the middle outwards.
    for (const one of SPOTS) if (await this.place(piece, spot(one), undefined)) return plane.show(this.bench.look()?.stage.bodies.at(-1)?.name);
  }

  /** A piece that was dropped: what joins takes the bodies there, then the one chosen, then the world. */
  private async drop(piece: Piece, at: Point): Promise<void> {
    const look = this.bench.look();
    const here = look ? (this.bench.plane()?.bodiesAt(at, look.stage.row) ?? []).map((body) => body.name) : [];
    const chosen = this.chosen?.startsWith("body ") ? this.chosen.slice(5) : undefined;
    const [first, second = chosen !== here[0] ? chosen : undefined] = here;
    await this.place(piece, at, first ? [first, second ?? WORLD] : undefined);
  }

  /** Puts a piece somewhere; false if it is refused. */
  private async place(piece: Piece, at: Point, ends: [string, string] | undefined): Promise<boolean> {
    const [look, plane] = [this.bench.look(), this.bench.plane()];
    if (!look || !plane) return false;
    plane.hold();
    const other = look.stage.bodies.find((body) => body.name === ends?.[1]);
    const far: Point = other ? (pose(other, look.stage.row).slice(0, 2) as Point) : [at[0], at[1] + ABOVE];
    const drop: Drop = { at, look, ends, far, law: this.laws?.laws.find((law) => law.name === this.law), material: this.materials.find((one) => one.name === this.material) };
    let entry: string;
    try {
      entry = piece.entry(drop);
    } catch (problem) {
      this.say(`${piece.name}: ${problem instanceof Error ? problem.message : String(problem)}.`);
      return false;
    }
    const fine = await this.attempt(append(this.bench.text(), entry));
    plane.ghost = fine ? undefined : { outlines: piece.outlines, at: [...at, 0], wrong: true };
    const name = fine && /^\[\[body\]\]\nname = "(.*)"/.exec(entry)?.[1];
    if (name) {
      this.ends[0] = name;
      this.show();
      this.pick(`body ${name}`);
    }
    this.bench.draw();
    return fine;
  }

  private press(plane: PlaneView, at: Point): Grip | undefined {
    const look = this.bench.look();
    const found = look && plane.bodiesAt(at, look.stage.row)[0];
    this.say();
    plane.ghost = undefined;
    this.pick(found && `body ${found.name}`);
    if (!look || !found) return undefined;
    const move = this.mover(found.name);
    if (!move) return () => {};
    plane.hold();
    const [x, y, angle] = pose(found, look.stage.row);
    const show = (to: Point, wrong: boolean) => {
      plane.ghost = { outlines: found.outlines, at: [x + to[0] - at[0], y + to[1] - at[1], angle], wrong };
      this.bench.draw();
    };
    // One question at a time; the last place wins.
    let [wanted, asking, last] = [undefined as Point | undefined, false, true];
    const step = {};
    const ask = async () => {
      if (asking) return;
      asking = true;
      for (let to = wanted; to; to = wanted) {
        wanted = undefined;
        last = await this.attempt(move([x + to[0] - at[0], y + to[1] - at[1]]), step);
        if (last) plane.ghost = undefined;
        else show(wanted ?? to, true);
      }
      asking = false;
      this.bench.draw();
    };
    return (to) => {
      wanted = to;
      show(to, !last);
      void ask();
    };
  }

  /** The text with a body elsewhere; undefined, and a sentence, if its place is an expression. */
  private mover(name: string): ((to: Point) => string) | undefined {
    const field = this.bench.look()?.fields.find((one) => one.group === `body ${name}` && one.label === "position");
    const text = this.bench.text();
    const numbers = field?.absent === "numbers" || (Array.isArray(field?.value) && field.value.every((value) => typeof value === "number"));
    if (field?.byte === undefined || !numbers) {
      this.say(`The place of ${name} is an expression or is set from outside; change it in the text.`);
      return undefined;
    }
    const { byte } = field;
    return (to) => (field.absent ? insertKey(text, byte, "position", to.map(round)) : replaceValue(text, byte, to.map(round)));
  }

  /** The arrow keys move the chosen body by a hundredth of the window, with Shift by a thousandth; Ctrl+Z takes a step back. */
  private key(plane: PlaneView, event: KeyboardEvent): void {
    if (this.active && event.key === "z" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return void this.undo();
    }
    const step = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<string, Point>)[event.key];
    if (!this.active || !step || !this.chosenBody()) return;
    event.preventDefault();
    event.stopPropagation();
    plane.hold();
    const far = plane.width * (event.shiftKey ? 0.001 : 0.01);
    // Each step starts where the one before has ended.
    this.steps = this.steps.then(() => this.shift([far * step[0], far * step[1]])).catch((problem: unknown) => this.say(String(problem)));
  }

  /** The body that is chosen. */
  private chosenBody(): Body | undefined {
    return this.bench.look()?.stage.bodies.find((one) => `body ${one.name}` === this.chosen);
  }

  /** Moves the chosen body. */
  private async shift([right, up]: Point): Promise<void> {
    const [look, body] = [this.bench.look(), this.chosenBody()];
    const move = body && this.mover(body.name);
    if (!look || !body || !move) return;
    const [x, y] = pose(body, look.stage.row);
    await this.attempt(move([x + right, y + up]));
    this.bench.draw();
  }

  private pick(group: string | undefined): void {
    this.chosen = group;
    const look = this.bench.look();
    const body = group?.startsWith("body ") ? group.slice(5) : undefined;
    this.bench.choose(body);
    if (look) keepingFocus(this.tools, () => this.showChosen(look));
  }

  /** Removes what is chosen, and what is held by a body that goes. */
  private async remove(): Promise<void> {
    const look = this.bench.look();
    const { chosen } = this;
    if (!look || !chosen) return;
    const name = chosen.startsWith("body ") ? chosen.slice(5) : undefined;
    const gone = (field: Field) => field.group === chosen || (name !== undefined && ["between", "body"].includes(field.label) && [field.value].flat().includes(name));
    const entries = [...new Set(look.fields.filter(gone).map((field) => field.path.split(".").slice(0, 2).join(".")))];
    // From the last on, so that the numbers of the others stay.
    const order = entries.map((path) => path.split(".") as [string, string]).sort((a, b) => Number(b[1]) - Number(a[1]));
    this.chosen = undefined;
    await this.attempt(order.reduce((text, [section, number]) => removeEntry(text, section, Number(number)), this.bench.text()));
    this.pick(undefined);
  }
}
