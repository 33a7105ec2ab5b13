// Possible names that are not in the canon. Each request reads the whole book; acts on the names meanwhile do not
// repeat it.
import { useEffect, useState } from "react";
import { type JobProgress, run, toFailure } from "@/ipc/host";
import type { Failure, Hints } from "@/ipc/types";

export interface HintsState {
  hints: Hints | null;
  progress: JobProgress | null;
  failure: Failure | null;
}

/** Maximum names listed. */
const MAX_HINTS = 1000;

const READING: HintsState = { hints: null, progress: null, failure: null };

/** Reads the book once `ready`, while mounted; `again` retries after a failure. */
export function useHints(ready: boolean): HintsState & { again: () => void } {
  const [state, setState] = useState(READING);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a retry
  useEffect(() => {
    if (!ready) return;
    let cancelled = false;
    const publish = (next: Partial<HintsState>) => {
      if (!cancelled) setState((now) => ({ ...now, ...next }));
    };
    setState(READING);
    const job = run("mentions.hints", { limit: MAX_HINTS }, (progress) => publish({ progress }));
    job.answer.then(
      (hints) => publish({ hints }),
      (thrown) => publish({ failure: toFailure(thrown) }),
    );
    return () => {
      cancelled = true;
      job.stop();
    };
  }, [ready, turn]);
  return { ...state, again: () => setTurn((last) => last + 1) };
}
