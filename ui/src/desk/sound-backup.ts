// The newest good backup of a damaged project: its date in the name of the copy that is opened.
import { call } from "@/ipc/host";
import type { OpenedProject } from "@/ipc/types";

/** The date of a backup, for a file name: `2026-03-01 10.20`. */
export function backupLabel(at: number): string {
  const date = new Date(at);
  const two = (figure: number) => String(figure).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}`;
}

/** Copies the newest good backup of the project next to it and opens the copy. */
export function openBackup(path: string, at: number): Promise<OpenedProject> {
  return call("project.open_backup", { path, label: backupLabel(at) });
}
