// Bodies of space with three.js; loaded only where it is needed.

import {
  AmbientLight, ArrowHelper, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry, GridHelper, Group, Line,
  LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Quaternion, Scene, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Body, Event, Solid, Stage } from "../api";
import type { Motion } from "../scene/motion";
import { colour, series } from "../theme";
import { spatialPose } from "./solid-painter";

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

export class SpaceView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  private readonly controls: OrbitControls;
  private readonly groups: { body: Body; group: Group; trail?: Line }[] = [];
  private readonly arrows = new Group();
  private size = 1;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly stage: Stage, private readonly redraw: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(devicePixelRatio || 1);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.redraw());
    this.build();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.fit();
    this.resize();
  }

  private build(): void {
    this.scene.background = new Color(colour("canvas"));
    this.scene.add(new AmbientLight(0xffffff, 1.4), this.arrows);
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(2, -3, 5);
    this.scene.add(sun);
    let moving = 0;
    this.size = this.reach(this.stage.row);
    for (const body of this.stage.bodies) {
      const paint = body.role === "fixed" ? colour("fixed") : series(moving++);
      const group = new Group();
      const solid = body.solid;
      if (solid && solid.faces.length > 0) {
        const shape = geometry(solid);
        group.add(new Mesh(shape, new MeshStandardMaterial({ color: paint, roughness: 0.7, side: DoubleSide })));
        group.add(new LineSegments(new EdgesGeometry(shape, 25), new LineBasicMaterial({ color: colour("ink"), transparent: true, opacity: 0.35 })));
      }
      for (const [point, normal] of solid?.planes ?? []) group.add(this.floor(point, normal));
      this.scene.add(group);
      const trail = body.role === "fixed" ? undefined : new Line(new BufferGeometry(), new LineBasicMaterial({ color: paint }));
      if (trail) this.scene.add(trail);
      this.groups.push(trail ? { body, group, trail } : { body, group });
    }
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
    return group;
  }

  /** How large the bodies are together. */
  private reach(row: number[]): number {
    let most = 0;
    for (const body of this.stage.bodies) {
      const { position } = spatialPose(body, row);
      const own = Math.max(0, ...(body.solid?.vertices ?? []).map((vertex) => Math.hypot(...vertex)));
      if (body.solid?.faces.length) most = Math.max(most, own + Math.hypot(position[0] - this.middle(row).x, position[1] - this.middle(row).y, position[2] - this.middle(row).z));
    }
    return most || 1;
  }

  private middle(row: number[]): Vector3 {
    const bodies = this.stage.bodies.filter((body) => body.solid?.faces.length);
    const sum = bodies.reduce((total, body) => total.add(new Vector3(...spatialPose(body, row).position)), new Vector3());
    return bodies.length ? sum.divideScalar(bodies.length) : sum;
  }

  fit(): void {
    const middle = this.middle(this.stage.row);
    this.camera.position.copy(middle).add(new Vector3(1.3, -1.7, 1.0).multiplyScalar(this.size));
    this.camera.near = this.size / 200;
    this.camera.far = this.size * 200;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.update();
    this.redraw();
  }

  zoom(factor: number): void {
    this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
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

  draw(motion: Motion | undefined, t: number, shown: { trails: boolean; forces: boolean; impulses: boolean }): void {
    const index = motion && motion.rows.length ? motion.index(t) : 0;
    const [first, second] = motion?.rows.length ? [motion.rows[index]!, motion.rows[index + 1] ?? motion.rows[index]!] : [this.stage.row, this.stage.row];
    const span = second[0]! - first[0]!;
    const share = span > 0 ? Math.min(Math.max((t - first[0]!) / span, 0), 1) : 0;
    for (const { body, group, trail } of this.groups) {
      const [from, to] = [spatialPose(body, first), spatialPose(body, second)];
      group.position.set(...from.position).lerp(new Vector3(...to.position), share);
      a.set(from.turn[1], from.turn[2], from.turn[3], from.turn[0]);
      b.set(to.turn[1], to.turn[2], to.turn[3], to.turn[0]);
      group.quaternion.copy(a.slerp(b, share));
      if (trail) this.trail(trail, body, shown.trails ? motion : undefined, index);
    }
    this.arrows.clear();
    if (motion && shown.forces) this.forces(motion, index);
    if (motion && shown.impulses) this.impulses(motion, t);
    this.renderer.render(this.scene, this.camera);
  }

  private trail(line: Line, body: Body, motion: Motion | undefined, last: number): void {
    line.visible = motion !== undefined;
    if (!motion || body.column === undefined) return;
    const points = motion.rows.slice(0, last + 1).map((row) => new Vector3(row[body.column!]!, row[body.column! + 1]!, row[body.column! + 2]!));
    line.geometry.dispose();
    line.geometry = new BufferGeometry().setFromPoints(points);
  }

  private arrow(at: number[], along: Vector3, largest: number, paint: string): void {
    const length = (along.length() / largest) * this.size;
    if (length < 0.01 * this.size) return;
    const from = new Vector3(at[0]!, at[1]!, at[2]!);
    this.arrows.add(new ArrowHelper(along.clone().normalize(), from, length, new Color(paint).getHex(), 0.2 * length, 0.12 * length));
  }

  private forces(motion: Motion, index: number): void {
    const forces = motion.forces[index] ?? [];
    const vector = (list: number[], k: number) => new Vector3(list[k + 3]!, list[k + 4]!, list[k + 5]!);
    let largest = 0;
    for (const list of motion.forces) for (let k = 0; k + 5 < list.length; k += 6) largest = Math.max(largest, vector(list, k).length());
    for (let k = 0; k + 5 < forces.length; k += 6) this.arrow(forces.slice(k, k + 3), vector(forces, k), largest, colour("force"));
  }

  private impulses(motion: Motion, t: number): void {
    const fade = Math.max(motion.stage.until - motion.stage.start, 1e-9) / 25;
    const along = (event: Event) => new Vector3(event.normal![0]!, event.normal![1]!, event.normal![2]!).multiplyScalar(event.impulse!.normal);
    const impacts = motion.events.filter((event) => event.impulse && event.point && event.normal);
    const largest = Math.max(1e-300, ...impacts.slice(0, 2000).map((event) => along(event).length()));
    for (const event of impacts) if (event.t <= t && event.t >= t - fade) this.arrow(event.point!, along(event), largest, colour("impulse"));
  }

  /** Colours of another theme. */
  recolour(): void {
    this.scene.background = new Color(colour("canvas"));
    this.redraw();
  }

  close(): void {
    this.controls.dispose();
    this.renderer.dispose();
  }
}
