// Building a planar model by dragging: bodies, joints, springs and contacts onto the plane. Every step is a change of the text.

import type { Look } from "../api";
import { fill, h } from "../dom";
import { pose, type PlaneView } from "../view/plane-view";
import { append, removeEntry, replaceValue } from "./toml-edit";

type Point = [number, number];

interface Piece { name: string; hint: string; entry: (at: Point, look: Look | undefined, bodies: string[]) => string | undefined }

const round = (value: number) => Number(value.toPrecision(4));
const point = ([x, y]: Point) => `[${round(x)}, ${round(y)}]`;

/** A name that no body has. */
function fresh(stem: string, look: Look | undefined): string {
  const used = new Set(look?.stage.bodies.map((body) => body.name));
  for (let k = 1; ; k += 1) if (!used.has(`${stem}-${k}`)) return `${stem}-${k}`;
}

const body = (stem: string, shape: string, mass = "1.0") => (at: Point, look: Look | undefined) =>
  `[[body]]\nname = "${fresh(stem, look)}"\nshape = { ${shape} }\nmass = ${mass}\nposition = ${point(at)}\nangle = 0.0\nvelocity = [0.0, 0.0]\nspin = 0.0`;

const PIECES: Piece[] = [
  { name: "Disc", hint: "A disc of 0.2 m", entry: body("disc", "disc = { radius = 0.2 }") },
  { name: "Box", hint: "A box of 0.5 by 0.3 m", entry: body("box", "box = { width = 0.5, height = 0.3 }") },
  { name: "Rod", hint: "A thin rod of 1 m", entry: body("rod", "rod = { length = 1.0 }") },
  { name: "Floor", hint: "A fixed floor through this point", entry: (at, look) =>
    `[[body]]\nname = "${fresh("floor", look)}"\nfixed = true\nshape = { half-space = { normal = [0.0, 1.0] } }\nposition = ${point(at)}` },
  { name: "Wall", hint: "A fixed wall to the left of this point", entry: (at, look) =>
    `[[body]]\nname = "${fresh("wall", look)}"\nfixed = true\nshape = { half-space = { normal = [1.0, 0.0] } }\nposition = ${point(at)}` },
  { name: "Pin", hint: "A pin through the bodies here, or between one and the world", entry: (at, _, bodies) =>
    bodies.length ? `[[joint]]\nkind = "pin"\nbetween = ["${bodies[0]}", "${bodies[1] ?? "world"}"]\nat = ${point(at)}` : undefined },
  { name: "Spring", hint: "A spring from the body here to the world above it", entry: (at, _, bodies) =>
    bodies.length ? `[[force]]\nkind = "spring"\nbetween = ["${bodies[0]}", "world"]\nstart-a = ${point(at)}\nstart-b = ${point([at[0], at[1] + 0.8])}\nstiffness = 50.0\nfree-length = 0.8` : undefined },
  { name: "Contact", hint: "A law between the two bodies here, or for all pairs", entry: (_, look, bodies) => {
    const law = 'law = "glocker-pfeiffer"\ne = 0.5\nmu = 0.3';
    if (bodies.length > 1) return `[[contact]]\nbetween = ["${bodies[0]}", "${bodies[1]}"]\n${law}`;
    return look?.fields.some((field) => field.path.endsWith(".default")) ? undefined : `[[contact]]\ndefault = true\n${law}`;
  } },
];

/** A scene to start from. */
export const EMPTY = `[scene]
name = "my-scene"
title = "My scene"
gravity = [0.0, -9.81]

[run]
until = 3.0
every = 0.01

[[body]]
name = "floor-1"
fixed = true
shape = { half-space = { normal = [0.0, 1.0] } }

[[body]]
name = "disc-1"
shape = { disc = { radius = 0.2 } }
mass = 1.0
position = [0.0, 1.0]
angle = 0.0
velocity = [0.0, 0.0]
spin = 0.0

[[contact]]
default = true
law = "glocker-pfeiffer"
e = 0.5
mu = 0.3
`;

export interface Bench {
  look: () => Look | undefined;
  text: () => string;
  /** Takes the changed text. */
  change: (text: string) => void;
  plane: () => PlaneView | undefined;
  choose: (body: string | undefined) => void;
  say: (message: string) => void;
}

/** The palette, and dragging on the plane. */
export class Builder {
  readonly element: HTMLElement;
  private active = false;
  private chosen: string | undefined;
  private readonly selected = h("div", { class: "selected", "aria-live": "polite" });

  constructor(private readonly bench: Bench) {
    const pieces = PIECES.map((piece) => h("button", { class: "piece", draggable: "true", title: piece.hint, "data-piece": piece.name,
      ondragstart: (event: DragEvent) => event.dataTransfer?.setData("text/plain", piece.name),
      onclick: () => this.drop(piece, this.middle()) }, piece.name));
    this.element = h("div", { class: "builder" },
      h("p", {}, "Drag a piece onto the picture, or press it to put it in the middle. Drag a body in the picture to move it."),
      h("div", { class: "pieces" }, ...pieces), this.selected);
  }

  /** Whether dragging on the picture moves bodies. */
  set on(active: boolean) {
    this.active = active;
    if (!active) this.pick(undefined);
  }

  /** Listens on a new plane. */
  attach(plane: PlaneView): void {
    plane.grab = (at) => (this.active ? this.press(at) : undefined);
    plane.canvas.addEventListener("dragover", (event) => event.preventDefault());
    plane.canvas.addEventListener("drop", (event) => {
      event.preventDefault();
      const piece = PIECES.find((known) => known.name === event.dataTransfer?.getData("text/plain"));
      if (piece) this.drop(piece, plane.toWorld(event));
    });
  }

  private middle(): Point {
    const plane = this.bench.plane();
    if (!plane) return [0, 1];
    const box = plane.canvas.getBoundingClientRect();
    return plane.toWorld({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 3 });
  }

  /** The moving bodies at a point, topmost first. */
  private bodiesAt(at: Point): string[] {
    const look = this.bench.look();
    const plane = this.bench.plane();
    if (!look || !plane) return [];
    const top = plane.bodyAt(at, look.stage.row)?.name;
    if (!top) return [];
    const near = look.stage.bodies.filter((body) => body.name !== top && body.outlines.length > 0 && body.role === "moving");
    const [, ...rest] = [top, ...near.filter((body) => {
      const [x, y] = pose(body, look.stage.row);
      return Math.hypot(x - at[0], y - at[1]) < reach(body.outlines);
    }).map((body) => body.name)];
    return [top, ...rest];
  }

  private drop(piece: Piece, at: Point): void {
    const entry = piece.entry(at, this.bench.look(), this.bodiesAt(at));
    if (!entry) return this.bench.say(`${piece.name}: ${piece.hint.toLowerCase()}. There is none here.`);
    this.bench.change(append(this.bench.text(), entry));
  }

  private press(at: Point): ((to: Point) => void) | undefined {
    const look = this.bench.look();
    const found = look && this.bench.plane()?.bodyAt(at, look.stage.row);
    this.pick(found?.name);
    if (!look || !found) return undefined;
    const field = look.fields.find((one) => one.group === `body ${found.name}` && one.label === "position");
    const text = this.bench.text();
    const [x, y] = pose(found, look.stage.row);
    if (!field || field.byte === undefined || !Array.isArray(field.value) || field.value.some((value) => typeof value !== "number")) return undefined;
    const { byte } = field;
    return (to) => this.bench.change(replaceValue(text, byte, [round(x + to[0] - at[0]), round(y + to[1] - at[1])]));
  }

  private pick(body: string | undefined): void {
    this.chosen = body;
    this.bench.choose(body);
    fill(this.selected, body ? h("div", { class: "row" }, h("strong", {}, body), h("button", { class: "quiet", onclick: () => this.remove() }, "Remove")) : h("p", { class: "muted" }, "Press a body to choose it."));
  }

  private remove(): void {
    const look = this.bench.look();
    const path = look?.fields.find((field) => field.group === `body ${this.chosen}`)?.path;
    const number = Number(path?.split(".")[1]);
    if (path && Number.isInteger(number)) this.bench.change(removeEntry(this.bench.text(), "body", number));
    this.pick(undefined);
  }
}

/** How far the outlines of a body go. */
function reach(outlines: Look["stage"]["bodies"][number]["outlines"]): number {
  return Math.max(0, ...outlines.map((outline) => (outline.kind === "circle" ? Math.hypot(...outline.centre) + outline.radius : outline.kind === "polyline" ? Math.max(...outline.points.map(([x, y]) => Math.hypot(x, y))) : 0)));
}
