// Long acts on the embedding model: choosing a folder, downloading, checking. One at a time; they continue when the
// dialog is closed, and then report their end in a notice.
import i18next from "i18next";
import { create } from "zustand";
import { desk, openDialog } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { Failure, ModelChecked } from "@/ipc/types";
import { type Sample, withSample } from "./pace";
import { takeState } from "./state";

/** An act on a model. */
export type Act = "folder" | "download" | "check";

/** A running act, or its result. */
export interface Work {
  act: Act;
  /** The offered model being downloaded. */
  model: string | null;
  running: boolean;
  stopping: boolean;
  stopped: boolean;
  progress: JobProgress | null;
  /** Bytes received so far by a download. */
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

/** Whether an act is running. */
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
    // What was received so far is available.
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

/** Uses the model in a chosen folder, by the token of its path. */
export function takeFolder(folder: string): Promise<void> {
  return work("folder", null, () => run("meaning.choose_folder", { folder }, heard));
}

/** Downloads a model and uses it. The author has given consent. */
export function download(model: string): Promise<void> {
  return work("download", model, () => run("meaning.download", { model, agreed: true }, heard));
}

/** Checks the model in use. */
export function check(): Promise<void> {
  return work("check", null, () => run("meaning.check", {}, heard));
}

/** Stops the running act. Downloaded bytes are kept. */
export function stop(): void {
  set({ stopping: true });
  job?.stop();
}

/** Clears the result of the last act: it was read, or no longer applies. */
export function forgetWork(): void {
  if (!isWorking()) useWork.setState({ work: null });
}
