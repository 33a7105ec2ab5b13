// The state that features share: the open project, the settings, what stands in the middle of the window, and which
// dialog is open. Small on purpose: answers of the backend live in `ipc/queries`, open texts in `desk/open-scenes`.
import { create } from "zustand";
import { call } from "@/ipc/host";
import type {
  ApplicationState,
  ChapterId,
  CheckpointId,
  OpenedProject,
  SceneId,
  Settings,
} from "@/ipc/types";

/** What stands in the middle of the window. */
export type Centre =
  | { kind: "writing" }
  /** Two versions of a scene; no `to` is the working text. */
  | { kind: "compare-versions"; scene: SceneId; from: number; to: number | null }
  /** A checkpoint beside another one, or beside the project as it stands. */
  | { kind: "compare-checkpoints"; from: CheckpointId; to: CheckpointId | null }
  | { kind: "statistics" };

/** The tabs of the inspector. */
export type InspectorTab = "part" | "versions" | "checkpoints";

/** The dialogs, with what each is opened for. */
export type Dialog =
  | { name: "palette" }
  | { name: "new-project" }
  | { name: "import" }
  | { name: "export" }
  | { name: "settings"; section?: string }
  | { name: "create-checkpoint" }
  | { name: "restore-checkpoint"; checkpoint: CheckpointId; scene?: SceneId; chapter?: ChapterId }
  | { name: "find"; scope: "scene" | "chapter" | "book"; replace: boolean }
  | { name: "bin" }
  | { name: "renumber" }
  | { name: "go-to-chapter" }
  | { name: "retreat" }
  | { name: "shortcuts" }
  | { name: "about" };

interface Desk {
  application: ApplicationState | null;
  project: OpenedProject | null;
  settings: Settings;
  /** The scene that is written in. */
  scene: SceneId | null;
  centre: Centre;
  dialog: Dialog | null;
  tab: InspectorTab;
  /** Widths in px; 0 is hidden. */
  binder: number;
  inspector: number;
  fullScreen: boolean;
}

/** The settings of an author who changed none; they hold as long as the backend has not told. */
export const DEFAULTS: Settings = {
  theme: "system",
  language: null,
  font: "",
  font_size: 18,
  measure: 38,
  line_height: 1.9,
  indent: 2,
  count_rule: "standard",
  typewriter: false,
  focus: false,
  markdown: true,
  punctuation: true,
  whole_chapter: true,
  daily_goal: 0,
  reopen_last: true,
  hourly_backups: true,
  backup_folder: null,
  interface_scale: 1,
};

export const BINDER_WIDTH = 268;
export const INSPECTOR_WIDTH = 316;

export const useDesk = create<Desk>(() => ({
  application: null,
  project: null,
  settings: DEFAULTS,
  scene: null,
  centre: { kind: "writing" },
  dialog: null,
  tab: "versions",
  binder: BINDER_WIDTH,
  inspector: INSPECTOR_WIDTH,
  fullScreen: false,
}));

/** The state outside of React. */
export const desk = () => useDesk.getState();

export function openDialog(dialog: Dialog): void {
  useDesk.setState({ dialog });
}

export function closeDialog(): void {
  useDesk.setState({ dialog: null });
}

/** Shows something in the middle of the window; `writing` is the way back. */
export function show(centre: Centre): void {
  useDesk.setState({ centre });
}

/** Shows a tab of the inspector, and the inspector when it was hidden. */
export function showTab(tab: InspectorTab): void {
  useDesk.setState(({ inspector }) => ({ tab, inspector: inspector || INSPECTOR_WIDTH }));
}

/** Changes settings at once and keeps them; what the backend made of them stands. */
export async function changeSettings(changes: Partial<Settings>): Promise<void> {
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...changes } }));
  const settings = await call("settings.change", { changes });
  useDesk.setState({ settings });
}

/** Whether the open project can be written. */
export function isWritable(): boolean {
  return desk().project?.writable ?? false;
}
