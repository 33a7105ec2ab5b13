// State shared by features: the open project, the settings, the view in the middle of the window, and the open dialog.
// Kept small on purpose: backend answers live in `ipc/queries`, open texts in `desk/open-scenes`.
import { create } from "zustand";
import { call } from "@/ipc/host";
import {
  type ApplicationState,
  type BatchId,
  type CardKey,
  type CharRange,
  type CheckpointId,
  type CommentId,
  DEFAULT_SETTINGS,
  type EntityId,
  type FindingId,
  type GenerationId,
  type LoreEntryId,
  type MendSessionId,
  type OpenedProject,
  type RunId,
  type SceneId,
  type Settings,
  type ThreadId,
  type TimelineEventId,
} from "@/ipc/types";

/** The view in the middle of the window. */
export type Centre =
  | { kind: "writing" }
  /** Two versions of a scene; without `to`, the working text. */
  | { kind: "compare-versions"; scene: SceneId; from: number; to: number | null }
  /** A checkpoint compared with another one, or with the current project. */
  | { kind: "compare-checkpoints"; from: CheckpointId; to: CheckpointId | null }
  | { kind: "statistics" }
  /** The knowledge graph; around one entity if given. */
  | { kind: "graph"; entity: EntityId | null }
  | { kind: "timeline" }
  /** Proposals for the graph, one after another; those of one batch if given. */
  | { kind: "review"; batch?: BatchId }
  /** The steps of a workflow as a graph; as they are in a run if given. */
  | { kind: "workflow"; workflow: string; run?: RunId }
  /** The prompt templates, and their rendered prompts. */
  | { kind: "prompts" }
  /** The profiles of generation; one of them if given. */
  | { kind: "profiles"; profile?: string };

/** The tabs of the inspector. Each feature adds its own in `feature.tsx`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface InspectorTabs {}

/** A tab of the inspector. */
export type InspectorTab = keyof InspectorTabs;

/** A passage of a scene's working text, in char offsets, with its text. */
export interface Passage {
  scene: SceneId;
  range: CharRange;
  quote: string;
}

/** A card without an entry: identified by its entity, or by its name where only the bible has it. */
export type BareCard = { entity: EntityId } | { name: string };

/** What each canon tab shows: one item, or its list when null. */
export interface Shown {
  lore: LoreEntryId | null;
  /** A card without an entry, shown in place of an entry. */
  card?: BareCard | null;
  entity: EntityId | null;
  thread: ThreadId | null;
  event: TimelineEventId | null;
  /** The generation whose sent context the context tab shows. */
  generation: GenerationId | null;
  /** The generation that it is compared with. */
  generationBeside?: GenerationId | null;
  /** The key of a bible field to scroll to, once. */
  bible?: string | null;
  /** A workflow run. */
  run?: RunId | null;
  /** A comment. */
  comment?: CommentId | null;
  /** A finding of a check. */
  finding?: FindingId | null;
  /** The scope of the listed findings. */
  findingsOf?: "scene" | "chapter" | "book";
  /** A mending, in place of the findings. */
  mending?: MendSessionId | null;
}

/** The dialogs, with their arguments. Each feature adds its own in `feature.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface Dialogs {}

/** An open dialog. */
export type Dialog = { [N in keyof Dialogs]: { name: N } & Dialogs[N] }[keyof Dialogs];

/** A pane beside the middle of the window. */
export type Pane = "binder" | "inspector";

interface Desk {
  application: ApplicationState | null;
  project: OpenedProject | null;
  settings: Settings;
  /** The scene being edited. */
  scene: SceneId | null;
  centre: Centre;
  dialog: Dialog | null;
  tab: InspectorTab;
  shown: Shown;
  /** Widths in px as the author set them; 0 is hidden. `panesIn` computes the widths actually shown. */
  binder: number;
  inspector: number;
  /** The pane that was requested last. */
  requestedPane: Pane | null;
  fullScreen: boolean;
}

export const BINDER_WIDTH = 268;
export const INSPECTOR_WIDTH = 316;

/** Each canon tab shows its list. */
export const NOTHING_SHOWN: Shown = {
  lore: null,
  card: null,
  entity: null,
  thread: null,
  event: null,
  generation: null,
  run: null,
  comment: null,
  finding: null,
  mending: null,
};

export const useDesk = create<Desk>(() => ({
  application: null,
  project: null,
  settings: DEFAULT_SETTINGS,
  scene: null,
  centre: { kind: "writing" },
  dialog: null,
  tab: "versions",
  shown: NOTHING_SHOWN,
  binder: BINDER_WIDTH,
  inspector: INSPECTOR_WIDTH,
  requestedPane: null,
  fullScreen: false,
}));

/** The state outside of React. */
export const desk = () => useDesk.getState();

type ProjectFile = Pick<OpenedProject, "folder" | "name">;

/** Whether both are the same project file, or both are none. */
export function isSameProject(one: ProjectFile | null, other: ProjectFile | null): boolean {
  return one?.folder === other?.folder && one?.name === other?.name;
}

/** Resolves when the window shows a project. */
export function whenShown(project: OpenedProject): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSameProject(desk().project, project)) return;
      stop();
      resolve();
    };
    const stop = useDesk.subscribe(look);
    look();
  });
}

export function openDialog(dialog: Dialog): void {
  useDesk.setState({ dialog });
}

export function closeDialog(): void {
  useDesk.setState({ dialog: null });
}

/** Shows a view in the middle of the window; `writing` is the way back. */
export function show(centre: Centre): void {
  useDesk.setState(({ requestedPane }) => ({
    centre,
    requestedPane: WIDE.has(centre.kind) ? null : requestedPane,
  }));
}

/** Views that also take the inspector's space. */
export const WIDE: ReadonlySet<Centre["kind"]> = new Set([
  "compare-checkpoints",
  "statistics",
  "review",
  "prompts",
  "profiles",
  "workflow",
]);

/** Shows a tab of the inspector, and the inspector if it was hidden or had no room. */
export function showTab(tab: InspectorTab): void {
  useDesk.setState(({ inspector, centre }) => ({
    tab,
    inspector: inspector || INSPECTOR_WIDTH,
    requestedPane: "inspector",
    centre: WIDE.has(centre.kind) ? { kind: "writing" } : centre,
  }));
}

const TAB_OF = {
  lore: "lore",
  card: "lore",
  entity: "graph",
  thread: "threads",
  event: "timeline",
  generation: "context",
  bible: "bible",
  run: "workflows",
  comment: "comments",
  finding: "findings",
  findingsOf: "findings",
  mending: "findings",
} as const;

/** What an item takes the place of: an entry and a card without one share a slot, as do the findings and a mending. */
const INSTEAD: Partial<Record<keyof typeof TAB_OF, Partial<Shown>>> = {
  lore: { card: null },
  card: { lore: null },
  finding: { mending: null },
  findingsOf: { mending: null },
  generation: { generationBeside: null },
};

/** Shows one canon item in its tab, or the tab's list when null. */
export function showItem<K extends keyof typeof TAB_OF>(kind: K, id: Shown[K]): void {
  useDesk.setState(({ shown }) => ({ shown: { ...shown, ...INSTEAD[kind], [kind]: id } }));
  showTab(TAB_OF[kind]);
}

/** Shows the card of an entry, of an entity, or of a name that only the bible has. */
export function showCard({ entry, entity, name }: CardKey): void {
  if (entry != null) showItem("lore", entry);
  else if (entity != null) showItem("card", { entity });
  else if (name != null) showItem("card", { name });
}

/** Shows the context that was sent for a generation, and its outcome. */
export function showGeneration(id: GenerationId): void {
  showItem("generation", id);
}

/** Changes settings at once and stores them; the backend's normalised result is kept. */
export async function changeSettings(changes: Partial<Settings>): Promise<void> {
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...changes } }));
  const settings = await call("settings.change", { changes });
  useDesk.setState({ settings });
}

/** Whether the open project can be written. */
export function isWritable(): boolean {
  return desk().project?.writable ?? false;
}
