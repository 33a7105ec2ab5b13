// A running act and its failure.
import { useCallback, useState } from "react";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

export interface Acting {
  busy: boolean;
  failure: Failure | null;
  /** Runs an act; resolves to whether it succeeded. */
  act: (run: () => Promise<unknown>) => Promise<boolean>;
}

export function useAct(): Acting {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const act = useCallback(async (run: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      return true;
    } catch (thrown) {
      setFailure(toFailure(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, failure, act };
}
