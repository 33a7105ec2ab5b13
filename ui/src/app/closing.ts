// Closing the window: pending input arrives and is stored first; when it cannot be stored, the author decides. The same
// holds for text that is not stored automatically.
import { create } from "zustand";
import { type KeysEnd, untilKeysArrived } from "@/desk/arriving-keys";
import { endComposition } from "@/desk/ending-composition";
import { flushAll } from "@/desk/open-scenes";
import { isHeldBack } from "@/desk/unsaved";
import { call, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";
import { keepViewNow } from "./view";

/** Why the window could not close, while the author is asked. */
export const useClosing = create<{ failure: Failure | null }>(() => ({ failure: null }));

export async function closeWindow(keys: KeysEnd = "quiet"): Promise<void> {
  useClosing.setState({ failure: null });
  try {
    // Store what is there at once. Keys may still be pending: an input method continues composing until they arrive.
    await flushAll();
    await untilKeysArrived(keys);
    // Closing the window would commit letters that are not words yet.
    await endComposition();
    await flushAll();
  } catch (thrown) {
    useClosing.setState({ failure: toFailure(thrown) });
    await call("window.keep_open", {});
    return;
  }
  if (isHeldBack(() => void closeWindow())) {
    await call("window.keep_open", {});
    return;
  }
  await keepViewNow();
  await call("window.close", {});
}

/** Closes although some text is not stored. */
export async function closeAnyway(): Promise<void> {
  await call("window.close", {});
}

export function stayOpen(): void {
  useClosing.setState({ failure: null });
}
