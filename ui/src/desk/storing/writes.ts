// Drafts and versions. While one is being written, none other begins.
import type { Failure } from "@/ipc/types";
import {
  type Effect,
  finish,
  isSaved,
  isStored,
  type Job,
  type Kept,
  type MadeVersion,
  type Moment,
  type SceneEvent,
  type SceneState,
  type Sent,
  type Step,
  type Words,
  type Work,
  withStatus,
} from "./state";

/** Minimum pause before a draft is stored, in ms. */
export const DRAFT_DEBOUNCE = 300;
/** Maximum delay before a change is stored, in ms. Together with the write itself it stays within a second. */
export const MAX_DRAFT_DELAY = 700;
/** Delay before the next try after a failure, in ms. */
export const RETRY_DELAY = 3000;

const CANCEL: Effect = { type: "cancel", timer: "store" };

/** Schedules a draft of the changes that are not stored. */
export function scheduleDraft(state: SceneState, { clock }: Moment): Step {
  const pendingSince = state.pendingSince ?? clock;
  const delay = Math.max(0, Math.min(DRAFT_DEBOUNCE, pendingSince + MAX_DRAFT_DELAY - clock));
  return [{ ...state, pendingSince }, [{ type: "schedule", timer: "store", delay }]];
}

/** Stores the current text, even if it is stored already. */
export function saveDraft(state: SceneState, job: Job, moment: Moment): Step {
  const effect: Effect = {
    type: "saveDraft",
    base: state.status.version,
    isWhole: state.isWholeNext,
    isNamed: job.kind !== "store",
  };
  const work: Work = { at: "storing", job, ...sent(state, moment) };
  return [{ ...state, isWholeNext: true, work }, [CANCEL, effect]];
}

/** Makes a version of the current text. */
export function saveVersion(state: SceneState, job: Job & { kind: "save" }, moment: Moment): Step {
  const effect: Effect = { type: "save", base: state.status.version, accepted: job.accepted };
  const work: Work = { at: "saving", job, ...sent(state, moment) };
  return [{ ...state, isWholeNext: true, work }, [CANCEL, effect]];
}

function sent({ edits, editors }: SceneState, { isComposing }: Moment): Sent {
  return { upTo: edits, isComposing, editors };
}

/** A draft was stored, as a draft or as a version. */
export function draftStored(state: SceneState, sent: Sent, event: Stored, moment: Moment): Step {
  const { words, version } = event;
  if (version !== null) return versionStored(state, sent, { words, version }, moment);
  return stored(state, sent, { words, kept: isSaved(state, words) ? "saved" : "kept" }, moment);
}

/** A version was stored. On a branch the editor continues with the author's text; the main line is unchanged. */
export function versionStored(state: SceneState, sent: Sent, as: InVersion, moment: Moment): Step {
  const { words } = as;
  const { version, branch } = as.version;
  const head = branch === state.main ? version : state.head;
  const made = withStatus({ ...state, head, saved: words }, { version, branch });
  return stored(made, sent, { words, kept: "saved" }, moment);
}

type Stored = Pick<SceneEvent & { type: "stored" }, "words" | "version">;

interface InVersion {
  words: Words;
  version: MadeVersion;
}

function stored(before: SceneState, sent: Sent, as: { words: Words; kept: Kept }, moment: Moment): Step {
  const stored = Math.max(before.stored, sent.upTo);
  const isNewest = stored === before.edits;
  const state: SceneState = {
    ...before,
    stored,
    pendingSince: isNewest ? null : before.pendingSince,
    backend: as.words,
    // The next tracked change begins at this text, unless letters were composed or another editor opened meanwhile.
    isWholeNext: sent.isComposing || sent.editors !== before.editors,
  };
  const kept = isNewest ? as.kept : "changed";
  const marked = withStatus(state, { kept, failure: null, at: moment.date });
  return isNewest ? [marked, []] : scheduleDraft(marked, moment);
}

/** A write failed: the text stays in the editor, and storing is retried. */
export function writeFailed(state: SceneState, failure: Failure): Step {
  return [
    withStatus(state, { kept: "failed", failure }),
    [{ type: "schedule", timer: "store", delay: RETRY_DELAY }],
  ];
}

/** A draft of only the change was refused: it is not a change of the stored draft, so all of the text is sent. */
export function isRefusedChange({ failure, isPartial }: SceneEvent & { type: "failed" }): boolean {
  return isPartial && failure.code === "bad_request";
}

export function storeIfChanged(state: SceneState, job: Job, moment: Moment): Step {
  if (!isStored(state)) return saveDraft(state, job, moment);
  const [done, answers] = finish(state, job);
  return [done, [CANCEL, ...answers]];
}
