/**
 * The two halves of the model, separated in the fragment shader: the back half solid, the front half in a chosen style.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  GLSL3,
  Group,
  LineSegments,
  Mesh,
  NearestFilter,
  RGBAFormat,
  ShaderMaterial,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
} from "three";

import type { Paint } from "../colours";
import { parse } from "../colours";
import type { Model } from "../model";
import { css } from "../theme";
import type { Halves as Way } from "../view";

const VERTEX = /* glsl */ `
in uint owner;
uniform vec3 shift;
uniform vec4 cut;
uniform sampler2D colours;
uniform ivec2 size;
uniform float nearer;
flat out vec4 colour;
out float value;
out vec3 seen;
void main() {
  colour = texelFetch(colours, ivec2(int(owner) % size.x, int(owner) / size.x), 0);
  value = dot(cut.xyz, position) + cut.w;
  vec4 place = modelViewMatrix * vec4(position + shift, 1.0);
  seen = place.xyz;
  gl_Position = projectionMatrix * place;
  gl_Position.z -= nearer * gl_Position.w;
  if (colour.a == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const PARTS = /* glsl */ `
precision highp float;
flat in vec4 colour;
in float value;
in vec3 seen;
uniform float side;
uniform vec3 lit;
out vec4 result;
vec3 tinted(vec3 base) {
  float state = colour.a * 255.0;
  return state > 2.5 ? mix(base, lit, 0.72) : state > 1.5 ? mix(base, lit, 0.38) : base;
}`;

const SOLID = /* glsl */ `${PARTS}
uniform float parallel;
void main() {
  if (value * side > 0.0) discard;
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
  vec3 eye = parallel > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-seen);
  float facing = abs(dot(normal, eye));
  float lamp = abs(dot(normal, normalize(vec3(-0.35, 0.75, 0.55))));
  float light = 0.5 + 0.22 * facing + 0.3 * lamp;
  result = vec4(tinted(colour.rgb) * min(light, 1.04) * (gl_FrontFacing ? 1.0 : 0.8), 1.0);
}`;

const GHOST = /* glsl */ `${PARTS}
uniform float parallel;
uniform vec3 mist;
void main() {
  if (value * side > 0.0) discard;
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
  vec3 eye = parallel > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-seen);
  float rim = 1.0 - abs(dot(normal, eye));
  bool chosen = colour.a * 255.0 > 1.5;
  result = vec4(chosen ? tinted(mist) : mist, (chosen ? 0.62 : 0.11) + 0.16 * rim * rim);
}`;

const EDGE = /* glsl */ `${PARTS}
uniform vec3 ink;
uniform float strength;
void main() {
  if (value * side > 0.0) discard;
  result = vec4(ink, strength);
}`;

/** The largest number of triangles for which the translucent half is drawn in two passes. */
const LAYERED = 300_000;

type Uniforms = Record<string, { value: unknown }>;

export class Halves {
  readonly group = new Group();
  /** The index buffers of the model, from the fewest triangles to the triangles drawn at rest. */
  private levels: BufferAttribute[] = [];
  private rough = false;
  private poor = false;
  private readonly geometry = new BufferGeometry();
  private readonly colours: DataTexture;
  private readonly shared: Uniforms;
  private readonly ghost: Mesh;
  private readonly depth: Mesh;
  private readonly layered: boolean;
  private readonly moved: Mesh;
  private readonly lines: LineSegments[] = [];
  private readonly edges = new BufferGeometry();
  private way: Way = "ghost";
  private hasEdges = false;

  constructor(
    model: Model,
    readonly waits: boolean,
  ) {
    const count = Math.max(model.objects.length, 1);
    const width = Math.min(count, 2048);
    const rows = Math.ceil(count / width);
    this.colours = new DataTexture(new Uint8Array(width * rows * 4), width, rows, RGBAFormat, UnsignedByteType);
    this.colours.magFilter = this.colours.minFilter = NearestFilter;
    this.geometry.setAttribute("position", new BufferAttribute(model.positions, 3));
    this.geometry.setAttribute("owner", new BufferAttribute(model.owners, 1));
    // With software rendering, a large model is hidden until its reduced mesh is ready.
    if (waits) this.group.visible = false;
    else this.levels = [new BufferAttribute(model.indices, 1)];
    this.choose();
    this.shared = {
      cut: { value: new Vector4(0, 0, 1, 0) },
      colours: { value: this.colours },
      size: { value: new Vector2(width, rows) },
      lit: { value: new Vector3() },
      mist: { value: new Vector3() },
      ink: { value: new Vector3() },
      parallel: { value: 0 },
      away: { value: new Vector3() },
    };
    this.mesh(SOLID, 1, false);
    this.moved = this.mesh(SOLID, -1, true);
    this.ghost = this.mesh(GHOST, -1, false);
    const veil = this.ghost.material as ShaderMaterial;
    veil.transparent = true;
    veil.depthWrite = false;
    this.ghost.renderOrder = 6;
    // A first pass draws the translucent half into the depth buffer only, so that the second pass shows only its
    // nearest faces. Large models and frames at low quality have no first pass.
    this.depth = this.mesh(GHOST, -1, false);
    const first = this.depth.material as ShaderMaterial;
    first.transparent = true;
    first.colorWrite = false;
    this.depth.renderOrder = 5;
    this.layered = model.triangles <= LAYERED;
    this.restyle();
    this.show("ghost", new Vector3());
  }

  /** Adds an index buffer with fewer triangles over the same points of the model. */
  thin(indices: Uint32Array<ArrayBuffer>): void {
    this.levels.push(new BufferAttribute(indices, 1));
    this.levels.sort((one, two) => one.count - two.count);
    this.group.visible = true;
    this.choose();
  }

  /** The number of triangles that are drawn when nothing moves. */
  get atRest(): number {
    return (this.levels.at(-1)?.count ?? 0) / 3;
  }

  /** Adds the lines of sharp edges. */
  sharpen(edges: Uint32Array<ArrayBuffer>): void {
    if (!edges.length) return;
    this.hasEdges = true;
    this.edges.setAttribute("position", this.geometry.getAttribute("position"));
    this.edges.setAttribute("owner", this.geometry.getAttribute("owner"));
    this.edges.setIndex(new BufferAttribute(edges, 1));
    for (const [side, strength, moved] of [[1, 0.6, false], [-1, 0.22, false], [-1, 0.6, true]] as const) {
      const material = this.material(EDGE, side, moved, { strength: { value: strength }, nearer: { value: 4e-5 } });
      material.transparent = true;
      material.depthWrite = false;
      const lines = new LineSegments(this.edges, material);
      lines.frustumCulled = false;
      lines.renderOrder = strength < 0.5 ? 7 : 1;
      this.lines.push(lines);
      this.group.add(lines);
    }
    this.arrange();
  }

  /**
   * Switches to the fewest triangles and a single pass while something moves. If frames are slow, hides the translucent
   * half and the sharp edges, too.
   */
  coarse(on: boolean, slow: boolean): void {
    this.rough = on;
    this.poor = on && slow;
    this.choose();
    this.arrange();
  }

  private choose(): void {
    this.geometry.setIndex((this.rough ? this.levels[0] : this.levels.at(-1)) ?? null);
  }

  /** Sets the plane, in buffer coordinates. */
  cut(normal: Vector3, offset: number): void {
    (this.shared.cut!.value as Vector4).set(normal.x, normal.y, normal.z, offset);
  }

  show(way: Way, away: Vector3): void {
    this.way = way;
    (this.shared.away!.value as Vector3).copy(away);
    this.arrange();
  }

  parallel(on: boolean): void {
    this.shared.parallel!.value = on ? 1 : 0;
  }

  /** Sets the colours of all objects; `lit` and `selected` are highlighted. */
  paint(paint: Paint, lit: number | null, selected: number | null, drawn: (object: number) => boolean): void {
    const data = this.colours.image.data as Uint8Array;
    paint.body.forEach((rgb, index) => {
      data.set(rgb, index * 4);
      data[index * 4 + 3] = !drawn(index) ? 0 : index === lit ? 3 : index === selected ? 2 : 1;
    });
    this.colours.needsUpdate = true;
  }

  restyle(): void {
    for (const [name, variable] of [["lit", "--lit"], ["mist", "--ghost"], ["ink", "--solid-edge"]] as const) {
      const [red, green, blue] = parse(css(variable));
      (this.shared[name]!.value as Vector3).set(red / 255, green / 255, blue / 255);
    }
  }

  private arrange(): void {
    this.ghost.visible = this.way === "ghost" && !this.poor;
    this.depth.visible = this.ghost.visible && this.layered && !this.rough;
    this.moved.visible = this.way === "exploded";
    const shown = [true, this.way === "ghost", this.way === "exploded"];
    this.lines.forEach((lines, index) => (lines.visible = this.hasEdges && shown[index]! && !this.poor));
  }

  private mesh(fragment: string, side: number, moved: boolean): Mesh {
    const mesh = new Mesh(this.geometry, this.material(fragment, side, moved, { nearer: { value: 0 } }));
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }

  private material(fragment: string, side: number, moved: boolean, own: Uniforms): ShaderMaterial {
    const shift = moved ? this.shared.away! : { value: new Vector3() };
    return new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: fragment,
      side: DoubleSide,
      uniforms: { ...this.shared, side: { value: side }, shift, ...own },
    });
  }
}
