// Backend queries that refresh while the author writes, but at a limited rate: otherwise each stored draft would
// trigger them at once.
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDesk } from "@/desk/desk";
import { type Answer, type CommandName, call, type Sent } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import type { Failure } from "@/ipc/types";
import { READS } from "@/ipc/types";

/** Minimum interval between two requests, in ms. */
export const PACE = 2000;

/** When each query was last refreshed, and the timers of pending refreshes. */
const lastAsked = new Map<string, number>();
const due = new Map<string, ReturnType<typeof setTimeout>>();

function scheduleRefresh(key: readonly unknown[]): void {
  const name = JSON.stringify(key);
  if (due.has(name)) return;
  const wait = Math.max(0, (lastAsked.get(name) ?? 0) + PACE - Date.now());
  const ask = () => {
    due.delete(name);
    lastAsked.set(name, Date.now());
    void answers.invalidateQueries({ queryKey: key, exact: true });
  };
  due.set(name, setTimeout(ask, wait));
}

/** Refreshes every shown query of a command now, so that the author's last act shows at once. */
export async function askNow(name: CommandName): Promise<void> {
  await answers.invalidateQueries({ queryKey: ["paced", name] });
}

/** The answer to a query, refreshed at a limited rate when something it depends on changes. `null` sends no request. */
export function usePacedAnswer<N extends CommandName>(
  name: N,
  request: Sent<N> | null,
): UseQueryResult<Answer<N>, Failure> {
  const project = useDesk((state) =>
    state.project === null ? "" : `${state.project.folder}/${state.project.name}`,
  );
  const text = JSON.stringify(["paced", name, request, project]);
  useEffect(() => {
    const key: unknown[] = JSON.parse(text);
    const stop = onForgotten((tags) => {
      if (READS[name].some((tag) => tags.includes(tag))) scheduleRefresh(key);
    });
    return () => {
      stop();
      clearTimeout(due.get(text));
      due.delete(text);
    };
  }, [name, text]);
  return useQuery<Answer<N>, Failure>({
    queryKey: ["paced", name, request, project],
    queryFn: () => call(name, request as Sent<N>),
    enabled: request !== null,
    // An answer from before the panel was last closed may be stale.
    staleTime: PACE,
  });
}
