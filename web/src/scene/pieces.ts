// What can be put into the plane: each piece as the entry of a scene file that it becomes.

import type { Law, Look, Material, Outline } from "../api";

export type Point = [number, number];

/** What an entry is made from: where it is dropped, what is there, what was chosen before. */
export interface Drop {
  at: Point;
  look: Look;
  /** The bodies it belongs to; the second may be "world". */
  ends: [string, string] | undefined;
  /** Where the second body is held by what has two ends apart. */
  far: Point;
  law: Law | undefined;
  material: Material | undefined;
}

export interface Piece {
  name: string;
  kind: "body" | "joint" | "force" | "contact";
  hint: string;
  /** How it looks while it is dragged. */
  outlines: Outline[];
  /** Its entry; a sentence in an error if there cannot be one. */
  entry: (drop: Drop) => string;
}

export const round = (value: number) => Number(value.toPrecision(4));
const point = ([x, y]: Point) => `[${round(x)}, ${round(y)}]`;

/** A name that nothing of the scene has. */
function fresh(stem: string, look: Look): string {
  const used = new Set(look.stage.bodies.map((body) => body.name));
  for (let k = 1; ; k += 1) if (!used.has(`${stem}-${k}`)) return `${stem}-${k}`;
}

const ring = (...points: Point[]): Outline => ({ kind: "polyline", points, closed: true });

function body(stem: string, shape: string): Piece["entry"] {
  return ({ at, look }) => `[[body]]\nname = "${fresh(stem, look)}"\nshape = { ${shape} }\nmass = 1.0\nposition = ${point(at)}\nangle = 0.0\nvelocity = [0.0, 0.0]\nspin = 0.0`;
}

function ground(stem: string, normal: string): Piece["entry"] {
  return ({ at, look }) => `[[body]]\nname = "${fresh(stem, look)}"\nfixed = true\nshape = { half-space = { normal = ${normal} } }\nposition = ${point(at)}`;
}

function between({ ends }: Drop): string {
  if (!ends) throw new Error("There is no body here: drop it on one, or choose two bodies below");
  return `between = ["${ends[0]}", "${ends[1]}"]`;
}

const joint = (kind: string, more = ""): Piece["entry"] => (drop) => `[[joint]]\nkind = "${kind}"\n${between(drop)}\nat = ${point(drop.at)}${more}`;

/** What a coefficient is unless a material says it. */
const GIVEN: Record<string, number> = { e: 0.5, mu: 0.3, mu_static: 0.3, nu: 0.5, e_t: 0.5, e_m: -1, e_mc: -1, e_me: -1 };

function contact(drop: Drop): string {
  const { law, material, ends } = drop;
  const pair = ends && ends[1] !== "world";
  if (!pair && drop.look.fields.some((field) => field.group === "contact default")) {
    throw new Error("The scene has a law for all pairs already: change it under contact default below, or choose two bodies for a law of their own");
  }
  const who = pair ? between(drop) : "default = true";
  const known = material?.coefficients ?? {};
  const rest = (law?.coefficients ?? ["e", "mu"]).filter((name) => !(name in known)).map((name) => `\n${name} = ${GIVEN[name]}`);
  return `[[contact]]\n${who}\nlaw = "${law?.name ?? "glocker-pfeiffer"}"${material ? `\nmaterial = "${material.name}"` : ""}${rest.join("")}`;
}

export const PIECES: Piece[] = [
  { name: "Disc", kind: "body", hint: "A disc of radius 0.2 m", outlines: [{ kind: "circle", centre: [0, 0], radius: 0.2 }], entry: body("disc", "disc = { radius = 0.2 }") },
  { name: "Box", kind: "body", hint: "A box of 0.5 by 0.3 m", outlines: [ring([-0.25, -0.15], [0.25, -0.15], [0.25, 0.15], [-0.25, 0.15])], entry: body("box", "box = { width = 0.5, height = 0.3 }") },
  { name: "Rod", kind: "body", hint: "A thin rod of 1 m", outlines: [{ kind: "polyline", points: [[-0.5, 0], [0.5, 0]], closed: false }], entry: body("rod", "rod = { length = 1.0 }") },
  { name: "Triangle", kind: "body", hint: "A triangle of side 0.5 m", outlines: [ring([-0.25, -0.144], [0.25, -0.144], [0, 0.289])], entry: body("triangle", "polygon = { points = [[-0.25, -0.144], [0.25, -0.144], [0.0, 0.289]] }") },
  { name: "Floor", kind: "body", hint: "A fixed floor through this point", outlines: [{ kind: "half-space", point: [0, 0], normal: [0, 1] }], entry: ground("floor", "[0.0, 1.0]") },
  { name: "Wall", kind: "body", hint: "A fixed wall to the left of this point", outlines: [{ kind: "half-space", point: [0, 0], normal: [1, 0] }], entry: ground("wall", "[1.0, 0.0]") },
  { name: "Pin", kind: "joint", hint: "Both turn about this point", outlines: [], entry: joint("pin") },
  { name: "Slider", kind: "joint", hint: "One slides along a line through this point, without turning", outlines: [], entry: joint("slider", "\naxis = [1.0, 0.0]") },
  { name: "Weld", kind: "joint", hint: "Both move as one", outlines: [], entry: joint("weld") },
  { name: "Point on line", kind: "joint", hint: "This point stays on a line of the second body", outlines: [], entry: joint("point-on-line", "\naxis = [1.0, 0.0]") },
  { name: "Distance", kind: "joint", hint: "A rod without mass from this point to the second body", outlines: [], entry: (drop) => `[[joint]]\nkind = "distance"\n${between(drop)}\nstart-a = ${point(drop.at)}\nstart-b = ${point(drop.far)}` },
  { name: "Spring", kind: "force", hint: "A spring from this point to the second body", outlines: [], entry: (drop) => `[[force]]\nkind = "spring"\n${between(drop)}\nstart-a = ${point(drop.at)}\nstart-b = ${point(drop.far)}\nstiffness = 50.0\ndamping = 0.0` },
  { name: "Contact", kind: "contact", hint: "The law below between two bodies, or for all pairs without one", outlines: [], entry: contact },
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
