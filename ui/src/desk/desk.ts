// State shared by features: the open project, the settings, the view in the middle of the window, and the open dialog.
// Kept small on purpose: backend answers live in `ipc/queries`, open texts in `desk/open-scenes`.
import { create } from "zustand";
import { call } from "@/ipc/host";
import type {
  Act,
  ApplicationState,
  BatchId,
  CanonScope,
  CardKey,
  ChapterId,
  CharRange,
  CheckpointId,
  EntityId,
  FindingId,
  Generate,
  GenerationId,
  JsonValue,
  LoreEntryId,
  OpenedProject,
  RunId,
  SceneId,
  Settings,
  ThreadAnchorId,
  ThreadId,
  TimelineEventId,
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
  | { kind: "prompts" };

/** The tabs of the inspector, in display order. */
export const INSPECTOR_TABS = [
  "part",
  "bible",
  "lore",
  "graph",
  "timeline",
  "threads",
  "context",
  "search",
  "findings",
  "workflows",
  "versions",
  "checkpoints",
] as const;

/** A tab of the inspector. */
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

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
  /** The key of a bible field to scroll to, once. */
  bible?: string | null;
  /** A workflow run. */
  run?: RunId | null;
  /** A finding of a check. */
  finding?: FindingId | null;
  /** The scope of the listed findings. */
  findingsOf?: "scene" | "chapter" | "book";
}

/** The dialogs, with their arguments. */
export type Dialog =
  | { name: "palette" }
  | { name: "new-project" }
  /** What can be recovered from a damaged project. */
  | { name: "damage" }
  | { name: "import" }
  | { name: "export" }
  | { name: "settings"; section?: string }
  /** The configured models; may open at a kind of server to add, or at a provider. */
  | {
      name: "models";
      section?: "providers" | "routes" | "keys" | "ceilings";
      preset?: string;
      provider?: string;
    }
  /** The embedding model of this machine. */
  | { name: "meaning" }
  /** Shown when a feature needs a model and none is configured. */
  | { name: "no-model" }
  | { name: "create-checkpoint" }
  | {
      name: "restore-checkpoint";
      checkpoint: CheckpointId;
      scene?: SceneId;
      chapter?: ChapterId;
      canon?: CanonScope;
    }
  | { name: "new-lore"; title?: string }
  /** Adds an alias to an entry or entity chosen in the dialog. */
  | { name: "add-alias"; alias: string }
  | { name: "import-lore" }
  | { name: "export-lore" }
  | { name: "removed-lore" }
  | { name: "unknown-names" }
  /** Merges two cards: `from` disappears; `into` stays, if already known. */
  | { name: "merge-cards"; from: CardKey; into?: CardKey }
  /** Without an id it creates a new one. A passage is the place that mentions it, or its evidence. */
  | { name: "edit-entity"; entity: EntityId | null; called?: string }
  | { name: "edit-fact"; fact: number | null; subject?: EntityId; passage?: Passage }
  | { name: "edit-relation"; relation: number | null; from?: EntityId; passage?: Passage }
  | { name: "edit-thread"; thread: ThreadId | null; passage?: Passage }
  | { name: "anchor-thread"; passage: Passage; role: "payoff" | "reminder" | "plant"; thread?: ThreadId }
  | { name: "place-anchor"; anchor: ThreadAnchorId }
  | { name: "edit-event"; event: TimelineEventId | null; passage?: Passage }
  | { name: "find"; scope: "scene" | "chapter" | "book"; replace: boolean }
  | { name: "bin" }
  | { name: "renumber" }
  | { name: "go-to-chapter" }
  | { name: "retreat" }
  /** A model act with the author's own instruction. */
  | { name: "instruct"; act?: Act }
  /** Previews a request before it is sent. */
  | { name: "preview-sending"; request: Generate }
  /** Asks for consent before text is sent to a host for the first time. */
  | { name: "consent"; provider: string; origin: string; request: Generate }
  /** A scene card or titles, generated while the dialog is open. */
  | { name: "model-values"; request: Generate }
  /** Model usage, and the spending limits. */
  | { name: "usage" }
  /** The inputs of a workflow and its model requests, before it starts. */
  | { name: "start-workflow"; workflow: string; chapter?: ChapterId }
  /** Runs a workflow again: all of it, or from a step on. */
  | {
      name: "run-again";
      run: RunId;
      node?: string;
      only?: boolean;
      /** Replacement params for that step. */
      params?: { readonly [name: string]: JsonValue };
    }
  /** Which events start workflows automatically, and what those may spend. */
  | { name: "workflow-switches" }
  /** The rules that texts are checked against. */
  | { name: "check-rules" }
  /** The novel's spelling dictionary and its own words. */
  | { name: "spelling" }
  | { name: "shortcuts" }
  /** The author's guide. */
  | { name: "guide" }
  | { name: "about" };

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

/** The default settings, used until the backend has reported the author's. */
export const DEFAULTS: Settings = {
  theme: "system",
  language: null,
  font: "",
  font_size: 18,
  measure: 38,
  line_height: 1.9,
  indent: 2,
  count_rule: "language",
  typewriter: false,
  focus: false,
  markdown: true,
  punctuation: true,
  spelling: true,
  whole_chapter: true,
  show_names: false,
  show_ai_spans: true,
  daily_goal: 0,
  reopen_last: true,
  hourly_backups: true,
  backup_folder: null,
  interface_scale: 1,
  shortcuts: {},
};

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
  finding: null,
};

export const useDesk = create<Desk>(() => ({
  application: null,
  project: null,
  settings: DEFAULTS,
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
  finding: "findings",
  findingsOf: "findings",
} as const;

/** Shows one canon item in its tab, or the tab's list when null. */
export function showItem<K extends keyof Shown>(kind: K, id: Shown[K]): void {
  // An entry and a card without one share the same slot.
  const instead = kind === "lore" ? { card: null } : kind === "card" ? { lore: null } : {};
  useDesk.setState(({ shown }) => ({ shown: { ...shown, ...instead, [kind]: id } }));
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
