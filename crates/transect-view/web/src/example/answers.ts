/** The server's answers for the example scene; docs/viewer.md is the reference. */
import { postJson } from "../api";
import type { Mark } from "../mark";
import { question, type Mode, type Vector, type View } from "./scene";

export type Side = "front" | "on" | "back";

export interface Seen {
  side: Side;
  backmost: Side;
  frontmost: Side;
  touching: boolean;
  text: string;
  interval: [number | null, number | null];
  extremes: [Vector | null, Vector | null];
}

export type Meeting =
  | { kind: "point"; point: Vector; t?: number }
  | { kind: "line"; origin: Vector; direction: Vector }
  | { kind: "plane" | "nothing" | "within" }
  | { kind: "same"; flipped: boolean }
  | { kind: "parallel"; flipped: boolean; side: Side }
  | { kind: "apart"; side: Side; parallel: boolean };

export type ShapeAnswer = Seen & {
  id: string;
  kind: string;
  planes: Seen[];
  meeting?: Meeting;
  section?: Vector[] | null;
  pieces?: Vector[][];
};

export interface PlaneAnswer {
  normal: Vector;
  offset: number;
  text: string;
  unit_normal: Vector;
}

export interface Separation {
  pair: [string, string];
  overlap: boolean;
  touching: boolean | null;
  axis: Vector | null;
  intervals: [[number, number], [number, number]] | null;
  translation: Vector | null;
  depth: number | null;
  text: string;
}

export interface Answer {
  mode: "2d" | "3d";
  planes: PlaneAnswer[];
  answers: ShapeAnswer[];
  meetings: (Meeting & { planes: number[]; text: string })[];
  meeting_of_three?: (Meeting & { planes: number[]; text: string }) | null;
  separations: Separation[];
}

/** The answers of the server, by the parts of the page; marks (mark.ts) read them. */
export interface Answers {
  scene: Answer;
}

/** The mark of an element that shows answers about the scene. */
export type Told = Mark<Answers, "scene">;

/** Returns the answer for the shape with this id, unless the answer is about the scene of the other mode. */
export function saidOf(answer: Answer | null, mode: Mode, id: string): ShapeAnswer | null {
  if (answer?.mode !== mode) return null;
  return answer.answers.find((said) => said.id === id) ?? null;
}

/** Returns the newest answer, unless it has been older than the scene for longer than values keep their look. */
export function drawable(mark: Told): Answer | null {
  return mark.isShown ? null : mark.newest("scene");
}

export function ask(view: View, signal: AbortSignal, revision: number): Promise<Answer> {
  return postJson<Answer>("api/example", question(view), signal, revision);
}
