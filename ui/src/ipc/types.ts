// Generated from the command list of `studio` by `cargo xtask types`. Not to be edited.

/**
 * What a probe found a server able to do. An ability that was only claimed is not one: some servers take a schema and
 * pass over it.
 */
export type Abilities = {
  /** Answers keep to a schema (`json_schema`). */
  json_schema: boolean,
  /** Answers are JSON (`json_object`). */
  json_mode: boolean, };

/** Which direction. */
export type AcceptSuggestion = {
  /** After which chapter. */
  chapter: ChapterId,
  /** The number of the direction. */
  id: number, };

/** What the author asked for. */
export type Act = "card" | "draft" | "continue" | "rewrite" | "expand" | "compress" | "polish" | "titles" | "memory" | "summary" | "story_so_far" | "extraction" | "suggestion" | "check";

/** Something done to a thread. */
export type ActOnThread = {
  /** The thread. */
  thread: ThreadId,
  /** What is done. */
  act: ThreadAct,
  /** Why, when it is given up. */
  reason?: string, };

/** A passage for a thread. */
export type AddAnchor = {
  /** The thread. */
  thread: ThreadId,
  /** What the passage does for it. */
  role: AnchorRole,
  /** Where it stands. */
  passage: Passage,
  /** Of a payoff: whether nothing is left to pay off. It is when absent. */
  whole?: boolean | null,
  /** What the author notes. */
  note?: string, };

/** What doing a run again would do. */
export type AgainPreview = {
  /** Steps that run. */
  runs: Array<string>,
  /** Steps whose outputs are kept. */
  reused: Array<string>,
  /** About how much, where that can be said. */
  cost: Cost | null,
  /** Whether they may cost anything. */
  may_cost: boolean,
  /** What they ask models for, where that can be said. */
  asks: Asks | null, };

/** What of the canon a text conflicts with. */
export type Against = { "kind": "bible", "id": BibleFieldId } | { "kind": "lore", "id": LoreEntryId } | { "kind": "entity", "id": EntityId } | { "kind": "relation", "id": RelationId } | { "kind": "fact", "id": FactId } | { "kind": "thread", "id": ThreadId } | { "kind": "event", "id": TimelineEventId };

/** What of the canon a finding conflicts with. */
export type AgainstView = {
  /** What it is called, or says. */
  title: string, } & ({ "kind": "bible", "id": BibleFieldId } | { "kind": "lore", "id": LoreEntryId } | { "kind": "entity", "id": EntityId } | { "kind": "relation", "id": RelationId } | { "kind": "fact", "id": FactId } | { "kind": "thread", "id": ThreadId } | { "kind": "event", "id": TimelineEventId });

/** A stretch of a text that a model wrote. */
export type AiSpan = {
  /** The generation it came from. */
  generation: GenerationId,
  /** Where it stands, in char offsets of the text. */
  range: CharRange, };

/** The run that goes on. */
export type AlreadyRunning = {
  /** The run: another one where the definition is another. */
  run: RunId, };

/** A passage of a thread. */
export type AnchorRequest = {
  /** Which one. */
  anchor: ThreadAnchorId, };

/** What a passage does for its thread. */
export type AnchorRole = "plant" | "reminder" | "payoff";

/** A passage of a thread in a list. */
export type AnchorView = {
  /** Which one. */
  id: ThreadAnchorId,
  /** What it does for the thread. */
  role: AnchorRole,
  /** What stands there; what stood there where it is gone. */
  quote: string,
  /** Whether it was deleted. */
  gone: boolean,
  /** What the author notes. */
  note: string,
  /** The version it was last known in for sure. */
  version: VersionNo,
  /** Where it stood in that. */
  range: CharRange,
  /** Where in the book. */
  place: SceneRef, };

/** What the author says to a question. */
export type AnswerRun = {
  /** The run. */
  run: RunId,
  /** The step that asks. */
  node: string,
  /** The item of it that asks. */
  item?: number | null,
  /** Whether it shall go on. */
  accept: boolean,
  /** What is said beside. */
  data?: JsonValue, };

/** The program as the window finds it. */
export type ApplicationState = {
  /** Its version. */
  version: string,
  /** `linux`, `macos` or `windows`. */
  platform: string,
  /** Whether this is a build for its makers. */
  debug: boolean,
  /** The author's settings. */
  settings: Settings,
  /** The settings could not be read; they were put aside and these are the defaults. */
  settings_were_broken: boolean,
  /** Where backups go, for people. */
  backup_folder: string,
  /** The open project. */
  project: OpenedProject | null,
  /** The project that was to be opened at the start could not be. */
  opening: Failure | null,
  /** The projects of late. */
  recent: Array<RecentProject>, };

/** A part of the page, in logical pixels from its upper left corner. */
export type Area = {
  /** The left edge. */
  x: number,
  /** The upper edge. */
  y: number,
  /** The width. */
  width: number,
  /** The height. */
  height: number, };

/** A model that is asked. */
export type AskedModel = {
  /** The id of its provider. */
  provider: string,
  /** What the author calls the provider. */
  provider_name: string,
  /** The model. */
  model: string,
  /** Where the request goes: scheme, host and port. */
  origin: string,
  /** Whether the author agreed that text is sent there. */
  consented: boolean,
  /** How many tokens a request may take, sent and answered together, without asking the author. */
  unasked: number, };

/** What steps ask models for. */
export type Asks = {
  /** The models by name. */
  models: Array<string>,
  /** Requests. */
  requests: number,
  /** Tokens sent. */
  prompt_tokens: number,
  /** Tokens of the answers, by what is usual. */
  answer_tokens: number, };

/** A relation or a fact. */
export type AssertionRequest = { "relation": RelationId } | { "fact": FactId };

/** A place in a text. */
export type AtPlace = {
  /** The scene. */
  scene: SceneId,
  /** The version; the working text when absent. */
  version?: VersionNo | null,
  /** The place, in char offsets of that text. */
  offset: CharOffset, };

/** Where the words of a version came from. */
export type Author = "user" | "ai" | "import" | "restore";

/** A backup to make. */
export type BackUp = {
  /** Into which folder. */
  folder: string, };

/** A backup that was made. */
export type BackedUp = {
  /** Where it is. */
  path: string,
  /** Its size. */
  bytes: number,
  /** When it was proved readable and equal. */
  proved_at: Timestamp,
  /** Older backups that were thinned out. */
  removed: Array<string>, };

/** A backup where the settings say. */
export type BackedUpNow = {
  /** When it was proved readable and equal. */
  at: Timestamp, };

/** A batch of proposals that came together. Never reused, never changed. */
export type BatchId = number;

/** A batch of proposals. */
export type BatchRequest = {
  /** Which one. */
  batch: BatchId, };

/** A batch of proposals. */
export type BatchView = {
  /** Which one. */
  id: BatchId,
  /** Where it came from. */
  source: string,
  /** When it came. */
  created_at: Timestamp,
  /** When it was undone. */
  undone_at: Timestamp | null,
  /** How many of its proposals were applied. */
  applied: number,
  /** How many wait. */
  pending: number,
  /** How many were rejected. */
  rejected: number, };

/** What was planned before. */
export type Before = {
  /** What the chapter was for. */
  goal: string,
  /** What was to happen in the chapter. */
  synopsis: string,
  /** What was to happen in the scene. */
  scene_synopsis: string,
  /** Who was to be in the scene. */
  characters: Array<string>, };

/** The story bible. */
export type Bible = {
  /** The standard fields in their order, then the author's own. */
  fields: Array<BibleField>, };

/** A field of the bible. */
export type BibleField = {
  /** What it goes by: a standard name, or the author's own. */
  key: string,
  /** What it says; empty where nothing was written yet. */
  value: string,
  /** Whether it is a hard constraint. */
  locked: boolean,
  /** Whether every book has it. */
  standard: boolean, };

/** A bible field (设定). Never reused, never changed. */
export type BibleFieldId = number;

/** A field of the bible. */
export type BibleFieldRequest = {
  /** What it goes by. */
  key: string, };

/** A line of the bible that names somebody. */
export type BibleLine = {
  /** The field it stands in. */
  field: string,
  /** The line. */
  line: string, };

/** The bin. */
export type Bin = {
  /** What lies in it, latest first within each kind. */
  parts: Array<BinnedPart>, };

/** A part in the bin. */
export type BinnedPart = {
  /** What it stood in. */
  parent: Parent,
  /** Its title. */
  title: string,
  /** Since when. */
  binned_at: Timestamp | null, } & ({ "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId });

/** A branch that was started. */
export type BranchCreated = {
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo,
  /** Its first version. */
  version: VersionNo, };

/** A branch of a scene. */
export type BranchEntry = {
  /** Its number. */
  branch: BranchNo,
  /** Its name; empty when nobody named it. */
  name: string,
  /** Whether it is the main line. */
  main: boolean,
  /** Whether it is the line that the scene's working text goes on. */
  open: boolean,
  /** The version it starts from. */
  base: VersionNo | null,
  /** Its newest version. */
  head: VersionNo | null,
  /** When it was made. */
  created_at: Timestamp, };

/** A branch that was merged. */
export type BranchMerged = {
  /** The scene. */
  scene: SceneId,
  /** The new version of the main line. */
  version: VersionNo,
  /** Places where both lines had changed, as they were decided. */
  conflicts: Array<Conflict>, };

/** A branch (分支) of one scene: 0 is the line the scene was born with. */
export type BranchNo = number;

/** A branch that was renamed. */
export type BranchRenamed = {
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo,
  /** Its name. */
  name: string, };

/** A branch of a scene. */
export type BranchRequest = {
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo, };

/** The branches of a scene. */
export type Branches = {
  /** The scene. */
  scene: SceneId,
  /** In the order they were made. */
  branches: Array<BranchEntry>, };

/** Two budgets. */
export type BudgetChange = {
  /** Of the first receipt. */
  before: ContextBudget,
  /** Of the second. */
  after: ContextBudget, };

/** How many findings there are of each severity. */
export type BySeverity = {
  /** Blemishes. */
  low: number,
  /** Worth a look. */
  medium: number,
  /** A reader will notice. */
  high: number,
  /** They break the story. */
  critical: number, };

/** What to end. */
export type CancelRun = {
  /** The run. */
  run: RunId,
  /** Only this step, with everything after it. */
  node?: string | null, };

/** A part of the canon that can come back alone. */
export type CanonScope = "bible" | "lore" | "graph" | "threads" | "timeline" | "prompts";

/** A card whole. */
export type Card = {
  /** What its entry says. */
  lore: LoreEntry | null,
  /** Its facts and relations, as of the end of the book. */
  graph: EntityCard | null,
  /** Where the book mentions it; none for somebody whom the bible alone knows. */
  mentions: MentionsFound | null,
  /** The plot threads that name it. */
  threads: Array<ThreadView>,
  /** The events it takes part in, in the order of the story. */
  events: Array<EventView>,
  /** The lines of the bible that name it. */
  bible: Array<BibleLine>,
  /** Its lore entry; none until somebody writes one. */
  entry: LoreSummary | null,
  /** Its entity; none until a fact, a relation or an event needs one. */
  entity: EntityId | null,
  /** What it is called. */
  title: string,
  /** The kind of its entry, or of its entity where there is no entry. */
  kind: string,
  /** Its other names. */
  aliases: Array<string>,
  /** Whether the bible lists it among the people. */
  in_bible: boolean,
  /** How much is known of it. */
  counts: CardCounts, };

/** An act upon cards. */
export type CardActRequest = {
  /** Its number, as the act answered. */
  act: number, };

/** How much is known of a card. */
export type CardCounts = {
  /** How often the book mentions it; none where that was not asked for. */
  mentions: number | null,
  /** Facts about it, and facts whose value it is. */
  facts: number,
  /** Relations from it and to it. */
  relations: number,
  /** Plot threads that name it. */
  threads: number,
  /** Events it takes part in. */
  events: number,
  /** Proposals about it that wait. */
  proposals: number, };

/** What a card has once, so that one of two must be taken. */
export type CardField = "name" | "kind" | "priority" | "and_keywords";

/** A card: by its entry, by its entity, or by any of its names. */
export type CardKey = {
  /** The card of this lore entry. */
  entry?: LoreEntryId | null,
  /** The card of this entity. */
  entity?: EntityId | null,
  /** The card with this name. */
  name?: string | null, };

/** A card in a list. */
export type CardRow = {
  /** Its lore entry; none until somebody writes one. */
  entry: LoreSummary | null,
  /** Its entity; none until a fact, a relation or an event needs one. */
  entity: EntityId | null,
  /** What it is called. */
  title: string,
  /** The kind of its entry, or of its entity where there is no entry. */
  kind: string,
  /** Its other names. */
  aliases: Array<string>,
  /** Whether the bible lists it among the people. */
  in_bible: boolean,
  /** How much is known of it. */
  counts: CardCounts, };

/** The cards. */
export type Cards = {
  /** By title. */
  cards: Array<CardRow>, };

/** Whether capitals and small letters differ. */
export type Case = "ignore" | "exact";

/** Who and what is in a scene. */
export type Cast = {
  /** The scene. */
  scene: SceneId,
  /** Most mentioned first. */
  cast: Array<CastMember>, };

/** Something that is mentioned in a scene. */
export type CastMember = {
  /** How often. */
  count: number,
  /** Where first, in char offsets of the working text. */
  first: CharRange,
  /** The lore entry, where it has one. */
  entry: LoreEntryId | null,
  /** The entity, where it has one. */
  entity: EntityId | null,
  /** What it is called. */
  title: string,
  /** The kind of the entry, or of the entity where there is no entry. */
  kind: string, };

/** The most that may be spent. None is no ceiling. */
export type Ceilings = {
  /** By one generation, all of its calls together. */
  per_run: Cost | null,
  /** In thirty days, in this novel. */
  per_month: Cost | null, };

/** An item that is not the same on two sides. */
export type ChangeEntry = {
  /** What it is. */
  kind: ItemKind,
  /** Which one; 1 for the project and the outline. */
  id: number,
  /** How it differs. */
  change: Changed,
  /** The title of the part on the second side, or on the first where it went. */
  title: string,
  /** The record on the first side, for records. */
  before: JsonValue | null,
  /** The record on the second side, for records. */
  after: JsonValue | null,
  /** The parts that moved, for the outline. */
  moved: Moves | null,
  /** The changes in the text, where they were asked for. */
  hunks: Array<HunkText> | null, };

/** Settings to change. */
export type ChangeSettings = {
  /** The fields to change and what they shall be; a backup folder is a token of a chosen path. */
  changes: Partial<Settings>, };

/** How an item differs. */
export type Changed = "added" | "changed" | "removed";

/** What changes in a chapter. */
export type ChapterChanges = {
  /** Entities that appear first. */
  entities: Array<EntityView>,
  /** Facts that begin. */
  facts_begun: Array<FactView>,
  /** Facts that end. */
  facts_ended: Array<FactView>,
  /** Relations that begin. */
  relations_begun: Array<RelationView>,
  /** Relations that end. */
  relations_ended: Array<RelationView>, };

/** What a model found wrong. */
export type ChapterChecked = {
  /** The findings. */
  findings: Array<FindingRecord>,
  /** Findings whose quote does not stand in the text, and which were dropped. */
  dropped: number,
  /** Findings that were too unsure. */
  unsure: number,
  /** Who was asked. */
  model: string | null,
  /** What it took. */
  took: Took,
  /** How many findings there are now. */
  found: number,
  /** How many of them were not known, or were gone. */
  new: number,
  /** How many are gone. */
  gone: number, };

/** What was found for the graph. */
export type ChapterExtracted = {
  /** Proposals that nobody could read or apply, and which were dropped. */
  dropped: number,
  /** What it took. */
  took: Took,
  /** The batch they are kept as; none where there was nothing new. */
  batch: BatchId | null,
  /** Applied at once. */
  applied: number,
  /** For the author to decide. */
  pending: number,
  /** Rejected: too unsure, or without a quote that stands in the text. */
  rejected: number,
  /** Who proposed them. */
  source: CompletionSource, };

/** A chapter (章). Never reused, never changed. */
export type ChapterId = number;

/** A chapter. */
export type ChapterRequest = {
  /** Which one. */
  chapter: ChapterId, };

/** What is known of a chapter's completion, with the run that does it. */
export type ChapterState = {
  /** The newest run of it. */
  run: RunSummary | null,
  /** Its summary; none where nobody wrote one. */
  summary: ChapterSummaryView | null,
  /** Where the next one could go; none where nobody thought of it. */
  suggestions: SuggestionsView | null, };

/** Directions that were thought of. */
export type ChapterSuggested = {
  /** The directions. */
  suggestions: SuggestionsKept,
  /** What it took. */
  took: Took, };

/** A summary. */
export type ChapterSummaryView = {
  /** What happens. */
  text: string,
  /** What matters most. */
  key_events: Array<KeyEvent>,
  /** Who wrote it. */
  source: CompletionSource,
  /** When. */
  at: Timestamp,
  /** Whether a text of the chapter has changed since. */
  stale: boolean, };

/** A chapter and its scenes. */
export type ChapterView = {
  /** The chapter. */
  id: ChapterId,
  /** Its title. */
  title: string,
  /** How far it is. */
  status: Status,
  /** Wanted length in 字. */
  target: number | null,
  /** Its counts. */
  counts: Totals,
  /** Scenes in order. */
  scenes: Array<SceneView>, };

/** Titles that change, or changed. */
export type ChaptersRenumbered = {
  /** In reading order. */
  changes: Array<Renumbered>, };

/** A position between two Unicode scalar values, counted from the start of a text. */
export type CharOffset = number;

/** A half-open range of char offsets: `start` is inside, `end` is not; `start <= end` always holds. */
export type CharRange = { start: CharOffset, end: CharOffset, };

/** A template to look at before it is kept. */
export type CheckPrompt = {
  /** The file. */
  template: string, };

/** What a check found. */
export type CheckRun = {
  /** How many findings there are now, by these rules in these scenes, waived ones among them. */
  found: number,
  /** How many of them were not there at the last check. */
  new: number,
  /** How many were there at the last check and are not any more. */
  gone: number,
  /** By which rules it was checked. */
  rules: Array<Rule>,
  /** Scenes whose text is damaged and could not be checked. */
  unreadable: Array<SceneId>,
  /** The findings, in reading order. */
  findings: Array<FindingView>, };

/** Texts to check, such as the paragraphs in sight. */
export type CheckSpelling = {
  /** The texts, together no larger than a scene may be. */
  pieces: Array<string>, };

/** A checkpoint in a list. */
export type CheckpointEntry = {
  /** Its id. */
  id: CheckpointId,
  /** Its name. */
  name: string,
  /** What the author noted. */
  note: string,
  /** When it was made. */
  created_at: Timestamp,
  /** Whether the studio made it before another act. */
  automatic: boolean,
  /** Why it was made. */
  reason: Reason, };

/** A checkpoint (存档点). Ids grow in the order the checkpoints were made. */
export type CheckpointId = number;

/** A checkpoint that was brought back. */
export type CheckpointRestored = {
  /** The checkpoint. */
  checkpoint: CheckpointId,
  /** The state before: restoring it undoes this. */
  before: CheckpointId,
  /** What changed. */
  changes: Array<ChangeEntry>, };

/** The checkpoints of a project. */
export type Checkpoints = {
  /** Oldest first. */
  checkpoints: Array<CheckpointEntry>, };

/** A question for a file or a folder. */
export type Choose = {
  /** What for. */
  kind: ChooseKind,
  /** Title of the dialog, in the author's language. */
  title: string,
  /** A name to begin with, its ending included. */
  name?: string | null, };

/** What is asked for. */
export type ChooseKind = "open_project" | "new_project" | "import_file" | "import_folder" | "export_file" | "export_folder" | "import_lore" | "export_lore" | "import_prompt" | "export_prompt" | "backup_folder" | "model_folder";

/** A folder with a model. */
export type ChooseModel = {
  /** The folder, with `model.safetensors`, `config.json`, and `tokenizer.json` or `vocab.txt`. */
  folder: string, };

/** The dictionary to use for this novel. */
export type ChooseSpelling = {
  /** Its name; null lets the system decide. */
  dictionary: string | null, };

/** A file or a folder that was chosen. */
export type Chosen = {
  /** What was chosen; none when the author changed their mind. */
  path: ChosenPath | null, };

/** The model in use. */
export type ChosenModel = { "type": "none" } | { "type": "folder",
  /** Name of the folder. */
  name: string,
  /** Its path, for people. */
  path: string,
  /** Whether it has weights now. */
  present: boolean, } | { "type": "downloaded",
  /** Its short name. */
  model: string,
  /** Whether all of it is there. */
  present: boolean, };

/** A chosen path. */
export type ChosenPath = {
  /** Its token, for requests. */
  path: string,
  /** Its name, for people. */
  name: string,
  /** The folder it is in, for people. */
  folder: string, };

/** Why a folder is taken for a synced one. */
export type CloudFolder = { "sign": "service",
  /** The service. */
  name: string, } | { "sign": "conflict_copy",
  /** File name of the copy. */
  file: string, };

/** What kind of failure it is. Hosts act on these; the words are for people. */
export type Code = "file_not_found" | "file_exists" | "not_a_project" | "foreign_schema" | "newer_schema" | "older_schema" | "project_held" | "read_only" | "not_writable" | "file_gone" | "backup_folder" | "disk_full" | "busy" | "damaged" | "too_large" | "io" | "not_found" | "bad_request" | "name_taken" | "time_cycle" | "quote_not_found" | "merge_conflict" | "import_refused" | "copy_mismatch" | "no_project" | "no_model" | "consent_needed" | "agreement_needed" | "no_keychain" | "keys_locked" | "key_elsewhere" | "ceiling_reached" | "model_failed" | "step_failed" | "answer_unusable" | "prompt_faulty" | "model_unusable" | "download_failed" | "stopped" | "internal";

/** A compaction to do or to look at. */
export type CompactHistory = {
  /** Whether it is done. */
  compaction?: Compaction, };

/** Whether history is compacted or only looked at. */
export type Compaction = "preview" | "apply";

/** Two states to compare. */
export type CompareCheckpoints = {
  /** The first side. */
  from: CheckpointId,
  /** The second side; the project as it stands when absent. */
  to?: CheckpointId | null,
  /** Whether texts are shown with their changes. */
  words?: Words, };

/** Two versions of a template. */
export type ComparePrompts = {
  /** Its group. */
  group: string,
  /** Its key in the group. */
  key: string,
  /** The language it speaks to the model. */
  language: PromptLanguage,
  /** The earlier version; the shipped one when absent. */
  from?: PromptId | null,
  /** The later version; the shipped one when absent. */
  to?: PromptId | null, };

/** Two generations whose receipts are compared. */
export type CompareReceipts = {
  /** The earlier one. */
  from: GenerationId,
  /** The later one. */
  to: GenerationId, };

/** Two texts to compare. */
export type CompareTexts = {
  /** The text as it is. */
  old: string,
  /** The text as it would be. */
  new: string, };

/** What is not the same on two sides. */
export type Comparison = {
  /** The first side. */
  from: CheckpointId | null,
  /** The second side; none for the project as it stands. */
  to: CheckpointId | null,
  /** By kind and id. */
  changes: Array<ChangeEntry>, };

/** A step of a chapter. */
export type Complete = {
  /** The chapter. */
  chapter: ChapterId,
  /** Who shall do it; the program itself when absent. */
  by?: CompletedBy, };

/** A chapter. */
export type CompleteChapterRequest = {
  /** Which one. */
  chapter: ChapterId, };

/** Who shall do a step. */
export type CompletedBy = "local" | "model";

/** What a step would take, before it is done. */
export type CompletionEstimate = {
  /** The model that would be asked; none where the program does it itself. */
  model: string | null,
  /** Calls. */
  calls: number,
  /** Tokens sent. */
  prompt_tokens: number,
  /** Tokens of the answers, by what is usual. */
  answer_tokens: number,
  /** What it costs, where the price is known. */
  cost: Cost | null, };

/** What the steps of a chapter would take. */
export type CompletionPreview = {
  /** The summary, and the story so far. */
  summary: CompletionEstimate,
  /** Proposals for the graph. */
  extraction: CompletionEstimate,
  /** Directions for the next chapter. */
  suggestion: CompletionEstimate,
  /** What a model finds wrong; nothing where none is to be asked. */
  check: CompletionEstimate, };

/** Who did a step. */
export type CompletionSource = "local" | { "model": string };

/** A stretch both sides changed, not in the same way. `merged` holds the text of `ours`. */
export type Conflict = {
  /** What was there, in the base text. */
  base: CharRange,
  /** What we made of it, in our text. */
  ours: CharRange,
  /** What they made of it, in their text. */
  theirs: CharRange,
  /** Where our side of it stands in the merged text. */
  merged: CharRange, };

/** Agreement that text may be sent to the host of a provider, or its withdrawal. */
export type Consent = {
  /** Whose host. */
  id: ProviderId,
  /** Whether text may be sent. */
  agreed: boolean, };

/** What the JSON of a lorebook is written into. */
export type Container = "json" | "png";

/** The room there is, in tokens of the model. */
export type ContextBudget = {
  /** The model's window. */
  window: number,
  /** What is kept free for the answer. */
  answer: number,
  /** What is sent in any case: the template and the instruction. */
  fixed: number,
  /** How the layers share the rest. */
  shares: LayerShares, };

/** What became of a candidate. */
export type ContextFate = { "kind": "kept" } | { "kind": "cut",
  /** The tokens of what is sent. */
  kept_tokens: number,
  /** What is sent, in char offsets of its text. */
  kept: CharRange, } | { "kind": "dropped",
  /** Why. */
  reason: DropReason, };

/** A layer of the context, in the order layers are sent. */
export type ContextLayer = "system" | "long_term" | "structured" | "vector" | "recent";

/** What became of one candidate. */
export type ContextPart = {
  /** The layer it was meant for. */
  layer: ContextLayer,
  /** Where it comes from. */
  source: ContextSource,
  /** How true it is. */
  standing: ContextStanding,
  /** How strongly it was wanted. */
  precedence: ContextPrecedence,
  /** The tokens of its whole text. */
  tokens: number,
  /** The Unicode scalar values of its whole text. */
  characters: number,
  /** SHA-256 of its whole text, hexadecimal. */
  text_hash: string,
  /** What became of it. */
  fate: ContextFate,
  /** Where it stands in the text of its layer; `None` when it was dropped. */
  shown: CharRange | null, };

/** How strongly something is wanted, the strongest first. */
export type ContextPrecedence = "required" | "pinned" | "constant" | "usual";

/** What would be sent. */
export type ContextPreview = {
  /** Who would be asked first; none where no model is set up. */
  target: AskedModel | null,
  /** The template. */
  prompt: PromptRef,
  /** The messages, word for word. */
  messages: Array<RenderedMessage>,
  /** Room and how it is shared, in tokens. */
  budget: ContextBudget,
  /** The layers of the context. */
  layers: Array<LayerText>,
  /** Every part, kept or dropped, and why. */
  parts: Array<ContextPart>,
  /** Tokens of the messages, estimated. */
  tokens: number,
  /** What asking takes, each candidate once. */
  takes: RequestEstimate,
  /** Wanted length in 字. */
  length: number,
  /** How many names and personal data are not sent: stand-ins stand for them in the messages. */
  masked: number,
  /** Text that reads like an order to the model, in what comes from the project. */
  suspicions: Array<string>, };

/** Where a piece of context comes from. Names and titles are for people: they say nothing about which thing it is. */
export type ContextSource = { "kind": "instruction" } | { "kind": "scene_plan",
  /** The scene. */
  scene: SceneId, } | { "kind": "selection",
  /** The scene. */
  scene: SceneId,
  /** The version of its text. */
  version: VersionNo,
  /** Where in that text. */
  range: CharRange, } | { "kind": "text_before",
  /** The scene. */
  scene: SceneId,
  /** The version of its text. */
  version: VersionNo,
  /** Where in that text. */
  range: CharRange, } | { "kind": "text_after",
  /** The scene. */
  scene: SceneId,
  /** The version of its text. */
  version: VersionNo,
  /** Where in that text. */
  range: CharRange, } | { "kind": "previous_scene",
  /** The scene. */
  scene: SceneId,
  /** The version of its text. */
  version: VersionNo, } | { "kind": "bible_field",
  /** The field. */
  id: BibleFieldId,
  /** Its key. */
  key: string, } | { "kind": "lore_entry",
  /** The entry. */
  id: LoreEntryId,
  /** Its title. */
  title: string, } | { "kind": "entity_state",
  /** The entity. */
  id: EntityId,
  /** Its name. */
  name: string, } | { "kind": "fact",
  /** The fact. */
  id: FactId, } | { "kind": "relation",
  /** The relation. */
  id: RelationId, } | { "kind": "thread",
  /** The thread. */
  id: ThreadId,
  /** Its title. */
  title: string, } | { "kind": "event",
  /** The event. */
  id: TimelineEventId,
  /** What happened. */
  title: string, } | { "kind": "story_so_far",
  /** The last chapter in it. */
  chapter: ChapterId, } | { "kind": "summary",
  /** The chapter. */
  chapter: ChapterId, } | { "kind": "passage",
  /** The scene. */
  scene: SceneId,
  /** The version of its text. */
  version: VersionNo,
  /** Where in that text. */
  range: CharRange, };

/** How true something is, the truest first. On a conflict the truer one is sent. */
export type ContextStanding = "locked_canon" | "approved_fact" | "current_text" | "unapproved";

/** Money, in millionths of the unit of a currency. */
export type Cost = {
  /** ISO 4217. */
  currency: string,
  /** Millionths. */
  micros: number, };

/** What a total counts. */
export type CountRule = "standard" | "word" | "han" | "all";

/** Which of the totals is shown as 字数. */
export type CountRuleName = "language" | "standard" | "word" | "han" | "all";

/** A text to count. */
export type CountText = {
  /** The text. */
  text: string,
  /** The rule whose total is wanted. */
  rule?: CountRule, };

/** A text that was counted. */
export type Counted = {
  /** The rule that was asked for. */
  rule: CountRule,
  /** Its total. */
  total: number,
  /** The totals by all four rules. */
  counts: Totals,
  /** What the characters are. */
  classes: Counts, };

/**
 * What the characters of a text are. All fields but `words`, `numbers` and `scalars` are classes: each scalar is
 * in one of them.
 */
export type Counts = {
  /** Han characters of all Unicode blocks, with 々, 〆 and 〇. */
  han: number,
  /** Hiragana and katakana, half-width ones and ー too. */
  kana: number,
  /** Hangul syllables. */
  hangul: number,
  /** CJK punctuation, Bopomofo and signs, full-width marks; the marks shared with Latin in a CJK line. */
  cjk_punctuation: number,
  /** Letters of all other scripts, full-width ones too. */
  letters: number,
  /** Runs of letters (with digits among them): Latin words. */
  words: number,
  /** Digits, full-width ones and Roman numeral signs (Ⅻ) too. */
  digits: number,
  /** Runs of digits without a letter: numbers. */
  numbers: number,
  /** All other punctuation and signs of writing: ASCII marks, currency, mathematics. */
  punctuation: number,
  /** White space but line ends, full-width spaces too. */
  whitespace: number,
  /** Line ends (LF). */
  line_ends: number,
  /** Emoji and what has no class of its own, one for each grapheme. */
  other: number,
  /** Markdown marks. */
  markup: number,
  /**
   * Scalars that show nothing of their own: combining marks, joiners, variation selectors, zero-width spaces, and
   * the scalars of an emoji after its first.
   */
  attached: number,
  /** All scalars: the sum of the classes. */
  scalars: number, };

/** A project to create and open. */
export type CreateAndOpen = {
  /** Token of the path the author chose. */
  path: string,
  /** Title of the novel. */
  title: string,
  /** Its author. */
  author: string,
  /** The language it will be written in; found out at the first import when absent. */
  language?: NovelLanguage | null,
  /** Title of a first chapter with an empty scene; none when empty. */
  first_chapter: string, };

/** A branch to start. */
export type CreateBranch = {
  /** The scene. */
  scene: SceneId,
  /** The version it starts from; the newest of the main line when absent. */
  from?: VersionNo | null,
  /** Its name. */
  name?: string, };

/** A checkpoint to make. */
export type CreateCheckpoint = {
  /** Its name. */
  name: string,
  /** What the author notes. */
  note?: string, };

/** A part to create. */
export type CreatePart = {
  /** What it goes into; that decides whether it is a volume, a chapter or a scene. */
  parent: Parent,
  /** Its title. */
  title?: string,
  /** Its index among its siblings, from 0; at the end when absent. */
  at?: number | null, };

/** A thread anchor that was shortened to the first part of a split. */
export type CutAnchor = {
  /** The anchor. */
  anchor: ThreadAnchorId,
  /** Where it stood in the whole text, in char offsets. */
  range: CharRange, };

/** Where a text that reached the hard limit was cut. */
export type CutReason = "hard_limit_sentence" | "hard_limit_clause" | "hard_limit_cut";

/** One place where the file does not hold what was written. */
export type Damage = { "kind": "structure",
  /** What SQLite found. */
  finding: string, } | { "kind": "record",
  /** `project`, `volume`, `chapter` or `scene`. */
  part: string,
  /** Its id. */
  id: number, } | { "kind": "text",
  /** The scene. */
  scene: SceneId,
  /** The version that cannot be read. */
  version: VersionNo,
  /** The newest version of the scene that can be read. */
  last_good: VersionNo | null, } | { "kind": "version",
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo, } | { "kind": "branch",
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo, } | { "kind": "draft",
  /** The scene. */
  scene: SceneId, } | { "kind": "checkpoint",
  /** The checkpoint. */
  checkpoint: CheckpointId, } | { "kind": "blob",
  /** Its row. */
  id: number, };

/** A page that is not what was written. */
export type DamagedPage = {
  /** Its number, from 1; a page has 4096 bytes. */
  page: number,
  /** The table or index that leads to it. */
  part: string,
  /** What is wrong with it. */
  fault: PageFault, };

/** A scene that is not whole. */
export type DamagedScene = {
  /** The scene. */
  scene: SceneId,
  /** Title of its chapter. */
  chapter: string,
  /** Its own title; often empty. */
  title: string,
  /** What is lost. */
  loss: Loss,
  /** The version that is shown; none where every text is lost. */
  shown: VersionNo | null, };

/** A table of which something is damaged. */
export type DamagedTable = {
  /** Its name. */
  table: string,
  /** Rows that are whole. */
  rows: number,
  /** Rows that could be found and are not whole. Rows on pages that cannot be read at all are not counted. */
  lost: number, };

/** What the author decided. */
export type Decide = {
  /** About which generation. */
  generation: GenerationId,
  /** About its text, if about that. */
  fate?: Fate | null,
  /** About its overflow, if about that. */
  overflow?: OverflowFate | null, };

/** What the author decides. */
export type Decision = "accept" | "reject" | "reopen";

/** A part that could not be done, or not as well as it might. */
export type Degraded = {
  /** Which part. */
  part: MemoryPart, } & ({ "why": "no_model" } | { "why": "consent_needed" } | { "why": "nothing_named" } | { "why": "unfinished" } | { "why": "not_indexed",
  /** How many. */
  texts: number, } | { "why": "failed",
  /** What was said of it. */
  message: string, });

/** What shall be said about a part. */
export type DescribePart = {
  /** The part. */
  part: PartId,
  /** How far it is; unchanged when absent. Volumes have none. */
  status?: Status | null,
  /** Wanted length in 字; none takes it away, unchanged when absent. Volumes have none. */
  target?: number | null,
  /** What happens in it; unchanged when absent. */
  synopsis?: string | null,
  /** What a chapter is for; unchanged when absent. Chapters alone have one. */
  goal?: string | null,
  /** What changes in the plan of a scene. Scenes alone have one. */
  plan?: PlanChange | null, };

/** What is said about the novel. */
export type DescribeProject = {
  /** Its title; unchanged when absent. */
  title?: string | null,
  /** Its author; unchanged when absent. */
  author?: string | null,
  /** The language it is written in; unchanged when absent. */
  language?: NovelLanguage | null, };

/** Something happened that no window asked for. */
export type DeskEvent = { "type": "changed",
  /** What changed. */
  tags: Array<Tag>, } | { "type": "menu",
  /** The window's command. */
  command: string, } | { "type": "closing",
  /** Whether a last key (F24) was sent behind all that were typed: when it arrives, they have. */
  last_key: boolean, } | { "type": "open_requested",
  /** Token of its path. */
  path: string,
  /** Its file name. */
  name: string, } | { "type": "verified",
  /** How many places are damaged. */
  damage: number,
  /** Whether it had not been closed properly. */
  unclean: boolean,
  /** The newest backup that holds what was written, when something is damaged. */
  sound_backup_at: Timestamp | null, } | { "type": "indexed",
  /** How far. */
  progress: IndexProgress, } | { "type": "backed_up",
  /** When. */
  at: Timestamp, } | { "type": "backup_failed",
  /** Why. */
  error: Failure, };

/** What the doctor found. */
export type Diagnosis = {
  /** Whether everything is as it was written. */
  healthy: boolean,
  /** Schema of the file. */
  schema: number,
  /** Derived figures that were wrong and are right again; none when nothing was rebuilt. */
  rebuilt: number | null,
  /** Of a damaged file: which pages, tables and scenes are damaged, and what can be read. */
  salvage: Report | null,
  /** What is damaged; empty when all is well. */
  damage: Array<Damage>,
  /** Scenes whose text was read. */
  scenes: number,
  /**
   * Versions whose counts are not those of their text, looked for when everything is verified. The texts are sound,
   * and counts can be made anew.
   */
  miscounted: Array<Miscounted>,
  /** Versions whose row was checked. */
  versions: number,
  /** Stored contents that were read. */
  blobs: number, };

/** A scene to compare between two states. */
export type DiffText = {
  /** The first side. */
  from: CheckpointId,
  /** The second side; the scene as it stands, its draft included, when absent. */
  to?: CheckpointId | null,
  /** The scene. */
  scene: SceneId, };

/** Two versions to compare. */
export type DiffVersions = {
  /** The scene. */
  scene: SceneId,
  /** The earlier version. */
  from: VersionNo,
  /** The later version; the working text (the draft, or the newest version where there is none) when absent. */
  to?: VersionNo | null, };

/** What two cards have differently. */
export type Difference = {
  /** What it is. */
  field: CardField,
  /** What the card that stays has. */
  into: string,
  /** What the card that goes has. */
  from: string, };

/** Acts that were done to several things. */
export type Done = {
  /** To how many. */
  count: number, };

/** A model to download. */
export type DownloadModel = {
  /** Its short name; the first of the catalogue when absent. */
  model?: string | null,
  /** A mirror to ask first, this time. */
  mirror?: string | null,
  /** The author agreed that it is fetched from these servers. */
  agreed?: boolean, };

/** One change of a working text that was kept before: of its draft, or of its base where there is none. */
export type DraftChange = {
  /** Characters of the text before the change. With `removed` it tells whether this is the text that is meant. */
  length: number,
  /** Where, in char offsets of that text. */
  from: CharOffset,
  /** What was there. */
  removed: string,
  /** What is there now. */
  added: string, };

/** Working text that was kept. */
export type DraftSaved = {
  /** The scene. */
  scene: SceneId, };

/** Working text that is not a version yet. */
export type DraftText = {
  /** The version it was begun from. */
  base: VersionNo,
  /** The branch of that version: the line that is open. */
  branch: BranchNo,
  /** Whether the words are those of that version; then they say only which line is open. */
  saved: boolean,
  /** The words. */
  text: string,
  /** When it was last stored. */
  updated_at: Timestamp, };

/** Which items of a scene's memory are not to be sent. */
export type DropMemory = {
  /** The scene. */
  scene: SceneId,
  /** The items that are dropped; all others are sent. */
  dropped: Array<string>, };

/** Why a candidate is not sent. One that has several reasons has the first of them in this order. */
export type DropReason = { "kind": "empty" } | { "kind": "dropped_by_author" } | { "kind": "not_approved" } | { "kind": "later_than_scene" } | { "kind": "secret" } | { "kind": "overruled_by",
  /** What says otherwise. It may be left out itself for want of room: what it contradicts is false all the same. */
  source: ContextSource, } | { "kind": "duplicate",
  /** The part that holds them. */
  of: ContextSource, } | { "kind": "over_budget" };

/** Two passages, of which one nearly repeats the other. */
export type DuplicatePair = {
  /** One of them. */
  first: SearchHit,
  /** The other. */
  second: SearchHit,
  /** Of a hundred stretches of four characters of the shorter one so many stand in both. */
  shared: number, };

/** A part to copy. */
export type DuplicatePart = {
  /** A scene, or a chapter with its scenes. */
  part: PartId,
  /** The title of the copy; that of the part when absent. */
  title?: string | null, };

/** Passages that are said twice. */
export type DuplicatesFound = {
  /** Those that share most first. */
  pairs: Array<DuplicatePair>,
  /** Texts that changed and are not in the index yet. */
  left: number, };

/** A relation, or a fact whose object is an entity. */
export type Edge = { "relation": RelationId } | { "fact": FactId };

/** What the clipboard is used for. */
export type Edit = {
  /** What for. */
  act: EditAct, };

/** What the clipboard is used for. */
export type EditAct = "cut" | "copy" | "paste";

/** Something that ends. */
export type EndAssertion = {
  /** The relation or fact. */
  item: AssertionRequest,
  /** The scene: of an end the first in which it is no longer so, of a reopening the first in which it is so again. */
  scene: SceneId, };

/** By what vectors are computed. */
export type EngineName = "packed" | "candle" | "fallback";

/** Names to be entered. */
export type EnterNames = {
  /** Cards to be made, or to be given other names. */
  cards?: Array<NewCard> | null,
  /** Words that are no names. */
  not_names?: Array<string> | null,
  /** Every name that is found in the book and that nobody entered becomes a card of this kind, misspelt ones excepted. */
  found?: LoreKind | null, };

/** What became of names. */
export type Entered = {
  /** The act, to be undone as one; none when nothing was changed. */
  act: number | null,
  /** How many cards were made. */
  made: number,
  /** How many names were given to cards that were there. */
  added: number,
  /** Names that a card had already, so that nothing was made. */
  known: Array<string>,
  /** How many words are no names from now on. */
  ignored: number, };

/** Entities in a list. */
export type Entities = {
  /** By name. */
  entities: Array<EntityView>, };

/** An entity, and a scene as of which it is looked at. */
export type EntityAsOf = {
  /** The entity. */
  entity: EntityId,
  /** The scene; the last one of the book when absent. */
  at?: SceneId | null, };

/** All that is known of an entity. */
export type EntityCard = {
  /** The scene as of which `holds` is meant; none in a book without scenes. */
  at: SceneId | null,
  /** Facts about it, those that hold first, by predicate. */
  facts: Array<FactView>,
  /** Facts about others whose object it is. */
  object_of: Array<FactView>,
  /** Relations from it and to it. */
  relations: Array<RelationView>,
  /** Which one. */
  id: EntityId,
  /** What it is called. */
  name: string,
  /** What it is. */
  kind: EntityKind,
  /** Its other names. */
  aliases: Array<string>,
  /** What is said of it. */
  description: string,
  /** The lore entry about it. */
  lore_entry: LoreEntryId | null, };

/** An entity (实体). Never reused, never changed. */
export type EntityId = number;

/** What an entity is. */
export type EntityKind = "character" | "location" | "organization" | "item" | "event" | "thread";

/** Who or what is in play. */
export type EntityMemory = {
  /** Its id in the memory. */
  id: string,
  /** The entity; none where nobody entered one of this name. */
  entity: EntityId | null,
  /** What it is called. */
  name: string,
  /** What is so of it in the scene, a sentence each; none where nothing is known. */
  state: Array<string> | null, };

/** An entity: by its id, or by a name, which makes one where nobody bears it. */
export type EntityRef = { "id": EntityId } | { "name": string };

/** An entity. */
export type EntityView = {
  /** Which one. */
  id: EntityId,
  /** What it is called. */
  name: string,
  /** What it is. */
  kind: EntityKind,
  /** Its other names. */
  aliases: Array<string>,
  /** What is said of it. */
  description: string,
  /** The lore entry about it. */
  lore_entry: LoreEntryId | null, };

/** A kind of error of story consistency. */
export type ErrorKind = "character" | "fact" | "timeline" | "world" | "style";

/** Events. */
export type EventIds = {
  /** Which ones. */
  events: Array<TimelineEventId>, };

/** What happened before. */
export type EventMemory = {
  /** Its id in the memory. */
  id: string,
  /** The event. */
  event: TimelineEventId,
  /** When, in the author's words. */
  time: string,
  /** What happened. */
  text: string, };

/** An event that was written. */
export type EventSaved = {
  /** Which one. */
  event: TimelineEventId,
  /** What is known of it now. */
  record: TimelineEventRecord, };

/** An event. */
export type EventView = {
  /** Which one. */
  id: TimelineEventId,
  /** By what it has its place. */
  placed_by: PlacedBy,
  /** Whether it is told when it happens; none where nothing tells it. */
  telling: Telling | null,
  /** The scene that tells it, in the book. */
  place_told: SceneRef | null,
  /** The rank of that scene among all, from 0; none where nothing tells it. */
  rank: number | null,
  /** What happens. Never empty. */
  title: string,
  /** More about it. */
  description: string,
  /** When, in the author's words. */
  time: string,
  /** When, for ordering. */
  key: TimeKey | null,
  /** Events that happen before it. */
  after: Array<TimelineEventId>,
  /** Where, in words. */
  place: string,
  /** Who takes part. */
  participants: Array<EntityId>,
  /** The scene that tells it. */
  scene: SceneId | null, };

/** A passage that proves something. */
export type Evidence = {
  /** The scene. */
  scene: SceneId,
  /** The version of its text that was read. */
  version: VersionNo,
  /** Where in that text, in char offsets. */
  range: CharRange,
  /** What stands there, character by character. */
  quote: string, };

/** A passage of a finding. */
export type EvidenceView = {
  /** The scene. */
  scene: SceneId,
  /** Its chapter; none where it lies in the bin. */
  chapter: ChapterId | null,
  /** The title of that; empty where it lies in the bin. */
  chapter_title: string,
  /** The version that was checked. */
  version: VersionNo,
  /** Where in that, in char offsets. */
  range: CharRange,
  /** What stood there. */
  quote: string,
  /**
   * Where it stands in the working text now, in char offsets; none where it is gone. The passage itself is gone as
   * soon as its words are others.
   */
  standing: CharRange | null,
  /**
   * The words before it in its paragraph as it stands now, where the passage is too short to be known by itself;
   * from “…” on where there are more.
   */
  before: string,
  /** The words after it, likewise. */
  after: string, };

/** A hit with the words around it, on its line. */
export type Excerpt = {
  /** At most 60 characters before it. */
  before: string,
  /** The hit; of a long one the first 200 characters. */
  found: string,
  /** At most 60 characters after it. */
  after: string, };

/** What is done with files that are there already. */
export type Existing = "keep" | "replace";

/** What to export and how. */
export type ExportLore = {
  /** The file to write. */
  out: string,
  /** In which notation. */
  format: LoreFormat,
  /** JSON, or a picture. */
  container?: Container,
  /** Only the entries of this lorebook, with everything its file said; all entries when absent. */
  book?: LorebookId | null,
  /** With or without secrets. */
  secrets?: Secrets,
  /** The language of the labels in Markdown. */
  labels?: LabelLanguage,
  /** What is done with a file that is there already. */
  existing?: Existing, };

/** Where a template goes. */
export type ExportPrompt = {
  /** Its group. */
  group: string,
  /** Its key in the group. */
  key: string,
  /** The language it speaks to the model. */
  language: PromptLanguage,
  /** The project's own version; the shipped one when absent. */
  id?: PromptId | null,
  /** The file. */
  out: string, };

/** What to export and how. */
export type ExportText = {
  /** The file to write; the folder for one file per chapter. */
  out: string,
  /** Plain text or Markdown. */
  format: FormatName,
  /** One file or one per chapter. */
  layout?: LayoutName,
  /** What is done with files that are there already. */
  existing?: Existing, };

/** What an export could not do as asked. */
export type ExportWarning = "marked" | "title_line_breaks";

/** What was exported. */
export type Exported = {
  /** The files that were written. */
  files: Array<string>,
  /** Chapters in them. */
  chapters: number,
  /** Drafts that are not in them: they are not versions yet. */
  drafts: number,
  /** What could not be done as asked. */
  warnings: Array<ExportWarning>, };

/** Where to look. */
export type ExtractFrom = { "scene": SceneId } | { "chapter": ChapterId };

/** A fact (事实) about an entity. Never reused, never changed. */
export type FactId = number;

/** What a fact says of its subject. */
export type FactObject = { "text": string } | { "entity": EntityId };

/** A fact that was written. */
export type FactSaved = {
  /** Which one. */
  fact: FactId,
  /** Facts that end where it begins. */
  ended: Array<FactId>, };

/** A fact. */
export type FactView = {
  /** Which one. */
  id: FactId,
  /** What it is about. */
  subject: EntityId,
  /** What that is called. */
  subject_name: string,
  /** What is said. */
  predicate: string,
  /** Its value. */
  object: FactObject,
  /** Its value in words. */
  object_name: string,
  /** The first scene in which it is so; since before the book when none. */
  valid_from: SceneRef | null,
  /** The first scene in which it is no longer so; to the end when none. */
  valid_to: SceneRef | null,
  /** Whether it is so in the scene that was asked about. */
  holds: boolean,
  /** In which way it is so. */
  modality: Modality,
  /** How sure it is, 0 to 1. */
  confidence: number,
  /** Who put it here. */
  source: Source,
  /** The passages that prove it. */
  evidence: Array<Evidence>, };

/** A failure of a use case. */
export type Failure = {
  /** What kind of failure. */
  code: Code,
  /** What happened. */
  message: string,
  /** What is safe and what to do. */
  hint: string,
  /** Ids and figures that belong to it. */
  details: JsonValue, };

/** What kind of failure it is, by what helps. */
export type FailureClass = "transient" | "rate_limit" | "invalid_output" | "refused" | "permanent" | "timeout" | "lost";

/** What became of the text. */
export type Fate = "open" | "accepted" | "dismissed";

/** What is wrong with a template. */
export type Fault = { "fault": "too_long",
  /** How many it has. */
  characters: number,
  /** How many are allowed: [`MAX_SOURCE_LEN`]. */
  most: number, } | { "fault": "no_heading" } | { "fault": "heading_not_closed" } | { "fault": "not_a_key" } | { "fault": "unknown_key",
  /** The key. */
  key: string, } | { "fault": "key_twice",
  /** The key. */
  key: string, } | { "fault": "missing_key",
  /** The key. */
  key: string, } | { "fault": "unknown_value",
  /** The key. */
  key: string,
  /** The value. */
  value: string, } | { "fault": "declared_twice",
  /** Its name. */
  name: string, } | { "fault": "unknown_variable",
  /** The name. */
  name: string, } | { "fault": "not_declared",
  /** Its name. */
  name: string, } | { "fault": "unknown_marker",
  /** The line. */
  marker: string, } | { "fault": "outside_messages" } | { "fault": "no_message" } | { "fault": "empty_message",
  /** Whose. */
  role: MessageRole, } | { "fault": "not_closed",
  /** How it begins. */
  opening: string, } | { "fault": "not_opened",
  /** The tag's word. */
  tag: string, } | { "fault": "too_deep" } | { "fault": "forbidden_tag",
  /** The tag's word. */
  tag: string, } | { "fault": "unknown_filter",
  /** Its name. */
  name: string, } | { "fault": "unexpected",
  /** The character. */
  character: string, } | { "fault": "malformed" } | { "fault": "wrong_filter",
  /** The filter. */
  filter: string,
  /** The variable. */
  name: string, } | { "fault": "bad_label",
  /** The label. */
  label: string, } | { "fault": "not_fenced",
  /** The variable. */
  name: string, } | { "fault": "group",
  /** The group. */
  name: string, } | { "fault": "no_notice" } | { "fault": "syntax",
  /** In the engine's words. */
  message: string, };

/** How many pairs are wanted. */
export type FindDuplicates = {
  /** The most pairs in the answer; 50 when absent, at most 500. */
  limit?: number | null, };

/** How many hints are wanted. */
export type FindHints = {
  /** The most hints in the answer; 200 when absent. */
  limit?: number | null, };

/** What to look for. */
export type FindMentions = {
  /** A lore entry. */
  entry?: LoreEntryId | null,
  /** An entity. */
  entity?: EntityId | null,
  /** The most places in the answer; 2,000 when absent. */
  limit?: number | null, };

/** Whom to look around, and how far. */
export type FindNeighbours = {
  /** The entity. */
  entity: EntityId,
  /** 1 or 2; 2 when absent. */
  hops?: number | null,
  /** The scene in which the ways must be there; anywhere in the book when absent. */
  at?: SceneId | null,
  /** Whether only what the story itself says counts. */
  narrated_only?: boolean | null, };

/** Where to look. */
export type FindScope = { "scene": SceneId } | { "chapter": ChapterId } | "book";

/** What to look for and where. */
export type FindText = {
  /** The words or the regular expression, at most 1,000 characters. */
  pattern: string,
  /** How the pattern is read. */
  matching?: Matching,
  /** Whether capitals and small letters differ. */
  case?: Case,
  /** Whether only whole words are found, in scripts that part words by spaces; of a regular expression nothing changes. */
  whole_words?: boolean,
  /** Where to look. */
  scope?: FindScope,
  /** The most hits in the answer; 2,000 when absent. */
  limit?: number | null, };

/** A finding (问题) of a check. Never reused, never changed. */
export type FindingId = number;

/** Findings in a list. */
export type FindingList = {
  /** In reading order. */
  findings: Array<FindingView>,
  /** When what was asked about was last checked, the scene that waits longest; none where one never was. */
  checked_at: Timestamp | null, };

/** Something that may be wrong. */
export type FindingRecord = {
  /** By which rule. */
  rule: Rule,
  /** How much it matters. */
  severity: Severity,
  /** Where: the passage itself first, then those it conflicts with. Never empty. */
  evidence: Array<Evidence>,
  /** What of the canon it conflicts with. */
  against?: Against | null,
  /** What was expected: a value, as it stands in the canon or the text. */
  expected?: string,
  /** What was found: a value, as it stands in the text. */
  found?: string,
  /** Words to put in the place of the passage. */
  replacement?: string | null,
  /** How sure it is, 0 to 1. */
  confidence: number,
  /** Who noticed. */
  found_by?: FoundBy, };

/** A finding. */
export type FindingRequest = {
  /** Which one. */
  finding: FindingId, };

/** Whether something is to be done about a finding. */
export type FindingStatus = "open" | "waived" | "gone";

/** A finding. */
export type FindingView = {
  /** Which one. */
  id: FindingId,
  /** By which rule. */
  rule: Rule,
  /** What kind of error it is about. */
  kind: ErrorKind,
  /** How much it matters. */
  severity: Severity,
  /** The passage itself first, then those it conflicts with. */
  evidence: Array<EvidenceView>,
  /** What of the canon it conflicts with. */
  against: AgainstView | null,
  /** What was expected: a value, as it stands in the canon or the text. */
  expected: string,
  /** What was found: a value, as it stands in the text. */
  found: string,
  /** Words to put in the place of the passage. */
  replacement: string | null,
  /** How sure it is, 0 to 1. */
  confidence: number,
  /** Who noticed. */
  found_by: FoundBy,
  /** Whether something is to be done. */
  state: FindingStatus,
  /** What the author said of it. */
  waiver: WaiverView | null, };

/** The notation of exported files. */
export type FormatName = "txt" | "md";

/** Who noticed. */
export type FoundBy = { "by": "rule" } | { "by": "model",
  /** Its name. */
  model: string, };

/** What the word-count gate did. */
export type GateRecord = {
  /** Wanted length in 字. */
  target: number,
  /** 字 of the text. */
  counted: number,
  /** How it ended: the gate's own word. */
  outcome: string,
  /** Answers that were asked for, the first included. */
  rounds: number,
  /** The quote marks that the gate put at the end. */
  closing: string, };

/** Text that a model shall write. */
export type Generate = {
  /** For which scene. */
  scene: SceneId,
  /** What shall be done. */
  act: Act,
  /** In the working text: what is worked on, or where text is put in; the end of the text when absent. */
  range?: CharRange | null,
  /** The author's own words on it. */
  instruction?: string,
  /** Wanted length in 字, 10–20,000. When absent: what the scene's plan says is still wanted, or what fits the act. */
  target?: number | null,
  /** How many candidates, 1–3; one when absent. */
  candidates?: number | null,
  /** Sources that shall not be sent. */
  excluded?: Array<ContextSource>,
  /** Whether secrets of lore entries may be sent. */
  allow_secrets?: boolean,
  /** A template to try in place of the one in use. */
  template?: string | null,
  /** Whether an answer to the very same question may be given again without asking. For cards and titles alone. */
  reuse?: boolean,
  /**
   * The most tokens, sent and answered together, that the author agreed to. Where the candidates take more than this, and
   * more than their model may take unasked, nothing is sent. No limit when absent.
   */
  agreed?: number | null, };

/** Text that was written. */
export type Generated = {
  /** The candidates, in the order they were begun. */
  generations: Array<GenerationView>, };

/** A generation with its receipt. */
export type GenerationCard = {
  /** The generation. */
  generation: GenerationView,
  /** What the model was sent, and what was left out and why; none where it was not asked. */
  receipt: Receipt | null, };

/** Something happened to a generation. All but text is in the project file before it is told. */
export type GenerationEvent = { "type": "began",
  /** Which one. */
  generation: GenerationId,
  /** What its text would replace, in the version that is its base. */
  range: CharRange,
  /** Wanted length in 字; 0 where none is wanted. */
  target: number,
  /** Length in 字 beyond which nothing is shown. */
  limit: number, } | { "type": "trying",
  /** For which one. */
  generation: GenerationId,
  /** The id of the provider. */
  provider: string,
  /** The model. */
  model: string,
  /** Which try, from 1. */
  attempt: number, } | { "type": "waiting",
  /** For which one. */
  generation: GenerationId,
  /** How long, in ms. */
  millis: number, } | { "type": "fell_back",
  /** For which one. */
  generation: GenerationId,
  /** Who failed. */
  from: string,
  /** Who is asked now. */
  to: string,
  /** Why. */
  reason: string, } | { "type": "thinking",
  /** For which one. */
  generation: GenerationId, } | { "type": "shown",
  /** Whose. */
  generation: GenerationId,
  /** The text. */
  text: string,
  /** 字 of all that is shown. */
  counted: number, } | { "type": "soft_limit",
  /** Whose. */
  generation: GenerationId,
  /** 字 of all that is shown. */
  counted: number, } | { "type": "cut",
  /** Whose. */
  generation: GenerationId,
  /** Where it was cut. */
  reason: CutReason,
  /** 字 that went to the shelf. */
  overflow: number, } | { "type": "ended",
  /** Which one. */
  generation: GenerationId,
  /** How far it came. */
  status: GenerationStatus, } | { "type": "round",
  /** Whose. */
  generation: GenerationId,
  /** Which answer comes now, from 2. */
  round: number,
  /** 字 so far. */
  written: number,
  /** 字 still wanted. */
  remaining: number, };

/** A generation: what a model wrote when it was asked once. Never reused, never changed. */
export type GenerationId = number;

/** Generations in a list. */
export type GenerationList = {
  /** Newest first. */
  generations: Array<GenerationView>, };

/** A generation. */
export type GenerationRequest = {
  /** Which one. */
  generation: GenerationId, };

/** How far a generation came. */
export type GenerationStatus = "running" | "complete" | "stopped" | "incomplete" | "failed";

/** A generation. */
export type GenerationView = {
  /** Its id. */
  id: GenerationId,
  /** What came; for cards and titles JSON. */
  text: string,
  /** What was beyond the limit (余稿). */
  overflow: string,
  /** When it was begun. */
  created_at: Timestamp,
  /** Whether the program ended while the text came in: what had come is here. */
  interrupted: boolean,
  /** The scene it was made for. */
  scene: SceneId,
  /** What was asked for. */
  act: Act,
  /** The version whose text `range` is in. */
  base: VersionNo,
  /** What the text would replace; empty where it would be put in. */
  range: CharRange,
  /** The author's own words on it. */
  instruction?: string,
  /** The first of the candidates (A, B, C …) of which this is one. */
  candidate_of?: GenerationId | null,
  /** Which template asked. */
  prompt: PromptRef,
  /** SHA-256 of what was sent, in hex. */
  prompt_hash: string,
  /** The provider that answered, or was asked last. */
  provider: string,
  /** Its model. */
  model: string,
  /** How far it came. */
  status: GenerationStatus,
  /** Why it ended there, where it did not end well. */
  trouble?: Trouble | null,
  /** What the gate did. */
  gate?: GateRecord | null,
  /** Whether the server cut the prompt without a word: it reported fewer tokens than were sent. */
  prompt_cut?: boolean,
  /** What it took. */
  tokens: Tokens,
  /** What it cost, where the price is known. */
  cost?: Cost | null,
  /** What became of the text. */
  fate: Fate,
  /** What became of the overflow. */
  overflow_fate: OverflowFate, };

/** A relation or fact in the picture. */
export type GraphEdge = {
  /** The relation or fact. */
  edge: Edge,
  /** Where it begins. */
  from: EntityId,
  /** Where it ends. */
  to: EntityId,
  /** What it says. */
  label: string,
  /** In which way it is so. */
  modality: Modality,
  /** The first scene in which it is so; since before the book when none. */
  valid_from: SceneId | null,
  /** The first scene in which it is no longer so; to the end when none. */
  valid_to: SceneId | null, };

/** A fact in words beside the picture. */
export type GraphFact = {
  /** Which one. */
  fact: FactId,
  /** What it is about. */
  subject: EntityId,
  /** What is said. */
  predicate: string,
  /** Its value. */
  text: string,
  /** In which way it is so. */
  modality: Modality,
  /** The first scene in which it is so; since before the book when none. */
  valid_from: SceneId | null,
  /** The first scene in which it is no longer so; to the end when none. */
  valid_to: SceneId | null, };

/** Something in the graph. */
export type GraphItem = { "entity": EntityId } | { "relation": RelationId } | { "fact": FactId };

/** Things in the graph. */
export type GraphItems = {
  /** Which ones. */
  items: Array<GraphItem>, };

/** An entity in the picture. */
export type GraphNode = {
  /** Which one. */
  id: EntityId,
  /** What it is called. */
  name: string,
  /** What it is. */
  kind: EntityKind,
  /** Hops from the entity that was asked about; 0 in a picture of everything. */
  distance: number, };

/** The whole graph, as light as a picture of it needs. */
export type GraphView = {
  /** Every entity, by id. */
  nodes: Array<GraphNode>,
  /** Every relation, and every fact whose object is an entity. */
  edges: Array<GraphEdge>,
  /** Every fact whose object is words. */
  facts: Array<GraphFact>, };

/** What may be a name. */
export type Hint = {
  /** As it stands in the text. */
  name: string,
  /** New, or a known name misspelt. */
  kind: HintKind,
  /** Who bears it, as far as its places tell; nothing where they do not. */
  bearer: HintBearer | null,
  /** The name that may be meant. */
  of: string | null,
  /** How often it stands in the book. */
  total: number,
  /** How sure it is, 0 to 1; for comparing hints, not a probability. */
  score: number,
  /** The first places. */
  places: Array<TextHit>, };

/** Who or what bears a name. */
export type HintBearer = "person" | "place";

/** Why something may be a name. */
export type HintKind = "new" | "misspelling";

/** What may be names. */
export type Hints = {
  /** The surest first. */
  hints: Array<Hint>,
  /** How many there are, whatever the limit. */
  total: number, };

/** The history of a scene. */
export type History = {
  /** The scene. */
  scene: SceneId,
  /** Its main line. */
  main_branch: BranchNo,
  /** The newest version of its main line. */
  head: VersionNo,
  /** Every version, oldest first. */
  versions: Array<VersionEntry>, };

/** What compaction removed, or would remove. */
export type HistoryCompacted = {
  /** Whether it was done. */
  applied: boolean,
  /** Versions before. */
  versions_before: number,
  /** Versions removed. */
  versions_removed: number,
  /** Bytes of stored texts before. */
  bytes_before: number,
  /** Bytes of stored texts after. */
  bytes_after: number, };

/** Where a hit is. */
export type HitPlace = {
  /** The scene. */
  scene: SceneId,
  /** The range, as it was found. */
  range: CharRange, };

/** Who writes in a project. */
export type Holder = {
  /** Name of the machine. */
  host: string,
  /** Process id on that machine. */
  pid: number,
  /** Since when. */
  since: Timestamp, };

/** Where a host is, as far as its name tells. A name that only looks private is not looked up. */
export type HostKind = "loopback" | "private" | "public";

/**
 * One change: the text of `old` (in the old text) became the text of `new` (in the new text). One of the two may
 * be empty; they never hold the same text.
 */
export type Hunk = {
  /** What was there, in the old text. */
  old: CharRange,
  /** What is there now, in the new text. */
  new: CharRange, };

/** A change with its words. */
export type HunkText = {
  /** What was there. */
  removed: string,
  /** What is there now. */
  added: string,
  /** What was there, in the old text. */
  old: CharRange,
  /** What is there now, in the new text. */
  new: CharRange, };

/** Words that are no names. */
export type IgnoredNames = {
  /** Which ones, in order. */
  names: Array<string>, };

/** A file with lore. */
export type ImportLore = {
  /** A lorebook or card (JSON, PNG), or our Markdown. */
  source: string, };

/** A file with a template. */
export type ImportPrompt = {
  /** For which group. */
  group: string,
  /** For which key in the group. */
  key: string,
  /** The language it speaks to the model. */
  language: PromptLanguage,
  /** The file. */
  source: string, };

/** What to import and how. */
export type ImportText = {
  /** A text or Markdown file, or a folder of them. */
  source: string,
  /** Name of the encoding, when the author knows it. */
  encoding?: string | null,
  /** How chapters are found. */
  split?: SplitBy,
  /** What is done with bytes that do not decode. */
  undecodable?: OnUndecodable, };

/** What an import found in its source, and what it made of it. */
export type Imported = {
  /** Whether anything was written. */
  dry_run: boolean,
  /** Volumes found. */
  volumes: number,
  /** Chapters found. */
  chapters: number,
  /** Scenes found. */
  scenes: number,
  /**
   * Whether nothing was written yet: the book was empty, or had one chapter without a word, whose place the text
   * takes.
   */
  into_new: boolean,
  /** The state before; restoring it takes the import back. */
  before: CheckpointId | null,
  /** The language the texts are written in, if it is one of those that are known. */
  language: NovelLanguage | null,
  /** The person in which they are told, if it is clear. */
  person: Person | null,
  /** What was found: title, author, encoding, volumes with their chapters, warnings, changes by rule. */
  found: JsonValue, };

/** How far the index is. */
export type IndexProgress = {
  /** Texts that changed and are not in the index yet. */
  left: number,
  /** Passages with a vector. */
  embedded: number,
  /** Passages without one. */
  pending: number,
  /** Why it waits; none while it works, and when it is done. */
  waiting: Waiting | null, };

/** The state of the index. */
export type IndexView = {
  /** Texts in the index. */
  sources: number,
  /** Paragraphs in it. */
  paragraphs: number,
  /** Texts that changed and are not in it yet. */
  left: number,
  /** Passages with a vector of the model in use. */
  embedded: number,
  /** Passages without one. */
  pending: number,
  /** The size of the index file, in bytes. */
  bytes: number,
  /** By what meaning is known. */
  meaning: SearchMeaning, };

/** A run that was interrupted. */
export type Interrupted = {
  /** At a glance. */
  summary: RunSummary,
  /** The steps that would run. */
  next: Array<string>,
  /** Whether the workflow is another one now. */
  definition_changed: boolean,
  /** About how much, where that can be said. */
  cost: Cost | null,
  /** Whether they may cost anything. */
  may_cost: boolean,
  /** What they ask models for, where that can be said. */
  asks: Asks | null, };

/** Runs that were interrupted. */
export type InterruptedRuns = {
  /** In the order they were begun. */
  runs: Array<Interrupted>, };

/** What an item is. */
export type ItemKind = "project" | "outline" | "volume" | "chapter" | "scene" | "text" | "bible_field" | "lorebook" | "lore_entry" | "entity" | "relation" | "fact" | "plot_thread" | "thread_anchor" | "timeline_event" | "prompt";

/** How many items of a step are where. */
export type ItemsView = {
  /** Completed. */
  done: number,
  /** Failed. */
  failed: number,
  /** Being done. */
  running: number,
  /** All. */
  total: number, };

/** A running job. Never reused while the program runs. */
export type JobId = number;

/** A job. */
export type JobRequest = {
  /** Which one. */
  job: JobId, };

/** A job that was asked to stop. */
export type JobStopping = {
  /** Whether it was still running. */
  running: boolean, };

/** What became of the wish to undo a split or a merge. */
export type JoinUndone = {
  /** The new version of the scene; none when something changed since, so that nothing was undone. */
  version: VersionNo | null, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** A place for what can be read. */
export type KeepReadable = {
  /** Token of the path that the author chose. */
  path: string, };

/** A new project file to make of what can be read. */
export type KeepSalvaged = {
  /** Where. */
  path: string, };

/** How the open project stands in the window. */
export type KeepView = {
  /** How. */
  view: View, };

/** Why something stays. */
export type KeptBecause = "changed" | "used";

/** A new project file made of what can be read. */
export type KeptSalvaged = {
  /** Where it is. */
  path: string,
  /** What is missing of it. */
  salvage: Report, };

/** Something that happens in a chapter, with the passage that tells it. */
export type KeyEvent = {
  /** What happens. */
  text: string,
  /** The scene. */
  scene: SceneId,
  /** The version of its text that was read. */
  version: VersionNo,
  /** Where in that text, in char offsets. */
  range: CharRange,
  /** What stands there, character by character. */
  quote: string, };

/** What may be shown of a key. */
export type KeyHint = {
  /** Whether there is one. */
  set: boolean,
  /** Its last four characters; none of a key shorter than twelve. */
  last_four: string | null,
  /** The origin of the key that is kept, where that is not the provider's: `set` is false then and the key is not sent. */
  elsewhere: string | null, };

/** Where keys are kept. */
export type KeyPlace = "keychain" | "memory" | "file";

/** Where keys are, for people. */
export type KeysView = {
  /** Where they are kept. */
  place: KeyPlace,
  /** Whether they can be used now: a file needs its passphrase first. */
  ready: boolean,
  /** Whether there is a key file. */
  file_exists: boolean,
  /** Why they cannot be used, where they cannot. */
  trouble: Failure | null, };

/** What may be done with a variable. */
export type Kind = "text" | "order" | "number" | "amount" | "language" | "group";

/** A name and who bears it. */
export type KnownName = {
  /** The name. */
  name: string,
  /** Indexes of those who bear it. */
  owners: Array<number>, };

/** All names, for whoever marks them in a text. */
export type KnownNames = {
  /** Everything that has names. */
  named: Array<Named>,
  /** Each name once, with those who bear it, as indexes of `named`. */
  names: Array<KnownName>, };

/** The language of labels. */
export type LabelLanguage = "chinese" | "english";

/** A name for a version. */
export type LabelVersion = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo,
  /** The name; none takes it away. */
  label?: string | null, };

/** The language of the window. */
export type Language = "zh" | "en";

/** What a layer may take of a budget, in percent. */
export type LayerShare = {
  /** What it is sure of, as long as it has text for it. */
  least: number,
  /** What it never exceeds but for what is required. */
  most: number, };

/** The shares of all layers. */
export type LayerShares = {
  /** Of the system layer. */
  system: LayerShare,
  /** Of the long-term layer. */
  long_term: LayerShare,
  /** Of the structured layer. */
  structured: LayerShare,
  /** Of the vector layer. */
  vector: LayerShare,
  /** Of the recent layer. Its `most` says nothing: it may take all that is left. */
  recent: LayerShare, };

/** One layer of a pack. */
export type LayerText = {
  /** The layer. */
  layer: ContextLayer,
  /** The most it could have taken, in tokens. */
  budget: number,
  /** What it takes, in tokens, with the blank lines between its parts. */
  used: number,
  /** Its parts, a blank line between any two that do not follow each other in one text. */
  text: string, };

/** How a book is laid out in files. */
export type LayoutName = "whole" | "per_chapter";

/** Why a scene was left as it is. */
export type LeftReason = "draft" | "moved_on";

/** The line of a scene that is open. */
export type LineOpened = {
  /** The scene. */
  scene: SceneId,
  /** The line. */
  branch: BranchNo,
  /** The newest version of it. */
  version: VersionNo,
  /** The line that was open before: opening it again undoes this. */
  before: BranchNo, };

/** Events to ask for. */
export type ListEvents = {
  /** Of which run. */
  run: RunId,
  /** After which number. */
  after: number,
  /** How many; a thousand when absent, and at most. */
  limit?: number | null, };

/** Which findings to list. */
export type ListFindings = {
  /** Only of this scene. */
  scene?: SceneId | null,
  /** Only of this chapter. */
  chapter?: ChapterId | null,
  /** Whether waived ones are listed too; they are not when absent. */
  waived?: boolean | null, };

/** Which generations. */
export type ListGenerations = {
  /** Those of a scene; of the whole novel when absent. */
  scene?: SceneId | null,
  /** Only those the author has not decided on. */
  open_only?: boolean, };

/** Which proposals to list. */
export type ListProposals = {
  /** Only of this batch. */
  batch?: BatchId | null,
  /** Only those of which this became. */
  status?: ProposalStatus | null, };

/** Which runs. */
export type ListRuns = {
  /** How many; twenty when absent. */
  limit?: number | null,
  /** Only those before this one. */
  before?: RunId | null,
  /** Only those that are not over. */
  active?: boolean | null, };

/** What is loaded. */
export type LoadedModel = {
  /** Its name. */
  name: string,
  /** Floats of a vector. */
  dimension: number,
  /** By what vectors are computed. */
  engine: EngineName,
  /** What vectors are stored under; vectors of another key are never compared with these. */
  key: string,
  /** Why it is not the chosen model, where it is not. */
  trouble: Failure | null, };

/** A range of a version of a scene. */
export type LocateRange = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo,
  /** Where in its text, in char offsets. */
  range: CharRange, };

/** The lorebook of the novel. */
export type Lore = {
  /** By title. */
  entries: Array<LoreSummary>,
  /** Files that entries were imported from. */
  books: Array<LorebookEntry>, };

/** Lore entries. */
export type LoreEntries = {
  /** Which ones. */
  entries: Array<LoreEntryId>, };

/** A lore entry whole. */
export type LoreEntry = {
  /** Which one. */
  id: LoreEntryId,
  /** What it is called. */
  title: string,
  /** What it is about. */
  kind: LoreKind,
  /** Its other names. */
  aliases: Array<string>,
  /** What is known of it. */
  content: string,
  /** What nobody is to know yet. */
  secrets: string,
  /** Words that bring it up without naming it. */
  keywords: Array<string>,
  /** Words that must be there too. */
  and_keywords: Array<string>,
  /** 1 to 10. */
  priority: number,
  /** Whether it always counts. */
  constant: boolean,
  /** Whether nothing but the author changes it. */
  locked: boolean,
  /** Whether it is set aside. */
  disabled: boolean,
  /** The lorebook it was imported from. */
  book: LorebookId | null,
  /** The entity it is about. */
  entity: EntityId | null,
  /** Since when it is removed. */
  removed_at: Timestamp | null, };

/** A lore entry (条目). Never reused, never changed. */
export type LoreEntryId = number;

/** A lore entry. */
export type LoreEntryRequest = {
  /** Which one. */
  entry: LoreEntryId, };

/** What was exported. */
export type LoreExported = {
  /** The file that was written. */
  file: string,
  /** Entries in it. */
  entries: number, };

/** The notation of an exported file. */
export type LoreFormat = "world_info" | "card_v2" | "card_v3" | "novel_ai" | "markdown";

/** What an import of lore found, and what it did. */
export type LoreImported = {
  /** What the file calls itself. */
  name: string,
  /** Its format; none for Markdown. */
  format: LorebookFormat | null,
  /** Entries in it. */
  entries: number,
  /** Fields of the bible in it. */
  fields: number,
  /** Entries that were added, or would be. */
  added: number,
  /** Entries that were there already and say now what the file says, or would. */
  updated: number,
  /** Entries and fields that are locked and stay as they are. */
  locked: number,
  /** What the author should know. */
  warnings: Array<LorebookWarning>,
  /** The state before; restoring it takes the import back. */
  before: CheckpointId | null, };

/** What a lore entry is about. */
export type LoreKind = "character" | "location" | "item" | "concept" | "rule" | "organization" | "event";

/** A lore entry in a list. */
export type LoreSummary = {
  /** Which one. */
  id: LoreEntryId,
  /** What it is called. */
  title: string,
  /** What it is about. */
  kind: LoreKind,
  /** Its other names. */
  aliases: Array<string>,
  /** 1 to 10. */
  priority: number,
  /** Whether it always counts. */
  constant: boolean,
  /** Whether nothing but the author changes it. */
  locked: boolean,
  /** Whether it is set aside. */
  disabled: boolean,
  /** The beginning of its content. */
  beginning: string,
  /** The lorebook it was imported from. */
  book: LorebookId | null, };

/** A file that entries were imported from. */
export type LorebookEntry = {
  /** Which one. */
  id: LorebookId,
  /** What it is called. */
  name: string,
  /** Its format. */
  format: LorebookFormat, };

/** A file format of lorebooks. */
export type LorebookFormat = "world_info" | "card_v2" | "card_v3" | "novel_ai";

/** A lorebook that entries were imported from. Never reused, never changed. */
export type LorebookId = number;

/** Something a lorebook says that our records do not. Unless said otherwise, it stays in the entries as they came, and in what is written. */
export type LorebookWarning = { "kind": "no_lorebook" } | { "kind": "untitled",
  /** How many. */
  count: number,
  /** The key of the first one. */
  first: string, } | { "kind": "other_logic",
  /** How many entries. */
  count: number,
  /** The title of the first one. */
  first: string, } | { "kind": "patterns",
  /** How many entries. */
  count: number,
  /** The title of the first one. */
  first: string, } | { "kind": "repeated_field",
  /** How many fields. */
  count: number,
  /** Where the first one is, as `entries.12.key`. */
  first: string, } | { "kind": "repeated_title",
  /** How many entries. */
  count: number,
  /** The first such title. */
  first: string, };

/** What of a scene is lost. */
export type Loss = "text" | "newest" | "place";

/** The main line of a scene. */
export type MainLine = {
  /** The scene. */
  scene: SceneId,
  /** Its main line. */
  branch: BranchNo,
  /** The newest version of it. */
  version: VersionNo,
  /** The main line before: adopting it again undoes this. */
  before: BranchNo, };

/** How a pattern is read. */
export type Matching = "plain" | "regex";

/** How texts become vectors on this machine. */
export type MeaningState = {
  /** The model in use. */
  model: ChosenModel,
  /** What is loaded now; none until somebody asked for vectors. */
  loaded: LoadedModel | null,
  /** How exactly vectors are computed. */
  scheme: ModelScheme,
  /** Threads for it. */
  threads: number,
  /** The threads that the author chose; none for all cores but one. */
  chosen_threads: number | null,
  /** Cores of this machine. */
  cores: number,
  /** Whether work that nobody waits for stops on battery. */
  pause_on_battery: boolean,
  /** The author's own mirrors, asked first, in order. */
  mirrors: Array<string>,
  /** The public ones, asked after them. */
  public_mirrors: Array<string>,
  /** Models that can be downloaded; the first is the one to suggest. */
  catalogue: Array<OfferedModel>, };

/** How well a rule does. */
export type Measured = {
  /** How many errors were planted. */
  planted: number,
  /** What part of its findings in prose with planted errors are those errors, 0 to 1. */
  precision: number,
  /** What part of the planted errors it found, 0 to 1. */
  recall: number,
  /** False alarms per 10,000 characters of clean prose. */
  alarms_per_10k: number,
  /** How many characters of clean prose it read. */
  characters: number, };

/** A scene's memory, where there is one. */
export type MemoryOfScene = {
  /** What was found; none where nobody has asked for it yet. */
  memory: SceneMemory | null,
  /** Whether the plan of the scene has changed since. */
  is_stale: boolean, };

/** A part of a memory. */
export type MemoryPart = "queries" | "vectors" | "search" | "facts" | "timeline";

/** What is looked for. */
export type MemoryQueries = {
  /** Who and what is in play, by name. */
  entities: Array<string>,
  /** Questions to the text. */
  queries: Array<string>, };

/** How often one thing is mentioned in the book. */
export type MentionCount = {
  /** How often. */
  total: number,
  /** In how many scenes. */
  scenes: number,
  /** In which scene first. */
  first: SceneId | null,
  /** In which scene last. */
  last: SceneId | null,
  /** The lore entry, where it has one. */
  entry: LoreEntryId | null,
  /** The entity, where it has one. */
  entity: EntityId | null,
  /** What it is called. */
  title: string,
  /** The kind of the entry, or of the entity where there is no entry. */
  kind: string, };

/** How often things are mentioned. */
export type MentionCounts = {
  /** Everything that has names, mentioned or not. */
  counts: Array<MentionCount>, };

/** Where a thing is mentioned. */
export type MentionsFound = {
  /** How often, whatever the limit. */
  total: number,
  /** How often by each name. */
  names: Array<NameCount>,
  /** In how many scenes. */
  scenes: number,
  /** The first places, in reading order. */
  hits: Array<TextHit>, };

/** A menu of the menu bar. */
export type Menu = {
  /** Its name in the author's language. */
  label: string,
  /** Its items. */
  items: Array<MenuItem>, };

/** An item of a menu. */
export type MenuItem = { "type": "command",
  /** The command. */
  id: string,
  /** Its name in the author's language. */
  label: string,
  /** Keys that run it, as `CmdOrCtrl+Shift+S`. */
  keys?: string | null,
  /** Whether it can be chosen now. */
  enabled: boolean,
  /** Whether it is on, for switches. */
  checked?: boolean | null, } | { "type": "separator" } | { "type": "submenu",
  /** Its name in the author's language. */
  label: string,
  /** Its items. */
  items: Array<MenuItem>, };

/** A branch to merge into the main line. */
export type MergeBranch = {
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo,
  /**
   * Whose words stand wherever both changed the same place; without it and `choices` such a merge is refused and the
   * places are shown.
   */
  prefer?: Prefer | null,
  /** Whose words stand at each of the places that were shown. */
  choices?: MergeChoices | null, };

/** Two cards that are one person, or one thing. */
export type MergeCards = {
  /** The card that stays. */
  into: CardKey,
  /** The card that becomes part of it. */
  from: CardKey,
  /** What is taken of the card that goes where the two differ; else it is what the one that stays has. */
  take?: Array<CardField> | null, };

/** What stands at each place that both lines changed. */
export type MergeChoices = {
  /** The newest version of the main line when the places were shown; not looked at when absent. */
  main?: VersionNo | null,
  /** That of the branch. */
  branch?: VersionNo | null,
  /** One choice for each place, in order. */
  places: Array<PlaceChoice>, };

/** What two cards would be as one. */
export type MergePreview = {
  /** What it would be called. */
  title: string,
  /** What it would be. */
  kind: string,
  /** Its other names. */
  aliases: Array<string>,
  /** What its entry would say. */
  content: string,
  /** What nobody is to know yet. */
  secrets: string,
  /** What would be said of its entity. */
  description: string,
  /** What a card has once and the two have differently. */
  differences: Array<Difference>,
  /** What of the card that goes would be said of the one that stays. */
  moved: Moved, };

/** Two scenes to merge. */
export type MergeScenes = {
  /** The scene that stays. */
  scene: SceneId,
  /** The scene whose text is appended and which goes into the bin. */
  with: SceneId, };

/** Two cards that were merged. */
export type Merged = {
  /** The act, to be undone as one. */
  act: number,
  /** The entry of the card. */
  entry: LoreEntryId | null,
  /** The entity of the card. */
  entity: EntityId | null,
  /** What the card is called. */
  title: string,
  /** What went from one to the other. */
  moved: Moved, };

/** A message that changed. One that only one receipt has is compared with an empty text. */
export type MessageChange = {
  /** Which one, from 0. */
  index: number,
  /** Who speaks in the first receipt; `None` when it has no such message. */
  before: MessageRole | null,
  /** Who speaks in the second. */
  after: MessageRole | null,
  /** What changed: `old` in the message of the first, `new` in that of the second. */
  hunks: Array<Hunk>, };

/** Who speaks in a message. */
export type MessageRole = "system" | "user" | "assistant";

/** How a range was, or was not, found. */
export type Method = "exact_match" | "diff3" | "semantic_search" | "ngram_similarity" | "manual_confirmation";

/** A version whose counts are not those of its text. */
export type Miscounted = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo, };

/** A misspelt word. */
export type MisspeltWord = {
  /** As it stands in the text. */
  word: string,
  /** How often it stands there. */
  total: number,
  /** The first place. */
  first: TextHit, };

/** In which way something is so. */
export type Modality = "narrated" | "claimed" | "rumour" | "dream" | "planned";

/** A model of a provider. */
export type Model = {
  /** Its name as the server knows it, 1–200 characters. */
  name: string,
  /** Tokens of prompt and answer together, when known. */
  context_tokens: number | null,
  /** What it costs, when known. */
  price: Price | null, };

/** Two models. */
export type ModelChange = {
  /** Of the first receipt. */
  before: ModelRef,
  /** Of the second. */
  after: ModelRef, };

/** What a check of the model in use found. */
export type ModelChecked = {
  /** Its name. */
  name: string,
  /** SHA-256 of its weights. */
  weights: string,
  /** Floats of a vector. */
  dimension: number,
  /** How exactly vectors are computed. */
  scheme: ModelScheme,
  /** The least cosine between vectors of the two ways of computing; 1 is the same. */
  least_cosine: number,
  /** Whether that is near enough. */
  agree: boolean,
  /** By what vectors are computed from now on. */
  engine: EngineName,
  /** How it is set up now. */
  state: MeaningState, };

/** A model as it was when it was asked. */
export type ModelRef = {
  /** The id of its provider in the settings of this machine. */
  provider: string,
  /** What the author calls the provider. */
  provider_name: string,
  /** The model's name as its server knows it. */
  model: string, };

/** How exactly vectors are computed. */
export type ModelScheme = "f32" | "int8";

/** A part to move. */
export type MovePart = {
  /** The part. */
  part: PartId,
  /** Where it shall stand; where it stands now when absent. */
  parent?: Parent | null,
  /** Its index there, from 0; at the end when absent. A part in the bin for which neither is said goes back to its place. */
  at?: number | null, };

/** What goes from one card to another. */
export type Moved = {
  /** Facts. */
  facts: number,
  /** Relations. */
  relations: number,
  /** Events. */
  events: number,
  /** Facts and relations that the card that stays had already: they are one, with the passages of both. */
  folded: number,
  /** Relations between the two cards: facts in words from now on. */
  restated: number, };

/**
 * Parts that stand elsewhere: under another parent, or in another order among those that stayed. As few parts as
 * explain the new order are named; parts that came or went are not.
 */
export type Moves = {
  /** Volumes. */
  volumes: Array<VolumeId>,
  /** Chapters. */
  chapters: Array<ChapterId>,
  /** Scenes. */
  scenes: Array<SceneId>, };

/** How often a name stands in the book. */
export type NameCount = {
  /** The name. */
  name: string,
  /** How often. */
  count: number, };

/** Something of the canon that has names. */
export type Named = {
  /** The lore entry, where it has one. */
  entry: LoreEntryId | null,
  /** The entity, where it has one. */
  entity: EntityId | null,
  /** What it is called. */
  title: string,
  /** The kind of the entry, or of the entity where there is no entry. */
  kind: string, };

/** A number with a name for programs. */
export type NamedCount = {
  /** What is counted: `texts`, `paragraphs`, `passages`, `chapters`, `scenes`. */
  name: string,
  /** How many. */
  count: number, };

/** A card to be made; where a card has the name already, that one gets the other names. */
export type NewCard = {
  /** What it is called. */
  name: string,
  /** What it is; a person when absent. A card that is there keeps its kind. */
  kind?: LoreKind | null,
  /** Its other names. */
  aliases?: Array<string> | null, };

/** A proposal as it comes. */
export type NewProposal = {
  /** What is proposed. */
  proposed: Proposed,
  /** How sure who proposes it is, 0 to 1. */
  confidence: number,
  /** The scene that says so. */
  scene?: SceneId | null,
  /** What it says, character by character. A proposal whose quote does not stand in the scene is never applied. */
  quote?: string | null, };

/** Which model does which task. */
export type NewRoutes = {
  /** All of them. */
  routes: Routes, };

/** No details: asks about the whole project. */
export type NoParams = Record<symbol, never>;

/** How far a step is. */
export type NodeProgress = {
  /** What is done. */
  done: number,
  /** Of how much; 0 when that is not known. */
  total: number,
  /** At what it is: a stage, as of long acts. */
  message: string | null, };

/** What a step gives. */
export type NodeResult = { "kind": "summary",
  /** The chapter. */
  chapter: ChapterId,
  /** What happens. */
  text: string,
  /** What matters most. */
  key_events: Array<KeyEvent>, } | { "kind": "proposals",
  /** The batch they are kept as; none where there was nothing new. */
  batch: BatchId | null,
  /** Applied at once. */
  applied: number,
  /** For the author to decide. */
  pending: number,
  /** Rejected. */
  rejected: number,
  /** Items of a model's answer that could not be read or applied, and which were dropped. */
  dropped?: number, } | { "kind": "findings",
  /** How many there are. */
  found: number,
  /** How much they matter. */
  by_severity: BySeverity,
  /** Chapters that were checked. */
  chapters: number,
  /** Findings of a model whose quote does not stand in the text, and which were dropped. */
  dropped?: number, } | { "kind": "suggestions",
  /** After which chapter. */
  chapter: ChapterId,
  /** How many. */
  suggestions: number, } | { "kind": "counts",
  /** The numbers. */
  counts: Array<NamedCount>, } | { "kind": "report",
  /** Its lines. */
  lines: Array<ReportLine>, } | { "kind": "other",
  /** As it is. */
  json: JsonValue, };

/** A step of a run. */
export type NodeRun = {
  /** Its id. */
  node: string,
  /** What people call it. */
  title: Said,
  /** What does it. */
  handler: string | null,
  /** What must be done before. */
  depends_on: Array<string>,
  /** What it is given, with its references as they are written. */
  params: JsonValue,
  /** What its items are, as `chapters`: the last word of what it runs for each of. */
  each: string | null,
  /** Its state. */
  status: NodeStatus,
  /** Its newest attempt. */
  attempt: number,
  /** Its items, where it runs for each of something. */
  items: ItemsView | null,
  /** How far it is. */
  progress: NodeProgress | null,
  /** When it began. */
  started_at: Timestamp | null,
  /** When it was over. */
  ended_at: Timestamp | null,
  /** What it cost. */
  cost: Cost | null,
  /** Who did it. */
  source: NodeSource | null,
  /** Whether its output is that of an earlier run. */
  reused: boolean,
  /** What it gave. */
  result: NodeResult | null,
  /** What went wrong. */
  trouble: RunFailure | null,
  /** What the author is asked. */
  question: RunQuestion | null,
  /** When it is tried again. */
  retry_at: Timestamp | null,
  /** Why it is not done. */
  why_skipped: WhySkipped | null, };

/** Who did a step. */
export type NodeSource = "local" | { "model": string };

/** The state of a node, or of one item of it. */
export type NodeStatus = "pending" | "ready" | "running" | "waiting" | "completed" | "failed" | "skipped" | "cancelled";

/** What was noticed while opening a project. */
export type NoticedInfo = {
  /** The last writer that did not close it. */
  unclean: Holder | null,
  /** Signs of a synced folder. */
  cloud: CloudFolder | null,
  /** The copy kept of the file before it was brought to this schema. */
  migrated_from: string | null,
  /** The file has this newer schema and is open for reading only. */
  newer_schema: number | null, };

/** The language of a novel. */
export type NovelLanguage = "zh" | "en" | "ja";

/** Where the numbers start again. */
export type Numbering = "book" | "volume";

/** A model that can be downloaded. */
export type OfferedModel = {
  /** Its short name, for requests. */
  id: string,
  /** Its name on the hub. */
  repository: string,
  /** The commit that is fetched. */
  revision: string,
  /** Its licence. */
  licence: string,
  /** Bytes to fetch in all. */
  bytes: number,
  /** How much of it is there. */
  presence: OfferedPresence,
  /** Bytes of it that are there. */
  bytes_present: number, };

/** How much of a model is there. */
export type OfferedPresence = "absent" | "partial" | "complete";

/** What is done with bytes that do not decode. */
export type OnUndecodable = "refuse" | "replace";

/** A damaged project whose newest backup is to be opened. */
export type OpenBackup = {
  /** Token of the path of the damaged project. */
  path: string,
  /**
   * What the copy of the backup is told apart by, such as its date; letters, digits, `-`, `.` and spaces of it go
   * into the name of the file.
   */
  label: string, };

/** How a project is opened. */
export type OpenMode = "write" | "take_over" | "read";

/** A project to open. */
export type OpenProject = {
  /** Token of its path. */
  path: string,
  /** How. */
  mode?: OpenMode, };

/** Which of our own short novels to open. */
export type OpenSample = {
  /** The language it is written in; that of the window when absent, Chinese where the author has not chosen one. */
  language?: Language | null, };

/** The open project. */
export type OpenedProject = {
  /** Token of its path. */
  path: string,
  /** Title of the novel. */
  title: string,
  /** Its author. */
  author: string,
  /** The language it is written in, if it is known. */
  language: NovelLanguage | null,
  /** File name. */
  name: string,
  /** The folder it is in, for people. */
  folder: string,
  /** Whether it can be written. */
  writable: boolean,
  /** Its file is damaged: what could be read of it is open. */
  salvaged: SalvagedProject | null,
  /** Places that the check after opening found damaged. */
  damage: number,
  /** The newest backup that holds what was written; looked for only when something is damaged. */
  sound_backup_at: Timestamp | null,
  /** What was noticed while opening. */
  noticed: NoticedInfo,
  /** How it stood in the window when it was left. */
  view: View,
  /** The last proved backup. */
  backed_up_at: Timestamp | null, };

/** Where a character came from. */
export type Origin = {
  /** The stretch that holds it; none where the author wrote it. */
  span: AiSpan | null,
  /** What the model was sent for it. */
  receipt: Receipt | null, };

/** The manuscript in reading order. */
export type OutlineView = {
  /** Volumes in order. */
  volumes: Array<VolumeView>, };

/** A thread the reader has waited for too long. */
export type Overdue = {
  /** After how many chapters it is overdue. */
  due_after: number,
  /** How many chapters ago it was last planted or paid off in part; more than `due_after`. */
  chapters_since: number, };

/** What became of the overflow (余稿). */
export type OverflowFate = "kept" | "used" | "dismissed";

/** What is wrong with a page. */
export type PageFault = "missing" | "foreign" | "rows";

/** A parameter that changed. */
export type ParameterChange = {
  /** Its name; empty when the parameters as a whole are no object. */
  name: string,
  /** In the first receipt; `None` when it has none. */
  before: JsonValue | null,
  /** In the second. */
  after: JsonValue | null, };

/** How a model is to answer. What is `None` is left to the server. */
export type Parameters = {
  /** 0–2; some models allow one value only, then it is left out after the first refusal. */
  temperature?: number | null,
  /** 0–1. */
  top_p?: number | null,
  /** Most tokens of the answer, thinking included. */
  max_tokens?: number | null,
  /** −2–2. */
  frequency_penalty?: number | null,
  /** −2–2. */
  presence_penalty?: number | null,
  /** For answers that can be had again. */
  seed?: number | null,
  /** Fields of the server's own (thinking switches and the like), laid over the request as they are. */
  extra?: Record<string, unknown>, };

/** Where a part shall stand. */
export type Parent = "manuscript" | { "volume": VolumeId } | { "chapter": ChapterId };

/** A part that changed. */
export type PartChange = {
  /** In the first receipt. */
  before: ContextPart,
  /** In the second. */
  after: ContextPart, };

/** A part and what was done to it. */
export type PartChanged = { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

/** A part of the manuscript. */
export type PartId = { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

/** A part to put into the bin. */
export type PartRequest = {
  /** The part. */
  part: PartId, };

/** A part and what is said about it. */
export type PartView = {
  /** Its title. */
  title: string,
  /** What happens in it. */
  synopsis: string,
  /** How far it is; none for a volume. */
  status: Status | null,
  /** Wanted length in 字. */
  target: number | null,
  /** What a chapter is for. */
  goal: string,
  /** The plan of a scene. */
  plan: ScenePlan | null,
  /** Since when it is in the bin. */
  binned_at: Timestamp | null, } & ({ "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId });

/** Somebody who takes part in events. */
export type Participant = {
  /** The entity. */
  entity: EntityId,
  /** What it is called. */
  name: string,
  /** In how many events. */
  events: number, };

/** A passage of a scene, pointed at by whoever sees the text. */
export type Passage = {
  /** The scene. */
  scene: SceneId,
  /** The version whose text is meant; the working text when absent. */
  version?: VersionNo | null,
  /** Where, in char offsets; where the quote stands first when absent. */
  range?: CharRange | null,
  /** What stands there, character by character. */
  quote: string, };

/** The person in which a novel is told. */
export type Person = "first" | "third";

/** Where a passage stands, as the author says. */
export type PlaceAnchor = {
  /** The passage. */
  anchor: ThreadAnchorId,
  /** Where it stands. */
  passage: Passage, };

/** Whose words stand at one place that both lines changed. */
export type PlaceChoice = "main" | "branch" | "both" | { "text": string };

/** Where an anchor stands in one text, as an editor knows it: no guessing. */
export type PlacedAnchor = {
  /** The anchor. */
  anchor: ThreadAnchorId,
  /** Where, in char offsets; none where the passage is gone. */
  range: CharRange | null, };

/** By what an event has its place in the order of the story. */
export type PlacedBy = "key" | "after" | "date" | "telling";

/** What changes in the plan of a scene; a field that is absent stays as it is. */
export type PlanChange = {
  /** Where it plays. */
  location?: string | null,
  /** When it plays, in the time of the story. */
  story_time?: string | null,
  /** Who is in it; empty names and repetitions are left out. */
  characters?: Array<string> | null,
  /** Whose eyes it is seen through. */
  pov?: string | null,
  /** What stands against whom. */
  conflict?: string | null,
  /** What turns. */
  turning_point?: string | null, };

/** Whose words stand in a conflict. */
export type Prefer = "main" | "branch";

/** A kind of server. */
export type Preset = "openai" | "anthropic" | "gemini" | "azure" | "deepseek" | "dashscope" | "volcengine" | "moonshot" | "zhipu" | "siliconflow" | "openrouter" | "ollama" | "lm_studio" | "llama_cpp" | "vllm" | "custom";

/** What is known of a kind of server. */
export type PresetFacts = {
  /** Which kind. */
  preset: Preset,
  /** Its own name. */
  name: string,
  /** Where its API begins; empty where only the author knows. */
  base_url: string,
  /** Whether it answers only to a key. */
  needs_key: boolean,
  /** Where it usually is. */
  host: HostKind,
  /** What the author should know before using it. */
  note: PresetNote | null, };

/** What the author should know of a kind of server. The words are the page's. */
export type PresetNote = "window_is_set_in_the_server" | "schema_may_be_ignored" | "fixed_temperature" | "thinking_has_own_fields" | "depends_on_model" | "address_of_resource" | "name_of_endpoint" | "answers_without_format";

/**
 * The price of a model. Millionths of the currency's unit for a million tokens, so that sums are exact:
 * 2 ¥ a million tokens is `2_000_000`.
 */
export type Price = {
  /** ISO 4217: `CNY`, `USD`. */
  currency: string,
  /** Of a million tokens sent. */
  input: number,
  /** Of a million tokens sent that the server had in its cache. */
  cached_input: number,
  /** Of a million tokens received. */
  output: number, };

/** A provider to test. */
export type ProbeProvider = {
  /** Which one. */
  id: ProviderId,
  /** With which of its models; the first one when absent. */
  model?: string | null, };

/** What a probe found. */
export type ProbeReport = {
  /** Whether the host answers at all, be it with a refusal. */
  reachable: ProbeStep,
  /** Whether it lists its models. */
  models: ProbeStep,
  /** Whether the model answers, piece by piece. */
  streaming: ProbeStep,
  /** Whether an answer obeys a schema. */
  json_schema: ProbeStep,
  /** Whether an answer in JSON mode is a JSON object. */
  json_mode: ProbeStep,
  /** Whether the model calls a tool. Wanted by no task: models have no tools here. It tells the author what the server is. */
  tools: ProbeStep,
  /** Names of the models that the server lists. */
  model_names: Array<string>,
  /** From the request to the first word of the first answer. */
  latency_ms: number | null,
  /** Parameters that the model refused and is asked without. */
  dropped_parameters: Array<string>, };

/** One step of a probe. */
export type ProbeStep = {
  /** What it found. */
  verdict: Verdict,
  /** The server's words or ours where it is not [`Verdict::Ok`]. */
  message: string | null, };

/** What a test found. */
export type Probed = {
  /** Step by step. */
  report: ProbeReport, };

/** What is said about the novel now. */
export type ProjectDescribed = {
  /** Its title. */
  title: string,
  /** Its author. */
  author: string,
  /** The language it is written in, if it is known. */
  language: NovelLanguage | null, };

/** A project at a glance. */
export type ProjectInfo = {
  /** Title of the novel. */
  title: string,
  /** Its author. */
  author: string,
  /** The language it is written in, if it is known. */
  language: NovelLanguage | null,
  /** Schema of the file. */
  schema: number,
  /** Volumes in the manuscript. */
  volumes: number,
  /** Chapters in the manuscript. */
  chapters: number,
  /** Scenes in the manuscript. */
  scenes: number,
  /** Versions of all scenes. */
  versions: number,
  /** Checkpoints. */
  checkpoints: number,
  /** Drafts that are not versions yet. */
  drafts: number,
  /** Size of the file. */
  bytes: number,
  /** Counts of the manuscript by the four rules. */
  counts: Totals,
  /** What was noticed while opening. */
  noticed: NoticedInfo, };

/** What a template comes to. */
export type PromptChecked = {
  /** What is wrong with it, by line; nothing when it can be used. */
  faults: Array<PromptFault>,
  /** What it makes of an example; none where it cannot be used. */
  example: Rendered | null, };

/** What differs between two versions. */
export type PromptDiff = {
  /** The earlier one. */
  from: string,
  /** The later one. */
  to: string,
  /** The differences, in char offsets of both. */
  hunks: Array<Hunk>, };

/** A template. */
export type PromptEntry = {
  /** Its group. */
  group: string,
  /** Its key in the group. */
  key: string,
  /** The language it speaks to the model: `zh` or `en`. */
  language: PromptLanguage,
  /** What people call it. */
  title: string,
  /** What it is for. */
  description: string,
  /** The project's own version in use; the shipped one when none. */
  in_use: PromptId | null,
  /** The project's own versions, oldest first. */
  versions: Array<PromptVersion>, };

/** A template that was written to a file. */
export type PromptExported = {
  /** The name of the file. */
  file: string, };

/** Something that is wrong with a template. */
export type PromptFault = {
  /** The line, from 1. */
  line: number,
  /** What, for programs. */
  what: Fault,
  /** What, in English. */
  message: string, };

/** A saved version of a prompt template (提示词). Never reused, never changed. */
export type PromptId = number;

/** The language a template speaks to the model. The novel may be in another one. */
export type PromptLanguage = "zh" | "en";

/** The templates. */
export type PromptList = {
  /** By group, in the order of work. */
  prompts: Array<PromptEntry>,
  /** What a template may use. */
  variables: Array<Variable>, };

/** Which prompt template asked. */
export type PromptRef = {
  /** Its group. */
  group: string,
  /** Its key in the group. */
  key: string,
  /** `zh` or `en`. */
  language: string,
  /** The project's own version; the shipped one when none. */
  id: PromptId | null,
  /** The number of that version. */
  version: number | null,
  /** SHA-256 of the template, in hex. */
  hash: string, };

/** A template, and which version of it. */
export type PromptRequest = {
  /** Its group. */
  group: string,
  /** Its key in the group. */
  key: string,
  /** The language it speaks to the model. */
  language: PromptLanguage,
  /** The project's own version; the shipped one when absent. */
  id?: PromptId | null, };

/** A version that was kept. */
export type PromptSaved = {
  /** Its id. */
  id: PromptId,
  /** Its number. */
  version: number, };

/** The words of a template. */
export type PromptText = {
  /** The file. */
  template: string, };

/** A version of the project's own. */
export type PromptVersion = {
  /** Its id. */
  id: PromptId,
  /** 1, 2, 3 … */
  version: number,
  /** What the author noted. */
  note: string, };

/** How often the name that a proposal is about stands in the book. */
export type ProposalCount = {
  /** The proposal. */
  proposal: ProposalId,
  /** How often; 0 for an event or thread, which has no name. */
  total: number, };

/** How often the book says what proposals are about. */
export type ProposalCounts = {
  /** Those that wait, in the order they came. */
  counts: Array<ProposalCount>, };

/** A proposal (待确认). Never reused, never changed. */
export type ProposalId = number;

/** Proposals in a list. */
export type ProposalList = {
  /** In the order they came. */
  proposals: Array<ProposalView>,
  /** Every batch, latest first. */
  batches: Array<BatchView>, };

/** What the author wants done with proposals. */
export type ProposalSettings = {
  /** Whether those with a confidence of 0.9 and more whose names and values all stand in the text are applied at once. */
  apply_sure: boolean, };

/** What became of a proposal. */
export type ProposalStatus = "pending" | "applied" | "rejected" | "undone";

/** A proposal. */
export type ProposalView = {
  /** Which one. */
  id: ProposalId,
  /** The batch it came with. */
  batch: BatchId,
  /** What is proposed. */
  proposed: Proposed,
  /** How sure who proposes it is, 0 to 1. */
  confidence: number,
  /** The scene it is so from; the scene of the quote where there is one. */
  scene: SceneId | null,
  /** The passage that proves it; none when the quote does not occur in the text. */
  evidence: Evidence | null,
  /** The quote as it was given, when it does not occur in the text. */
  unproven: string | null,
  /** What became of it. */
  status: ProposalStatus,
  /** How sure it is, as a tier. */
  tier: Tier,
  /** Where its scene stands in the book. */
  place: SceneRef | null,
  /** Where its quote stands now, in char offsets of the working text; none where it does not. */
  now: CharRange | null,
  /** The words around it. */
  excerpt: Excerpt | null, };

/** What became of proposals. */
export type Proposals = {
  /** The batch they are kept as. */
  batch: BatchId,
  /** Applied at once. */
  applied: number,
  /** For the author to decide. */
  pending: number,
  /** Rejected: too unsure, or without a quote that stands in the text. */
  rejected: number, };

/** Proposals that come together. */
export type Propose = {
  /** Where they come from, in words. */
  source: string,
  /** What is proposed. */
  proposals: Array<NewProposal>, };

/** What is proposed. Entities go by their names, since who proposes knows no ids. */
export type Proposed = { "kind": "entity",
  /** Its name. */
  name: string,
  /** What it is. */
  entity_kind?: EntityKind,
  /** Its other names. */
  aliases?: Array<string>,
  /** What is said of it. */
  description?: string, } | { "kind": "alias",
  /** The entity. */
  name: string,
  /** Its other name. */
  alias: string, } | { "kind": "relation",
  /** Whose relation it is. */
  from: string,
  /** To whom. */
  to: string,
  /** What it is. */
  relation: string,
  /** In which way it is so. */
  modality?: Modality, } | { "kind": "fact",
  /** What it is about. */
  subject: string,
  /** What is said. */
  predicate: string,
  /** Its value: the name of an entity the graph has, or words. */
  object: string,
  /** In which way it is so. */
  modality?: Modality,
  /** Whether it ends what was so before: facts of the same subject, predicate and modality. */
  replaces?: boolean, } | { "kind": "event",
  /** What happens. */
  title: string,
  /** More about it. */
  description?: string,
  /** When, in the words of the text. */
  time?: string,
  /** Where, in words. */
  place?: string,
  /** Who takes part, by name. */
  participants?: Array<string>, } | { "kind": "thread",
  /** What it is called: a thread there is, or a new one that is planted. */
  title: string,
  /** What is promised; used for a new one. */
  description?: string,
  /** What the passage does for it. */
  change: ThreadChange, };

/** A server of models, as the author set it up. */
export type Provider = {
  /** Its name in routes, keys and records. */
  id: ProviderId,
  /** What the author calls it, 1–100 characters. */
  name: string,
  /** Which kind of server it is. */
  preset: Preset,
  /** Where the API begins, with its version: `https://api.example.com/v1`. At most 500 characters. */
  base_url: string,
  /** Headers of the author's own, sent with every request. Never a key: names that speak of one are refused. */
  headers: { [key in string]: string },
  /** How long it is waited for. */
  timeouts: Timeouts,
  /** The models the author uses there. */
  models: Array<Model>,
  /** What a probe found, or the author says; without it the preset's word counts. */
  abilities: Abilities | null,
  /** Whether stand-ins are sent to it in place of names of persons, places and organizations, and of personal data. */
  mask_names: boolean, };

/**
 * A provider's name for machines: 1–40 characters of `a`–`z`, `0`–`9` and `-`, with a letter or digit at both ends.
 * It never changes, since keys and records hang on it.
 */
export type ProviderId = string;

/** A provider. */
export type ProviderRequest = {
  /** Which one. */
  id: ProviderId, };

/** A provider as it is set up. */
export type ProviderView = {
  /** As the author set it up. */
  provider: Provider,
  /** What may be shown of its key. */
  key: KeyHint,
  /** Where requests go: scheme, host and port. */
  origin: string,
  /** Where that host is. */
  host: HostKind,
  /** Whether servers of its kind want a key. */
  needs_key: boolean,
  /** Whether the author agreed that text is sent there. */
  consented: boolean,
  /** By model: requests that take so many tokens, sent and answered together, begin without asking the author. */
  unasked: { [key in string]: number },
  /** The window, in tokens, that a model of it is taken to have while the author has not said. */
  assumed_window: number, };

/** Everything that is set up about models. */
export type Providers = {
  /** The providers, in the order they were set up. */
  providers: Array<ProviderView>,
  /** Which model does which task. */
  routes: Routes,
  /** The most that may be spent. */
  ceilings: Ceilings,
  /** Where keys are. */
  keys: KeysView,
  /** What can be set up. */
  presets: Array<PresetFacts>, };

/** Who says what to look for. */
export type QueriesFrom = "plan" | "model";

/** Where a range of a version stands now. */
export type RangeLocated = {
  /** Where in the working text, in char offsets; none where it is gone or cannot be found for sure. */
  range: CharRange | null,
  /** How it was found. */
  method: Method,
  /** How sure that is, 0 to 1. */
  confidence: number,
  /** The words around it. */
  excerpt: Excerpt | null, };

/** A text to read. */
export type ReadText = {
  /** The scene. */
  scene: SceneId,
  /** The version; the newest of the main line when absent. */
  version?: VersionNo | null, };

/** Why a checkpoint was made. */
export type Reason = "author" | "before_restore" | "before_import" | "before_compaction";

/** What a model was sent. */
export type Receipt = {
  /** When it was put together. */
  at: Timestamp,
  /** The scene that was written. */
  scene: SceneId,
  /** What was asked for, as the studio names it (`draft`, `continue`, `rewrite` …). */
  act: string,
  /** The template of the messages. */
  template: PromptRef,
  /** The model that was asked. */
  model: ModelRef,
  /** How it was to answer. */
  parameters: JsonValue,
  /** The room there was. */
  budget: ContextBudget,
  /** The layers of the context. Their text is in the messages too; here the parts say where in it they stand. */
  layers: Array<LayerText>,
  /** What became of every piece of context. */
  parts: Array<ContextPart>,
  /** What was sent first. */
  messages: Array<RenderedMessage>,
  /** The [`prompt_hash`] of messages and parameters. */
  prompt_hash: string,
  /** What looked like orders to the model in text that is data. */
  flags: Array<ReceiptFlag>,
  /** How many names and personal data were not sent: stand-ins stand for them in the messages. */
  masked?: number,
  /** The requests after the first, which asked the model to go on. */
  rounds: Array<RoundSent>, };

/** How one receipt (`before`) differs from another (`after`). */
export type ReceiptDiff = {
  /** The parts only the first has, in its order. */
  only_before: Array<ContextPart>,
  /** The parts only the second has, in its order. */
  only_after: Array<ContextPart>,
  /** The parts both have whose fate, text or tokens changed, in the order of the first. */
  changed: Array<PartChange>,
  /** The two templates, when they are not the same version of the same one. */
  template: TemplateChange | null,
  /** The two models, when they are not the same. */
  model: ModelChange | null,
  /** The two budgets, when they are not the same: often why a part is cut or dropped. */
  budget: BudgetChange | null,
  /** The parameters that changed, in the order of their names. */
  parameters: Array<ParameterChange>,
  /** The messages that changed, in order. */
  messages: Array<MessageChange>, };

/** A pattern of injected orders that was found in text that is data. */
export type ReceiptFlag = {
  /** The name of the pattern. */
  pattern: string,
  /** The variable of the template that holds the text. */
  variable: string,
  /** Where in the text of that variable, in char offsets. */
  range: CharRange,
  /** The piece of context that brought it, the first when it reaches over several; `None` for what is no piece of context. */
  source: ContextSource | null, };

/** A project of late. */
export type RecentProject = {
  /** Token of its path. */
  path: string,
  /** Title of the novel when it was last open. */
  title: string,
  /** Its file name. */
  name: string,
  /** The folder it is in, for people. */
  folder: string,
  /** When it was opened. */
  opened_at: Timestamp,
  /** Whether the file is not there now. */
  missing: boolean, };

/** A project of late. */
export type RecentProjectRequest = {
  /** Token of its path. */
  path: string, };

/** The projects of late. */
export type RecentProjects = {
  /** Latest first. */
  projects: Array<RecentProject>, };

/** A proposal that could not be decided so; nothing of it was done. */
export type RefusedReview = {
  /** The proposal. */
  proposal: ProposalId,
  /** Why, for programs. */
  code: Code,
  /** Why, in words. */
  message: string, };

/** A relation (关系) between two entities. Never reused, never changed. */
export type RelationId = number;

/** A relation that was written. */
export type RelationSaved = {
  /** Which one. */
  relation: RelationId, };

/** A relation: `from` is the `kind` of `to`. */
export type RelationView = {
  /** Which one. */
  id: RelationId,
  /** Whose relation it is. */
  from: EntityId,
  /** What that is called. */
  from_name: string,
  /** To whom. */
  to: EntityId,
  /** What that is called. */
  to_name: string,
  /** What it is. */
  kind: string,
  /** The first scene in which it is so; since before the book when none. */
  valid_from: SceneRef | null,
  /** The first scene in which it is no longer so; to the end when none. */
  valid_to: SceneRef | null,
  /** Whether it is so in the scene that was asked about. */
  holds: boolean,
  /** In which way it is so. */
  modality: Modality,
  /** How sure it is, 0 to 1. */
  confidence: number,
  /** Who put it here. */
  source: Source,
  /** The passages that prove it. */
  evidence: Array<Evidence>, };

/** A model to remove. */
export type RemoveModel = {
  /** The short name of a downloaded one; the one in use when absent. */
  model?: string | null, };

/** A lore entry that was removed. */
export type RemovedEntry = {
  /** Since when it is removed. */
  removed_at: Timestamp | null,
  /** Which one. */
  id: LoreEntryId,
  /** What it is called. */
  title: string,
  /** What it is about. */
  kind: LoreKind,
  /** Its other names. */
  aliases: Array<string>,
  /** 1 to 10. */
  priority: number,
  /** Whether it always counts. */
  constant: boolean,
  /** Whether nothing but the author changes it. */
  locked: boolean,
  /** Whether it is set aside. */
  disabled: boolean,
  /** The beginning of its content. */
  beginning: string,
  /** The lorebook it was imported from. */
  book: LorebookId | null, };

/** Lore entries that were removed. */
export type RemovedLore = {
  /** Latest first. */
  entries: Array<RemovedEntry>, };

/** A branch to rename. */
export type RenameBranch = {
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo,
  /** Its new name; an empty one takes the name away. */
  name: string, };

/** A part to rename. */
export type RenamePart = {
  /** The part. */
  part: PartId,
  /** Its new title. */
  title: string, };

/** A prompt. */
export type Rendered = {
  /** In the order of the file, at least one, none of them blank. */
  messages: Array<RenderedMessage>, };

/** One message of a prompt. */
export type RenderedMessage = {
  /** Who speaks. */
  role: MessageRole,
  /** What is said, without blanks at its ends. */
  content: string, };

/** How to renumber. */
export type RenumberChapters = {
  /** Where numbers start again. */
  numbering?: Numbering, };

/** A title that would change. */
export type Renumbered = {
  /** The chapter. */
  chapter: ChapterId,
  /** Its title now. */
  from: string,
  /** Its title afterwards. */
  to: string, };

/** What to replace by what, and where. */
export type ReplaceText = {
  /** The words or the regular expression, at most 1,000 characters. */
  pattern: string,
  /** How the pattern is read. */
  matching?: Matching,
  /** Whether capitals and small letters differ. */
  case?: Case,
  /** Whether only whole words are found, in scripts that part words by spaces; of a regular expression nothing changes. */
  whole_words?: boolean,
  /** Where to look. */
  scope?: FindScope,
  /** The new words. For a regular expression `$1` and `${name}` stand for what its groups found, `$$` for one `$`. */
  replacement: string,
  /** Hits that stay as they are. */
  except?: Array<HitPlace>,
  /** The fingerprint of what the author saw; the act is refused when the texts are other ones by now. */
  expected?: string | null, };

/** A replacement that was taken back. */
export type ReplaceUndone = {
  /** Scenes that have their words again. */
  restored: Array<SceneRestored>,
  /** Scenes that were left as they are. */
  left: Array<SceneLeft>, };

/** What was found of a damaged file. */
export type Report = {
  /** Scenes that have a text. */
  readable: number,
  /** Scenes that are not whole, in reading order. */
  scenes: Array<DamagedScene>,
  /** Tables of which something is damaged. */
  tables: Array<DamagedTable>,
  /** Damaged pages. */
  pages: Array<DamagedPage>,
  /** Whether the header of the file is damaged. */
  header: boolean, };

/** A line of a report. */
export type ReportLine = {
  /** The title of the chapter. */
  title: string,
  /** What stands there: words of the text. */
  text: string,
  /** The chapter. */
  chapter: ChapterId | null, };

/** What asking takes, by estimate. */
export type RequestEstimate = {
  /** Requests. */
  requests: number,
  /** Tokens sent. */
  prompt: number,
  /** Tokens of the answers. */
  answer: number,
  /** What it costs, where the price is known. */
  cost: Cost | null, };

/** A checkpoint to bring back, whole or in part. */
export type RestoreCheckpoint = {
  /** The checkpoint. */
  checkpoint: CheckpointId,
  /** Only this scene. */
  scene?: SceneId | null,
  /** Only this chapter. */
  chapter?: ChapterId | null,
  /** Only this part of the canon. */
  canon?: CanonScope | null, };

/** A version to bring back. */
export type RestoreVersion = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo, };

/** What to take up. */
export type ResumeRun = {
  /** The run. */
  run: RunId,
  /** Whether it goes on under the definition there is now, rather than its own. */
  upgrade?: boolean | null, };

/** Something in the canon that stays. */
export type Retained = {
  /** Entity, relation, fact, event, thread, or a passage of one. */
  kind: ItemKind,
  /** Which one. */
  id: number,
  /** Why it stays. */
  why: KeptBecause, };

/** Of which scene, and how. */
export type RetrieveMemory = {
  /** The scene. */
  scene: SceneId,
  /** Who says what to look for; the plan when absent. */
  queries_from?: QueriesFrom,
  /** Passages that each query brings; 10 when absent, at most 40. */
  top_k?: number | null,
  /** Sources that shall not be sent to the model that is asked. */
  excluded?: Array<ContextSource>, };

/** A file to show. */
export type RevealFile = {
  /** Token of its path; the open project when absent. */
  path?: string | null, };

/** A decision of the author. */
export type Review = {
  /** The proposal. */
  proposal: ProposalId,
  /** What the author decides. */
  decision: Decision,
  /** What is accepted instead, where the author corrected it; of one that is reopened, what it proposed at first. */
  corrected?: Proposed | null, };

/** Decisions of the author that are made at once. */
export type ReviewAll = {
  /** The decisions, in this order. */
  reviews: Array<Review>,
  /** Words that are no names from now on. */
  not_names?: Array<string> | null,
  /** Words that may be names after all. */
  names?: Array<string> | null, };

/** A proposal that was decided. */
export type Reviewed = {
  /** The proposal. */
  proposal: ProposalId,
  /** What became of it. */
  status: ProposalStatus,
  /** What could not be undone, since it was changed or used since. */
  kept: Array<Retained>, };

/** Proposals that were decided at once. */
export type ReviewedAll = {
  /** Those that were decided, in the order they were asked for. */
  decided: Array<Reviewed>,
  /** Those that could not be. */
  refused: Array<RefusedReview>,
  /** Words that are no names since. */
  ignored: Array<string>, };

/** A scene in which something was replaced. */
export type RewrittenScene = {
  /** The scene. */
  scene: SceneId,
  /** The version before. */
  before: VersionNo,
  /** The version with the new words. */
  after: VersionNo, };

/** A request that asked the model to go on. */
export type RoundSent = {
  /** Which one: 2 is the first after the first request. */
  round: number,
  /** The [`prompt_hash`] of what was sent. */
  prompt_hash: string,
  /** How many 字 remained. */
  remaining: number, };

/** Models in the order they are asked. */
export type Route = {
  /** The first is asked first. None = this route is not set. */
  targets: Array<Target>,
  /** Whether the next is asked when one fails. The author may forbid it. */
  fallback: boolean, };

/** Every route. */
export type Routes = {
  /** For tasks without a route of their own. */
  default: Route | null,
  /** Routes of tasks. */
  tasks: { [key in Task]?: Route }, };

/** A rule that texts are checked by. */
export type Rule = "timeline_order" | "absent_acts" | "possession" | "place_conflict" | "age_arithmetic" | "thread_unknown" | "name_drift" | "attribute" | "pov_drift" | "tense" | "repetition" | "openings" | "overused" | "punctuation" | "forbidden_words" | "length" | "dialogue_tags" | "wrong_character" | "de_particles" | "doubled" | "model_setting" | "model_pov";

/** A rule. */
export type RuleView = {
  /** Which one. */
  rule: Rule,
  /** Whether it is on. */
  on: boolean,
  /** Whether it is on where the author says nothing. */
  default_on: boolean,
  /** Whether a model is asked. */
  needs_model: boolean,
  /** How well it does on real prose; none where that was not measured. */
  measured: Measured | null, };

/** The rules of this novel. */
export type Rules = {
  /** Every rule. */
  rules: Array<RuleView>, };

/** What to do again. */
export type RunAgain = {
  /** The run. */
  run: RunId,
  /** From which step on; everything when absent. */
  node?: string | null,
  /** That step alone. */
  only?: boolean | null,
  /** Other params for it. */
  params?: JsonValue,
  /** Whether steps run although an earlier output would do. */
  fresh?: boolean | null, };

/** What to check. */
export type RunCheck = {
  /** Where; in the whole book when absent. */
  within?: FindScope,
  /** By which rules, on or off; by those that are on when absent. */
  rules?: Array<Rule> | null, };

/** What steps are going to cost. */
export type RunEstimate = {
  /** About how much, where that can be said. */
  cost: Cost | null,
  /** Whether they may cost anything. */
  may_cost: boolean,
  /** What they ask models for, where that can be said. */
  asks: Asks | null, };

/** Something that happened in a run. */
export type RunEvent = {
  /** Its number. */
  seq: number,
  /** When. */
  at: Timestamp,
  /** To which step. */
  node: string | null,
  /** To which item. */
  item: number | null,
  /** What. */
  kind: string,
  /** More of it. */
  data: JsonValue, };

/** What happened in a run after a number. */
export type RunEvents = {
  /** In its order. */
  events: Array<RunEvent>,
  /** The number to ask on from. */
  cursor: number, };

/** Why a node failed. */
export type RunFailure = {
  /** What kind it is. */
  class: FailureClass,
  /** What happened, for people who look for the cause. */
  message: string,
  /** What to act on, where there is something. */
  code?: string,
  /** Milliseconds that a server asked to wait. */
  retry_after_ms?: number, };

/** A run of a workflow (流程). Never reused, never changed. */
export type RunId = number;

/** Runs, the newest first. */
export type RunList = {
  /** The runs. */
  runs: Array<RunSummary>,
  /** Whether there are older ones. */
  more: boolean, };

/** What the author is asked. */
export type RunQuestion = {
  /** `confirm` before a step, `review` in the middle of one. */
  kind: string,
  /** What is asked; for people. */
  message: Said,
  /** What belongs to it. */
  data: JsonValue,
  /** The item that asks; none when it is the step. */
  item: number | null, };

/** Which run. */
export type RunRequest = {
  /** The run. */
  run: RunId, };

/** The state of a run. */
export type RunStatus = "queued" | "running" | "waiting" | "interrupted" | "completed" | "partial" | "failed" | "cancelled";

/** A run at a glance. */
export type RunSummary = {
  /** The run. */
  id: RunId,
  /** Its workflow. */
  workflow: string,
  /** What people call that. */
  title: Said,
  /** The title of the chapter; empty for the book. */
  subject: string,
  /** The chapter. */
  chapter: ChapterId | null,
  /** Its state. */
  status: RunStatus,
  /** What began it. */
  trigger: RunTrigger,
  /** When it was begun, or asked for. */
  started_at: Timestamp,
  /** When it was over. */
  ended_at: Timestamp | null,
  /** Steps and items that are done. */
  done: number,
  /** Of how many. */
  total: number,
  /** What it cost. */
  cost: Cost | null,
  /** What went wrong. */
  trouble: RunFailure | null, };

/** What starts a run. */
export type RunTrigger = "menu" | "chapter_completed" | "scene_saved" | "canon_changed" | "imported";

/** A run, step by step. */
export type RunView = {
  /** At a glance. */
  summary: RunSummary,
  /** Its steps, in the order they are written. */
  nodes: Array<NodeRun>,
  /** The number of its newest event. */
  cursor: number, };

/** Words for people, in both languages. */
export type Said = {
  /** In Chinese. */
  zh: string,
  /** In English. */
  en: string, };

/** What is open instead of a damaged project. */
export type SalvagedProject = {
  /** Scenes that have a text. */
  readable: number,
  /** Scenes that are not whole, in reading order. */
  scenes: Array<DamagedScene>, };

/** Working text to keep between versions. */
export type SaveDraft = {
  /** The scene. */
  scene: SceneId,
  /** The version it was begun from. */
  base: VersionNo,
  /** Where the editor carried the anchors of plot threads, in char offsets of the words. */
  anchors?: Array<PlacedAnchor>,
  /**
   * Which stretches of the words models wrote, as the editor carried that along; an empty list says none. When
   * absent they are found by comparison with the version.
   */
  spans?: Array<AiSpan> | null, } & ({ "text": string } | { "change": DraftChange });

/** What an entity shall be. What is absent stays as it is, or at its default in a new one. */
export type SaveEntity = {
  /** The entity; a new one when absent. */
  entity?: EntityId | null,
  /** What it is called; needed for a new one. */
  name?: string | null,
  /** What it is. */
  kind?: EntityKind | null,
  /** Its other names. */
  aliases?: Array<string> | null,
  /** What is said of it. */
  description?: string | null,
  /** The lore entry about it; null takes the link away, absent leaves it. */
  lore_entry?: LoreEntryId | null, };

/** What an event shall say. What is absent stays as it is, or at its default in a new one. */
export type SaveEvent = {
  /** The event; a new one when absent. */
  event?: TimelineEventId | null,
  /** What happens; needed for a new one. */
  title?: string | null,
  /** More about it. */
  description?: string | null,
  /** When, in the author's words. Without `key` the time key is read out of them where that can be done for sure. */
  time?: string | null,
  /** When, for ordering, as `51-3-15`; null takes it away. */
  key?: string | null,
  /** Events that happen before it. */
  after?: Array<TimelineEventId> | null,
  /** Where, in words. */
  place?: string | null,
  /** Who takes part; names that nobody bears make entities. */
  participants?: Array<EntityRef> | null,
  /** The scene that tells it; null: none does. */
  scene?: SceneId | null, };

/** What a fact shall be. What is absent stays as it is, or at its default in a new one. */
export type SaveFact = {
  /** The fact; a new one when absent. */
  fact?: FactId | null,
  /** What it is about. */
  subject: EntityRef,
  /** What is said. */
  predicate: string,
  /** Its value. */
  object: FactObject,
  /** Whether it ends, where it begins, what else is so of the same subject, predicate and modality. */
  replaces?: boolean,
  /** The first scene in which it is so; null: since before the book. */
  valid_from?: SceneId | null,
  /** The first scene in which it is no longer so; null: to the end. */
  valid_to?: SceneId | null,
  /** In which way it is so. */
  modality?: Modality | null,
  /** A passage that proves it, besides those that are known. */
  passage?: Passage | null, };

/** Whether somebody asked for a version. */
export type SaveKind = "explicit" | "automatic";

/** What a lore entry shall say. What is absent stays as it is, or at its default in a new entry. */
export type SaveLoreEntry = {
  /** The entry; a new one when absent. */
  entry?: LoreEntryId | null,
  /** What it is called; needed for a new one. */
  title?: string | null,
  /** What it is about. */
  kind?: LoreKind | null,
  /** Its other names. */
  aliases?: Array<string> | null,
  /** What is known of it. */
  content?: string | null,
  /** What nobody is to know yet. */
  secrets?: string | null,
  /** Words that bring it up without naming it. */
  keywords?: Array<string> | null,
  /** Words that must be there too. */
  and_keywords?: Array<string> | null,
  /** 1 to 10. */
  priority?: number | null,
  /** Whether it always counts. */
  constant?: boolean | null,
  /** Whether nothing but the author changes it. */
  locked?: boolean | null,
  /** Whether it is set aside. */
  disabled?: boolean | null, };

/** A template to keep as the project's own. */
export type SavePrompt = {
  /** Its group. */
  group: string,
  /** Its key in the group. */
  key: string,
  /** The language it speaks to the model. */
  language: PromptLanguage,
  /** The file. */
  template: string,
  /** What the author notes. */
  note?: string, };

/** A provider to set up, or to change. */
export type SaveProvider = {
  /** As it shall be; one with the same id is replaced. An empty address is that of its preset. */
  provider: Provider, };

/** What a relation shall be. What is absent stays as it is, or at its default in a new one. */
export type SaveRelation = {
  /** The relation; a new one when absent. */
  relation?: RelationId | null,
  /** Whose relation it is. */
  from: EntityRef,
  /** To whom. */
  to: EntityRef,
  /** What it is: `from` is the … of `to`. */
  kind: string,
  /** The first scene in which it is so; null: since before the book. */
  valid_from?: SceneId | null,
  /** The first scene in which it is no longer so; null: to the end. */
  valid_to?: SceneId | null,
  /** In which way it is so. */
  modality?: Modality | null,
  /** A passage that proves it, besides those that are known. */
  passage?: Passage | null, };

/** A text to save as a version. */
export type SaveScene = {
  /** The scene. */
  scene: SceneId,
  /** The version the text was begun from; the newest of the main line when absent. */
  base?: VersionNo | null,
  /** The words. */
  text: string,
  /** Whether the author asked for the version. */
  kind?: SaveKind,
  /** Whether the text is what the scene's draft became; a draft that is not becomes a version of its own. */
  from_draft?: boolean,
  /** Where the editor carried the anchors of plot threads, in char offsets of the text. */
  anchors?: Array<PlacedAnchor>,
  /**
   * Which stretches of the text models wrote, as the editor carried that along; an empty list says none. When
   * absent they are found by comparison with the base.
   */
  spans?: Array<AiSpan> | null,
  /** The generation of which something was taken into the text just now. */
  accepted?: GenerationId | null, };

/** What a thread shall say. What is absent stays as it is, or at its default in a new one. */
export type SaveThread = {
  /** The thread; a new one when absent. */
  thread?: ThreadId | null,
  /** What it is called; needed for a new one. */
  title?: string | null,
  /** What is promised. */
  description?: string | null,
  /** After how many chapters it is overdue; null: never. */
  due_after?: number | null,
  /** The passage that plants it, for a new one. */
  passage?: Passage | null, };

/** Where to look for misspelt words. */
export type ScanSpelling = {
  /** Where to look. */
  scope?: FindScope,
  /** The most words in the answer; 500 when absent. */
  limit?: number | null, };

/** A passage in a scene. */
export type SceneAnchor = {
  /** Which one. */
  id: ThreadAnchorId,
  /** Its thread. */
  thread: ThreadId,
  /** What that is called. */
  title: string,
  /** How far that is. */
  status: ThreadStatus,
  /** What the passage does for it. */
  role: AnchorRole,
  /** The scene. */
  scene: SceneId,
  /** The version it was last known in for sure. */
  version: VersionNo,
  /** Where it stood in that, in char offsets. */
  range: CharRange,
  /** What stands there; what stood there where it is gone. */
  quote: string,
  /** Whether it was deleted. */
  gone: boolean,
  /** What the author notes. */
  note: string,
  /** Where it stands in the working text, in char offsets; none where it is gone or cannot be found for sure. */
  now: CharRange | null,
  /** How sure that is, 0 to 1. */
  confidence: number,
  /** How it was found; none where an editor carried it there. */
  method: Method | null, };

/** The passages of threads in a scene. */
export type SceneAnchors = {
  /** The scene. */
  scene: SceneId,
  /** Which text of the scene the places belong to. */
  text: TextKind,
  /** The version it is; of a draft the one it was begun from. */
  version: VersionNo,
  /** SHA-256 of that text, in hexadecimal. */
  hash: string,
  /** In the order they stand in. */
  anchors: Array<SceneAnchor>, };

/** A scene (场景). Never reused, never changed. */
export type SceneId = number;

/** A scene that was left as it is. */
export type SceneLeft = {
  /** The scene. */
  scene: SceneId,
  /** Why. */
  reason: LeftReason, };

/** What the model that writes a scene must know of what came before. */
export type SceneMemory = {
  /** The id of the novel. */
  project_id: string,
  /** The scene. */
  scene: SceneId,
  /** Its chapter in the book, from 0. */
  chapter_index: number,
  /** Its place among the scenes of the chapter, from 0. */
  scene_index: number,
  /** Stands for the plan it was retrieved for. */
  plan_hash: string,
  /** Who said what to look for. */
  queries_from: QueriesFrom,
  /** What was looked for. */
  queries: MemoryQueries,
  /** Who and what is in play, and what is so of them in the scene. */
  entity_states: Array<EntityMemory>,
  /** Passages of the book, in the order they are told. */
  relevant_memories: Array<TextMemory>,
  /** What happened before, in the order of the story. */
  timeline_context: Array<EventMemory>,
  /** What could not be looked up, and why. */
  degraded: Array<Degraded>,
  /** Items the author does not want sent. */
  dropped: Array<string>,
  /** When it was retrieved. */
  retrieved_at: Timestamp, };

/** The plan of a scene. */
export type ScenePlan = {
  /** Where it plays. */
  location?: string,
  /** When it plays, in the time of the story. */
  story_time?: string,
  /** Who is in it. */
  characters?: Array<string>,
  /** Whose eyes it is seen through. */
  pov?: string,
  /** What stands against whom. */
  conflict?: string,
  /** What turns. */
  turning_point?: string, };

/** A scene where it stands in the book. */
export type SceneRef = {
  /** The scene. */
  scene: SceneId,
  /** Its chapter; none where it lies in the bin. */
  chapter: ChapterId | null,
  /** The index of that chapter in the book, from 0. */
  chapter_index: number | null,
  /** The title of that chapter; empty where the scene lies in the bin. */
  chapter_title: string, };

/** A scene in which something was replaced. */
export type SceneReplaced = {
  /** The scene. */
  scene: SceneId,
  /** The version before; what was a draft is one now. */
  before: VersionNo,
  /** The version with the new words. */
  after: VersionNo,
  /** Hits that were replaced. */
  replaced: number, };

/** A scene. */
export type SceneRequest = {
  /** Which one. */
  scene: SceneId, };

/** A scene that has its words again. */
export type SceneRestored = {
  /** The scene. */
  scene: SceneId,
  /** The new version with the old words. */
  version: VersionNo, };

/** A text that was saved. */
export type SceneSaved = {
  /** The scene. */
  scene: SceneId,
  /** The version that holds the text. */
  version: VersionNo,
  /** The branch it is on. */
  branch: BranchNo,
  /** Whether the base had been left behind, so that the text started a branch. */
  branched: boolean,
  /** Whether the text was there already and no version was made. */
  unchanged: boolean, };

/** The stretches of a text that models wrote. */
export type SceneSpans = {
  /** The scene. */
  scene: SceneId,
  /** The version with the text; of a draft the one it was begun from. */
  version: VersionNo,
  /** In order, in char offsets of the working text. */
  spans: Array<AiSpan>, };

/** A scene that was split, and what [`undo_split`](crate::undo_split) needs to know. */
export type SceneSplit = {
  /** The scene with the first part. */
  scene: SceneId,
  /** The new scene with the second part, right after it. */
  created: SceneId,
  /** The version of the scene that has the whole text. */
  before: VersionNo,
  /** Thread anchors that reached over the place of the split and were shortened. */
  cut: Array<CutAnchor>, };

/** A text that was read. */
export type SceneText = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo,
  /** The branch it is on. */
  branch: BranchNo,
  /** The words. */
  text: string,
  /** Their counts. */
  counts: Totals,
  /** The working text that was not saved as a version yet, when the newest version was asked for. */
  draft: DraftText | null, };

/** A scene. */
export type SceneView = {
  /** The scene. */
  id: SceneId,
  /** Its title; often empty. */
  title: string,
  /** How far it is. */
  status: Status,
  /** The newest version of its main line. */
  version: VersionNo,
  /** The counts of its working text. */
  counts: Totals, };

/** Two scenes that were merged, and what [`undo_merge`](crate::undo_merge) needs to know. */
export type ScenesMerged = {
  /** The scene with both texts. */
  scene: SceneId,
  /** Its version before. */
  before: VersionNo,
  /** Its version with both texts. */
  version: VersionNo,
  /** The scene that went into the bin. */
  binned: SceneId, };

/** What to search for. */
export type Search = {
  /** Words, “phrases”, -words that must not stand there, prefixes*; at most 1,000 characters. */
  query: string,
  /** How to search. */
  mode?: SearchMode,
  /** Where to look. */
  filters?: SearchFilters,
  /** The most hits in the answer; 50 when absent, at most 500. */
  limit?: number | null, };

/** What to look through; nothing given looks through everything. */
export type SearchFilters = {
  /** Only in this volume. */
  volume?: VolumeId | null,
  /** Only from this chapter on. */
  from_chapter?: ChapterId | null,
  /** Only up to this chapter, itself included. */
  to_chapter?: ChapterId | null,
  /** Only scenes whose plan names this point of view. */
  pov?: string | null,
  /** Only scenes that mention this entity. */
  character?: EntityId | null,
  /** Only scenes that are this far. */
  status?: Status | null,
  /** Only these kinds; all when empty. */
  kinds?: Array<SearchKind>,
  /** Only what is told before this scene, or in it. */
  as_of?: SceneId | null, };

/** What was found. */
export type SearchFound = {
  /** The best first. */
  hits: Array<SearchHit>,
  /**
   * Paragraphs that hold all the words, whatever the limit. The first hits by words are these; those after them, and all
   * where it is 0, hold only some of the words.
   */
  total: number,
  /** By what meaning is known; none where the search was by words alone. */
  meaning: SearchMeaning | null,
  /** What of the search could not be done. */
  missing: Array<SearchMissing>,
  /** Texts that changed and are not in the index yet. */
  left: number, };

/** A passage that was found. */
export type SearchHit = {
  /** What kind of text it is. */
  kind: SearchKind,
  /** Where it stands. */
  place: SearchPlace,
  /** Where in that text; of a scene, in its working text. */
  range: CharRange,
  /** The words around what was found. */
  snippet: SearchSnippet,
  /** Why it was found. */
  why: SearchWhy, };

/** What kind of text it is, as an author thinks of it and filters by it. */
export type SearchKind = "text" | "lore" | "summary" | "note";

/** By what meaning is known. */
export type SearchMeaning = {
  /** The name of the model. */
  model: string,
  /** What it computes with. */
  scheme: "f32" | "int8" | "ngram",
  /** Whether it is the fallback that compares characters, since there is no model. */
  is_fallback: boolean,
  /** Of a hundred passages so many have a vector. */
  covered: number, };

/** What of a search could not be done. */
export type SearchMissing = { "part": "vectors",
  /** Why. */
  reason: string, } | { "part": "words",
  /** Why. */
  reason: string, };

/** How to search. */
export type SearchMode = "hybrid" | "text" | "vector";

/** Where a text stands. */
export type SearchPlace = { "of": "scene",
  /** The scene, in the book. */
  at: SceneRef,
  /** Its title; often empty. */
  title: string,
  /** The version of the text; of a draft the one it was begun from. */
  version: VersionNo, } | { "of": "scene_synopsis",
  /** The scene, in the book. */
  at: SceneRef,
  /** Its title; often empty. */
  title: string, } | { "of": "chapter",
  /** The chapter. */
  id: ChapterId,
  /** Its title. */
  title: string, } | { "of": "volume",
  /** The volume. */
  id: VolumeId,
  /** Its title; empty for the one volume of an undivided novel. */
  title: string, } | { "of": "lore",
  /** The entry. */
  id: LoreEntryId,
  /** Its title. */
  title: string,
  /** Whether it is what readers and models are not to know yet. */
  secret: boolean, } | { "of": "entity",
  /** The entity. */
  id: EntityId,
  /** Its name. */
  title: string, } | { "of": "bible",
  /** The field. */
  id: BibleFieldId,
  /** Its key. */
  title: string, } | { "of": "thread",
  /** The thread. */
  id: ThreadId,
  /** Its title. */
  title: string, } | { "of": "event",
  /** The event. */
  id: TimelineEventId,
  /** Its title. */
  title: string, };

/** A piece of a text with what was found in it. */
export type SearchSnippet = {
  /** The words. */
  text: string,
  /** Where in these words the marks stand, in characters; in order, never overlapping. */
  marks: Array<CharRange>,
  /** Where the words stand in the text they were cut from. */
  range: CharRange,
  /** Whether the text has more before them. */
  more_before: boolean,
  /** Whether the text has more after them. */
  more_after: boolean, };

/** Why something was found. */
export type SearchWhy = {
  /** Its rank among what holds the words, from 1. */
  words?: number | null,
  /** Its rank among what is near in meaning, from 1. */
  meaning?: number | null,
  /** How near it is in meaning: a cosine, to compare hits of one search, not of two models. */
  similarity?: number | null, };

/** Whether secrets are written. They are left unless somebody asks for them. */
export type Secrets = "leave" | "keep";

/** The models that a server says it has. */
export type ServedModels = {
  /** Their names, sorted. */
  models: Array<string>, };

/** What a field shall say. */
export type SetBibleField = {
  /** The field; one the bible does not have becomes the author's own. */
  key: string,
  /** What it says; unchanged when absent. */
  value?: string | null,
  /** Whether it is a hard constraint; unchanged when absent. */
  locked?: boolean | null,
  /** Another name for one of the author's own fields; unchanged when absent. */
  rename?: string | null, };

/** The most that may be spent. */
export type SetCeilings = {
  /** Both of them. */
  ceilings: Ceilings, };

/** Whether the window fills the screen. */
export type SetFullScreen = {
  /** Whether it does. */
  full_screen: boolean, };

/** A key to keep. */
export type SetKey = {
  /** Whose. */
  id: ProviderId,
  /** The key; absent to forget the one that is kept. */
  key?: string | null, };

/** Where to keep keys. */
export type SetKeyPlace = {
  /** Where. */
  place: KeyPlace,
  /** For a file: its passphrase, at least eight characters. */
  passphrase?: string | null, };

/** A look for what the system draws. */
export type SetLook = {
  /** The look. */
  look: WindowLook, };

/** What shall be otherwise; what is absent stays. */
export type SetMeaning = {
  /** How exactly vectors are computed. */
  scheme?: ModelScheme | null,
  /** Threads, at most the cores there are; 0 for all cores but one. */
  threads?: number | null,
  /** Whether work that nobody waits for stops on battery. */
  pause_on_battery?: boolean | null,
  /** The author's own mirrors, in order: addresses as https://mirror.example.com, or with `{file}` in them. */
  mirrors?: Array<string> | null, };

/** The menus of the window. */
export type SetMenus = {
  /** From left to right. */
  menus: Array<Menu>, };

/** Whether a rule shall be on. */
export type SetRule = {
  /** The rule. */
  rule: Rule,
  /** Whether it is on; null: as shipped. */
  on: boolean | null, };

/** A switch to set. */
export type SetSwitch = {
  /** The workflow. */
  workflow: string,
  /** What starts it. */
  trigger: RunTrigger,
  /** Whether it does. */
  on: boolean,
  /** What models may cost in a month for what starts by itself. */
  ceiling?: Cost | null, };

/** A title for the window. */
export type SetTitle = {
  /** The title. */
  title: string, };

/** The author's settings. */
export type Settings = {
  /** How the window looks. */
  theme: Theme,
  /** The language of the window; none as long as the author has not chosen: then that of the system. */
  language: Language | null,
  /** Font of the text, a family name; empty for the serif of the system. */
  font: string,
  /** Size of the text in px, 12 to 40. */
  font_size: number,
  /** Length of a line in 字, 20 to 80. */
  measure: number,
  /** Line height as a factor, 1.2 to 3. */
  line_height: number,
  /** First-line indent in 字, 0 to 4. */
  indent: number,
  /** Which of the totals is shown as 字数. */
  count_rule: CountRuleName,
  /** Keep the line with the caret in the middle. */
  typewriter: boolean,
  /** Dim all but the paragraph with the caret. */
  focus: boolean,
  /** Show Markdown in the text. */
  markdown: boolean,
  /** Full-width punctuation and pairs of quotes while typing. */
  punctuation: boolean,
  /** Mark misspelt words of English novels. */
  spelling: boolean,
  /** Show all scenes of a chapter below each other. */
  whole_chapter: boolean,
  /** Mark the names of the canon in the text. */
  show_names: boolean,
  /** Mark what models wrote in the text. */
  show_ai_spans: boolean,
  /** Wanted 字 a day; 0 for none. */
  daily_goal: number,
  /** Open the last project at the start. */
  reopen_last: boolean,
  /** Make a backup every hour in which something changed. */
  hourly_backups: boolean,
  /** Where backups go; none for the program's own folder. */
  backup_folder: string | null,
  /** Size of the interface as a factor, 0.8 to 1.6. */
  interface_scale: number,
  /**
   * Keys that the author gave to commands, by the id of the command, in the notation of menus (`CmdOrCtrl+Shift+S`);
   * empty for a command that shall have none. At most 300.
   */
  shortcuts: { [key in string]: string }, };

/** How much a finding matters. */
export type Severity = "low" | "medium" | "high" | "critical";

/** The shelf of overflow (余稿). */
export type Shelf = {
  /** Newest first. */
  items: Array<ShelfItem>, };

/** What was beyond the limit of a generation. */
export type ShelfItem = {
  /** The generation. */
  generation: GenerationId,
  /** Its scene. */
  scene: SceneId,
  /** What it was asked for. */
  act: Act,
  /** The words. */
  text: string,
  /** When it was begun. */
  created_at: Timestamp, };

/** A difference of totals. */
export type SignedTotals = {
  /** 字数. */
  standard: number,
  /** Word 口径. */
  word: number,
  /** 纯汉字. */
  han: number,
  /** 全部字符. */
  all: number, };

/** What to compare with. */
export type Similar = {
  /** A text; its first 400 characters are compared. */
  text?: string | null,
  /** A scene, by its working text; its own passages are not answered. */
  scene?: SceneId | null,
  /** Where to look. */
  filters?: SearchFilters,
  /** The most hits in the answer; 50 when absent, at most 500. */
  limit?: number | null, };

/** What is like it. */
export type SimilarFound = {
  /** The likest first. */
  hits: Array<SearchHit>,
  /** By what meaning is known. */
  meaning: SearchMeaning | null,
  /** What could not be done. */
  missing: Array<SearchMissing>, };

/** Who put something into the canon. */
export type Source = "author" | "extraction" | "import";

/** What is misspelt. */
export type SpellingChecked = {
  /** Whether spelling can be checked; nothing is misspelt where it cannot. */
  state: SpellingState,
  /** For each text where misspelt words stand in it, in char offsets, in order. */
  pieces: Array<Array<CharRange>>, };

/** The dictionaries of this machine, and which one this novel is checked with. */
export type SpellingDictionaries = {
  /** Whether spelling can be checked. */
  state: SpellingState,
  /** Those that are there. */
  dictionaries: Array<SpellingDictionary>,
  /** The name of the one that is used; none where there is none. */
  used: string | null,
  /** The name of the one that the author chose for this novel; none where the system decides. */
  chosen: string | null,
  /** Why it cannot be used; none where it can. */
  trouble: string | null,
  /** Where the author puts dictionaries of their own: `….aff` and `….dic`. */
  own_folder: string, };

/** A dictionary. */
export type SpellingDictionary = {
  /** Its name, as `en_GB`. */
  name: string,
  /** The folder it lies in, for people. */
  folder: string, };

/** The misspelt words. */
export type SpellingScanned = {
  /** Whether spelling can be checked; nothing is misspelt where it cannot. */
  state: SpellingState,
  /** The words, the most frequent first. */
  words: Array<MisspeltWord>,
  /** How many different words are misspelt, whatever the limit. */
  different: number,
  /** How many places that are. */
  total: number,
  /** Scenes whose text is damaged or too large, and was not looked through. */
  unreadable: Array<SceneId>, };

/** Whether spelling can be checked. */
export type SpellingState = "ready" | "not_english" | "no_dictionary" | "unusable";

/** A word of the novel's own dictionary. */
export type SpellingWord = {
  /** The word. */
  word: string, };

/** The novel's own dictionary. */
export type SpellingWords = {
  /** Its words, in order. */
  words: Array<string>, };

/** What calls took together. */
export type Spent = {
  /** Who was asked. */
  provider: string,
  /** Which model. */
  model: string,
  /** What for. */
  task: string,
  /** The currency of `micros`; none where the price is not known. */
  currency: string | null,
  /** How many calls. */
  calls: number,
  /** How many of them failed: not those that were ended here, by the length gate or the author. */
  failed: number,
  /** Tokens. */
  tokens: Tokens,
  /** Cost in millionths of the currency's unit. */
  micros: number, };

/** How chapters are found. */
export type SplitBy = "auto" | "none" | { "pattern": string } | { "titles": Array<string> };

/** A scene to split. */
export type SplitScene = {
  /** The scene. */
  scene: SceneId,
  /** Where, in char offsets of its newest text. */
  at: CharOffset, };

/** A run to begin. */
export type StartWorkflow = {
  /** The workflow. */
  workflow: string,
  /** For which chapter. */
  chapter?: ChapterId | null,
  /** What else it is given: an object. */
  input?: JsonValue,
  /**
   * What models may cost from its beginning to its end, whoever asks them; a step that would exceed it by its estimate is done
   * on this machine. A run that goes on already keeps its own.
   */
  ceiling?: Cost | null, };

/** What is so of an entity in a scene. */
export type StateAsOf = {
  /** The entity. */
  entity: EntityView,
  /** The scene. */
  at: SceneId | null,
  /** What the story says is so. */
  narrated: StateSide,
  /** What is claimed, rumoured, dreamt or planned. */
  otherwise: StateSide, };

/** One side of a state. */
export type StateSide = {
  /** Facts about it, by predicate. */
  facts: Array<FactView>,
  /** Facts about others whose object it is. */
  object_of: Array<FactView>,
  /** Relations from it and to it. */
  relations: Array<RelationView>, };

/** How far a chapter or scene is. */
export type Status = "planned" | "drafting" | "completed";

/** The story so far as it is kept. */
export type StoryKept = {
  /** What happened. */
  text: string,
  /** Up to the end of which chapter. */
  up_to: ChapterId,
  /** The chapters in it, with the hash of the summary each was taken from. */
  chapters: Array<[ChapterId, string]>,
  /** Who wrote it. */
  source: CompletionSource, };

/** What an item of a stream says. */
export type StreamEvent = { "type": "started",
  /** The job. */
  job: JobId, } | { "type": "progress",
  /** What it is doing. */
  stage: string,
  /** Steps done. */
  done: number,
  /** Steps in all; 0 when nobody knows. */
  total: number, } | { "type": "generation",
  /** What happened. */
  told: GenerationEvent, } | { "type": "told",
  /** What. */
  told: DeskEvent, } | { "type": "done",
  /** The answer of the command. */
  answer: JsonValue, } | { "type": "failed",
  /** Why. */
  error: Failure, };

/** An item of a stream. */
export type StreamItem = {
  /** Its number, from 0, without gaps. */
  seq: number,
  /** What it says. */
  event: StreamEvent, };

/** A word that may be misspelt. */
export type SuggestSpelling = {
  /** The word as it stands in the text. */
  word: string, };

/** What may be meant. */
export type SuggestedSpelling = {
  /** At most five words, the likeliest first. */
  suggestions: Array<string>, };

/** A direction for the next chapter. */
export type Suggestion = {
  /** Its number; never used again for another one of the same chapter. */
  id: number,
  /** A title for the chapter, without a number. */
  title: string,
  /** What happens. */
  outline: string,
  /** The threads it serves. */
  threads: Array<ThreadRef>,
  /** Why it could be good. */
  why: string,
  /** Who thought of it. */
  source: CompletionSource,
  /** The chapter whose plan it became. */
  accepted_as: ChapterId | null, };

/** A direction that was taken. */
export type SuggestionAccepted = {
  /** The chapter whose plan it is. */
  chapter: ChapterId,
  /** The scene whose plan it is. */
  scene: SceneId,
  /** Whether the chapter is new: to undo it, put it into the bin. */
  created: boolean,
  /** What was planned before, to put it back with `manuscript.describe`; none where nothing was changed. */
  before: Before | null, };

/** A direction. */
export type SuggestionView = {
  /** Its number. */
  id: number,
  /** A title for the chapter. */
  title: string,
  /** What happens. */
  outline: string,
  /** The threads it serves. */
  threads: Array<ThreadRef>,
  /** Why it could be good. */
  why: string,
  /** Who thought of it. */
  source: CompletionSource,
  /** Whether the author took it. */
  accepted: boolean, };

/** The directions as they are kept. */
export type SuggestionsKept = {
  /** The directions. */
  items: Array<Suggestion>,
  /** The hash of the texts they were made from. */
  texts: string,
  /** The number of the next one. */
  next_id: number, };

/** Directions. */
export type SuggestionsView = {
  /** The directions. */
  items: Array<SuggestionView>,
  /** Since when they are kept. */
  at: Timestamp,
  /** Whether a text of the chapter has changed since. */
  stale: boolean, };

/** A summary that was written. */
export type Summarized = {
  /** The summary. */
  summary: SummaryKept,
  /** The story so far, where it was time for one. */
  story: StoryKept | null,
  /** Events whose quote does not stand in the text, and which were dropped. */
  dropped: number,
  /** What it took. */
  took: Took, };

/** The summary of a chapter as it is kept. */
export type SummaryKept = {
  /** What happens. */
  text: string,
  /** What matters most, in order. */
  key_events: Array<KeyEvent>,
  /** Who wrote it. */
  source: CompletionSource,
  /** The hash of the texts it was made from. */
  texts: string, };

/** What a command reads or changes. */
export type Tag = "project" | "manuscript" | "texts" | "history" | "drafts" | "checkpoints" | "desk" | "settings" | "recent" | "bible" | "lore" | "graph" | "proposals" | "threads" | "timeline" | "models" | "prompts" | "generations" | "usage" | "index" | "meaning" | "memory" | "findings" | "workflows" | "spelling";

/** A model to ask, and how. */
export type Target = {
  /** Who serves it. */
  provider: ProviderId,
  /** Its name as the server knows it. */
  model: string,
  /** How it is to answer. */
  parameters: Parameters, };

/** What a model is wanted for. */
export type Task = "draft" | "rewrite" | "summarize" | "extract" | "check" | "plan" | "retrieve" | "title";

/** How an event is told. */
export type Telling = "in_order" | "flashback" | "flash_forward";

/** Two templates. */
export type TemplateChange = {
  /** Of the first receipt. */
  before: PromptRef,
  /** Of the second. */
  after: PromptRef, };

/** What differs between two texts, in pieces that an author takes or refuses one by one. */
export type TextEdits = {
  /** The pieces, in char offsets of both texts. */
  edits: Array<Hunk>, };

/** What was found. */
export type TextFound = {
  /** The first hits, in reading order. */
  hits: Array<TextHit>,
  /** How many there are, whatever the limit. */
  total: number,
  /** Scenes that were looked through. */
  searched: number,
  /** Scenes whose text is damaged or too large, and cannot be looked through. */
  unreadable: Array<SceneId>,
  /** Stands for all that was found: a replacement that names it is refused when the texts with hits are other ones. */
  fingerprint: string, };

/** A place in a text where the pattern was found. */
export type TextHit = {
  /** The scene. */
  scene: SceneId,
  /** Its chapter. */
  chapter: ChapterId,
  /** The title of that. */
  chapter_title: string,
  /** Which text of the scene the range belongs to. */
  text: TextKind,
  /** The version it belongs to; of a draft the one it was begun from. */
  version: VersionNo,
  /** Where, in char offsets of that text. */
  range: CharRange,
  /** The words around it. */
  excerpt: Excerpt, };

/** Which text of a scene. */
export type TextKind = "version" | "draft";

/** A passage of the book. */
export type TextMemory = {
  /** Its id in the memory. */
  id: string,
  /** The scene that tells it. */
  scene: SceneId,
  /** Its chapter. */
  chapter: ChapterId | null,
  /** The title of that. */
  chapter_title: string,
  /** The version of its text; of a draft the one it was begun from. */
  version: VersionNo,
  /** Where in that text. */
  range: CharRange,
  /** The words. */
  text: string,
  /** Why it was found. */
  why: SearchWhy,
  /** The query that found it best, by its number. */
  query: number, };

/** What was replaced. */
export type TextReplaced = {
  /** The scenes that changed, in reading order. */
  scenes: Array<SceneReplaced>,
  /** Hits that were replaced. */
  replaced: number,
  /** Scenes whose text is damaged and was left alone. */
  unreadable: Array<SceneId>, };

/** Two texts and what changed between them. */
export type TextsCompared = {
  /** The earlier text; empty where there was none. */
  before: string,
  /** The later text; empty where there is none. */
  after: string,
  /** The changes in order. */
  hunks: Array<HunkText>, };

/** How the window looks. */
export type Theme = "system" | "light" | "dark" | "paper" | "green";

/** What is done to a thread. */
export type ThreadAct = "plant" | "pay_off_partly" | "pay_off" | "abandon" | "reopen";

/** An anchor of a plot thread in the text. Never reused, never changed. */
export type ThreadAnchorId = number;

/** What a passage does for a plot thread. */
export type ThreadChange = "plant" | "remind" | "advance" | "resolve";

/** A plot thread (线索/伏笔). Never reused, never changed. */
export type ThreadId = number;

/** Plot threads. */
export type ThreadIds = {
  /** Which ones. */
  threads: Array<ThreadId>, };

/** A thread that a direction serves. */
export type ThreadRef = {
  /** Which one. */
  id: ThreadId,
  /** What it is called. */
  title: string, };

/** How far a thread is. */
export type ThreadStatus = "open" | "partial" | "resolved" | "abandoned";

/** A plot thread. */
export type ThreadView = {
  /** Which one. */
  id: ThreadId,
  /** What it is called. */
  title: string,
  /** What is promised, and what shall come of it. */
  description: string,
  /** How far it is. */
  status: ThreadStatus,
  /** After how many chapters without a payoff it is overdue; never when none. */
  due_after: number | null,
  /** Why it was given up. */
  reason: string,
  /** Whether the reader has waited too long. */
  overdue: Overdue | null,
  /** Its passages, in reading order; those in the bin last. */
  anchors: Array<AnchorView>, };

/** The plot threads. */
export type Threads = {
  /** The scene as of which they are looked at. */
  at: SceneRef | null,
  /** Overdue ones first, then waiting, paid off, given up; each by id. */
  threads: Array<ThreadView>, };

/** As of where the threads are looked at. */
export type ThreadsAsOf = {
  /** The scene up to which somebody has read; the last one with words when absent. */
  at?: SceneId | null, };

/** How far a proposal's confidence takes it. */
export type Tier = "apply" | "review" | "reject";

/**
 * A point in story time that can be ordered: numbers from the largest unit down, compared one by one (year, month,
 * day, hour, minute), whatever the calendar. A shorter key comes before a longer one it begins: 第三年 before
 * 第三年二月. In JSON it stands as it is written.
 */
export type TimeKey = string;

/** The timeline. */
export type Timeline = {
  /** In the order of the story. */
  events: Array<EventView>,
  /** Who takes part in any. */
  participants: Array<Participant>,
  /**
   * Events that would happen before themselves, when a restore brought such together; the order of the story is the
   * order of the telling then.
   */
  cycle: Array<TimelineEventId>, };

/** A timeline event (时间线事件). Never reused, never changed. */
export type TimelineEventId = number;

/** What is known of an event, every field of it. */
export type TimelineEventRecord = {
  /** What happens. Never empty. */
  title: string,
  /** More about it. */
  description: string,
  /** When, in the author's words. */
  time: string,
  /** When, for ordering. */
  key: TimeKey | null,
  /** Events that happen before it. */
  after: Array<TimelineEventId>,
  /** Where, in words. */
  place: string,
  /** Who takes part. */
  participants: Array<EntityId>,
  /** The scene that tells it. */
  scene: SceneId | null, };

/** How long a provider is waited for, in whole seconds, each 1–3600. */
export type Timeouts = {
  /** Until the connection stands. */
  connect: number,
  /** From the request to the first text or thinking of the answer. Keep-alives are neither. */
  first_token: number,
  /** Between two pieces of the answer. Keep-alives do not count as pieces. */
  idle: number,
  /** From the request to the end of the answer, however steadily it drips. */
  total: number, };

/** Milliseconds since 1970-01-01 UTC. For people only: order comes from ids and version numbers. */
export type Timestamp = number;

/** Tokens of a whole generation, all of its calls together. */
export type Tokens = {
  /** Sent. */
  prompt: number,
  /** Received. */
  completion: number,
  /** Of those sent, the ones the server had in its cache. */
  cached: number,
  /** Whether any of it is our own estimate. */
  estimated: boolean, };

/** What calls of models cost together. */
export type Took = {
  /** The sum, in the currency of the first; none where no price is known. */
  cost: Cost | null,
  /** How many calls there were. */
  calls: number,
  /** Where the words of each answer and its receipt are kept. */
  generations: Array<GenerationId>, };

/** The totals of a text by the four rules (`standard`, `word`, `han`, `all`). */
export type Totals = {
  /** Every visible character. */
  standard: number,
  /** CJK characters one each, Latin words and numbers one each. */
  word: number,
  /** Han characters. */
  han: number,
  /** Every scalar but line ends. */
  all: number, };

/** Why an entry counts. */
export type Trigger = "constant" | { "name": string } | { "keyword": string };

/** An entry that a scene brings up. */
export type TriggeredEntry = {
  /** The entry. */
  entry: LoreEntryId,
  /** What it is called. */
  title: string,
  /** Why. */
  by: Trigger,
  /** How often its names and keywords stand there. */
  hits: number, };

/** The lore a scene brings up. */
export type TriggeredLore = {
  /** The scene. */
  scene: SceneId,
  /** Constant ones first, then by priority, then by hits. */
  entries: Array<TriggeredEntry>, };

/** Why a generation did not end well. */
export type Trouble = {
  /** What kind. */
  kind: TroubleKind,
  /** The server's words or ours, in English; never needed to know the kind. At most 2,000 characters, without the key. */
  message: string, };

/** What went wrong, as far as the author can do something about it. */
export type TroubleKind = "no_connection" | "no_first_word" | "broken_off" | "took_too_long" | "rate_limited" | "server" | "key" | "quota" | "bad_request" | "prompt_too_long" | "refused" | "no_answer" | "resting" | "shape" | "ceiling" | "storage";

/** How large requests of a model may be that begin without asking the author. */
export type Unasked = {
  /** Whose model. */
  id: ProviderId,
  /** The model. */
  model: string,
  /** Tokens, sent and answered together; 0 to be asked about each request. */
  tokens: number, };

/** A replacement to take back. */
export type UndoReplace = {
  /** The scenes that changed. */
  scenes: Array<RewrittenScene>, };

/** A batch that was undone. */
export type Undone = {
  /** The batch. */
  batch: BatchId,
  /** How many proposals were taken out of the graph. */
  undone: number,
  /** What stays, since it was changed or used since. */
  kept: Array<Retained>, };

/** Opens the key file. */
export type Unlock = {
  /** Its passphrase. */
  passphrase: string, };

/** Since when. */
export type UsageSince = {
  /** The beginning of the day, by the author's clock; nothing is told of the day when absent. */
  day?: Timestamp | null,
  /** The beginning of the month, by the author's clock; the whole novel when absent. */
  month?: Timestamp | null, };

/** What was spent. */
export type UsageSummary = {
  /** Since the beginning of the day. */
  day: Array<Spent>,
  /** Since the beginning of the month, or in all. */
  month: Array<Spent>,
  /** The most that may be spent. */
  ceilings: Ceilings, };

/** A definition to look at. */
export type ValidateWorkflow = {
  /** Its JSON. */
  text: string, };

/** A name a template may use. */
export type Variable = {
  /** The name, with dots. */
  name: string,
  /** What may be done with it. */
  kind: Kind,
  /** What it is called in Chinese. */
  zh: string,
  /** What it is called in English. */
  en: string, };

/** What a step found. */
export type Verdict = "ok" | "no" | "unknown";

/** A version in a history. */
export type VersionEntry = {
  /** Its number. */
  version: VersionNo,
  /** The branch it is on. */
  branch: BranchNo,
  /** The version it was made from. */
  parent: VersionNo | null,
  /** The version that was merged into it. */
  merged: VersionNo | null,
  /** Where its words came from. */
  created_by: Author,
  /** Whether somebody asked for it. */
  kind: SaveKind,
  /** Name the author gave it. */
  label: string | null,
  /** When it was made. */
  created_at: Timestamp,
  /** Its counts. */
  counts: Totals, };

/** A version that was named. */
export type VersionLabelled = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo,
  /** Its name. */
  label: string | null, };

/** A version (版本) of one scene: 1, 2, 3 … in the order of saving, whatever the branch. */
export type VersionNo = number;

/** A version that was brought back. */
export type VersionRestored = {
  /** The scene. */
  scene: SceneId,
  /** The new version with the old text. */
  version: VersionNo,
  /** The version before it: restoring that one undoes this. */
  before: VersionNo, };

/** Two versions of a scene, their texts and what changed between them. */
export type VersionsCompared = {
  /** The scene. */
  scene: SceneId,
  /** The earlier version. */
  from: VersionNo,
  /** The later version; none for a draft. */
  to: VersionNo | null,
  /** The earlier text; empty where there was none. */
  before: string,
  /** The later text; empty where there is none. */
  after: string,
  /** The changes in order. */
  hunks: Array<HunkText>, };

/** How a project stood in the window. */
export type View = {
  /** The scene that was open. */
  scene: SceneId | null,
  /** Where the caret was, in UTF-16 units of the editor. */
  caret: number,
  /** How far the text was scrolled, in px. */
  scroll: number,
  /** Width of the binder in px; 0 when it was hidden. */
  binder: number,
  /** Width of the inspector in px; 0 when it was hidden. */
  inspector: number,
  /** The tab of the inspector. */
  tab: string,
  /** Volumes and chapters that were folded, as `volume:1`. */
  folded: Array<string>, };

/** A volume (卷). Never reused, never changed. */
export type VolumeId = number;

/** A volume and its chapters. */
export type VolumeView = {
  /** The volume. */
  id: VolumeId,
  /** Its title; empty for the one volume of an undivided novel. */
  title: string,
  /** Its counts. */
  counts: Totals,
  /** Chapters in order. */
  chapters: Array<ChapterView>, };

/** Why the index waits. */
export type Waiting = "typing" | "battery" | "trouble";

/** A finding to let be. */
export type WaiveFinding = {
  /** Which one. */
  finding: FindingId,
  /** How far it goes. */
  scope: WaiverScope,
  /** Why; needed where it is meant so. */
  reason?: string, };

/** What the author said of a finding. Never reused, never changed. */
export type WaiverId = number;

/** How far a waiver goes. */
export type WaiverScope = "once" | "item" | "intended";

/** What the author said of a finding. */
export type WaiverView = {
  /** Which word; that of another finding where it was said for an item. */
  id: WaiverId,
  /** How far it goes. */
  scope: WaiverScope,
  /** Why. */
  reason: string,
  /** When it was said. */
  at: Timestamp, };

/** Why a node is not done. */
export type WhySkipped = "condition" | "dependency" | "declined";

/** The look of what the system draws: menus, frames, dialogs. */
export type WindowLook = "system" | "light" | "dark";

/** How much of changed texts is shown. */
export type Words = "omitted" | "shown";

/** Something wrong with a definition. */
export type WorkflowFault = {
  /** The line, from 1. */
  line: number,
  /** The character in the line, from 1. */
  column: number,
  /** What kind of fault it is. */
  code: WorkflowFaultCode,
  /** What is wrong, and what may be meant. */
  message: string, };

/** Kinds of faults. */
export type WorkflowFaultCode = "syntax" | "duplicate_field" | "unknown_field" | "missing_field" | "wrong_type" | "bad_value" | "duplicate_node" | "no_handler" | "unknown_handler" | "unknown_workflow" | "bad_dependency" | "cycle" | "bad_reference" | "bad_condition" | "bad_params";

/** What there is. */
export type WorkflowList = {
  /** The workflows, in the order they are shown. */
  workflows: Array<WorkflowView>,
  /** Which of them would ask a model, as models are set up now. */
  asking: Array<string>,
  /** What starts by itself. */
  switches: Array<WorkflowSwitch>, };

/** A step of a workflow. */
export type WorkflowNode = {
  /** Its id. */
  id: string,
  /** What people call it. */
  title: Said,
  /** What does it. */
  handler: string | null,
  /** The workflow that does it. */
  workflow: string | null,
  /** What must be done before. */
  depends_on: Array<string>,
  /** Whether it runs only under a condition. */
  conditional: boolean,
  /** Whether it runs for each of something. */
  fans_out: boolean,
  /** Whether the author is asked before. */
  confirms: boolean, };

/** For what a workflow runs. */
export type WorkflowScope = "chapter" | "project" | "input";

/** A run that was begun. */
export type WorkflowStarted = {
  /** The run. */
  run: RunId,
  /** Whether it went on already. */
  already: boolean, };

/** A switch. */
export type WorkflowSwitch = {
  /** The workflow. */
  workflow: string,
  /** What starts it. */
  trigger: RunTrigger,
  /** Whether it does. */
  on: boolean,
  /** Whether it does when nobody said anything. */
  default_on: boolean,
  /** What models may cost in a month for what starts by itself; without one no model is asked. */
  ceiling: Cost | null,
  /** Whether a step of it may ask a model. */
  may_cost: boolean, };

/** What is wrong with a definition, or what it is. */
export type WorkflowValidated = {
  /** Everything that is wrong with it. */
  errors: Array<WorkflowFault>,
  /** What it is, when nothing is wrong. */
  workflow: WorkflowView | null, };

/** A workflow. */
export type WorkflowView = {
  /** Its id. */
  id: string,
  /** What people call it. */
  title: Said,
  /** What it does. */
  description: Said,
  /** For what it runs. */
  scope: WorkflowScope,
  /** Its version. */
  version: number,
  /** Stands for its definition. */
  hash: string,
  /** Its steps. */
  nodes: Array<WorkflowNode>,
  /** What may start it. */
  triggers: Array<RunTrigger>,
  /** The JSON Schema of its input, but for what the program gives itself. */
  input: JsonValue, };

/** What was written on a day. */
export type WrittenDay = {
  /** Its first moment. */
  from: Timestamp,
  /** The first moment after it. */
  until: Timestamp,
  /** What texts grew by, from version to version. */
  added: Totals,
  /** What texts shrank by. */
  removed: Totals,
  /** Both together. */
  net: SignedTotals,
  /** Versions of the author's. */
  versions: number,
  /** Scenes that were worked on. */
  scenes: number, };

/** What was written on which day. */
export type WrittenDays = {
  /** A day for each two neighbouring bounds. */
  days: Array<WrittenDay>, };

/** Days to look at. */
export type WrittenOn = {
  /** Where days begin, ascending, and where the last one ends: the author's own midnights. */
  bounds: Array<Timestamp>, };

/** Every command: its request and its answer. */
export interface Commands {
  "project.info": { request: NoParams; answer: ProjectInfo };
  "project.describe": { request: DescribeProject; answer: ProjectDescribed };
  "project.back_up": { request: BackUp; answer: BackedUp };
  "project.doctor": { request: NoParams; answer: Diagnosis };
  "project.keep_salvaged": { request: KeepSalvaged; answer: KeptSalvaged };
  "project.rebuild": { request: NoParams; answer: Diagnosis };
  "project.import": { request: ImportText; answer: Imported };
  "project.preview_import": { request: ImportText; answer: Imported };
  "project.export": { request: ExportText; answer: Exported };
  "history.compact": { request: CompactHistory; answer: HistoryCompacted };
  "manuscript.outline": { request: NoParams; answer: OutlineView };
  "manuscript.create": { request: CreatePart; answer: PartChanged };
  "manuscript.rename": { request: RenamePart; answer: PartChanged };
  "manuscript.move": { request: MovePart; answer: PartChanged };
  "manuscript.duplicate": { request: DuplicatePart; answer: PartChanged };
  "manuscript.bin": { request: PartRequest; answer: PartChanged };
  "manuscript.list_bin": { request: NoParams; answer: Bin };
  "manuscript.preview_renumber": { request: RenumberChapters; answer: ChaptersRenumbered };
  "manuscript.renumber": { request: RenumberChapters; answer: ChaptersRenumbered };
  "manuscript.describe": { request: DescribePart; answer: PartView };
  "manuscript.part": { request: PartRequest; answer: PartView };
  "manuscript.find": { request: FindText; answer: TextFound };
  "manuscript.replace": { request: ReplaceText; answer: TextReplaced };
  "manuscript.undo_replace": { request: UndoReplace; answer: ReplaceUndone };
  "scene.split": { request: SplitScene; answer: SceneSplit };
  "scene.merge": { request: MergeScenes; answer: ScenesMerged };
  "scene.undo_split": { request: SceneSplit; answer: JoinUndone };
  "scene.undo_merge": { request: ScenesMerged; answer: JoinUndone };
  "scene.text": { request: ReadText; answer: SceneText };
  "scene.save": { request: SaveScene; answer: SceneSaved };
  "scene.save_draft": { request: SaveDraft; answer: DraftSaved };
  "scene.history": { request: SceneRequest; answer: History };
  "scene.compare": { request: DiffVersions; answer: VersionsCompared };
  "scene.restore": { request: RestoreVersion; answer: VersionRestored };
  "scene.label": { request: LabelVersion; answer: VersionLabelled };
  "branch.list": { request: SceneRequest; answer: Branches };
  "branch.create": { request: CreateBranch; answer: BranchCreated };
  "branch.rename": { request: RenameBranch; answer: BranchRenamed };
  "branch.open": { request: BranchRequest; answer: LineOpened };
  "branch.adopt": { request: BranchRequest; answer: MainLine };
  "branch.merge": { request: MergeBranch; answer: BranchMerged };
  "checkpoint.create": { request: CreateCheckpoint; answer: CheckpointEntry };
  "checkpoint.list": { request: NoParams; answer: Checkpoints };
  "checkpoint.compare": { request: CompareCheckpoints; answer: Comparison };
  "checkpoint.diff_text": { request: DiffText; answer: TextsCompared };
  "checkpoint.preview_restore": { request: RestoreCheckpoint; answer: Comparison };
  "checkpoint.restore": { request: RestoreCheckpoint; answer: CheckpointRestored };
  "scene.spans": { request: SceneRequest; answer: SceneSpans };
  "generation.at": { request: AtPlace; answer: Origin };
  "generation.compare": { request: CompareReceipts; answer: ReceiptDiff };
  "generation.accept": { request: GenerationRequest; answer: SceneSaved };
  "generation.decide": { request: Decide; answer: JsonValue };
  "generation.shelf": { request: NoParams; answer: Shelf };
  "prompts.list": { request: NoParams; answer: PromptList };
  "prompts.get": { request: PromptRequest; answer: PromptText };
  "prompts.save": { request: SavePrompt; answer: PromptSaved };
  "prompts.enable": { request: PromptRequest; answer: PromptList };
  "prompts.compare": { request: ComparePrompts; answer: PromptDiff };
  "prompts.check": { request: CheckPrompt; answer: PromptChecked };
  "prompts.export": { request: ExportPrompt; answer: PromptExported };
  "prompts.import": { request: ImportPrompt; answer: PromptSaved };
  "scene.locate": { request: LocateRange; answer: RangeLocated };
  "bible.list": { request: NoParams; answer: Bible };
  "bible.set": { request: SetBibleField; answer: BibleField };
  "bible.remove": { request: BibleFieldRequest; answer: BibleField };
  "lore.list": { request: NoParams; answer: Lore };
  "lore.get": { request: LoreEntryRequest; answer: LoreEntry };
  "lore.save": { request: SaveLoreEntry; answer: LoreEntry };
  "lore.remove": { request: LoreEntries; answer: Done };
  "lore.put_back": { request: LoreEntries; answer: Done };
  "lore.list_removed": { request: NoParams; answer: RemovedLore };
  "lore.triggered": { request: SceneRequest; answer: TriggeredLore };
  "lore.preview_import": { request: ImportLore; answer: LoreImported };
  "lore.import": { request: ImportLore; answer: LoreImported };
  "lore.export": { request: ExportLore; answer: LoreExported };
  "cards.list": { request: NoParams; answer: Cards };
  "cards.list_mentioned": { request: NoParams; answer: Cards };
  "cards.get": { request: CardKey; answer: Card };
  "cards.enter": { request: EnterNames; answer: Entered };
  "cards.preview_merge": { request: MergeCards; answer: MergePreview };
  "cards.merge": { request: MergeCards; answer: Merged };
  "cards.undo": { request: CardActRequest; answer: Done };
  "mentions.hints": { request: FindHints; answer: Hints };
  "mentions.ignored": { request: NoParams; answer: IgnoredNames };
  "mentions.ignore": { request: IgnoredNames; answer: IgnoredNames };
  "mentions.names": { request: NoParams; answer: KnownNames };
  "mentions.counts": { request: NoParams; answer: MentionCounts };
  "mentions.of": { request: FindMentions; answer: MentionsFound };
  "mentions.cast": { request: SceneRequest; answer: Cast };
  "kg.graph": { request: NoParams; answer: GraphView };
  "kg.entities": { request: NoParams; answer: Entities };
  "kg.entity": { request: EntityAsOf; answer: EntityCard };
  "kg.state": { request: EntityAsOf; answer: StateAsOf };
  "kg.neighbours": { request: FindNeighbours; answer: GraphView };
  "kg.changes": { request: ChapterRequest; answer: ChapterChanges };
  "kg.save_entity": { request: SaveEntity; answer: EntityView };
  "kg.save_relation": { request: SaveRelation; answer: RelationSaved };
  "kg.save_fact": { request: SaveFact; answer: FactSaved };
  "kg.end": { request: EndAssertion; answer: Done };
  "kg.reopen": { request: EndAssertion; answer: Done };
  "kg.remove": { request: GraphItems; answer: GraphItems };
  "kg.put_back": { request: GraphItems; answer: Done };
  "kg.propose": { request: Propose; answer: Proposals };
  "kg.extract": { request: ExtractFrom; answer: Proposals };
  "kg.proposals": { request: ListProposals; answer: ProposalList };
  "kg.review": { request: Review; answer: Reviewed };
  "kg.review_all": { request: ReviewAll; answer: ReviewedAll };
  "kg.proposal_counts": { request: NoParams; answer: ProposalCounts };
  "kg.undo_batch": { request: BatchRequest; answer: Undone };
  "kg.proposal_settings": { request: NoParams; answer: ProposalSettings };
  "kg.set_proposal_settings": { request: ProposalSettings; answer: ProposalSettings };
  "threads.list": { request: ThreadsAsOf; answer: Threads };
  "threads.save": { request: SaveThread; answer: ThreadView };
  "threads.add_anchor": { request: AddAnchor; answer: ThreadView };
  "threads.act": { request: ActOnThread; answer: ThreadView };
  "threads.remove": { request: ThreadIds; answer: Done };
  "threads.put_back": { request: ThreadIds; answer: Done };
  "threads.remove_anchor": { request: AnchorRequest; answer: Done };
  "threads.put_back_anchor": { request: AnchorRequest; answer: Done };
  "threads.place_anchor": { request: PlaceAnchor; answer: Done };
  "threads.in_scene": { request: SceneRequest; answer: SceneAnchors };
  "timeline.list": { request: NoParams; answer: Timeline };
  "timeline.save": { request: SaveEvent; answer: EventSaved };
  "timeline.remove": { request: EventIds; answer: Done };
  "timeline.put_back": { request: EventIds; answer: Done };
  "check.run": { request: RunCheck; answer: CheckRun };
  "check.list": { request: ListFindings; answer: FindingList };
  "check.waive": { request: WaiveFinding; answer: Done };
  "check.unwaive": { request: FindingRequest; answer: Done };
  "check.rules": { request: NoParams; answer: Rules };
  "check.set_rule": { request: SetRule; answer: Rules };
  "spelling.check": { request: CheckSpelling; answer: SpellingChecked };
  "spelling.scan": { request: ScanSpelling; answer: SpellingScanned };
  "spelling.suggest": { request: SuggestSpelling; answer: SuggestedSpelling };
  "spelling.words": { request: NoParams; answer: SpellingWords };
  "spelling.add": { request: SpellingWord; answer: SpellingWords };
  "spelling.remove": { request: SpellingWord; answer: SpellingWords };
  "spelling.dictionaries": { request: NoParams; answer: SpellingDictionaries };
  "spelling.choose": { request: ChooseSpelling; answer: SpellingDictionaries };
  "statistics.days": { request: WrittenOn; answer: WrittenDays };
  "providers.list": { request: NoParams; answer: Providers };
  "providers.save": { request: SaveProvider; answer: Providers };
  "providers.remove": { request: ProviderRequest; answer: Providers };
  "providers.set_key": { request: SetKey; answer: Providers };
  "providers.set_key_place": { request: SetKeyPlace; answer: Providers };
  "providers.unlock": { request: Unlock; answer: Providers };
  "providers.consent": { request: Consent; answer: Providers };
  "providers.set_unasked": { request: Unasked; answer: Providers };
  "providers.test": { request: ProbeProvider; answer: Probed };
  "providers.models": { request: ProviderRequest; answer: ServedModels };
  "providers.set_routes": { request: NewRoutes; answer: Providers };
  "providers.set_ceilings": { request: SetCeilings; answer: Providers };
  "meaning.state": { request: NoParams; answer: MeaningState };
  "meaning.choose_folder": { request: ChooseModel; answer: ModelChecked };
  "meaning.download": { request: DownloadModel; answer: ModelChecked };
  "meaning.check": { request: NoParams; answer: ModelChecked };
  "meaning.set": { request: SetMeaning; answer: MeaningState };
  "meaning.remove": { request: RemoveModel; answer: MeaningState };
  "generation.run": { request: Generate; answer: Generated };
  "generation.list": { request: ListGenerations; answer: GenerationList };
  "generation.get": { request: GenerationRequest; answer: GenerationCard };
  "context.preview": { request: Generate; answer: ContextPreview };
  "usage.summary": { request: UsageSince; answer: UsageSummary };
  "search.find": { request: Search; answer: SearchFound };
  "search.similar": { request: Similar; answer: SimilarFound };
  "search.duplicates": { request: FindDuplicates; answer: DuplicatesFound };
  "index.state": { request: NoParams; answer: IndexView };
  "index.build": { request: NoParams; answer: IndexView };
  "index.rebuild": { request: NoParams; answer: IndexView };
  "memory.retrieve": { request: RetrieveMemory; answer: SceneMemory };
  "memory.get": { request: SceneRequest; answer: MemoryOfScene };
  "memory.drop": { request: DropMemory; answer: SceneMemory };
  "completion.preview": { request: Complete; answer: CompletionPreview };
  "completion.summarize": { request: Complete; answer: Summarized };
  "completion.extract": { request: Complete; answer: ChapterExtracted };
  "completion.suggest": { request: Complete; answer: ChapterSuggested };
  "completion.check": { request: ChapterRequest; answer: ChapterChecked };
  "completion.accept_suggestion": { request: AcceptSuggestion; answer: SuggestionAccepted };
  "workflow.list": { request: NoParams; answer: WorkflowList };
  "workflow.switch": { request: SetSwitch; answer: JsonValue };
  "workflow.start": { request: StartWorkflow; answer: WorkflowStarted };
  "workflow.preview_start": { request: StartWorkflow; answer: RunEstimate };
  "workflow.runs": { request: ListRuns; answer: RunList };
  "workflow.show": { request: RunRequest; answer: RunView };
  "workflow.events": { request: ListEvents; answer: RunEvents };
  "workflow.answer": { request: AnswerRun; answer: JsonValue };
  "workflow.cancel": { request: CancelRun; answer: JsonValue };
  "workflow.resume": { request: ResumeRun; answer: AlreadyRunning };
  "workflow.preview_again": { request: RunAgain; answer: AgainPreview };
  "workflow.run_again": { request: RunAgain; answer: AlreadyRunning };
  "workflow.interrupted": { request: NoParams; answer: InterruptedRuns };
  "workflow.validate": { request: ValidateWorkflow; answer: WorkflowValidated };
  "completion.chapter": { request: CompleteChapterRequest; answer: ChapterState };
  "application.state": { request: NoParams; answer: ApplicationState };
  "project.create": { request: CreateAndOpen; answer: OpenedProject };
  "project.open": { request: OpenProject; answer: OpenedProject };
  "project.open_sample": { request: OpenSample; answer: OpenedProject };
  "project.open_backup": { request: OpenBackup; answer: OpenedProject };
  "project.keep_readable": { request: KeepReadable; answer: OpenedProject };
  "project.close": { request: NoParams; answer: JsonValue };
  "project.back_up_now": { request: NoParams; answer: BackedUpNow };
  "import.preview": { request: ImportText; answer: Imported };
  "recent.list": { request: NoParams; answer: RecentProjects };
  "recent.forget": { request: RecentProjectRequest; answer: RecentProjects };
  "view.keep": { request: KeepView; answer: View };
  "settings.change": { request: ChangeSettings; answer: Settings };
  "prose.count": { request: CountText; answer: Counted };
  "prose.edits": { request: CompareTexts; answer: TextEdits };
  "job.stop": { request: JobRequest; answer: JobStopping };
  "window.choose": { request: Choose; answer: Chosen };
  "window.set_menus": { request: SetMenus; answer: JsonValue };
  "window.set_title": { request: SetTitle; answer: JsonValue };
  "window.set_look": { request: SetLook; answer: JsonValue };
  "window.set_full_screen": { request: SetFullScreen; answer: JsonValue };
  "window.reveal": { request: RevealFile; answer: JsonValue };
  "window.edit": { request: Edit; answer: JsonValue };
  "window.set_composed_area": { request: Area; answer: JsonValue };
  "window.keep_open": { request: NoParams; answer: JsonValue };
  "window.close": { request: NoParams; answer: JsonValue };
}

/** What the answer of a command depends on. */
export const READS: { readonly [name in keyof Commands]: readonly Tag[] } = {
  "project.info": ["project","manuscript","texts","history","drafts","checkpoints"],
  "project.describe": [],
  "project.back_up": [],
  "project.doctor": [],
  "project.keep_salvaged": [],
  "project.rebuild": [],
  "project.import": [],
  "project.preview_import": [],
  "project.export": [],
  "history.compact": [],
  "manuscript.outline": ["manuscript","texts"],
  "manuscript.create": [],
  "manuscript.rename": [],
  "manuscript.move": [],
  "manuscript.duplicate": [],
  "manuscript.bin": [],
  "manuscript.list_bin": ["manuscript"],
  "manuscript.preview_renumber": ["manuscript"],
  "manuscript.renumber": [],
  "manuscript.describe": [],
  "manuscript.part": ["manuscript"],
  "manuscript.find": ["manuscript","texts","drafts"],
  "manuscript.replace": [],
  "manuscript.undo_replace": [],
  "scene.split": [],
  "scene.merge": [],
  "scene.undo_split": [],
  "scene.undo_merge": [],
  "scene.text": ["texts","history","drafts"],
  "scene.save": [],
  "scene.save_draft": [],
  "scene.history": ["texts","history"],
  "scene.compare": ["texts","history","drafts"],
  "scene.restore": [],
  "scene.label": [],
  "branch.list": ["history","texts"],
  "branch.create": [],
  "branch.rename": [],
  "branch.open": [],
  "branch.adopt": [],
  "branch.merge": [],
  "checkpoint.create": [],
  "checkpoint.list": ["checkpoints"],
  "checkpoint.compare": ["project","manuscript","texts","drafts","checkpoints","bible","lore","graph","threads","timeline","prompts"],
  "checkpoint.diff_text": ["manuscript","texts","drafts","checkpoints"],
  "checkpoint.preview_restore": ["project","manuscript","texts","drafts","checkpoints","bible","lore","graph","threads","timeline","prompts"],
  "checkpoint.restore": [],
  "scene.spans": ["texts","history","drafts","generations"],
  "generation.at": ["texts","history","drafts","generations"],
  "generation.compare": ["generations"],
  "generation.accept": [],
  "generation.decide": [],
  "generation.shelf": ["generations"],
  "prompts.list": ["prompts","project"],
  "prompts.get": ["prompts"],
  "prompts.save": [],
  "prompts.enable": [],
  "prompts.compare": ["prompts"],
  "prompts.check": [],
  "prompts.export": [],
  "prompts.import": [],
  "scene.locate": ["texts","history","drafts"],
  "bible.list": ["bible"],
  "bible.set": [],
  "bible.remove": [],
  "lore.list": ["lore"],
  "lore.get": ["lore","graph"],
  "lore.save": [],
  "lore.remove": [],
  "lore.put_back": [],
  "lore.list_removed": ["lore"],
  "lore.triggered": ["lore","manuscript","texts","drafts"],
  "lore.preview_import": [],
  "lore.import": [],
  "lore.export": [],
  "cards.list": ["bible","lore","graph","threads","timeline","proposals"],
  "cards.list_mentioned": ["bible","lore","graph","threads","timeline","proposals","manuscript","texts","drafts"],
  "cards.get": ["bible","lore","graph","threads","timeline","proposals","manuscript","texts","drafts"],
  "cards.enter": [],
  "cards.preview_merge": ["bible","lore","graph","timeline"],
  "cards.merge": [],
  "cards.undo": [],
  "mentions.hints": ["lore","graph","manuscript","texts","drafts"],
  "mentions.ignored": ["lore"],
  "mentions.ignore": [],
  "mentions.names": ["lore","graph"],
  "mentions.counts": ["lore","graph","manuscript","texts","drafts"],
  "mentions.of": ["lore","graph","manuscript","texts","drafts"],
  "mentions.cast": ["lore","graph","texts","drafts"],
  "kg.graph": ["graph"],
  "kg.entities": ["graph"],
  "kg.entity": ["graph","manuscript"],
  "kg.state": ["graph","manuscript"],
  "kg.neighbours": ["graph","manuscript"],
  "kg.changes": ["graph","manuscript"],
  "kg.save_entity": [],
  "kg.save_relation": [],
  "kg.save_fact": [],
  "kg.end": [],
  "kg.reopen": [],
  "kg.remove": [],
  "kg.put_back": [],
  "kg.propose": [],
  "kg.extract": [],
  "kg.proposals": ["proposals","manuscript","texts","drafts"],
  "kg.review": [],
  "kg.review_all": [],
  "kg.proposal_counts": ["proposals","manuscript","texts","drafts"],
  "kg.undo_batch": [],
  "kg.proposal_settings": ["proposals"],
  "kg.set_proposal_settings": [],
  "threads.list": ["threads","manuscript","texts"],
  "threads.save": [],
  "threads.add_anchor": [],
  "threads.act": [],
  "threads.remove": [],
  "threads.put_back": [],
  "threads.remove_anchor": [],
  "threads.put_back_anchor": [],
  "threads.place_anchor": [],
  "threads.in_scene": ["threads","texts","history","drafts"],
  "timeline.list": ["timeline","graph","manuscript"],
  "timeline.save": [],
  "timeline.remove": [],
  "timeline.put_back": [],
  "check.run": [],
  "check.list": ["findings","manuscript","texts","drafts","bible","lore","graph","threads","timeline"],
  "check.waive": [],
  "check.unwaive": [],
  "check.rules": ["findings"],
  "check.set_rule": [],
  "spelling.check": ["project","lore","graph","bible","spelling"],
  "spelling.scan": ["project","manuscript","texts","drafts","lore","graph","bible","spelling"],
  "spelling.suggest": ["project","lore","graph","bible","spelling"],
  "spelling.words": ["spelling"],
  "spelling.add": [],
  "spelling.remove": [],
  "spelling.dictionaries": ["project","spelling"],
  "spelling.choose": [],
  "statistics.days": ["manuscript","texts","history","drafts"],
  "providers.list": ["models"],
  "providers.save": [],
  "providers.remove": [],
  "providers.set_key": [],
  "providers.set_key_place": [],
  "providers.unlock": [],
  "providers.consent": [],
  "providers.set_unasked": [],
  "providers.test": [],
  "providers.models": [],
  "providers.set_routes": [],
  "providers.set_ceilings": [],
  "meaning.state": ["meaning"],
  "meaning.choose_folder": [],
  "meaning.download": [],
  "meaning.check": [],
  "meaning.set": [],
  "meaning.remove": [],
  "generation.run": [],
  "generation.list": ["generations"],
  "generation.get": ["generations"],
  "context.preview": ["models","project","manuscript","texts","drafts","bible","lore","graph","threads","timeline","memory","prompts","workflows"],
  "usage.summary": ["usage","models"],
  "search.find": ["manuscript","texts","drafts","bible","lore","graph","threads","timeline","index"],
  "search.similar": ["manuscript","texts","drafts","bible","lore","graph","threads","timeline","index"],
  "search.duplicates": ["manuscript","texts","drafts","index"],
  "index.state": ["manuscript","texts","drafts","bible","lore","graph","threads","timeline","index"],
  "index.build": [],
  "index.rebuild": [],
  "memory.retrieve": [],
  "memory.get": ["memory","manuscript"],
  "memory.drop": [],
  "completion.preview": ["workflows","manuscript","texts","drafts","models"],
  "completion.summarize": [],
  "completion.extract": [],
  "completion.suggest": [],
  "completion.check": [],
  "completion.accept_suggestion": [],
  "workflow.list": ["workflows","models"],
  "workflow.switch": [],
  "workflow.start": [],
  "workflow.preview_start": ["workflows","manuscript","texts","models"],
  "workflow.runs": ["workflows","manuscript"],
  "workflow.show": ["workflows","manuscript"],
  "workflow.events": ["workflows"],
  "workflow.answer": [],
  "workflow.cancel": [],
  "workflow.resume": [],
  "workflow.preview_again": ["workflows","manuscript","texts","models"],
  "workflow.run_again": [],
  "workflow.interrupted": ["workflows","manuscript"],
  "workflow.validate": [],
  "completion.chapter": ["workflows","manuscript","texts","drafts"],
  "application.state": ["desk","settings","recent","project"],
  "project.create": [],
  "project.open": [],
  "project.open_sample": [],
  "project.open_backup": [],
  "project.keep_readable": [],
  "project.close": [],
  "project.back_up_now": [],
  "import.preview": [],
  "recent.list": ["recent"],
  "recent.forget": [],
  "view.keep": [],
  "settings.change": [],
  "prose.count": [],
  "prose.edits": [],
  "job.stop": [],
  "window.choose": [],
  "window.set_menus": [],
  "window.set_title": [],
  "window.set_look": [],
  "window.set_full_screen": [],
  "window.reveal": [],
  "window.edit": [],
  "window.set_composed_area": [],
  "window.keep_open": [],
  "window.close": [],
};

/** What a command changes. */
export const CHANGES: { readonly [name in keyof Commands]: readonly Tag[] } = {
  "project.info": [],
  "project.describe": ["project"],
  "project.back_up": [],
  "project.doctor": [],
  "project.keep_salvaged": [],
  "project.rebuild": ["manuscript","history"],
  "project.import": ["project","manuscript","texts","history","drafts","checkpoints"],
  "project.preview_import": [],
  "project.export": [],
  "history.compact": ["history","drafts","checkpoints"],
  "manuscript.outline": [],
  "manuscript.create": ["manuscript","texts","history"],
  "manuscript.rename": ["manuscript"],
  "manuscript.move": ["manuscript"],
  "manuscript.duplicate": ["manuscript","texts","history"],
  "manuscript.bin": ["manuscript"],
  "manuscript.list_bin": [],
  "manuscript.preview_renumber": [],
  "manuscript.renumber": ["manuscript"],
  "manuscript.describe": ["manuscript"],
  "manuscript.part": [],
  "manuscript.find": [],
  "manuscript.replace": ["texts","history","drafts"],
  "manuscript.undo_replace": ["texts","history","drafts"],
  "scene.split": ["manuscript","texts","history","drafts","threads"],
  "scene.merge": ["manuscript","texts","history","drafts","threads"],
  "scene.undo_split": ["manuscript","texts","history","drafts","threads"],
  "scene.undo_merge": ["manuscript","texts","history","drafts","threads"],
  "scene.text": [],
  "scene.save": ["texts","history","drafts","threads","generations"],
  "scene.save_draft": ["drafts"],
  "scene.history": [],
  "scene.compare": [],
  "scene.restore": ["texts","history","drafts"],
  "scene.label": ["history"],
  "branch.list": [],
  "branch.create": ["history"],
  "branch.rename": ["history"],
  "branch.open": ["texts","history","drafts"],
  "branch.adopt": ["texts","history","drafts"],
  "branch.merge": ["texts","history","drafts"],
  "checkpoint.create": ["checkpoints","texts","history","drafts"],
  "checkpoint.list": [],
  "checkpoint.compare": [],
  "checkpoint.diff_text": [],
  "checkpoint.preview_restore": [],
  "checkpoint.restore": ["project","manuscript","texts","history","drafts","checkpoints","bible","lore","graph","threads","timeline","prompts"],
  "scene.spans": [],
  "generation.at": [],
  "generation.compare": [],
  "generation.accept": ["texts","history","drafts","generations"],
  "generation.decide": ["generations"],
  "generation.shelf": [],
  "prompts.list": [],
  "prompts.get": [],
  "prompts.save": ["prompts"],
  "prompts.enable": ["prompts"],
  "prompts.compare": [],
  "prompts.check": [],
  "prompts.export": [],
  "prompts.import": ["prompts"],
  "scene.locate": [],
  "bible.list": [],
  "bible.set": ["bible"],
  "bible.remove": ["bible"],
  "lore.list": [],
  "lore.get": [],
  "lore.save": ["lore"],
  "lore.remove": ["lore"],
  "lore.put_back": ["lore"],
  "lore.list_removed": [],
  "lore.triggered": [],
  "lore.preview_import": [],
  "lore.import": ["bible","lore","checkpoints","texts","history","drafts"],
  "lore.export": [],
  "cards.list": [],
  "cards.list_mentioned": [],
  "cards.get": [],
  "cards.enter": ["lore","graph"],
  "cards.preview_merge": [],
  "cards.merge": ["lore","graph","timeline"],
  "cards.undo": ["lore","graph","timeline"],
  "mentions.hints": [],
  "mentions.ignored": [],
  "mentions.ignore": ["lore"],
  "mentions.names": [],
  "mentions.counts": [],
  "mentions.of": [],
  "mentions.cast": [],
  "kg.graph": [],
  "kg.entities": [],
  "kg.entity": [],
  "kg.state": [],
  "kg.neighbours": [],
  "kg.changes": [],
  "kg.save_entity": ["graph"],
  "kg.save_relation": ["graph","texts","history","drafts"],
  "kg.save_fact": ["graph","texts","history","drafts"],
  "kg.end": ["graph"],
  "kg.reopen": ["graph"],
  "kg.remove": ["graph"],
  "kg.put_back": ["graph"],
  "kg.propose": ["graph","timeline","threads","proposals","texts","history","drafts"],
  "kg.extract": ["graph","timeline","threads","proposals","texts","history","drafts"],
  "kg.proposals": [],
  "kg.review": ["graph","timeline","threads","proposals"],
  "kg.review_all": ["lore","graph","timeline","threads","proposals"],
  "kg.proposal_counts": [],
  "kg.undo_batch": ["graph","timeline","threads","proposals"],
  "kg.proposal_settings": [],
  "kg.set_proposal_settings": ["proposals"],
  "threads.list": [],
  "threads.save": ["threads","texts","history","drafts"],
  "threads.add_anchor": ["threads","texts","history","drafts"],
  "threads.act": ["threads"],
  "threads.remove": ["threads"],
  "threads.put_back": ["threads"],
  "threads.remove_anchor": ["threads"],
  "threads.put_back_anchor": ["threads"],
  "threads.place_anchor": ["threads","texts","history","drafts"],
  "threads.in_scene": [],
  "timeline.list": [],
  "timeline.save": ["timeline","graph"],
  "timeline.remove": ["timeline"],
  "timeline.put_back": ["timeline"],
  "check.run": ["findings","texts","history","drafts"],
  "check.list": [],
  "check.waive": ["findings"],
  "check.unwaive": ["findings"],
  "check.rules": [],
  "check.set_rule": ["findings"],
  "spelling.check": [],
  "spelling.scan": [],
  "spelling.suggest": [],
  "spelling.words": [],
  "spelling.add": ["spelling"],
  "spelling.remove": ["spelling"],
  "spelling.dictionaries": [],
  "spelling.choose": ["spelling"],
  "statistics.days": [],
  "providers.list": [],
  "providers.save": ["models"],
  "providers.remove": ["models"],
  "providers.set_key": ["models"],
  "providers.set_key_place": ["models"],
  "providers.unlock": ["models"],
  "providers.consent": ["models"],
  "providers.set_unasked": ["models"],
  "providers.test": ["models"],
  "providers.models": [],
  "providers.set_routes": ["models"],
  "providers.set_ceilings": ["models"],
  "meaning.state": [],
  "meaning.choose_folder": ["meaning"],
  "meaning.download": ["meaning"],
  "meaning.check": ["meaning"],
  "meaning.set": ["meaning"],
  "meaning.remove": ["meaning"],
  "generation.run": ["generations","usage","texts","history","drafts"],
  "generation.list": [],
  "generation.get": [],
  "context.preview": [],
  "usage.summary": [],
  "search.find": [],
  "search.similar": [],
  "search.duplicates": [],
  "index.state": [],
  "index.build": ["index"],
  "index.rebuild": ["index"],
  "memory.retrieve": ["memory","generations","usage"],
  "memory.get": [],
  "memory.drop": ["memory"],
  "completion.preview": [],
  "completion.summarize": ["workflows","generations","usage","texts","history","drafts"],
  "completion.extract": ["workflows","graph","proposals","generations","usage","texts","history","drafts"],
  "completion.suggest": ["workflows","generations","usage"],
  "completion.check": ["findings","generations","usage","texts","history","drafts"],
  "completion.accept_suggestion": ["manuscript","texts","history","workflows"],
  "workflow.list": [],
  "workflow.switch": ["workflows"],
  "workflow.start": ["workflows"],
  "workflow.preview_start": [],
  "workflow.runs": [],
  "workflow.show": [],
  "workflow.events": [],
  "workflow.answer": ["workflows"],
  "workflow.cancel": ["workflows"],
  "workflow.resume": ["workflows"],
  "workflow.preview_again": [],
  "workflow.run_again": ["workflows"],
  "workflow.interrupted": [],
  "workflow.validate": [],
  "completion.chapter": [],
  "application.state": [],
  "project.create": ["desk","recent"],
  "project.open": ["desk","recent"],
  "project.open_sample": ["desk","recent"],
  "project.open_backup": ["desk","recent"],
  "project.keep_readable": ["desk","recent"],
  "project.close": ["desk","recent"],
  "project.back_up_now": [],
  "import.preview": [],
  "recent.list": [],
  "recent.forget": ["recent"],
  "view.keep": [],
  "settings.change": ["settings"],
  "prose.count": [],
  "prose.edits": [],
  "job.stop": [],
  "window.choose": [],
  "window.set_menus": [],
  "window.set_title": [],
  "window.set_look": [],
  "window.set_full_screen": [],
  "window.reveal": [],
  "window.edit": [],
  "window.set_composed_area": [],
  "window.keep_open": [],
  "window.close": [],
};
