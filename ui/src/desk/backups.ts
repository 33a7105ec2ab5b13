// The result of the open project's last backup.
import { create } from "zustand";
import type { Failure, Timestamp } from "@/ipc/types";
import { useDesk } from "./desk";

/** Why the last backup failed; null when it succeeded, or none was tried. */
export const useBackups = create<{ failure: Failure | null }>(() => ({ failure: null }));

/** Records a backup that was written and verified. */
export function noteBackup(at: Timestamp): void {
  useBackups.setState({ failure: null });
  useDesk.setState(({ project }) => ({ project: project && { ...project, backed_up_at: at } }));
}

/** Records a failed backup: the newest backup no longer has the newest state. */
export function noteFailedBackup(failure: Failure): void {
  useBackups.setState({ failure });
}
