// Which mendings are at work: their runs are unfinished workflow runs.
import { useAnswer } from "@/ipc/queries";
import type { MendingView, RunId } from "@/ipc/types";

/** The request of the status bar, so that both share one answer. */
const ACTIVE = { active: true, limit: 50 } as const;

const AT_WORK = new Set(["queued", "running", "waiting"]);

/** The runs that are at work; undefined while unknown. */
export function useRunsAtWork(): ReadonlySet<RunId> | undefined {
  const { data } = useAnswer("workflow.runs", ACTIVE);
  if (data === undefined) return undefined;
  return new Set(data.runs.filter(({ status }) => AT_WORK.has(status)).map(({ id }) => id));
}

/** Where a mending stands, for the author. */
export type Standing = "working" | "stopped" | "waiting" | "completed" | "failed" | "abandoned";

/** A session that is active without a run at work has stopped, by the author or by a crash. */
export function standingOf(
  { status, run }: Pick<MendingView, "status" | "run">,
  atWork: ReadonlySet<RunId> | undefined,
): Standing {
  if (status !== "active") return status;
  return atWork === undefined || (run !== null && atWork.has(run)) ? "working" : "stopped";
}
