// Closing the window: what was typed arrives and is kept first, and when it cannot be, the author decides. So it is with
// words that are not kept by themselves.
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
    // What is there is kept at once. Keys may still be coming: an input method goes on composing until they are there.
    await flushAll();
    await untilKeysArrived(keys);
    // Letters that are no words yet would be put in as words when the window goes.
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

/** Closes although some words are not kept. */
export async function closeAnyway(): Promise<void> {
  await call("window.close", {});
}

export function stayOpen(): void {
  useClosing.setState({ failure: null });
}
