// A check started by the author: one at a time, with progress and stop. It continues while another tab is shown.
import { create } from "zustand";
import { refresh } from "@/commands/registry";
import { outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { type Answer, type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import { forget } from "@/ipc/queries";
import type { Failure } from "@/ipc/types";
import { withinOf } from "./question";
import type { Reach } from "./state";

/** The result of a check. */
export type Brought = Pick<Answer<"check.run">, "found" | "new" | "gone">;

interface Checking {
  /** The scope of the running check. */
  reach: Reach | null;
  progress: JobProgress | null;
  stopping: boolean;
  ended: "stopped" | Brought | null;
  failure: Failure | null;
  /** The scope of the failed check. */
  failed: Reach;
}

const IDLE: Checking = {
  reach: null,
  progress: null,
  stopping: false,
  ended: null,
  failure: null,
  failed: "chapter",
};

export const useChecking = create<Checking>(() => IDLE);

let job: Job<"check.run"> | null = null;

/** Whether a check is running. */
export function isChecking(): boolean {
  return useChecking.getState().reach !== null;
}

/** Checks the open scene, its chapter, or the book; the result is in the state. */
export async function check(reach: Reach): Promise<void> {
  if (isChecking()) return;
  useChecking.setState({ ...IDLE, reach });
  refresh();
  try {
    await flushAll();
    const within = withinOf(reach, await outline());
    if (within === null) return useChecking.setState(IDLE);
    job = run("check.run", within === undefined ? {} : { within }, (progress) =>
      useChecking.setState({ progress }),
    );
    if (useChecking.getState().stopping) job.stop();
    const { found, new: fresh, gone } = await job.answer;
    useChecking.setState({ ...IDLE, ended: { found, new: fresh, gone } });
    forget(["findings"]);
  } catch (thrown) {
    const failure = toFailure(thrown);
    const stopped = failure.code === "stopped";
    useChecking.setState({ ...IDLE, ...(stopped ? { ended: "stopped" } : { failure, failed: reach }) });
  } finally {
    job = null;
    refresh();
  }
}

/** Requests a stop of the running check. */
export function stopChecking(): void {
  useChecking.setState({ stopping: true });
  job?.stop();
}
