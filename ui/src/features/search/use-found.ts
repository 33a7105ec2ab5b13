// What was found: the last answer stays in sight while the next one comes, and an answer to what is not asked any more is
// never shown.
import { useRef } from "react";
import { usePacedAnswer } from "@/desk/paced-answer";
import type { Answer, Request } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

type Asking = "search.find" | "search.similar" | "search.duplicates";

/** What is known of a question. */
export interface Found<N extends Asking> {
  /** The answer, or the one before while this one comes. */
  data: Answer<N> | undefined;
  /** `data` answers what was asked before. */
  isBefore: boolean;
  error: Failure | null;
  /** Something is being asked. */
  isAsking: boolean;
  again: () => void;
}

/** Asks; `null` asks nothing and forgets what was found. */
export function useFound<N extends Asking>(name: N, request: Request<N> | null): Found<N> {
  const asked = usePacedAnswer(name, request);
  const last = useRef<Answer<N> | undefined>(undefined);
  if (request === null) last.current = undefined;
  else if (asked.data !== undefined) last.current = asked.data;
  return {
    data: asked.error === null ? last.current : undefined,
    isBefore: asked.data === undefined && last.current !== undefined,
    error: request === null ? null : asked.error,
    isAsking: asked.isFetching,
    again: () => void asked.refetch(),
  };
}
