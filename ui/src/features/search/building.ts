// Building or rebuilding the index on request: one act at a time, with progress and stop. What was indexed stays when
// it is stopped.
import { create } from "zustand";
import { noteIndexed } from "@/desk/indexing";
import { flushAll } from "@/desk/open-scenes";
import { type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";
import { takeIndex } from "./use-index";

export type BuildAct = "build" | "rebuild";

interface Building {
  /** The running act. */
  act: BuildAct | null;
  progress: JobProgress | null;
  stopping: boolean;
  /** How the last act ended. */
  ended: "done" | "stopped" | null;
  failure: Failure | null;
  /** The act that failed. */
  failed: BuildAct;
}

const IDLE: Building = {
  act: null,
  progress: null,
  stopping: false,
  ended: null,
  failure: null,
  failed: "build",
};

export const useBuilding = create<Building>(() => IDLE);

let job: Job<"index.build" | "index.rebuild"> | null = null;

function begin(act: BuildAct): Job<"index.build" | "index.rebuild"> {
  const onProgress = (progress: JobProgress) => useBuilding.setState({ progress });
  return act === "build" ? run("index.build", {}, onProgress) : run("index.rebuild", {}, onProgress);
}

/** Builds the index; the result is in the state. */
export async function build(act: BuildAct): Promise<void> {
  if (useBuilding.getState().act !== null) return;
  useBuilding.setState({ ...IDLE, act });
  try {
    // Text that cannot be saved now is indexed as last saved.
    await flushAll().catch(() => undefined);
    job = begin(act);
    if (useBuilding.getState().stopping) job.stop();
    const view = await job.answer;
    takeIndex(view);
    const { left, embedded, pending } = view;
    noteIndexed({ left, embedded, pending, waiting: null });
    useBuilding.setState({ ...IDLE, ended: "done" });
  } catch (thrown) {
    const failure = toFailure(thrown);
    useBuilding.setState({
      ...IDLE,
      ...(failure.code === "stopped" ? { ended: "stopped" } : { failure, failed: act }),
    });
  } finally {
    job = null;
  }
}

/** Requests a stop of the running act. */
export function stopBuilding(): void {
  useBuilding.setState({ stopping: true });
  job?.stop();
}

/** Clears the result of the last act. */
export function forgetEnd(): void {
  if (useBuilding.getState().act === null) useBuilding.setState(IDLE);
}
