// The runs that are not over, as they were told last.
import type { QueryClient } from "@tanstack/react-query";
import { answers } from "@/ipc/queries";
import type { RunSummary } from "@/ipc/types";
import { isUnderWay } from "./say";

/** How many are asked for: more than anybody runs at once. */
export const ACTIVE = { active: true, limit: 50 } as const;

/** The runs at work. */
export function activeRuns(client: QueryClient): RunSummary[] {
  const told = client.getQueryData<{ runs: RunSummary[] }>(["workflow.runs", ACTIVE]);
  return told?.runs.filter(isUnderWay) ?? [];
}

/** Whether some run is at work or waits. */
export function isAtWorkNow(): boolean {
  return activeRuns(answers).length > 0;
}
