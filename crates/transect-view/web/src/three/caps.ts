/** The section in 3D: hatched cut faces (caps), their outlines, and the parts of objects that lie in the plane. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  Group,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  ShaderMaterial,
  Vector2,
  Vector3,
} from "three";

import { mix, parse, type Paint, type Rgb } from "../colours";
import { loopStart, type Section } from "../section";
import { color, css } from "../theme";
import { Outline } from "./outline";

const VERTEX = /* glsl */ `
in vec3 tint;
in vec3 ink;
in vec2 flat2;
in float slant;
uniform vec3 shift;
out vec3 fill;
out vec3 line;
out vec2 place;
out float angle;
void main() {
  fill = tint;
  line = ink;
  place = flat2;
  angle = slant;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position + shift, 1.0);
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
in vec3 fill;
in vec3 line;
in vec2 place;
in float angle;
uniform float spacing;
out vec4 result;
void main() {
  float along = (place.x + (angle > 0.5 ? -place.y : place.y)) * 0.70710678 / spacing;
  float wide = fwidth(along);
  float distance = abs(fract(along) - 0.5);
  float hatch = 1.0 - smoothstep(0.09, 0.09 + wide, distance);
  result = vec4(mix(fill, line, hatch * clamp(1.3 - wide * 2.2, 0.0, 0.62)), 1.0);
}`;

export class Caps {
  readonly group = new Group();
  private readonly caps: Mesh;
  private readonly twin: Mesh;
  private readonly outline = new Outline(color("--solid-edge"));
  private readonly twinOutline = new Outline(color("--solid-edge"));
  private readonly touchingEdges: Outline;
  private readonly touchingFaces: Mesh;
  private readonly touchingPoints: Points;
  private readonly spacing = { value: 1 };
  private readonly away = { value: new Vector3() };
  private section: Section | null = null;
  private segments: Float32Array = new Float32Array();

  constructor() {
    this.caps = new Mesh(new BufferGeometry(), this.material({ value: new Vector3() }));
    this.twin = new Mesh(this.caps.geometry, this.material(this.away));
    this.touchingEdges = new Outline(color("--on-plane"));
    this.touchingFaces = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ color: color("--on-plane"), side: DoubleSide, transparent: true, opacity: 0.45, depthWrite: false }),
    );
    this.touchingPoints = new Points(
      new BufferGeometry(),
      new PointsMaterial({ color: color("--on-plane"), size: 7, sizeAttenuation: false, depthTest: false, transparent: true }),
    );
    const order: [Mesh | Points, number][] = [[this.caps, 1], [this.twin, 1], [this.touchingFaces, 6], [this.touchingPoints, 9]];
    for (const [object, number] of order) {
      object.renderOrder = number;
      object.frustumCulled = false;
      this.group.add(object);
    }
    this.outline.object.renderOrder = this.twinOutline.object.renderOrder = 3;
    this.touchingEdges.object.renderOrder = 8;
    this.group.add(this.outline.object, this.twinOutline.object, this.touchingEdges.object);
    const offset = this.touchingFaces.material as MeshBasicMaterial;
    offset.polygonOffset = true;
    offset.polygonOffsetFactor = offset.polygonOffsetUnits = -4;
  }

  /** Shows a section with the colours of its objects. */
  set(section: Section, paint: Paint, drawn: (object: number) => boolean): void {
    this.section = section;
    const shown = shownTriangles(section, drawn);
    const geometry = this.caps.geometry;
    const count = section.points3d.length / 3;
    const flat = new Float32Array(count * 2);
    for (let at = 0; at < count * 2; at++) flat[at] = section.points2d[at]!;
    this.refresh(geometry, "position", section.points3d, 3);
    this.refresh(geometry, "flat2", flat, 2);
    geometry.setIndex(new BufferAttribute(shown as Uint32Array<ArrayBuffer>, 1));
    this.colour(paint);
    const segments = outlineOf(section, drawn);
    this.segments = segments;
    this.outline.set(segments);
    this.twinOutline.set(this.twin.visible ? segments : new Float32Array());
    this.touching(section);
  }

  colour(paint: Paint): void {
    const { section } = this;
    if (!section) return;
    const count = section.points3d.length / 3;
    const tint = new Float32Array(count * 3);
    const ink = new Float32Array(count * 3);
    const slant = new Float32Array(count);
    const page = parse(css("--view"));
    const dark: Rgb = [10, 14, 20];
    let from = 0;
    section.loops.forEach((loop, index) => {
      const hue = paint.strong[loop.object] ?? page;
      const fill = mix(hue, page, 0.36);
      const line = mix(hue, dark, 0.45);
      const to = section.ends[index]!;
      for (let at = from; at < to; at++) {
        for (const part of [0, 1, 2] as const) {
          tint[at * 3 + part] = fill[part] / 255;
          ink[at * 3 + part] = line[part] / 255;
        }
        slant[at] = loop.object & 1;
      }
      from = to;
    });
    this.refresh(this.caps.geometry, "tint", tint, 3);
    this.refresh(this.caps.geometry, "ink", ink, 3);
    this.refresh(this.caps.geometry, "slant", slant, 1);
  }

  /** Moves the caps of the front half together with the front half. */
  explode(away: Vector3 | null): void {
    this.twin.visible = away !== null;
    this.away.value.copy(away ?? new Vector3());
    this.twinOutline.object.position.copy(this.away.value);
    this.twinOutline.set(away ? this.segments : new Float32Array());
  }

  /** If `on`, hides the outlines, and the points and edges in the plane: for movement on a slow machine. */
  coarse(on: boolean): void {
    this.outline.object.visible = !on;
    this.touchingPoints.visible = !on && !!this.section?.touching.points.length;
    this.touchingEdges.object.visible = !on && !!this.section?.touching.edges.length;
  }

  /** Sets the spacing of the hatch lines, in the model's units. */
  hatch(spacing: number): void {
    this.spacing.value = spacing;
  }

  restyle(): void {
    this.outline.color = color("--solid-edge");
    this.twinOutline.color = color("--solid-edge");
    this.touchingEdges.color = color("--on-plane");
    (this.touchingFaces.material as MeshBasicMaterial).color = color("--on-plane");
    (this.touchingPoints.material as PointsMaterial).color = color("--on-plane");
  }

  private touching(section: Section): void {
    const { points, edges, faces } = section.touching;
    (this.touchingPoints.material as PointsMaterial).size = points.length > 600 ? 2 : 7;
    this.touchingEdges.set(edges);
    this.refresh(this.touchingFaces.geometry, "position", faces, 3);
    this.refresh(this.touchingPoints.geometry, "position", points, 3);
    this.touchingFaces.visible = faces.length > 0;
    this.touchingPoints.visible = points.length > 0;
  }

  private refresh(geometry: BufferGeometry, name: string, values: Float32Array, size: number): void {
    geometry.setAttribute(name, new BufferAttribute(values as Float32Array<ArrayBuffer>, size));
  }

  private material(shift: { value: Vector3 }): ShaderMaterial {
    return new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
      uniforms: { spacing: this.spacing, shift, unused: { value: new Vector2() } },
    });
  }
}

/** Returns the cap triangles of the objects that are drawn. */
function shownTriangles({ caps, ends, loops }: Section, drawn: (object: number) => boolean): Uint32Array {
  if (loops.every((loop) => drawn(loop.object))) return caps;
  const shown: boolean[] = [];
  loops.forEach((loop, index) => {
    while (shown.length < ends[index]!) shown.push(drawn(loop.object));
  });
  const out = new Uint32Array(caps.length);
  let at = 0;
  for (let corner = 0; corner < caps.length; corner += 3) {
    if (!shown[caps[corner]!]) continue;
    out.set(caps.subarray(corner, corner + 3), at);
    at += 3;
  }
  return out.subarray(0, at);
}

/** Returns the outlines of the objects that are drawn, including open chains (polylines). */
export function outlineOf(section: Section, drawn: (object: number) => boolean): Float32Array {
  const { points3d, ends, loops, chains } = section;
  const total = points3d.length / 3 + chains.points3d.length / 3;
  const segments = new Float32Array(total * 6);
  let at = 0;
  for (let loop = 0; loop < loops.length; loop++) {
    if (!drawn(loops[loop]!.object)) continue;
    const start = loopStart(section, loop);
    const end = ends[loop]!;
    for (let point = start; point < end; point++) {
      const next = point + 1 < end ? point + 1 : start;
      for (const part of [0, 1, 2]) {
        segments[at + part] = points3d[point * 3 + part]!;
        segments[at + 3 + part] = points3d[next * 3 + part]!;
      }
      at += 6;
    }
  }
  for (let chain = 0; chain < chains.ends.length; chain++) {
    if (!drawn(chains.objects[chain]!)) continue;
    const start = chain ? chains.ends[chain - 1]! : 0;
    for (let point = start; point + 1 < chains.ends[chain]!; point++) {
      segments.set(chains.points3d.subarray(point * 3, point * 3 + 6), at);
      at += 6;
    }
  }
  return segments.subarray(0, at);
}
