// Bodies of space with three.js; loaded only where it is needed.

import {
  AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry, GridHelper, Group, IcosahedronGeometry, Line,
  LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Quaternion, Scene, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Body, Solid, Stage } from "../api";
import { h } from "../dom";
import { push, type Motion } from "../scene/motion";
import { colour, series } from "../theme";
import type { Shown } from "./plane-view";
import { Arrows } from "./arrows";
import { Crowd, paint as paintInstance, place as placeInstance, type Instance } from "./crowd";
import { ball, solidOf, spatialPose } from "./solid-painter";

const [a, b] = [new Quaternion(), new Quaternion()];

/** Faces cut into triangles, with flat normals. */
function geometry(solid: Solid): BufferGeometry {
  const numbers: number[] = [];
  for (const face of solid.faces) for (let k = 1; k + 1 < face.length; k += 1) {
    for (const index of [face[0]!, face[k]!, face[k + 1]!]) numbers.push(...solid.vertices[index]!);
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(numbers), 3));
  made.computeVertexNormals();
  return made;
}

/** From so many bodies on edges are left out and balls have fewer faces. */
const CROWD = 500;
/** From so many on, of a few pixels each, balls have as few faces as look round. */
const HORDE = 4000;

/** A body as one motion shows it: its group, its trail, its name. */
interface Actor { body: Body; group: Group; matter?: MeshStandardMaterial; instance?: Instance; paint: string; trail: Line; label: HTMLElement; followed?: { motion: Motion; rows: number } }

/** Places looked at to take in a motion. */
const MOST_PLACES = 20_000;
/** Most names written. */
const MOST_NAMES = 60;

export class SpaceView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  private readonly controls: OrbitControls;
  /** The bodies once for every motion shown; fixed ones only in the first cast. */
  private readonly casts: Actor[][] = [];
  /** In a crowd the moving bodies of each cast. */
  private readonly crowds: Crowd[] = [];
  private readonly shapes = new Map<Solid, { faces: BufferGeometry; edges?: EdgesGeometry }>();
  private readonly sizes = new Map<Solid, number>();
  private readonly arrows: Arrows;
  private readonly floors: Group[] = [];
  private readonly names = h("div", { class: "names", "aria-hidden": "true" });
  /** How large the bodies are together at the start: the measure of arrows and floors. */
  private readonly size: number;
  /** Around what the camera shows. */
  private seen: { middle: Vector3; size: number };
  /** Whether the user has left the camera alone. */
  private fitted = true;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly stage: Stage, private readonly redraw: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(devicePixelRatio || 1);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    canvas.addEventListener("keydown", (event) => this.key(event));
    this.controls.addEventListener("change", () => this.redraw());
    this.controls.addEventListener("start", () => (this.fitted = false));
    canvas.after(this.names);
    this.seen = this.reach([this.stage.row]);
    this.size = this.seen.size;
    this.scene.background = new Color(colour("canvas"));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(2, -3, 5);
    this.scene.add(new AmbientLight(0xffffff, 1.4), sun);
    // Over the bodies: where they press together an arrow would lie inside of them. Those of a crowd would hide it.
    this.arrows = new Arrows(this.scene, 0.009 * this.size, !this.isCrowd());
    this.casts.push(this.cast(0));
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    this.fit();
  }

  /** The bodies for one more motion. */
  private cast(number: number): Actor[] {
    let moving = 0;
    const crowd = this.isCrowd() ? new Crowd(this.stage, this.scene, (solid) => this.shape(solid).faces, number > 0 ? 0.65 : 1) : undefined;
    if (crowd) this.crowds.push(crowd);
    return this.stage.bodies.filter((body) => number === 0 || body.role !== "fixed").map((body) => {
      const paint = body.role === "fixed" ? colour("fixed") : series(moving++);
      const [group, trail] = [new Group(), new Line(new BufferGeometry(), new LineBasicMaterial({ color: paint }))];
      const solid = solidOf(this.stage, body);
      const opacity = body.role === "fixed" ? 0.18 : number > 0 ? 0.65 : 1;
      // What is seen through hides nothing that is drawn later.
      const instance = solid && body.role !== "fixed" ? crowd?.add(solid) : undefined;
      if (instance) paintInstance(instance, paint);
      const matter = solid?.faces.length && !instance ? new MeshStandardMaterial({ color: paint, roughness: 0.7, side: DoubleSide, transparent: opacity < 1, opacity, depthWrite: body.role !== "fixed" }) : undefined;
      if (matter && solid) {
        const { faces, edges } = this.shape(solid);
        group.add(new Mesh(faces, matter));
        const lines = edges ?? (body.role === "fixed" ? new EdgesGeometry(faces, 25) : undefined);
        if (lines) group.add(new LineSegments(lines, new LineBasicMaterial({ color: colour("ink"), transparent: true, opacity: 0.35 })));
      }
      for (const [point, normal] of solid?.planes ?? []) group.add(this.floor(point, normal));
      trail.visible = false;
      trail.frustumCulled = false;
      this.scene.add(group, trail);
      const label = h("span", {}, body.name);
      if (number === 0 && body.role !== "fixed" && moving <= MOST_NAMES) this.names.append(label);
      return { body, group, trail, label, paint, ...(matter ? { matter } : {}), ...(instance ? { instance } : {}) };
    });
  }

  private isCrowd(): boolean {
    return this.stage.bodies.length > CROWD;
  }

  private shape(solid: Solid): { faces: BufferGeometry; edges?: EdgesGeometry } {
    const known = this.shapes.get(solid);
    if (known) return known;
    const crowd = this.isCrowd();
    const radius = crowd ? ball(solid) : undefined;
    const faces = radius === undefined ? geometry(solid) : new IcosahedronGeometry(radius, this.stage.bodies.length > HORDE ? 0 : 1);
    const made = crowd ? { faces } : { faces, edges: new EdgesGeometry(faces, 25) };
    this.shapes.set(solid, made);
    return made;
  }

  /** A half-space as a large square with a grid. */
  private floor(point: number[], normal: number[]): Group {
    const side = 12 * this.size;
    const group = new Group();
    group.add(new Mesh(new PlaneGeometry(side, side), new MeshStandardMaterial({ color: colour("ground"), side: DoubleSide, roughness: 1 })));
    const grid = new GridHelper(side, 24, colour("muted"), colour("grid"));
    grid.rotation.x = Math.PI / 2;
    grid.position.z = 0.001 * this.size;
    group.add(grid);
    group.position.set(point[0]!, point[1]!, point[2]!);
    group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(normal[0]!, normal[1]!, normal[2]!));
    this.floors.push(group);
    return group;
  }

  /** A half-space is drawn only to who looks at its face: from within it would hide what is before it. */
  private openFloors(): void {
    for (const floor of this.floors) {
      floor.updateWorldMatrix(true, false);
      const outward = new Vector3(0, 0, 1).transformDirection(floor.matrixWorld);
      floor.visible = this.camera.position.clone().sub(new Vector3().setFromMatrixPosition(floor.matrixWorld)).dot(outward) > 0;
    }
  }

  /** How far the surface of a body reaches from its centre; asked for every body and every picture, so it is kept. */
  private sizeOf(solid: Solid): number {
    const known = this.sizes.get(solid) ?? solid.vertices.reduce((most, vertex) => Math.max(most, Math.hypot(...vertex)), 0);
    this.sizes.set(solid, known);
    return known;
  }

  /** A ball around the bodies in all of some rows. */
  private reach(rows: number[][]): { middle: Vector3; size: number } {
    const [box, balls] = [new Box3(), [] as { at: Vector3; own: number }[]];
    for (const body of this.stage.bodies) {
      const solid = solidOf(this.stage, body);
      if (!solid?.faces.length) continue;
      const own = this.sizeOf(solid);
      for (const row of body.column === undefined ? rows.slice(0, 1) : rows) {
        const at = new Vector3(...spatialPose(body, row).position);
        balls.push({ at, own });
        box.expandByPoint(at.clone().addScalar(own)).expandByPoint(at.clone().addScalar(-own));
      }
    }
    const middle = box.isEmpty() ? new Vector3() : box.getCenter(new Vector3());
    return { middle, size: balls.reduce((most, { at, own }) => Math.max(most, at.distanceTo(middle) + own), 0) || 1 };
  }

  /** Takes in a whole motion, unless the user has turned the picture. */
  include(motion: Motion): void {
    const step = Math.max(1, Math.ceil((motion.rows.length * this.stage.bodies.length) / MOST_PLACES));
    const rows = motion.rows.filter((_, index) => index % step === 0);
    this.seen = this.reach(rows.length ? rows : [motion.stage.row]);
    if (this.fitted) this.fit();
  }

  fit(): void {
    this.fitted = true;
    const { middle, size } = this.seen;
    // So far that a ball around everything fits, also into a narrow picture.
    const far = (1.05 * size) / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(1, this.camera.aspect);
    this.camera.position.copy(middle).add(new Vector3(1.3, -1.7, 1.0).setLength(far));
    this.camera.near = size / 200;
    this.camera.far = size * 200;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.update();
    this.redraw();
  }

  zoom(factor: number): void {
    this.fitted = false;
    this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.controls.update();
    this.redraw();
  }

  /** The arrow keys turn the picture. */
  private key(event: KeyboardEvent): void {
    const turn = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<string, [number, number]>)[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopPropagation();
    this.fitted = false;
    const from = this.camera.position.clone().sub(this.controls.target);
    from.applyAxisAngle(this.camera.up, 0.1 * turn[0]);
    const higher = from.clone().applyAxisAngle(from.clone().cross(this.camera.up).normalize(), 0.1 * turn[1]);
    // Not over the poles.
    if (Math.abs(higher.z) < 0.98 * higher.length()) from.copy(higher);
    this.camera.position.copy(from.add(this.controls.target));
    this.controls.update();
    this.redraw();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Draws one motion, or several over each other, each in its colour. */
  draw(motions: Motion[], t: number, shown: Shown, colours?: string[]): void {
    while (this.casts.length < motions.length) this.casts.push(this.cast(this.casts.length));
    this.casts.forEach((actors, number) => {
      const motion = motions[number];
      const crowd = this.crowds[number];
      if (crowd) crowd.visible = number === 0 || motion !== undefined;
      const now = motion?.around(t) ?? { first: this.stage.row, second: this.stage.row, share: 0 };
      for (const actor of actors) {
        this.place(actor, now, colours?.[number]);
        actor.group.visible = number === 0 || motion !== undefined;
        actor.trail.visible = shown.trails && motion !== undefined && actor.body.column !== undefined;
        if (actor.trail.visible) this.follow(actor, motion!, t);
      }
    });
    this.arrows.clear();
    const [first] = motions;
    if (first && !colours) {
      if (shown.forces) this.forces(first, t);
      if (shown.impulses) this.impulses(first, t);
    }
    this.arrows.show();
    this.names.hidden = !shown.names;
    if (shown.names) this.write();
    this.openFloors();
    this.renderer.render(this.scene, this.camera);
  }

  private place(actor: Actor, { first, second, share }: { first: number[]; second: number[]; share: number }, paint: string | undefined): void {
    const { body, group, instance } = actor;
    const [from, to] = [spatialPose(body, first), spatialPose(body, second)];
    group.position.set(...from.position).lerp(new Vector3(...to.position), share);
    a.set(from.turn[1], from.turn[2], from.turn[3], from.turn[0]);
    b.set(to.turn[1], to.turn[2], to.turn[3], to.turn[0]);
    group.quaternion.copy(a.slerp(b, share));
    if (instance) placeInstance(instance, group);
    if (paint && body.role !== "fixed") this.dye(actor, paint);
  }

  /** Gives a body and its trail a colour. */
  private dye(actor: Actor, paint: string): void {
    if (actor.paint === paint) return;
    actor.paint = paint;
    actor.matter?.color.set(paint);
    if (actor.instance) paintInstance(actor.instance, paint);
    (actor.trail.material as LineBasicMaterial).color.set(paint);
  }

  /** The trail up to a time; its points are made again only when there are more rows. */
  private follow(actor: Actor, motion: Motion, t: number): void {
    const column = actor.body.column!;
    if (actor.followed?.motion !== motion || actor.followed.rows !== motion.rows.length) {
      actor.followed = { motion, rows: motion.rows.length };
      actor.trail.geometry.dispose();
      actor.trail.geometry = new BufferGeometry().setFromPoints(motion.rows.map((row) => new Vector3(row[column]!, row[column + 1]!, row[column + 2]!)));
    }
    actor.trail.geometry.setDrawRange(0, motion.index(t) + 1);
  }

  private arrow(at: number[], along: Vector3, largest: number, paint: string): void {
    // The largest is shorter than the scene, which it would hide otherwise.
    const length = largest > 0 ? 0.6 * (along.length() / largest) * this.size : 0;
    if (length < 0.01 * this.size) return;
    this.arrows.add(at, along, length, paint);
  }

  private forces(motion: Motion, t: number): void {
    const forces = motion.forces[motion.index(t)] ?? [];
    const [paint, largest] = [colour("force"), motion.largestForce];
    for (let k = 0; k + 5 < forces.length; k += 6) this.arrow(forces.slice(k, k + 3), new Vector3(forces[k + 3]!, forces[k + 4]!, forces[k + 5]!), largest, paint);
  }

  private impulses(motion: Motion, t: number): void {
    const [paint, largest] = [colour("arrow"), motion.largestImpulse];
    for (const { event, fresh } of motion.recent(t)) {
      const [x = 0, y = 0, z = 0] = push(event) ?? [];
      this.arrow(event.point!, new Vector3(x, y, z).multiplyScalar(0.4 + 0.6 * fresh), largest, paint);
    }
  }

  /** Names beside the bodies, over the picture. */
  private write(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    for (const { group, label } of this.casts[0] ?? []) {
      const at = group.position.clone().project(this.camera);
      label.hidden = at.z > 1;
      label.style.transform = `translate(${((at.x + 1) / 2) * width + 6}px, ${((1 - at.y) / 2) * height - 18}px)`;
    }
  }

  /** Colours of another theme. */
  recolour(): void {
    this.scene.background = new Color(colour("canvas"));
    let moving = 0;
    for (const actor of this.casts[0] ?? []) this.dye(actor, actor.body.role === "fixed" ? colour("fixed") : series(moving++));
    this.redraw();
  }

  close(): void {
    this.names.remove();
    this.arrows.close();
    this.controls.dispose();
    this.renderer.dispose();
  }
}
