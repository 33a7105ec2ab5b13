// The embedding model in every state: none, downloading, stopped, each failure, checked, disagreeing, missing, long
// names.
import { type ReactNode, useState } from "react";
import { noteIndexed } from "@/desk/indexing";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { Failure, MeaningState, Waiting } from "@/ipc/types";
import { Stage } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { Consent } from "./consent";
import { MeaningDialog } from "./meaning-dialog";
import { Removing } from "./removing";
import {
  downloadFailure,
  fakeMeaning,
  folderFailure,
  folderState,
  readyState,
  sampleChecked,
  sampleLoaded,
  sampleOffered,
  sampleState,
} from "./sample";
import { useWork, type Work } from "./work";

interface OpenedProps {
  state?: MeaningState;
  work?: Partial<Work>;
  host?: FakeAnswers;
  /** A part of the dialog. */
  children?: ReactNode;
  waiting?: Waiting;
}

const WORK: Work = {
  act: "download",
  model: "bge-small-zh-v1.5",
  running: false,
  stopping: false,
  stopped: false,
  progress: null,
  samples: [],
  failure: null,
  checked: null,
};

function Opened({ state = sampleState(), work, host = {}, children, waiting }: OpenedProps) {
  useState(() =>
    noteIndexed(waiting === undefined ? null : { left: 0, embedded: 120, pending: 800, waiting }),
  );
  useState(() => useWork.setState({ work: work === undefined ? null : { ...WORK, ...work } }));
  return (
    <Stage
      host={{ ...fakeMeaning(state).answers, ...host }}
      desk={{ dialog: children === undefined ? { name: "meaning" } : null }}
    >
      {children === undefined ? (
        <MeaningDialog />
      ) : (
        <div className="w-160 bg-surface-raised p-5">{children}</div>
      )}
    </Stage>
  );
}

const PARTIAL = sampleState({
  catalogue: [sampleOffered({ presence: "partial", bytes_present: 24_117_248 })],
});

const failed = (told: Failure, act: Work["act"] = "download"): Partial<Work> => ({ act, failure: told });

const longName = "quantised-and-merged-sentence-embedding-model-for-classical-and-modern-chinese-fiction-v2";

const group = "Meaning";
const story = (id: string, title: string, props: OpenedProps): Story => ({
  id: `meaning-${id}`,
  title,
  group,
  render: () => <Opened {...props} />,
});

export const stories: Story[] = [
  story("none", "No model", {}),
  story("ready", "Downloaded and in use", { state: readyState() }),
  story("folder", "A folder of one's own, not loaded yet", { state: folderState({ loaded: null }) }),
  story("paused", "On battery, in 8-bit integers", {
    state: readyState({ scheme: "int8", chosen_threads: 2, threads: 2 }),
    waiting: "battery",
  }),
  story("consent", "Before a download", {
    children: (
      <Consent
        state={sampleState({ mirrors: ["https://models.studio.example.net"] })}
        model={sampleOffered()}
        onAgree={() => undefined}
        onCancel={() => undefined}
      />
    ),
  }),
  story("consent-rest", "Before the rest of a download", {
    children: (
      <Consent
        state={sampleState({ public_mirrors: [] })}
        model={sampleOffered({ presence: "partial", bytes_present: 24_117_248 })}
        onAgree={() => undefined}
        onCancel={() => undefined}
      />
    ),
  }),
  story("removing", "Before a model is removed", {
    children: <Removing state={readyState()} onDone={() => undefined} />,
  }),
  story("downloading", "Being downloaded", {
    state: PARTIAL,
    work: {
      running: true,
      progress: { stage: "model.download", done: 24_117_248, total: 96_376_313 },
      samples: [
        { at: 0, done: 14_117_248 },
        { at: 6_000, done: 24_117_248 },
      ],
    },
  }),
  story("comparing", "The two ways are compared", {
    state: readyState(),
    work: { act: "check", running: true, progress: { stage: "model.check", done: 0, total: 0 } },
  }),
  story("stopped", "A download that was stopped", { state: PARTIAL, work: { stopped: true } }),
  story("no-network", "No server reached", {
    state: PARTIAL,
    work: failed(
      downloadFailure("no_network", [
        { host: "hub.example.com", trouble: "unreachable", status: null },
        { host: "hub-mirror.example.org", trouble: "broken", status: null },
      ]),
    ),
  }),
  story("refused", "No server gives a file", {
    work: failed(
      downloadFailure(
        "refused",
        [
          { host: "hub.example.com", trouble: "status", status: 403 },
          { host: "hub-mirror.example.org", trouble: "redirect", status: null },
        ],
        "model.safetensors",
      ),
    ),
  }),
  story("wrong-bytes", "Other bytes than published", {
    work: failed(
      downloadFailure(
        "wrong_bytes",
        [{ host: "hub.example.com", trouble: "hash", status: null }],
        "model.safetensors",
      ),
    ),
  }),
  story("disk-full", "The disk is full", { work: failed(failure("disk_full")) }),
  story("checked", "Checked and sound", {
    state: readyState(),
    work: { act: "check", checked: sampleChecked(readyState()) },
  }),
  story("disagree", "The two ways do not agree", {
    state: readyState({ loaded: sampleLoaded({ engine: "candle" }) }),
    work: {
      act: "check",
      checked: sampleChecked(readyState(), { agree: false, engine: "candle", least_cosine: 0.9312 }),
    },
  }),
  story("damaged", "Files are not as published", {
    state: readyState({ loaded: null }),
    work: failed(
      failure("model_unusable", { details: { damaged: ["model.safetensors", "vocab.txt"] } }),
      "check",
    ),
  }),
  story("folder-broken", "A folder that cannot be used", {
    work: failed(folderFailure("model.safetensors", "length"), "folder"),
  }),
  story("unusable", "The model in use cannot be loaded", {
    state: folderState({
      loaded: sampleLoaded({
        name: "n-gram",
        engine: "fallback",
        trouble: folderFailure("tokenizer.json", "missing"),
      }),
    }),
  }),
  story("gone", "The folder is gone", {
    state: folderState({
      loaded: null,
      model: { type: "folder", name: "bge-base-zh", path: "/media/usb/bge-base-zh", present: false },
    }),
  }),
  story("incomplete", "What was downloaded is not complete", {
    state: readyState({
      loaded: null,
      model: { type: "downloaded", model: "bge-small-zh-v1.5", present: false },
      catalogue: [sampleOffered({ presence: "partial", bytes_present: 24_117_248 })],
    }),
  }),
  story("unused", "Downloaded and not in use", {
    state: folderState({ catalogue: [sampleOffered({ presence: "complete", bytes_present: 96_376_313 })] }),
  }),
  story("long", "Long names, many mirrors", {
    state: folderState({
      model: {
        type: "folder",
        name: longName,
        path: `/home/ayuan/${"very-long-folder-name/".repeat(9)}${longName}`,
        present: true,
      },
      mirrors: Array.from(
        { length: 6 },
        (_, at) => `https://models-${at}.${"long-host-name.".repeat(4)}example.com/path/{file}`,
      ),
    }),
  }),
  story("loading", "Loading", { host: { "meaning.state": never } }),
  story("error", "Error", {
    host: {
      "meaning.state": () => {
        throw failure("io");
      },
    },
  }),
];
