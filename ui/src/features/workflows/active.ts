// The unfinished runs, as last reported.
import type { QueryClient } from "@tanstack/react-query";
import { answers } from "@/ipc/queries";
import type { RunSummary } from "@/ipc/types";
import { isUnderWay } from "./say";

/** The request limit: more than anyone runs at once. */
export const ACTIVE = { active: true, limit: 50 } as const;

/** The running runs. */
export function activeRuns(client: QueryClient): RunSummary[] {
  const cached = client.getQueryData<{ runs: RunSummary[] }>(["workflow.runs", ACTIVE]);
  return cached?.runs.filter(isUnderWay) ?? [];
}

/** Whether some run is running or queued. */
export function isAtWorkNow(): boolean {
  return activeRuns(answers).length > 0;
}
