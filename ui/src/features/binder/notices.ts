// Notices of acts that commands and keys began. They go to whoever shows them: BinderDialogs, as long as it is there.
import type { ToastOptions } from "@/components/toast";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

interface Teller {
  tell: (notice: ToastOptions) => void;
  fail: (failure: Failure) => void;
}

let teller: Teller | null = null;

/** Takes notices from now on; the answer ends that. */
export function onNotice(taking: Teller): () => void {
  teller = taking;
  return () => {
    if (teller === taking) teller = null;
  };
}

export function tell(notice: ToastOptions): void {
  teller?.tell(notice);
}

/** Runs an act and tells when it fails. Answers whether it was done. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    teller?.fail(toFailure(thrown));
    return false;
  }
}
