// The environment of a feature's part in a story: a fake host, a desk, and the cache of answers.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDesk } from "@/desk/desk";
import { chooseFakeHost, type FakeAnswers } from "@/ipc/fake-host";
import type { JobProgress } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import { type ApplicationState, DEFAULT_SETTINGS, type OpenedProject } from "@/ipc/types";

/** A sample open project. */
export function sampleProject(change: Partial<OpenedProject> = {}): OpenedProject {
  return {
    path: "path-1",
    title: "渡口",
    author: "阿远",
    language: "zh",
    name: "渡口.wenfang",
    folder: "/home/ayuan/文稿/长篇",
    writable: true,
    salvaged: null,
    damage: 0,
    sound_backup_at: null,
    noticed: { unclean: null, cloud: null, migrated_from: null, newer_schema: null },
    view: { scene: null, caret: 0, scroll: 0, binder: 0, inspector: 0, tab: "", folded: [] },
    backed_up_at: null,
    ...change,
  };
}

/** A sample application state. */
export function sampleApplication(change: Partial<ApplicationState> = {}): ApplicationState {
  return {
    version: "0.1.0",
    platform: "linux",
    debug: false,
    settings: DEFAULT_SETTINGS,
    settings_were_broken: false,
    backup_folder: "/home/ayuan/.local/share/wenfang/backups",
    project: null,
    opening: null,
    recent: [],
    ...change,
  };
}

interface StageProps {
  host?: FakeAnswers;
  progress?: JobProgress[];
  desk?: Partial<ReturnType<typeof useDesk.getState>>;
  children: ReactNode;
}

/** Sets up the environment before its children send requests. */
export function Stage({ host = {}, progress, desk = {}, children }: StageProps) {
  useState(() => {
    answers.clear();
    chooseFakeHost(host, progress);
    useDesk.setState({
      application: sampleApplication(),
      settings: DEFAULT_SETTINGS,
      project: null,
      scene: null,
      dialog: null,
      ...desk,
    });
  });
  return <QueryClientProvider client={answers}>{children}</QueryClientProvider>;
}
