// Opening a project: one way for the welcome page, the menu and the system. What goes wrong is kept until it is
// answered, with the project it is about, so that the fitting act can be offered.
import i18next from "i18next";
import { create } from "zustand";
import { runCommand } from "@/commands/registry";
import { holdTyping, whileHolding } from "@/desk/held-typing";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { openBackup } from "@/desk/sound-backup";
import { isHeldBack } from "@/desk/unsaved";
import { call, toFailure } from "@/ipc/host";
import type { Failure, OpenMode } from "@/ipc/types";
import { targetOf } from "./problem-details";

/** A project file that was chosen. */
export interface Target {
  /** Token of its path. */
  path: string;
  /** Its file name. */
  name: string;
}

/** A project that could not be opened. */
export interface Problem {
  failure: Failure;
  /** Unknown for our sample, and for what the program was started for. */
  target: Target | null;
  /** How it was to be opened. */
  mode?: OpenMode;
}

interface Opening {
  /** Token of the project being opened; empty for the sample. */
  busy: string | null;
  problem: Problem | null;
  /** What went wrong at the start of the program was answered. */
  startAnswered: boolean;
  /** The project is open for reading because its file or folder does not allow writing. */
  unwritable: boolean;
}

export const useOpening = create<Opening>(() => ({
  busy: null,
  problem: null,
  startAnswered: false,
  unwritable: false,
}));

async function attempt(
  target: Target | null,
  act: () => Promise<unknown>,
  mode: OpenMode = "write",
): Promise<boolean> {
  if (isHeldBack(() => void attempt(target, act, mode))) return false;
  useOpening.setState({ busy: target?.path ?? "", problem: null, startAnswered: true });
  try {
    // What is typed from now on belongs to the novel that comes.
    await whileHolding(async () => {
      await flushAll();
      const answer = await act();
      useOpening.setState({ unwritable: answer === UNWRITABLE });
      holdTyping();
    });
    return true;
  } catch (thrown) {
    useOpening.setState({ problem: { failure: toFailure(thrown), target, mode } });
    return false;
  } finally {
    useOpening.setState({ busy: null });
  }
}

const UNWRITABLE = Symbol("unwritable");

/** Opens a project, for reading where its file does not allow writing; answers whether it is open. */
export function openProject(target: Target, mode: OpenMode = "write"): Promise<boolean> {
  return attempt(target, () => openAs(target, mode), mode);
}

async function openAs({ path }: Target, mode: OpenMode): Promise<unknown> {
  try {
    return await call("project.open", { path, mode });
  } catch (thrown) {
    if (mode === "read" || toFailure(thrown).code !== "not_writable") throw thrown;
    await call("project.open", { path, mode: "read" });
    return UNWRITABLE;
  }
}

/** Opens what the program was started for again, where its file did not allow writing. */
export function readUnwritable(failure: Failure | null): void {
  const target = failure?.code === "not_writable" ? targetOf(failure) : null;
  if (target !== null) void openProject(target);
}

/** Copies the newest good backup of a damaged project next to it and opens the copy. */
export function openNewestBackup(target: Target, at: number): Promise<boolean> {
  return attempt(target, () => openBackup(target.path, at));
}

/** Which of our two short novels: the one in the language of the window, or the other one. */
export type Sample = "own" | "other";

/** Opens one of our own short novels, and offers to show the author around in it. */
export async function openSample(sample: Sample): Promise<boolean> {
  const own = i18next.language === "en" ? "en" : "zh";
  const language = (sample === "own") === (own === "en") ? "en" : "zh";
  const opened = await attempt(null, () => call("project.open_sample", { language }));
  if (opened) {
    notify({
      id: "sample",
      text: i18next.t(sample === "own" ? "welcome:sampleOpen" : "welcome:otherSampleOpen"),
      action: { label: i18next.t("tour:commands.start"), onSelect: () => void runCommand("tour.start") },
      duration: OFFERED,
    });
  }
  return opened;
}

/** How long the tour is offered, ms. */
const OFFERED = 30_000;

/** Lets the author choose a project and opens it. */
export async function chooseProject(): Promise<boolean> {
  const { path: chosen } = await call("window.choose", {
    kind: "open_project",
    title: i18next.t("welcome:openTitle"),
  });
  return chosen !== null && openProject(chosen);
}

/** Lets the author choose where a project of the list is now; its old place goes off the list. */
export async function findProject(old: Target): Promise<void> {
  const found = await chooseProject();
  if (found) await call("recent.forget", { path: old.path });
}

/** The problem is answered. */
export function dismissProblem(): void {
  useOpening.setState({ problem: null, startAnswered: true });
}
