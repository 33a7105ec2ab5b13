// Backup on request: one at a time, with progress and stop, for the menu and the settings.
import i18next from "i18next";
import { create } from "zustand";
import { noteBackup, noteFailedBackup } from "@/desk/backups";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

interface BackingUp {
  running: boolean;
  progress: JobProgress | null;
  stopping: boolean;
  stopped: boolean;
  failure: Failure | null;
}

const IDLE: BackingUp = { running: false, progress: null, stopping: false, stopped: false, failure: null };

export const useBackUp = create<BackingUp>(() => IDLE);

let job: Job<"project.back_up_now"> | null = null;

/** Makes a backup in the configured folder; returns whether it was made and verified. */
export async function backUp(): Promise<boolean> {
  if (useBackUp.getState().running) return false;
  useBackUp.setState({ ...IDLE, running: true });
  try {
    await flushAll();
    job = run("project.back_up_now", {}, (progress) => useBackUp.setState({ progress }));
    if (useBackUp.getState().stopping) job.stop();
    const { at } = await job.answer;
    noteBackup(at);
    useBackUp.setState(IDLE);
    return true;
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.code !== "stopped") noteFailedBackup(failure);
    useBackUp.setState({
      ...IDLE,
      ...(failure.code === "stopped" ? { stopped: true } : { failure }),
    });
    return false;
  } finally {
    job = null;
  }
}

/** Requests a stop of the running backup. */
export function stopBackUp(): void {
  useBackUp.setState({ stopping: true });
  job?.stop();
}

/** The same from the menu, with a notice at the end. Rejects with a `Failure`. */
export async function backUpFromMenu(): Promise<void> {
  const succeeded = await backUp();
  const { failure } = useBackUp.getState();
  if (failure !== null) throw failure;
  if (succeeded) notify({ text: i18next.t("settings:safety.done"), tone: "success" });
}
