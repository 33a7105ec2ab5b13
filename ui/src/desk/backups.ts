// How the last backup of the open project went.
import { create } from "zustand";
import type { Failure, Timestamp } from "@/ipc/types";
import { useDesk } from "./desk";

/** Why the last backup failed; null when it did not, or none was tried. */
export const useBackups = create<{ failure: Failure | null }>(() => ({ failure: null }));

/** A backup was made and proved. */
export function noteBackup(at: Timestamp): void {
  useBackups.setState({ failure: null });
  useDesk.setState(({ project }) => ({ project: project && { ...project, backed_up_at: at } }));
}

/** A backup failed: the last one is not the newest state any more. */
export function noteFailedBackup(failure: Failure): void {
  useBackups.setState({ failure });
}
