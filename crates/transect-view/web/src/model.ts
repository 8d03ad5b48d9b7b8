/** The model for drawing: the triangles of all objects in one set of buffers, rounded to f32 around `origin`. */
import { get, persist, type Manifest, type Point, type SceneObject } from "./api";
import { labels } from "./labels";

export class Model {
  constructor(
    readonly manifest: Manifest,
    readonly positions: Float32Array<ArrayBuffer>,
    readonly indices: Uint32Array<ArrayBuffer>,
    readonly owners: Uint32Array<ArrayBuffer>,
  ) {
    this.airy = manifest.objects.map((object) => object.air);
    this.labels = labels(manifest.objects);
  }

  /** `true` for rooms and openings of a building: surfaces without material, which are drawn only on request. */
  readonly airy: boolean[];
  /** Short names of the objects within their classes. No two objects of a class have the same short name. */
  readonly labels: string[];

  get objects(): SceneObject[] {
    return this.manifest.objects;
  }

  get triangles(): number {
    return this.manifest.triangles;
  }

  get unit(): string {
    return this.manifest.unit ?? "";
  }

  name(index: number): string {
    const object = this.objects[index];
    return object ? object.name || `object ${index + 1}` : "";
  }

  /** Converts a point of the world to the coordinates of the buffers. */
  local(point: Point): Point {
    const { origin } = this.manifest;
    return [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
  }

  world(point: Point): Point {
    const { origin } = this.manifest;
    return [point[0] + origin[0], point[1] + origin[1], point[2] + origin[2]];
  }

  /** Returns the object that a triangle of the index buffer belongs to. */
  objectOf(triangle: number): number {
    return this.owners[this.indices[triangle * 3]!]!;
  }
}

export function loadManifest(): Promise<Manifest> {
  return get("api/scene").then((response) => response.json());
}

/** Fetches the buffers of the model. The list of objects determines which object owns each vertex. */
export async function loadModel(manifest: Promise<Manifest>): Promise<Model> {
  const bytes = (path: string) => persist(async () => (await get(path)).arrayBuffer());
  const [listed, positions, indices] = await Promise.all([manifest, bytes("api/scene/positions"), bytes("api/scene/indices")]);
  const owners = new Uint32Array(listed.vertices);
  for (const { index, vertex_start, vertex_count } of listed.objects) owners.fill(index, vertex_start, vertex_start + vertex_count);
  return new Model(listed, new Float32Array(positions), new Uint32Array(indices), owners);
}
