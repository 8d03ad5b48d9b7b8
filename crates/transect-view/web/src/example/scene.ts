/** The scene of the example: shapes and planes in 2D or 3D, with editable numbers. */

export type Vector = number[];
export type Mode = "3d" | "2d";
export type Kind = "box" | "parallelepiped" | "sphere" | "triangle" | "segment" | "line" | "ray" | "point" | "polygon";

/** A shape: its kind, a list of vectors whose names are in KINDS, and the radius of a sphere. */
export interface Shape {
  id: string;
  kind: Kind;
  vectors: Vector[];
  radius?: number;
}

export type ExamplePlane = { text: string } | { normal: Vector; offset: number };

export interface Scene {
  planes: ExamplePlane[];
  shapes: Shape[];
  /** The ids of the two shapes whose separating axis is drawn. */
  pair: [string, string] | null;
}

/** The view that undo, redo and a link restore. */
export interface View {
  mode: Mode;
  scenes: Record<Mode, Scene>;
  selected: string | null;
}

interface KindInfo {
  label: string;
  /** The names of the vectors of this kind. Names are numbered from 0, as in the server's messages. */
  names: string[];
  /**
   * The number of vectors that are positions and move with the shape. In the list of vectors, positions come before
   * directions.
   */
  places: number;
}

export const KINDS: Record<Kind, KindInfo> = {
  box: { label: "box", names: ["min", "max"], places: 2 },
  parallelepiped: { label: "oriented box", names: ["center", "half-axis 0", "half-axis 1", "half-axis 2"], places: 1 },
  sphere: { label: "sphere", names: ["center"], places: 1 },
  triangle: { label: "triangle", names: ["corner 0", "corner 1", "corner 2"], places: 3 },
  segment: { label: "segment", names: ["start", "end"], places: 2 },
  line: { label: "line", names: ["through", "direction"], places: 1 },
  ray: { label: "ray", names: ["start", "direction"], places: 1 },
  point: { label: "point", names: ["point"], places: 1 },
  polygon: { label: "polygon", names: [], places: Infinity },
};

export const MOST_PLANES = 3;
export const MOST_SHAPES = 200;

export function labelOf(shape: Shape, mode: Mode): string {
  if (shape.kind === "sphere" && mode === "2d") return "disk";
  if (shape.kind === "box" && mode === "2d") return "rectangle";
  return KINDS[shape.kind].label;
}

export function nameOf(shape: Shape, place: number): string {
  return KINDS[shape.kind].names[place] ?? `corner ${place}`;
}

/** Returns the shape as JSON for the server. */
export function asked(shape: Shape): Record<string, unknown> {
  const { id, kind, vectors, radius } = shape;
  const [first, second] = vectors;
  switch (kind) {
    case "box":
      return { id, kind, min: first, max: second };
    case "parallelepiped":
      return { id, kind, center: first, half_axes: vectors.slice(1) };
    case "sphere":
      return { id, kind, center: first, radius };
    case "segment":
      return { id, kind, ends: vectors };
    case "line":
    case "ray":
      return { id, kind, origin: first, direction: second };
    case "point":
      return { id, kind, point: first };
    case "triangle":
    case "polygon":
      return { id, kind, corners: vectors };
  }
}

/**
 * Returns the whole request to the server. If both shapes of a pair have corners, the request asks for their
 * separation.
 */
export function question(view: View): Record<string, unknown> {
  const scene = view.scenes[view.mode];
  const pair = scene.pair?.every((id) => scene.shapes.some((shape) => shape.id === id && hasCorners(shape))) ? scene.pair : null;
  return { mode: view.mode, planes: scene.planes, shapes: scene.shapes.map(asked), separate: pair ? [pair] : [] };
}

export function hasCorners(shape: Shape): boolean {
  return !["sphere", "line", "ray"].includes(shape.kind);
}

export const plus = (a: Vector, b: Vector): Vector => a.map((value, axis) => tidy(value + (b[axis] ?? 0)));
export const minus = (a: Vector, b: Vector): Vector => a.map((value, axis) => value - (b[axis] ?? 0));
export const times = (a: Vector, by: number): Vector => a.map((value) => value * by);
export const dotted = (a: Vector, b: Vector): number => a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
export const long = (a: Vector): number => Math.hypot(...a);

/** Rounds a dragged coordinate to six decimals. */
export function tidy(value: number): number {
  return Number(value.toFixed(6)) || 0;
}

export function snapped(value: number, step: number): number {
  return tidy(Math.round(value / step) * step);
}

export function translated(shape: Shape, by: Vector): Shape {
  const { places } = KINDS[shape.kind];
  return { ...shape, vectors: shape.vectors.map((vector, place) => (place < places ? plus(vector, by) : vector)) };
}

/** Returns the shape with the vector at index `place` replaced. */
export function withVector(shape: Shape, place: number, to: Vector): Shape {
  const vectors = shape.vectors.map((vector, index) => (index === place ? to : vector));
  return { ...shape, vectors };
}

/** Returns a valid shape: the corners of a box are sorted if they were dragged past each other. */
export function ordered(shape: Shape): Shape {
  const [low, high] = shape.vectors;
  if (shape.kind !== "box" || !low || !high) return shape;
  const least = low.map((value, axis) => Math.min(value, high[axis]!));
  const most = low.map((value, axis) => Math.max(value, high[axis]!));
  return { ...shape, vectors: [least, most] };
}

const box = (id: string, min: Vector, max: Vector): Shape => ({ id, kind: "box", vectors: [min, max] });

/** The initial scene in 3D: four boxes, and a plane that meets two of them. */
const SPACE: Scene = {
  planes: [{ normal: [0, 1, 0.5], offset: 0 }],
  shapes: [
    box("A", [-2, -2, -2], [-1, -1, -1]),
    box("B", [2, 1, 2], [4, 3, 4]),
    box("C", [0, -1, 0], [1, 0, 1]),
    box("D", [-5, -5, -5], [5, 5, 5]),
  ],
  pair: null,
};

const FLAT: Scene = {
  planes: [{ normal: [-1, 2], offset: 1 }],
  shapes: [
    { id: "A", kind: "polygon", vectors: [[-5, -1], [-2.5, -2], [-1, 0], [-2, 2], [-4.5, 1.5]] },
    { id: "B", kind: "polygon", vectors: [[1.5, 2], [4, 1.75], [4.5, 4], [2, 4.5]] },
    { id: "C", kind: "polygon", vectors: [[1, -4], [5, -4], [5, -3], [2, -3], [2, -1], [1, -1]] },
  ],
  pair: ["A", "B"],
};

export const START: View = { mode: "3d", scenes: { "3d": SPACE, "2d": FLAT }, selected: null };

/** The shapes of the "Add" menu, in its order. */
export const NEW: Record<Mode, { label: string; kind: Kind; vectors: Vector[]; radius?: number }[]> = {
  "3d": [
    { label: "Box", kind: "box", vectors: [[-3, 0, 1], [-2, 1, 2]] },
    { label: "Oriented box", kind: "parallelepiped", vectors: [[-3, 1, 1], [0.75, 1, 0], [-0.5, 0.375, 0], [0, 0, 0.5]] },
    { label: "Sphere", kind: "sphere", vectors: [[2, -2, -1]], radius: 1 },
    { label: "Triangle", kind: "triangle", vectors: [[-3, -1, 2], [-1, -1, 3], [-2, 2, 2]] },
    { label: "Segment", kind: "segment", vectors: [[3, -2, 0], [3, 1, 1]] },
    { label: "Ray", kind: "ray", vectors: [[-3, -3, 1], [1, 1, 0]] },
    { label: "Line", kind: "line", vectors: [[1.5, 0, 2], [0, 1, -1]] },
    { label: "Point", kind: "point", vectors: [[2, 0, 0]] },
  ],
  "2d": [
    { label: "Convex polygon", kind: "polygon", vectors: [[-2, 2.5], [0, 2.5], [0.5, 4], [-1, 4.5], [-2.5, 4]] },
    { label: "Polygon with a dent", kind: "polygon", vectors: [[-5, -4], [-2, -4], [-2, -3], [-4, -3], [-4, -2], [-5, -2]] },
    { label: "Triangle", kind: "triangle", vectors: [[-1, -4], [0.5, -4], [0, -2.5]] },
    { label: "Rectangle", kind: "box", vectors: [[-5, 3], [-3.5, 4]] },
    { label: "Disk", kind: "sphere", vectors: [[4, -1]], radius: 0.75 },
    { label: "Segment", kind: "segment", vectors: [[-1, -3], [1, -2]] },
    { label: "Ray", kind: "ray", vectors: [[-5, 0], [1, 0]] },
    { label: "Line", kind: "line", vectors: [[0, -3], [2, 1]] },
    { label: "Point", kind: "point", vectors: [[0, 1]] },
  ],
};

export const NEW_PLANES: Record<Mode, ExamplePlane[]> = {
  "3d": [{ text: "x - z = 0" }, { text: "x + y = 1" }, { text: "z = 2" }],
  "2d": [{ text: "x + y = 1" }, { text: "x = -2" }, { text: "y = 2" }],
};

/** Returns a letter, with a number if necessary, that no shape has as its id yet. */
export function freeId(scene: Scene): string {
  const taken = new Set(scene.shapes.map((shape) => shape.id));
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (let round = 0; ; round++) {
    for (const letter of letters) {
      const id = round ? `${letter}${round + 1}` : letter;
      if (!taken.has(id)) return id;
    }
  }
}
