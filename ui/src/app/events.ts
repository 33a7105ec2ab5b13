// Handles the backend's events.

import { noteBackup, noteFailedBackup, useBackups } from "@/desk/backups";
import { desk, isSameProject, useDesk } from "@/desk/desk";
import { noteIndexed } from "@/desk/indexing";
import { forgetWaitingPlace, locate, outline } from "@/desk/navigation";
import { forgetAll, refreshMoved } from "@/desk/open-scenes";
import { forgetPlaces } from "@/desk/places-been";
import { rereadSetUp } from "@/desk/providers";
import { call, listen } from "@/ipc/host";
import { answers, forget } from "@/ipc/queries";
import type { DeskEvent, OpenedProject } from "@/ipc/types";
import { closeWindow } from "./closing";
import { runFromMenu } from "./keyboard";
import { applyView } from "./view";

/** The window's notices about events. */
export interface Notices {
  /** Closes every notice that is shown. */
  closeAll(): void;
  verified(event: DeskEvent & { type: "verified" }): void;
  backupFailed(event: DeskEvent & { type: "backup_failed" }): void;
  openRequested(event: DeskEvent & { type: "open_requested" }): void;
  dragged(event: DeskEvent & { type: "dragged_over" | "drag_left" | "dropped" }): void;
  opened(project: OpenedProject): void;
}

/** The last reload. */
let reloaded: Promise<void> = Promise.resolve();

/** Reloads the open project after every earlier reload. */
function reload(notices: Notices): Promise<void> {
  const next = () => show(notices);
  reloaded = reloaded.then(next, next);
  return reloaded;
}

/** Shows the open project; a different project starts with an empty desk. */
async function show(notices: Notices): Promise<void> {
  const application = await call("application.state", {});
  const before = desk().project;
  const { project } = application;
  useDesk.setState({ application, settings: application.settings });
  // A novel that can now be written is read again: its writer so far may have changed every text.
  const same = before !== null && isSameProject(before, project) && before.writable === project?.writable;
  if (same) {
    useDesk.setState({ project });
    return;
  }
  // Their acts are about the novel that was open.
  notices.closeAll();
  forgetAll();
  forgetWaitingPlace();
  forgetPlaces();
  useBackups.setState({ failure: null });
  answers.clear();
  noteIndexed(null);
  if (project === null) {
    useDesk.setState({ project: null, scene: null, dialog: null, centre: { kind: "writing" } });
    return;
  }
  applyView(project);
  notices.opened(project);
}

async function refreshTexts(): Promise<void> {
  const tree = await outline();
  await refreshMoved((scene) => locate(tree, scene)?.scene.version ?? null);
}

/** Listens for the lifetime of the window. */
export function listenToDesk(notices: Notices): void {
  // No event tells what another process changed meanwhile.
  void rereadSetUp();
  window.addEventListener("focus", () => void rereadSetUp());
  listen((event) => {
    switch (event.type) {
      case "changed":
        forget(event.tags);
        if (event.tags.includes("desk") || event.tags.includes("project")) void reload(notices);
        // The project may have been closed meanwhile; if the outline cannot be read, the binder reports it.
        if (event.tags.includes("texts")) void refreshTexts().catch(() => undefined);
        break;
      case "menu":
        runFromMenu(event.command);
        break;
      case "closing":
        void closeWindow(event.last_key ? "last key" : "quiet");
        break;
      case "open_requested":
        notices.openRequested(event);
        break;
      case "dragged_over":
      case "drag_left":
      case "dropped":
        notices.dragged(event);
        break;
      case "verified":
        // The project may not be shown yet, and showing it closes the notices before.
        void reload(notices).finally(() => notices.verified(event));
        break;
      case "indexed":
        noteIndexed(event.progress);
        break;
      case "backed_up":
        noteBackup(event.at);
        break;
      case "backup_failed":
        noteFailedBackup(event.error);
        notices.backupFailed(event);
        break;
    }
  });
}
