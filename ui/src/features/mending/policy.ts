// What a mending may do, as the dialogs ask for it.
import { useAnswer } from "@/ipc/queries";
import type { MendPolicy, Severity } from "@/ipc/types";

/** The policy of the backend when none is named. */
export const USUAL: MendPolicy = {
  count: 3,
  until_pass: true,
  time_budget_sec: 900,
  min_improvement: 0.1,
  money: null,
  most_new: 3,
  most_changed: 0.25,
  least_severity: "low",
};

/** The most rounds that can be asked for. */
export const MAX_ROUNDS = 10;

/** The most minutes: one day. */
export const MAX_MINUTES = 1440;

export const SEVERITIES: readonly Severity[] = ["low", "medium", "high", "critical"];

/** Whether a model is set up; undefined while it is unknown. */
export function useHasModel(): boolean | undefined {
  const { data } = useAnswer("providers.list", {});
  if (data === undefined) return undefined;
  return data.routes.default !== null || Object.keys(data.routes.tasks).length > 0;
}
