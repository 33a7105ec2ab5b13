// The state machine that keeps the text of one open scene: its state, what happens to it, and what it has done.
//
// The machine never holds the text that the author is typing; only the editor does. It counts edits. A write stores the
// text at the moment its effect runs, and `upTo` is the number of edits in that text.
import type { NamedText } from "@/desk/scene-anchors";
import type { BranchNo, Failure, GenerationId, SceneSaved, SceneText, Totals, VersionNo } from "@/ipc/types";

/** How safely the text is stored. */
export type Kept =
  /** In the newest version. */
  | "saved"
  /** In the draft. */
  | "kept"
  /** Changed just now, not stored yet. */
  | "changed"
  /** Storing failed; the text is in the editor and storing is retried. */
  | "failed";

/** What the window shows of an open scene. */
export interface SceneStatus {
  readonly kept: Kept;
  readonly failure: Failure | null;
  readonly version: VersionNo;
  readonly branch: BranchNo;
  readonly counts: Totals;
  /** When the draft or version was last stored, ms. */
  readonly at: number | null;
}

/**
 * The generation that was just accepted into the text, and whether its text is still there: an undo may come before the
 * version.
 */
export interface Accepted {
  generation: GenerationId;
  isIn: () => boolean;
}

/** A text as an immutable value of the editor. */
export interface Words {
  readonly length: number;
  toString(): string;
}

/** What a caller, an editor or a timer wants done. */
export type JobKind =
  | { readonly kind: "store" }
  /** Fetches anchors and spans for a named text, or for the current one. */
  | { readonly kind: "locate"; readonly named: NamedText | null }
  | { readonly kind: "refresh" }
  | { readonly kind: "save"; readonly accepted: Accepted | null };

/** A job, and the callers that wait for it. One job runs at a time, in the order of requests. */
export type Job = JobKind & { readonly callers: readonly number[] };

/** What the current job waits for. At most one write is in flight: only `storing` and `saving` write. */
export type Work =
  | { readonly at: "idle" }
  | ({ readonly at: "storing"; readonly job: Job } & Sent)
  | ({ readonly at: "saving"; readonly job: Job } & Sent)
  | { readonly at: "locating"; readonly job: Job }
  | { readonly at: "reading"; readonly job: Job; readonly upTo: number }
  | { readonly at: "showing"; readonly job: Job; readonly adopting: Adopting }
  | { readonly at: "counting"; readonly job: Job; readonly adopting: Adopting };

/** A text that is being written. */
export interface Sent {
  /** The number of edits in it. */
  readonly upTo: number;
  /** Whether letters of a composition, which are not in it, are in the tracked change. */
  readonly isComposing: boolean;
  /** The value of `editors` when it was sent. */
  readonly editors: number;
}

/** The backend's text while the editor takes it over. */
export interface Adopting {
  readonly read: SceneText;
  /** The text to show: the backend's, merged with text typed meanwhile. */
  readonly shown: string;
  /** Whether text was typed that the backend does not have. */
  readonly isTyped: boolean;
  /** Whether it is another text or another version than the editor had. */
  readonly isOther: boolean;
  /** The shown text, if it is exactly the backend's. */
  readonly named: NamedText | null;
}

export interface SceneState {
  /** `forgotten`: another project is open, in which this id belongs to another scene. */
  readonly editor: "open" | "closed" | "forgotten";
  /** How many editors the scene has had. Each tracks changes from the text that it opened with. */
  readonly editors: number;
  /** Increases with each change of the text. */
  readonly edits: number;
  /** How many of them are stored. */
  readonly stored: number;
  /** When the oldest change that is not stored was made, by `Moment.clock`. */
  readonly pendingSince: number | null;
  /** The backend's draft may differ from the text that the tracked change applies to: the whole text is sent next. */
  readonly isWholeNext: boolean;
  readonly isCountScheduled: boolean;
  /** The backend's text as far as this editor knows. */
  readonly backend: Words;
  /** The text of the version that the editor continues from; null if it is not known. */
  readonly saved: Words | null;
  /** The newest main-line version that this editor knows of, and the branch of the main line. */
  readonly head: VersionNo;
  readonly main: BranchNo;
  readonly status: SceneStatus;
  readonly work: Work;
  readonly queue: readonly Job[];
}

/** What is known outside of the machine when an event happens. */
export interface Moment {
  /** A clock that never runs backwards, ms. */
  readonly clock: number;
  /** The time of day, ms since 1970. */
  readonly date: number;
  /** Whether an input method is composing in the editor. */
  readonly isComposing: boolean;
  readonly areSpansKnown: boolean;
}

/** The version that a text became. */
export type MadeVersion = Pick<SceneSaved, "version" | "branch">;

export type Timer = "store" | "count" | "locate" | "refresh";

export type SceneEvent =
  /** An editor was connected; it names its text. */
  | { readonly type: "opened"; readonly named: NamedText | null }
  | { readonly type: "closed" }
  | { readonly type: "forgotten" }
  /** The text changed; a composition counts when it has ended. */
  | { readonly type: "typed" }
  | { readonly type: "asked"; readonly job: Job }
  | { readonly type: "tick"; readonly timer: Timer }
  /**
   * The draft was stored, or made a version because passages were pasted; `named` is the same text, if an editor had it.
   */
  | {
      readonly type: "stored";
      readonly words: Words;
      readonly named: NamedText | null;
      readonly version: MadeVersion | null;
    }
  | { readonly type: "saved"; readonly words: Words; readonly answer: SceneSaved }
  | { readonly type: "located" }
  /** The backend's text was read; `ours` is the editor's, null without one. */
  | { readonly type: "read"; readonly read: SceneText; readonly ours: string | null }
  /** The editor shows the text that it was given. */
  | { readonly type: "shown"; readonly named: NamedText | null }
  | { readonly type: "counted"; readonly counts: Totals }
  /** The counts of the changed lines, as a difference. */
  | { readonly type: "recounted"; readonly change: Totals }
  /** The current work failed; `isPartial`: only a change of the text was sent. */
  | { readonly type: "failed"; readonly failure: Failure; readonly isPartial: boolean };

export type Effect =
  /** Stores the current text as a draft: in a long text only the change, unless `isWhole`. */
  | {
      readonly type: "saveDraft";
      readonly base: VersionNo;
      readonly isWhole: boolean;
      /** Whether the event that follows names the text. */
      readonly isNamed: boolean;
    }
  /** Makes a version of the current text. */
  | { readonly type: "save"; readonly base: VersionNo; readonly accepted: Accepted | null }
  | { readonly type: "locate"; readonly named: NamedText | null }
  | { readonly type: "read" }
  | { readonly type: "show"; readonly text: string; readonly version: VersionNo }
  /** From here on the tracked changes are the author's, in the current text. */
  | { readonly type: "trackFromHere" }
  | { readonly type: "forgetSpans" }
  | { readonly type: "count"; readonly text: string }
  | { readonly type: "recount" }
  | { readonly type: "schedule"; readonly timer: Timer; readonly delay: number }
  | { readonly type: "cancel"; readonly timer: Timer }
  | { readonly type: "answer"; readonly callers: readonly number[]; readonly outcome: Outcome };

/** The end of a job. */
export type Outcome = { readonly saved: SceneSaved | null } | { readonly failure: Failure };

/** A state and the effects that lead on from it, to be run in order. */
export type Step = readonly [state: SceneState, effects: readonly Effect[]];

/** The state of a scene as it was read; its editor opens later. */
export function firstState(read: SceneText, counts: Totals): SceneState {
  const { text, version, branch } = newest(read);
  return {
    editor: "closed",
    editors: 0,
    edits: 0,
    stored: 0,
    pendingSince: null,
    isWholeNext: false,
    isCountScheduled: false,
    backend: text,
    saved: savedIn(read),
    head: read.version,
    main: read.branch,
    status: {
      kept: keptIn(read),
      failure: null,
      version,
      branch,
      counts,
      at: read.draft?.updated_at ?? null,
    },
    work: { at: "idle" },
    queue: [],
  };
}

/** The newest text of an answer: its draft, else its version. */
export function newest({ draft, text, version, branch }: SceneText) {
  return draft === null
    ? { text, version, branch }
    : { text: draft.text, version: draft.base, branch: draft.branch };
}

/** Where the newest text of an answer is stored. */
export function keptIn({ draft }: SceneText): "saved" | "kept" {
  return draft === null || draft.saved ? "saved" : "kept";
}

/** The text of the version that the newest text of an answer continues from; null if the answer does not have it. */
export function savedIn({ draft, text, version }: SceneText): string | null {
  if (draft === null || draft.base === version) return text;
  return draft.saved ? draft.text : null;
}

/** Whether a text is that of the version that the editor continues from: after an undo, for example. */
export function isSaved({ saved }: SceneState, words: Words): boolean {
  return saved !== null && saved.length === words.length && saved.toString() === words.toString();
}

/** Whether the backend has every change of the text. */
export function isStored({ edits, stored }: SceneState): boolean {
  return stored === edits;
}

export function withStatus(state: SceneState, change: Partial<SceneStatus>): SceneState {
  return { ...state, status: { ...state.status, ...change } };
}

/** Ends the current job and answers its callers. */
export function finish(state: SceneState, job: Job, outcome: Outcome = { saved: null }): Step {
  const { callers } = job;
  return [
    { ...state, work: { at: "idle" } },
    callers.length === 0 ? [] : [{ type: "answer", callers, outcome }],
  ];
}
