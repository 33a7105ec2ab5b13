// The long acts on the embedding model: choosing a folder, downloading, checking. One at a time; it goes on when the dialog
// is closed, and then its end is told in passing.
import i18next from "i18next";
import { create } from "zustand";
import { desk, openDialog } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { Failure, ModelChecked } from "@/ipc/types";
import { type Sample, withSample } from "./pace";
import { takeState } from "./state";

/** What is done with a model. */
export type Act = "folder" | "download" | "check";

/** An act under way, or what came of it. */
export interface Work {
  act: Act;
  /** The offered model that is fetched. */
  model: string | null;
  running: boolean;
  stopping: boolean;
  stopped: boolean;
  progress: JobProgress | null;
  /** Bytes so far, of a download. */
  samples: readonly Sample[];
  failure: Failure | null;
  checked: ModelChecked | null;
}

type Name = "meaning.choose_folder" | "meaning.download" | "meaning.check";

const BEGUN: Omit<Work, "act" | "model"> = {
  running: true,
  stopping: false,
  stopped: false,
  progress: null,
  samples: [],
  failure: null,
  checked: null,
};

export const useWork = create<{ work: Work | null }>(() => ({ work: null }));

let job: Job<Name> | null = null;

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`meaning:${key}`, values);

function set(change: Partial<Work>): void {
  useWork.setState(({ work }) => ({ work: work && { ...work, ...change } }));
}

/** Whether an act is under way. */
export function isWorking(): boolean {
  return useWork.getState().work?.running === true;
}

function heard(progress: JobProgress): void {
  const work = useWork.getState().work;
  if (work === null) return;
  const samples =
    progress.stage === "model.download"
      ? withSample(work.samples, { at: Date.now(), done: progress.done })
      : work.samples;
  set({ progress, samples });
}

async function work(act: Act, model: string | null, begin: () => Job<Name>): Promise<void> {
  if (isWorking()) return;
  useWork.setState({ work: { ...BEGUN, act, model } });
  job = begin();
  try {
    const checked = await job.answer;
    takeState(checked.state);
    set({ running: false, stopping: false, checked });
    if (!isShown()) notify({ tone: "success", text: say("told.ready", { name: checked.name }) });
  } catch (thrown) {
    const failure = toFailure(thrown);
    const stopped = failure.code === "stopped";
    set({ running: false, stopping: false, stopped, failure: stopped ? null : failure });
    // What came until then is there.
    void answers.invalidateQueries({ queryKey: ["meaning.state"] });
    if (!stopped && !isShown()) {
      const action = { label: say("told.look"), onSelect: () => openDialog({ name: "meaning" }) };
      notify({ tone: "danger", text: say(`told.${act}`), action });
    }
  } finally {
    job = null;
  }
}

function isShown(): boolean {
  return desk().dialog?.name === "meaning";
}

/** Uses the model in a folder that was chosen, by the token of its path. */
export function takeFolder(folder: string): Promise<void> {
  return work("folder", null, () => run("meaning.choose_folder", { folder }, heard));
}

/** Fetches a model and uses it. The author agreed to that. */
export function download(model: string): Promise<void> {
  return work("download", model, () => run("meaning.download", { model, agreed: true }, heard));
}

/** Checks the model in use. */
export function check(): Promise<void> {
  return work("check", null, () => run("meaning.check", {}, heard));
}

/** Stops what is under way. What has come of a download stays. */
export function stop(): void {
  set({ stopping: true });
  job?.stop();
}

/** What came of the last act is read, or holds no longer. */
export function forgetWork(): void {
  if (!isWorking()) useWork.setState({ work: null });
}
