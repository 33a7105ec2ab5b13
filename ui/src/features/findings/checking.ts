// A check that the author asked for: one at a time, with progress and a stop. It goes on while another tab is looked at.
import { create } from "zustand";
import { refresh } from "@/commands/registry";
import { outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { type Answer, type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import { forget } from "@/ipc/queries";
import type { Failure } from "@/ipc/types";
import { withinOf } from "./question";
import type { Reach } from "./state";

/** What a check brought. */
export type Brought = Pick<Answer<"check.run">, "found" | "new" | "gone">;

interface Checking {
  /** What is looked through now. */
  reach: Reach | null;
  progress: JobProgress | null;
  stopping: boolean;
  ended: "stopped" | Brought | null;
  failure: Failure | null;
  /** What the check that failed looked through. */
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

/** Whether a check is under way. */
export function isChecking(): boolean {
  return useChecking.getState().reach !== null;
}

/** Checks the open scene, its chapter, or the book; how it ended is in the state. */
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

/** Asks the check that is under way to stop. */
export function stopChecking(): void {
  useChecking.setState({ stopping: true });
  job?.stop();
}
