// Arrows of forces and impulses in space, all of them in two calls: shafts and tips. A crowd has tens of thousands in a picture.

import { Color, ConeGeometry, CylinderGeometry, InstancedMesh, MeshBasicMaterial, Object3D, Vector3, type BufferGeometry, type Scene } from "three";

/** Parts of an arrow along y, of unit size, from the origin. */
const PARTS: BufferGeometry[] = [new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), new ConeGeometry(1, 1, 16).translate(0, 0.5, 0)];
const UP = new Vector3(0, 1, 0);

interface Arrow { at: number[]; along: Vector3; length: number; paint: string }

export class Arrows {
  private list: Arrow[] = [];
  /** Shafts and tips, with room for some more than there were. */
  private meshes: InstancedMesh[] = [];
  private readonly matter: MeshBasicMaterial;
  private readonly part = new Object3D();

  /** `thick` is the radius of a shaft; arrows that are `over` the bodies are not hidden by them. */
  constructor(private readonly scene: Scene, private readonly thick: number, over: boolean) {
    this.matter = new MeshBasicMaterial({ depthTest: !over, transparent: true });
  }

  clear(): void {
    this.list = [];
  }

  add(at: number[], along: Vector3, length: number, paint: string): void {
    this.list.push({ at, along, length, paint });
  }

  /** Makes what was added visible. */
  show(): void {
    this.makeRoom();
    this.list.forEach((arrow, index) => this.put(arrow, index));
    for (const mesh of this.meshes) {
      mesh.count = this.list.length;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  private put({ at, along, length, paint }: Arrow, index: number): void {
    const { part, thick } = this;
    const head = Math.min(6 * thick, 0.5 * length);
    const way = along.clone().normalize();
    part.quaternion.setFromUnitVectors(UP, way);
    const start = new Vector3(at[0]!, at[1]!, at[2]!);
    const colour = new Color(paint);
    for (const [mesh, from, long, wide] of [[this.meshes[0]!, 0, length - head, thick], [this.meshes[1]!, length - head, head, 2.6 * thick]] as const) {
      part.position.copy(start).addScaledVector(way, from);
      part.scale.set(wide, long, wide);
      part.updateMatrix();
      mesh.setMatrixAt(index, part.matrix);
      mesh.setColorAt(index, colour);
    }
  }

  private makeRoom(): void {
    const room = this.meshes[0]?.instanceMatrix.count ?? 0;
    if (this.list.length <= room) return;
    this.close();
    this.meshes = PARTS.map((part) => {
      const mesh = new InstancedMesh(part, this.matter, 2 * this.list.length);
      mesh.frustumCulled = false;
      this.scene.add(mesh);
      return mesh;
    });
  }

  close(): void {
    for (const mesh of this.meshes) {
      this.scene.remove(mesh);
      mesh.dispose();
    }
    this.meshes = [];
  }
}
