// What is typed is kept before anything reads it.
import { useEffect, useState } from "react";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";
import { settleAll } from "./open-scenes";

/** Keeps everything typed so far; says whether it is kept, so that a question may be asked. */
export function useSettled(): { settled: boolean; failure: Failure | null; again: () => void } {
  const [state, setState] = useState<{ settled: boolean; failure: Failure | null }>({
    settled: false,
    failure: null,
  });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is one more try
  useEffect(() => {
    let gone = false;
    const told = (next: typeof state) => {
      if (!gone) setState(next);
    };
    settleAll().then(
      () => told({ settled: true, failure: null }),
      (thrown) => told({ settled: false, failure: toFailure(thrown) }),
    );
    return () => {
      gone = true;
    };
  }, [turn]);
  return { ...state, again: () => setTurn((last) => last + 1) };
}
