// Many bodies of few shapes, drawn at once: one call for each shape, not for each body.

import { Color, DoubleSide, InstancedMesh, MeshStandardMaterial, type BufferGeometry, type Object3D, type Scene } from "three";
import type { Solid, Stage } from "../api";

/** One body of a crowd. */
export interface Instance { mesh: InstancedMesh; index: number }

export class Crowd {
  private readonly meshes = new Map<Solid, { mesh: InstancedMesh; used: number }>();

  /** Room for the moving bodies of a stage; `shape` gives the faces of a surface. */
  constructor(stage: Stage, scene: Scene, shape: (solid: Solid) => BufferGeometry, opacity: number) {
    const counts = new Map<Solid, number>();
    for (const { role, solid } of stage.bodies) {
      const surface = solid === undefined ? undefined : stage.solids?.[solid];
      if (role !== "fixed" && surface?.faces.length) counts.set(surface, (counts.get(surface) ?? 0) + 1);
    }
    for (const [solid, count] of counts) {
      const matter = new MeshStandardMaterial({ roughness: 0.7, side: DoubleSide, transparent: opacity < 1, opacity });
      const mesh = new InstancedMesh(shape(solid), matter, count);
      mesh.frustumCulled = false;
      this.meshes.set(solid, { mesh, used: 0 });
      scene.add(mesh);
    }
  }

  /** A place for one more body of this surface. */
  add(solid: Solid): Instance | undefined {
    const own = this.meshes.get(solid);
    return own && { mesh: own.mesh, index: own.used++ };
  }

  set visible(visible: boolean) {
    for (const { mesh } of this.meshes.values()) mesh.visible = visible;
  }
}

/** Puts a body of a crowd where an object is. */
export function place({ mesh, index }: Instance, object: Object3D): void {
  object.updateMatrix();
  mesh.setMatrixAt(index, object.matrix);
  mesh.instanceMatrix.needsUpdate = true;
}

/** Gives a body of a crowd its colour. */
export function paint({ mesh, index }: Instance, colour: string): void {
  mesh.setColorAt(index, new Color(colour));
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
