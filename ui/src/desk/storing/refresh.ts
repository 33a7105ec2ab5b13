// Taking over the backend's text after something other than this editor changed it. Text typed meanwhile is merged.

import type { NamedText } from "@/desk/scene-anchors";
import { joinedChanges } from "@/editor/joined-changes";
import type { Totals } from "@/ipc/types";
import { locate } from "./locate";
import {
  type Adopting,
  type Effect,
  finish,
  isStored,
  type Job,
  keptIn,
  type Moment,
  newest,
  type SceneEvent,
  type SceneState,
  type Step,
  savedIn,
  type Work,
  withStatus,
} from "./state";
import { DRAFT_DEBOUNCE } from "./writes";

type Reading = Work & { at: "reading" };
type Showing = Work & { at: "showing" };
type Counting = Work & { at: "counting" };

interface At {
  adopting: Adopting;
  moment: Moment;
}

export function read(
  before: SceneState,
  work: Reading,
  event: SceneEvent & { type: "read" },
  moment: Moment,
): Step {
  const { job, upTo } = work;
  const state = { ...before, head: event.read.version, main: event.read.branch };
  const { ours } = event;
  if (ours === null) return finish(state, job);
  const { text, version, branch } = newest(event.read);
  const isTyped = state.edits !== upTo || !isStored(state);
  const known = state.backend.toString();
  // The stored draft became a version: text typed meanwhile continues from it.
  if (isTyped && text === known) {
    return finish(withStatus({ ...state, saved: savedIn(event.read) }, { version, branch }), job);
  }
  if (moment.isComposing) {
    const [done, answers] = finish(state, job);
    return [done, [{ type: "schedule", timer: "refresh", delay: DRAFT_DEBOUNCE }, ...answers]];
  }
  const shown = isTyped ? joinedChanges(known, { ours, theirs: text }) : text;
  const isOther = version !== state.status.version || ours !== shown;
  const adopting: Adopting = { read: event.read, shown, isTyped, isOther, named: null };
  if (!isOther) return adopt(state, job, { adopting, moment });
  return [{ ...state, work: { at: "showing", job, adopting } }, [{ type: "show", text: shown, version }]];
}

/** The editor shows the text. */
export function shown(state: SceneState, work: Showing, named: NamedText | null, moment: Moment): Step {
  const adopting = { ...work.adopting, named: work.adopting.isTyped ? null : named };
  return adopt(state, work.job, { adopting, moment });
}

/** The shown text was counted; without counts the old ones are shown until the scene is read again. */
export function counted(state: SceneState, work: Counting, counts: Totals | null, moment: Moment): Step {
  const known = counts === null ? state : withStatus(state, { counts });
  return adopted(known, work.job, { adopting: work.adopting, moment });
}

function adopt(state: SceneState, job: Job, at: At): Step {
  const { read, shown, isTyped, isOther } = at.adopting;
  const { text, version, branch } = newest(read);
  const effects: Effect[] = [{ type: "trackFromHere" }];
  if (!isTyped) effects.push({ type: "cancel", timer: "store" });
  if (isOther) effects.push({ type: "forgetSpans" });
  const known = withStatus(
    {
      ...state,
      // Showing the text counts as edits; without typed text the backend has them.
      ...(!isTyped && { stored: state.edits, pendingSince: null }),
      backend: text,
      saved: savedIn(read),
      isWholeNext: isTyped,
    },
    { kept: isTyped ? "changed" : keptIn(read), version, branch, failure: null },
  );
  if (shown !== read.text) {
    const work: Work = { at: "counting", job, adopting: at.adopting };
    return [{ ...known, work }, [...effects, { type: "count", text: shown }]];
  }
  const [after, more] = adopted(withStatus(known, { counts: read.counts }), job, at);
  return [after, [...effects, ...more]];
}

/** The anchors and spans of another text are fetched again. */
function adopted(state: SceneState, job: Job, { adopting, moment }: At): Step {
  return adopting.isOther ? locate(state, job, adopting.named, moment) : finish(state, job);
}
