// An in-memory state of meaning, changed by its commands, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { Failure, JsonValue, LoadedModel, MeaningState, ModelChecked, OfferedModel } from "@/ipc/types";

const BYTES = 96_376_313;

export function sampleOffered(change: Partial<OfferedModel> = {}): OfferedModel {
  return {
    id: "bge-small-zh-v1.5",
    repository: "BAAI/bge-small-zh-v1.5",
    revision: "7999e1d3359715c523056ef9478215996d62a620",
    licence: "MIT",
    bytes: BYTES,
    presence: "absent",
    bytes_present: 0,
    ...change,
  };
}

/** Nothing set up. */
export function sampleState(change: Partial<MeaningState> = {}): MeaningState {
  return {
    model: { type: "none" },
    loaded: null,
    scheme: "f32",
    engine: "auto",
    threads: 7,
    chosen_threads: null,
    cores: 8,
    pause_on_battery: true,
    mirrors: [],
    public_mirrors: ["https://hub.example.com", "https://hub-mirror.example.org"],
    catalogue: [sampleOffered()],
    ...change,
  };
}

export function sampleLoaded(change: Partial<LoadedModel> = {}): LoadedModel {
  return {
    name: "bge-small-zh-v1.5",
    dimension: 512,
    engine: "packed",
    key: "bge-small-zh-v1.5/f32/1",
    trouble: null,
    ...change,
  };
}

/** The offered model, downloaded and in use. */
export function readyState(change: Partial<MeaningState> = {}): MeaningState {
  return sampleState({
    model: { type: "downloaded", model: "bge-small-zh-v1.5", present: true },
    loaded: sampleLoaded(),
    catalogue: [sampleOffered({ presence: "complete", bytes_present: BYTES })],
    ...change,
  });
}

/** The author's own folder, in use. */
export function folderState(change: Partial<MeaningState> = {}): MeaningState {
  return sampleState({
    model: { type: "folder", name: "bge-base-zh", path: "/home/ayuan/模型/bge-base-zh", present: true },
    loaded: sampleLoaded({ name: "bge-base-zh", dimension: 768 }),
    ...change,
  });
}

export function sampleChecked(state: MeaningState, change: Partial<ModelChecked> = {}): ModelChecked {
  return {
    name: state.loaded?.name ?? "bge-small-zh-v1.5",
    weights: "354763b9b1357bc9c44f62c6be2276321081ed2567773608c0d0785b61d5a026",
    dimension: 512,
    scheme: state.scheme,
    least_cosine: 0.999_999_6,
    agree: true,
    engine: "packed",
    state,
    ...change,
  };
}

/** A download that failed on every server. */
export function downloadFailure(reason: string, tried: JsonValue[], file: string | null = null): Failure {
  return failure("download_failed", { details: { reason, file, tried } });
}

/** An unusable folder, as the backend reports it. */
export function folderFailure(file: string, fault: string): Failure {
  return failure("model_unusable", {
    message: `the model in /home/ayuan/模型 cannot be used: ${file}`,
    hint: "Nothing was changed.",
    details: { file, fault },
  });
}

export interface FakeMeaning {
  now: () => MeaningState;
  answers: FakeAnswers;
}

export function fakeMeaning(begin: MeaningState): FakeMeaning {
  let now = structuredClone(begin);
  const change = (next: Partial<MeaningState>) => {
    now = { ...now, ...next };
    return structuredClone(now);
  };
  const answers: FakeAnswers = {
    "meaning.state": () => structuredClone(now),
    "meaning.choose_folder": () => sampleChecked(change(folderState())),
    "meaning.download": () => sampleChecked(change(readyState({ mirrors: now.mirrors }))),
    "meaning.check": () => sampleChecked(structuredClone(now)),
    "meaning.set": ({ scheme, engine, threads, pause_on_battery, mirrors }) => {
      if (mirrors?.some((address) => !address.startsWith("https://")) === true)
        throw failure("bad_request", { details: { mirror: "not_encrypted" } });
      return change({
        scheme: scheme ?? now.scheme,
        engine: engine ?? now.engine,
        ...(threads != null && {
          chosen_threads: threads === 0 ? null : threads,
          threads: threads === 0 ? now.cores - 1 : threads,
        }),
        pause_on_battery: pause_on_battery ?? now.pause_on_battery,
        mirrors: mirrors ?? now.mirrors,
      });
    },
    "meaning.remove": ({ model }) =>
      change(
        model == null
          ? { model: { type: "none" }, loaded: null, catalogue: [sampleOffered()] }
          : { catalogue: [sampleOffered()] },
      ),
    "window.choose": () => ({ path: { path: "path-7", name: "bge-base-zh", folder: "/home/ayuan/模型" } }),
  };
  return { now: () => now, answers };
}
