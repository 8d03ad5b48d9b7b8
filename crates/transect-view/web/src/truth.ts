/**
 * The state of the questions to the server and of their answers, as a pure function of events. It decides which answer
 * may be shown, and as what: as the answer of the present question, as an older answer, or not at all.
 *
 * The page of a model and the page of the example have different parts, and the same rules. A part is something on the
 * page that has a question of its own. Answers are `unknown` here: only a mark (mark.ts) reads them with their types.
 */

/** A reason why the server does not answer a question, although the request has reached it. */
export interface Refusal {
  message: string;
  at: number | null;
  hint: string | null;
}

interface PartState {
  /** The present question. Equal questions have equal keys, and each new key gets a new revision. */
  asked: { revision: number; key: string } | null;
  /** `true` if the user has changed the question, and the page does not know the new question yet. */
  unclear: boolean;
  /** The newest answer, with the revision of its question. */
  answer: { revision: number; value: unknown } | null;
  /** The refusal of the present question. */
  refusal: Refusal | null;
  /** The number of requests for the present question that were lost in succession. */
  lost: number;
}

/**
 * The relation of a part's answer to its present question. `answered`: the answer is that of the question. `pending`: the
 * answer is expected. `lost`: several requests were lost, and the page repeats them. `refused`: the server has refused
 * the question. `unclear`: the page does not know the new question yet, as while an equation is typed. `idle`: there is no
 * question.
 */
export type Status = "idle" | "answered" | "refused" | "unclear" | "pending" | "lost";

/** The statuses with which an answer belongs to an earlier question, from the best to the worst. */
const OLDER: readonly Status[] = ["unclear", "pending", "lost"];

/** Returns `true` if answers with this status belong to an earlier question. */
export function isOlder(status: Status): boolean {
  return OLDER.includes(status);
}

/**
 * The state of the connection. `late`: the server does not respond. `denied`: the server refuses this page. `reading`:
 * the server is reading the model.
 */
export type Link = "fine" | "late" | "denied" | "reading";

export interface Truth<P extends string = string> {
  /** The identity of the model that the page shows. */
  readonly model: string | null;
  /** `true` if the server has another model than the page, so that the page must be loaded again. */
  readonly foreign: boolean;
  /** `true` if a file of the model has changed since the server has read it. */
  readonly changed: boolean;
  readonly link: Link;
  /** The sentence with which the server refuses this page. */
  readonly denial: string;
  /** The number of state requests that were lost in succession. */
  readonly missed: number;
  /** The revision of the newest question. */
  readonly revision: number;
  readonly parts: Readonly<Record<P, PartState>>;
  /** The names of the parts in the banner. */
  readonly names: Readonly<Record<P, string>>;
}

export type Event<P extends string = string> =
  | { type: "loaded"; model: string | null }
  /** `unclear` says that the question is not that of the text that is being typed. */
  | { type: "asked"; part: P; key: string; unclear?: boolean }
  | { type: "unclear"; part: P }
  | { type: "clear"; part: P }
  | { type: "dropped"; part: P }
  | { type: "answered"; part: P; revision: number; model: string | null; value: unknown }
  /** `keeps`: the older answer stays, and looks older. Else it goes. */
  | { type: "refused"; part: P; revision: number; model: string | null; refusal: Refusal; keeps?: true }
  | { type: "lost"; part: P; revision: number }
  | { type: "seen"; model: string | null; reading: boolean; changed: boolean }
  | { type: "missed" }
  | { type: "denied"; message: string };

/** The number of lost requests after which the page says so. */
export const SEVERAL = 3;
/** The number of lost state requests after which the server counts as lost. */
const MISSED = 2;

const NOTHING: PartState = { asked: null, unclear: false, answer: null, refusal: null, lost: 0 };

/** Returns the state before the first event, for parts with these names. */
export function startTruth<P extends string>(names: Readonly<Record<P, string>>, model: string | null = null): Truth<P> {
  const parts = Object.fromEntries(Object.keys(names).map((part) => [part, NOTHING])) as Record<P, PartState>;
  return { model, foreign: false, changed: false, link: "fine", denial: "", missed: 0, revision: 0, parts, names };
}

/** Returns the state after an event. */
export function reduce<P extends string>(truth: Truth<P>, event: Event<P>): Truth<P> {
  switch (event.type) {
    case "loaded":
      return { ...truth, model: event.model };
    case "asked": {
      const part = truth.parts[event.part];
      const unclear = event.unclear ?? false;
      if (part.asked?.key === event.key) return part.unclear === unclear ? truth : withPart(truth, event.part, { ...part, unclear });
      const revision = truth.revision + 1;
      const asked = { revision, key: event.key };
      return { ...withPart(truth, event.part, { ...part, asked, unclear, refusal: null, lost: 0 }), revision };
    }
    case "unclear":
    case "clear": {
      const part = truth.parts[event.part];
      const unclear = event.type === "unclear";
      return part.asked && part.unclear !== unclear ? withPart(truth, event.part, { ...part, unclear }) : truth;
    }
    case "dropped":
      return truth.parts[event.part] === NOTHING ? truth : withPart(truth, event.part, NOTHING);
    case "answered": {
      const part = truth.parts[event.part];
      if (isForeign(truth, event.model)) return { ...truth, foreign: true };
      // An answer to a dropped question is not kept, nor is an answer that is older than the one at hand.
      if (!part.asked || event.revision > part.asked.revision || event.revision < (part.answer?.revision ?? 0)) return truth;
      const present = event.revision === part.asked.revision;
      const answer = { revision: event.revision, value: event.value };
      return withPart(truth, event.part, { ...part, answer, refusal: present ? null : part.refusal, lost: present ? 0 : part.lost });
    }
    case "refused": {
      const part = truth.parts[event.part];
      if (isForeign(truth, event.model)) return { ...truth, foreign: true };
      if (event.revision !== part.asked?.revision) return truth;
      return withPart(truth, event.part, { ...part, answer: event.keeps ? part.answer : null, refusal: event.refusal, lost: 0 });
    }
    case "lost": {
      const part = truth.parts[event.part];
      if (event.revision !== part.asked?.revision) return truth;
      return withPart(truth, event.part, { ...part, lost: part.lost + 1 });
    }
    case "seen": {
      const link: Link = event.reading ? "reading" : "fine";
      const foreign = truth.foreign || isForeign(truth, event.model);
      return { ...truth, link, missed: 0, denial: "", changed: event.changed, foreign };
    }
    case "missed": {
      const missed = truth.missed + 1;
      return { ...truth, missed, link: missed >= MISSED ? "late" : truth.link };
    }
    case "denied":
      return { ...truth, link: "denied", denial: event.message };
  }
}

function withPart<P extends string>(truth: Truth<P>, name: P, part: PartState): Truth<P> {
  return { ...truth, parts: { ...truth.parts, [name]: part } };
}

/** Returns `true` if an answer is about another model. The server names no model while it reads one. */
function isForeign(truth: Pick<Truth, "model">, model: string | null): boolean {
  return truth.model !== null && model !== null && model !== truth.model;
}

export function statusOf<P extends string>(truth: Truth<P>, name: P): Status {
  const { asked, unclear, answer, refusal, lost } = truth.parts[name];
  if (!asked) return "idle";
  if (unclear) return "unclear";
  if (refusal) return "refused";
  if (answer?.revision === asked.revision) return "answered";
  return lost >= SEVERAL ? "lost" : "pending";
}

/**
 * Returns the status of something that shows the answers of several parts. If all of them are present, it is the status
 * of the first part.
 */
export function statusOfAll<P extends string>(truth: Truth<P>, parts: readonly [P, ...P[]]): Status {
  const all = parts.map((part) => statusOf(truth, part));
  return OLDER.findLast((status) => all.includes(status)) ?? statusOf(truth, parts[0]);
}

/** Returns the answer of the present question, or null. */
export function present<P extends string>(truth: Truth<P>, name: P): unknown {
  return statusOf(truth, name) === "answered" ? truth.parts[name].answer?.value : null;
}

/** Returns the newest answer. It may belong to an earlier question: `statusOf` says so, and it must be marked then. */
export function newest<P extends string>(truth: Truth<P>, name: P): unknown {
  return truth.parts[name].answer?.value ?? null;
}

/** The content of the banner: a sentence, and what its button does. */
export interface Notice {
  kind: "denied" | "late" | "reading" | "changed" | "lost";
  text: string;
  action: "retry" | "read" | null;
}

/** Returns the content of the banner, or null if the banner is hidden. */
export function notice<P extends string>(truth: Truth<P>): Notice | null {
  if (truth.link === "denied") return { kind: "denied", text: truth.denial, action: "retry" };
  if (truth.link === "late") {
    return { kind: "late", text: "The server does not respond. The page asks again every second. Grey values are older.", action: "retry" };
  }
  if (truth.link === "reading") return { kind: "reading", text: "The model is being read.", action: null };
  const parts = Object.keys(truth.names) as P[];
  const lost = parts.filter((part) => statusOf(truth, part) === "lost").map((part) => truth.names[part]);
  if (lost.length) {
    return { kind: "lost", text: `Requests are lost on the way. The page asks again for: ${lost.join(", ")}.`, action: "retry" };
  }
  if (truth.changed) return { kind: "changed", text: "The file has changed on disk. The page shows the file as it was read.", action: "read" };
  return null;
}
