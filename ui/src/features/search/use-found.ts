// Search answers: the last answer stays visible while the next is loading, and outdated answers are never shown.
import { useRef } from "react";
import { usePacedAnswer } from "@/desk/paced-answer";
import type { Answer, Sent } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

type Asking = "search.find" | "search.similar" | "search.duplicates";

/** The state of a request. */
export interface Found<N extends Asking> {
  /** The answer, or the previous one while loading. */
  data: Answer<N> | undefined;
  /** `data` answers an earlier request. */
  isBefore: boolean;
  error: Failure | null;
  /** A request is running. */
  isAsking: boolean;
  again: () => void;
}

/** Sends a request; `null` sends nothing and clears the answer. */
export function useFound<N extends Asking>(name: N, request: Sent<N> | null): Found<N> {
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
