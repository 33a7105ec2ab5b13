// A request about text that is being typed: sent after a debounce, showing the last answer until the next arrives.
// Nothing is cached: no text is requested twice.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, type CommandName, call, type Sent, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

/** Debounce, ms. */
const REQUEST_DEBOUNCE = 300;

export interface Asked<N extends CommandName> {
  /** The last answer; for earlier text while `settled` is false. */
  answer: Answer<N> | undefined;
  failure: Failure | null;
  /** Whether the answer, or the failure, is for the current text. */
  settled: boolean;
  again: () => void;
}

interface Told<N extends CommandName> {
  about: string;
  answer: Answer<N> | undefined;
  failure: Failure | null;
}

/** Sends a request, immediately the first time; `null` sends nothing. */
export function useAsked<N extends CommandName>(name: N, request: Sent<N> | null): Asked<N> {
  const about = request === null ? null : JSON.stringify(request);
  const [turn, setTurn] = useState(0);
  const [latest, setLatest] = useState<Told<N> | null>(null);
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a retry
  useEffect(() => {
    if (about === null) return;
    let cancelled = false;
    const publish = (next: Told<N>) => {
      if (!cancelled) setLatest(next);
    };
    const ask = () => {
      started.current = true;
      call(name, JSON.parse(about) as Sent<N>).then(
        (answer) => publish({ about, answer, failure: null }),
        (thrown) => publish({ about, answer: undefined, failure: toFailure(thrown) }),
      );
    };
    const timer = setTimeout(ask, started.current ? REQUEST_DEBOUNCE : 0);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [name, about, turn]);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  return {
    answer: latest?.answer,
    failure: latest?.failure ?? null,
    settled: latest !== null && latest.about === about,
    again,
  };
}
