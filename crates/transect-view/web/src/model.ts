/** The model as it is drawn: triangles of all objects in one set of buffers, rounded to f32 around `origin`. */
import { get, getJson, type Manifest, type Point, type SceneObject } from "./api";

const AIRY = /^Ifc(Space|Opening|Zone|SpatialZone|VoidingFeature)/;

export class Model {
  constructor(
    readonly manifest: Manifest,
    readonly positions: Float32Array<ArrayBuffer>,
    readonly indices: Uint32Array<ArrayBuffer>,
    readonly owners: Uint32Array<ArrayBuffer>,
  ) {
    this.airy = manifest.objects.map((object) => AIRY.test(object.class ?? ""));
  }

  /** Rooms and openings of a building have a surface and no material: they are counted, and drawn when wished. */
  readonly airy: boolean[];

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

  /** A point of the world as the buffers hold it. */
  local(point: Point): Point {
    const { origin } = this.manifest;
    return [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
  }

  world(point: Point): Point {
    const { origin } = this.manifest;
    return [point[0] + origin[0], point[1] + origin[1], point[2] + origin[2]];
  }

  /** The object that a triangle of the index buffer belongs to. */
  objectOf(triangle: number): number {
    return this.owners[this.indices[triangle * 3]!]!;
  }
}

/** Fetches the three buffers at once. */
export async function loadModel(): Promise<Model> {
  const bytes = async (path: string) => (await get(path)).arrayBuffer();
  const [manifest, positions, indices, owners] = await Promise.all([
    getJson<Manifest>("api/scene"),
    bytes("api/scene/positions"),
    bytes("api/scene/indices"),
    bytes("api/scene/objects"),
  ]);
  return new Model(manifest, new Float32Array(positions), new Uint32Array(indices), new Uint32Array(owners));
}
