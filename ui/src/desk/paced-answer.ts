// Answers that are asked again while the author writes, but never more often than at their pace: each draft that is kept
// would ask again at once otherwise.
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDesk } from "@/desk/desk";
import { type Answer, type CommandName, call, type Request } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import type { Failure } from "@/ipc/types";
import { READS } from "@/ipc/types";

/** Between two questions, ms. */
export const PACE = 2000;

/** When each question was last asked again, and what will ask it next. */
const asked = new Map<string, number>();
const due = new Map<string, ReturnType<typeof setTimeout>>();

function askAgain(key: readonly unknown[]): void {
  const name = JSON.stringify(key);
  if (due.has(name)) return;
  const wait = Math.max(0, (asked.get(name) ?? 0) + PACE - Date.now());
  const ask = () => {
    due.delete(name);
    asked.set(name, Date.now());
    void answers.invalidateQueries({ queryKey: key, exact: true });
  };
  due.set(name, setTimeout(ask, wait));
}

/** Asks every shown question of a command again now: what the author just did shows at once. */
export async function askNow(name: CommandName): Promise<void> {
  await answers.invalidateQueries({ queryKey: ["paced", name] });
}

/** The answer of a question; asked again, at its pace, when something it depends on changes. `null` asks nothing. */
export function usePacedAnswer<N extends CommandName>(
  name: N,
  request: Request<N> | null,
): UseQueryResult<Answer<N>, Failure> {
  const project = useDesk((state) =>
    state.project === null ? "" : `${state.project.folder}/${state.project.name}`,
  );
  const text = JSON.stringify(["paced", name, request, project]);
  useEffect(() => {
    const key: unknown[] = JSON.parse(text);
    const stop = onForgotten((tags) => {
      if (READS[name].some((tag) => tags.includes(tag))) askAgain(key);
    });
    return () => {
      stop();
      clearTimeout(due.get(text));
      due.delete(text);
    };
  }, [name, text]);
  return useQuery<Answer<N>, Failure>({
    queryKey: ["paced", name, request, project],
    queryFn: () => call(name, request as Request<N>),
    enabled: request !== null,
    // What was asked before the panel was last closed may be old.
    staleTime: PACE,
  });
}
