/** A shape in 3D: translucent faces, edges, and its section by the plane. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Vector3, type Ray } from "three";

import type { Point } from "../api";
import { color } from "../theme";
import { Lines } from "../three/lines";
import type { PlaneAnswer, ShapeAnswer } from "./answers";
import { Dots } from "./dots";
import { fan, formOf, segments, sphereSection, type Form } from "./forms";
import type { Shape, Vector } from "./scene";
import { nearPath } from "./sheets";

export class Body {
  readonly group = new Group();
  form: Form;

  private readonly faces: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly edges = new Lines({ width: 2, color: color("--apart") });
  private readonly section = new Lines({ width: 4, color: color("--meets"), overlay: true });
  private readonly cut: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly dots = new Dots("--apart", 9);
  private readonly point = new Dots("--meets", 12);

  constructor(public shape: Shape) {
    const surface = (opacity: number, order: number) => {
      const material = new MeshBasicMaterial({ transparent: true, opacity, side: DoubleSide, depthWrite: false });
      const mesh = new Mesh(new BufferGeometry(), material);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      return mesh;
    };
    this.faces = surface(0.14, 1);
    this.cut = surface(0.3, 3);
    this.edges.object.renderOrder = 2;
    this.section.object.renderOrder = 7;
    this.group.add(this.faces, this.cut, this.edges.object, this.section.object, this.dots.object, this.point.object);
    this.form = formOf(shape);
    this.reshape(shape);
  }

  reshape(shape: Shape): void {
    this.shape = shape;
    this.form = formOf(shape);
    fill(this.faces, this.form.faces);
    this.edges.set(this.form.edges);
    this.dots.set(this.form.dots);
  }

  /** Updates the drawing from an answer; `loud` is `true` for a shape that is selected or under the pointer. */
  tell(said: ShapeAnswer | null, plane: PlaneAnswer | null, loud: boolean): void {
    const meets = said?.side === "on";
    const name = said ? (meets ? "--meets" : "--apart") : "--unknown";
    const tone = color(name);
    this.edges.color = tone;
    this.edges.material.linewidth = loud ? 4 : 2;
    this.faces.material.color.copy(tone);
    // Faces of large shapes are more transparent than those of small shapes, so that they do not hide shapes inside.
    const thin = this.shape.kind === "triangle" ? 2 : 1;
    const share = 1 / (1 + (this.form.reach / 3) ** 4);
    this.faces.material.opacity = thin * (0.02 + 0.14 * share + (loud ? 0.04 : 0));
    this.cut.material.opacity = 0.07 + 0.25 * share;
    this.section.material.linewidth = 2.5 + 1.5 * share;
    this.dots.tint(name);
    let outline: Vector[] = said?.section ?? [];
    if (meets && plane && this.shape.kind === "sphere") outline = sphereSection(this.shape, plane.normal, plane.offset) ?? [];
    this.section.set(outline.length > 1 ? segments(outline, outline.length > 2) : []);
    this.section.color = color("--meets");
    this.cut.material.color.copy(color("--meets"));
    fill(this.cut, outline.length > 2 ? fan(outline) : []);
    const touched = said?.touching && this.shape.kind === "sphere" ? said.extremes[said.backmost === "on" ? 0 : 1] : null;
    if (touched) outline = [touched];
    const place = said?.meeting?.kind === "point" ? [said.meeting.point] : outline.length === 1 ? outline : [];
    this.point.set(place);
    this.point.tint("--meets");
  }

  /** Returns the distance in CSS pixels between a position on the canvas and the projected edges and dots. */
  distance(x: number, y: number, project: (point: Vector3) => { x: number; y: number; depth: number }): number {
    if (["line", "ray"].includes(this.shape.kind)) return this.distanceOfLine(x, y, project);
    const { edges, dots } = this.form;
    let nearest = Infinity;
    // The pointer finds a sphere only by its surface. A sphere has too many edges to compute the distance to each of
    // them.
    if (this.shape.kind !== "sphere") {
      for (let at = 0; at < edges.length; at += 6) {
        const path = [edges.slice(at, at + 3) as Point, edges.slice(at + 3, at + 6) as Point];
        nearest = Math.min(nearest, nearPath(path, x, y, project));
      }
    }
    for (const dot of dots) {
      const seen = project(new Vector3(...(dot as Point)));
      nearest = Math.min(nearest, Math.hypot(seen.x - x, seen.y - y) - 4);
    }
    return nearest;
  }

  /** Returns `true` if a ray hits a face. */
  hit(ray: Ray): boolean {
    const { faces, centre, reach } = this.form;
    if (this.shape.kind === "sphere") return ray.distanceToPoint(new Vector3(...centre)) <= reach;
    const corner = (at: number) => new Vector3(faces[at]!, faces[at + 1]!, faces[at + 2]!);
    const place = new Vector3();
    for (let at = 0; at < faces.length; at += 9) {
      if (ray.intersectTriangle(corner(at), corner(at + 3), corner(at + 6), false, place)) return true;
    }
    return false;
  }

  dispose(): void {
    for (const mesh of [this.faces, this.cut]) mesh.geometry.dispose();
    for (const lines of [this.edges, this.section]) lines.set([]);
  }

  /** Returns the distance to a line or ray. Only the part of the line in front of the eye counts. */
  private distanceOfLine(x: number, y: number, project: (point: Vector3) => { x: number; y: number; depth: number }): number {
    const { edges } = this.form;
    const from = new Vector3(...(edges.slice(0, 3) as Point));
    const to = new Vector3(...(edges.slice(3, 6) as Point));
    const steps = 80;
    let nearest = Infinity;
    let last: { x: number; y: number; depth: number } | null = null;
    for (let step = 0; step <= steps; step++) {
      const seen = project(from.clone().lerp(to, step / steps));
      const visible = seen.depth > -1 && seen.depth < 1 ? seen : null;
      if (last && visible) {
        const [dx, dy] = [visible.x - last.x, visible.y - last.y];
        const share = Math.max(0, Math.min(1, ((x - last.x) * dx + (y - last.y) * dy) / (dx * dx + dy * dy || 1)));
        nearest = Math.min(nearest, Math.hypot(x - last.x - share * dx, y - last.y - share * dy));
      }
      last = visible;
    }
    return nearest;
  }
}

function fill(mesh: Mesh<BufferGeometry, MeshBasicMaterial>, faces: number[]): void {
  mesh.geometry.dispose();
  mesh.visible = faces.length > 0;
  mesh.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(faces), 3));
}
