// Settings hold in the window at once and are kept a moment later, so that a slider writes one file and not fifty.
import { create } from "zustand";
import { call, toFailure } from "@/ipc/host";
import type { Failure, Settings } from "@/ipc/types";
import { useDesk } from "./desk";

/** Whether the last change could be kept. */
export const useKeeping = create<{ failure: Failure | null }>(() => ({ failure: null }));

/** Between the last change and keeping it, ms. */
const QUIET = 250;

let waiting: Partial<Settings> = {};
let sending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes settings. */
export function applySettings(changes: Partial<Settings>): void {
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...changes } }));
  waiting = { ...waiting, ...changes };
  clearTimeout(timer);
  timer = setTimeout(() => void keepSettings(), QUIET);
}

/** Keeps what is not kept. Where that fails the changes hold in the window and are sent again with the next ones. */
export async function keepSettings(): Promise<void> {
  clearTimeout(timer);
  if (sending || Object.keys(waiting).length === 0) return;
  const changes = waiting;
  waiting = {};
  sending = true;
  try {
    const kept = await call("settings.change", { changes });
    useDesk.setState({ settings: { ...kept, ...waiting } });
    useKeeping.setState({ failure: null });
  } catch (thrown) {
    const failure = toFailure(thrown);
    // What is refused will be refused again.
    if (failure.code !== "bad_request") waiting = { ...changes, ...waiting };
    useKeeping.setState({ failure });
    return;
  } finally {
    sending = false;
  }
  if (Object.keys(waiting).length > 0) await keepSettings();
}

/** Puts backups into a folder that was chosen, by its token; null puts them into the program's own. */
export async function changeBackupFolder(token: string | null): Promise<void> {
  // Not shown beforehand: a token is not a folder for people.
  const settings = await call("settings.change", { changes: { backup_folder: token } });
  const application = await call("application.state", {});
  useDesk.setState({ application, settings: { ...settings, ...waiting } });
}
