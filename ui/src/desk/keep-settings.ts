// Settings apply in the window at once and are stored a moment later, so that moving a slider writes one file, not
// fifty.
import { create } from "zustand";
import { call, toFailure } from "@/ipc/host";
import type { Failure, Settings } from "@/ipc/types";
import { useDesk } from "./desk";

/** Whether the last change could be stored. */
export const useKeeping = create<{ failure: Failure | null }>(() => ({ failure: null }));

/** Delay between the last change and storing it, in ms. */
const STORE_DELAY = 250;

let pending: Partial<Settings> = {};
let sending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes settings. */
export function applySettings(changes: Partial<Settings>): void {
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...changes } }));
  pending = { ...pending, ...changes };
  clearTimeout(timer);
  timer = setTimeout(() => void keepSettings(), STORE_DELAY);
}

/** Stores pending changes. On failure they stay in effect in the window and are sent again with the next ones. */
export async function keepSettings(): Promise<void> {
  clearTimeout(timer);
  if (sending || Object.keys(pending).length === 0) return;
  const changes = pending;
  pending = {};
  sending = true;
  try {
    const stored = await call("settings.change", { changes });
    useDesk.setState({ settings: { ...stored, ...pending } });
    useKeeping.setState({ failure: null });
  } catch (thrown) {
    const failure = toFailure(thrown);
    // A rejected value would be rejected again.
    if (failure.code !== "bad_request") pending = { ...changes, ...pending };
    useKeeping.setState({ failure });
    return;
  } finally {
    sending = false;
  }
  if (Object.keys(pending).length > 0) await keepSettings();
}

/** Sets the backup folder by the token of the chosen folder; null restores the default folder. */
export async function changeBackupFolder(token: string | null): Promise<void> {
  // Not applied optimistically: the token is not a readable path.
  const settings = await call("settings.change", { changes: { backup_folder: token } });
  const application = await call("application.state", {});
  useDesk.setState({ application, settings: { ...settings, ...pending } });
}
