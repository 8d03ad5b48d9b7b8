/** A tree over the triangles of a large model, for picking. A worker builds the tree; the page queries it. */
import { BufferAttribute, BufferGeometry, DoubleSide, type Ray } from "three";
import { MeshBVH, type SerializedBVH } from "three-mesh-bvh";

import type { Model } from "../model";

function geometryOf(positions: Float32Array<ArrayBuffer>, indices: Uint32Array<ArrayBuffer>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** Builds the tree. The order of the triangles stays as it is. */
export function buildTree(positions: Float32Array<ArrayBuffer>, indices: Uint32Array<ArrayBuffer>): SerializedBVH {
  return MeshBVH.serialize(new MeshBVH(geometryOf(positions, indices), { indirect: true }), { cloneBuffers: false });
}

/** All triangles that a ray meets, with their distances from the origin of the ray. */
export class PickTree {
  private readonly tree: MeshBVH;

  constructor(built: SerializedBVH, model: Model) {
    this.tree = MeshBVH.deserialize(built, geometryOf(model.positions, model.indices), { setIndex: false });
  }

  hits(ray: Ray): { triangle: number; distance: number }[] {
    return this.tree
      .raycast(ray, DoubleSide)
      .flatMap(({ faceIndex, distance }) => (faceIndex === null || faceIndex === undefined ? [] : [{ triangle: faceIndex, distance }]));
  }
}
