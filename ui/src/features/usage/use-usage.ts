// Spending of today and this month, by the local clock.
import type { UseQueryResult } from "@tanstack/react-query";
import { useToday } from "@/components/use-today";
import { useAnswer } from "@/ipc/queries";
import type { Cost, Failure, UsageSummary } from "@/ipc/types";
import { shareOf, sum } from "./totals";

/** The starts of the day and month of a time. */
export function bounds(moment: number): { day: number; month: number } {
  const at = new Date(moment);
  const [year, month] = [at.getFullYear(), at.getMonth()];
  return { day: new Date(year, month, at.getDate()).getTime(), month: new Date(year, month, 1).getTime() };
}

/** Ceilings count the last thirty days. */
const CEILING_DAYS = 30;

export function useUsage(): UseQueryResult<UsageSummary, Failure> {
  return useAnswer("usage.summary", bounds(useToday()));
}

/** The spent share of a ceiling; null without one. */
export function useCeilingShare(ceiling: Cost | null): number | null {
  const { day } = bounds(useToday());
  const at = new Date(day);
  const since = new Date(at.getFullYear(), at.getMonth(), at.getDate() - CEILING_DAYS).getTime();
  const { data } = useAnswer("usage.summary", ceiling === null ? null : { day: null, month: since });
  return data === undefined ? null : shareOf(sum(data.month).costs, ceiling);
}
