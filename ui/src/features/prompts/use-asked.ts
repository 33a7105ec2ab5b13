// A question about words that are still being typed: asked in a quiet moment, and the last answer stands until the next
// one comes. Nothing is kept: no text is asked about twice.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, type CommandName, call, type Request, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

/** Quiet time before it is asked, ms. */
export const QUIET = 300;

export interface Asked<N extends CommandName> {
  /** The last answer; of earlier words where `settled` is false. */
  answer: Answer<N> | undefined;
  failure: Failure | null;
  /** Whether the answer, or the failure, is about the words of now. */
  settled: boolean;
  again: () => void;
}

interface Told<N extends CommandName> {
  about: string;
  answer: Answer<N> | undefined;
  failure: Failure | null;
}

/** Asks, at once for the first time; `null` asks nothing. */
export function useAsked<N extends CommandName>(name: N, request: Request<N> | null): Asked<N> {
  const about = request === null ? null : JSON.stringify(request);
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState<Told<N> | null>(null);
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is one more try
  useEffect(() => {
    if (about === null) return;
    let gone = false;
    const tell = (next: Told<N>) => {
      if (!gone) setTold(next);
    };
    const ask = () => {
      begun.current = true;
      call(name, JSON.parse(about) as Request<N>).then(
        (answer) => tell({ about, answer, failure: null }),
        (thrown) => tell({ about, answer: undefined, failure: toFailure(thrown) }),
      );
    };
    const timer = setTimeout(ask, begun.current ? QUIET : 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [name, about, turn]);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  return {
    answer: told?.answer,
    failure: told?.failure ?? null,
    settled: told !== null && told.about === about,
    again,
  };
}
