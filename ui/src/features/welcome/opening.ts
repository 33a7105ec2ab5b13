// Opening a project: one path for the welcome page, the menu and the system. A failure is kept with its project until
// dismissed, so that the right acts can be offered.
import i18next from "i18next";
import { create } from "zustand";
import { runCommand } from "@/commands/registry";
import { whenShown } from "@/desk/desk";
import { holdTyping, whileHolding } from "@/desk/held-typing";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { openBackup } from "@/desk/sound-backup";
import { isHeldBack } from "@/desk/unsaved";
import { call, toFailure } from "@/ipc/host";
import type { Failure, OpenMode } from "@/ipc/types";
import { targetOf } from "./problem-details";

/** A chosen project file. */
export interface Target {
  /** Token of its path. */
  path: string;
  /** Its file name. */
  name: string;
}

/** A project that could not be opened. */
export interface Problem {
  failure: Failure;
  /** Unknown for our sample, and for the file given at program start. */
  target: Target | null;
  /** The requested mode. */
  mode?: OpenMode;
}

interface Opening {
  /** Token of the project being opened; empty for the sample. */
  busy: string | null;
  problem: Problem | null;
  /** The failure of the program start was dismissed. */
  startAnswered: boolean;
  /** The project is read-only because its file or folder is not writable. */
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
    // Text typed from now on belongs to the next novel.
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

/** Opens a project, read-only if its file is not writable; returns whether it is open. */
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

/** Opens the file given at program start again read-only if it is not writable. */
export function readUnwritable(failure: Failure | null): void {
  const target = failure?.code === "not_writable" ? targetOf(failure) : null;
  if (target !== null) void openProject(target);
}

/** Copies the newest good backup of a damaged project next to it and opens the copy. */
export function openNewestBackup(target: Target, at: number): Promise<boolean> {
  return attempt(target, () => openBackup(target.path, at));
}

/** One of our two sample novels: in the window's language, or the other one. */
export type Sample = "own" | "other";

/** Opens a sample novel, and offers the tour. */
export async function openSample(sample: Sample): Promise<boolean> {
  const own = i18next.language === "en" ? "en" : "zh";
  const language = (sample === "own") === (own === "en") ? "en" : "zh";
  return attempt(null, async () => {
    const project = await call("project.open_sample", { language });
    // Showing the sample closes the notices of the novel before.
    void whenShown(project).then(() => offerTour(sample));
  });
}

function offerTour(sample: Sample): void {
  notify({
    id: "sample",
    text: i18next.t(sample === "own" ? "welcome:sampleOpen" : "welcome:otherSampleOpen"),
    action: { label: i18next.t("tour:commands.start"), onSelect: () => void runCommand("tour.start") },
    duration: TOUR_OFFER_TIME,
  });
}

/** How long the tour is offered, ms. */
const TOUR_OFFER_TIME = 30_000;

/** Lets the author choose a project and opens it. */
export async function chooseProject(): Promise<boolean> {
  const { path: chosen } = await call("window.choose", {
    kind: "open_project",
    title: i18next.t("welcome:openTitle"),
  });
  return chosen !== null && openProject(chosen);
}

/** Lets the author locate a moved project of the list; its old entry is removed. */
export async function findProject(old: Target): Promise<void> {
  const found = await chooseProject();
  if (found) await call("recent.forget", { path: old.path });
}

/** Dismisses the problem. */
export function dismissProblem(): void {
  useOpening.setState({ problem: null, startAnswered: true });
}
