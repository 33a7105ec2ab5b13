// Fetching the thread anchors, and the AI spans until they are known. The backend gives them for the text that it has
// stored, so the current text is stored first.

import type { NamedText } from "@/desk/scene-anchors";
import type { Failure } from "@/ipc/types";
import { finish, isStored, type Job, type Moment, type SceneState, type Step } from "./state";
import { DRAFT_DEBOUNCE, RETRY_DELAY, saveDraft, saveVersion } from "./writes";

/** Fetches them for a named text, or for the current one. */
export function locate(state: SceneState, job: Job, named: NamedText | null, moment: Moment): Step {
  if (moment.isComposing) return goOnAndRetry(state, job, moment, DRAFT_DEBOUNCE);
  return named === null && !isStored(state) ? saveDraft(state, job, moment) : fetchPlaces(state, job, named);
}

/** The draft that they are fetched for was stored; it has no name when there was no editor. */
export function locateStored(state: SceneState, job: Job, named: NamedText | null, moment: Moment): Step {
  return named === null ? goOn(state, job, moment) : fetchPlaces(state, job, named);
}

/** Until they are known none are sent, and the backend maps them itself. Retried unless the scene is gone. */
export function locateFailed(state: SceneState, job: Job, failure: Failure, moment: Moment): Step {
  return failure.code === "not_found"
    ? goOn(state, job, moment)
    : goOnAndRetry(state, job, moment, RETRY_DELAY);
}

/** Goes on with the job that they were fetched for. */
export function goOn(state: SceneState, job: Job, moment: Moment): Step {
  return job.kind === "save" ? saveVersion(state, job, moment) : finish(state, job);
}

function goOnAndRetry(state: SceneState, job: Job, moment: Moment, delay: number): Step {
  const [after, effects] = goOn(state, job, moment);
  return [after, [{ type: "schedule", timer: "locate", delay }, ...effects]];
}

function fetchPlaces(state: SceneState, job: Job, named: NamedText | null): Step {
  return [{ ...state, work: { at: "locating", job } }, [{ type: "locate", named }]];
}
