// A scene of a project that is no longer open: its id may belong to a scene of the open one, so nothing is written.
import type { Failure } from "@/ipc/types";
import { finish, type Job, type Outcome, type SceneEvent, type SceneState, type Step } from "./state";

const OTHER_PROJECT: Failure = {
  code: "no_project",
  message: "another project was opened",
  hint: "",
  details: null,
};

/** Stops storing; the work in flight is awaited, and what waits for its turn is not begun. */
export function forget(state: SceneState): Step {
  const answers = state.queue.flatMap((job) => finish(state, job, refusal(job))[1]);
  return [
    { ...state, editor: "forgotten", stored: state.edits, queue: [] },
    [
      { type: "cancel", timer: "store" },
      { type: "cancel", timer: "count" },
      { type: "cancel", timer: "locate" },
      { type: "cancel", timer: "refresh" },
      ...answers,
    ],
  ];
}

/** Answers the callers; nothing else happens any more. */
export function whenForgotten(state: SceneState, event: SceneEvent): Step {
  if (event.type === "asked") return [state, finish(state, event.job, refusal(event.job))[1]];
  if (state.work.at === "idle" || !ENDS_WORK.has(event.type)) return [state, []];
  const { job } = state.work;
  if (event.type === "saved") return finish(state, job, { saved: event.answer });
  if (event.type === "failed") return finish(state, job, { failure: event.failure });
  return finish(state, job, refusal(job));
}

const ENDS_WORK: ReadonlySet<SceneEvent["type"]> = new Set([
  "stored",
  "saved",
  "located",
  "read",
  "shown",
  "counted",
  "failed",
]);

/** A version was wanted, and there is none. All else has nothing left to do. */
function refusal({ kind }: Job): Outcome {
  return kind === "save" ? { failure: OTHER_PROJECT } : { saved: null };
}
