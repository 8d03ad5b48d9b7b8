/**
 * The state of the questions to the server and of their answers, as a pure function of events. It decides which answer
 * may be shown, and as what: as the answer of the present question, as an older answer, or not at all.
 */

/** A part of the page that has a question of its own. */
export type Part = "section" | "certificate" | "curve" | "region";
export const PARTS: readonly Part[] = ["section", "certificate", "curve", "region"];

/** A reason why the server does not answer a question, although the request has reached it. */
export interface Refusal {
  message: string;
  at: number | null;
  hint: string | null;
}

interface PartState {
  /** The present question. Equal questions have equal keys, and each new key gets a new revision. */
  asked: { revision: number; key: string } | null;
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
 * the question. `idle`: there is no question.
 */
export type Status = "idle" | "answered" | "pending" | "lost" | "refused";

/**
 * The state of the connection. `late`: the server does not respond. `denied`: the server refuses this page. `reading`:
 * the server is reading the model.
 */
export type Link = "fine" | "late" | "denied" | "reading";

export interface Truth {
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
  readonly parts: Readonly<Record<Part, PartState>>;
}

export type Event =
  | { type: "loaded"; model: string | null }
  | { type: "asked"; part: Part; key: string }
  | { type: "dropped"; part: Part }
  | { type: "answered"; part: Part; revision: number; model: string | null; value: unknown }
  | { type: "refused"; part: Part; revision: number; model: string | null; refusal: Refusal }
  | { type: "lost"; part: Part; revision: number }
  | { type: "seen"; model: string | null; reading: boolean; changed: boolean }
  | { type: "missed" }
  | { type: "denied"; message: string };

/** The number of lost requests after which the page says so. */
export const SEVERAL = 3;
/** The number of lost state requests after which the server counts as lost. */
const MISSED = 2;

const NOTHING: PartState = { asked: null, answer: null, refusal: null, lost: 0 };

export const START_TRUTH: Truth = {
  model: null,
  foreign: false,
  changed: false,
  link: "fine",
  denial: "",
  missed: 0,
  revision: 0,
  parts: { section: NOTHING, certificate: NOTHING, curve: NOTHING, region: NOTHING },
};

/** Returns the state after an event. */
export function reduce(truth: Truth, event: Event): Truth {
  switch (event.type) {
    case "loaded":
      return { ...truth, model: event.model };
    case "asked": {
      const part = truth.parts[event.part];
      if (part.asked?.key === event.key) return truth;
      const revision = truth.revision + 1;
      return { ...withPart(truth, event.part, { ...part, asked: { revision, key: event.key }, refusal: null, lost: 0 }), revision };
    }
    case "dropped":
      return withPart(truth, event.part, NOTHING);
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
      return withPart(truth, event.part, { ...part, answer: null, refusal: event.refusal, lost: 0 });
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

function withPart(truth: Truth, name: Part, part: PartState): Truth {
  return { ...truth, parts: { ...truth.parts, [name]: part } };
}

/** Returns `true` if an answer is about another model. The server names no model while it reads one. */
function isForeign(truth: Truth, model: string | null): boolean {
  return truth.model !== null && model !== null && model !== truth.model;
}

export function statusOf(truth: Truth, name: Part): Status {
  const { asked, answer, refusal, lost } = truth.parts[name];
  if (!asked) return "idle";
  if (refusal) return "refused";
  if (answer?.revision === asked.revision) return "answered";
  return lost >= SEVERAL ? "lost" : "pending";
}

/** Returns the answer of the present question, or null. */
export function present(truth: Truth, name: Part): unknown {
  return statusOf(truth, name) === "answered" ? truth.parts[name].answer?.value : null;
}

/** Returns the newest answer. It may belong to an earlier question: `statusOf` says so, and it must be marked then. */
export function newest(truth: Truth, name: Part): unknown {
  return truth.parts[name].answer?.value ?? null;
}

/** The content of the banner: a sentence, and what its button does. */
export interface Notice {
  kind: "denied" | "late" | "reading" | "changed" | "lost";
  text: string;
  action: "retry" | "read" | null;
}

const NAMES: Record<Part, string> = { section: "section", certificate: "certificate", curve: "curve of areas", region: "region" };

/** Returns the content of the banner, or null if the banner is hidden. */
export function notice(truth: Truth): Notice | null {
  if (truth.link === "denied") return { kind: "denied", text: truth.denial, action: "retry" };
  if (truth.link === "late") {
    return { kind: "late", text: "The server does not respond. The page asks again every second. Grey values are older.", action: "retry" };
  }
  if (truth.link === "reading") return { kind: "reading", text: "The server is reading the model.", action: null };
  const lost = PARTS.filter((part) => statusOf(truth, part) === "lost").map((part) => NAMES[part]);
  if (lost.length) {
    return { kind: "lost", text: `Requests are lost on the way. The page asks again for: ${lost.join(", ")}.`, action: "retry" };
  }
  if (truth.changed) return { kind: "changed", text: "The file has changed on disk. The page shows the file as it was read.", action: "read" };
  return null;
}
