// The state machine that keeps the text of one open scene: pure, without timers and requests.
import { plus } from "@/desk/counts";
import { forget, whenForgotten } from "./forgotten";
import { goOn, locate, locateFailed, locateStored } from "./locate";
import { counted, read, shown } from "./refresh";
import {
  finish,
  isStored,
  type Job,
  type Moment,
  type SceneEvent,
  type SceneState,
  type Step,
  type Timer,
  withStatus,
} from "./state";
import {
  draftStored,
  isRefusedChange,
  saveDraft,
  saveVersion,
  scheduleDraft,
  storeIfChanged,
  versionStored,
  writeFailed,
} from "./writes";

/** Interval between two counts, in ms. */
const COUNT_INTERVAL = 250;

/** The next state, and the effects that must be run, in order and at once: nothing may be typed in between. */
export function next(state: SceneState, event: SceneEvent, moment: Moment): Step {
  if (state.editor === "forgotten") return whenForgotten(state, event);
  return beginJobs(handle(state, event, moment), moment);
}

/** Begins the next job when none is running; a job with nothing to do ends at once. */
function beginJobs(step: Step, moment: Moment): Step {
  const [state] = step;
  const [job, ...queue] = state.queue;
  if (state.work.at !== "idle" || job === undefined) return step;
  return beginJobs(
    then(step, (idle) => begin({ ...idle, queue }, job, moment)),
    moment,
  );
}

function begin(state: SceneState, job: Job, moment: Moment): Step {
  switch (job.kind) {
    case "store":
      return storeIfChanged(state, job, moment);
    case "locate":
      if (state.editor !== "open" && job.named === null) return finish(state, job);
      return locate(state, job, job.named, moment);
    case "refresh":
      if (state.editor !== "open") return finish(state, job);
      return [{ ...state, work: { at: "reading", job, upTo: state.edits } }, [{ type: "read" }]];
    case "save":
      // Accepted text must be stored with its spans in its own version, not in a later one.
      if (job.accepted !== null && !moment.areSpansKnown) return locate(state, job, null, moment);
      return saveVersion(state, job, moment);
  }
}

function handle(state: SceneState, event: SceneEvent, moment: Moment): Step {
  switch (event.type) {
    case "opened":
      return opened(state, event);
    case "closed":
      return closed(state);
    case "forgotten":
      return forget(state);
    case "typed":
      return typed(state, moment);
    case "asked":
      return [enqueue(state, event.job), []];
    case "tick":
      return ticked(state, event.timer, moment);
    case "recounted":
      return [withStatus(state, { counts: plus(state.status.counts, event.change) }), []];
    default:
      return worked(state, event, moment);
  }
}

type Result = SceneEvent & {
  type: "stored" | "saved" | "located" | "read" | "shown" | "counted" | "failed";
};

/** The work in flight has ended. */
function worked(state: SceneState, event: Result, moment: Moment): Step {
  const { work } = state;
  if (event.type === "failed") return failed(state, event, moment);
  if (work.at === "storing" && event.type === "stored")
    return then(draftStored(state, work, event, moment), (stored) =>
      work.job.kind === "store"
        ? finish(stored, work.job)
        : locateStored(stored, work.job, event.named, moment),
    );
  if (work.at === "saving" && event.type === "saved")
    return then(versionStored(state, work, { words: event.words, version: event.answer }, moment), (saved) =>
      finish(saved, work.job, { saved: event.answer }),
    );
  if (work.at === "locating" && event.type === "located") return goOn(state, work.job, moment);
  if (work.at === "reading" && event.type === "read") return read(state, work, event, moment);
  if (work.at === "showing" && event.type === "shown") return shown(state, work, event.named, moment);
  if (work.at === "counting" && event.type === "counted") return counted(state, work, event.counts, moment);
  return [state, []];
}

function failed(state: SceneState, event: SceneEvent & { type: "failed" }, moment: Moment): Step {
  const { work } = state;
  const { failure } = event;
  switch (work.at) {
    case "idle":
      return [state, []];
    case "storing":
      if (isRefusedChange(event)) return saveDraft(state, work.job, moment);
      return then(writeFailed(state, failure), (after) =>
        work.job.kind === "store"
          ? finish(after, work.job, { failure })
          : locateFailed(after, work.job, failure, moment),
      );
    case "saving":
      return then(writeFailed(state, failure), (after) => finish(after, work.job, { failure }));
    case "locating":
      return locateFailed(state, work.job, failure, moment);
    case "counting":
      return counted(state, work, null, moment);
    case "reading":
    case "showing":
      return finish(state, work.job, { failure });
  }
}

/** The text of a new editor is the one that the previous editor left. */
function opened(state: SceneState, { named }: SceneEvent & { type: "opened" }): Step {
  const editors = state.editors + 1;
  const open: SceneState = { ...state, editor: "open", editors, isWholeNext: !isStored(state) };
  return [enqueue(open, { kind: "locate", callers: [], named: isStored(state) ? named : null }), []];
}

function closed(state: SceneState): Step {
  return [{ ...state, editor: "closed", isCountScheduled: false }, [{ type: "cancel", timer: "count" }]];
}

function typed(state: SceneState, moment: Moment): Step {
  const { kept } = state.status;
  const edited = { ...state, edits: state.edits + 1 };
  const changed = kept === "changed" || kept === "failed" ? edited : withStatus(edited, { kept: "changed" });
  return then(scheduleDraft(changed, moment), (scheduled) =>
    scheduled.isCountScheduled ? [scheduled, []] : scheduleCount(scheduled),
  );
}

function ticked(state: SceneState, timer: Timer, moment: Moment): Step {
  if (timer !== "count") return [enqueue(state, { ...JOB_OF[timer], callers: [] }), []];
  // A composition is not text yet; while the whole text is counted, a difference would be lost.
  if (moment.isComposing || state.work.at === "counting") return scheduleCount(state);
  return [{ ...state, isCountScheduled: false }, [{ type: "recount" }]];
}

const JOB_OF = {
  store: { kind: "store" },
  locate: { kind: "locate", named: null },
  refresh: { kind: "refresh" },
} as const;

function scheduleCount(state: SceneState): Step {
  return [
    { ...state, isCountScheduled: true },
    [{ type: "schedule", timer: "count", delay: COUNT_INTERVAL }],
  ];
}

/** Adds a job to the queue. Callers share a fetch of the anchors that has not begun. */
function enqueue(state: SceneState, job: Job): SceneState {
  const at = state.queue.findIndex(({ kind }) => kind === "locate");
  const waiting = state.queue[at];
  if (job.kind !== "locate" || waiting === undefined) return { ...state, queue: [...state.queue, job] };
  return {
    ...state,
    queue: state.queue.with(at, { ...waiting, callers: [...waiting.callers, ...job.callers] }),
  };
}

function then([state, effects]: Step, go: (state: SceneState) => Step): Step {
  const [after, more] = go(state);
  return [after, [...effects, ...more]];
}
