// The state that features share: the open project, the settings, what stands in the middle of the window, and which
// dialog is open. Small on purpose: answers of the backend live in `ipc/queries`, open texts in `desk/open-scenes`.
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

/** What stands in the middle of the window. */
export type Centre =
  | { kind: "writing" }
  /** Two versions of a scene; no `to` is the working text. */
  | { kind: "compare-versions"; scene: SceneId; from: number; to: number | null }
  /** A checkpoint beside another one, or beside the project as it stands. */
  | { kind: "compare-checkpoints"; from: CheckpointId; to: CheckpointId | null }
  | { kind: "statistics" }
  /** The knowledge graph; around one entity when one is named. */
  | { kind: "graph"; entity: EntityId | null }
  | { kind: "timeline" }
  /** Proposals for the graph, one after another; those of one batch when it is named. */
  | { kind: "review"; batch?: BatchId }
  /** The steps of a workflow as a graph; as they are in a run when one is named. */
  | { kind: "workflow"; workflow: string; run?: RunId }
  /** The templates of prompts, and what they make. */
  | { kind: "prompts" };

/** The tabs of the inspector, as they stand. */
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

/** A passage of a scene's working text, in char offsets, with what stands there. */
export interface Passage {
  scene: SceneId;
  range: CharRange;
  quote: string;
}

/** A card that has no entry: known by its entity, or by its name where the bible alone knows it. */
export type BareCard = { entity: EntityId } | { name: string };

/** What the tabs of the canon show: one thing, or with null their list. */
export interface Shown {
  lore: LoreEntryId | null;
  /** A card without an entry, in the place of an entry. */
  card?: BareCard | null;
  entity: EntityId | null;
  thread: ThreadId | null;
  event: TimelineEventId | null;
  /** What a model was sent for it, in the tab of the context. */
  generation: GenerationId | null;
  /** The key of a bible field that is gone to, once. */
  bible?: string | null;
  /** A run of a workflow. */
  run?: RunId | null;
  /** A finding of a check. */
  finding?: FindingId | null;
  /** Where findings are listed of. */
  findingsOf?: "scene" | "chapter" | "book";
}

/** The dialogs, with what each is opened for. */
export type Dialog =
  | { name: "palette" }
  | { name: "new-project" }
  /** What of a damaged project is whole. */
  | { name: "damage" }
  | { name: "import" }
  | { name: "export" }
  | { name: "settings"; section?: string }
  /** What models are set up; at a kind of server to add, or at a provider, when one is named. */
  | {
      name: "models";
      section?: "providers" | "routes" | "keys" | "ceilings";
      preset?: string;
      provider?: string;
    }
  /** The embedding model of this machine. */
  | { name: "meaning" }
  /** Something wants a model and none is set up. */
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
  /** Another name for an entry or entity that is chosen there. */
  | { name: "add-alias"; alias: string }
  | { name: "import-lore" }
  | { name: "export-lore" }
  | { name: "removed-lore" }
  | { name: "unknown-names" }
  /** Two cards that are one: the one that goes, and the one that stays where it is known. */
  | { name: "merge-cards"; from: CardKey; into?: CardKey }
  /** Without an id a new one; a passage is where it is told, or what proves it. */
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
  /** An act of a model with the author's own words on it. */
  | { name: "instruct"; act?: Act }
  /** What would be sent, to be looked at before it is. */
  | { name: "preview-sending"; request: Generate }
  /** Text was never sent to this host: the author looks at it and agrees, or not. */
  | { name: "consent"; provider: string; origin: string; request: Generate }
  /** A scene card or titles, asked for while it is open. */
  | { name: "model-values"; request: Generate }
  /** What models took, and the most that may be spent. */
  | { name: "usage" }
  /** What a workflow is given, and what it asks models for, before it begins. */
  | { name: "start-workflow"; workflow: string; chapter?: ChapterId }
  /** A run again: all of it, or from a step on. */
  | {
      name: "run-again";
      run: RunId;
      node?: string;
      only?: boolean;
      /** Other params for that step. */
      params?: { readonly [name: string]: JsonValue };
    }
  /** What starts workflows by itself, and what they may spend. */
  | { name: "workflow-switches" }
  /** Which rules texts are checked by. */
  | { name: "check-rules" }
  /** The dictionary that the novel is checked with, and its own. */
  | { name: "spelling" }
  | { name: "shortcuts" }
  /** The guide for authors. */
  | { name: "guide" }
  | { name: "about" };

/** What stands beside the middle of the window. */
export type Pane = "binder" | "inspector";

interface Desk {
  application: ApplicationState | null;
  project: OpenedProject | null;
  settings: Settings;
  /** The scene that is written in. */
  scene: SceneId | null;
  centre: Centre;
  dialog: Dialog | null;
  tab: InspectorTab;
  shown: Shown;
  /** Widths in px as the author wants them; 0 is hidden. How they stand is told by `panesIn`. */
  binder: number;
  inspector: number;
  /** The pane that was asked for last. */
  asked: Pane | null;
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

/** Each tab of the canon shows its list. */
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
  asked: null,
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
  useDesk.setState(({ asked }) => ({ centre, asked: WIDE.has(centre.kind) ? null : asked }));
}

/** What takes the room of the inspector too. */
export const WIDE: ReadonlySet<Centre["kind"]> = new Set([
  "compare-checkpoints",
  "statistics",
  "review",
  "prompts",
  "workflow",
]);

/** Shows a tab of the inspector, and the inspector when it was hidden or had no room. */
export function showTab(tab: InspectorTab): void {
  useDesk.setState(({ inspector, centre }) => ({
    tab,
    inspector: inspector || INSPECTOR_WIDTH,
    asked: "inspector",
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

/** Shows one thing of the canon in its tab; with null the list of its tab. */
export function showItem<K extends keyof Shown>(kind: K, id: Shown[K]): void {
  // An entry and a card without one stand in the same place.
  const instead = kind === "lore" ? { card: null } : kind === "card" ? { lore: null } : {};
  useDesk.setState(({ shown }) => ({ shown: { ...shown, ...instead, [kind]: id } }));
  showTab(TAB_OF[kind]);
}

/** Shows the card of an entry, of an entity, or of somebody whom the bible alone knows. */
export function showCard({ entry, entity, name }: CardKey): void {
  if (entry != null) showItem("lore", entry);
  else if (entity != null) showItem("card", { entity });
  else if (name != null) showItem("card", { name });
}

/** Shows what a model was sent for a generation, and what became of it. */
export function showGeneration(id: GenerationId): void {
  showItem("generation", id);
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
