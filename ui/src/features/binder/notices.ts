// Notices of acts started by commands and keys. They go to the registered receiver: BinderDialogs while it is mounted.
import type { ToastOptions } from "@/components/toast";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

interface Teller {
  tell: (notice: ToastOptions) => void;
  fail: (failure: Failure) => void;
}

let teller: Teller | null = null;

/** Registers a receiver of notices; the returned function unregisters it. */
export function onNotice(taking: Teller): () => void {
  teller = taking;
  return () => {
    if (teller === taking) teller = null;
  };
}

export function notify(notice: ToastOptions): void {
  teller?.tell(notice);
}

/** Runs an act and reports a failure. Returns whether it succeeded. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    teller?.fail(toFailure(thrown));
    return false;
  }
}
