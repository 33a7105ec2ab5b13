// Stores typed text before anything reads it.
import { useEffect, useState } from "react";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";
import { flushAll } from "./open-scenes";

/** Stores everything typed so far and reports when it is stored, so that a query may follow. */
export function useSettled(): { settled: boolean; failure: Failure | null; again: () => void } {
  const [state, setState] = useState<{ settled: boolean; failure: Failure | null }>({
    settled: false,
    failure: null,
  });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a retry
  useEffect(() => {
    let gone = false;
    const update = (next: typeof state) => {
      if (!gone) setState(next);
    };
    flushAll().then(
      () => update({ settled: true, failure: null }),
      (thrown) => update({ settled: false, failure: toFailure(thrown) }),
    );
    return () => {
      gone = true;
    };
  }, [turn]);
  return { ...state, again: () => setTurn((last) => last + 1) };
}
