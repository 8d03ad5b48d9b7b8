/** The text field of the plane, as a pure function of events: the typed text, and what the server says about it. */
import type { Refusal } from "./truth";

/** `fine`: the text is that of the plane. `checking`: an answer is expected. `late`: requests were lost. */
export type FieldStatus = "fine" | "checking" | "late" | "wrong";

export interface Field {
  readonly text: string;
  /** `true` if the user has typed the text, and it is kept until the plane changes in another way. */
  readonly draft: boolean;
  readonly status: FieldStatus;
  readonly fault: Refusal | null;
}

export type FieldEvent =
  | { type: "typed"; text: string }
  | { type: "accepted"; text: string }
  | { type: "refused"; text: string; fault: Refusal }
  | { type: "lost"; text: string }
  | { type: "left"; plane: string }
  | { type: "moved"; plane: string };

const EMPTY: Refusal = { message: "A plane is an equation such as z=1.2 or 2x+3y+6z-17=0.", at: null, hint: null };

export const START_FIELD: Field = { text: "", draft: false, status: "fine", fault: null };

/**
 * Returns the state after an event. `typed` is an edit by the user. `accepted`, `refused` and `lost` are about the text
 * that was sent; they have no effect if the text has changed since. `left` means that the field has lost the focus, and
 * `moved` that the plane has changed in another way; both name the text of the plane.
 */
export function reduceField(field: Field, event: FieldEvent): Field {
  if (event.type === "typed") {
    const isEmpty = !event.text.trim();
    return { text: event.text, draft: true, status: isEmpty ? "wrong" : "checking", fault: isEmpty ? EMPTY : null };
  }
  if (event.type === "moved") return { text: event.plane, draft: false, status: "fine", fault: null };
  if (event.type === "left") return field.status === "fine" ? { ...field, text: event.plane, draft: false } : field;
  if (!field.draft || event.text !== field.text.trim()) return field;
  if (event.type === "accepted") return { ...field, status: "fine", fault: null };
  if (event.type === "lost") return { ...field, status: "late" };
  return { ...field, status: "wrong", fault: event.fault };
}
