// Generated from the command list of `studio` by `cargo xtask types`. Do not edit.

/** A mending to give up. */
export type AbandonMending = { session: MendSessionId,
  /** Whether it is given up even if its rows are damaged: it has failed then. */
  force?: boolean, };

/** The abilities that a probe confirmed. Claims do not count: some servers accept a schema and ignore it. */
export type Abilities = {
  /** Answers obey a schema (`json_schema`). */
  json_schema: boolean,
  /** Answers are JSON (`json_object`). */
  json_mode: boolean, };

/** Changes to be accepted. */
export type AcceptMending = { session: MendSessionId,
  /** All scenes that wait for a decision when absent. */
  scene?: SceneId | null,
  /** The numbers of the pieces of that scene that are accepted; the others are refused. All when absent. */
  pieces?: Array<number> | null,
  /** What the proposal called `seen`. Refused if the text or the proposal changed since; not checked when absent. */
  seen?: string | null,
  /** Whether only scenes are accepted in which all changes are words that rules suggested; the others keep waiting. */
  replacements_only?: boolean, };

/** Identifies a direction. */
export type AcceptSuggestion = {
  /** The chapter it follows. */
  chapter: ChapterId, id: number, };

/** The author's request. */
export type Act = "card" | "draft" | "continue" | "rewrite" | "expand" | "compress" | "polish" | "titles" | "memory" | "summary" | "story_so_far" | "extraction" | "suggestion" | "check" | "mend" | "verify" | "notes" | "instruction" | "state" | "comment";

/** A change of a thread's status. */
export type ActOnThread = { thread: ThreadId, act: ThreadAct,
  /** The reason, when abandoning it. */
  reason?: string, };

/**
 * Who did something.
 *
 * Written as `author`, `cli`, `rule:NAME`, `model:NAME` or `workflow:NAME`, in JSON and SQL alike.
 */
export type Actor = string;

/** A new anchor of a thread. */
export type AddAnchor = { thread: ThreadId,
  /** Its role in the thread. */
  role: AnchorRole, passage: Passage,
  /** For a payoff: whether it resolves the thread completely; true when absent. */
  whole?: boolean | null,
  /** The author's note. */
  note?: string, };

/** A new comment. */
export type AddComment = { passage: Passage,
  /** May be empty only if the passage is not printed. */
  text?: string, colour?: CommentColour | null,
  /** The writer; the author when absent. */
  by?: CommentBy,
  /** Whether the paragraphs of the passage are left out of every export and print. */
  not_for_print?: boolean, };

/** The effect of executing a run again. */
export type AgainPreview = {
  /** Steps to execute. */
  runs: Array<string>,
  /** Steps whose outputs are reused. */
  reused: Array<string>,
  /** The estimated amount, if it is known. */
  cost: Cost | null,
  /** Whether the steps may cost anything. */
  may_cost: boolean,
  /** The expected model requests, if they are known. */
  asks: Asks | null,
  /** The amount if every repeated step runs once. `None` without steps that may run more often. */
  least?: RunAmount, };

/** The canon item that a text contradicts. */
export type Against = { "kind": "bible", "id": BibleFieldId } | { "kind": "lore", "id": LoreEntryId } | { "kind": "entity", "id": EntityId } | { "kind": "relation", "id": RelationId } | { "kind": "fact", "id": FactId } | { "kind": "thread", "id": ThreadId } | { "kind": "event", "id": TimelineEventId };

/** A canon item that a finding conflicts with. */
export type AgainstView = { title: string, } & ({ "kind": "bible", "id": BibleFieldId } | { "kind": "lore", "id": LoreEntryId } | { "kind": "entity", "id": EntityId } | { "kind": "relation", "id": RelationId } | { "kind": "fact", "id": FactId } | { "kind": "thread", "id": ThreadId } | { "kind": "event", "id": TimelineEventId });

/** A stretch of a text that a model wrote. */
export type AiSpan = { generation: GenerationId,
  /** In char offsets of the text. */
  range: CharRange, };

/** The place of an issue, as the author points at it. */
export type AlignIssue = { issue: IssueId,
  /** The revision that the author saw. Refused if the issue changed since. */
  seen: number,
  /** In char offsets of the newest text of the mending. */
  range: CharRange, };

/** The run that continues. */
export type AlreadyRunning = {
  /** A new run if the definition changed. */
  run: RunId, };

/** A request for an anchor. */
export type AnchorRequest = { anchor: ThreadAnchorId, };

/** The role of a passage in its thread. */
export type AnchorRole = "plant" | "reminder" | "payoff";

/** An anchor of a thread. */
export type AnchorView = { id: ThreadAnchorId,
  /** Its role in the thread. */
  role: AnchorRole,
  /** The text of the passage; the last known text if it was deleted. */
  quote: string,
  /** Whether the passage was deleted. */
  gone: boolean,
  /** The author's note. */
  note: string,
  /** The last version in which its position was certain. */
  version: VersionNo,
  /** Its range in that version. */
  range: CharRange, place: SceneRef, };

/** What an import added to a comment of the novel. */
export type AnswerBack = { comment: CommentId, replies?: Array<CommentReply>,
  /** Whether it marked the comment as done. */
  done?: boolean, };

/** The author's answer to a question of a run. */
export type AnswerRun = { run: RunId,
  /** The step that asked. */
  node: string,
  /** The item of the step that asked. */
  item?: number | null,
  /** Whether to continue. */
  accept: boolean, data?: JsonValue, };

/** The state of the program for the window. */
export type ApplicationState = { version: string,
  /** `linux`, `macos` or `windows`. */
  platform: string,
  /** Whether this is a debug build. */
  debug: boolean,
  /** The author's settings. */
  settings: Settings,
  /** Whether the settings file was invalid, so that it was renamed and defaults are in use. */
  settings_were_broken: boolean,
  /** The backup folder, for display. */
  backup_folder: string,
  /** The open project. */
  project: OpenedProject | null,
  /** Why the project requested at startup could not be opened. */
  opening: Failure | null,
  /** Recently opened projects. */
  recent: Array<RecentProject>, };

/** What became of the edit of a fix. */
export type Applied = "applied" | "refused" | "empty" | "failed";

/** A rectangle of the page, in logical pixels from its top left corner. */
export type Area = {
  /** The left edge. */
  x: number,
  /** The upper edge. */
  y: number, width: number, height: number, };

/** An artifact and one of its values. */
export type ArtifactEntry = { name: string, subject: Subject, kind: ArtifactKind,
  /** The step that writes it, or `author`. */
  writer: string, visibility: Visibility,
  /** Where it is shown: `panel:…`, `feed:…` or `editor`; none if nowhere. */
  surface: string | null, content_type: ContentType, shown_as: ShownAs,
  /** Whether the author keeps it out of prompts. */
  withheld: boolean,
  /** The number of the newest version, on which the next one must be based. */
  newest: number,
  /** The value as of the scene that was asked about, or the newest. */
  version: ArtifactValue, };

/** The versions of an artifact. */
export type ArtifactHistory = {
  /** Newest first. */
  versions: Array<ArtifactValue>,
  /** Oldest first. */
  deleted: Array<DeletedVersions>, };

/** Whose history to read. */
export type ArtifactHistoryRequest = {
  /** Versions at most; 50 when absent. */
  most?: number | null, name: string, subject: Subject, };

/** An artifact (产物). Never reused, never changed. */
export type ArtifactId = number;

/** What sort of value it is. */
export type ArtifactKind = "state" | "notes" | "summary" | "memory" | "suggestion" | "commentary" | "report" | "other";

/** The artifacts that the author may see. */
export type ArtifactList = { artifacts: Array<ArtifactEntry>, };

/** The place in the telling that a value is told up to. */
export type ArtifactPlace = { scene: SceneId,
  /** The text of the scene; `None` if the value depends on none. */
  version?: VersionNo, };

/** A value that a prompt read. */
export type ArtifactReadByPrompt = { artifact: ArtifactId, name: string, version: number, };

/** The version of a value that two generations read; none where it was not read. */
export type ArtifactReadChange = { name: string, before: number | null, after: number | null, };

/** Identifies an artifact. */
export type ArtifactRef = { name: string, subject: Subject, };

/** The version that was written. */
export type ArtifactSet = { version: number, };

/** A version of an artifact. */
export type ArtifactValue = { version: number, value: string, based_on?: number | null,
  /** The place in the telling that the value is told up to. */
  at?: ArtifactPlace | null, run?: RunId | null,
  /** The step of the run. */
  node?: string | null, generation?: GenerationId | null, made_by: MadeBy, pinned?: Pin | null, created_at: Timestamp, };

/** What was deleted. */
export type ArtifactsPruned = { versions: number, };

/** The step of a profile that asked a model something. */
export type AskedBy = {
  /** The run of the turn, or that after the acceptance. */
  run: RunId, step: string, };

/** A model that is or would be called. */
export type AskedModel = { provider: string,
  /** The author's name for the provider. */
  provider_name: string, model: string,
  /** Where requests go: scheme, host and port. */
  origin: string,
  /** Whether the author agreed to send text there. */
  consented: boolean,
  /** Tokens, prompt and answer together, that a request may use without asking the author. */
  unasked: number, };

/** A passage that a request is about. */
export type AskedPassage = { scene: SceneId,
  /** The version of the scene; for a draft, the version it was based on. */
  version: VersionNo,
  /** In char offsets of the text that was sent. */
  range: CharRange,
  /** SHA-256 of the passage, hexadecimal. */
  text_hash: string,
  /** SHA-256 of the whole text of the scene, hexadecimal. It tells a draft from its version. */
  scene_hash: string, };

/** The expected model requests of some steps. */
export type Asks = {
  /** The names of the models. */
  models: Array<string>,
  /** Number of requests. */
  requests: number,
  /** Number of prompt tokens. */
  prompt_tokens: number,
  /** Expected number of answer tokens. */
  answer_tokens: number, };

/** A relation or a fact. */
export type AssertionRequest = { "relation": RelationId } | { "fact": FactId };

/** A position in a text. */
export type AtPlace = { scene: SceneId,
  /** The working text when absent. */
  version?: VersionNo | null,
  /** In char offsets of that text. */
  offset: CharOffset, };

/** What to listen to. */
export type AttachGeneration = { generation: GenerationId, } | { turn: string, };

/** An action in the audit log. */
export type AuditAction = "opened" | "taken_over" | "policy_changed" | "planned" | "fixed" | "refused" | "composed" | "rechecked" | "issue_changed" | "decided" | "accepted" | "taken_back" | "aligned" | "fetched" | "supplied" | "released" | "completed" | "failed" | "abandoned" | "exported" | "salvaged";

/** Entries of the audit log. */
export type AuditLog = {
  /** In order. */
  entries: Array<AuditView>, };

/** An entry of the audit log. */
export type AuditView = { id: number, at: Timestamp, action: AuditAction, actor: Actor, issue: IssueId | null, tool: Tool | null, qc: QcCode | null,
  /** Ids and figures. */
  metadata: JsonValue, };

/** The origin of the text of a version. */
export type Author = "user" | "ai" | "import" | "restore";

/** A backup to create. */
export type BackUp = { folder: string, };

/** A backup that was created. */
export type BackedUp = { path: string, bytes: number,
  /** When it was verified to be readable and equal. */
  proved_at: Timestamp,
  /** Older backups that were thinned out. */
  removed: Array<string>, };

/** The answer to a backup. */
export type BackedUpNow = {
  /** When it was verified to be readable and equal. */
  at: Timestamp, };

/** A batch of proposals that belong together. Never reused, never changed. */
export type BatchId = number;

/** A batch of proposals. */
export type BatchRequest = { batch: BatchId, };

/** A batch of proposals. */
export type BatchView = { id: BatchId, source: string, created_at: Timestamp,
  /** When it was undone; none if it was not. */
  undone_at: Timestamp | null,
  /** The number of applied proposals. */
  applied: number,
  /** The number of pending proposals. */
  pending: number,
  /** The number of rejected proposals. */
  rejected: number, };

/** A previous plan. */
export type Before = {
  /** Goal of the chapter. */
  goal: string,
  /** Synopsis of the chapter. */
  synopsis: string,
  /** Synopsis of the scene. */
  scene_synopsis: string,
  /** Characters of the scene. */
  characters: Array<string>, };

/** A mending to begin, or to estimate. */
export type BeginMending = { target?: MendTarget,
  /** The rules whose findings are taken, even if they are off; the enabled rules when absent. */
  rules?: Array<Rule> | null,
  /** The usual policy when absent; one round for a single finding. */
  policy?: MendPolicy | null, by?: MendBy,
  /** A note to the model. */
  note?: string,
  /**
   * The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
   * checked when absent.
   */
  agreed?: number | null,
  /** Whether a mending of the same target that waits for the author is given up first. Otherwise it is the answer. */
  anew?: boolean,
  /** Whether the command line asks. */
  command_line?: boolean, };

/** The story bible. */
export type Bible = {
  /** The standard fields in order, then the author's own. */
  fields: Array<BibleField>, };

/** A field of the bible. */
export type BibleField = {
  /** Its name: a standard name, or the author's own. */
  key: string,
  /** Its text; empty if nothing is written yet. */
  value: string,
  /** Whether it is a hard constraint. */
  locked: boolean,
  /** Whether it is a standard field, which every book has. */
  standard: boolean, };

/** A bible field (设定). Never reused, never changed. */
export type BibleFieldId = number;

/** A field of the bible. */
export type BibleFieldRequest = { key: string, };

/** A line of the bible that names a card. */
export type BibleLine = { field: string, line: string, };

/** The bin. */
export type Bin = {
  /** Its parts, latest first within each kind. */
  parts: Array<BinnedPart>, };

/** A part in the bin. */
export type BinnedPart = {
  /** Its former parent. */
  parent: Parent, title: string, binned_at: Timestamp | null, } & ({ "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId });

/** How much of the book is exported or printed. */
export type BookScope = "book" | "volume" | "chapter";

/** A branch that was started. */
export type BranchCreated = { scene: SceneId, branch: BranchNo,
  /** Its first version. */
  version: VersionNo, };

/** A branch of a scene. */
export type BranchEntry = { branch: BranchNo,
  /** Its name; empty for an unnamed branch. */
  name: string,
  /** Whether it is the main line. */
  main: boolean,
  /** Whether the scene's working text belongs to this branch. */
  open: boolean,
  /** The version it starts from. */
  base: VersionNo | null,
  /** Its newest version. */
  head: VersionNo | null, created_at: Timestamp, };

/** A branch that was merged. */
export type BranchMerged = { scene: SceneId,
  /** The new version of the main line. */
  version: VersionNo,
  /** The conflicts, as they were resolved. */
  conflicts: Array<Conflict>, };

/** A branch (分支) of one scene: 0 is the original line. */
export type BranchNo = number;

/** A branch that was renamed. */
export type BranchRenamed = { scene: SceneId, branch: BranchNo, name: string, };

/** A branch of a scene. */
export type BranchRequest = { scene: SceneId, branch: BranchNo, };

/** The branches of a scene. */
export type Branches = { scene: SceneId,
  /** In order of creation. */
  branches: Array<BranchEntry>, };

/** Two budgets. */
export type BudgetChange = { before: ContextBudget, after: ContextBudget, };

/** Number of findings by severity. */
export type BySeverity = { low: number, medium: number, high: number, critical: number, };

/** A run or step to cancel. */
export type CancelRun = { run: RunId,
  /** Only this step and those after it. */
  node?: string | null, };

/** A part of the canon that can be restored on its own. */
export type CanonScope = "bible" | "lore" | "graph" | "threads" | "timeline" | "comments" | "prompts";

/** A complete card. */
export type Card = { lore: LoreEntry | null,
  /** Its facts and relations, as of the end of the book. */
  graph: EntityCard | null,
  /** Its mentions in the book; none for a person who is only in the bible. */
  mentions: MentionsFound | null,
  /** The plot threads that name it. */
  threads: Array<ThreadView>,
  /** The events it takes part in, in story order. */
  events: Array<EventView>,
  /** The lines of the bible that name it. */
  bible: Array<BibleLine>,
  /** Its lore entry, if there is one. */
  entry: LoreSummary | null,
  /** Its entity; created when a fact, a relation or an event needs one. */
  entity: EntityId | null, title: string,
  /** The kind of its entry, or of its entity if there is no entry. */
  kind: string,
  /** Its other names. */
  aliases: Array<string>,
  /** Whether the bible lists it among the people. */
  in_bible: boolean,
  /** How much is known about it. */
  counts: CardCounts, };

/** An operation on cards. */
export type CardActRequest = {
  /** Its number, from the answer of the command. */
  act: number, };

/** How much is known about a card. */
export type CardCounts = {
  /** The number of mentions in the book; none if not counted. */
  mentions: number | null,
  /** Facts about it, and facts that have it as their value. */
  facts: number,
  /** Relations from it and to it. */
  relations: number,
  /** Plot threads that name it. */
  threads: number,
  /** Events it takes part in. */
  events: number,
  /** Pending proposals about it. */
  proposals: number, };

/** A field in which only one of two differing values can be kept. */
export type CardField = "name" | "kind" | "priority" | "and_keywords";

/** Identifies a card by its entry, its entity, or any of its names. */
export type CardKey = {
  /** The card of this lore entry. */
  entry?: LoreEntryId | null,
  /** The card of this entity. */
  entity?: EntityId | null,
  /** The card with this name. */
  name?: string | null, };

/** A card in a list. */
export type CardRow = {
  /** Its lore entry, if there is one. */
  entry: LoreSummary | null,
  /** Its entity; created when a fact, a relation or an event needs one. */
  entity: EntityId | null, title: string,
  /** The kind of its entry, or of its entity if there is no entry. */
  kind: string,
  /** Its other names. */
  aliases: Array<string>,
  /** Whether the bible lists it among the people. */
  in_bible: boolean,
  /** How much is known about it. */
  counts: CardCounts, };

/** The cards. */
export type Cards = {
  /** Sorted by title. */
  cards: Array<CardRow>, };

/** Passages that were cut in other scenes and pasted into this one. */
export type CarryPassages = {
  /** The scene into which they were pasted. */
  scene: SceneId, passages: Array<MovedPassage>, };

/** Whether upper and lower case differ. */
export type Case = "ignore" | "exact";

/** The people and things mentioned in a scene. */
export type Cast = { scene: SceneId,
  /** Most mentioned first. */
  cast: Array<CastMember>, };

/** An item mentioned in a scene. */
export type CastMember = { count: number,
  /** The first mention, in char offsets of the working text. */
  first: CharRange, entry: LoreEntryId | null, entity: EntityId | null, title: string,
  /** The kind of the entry, or of the entity if there is no entry. */
  kind: string, };

/** Spending ceilings; none is unlimited. */
export type Ceilings = {
  /** For one generation, including all of its calls. */
  per_run: Cost | null,
  /** For thirty days, in this novel. */
  per_month: Cost | null, };

/** The statements that connect two adjacent entities of a chain; at least one. */
export type ChainStep = { relations: Array<RelationView>, facts: Array<FactView>, };

/** A chain of entities. */
export type ChainView = {
  /** From one end to the other. */
  nodes: Array<GraphNode>,
  /** The statements between each node and the next one. */
  steps: Array<ChainStep>, };

/** An item that differs between two states. */
export type ChangeEntry = { kind: ItemKind,
  /** Its id; 1 for the project and the outline. */
  id: number, change: Changed,
  /** The title of the part on the second side, or on the first if it was removed. */
  title: string,
  /** The record on the first side, for records. */
  before: JsonValue | null,
  /** The record on the second side, for records. */
  after: JsonValue | null,
  /** The moved parts, for the outline. */
  moved: Moves | null,
  /** The changes in the text, if requested. */
  hunks: Array<HunkText> | null, };

/** Settings to change. */
export type ChangeSettings = {
  /** The fields to change with their new values; a backup folder is a token of a chosen path. */
  changes: Partial<Settings>, };

/** How an item differs between the two sides. */
export type Changed = "added" | "changed" | "removed";

/** What changes in a chapter. */
export type ChapterChanges = {
  /** Entities that appear for the first time. */
  entities: Array<EntityView>,
  /** Facts that begin. */
  facts_begun: Array<FactView>,
  /** Facts that end. */
  facts_ended: Array<FactView>,
  /** Relations that begin. */
  relations_begun: Array<RelationView>,
  /** Relations that end. */
  relations_ended: Array<RelationView>, };

/** The result of a model's checks. */
export type ChapterChecked = { findings: Array<FindingRecord>,
  /** Number of findings dropped because their quote is not in the text. */
  dropped: number,
  /** Number of findings below their confidence threshold. */
  unsure: number, model: string | null, took: Took,
  /** Number of current findings. */
  found: number,
  /** Number of findings that are new or had been gone. */
  new: number,
  /** Number of findings that are gone now. */
  gone: number, };

/** The result of an extraction. */
export type ChapterExtracted = {
  /** Number of proposals dropped because they were malformed or not applicable. */
  dropped: number, took: Took,
  /** The batch of the proposals; none if nothing was new. */
  batch: BatchId | null,
  /** Number applied at once. */
  applied: number,
  /** Number awaiting the author's decision. */
  pending: number,
  /** Number rejected: confidence too low, or a quote that is not in the text. */
  rejected: number, source: CompletionSource, };

/** A chapter (章). Never reused, never changed. */
export type ChapterId = number;

/** A request for a chapter. */
export type ChapterRequest = { chapter: ChapterId, };

/** The stored results of a chapter with its newest completion run. */
export type ChapterState = {
  /** The newest run that completes the chapter. */
  run: RunSummary | null,
  /** None if it was never summarized. */
  summary: ChapterSummaryView | null,
  /** Directions for the next chapter; none if none were suggested. */
  suggestions: SuggestionsView | null, };

/** The suggested directions. */
export type ChapterSuggested = { suggestions: SuggestionsKept, took: Took, };

/** A summary. */
export type ChapterSummaryView = { text: string, key_events: Array<KeyEvent>, source: CompletionSource,
  /** When it was stored. */
  at: Timestamp,
  /** Whether a text of the chapter has changed since. */
  stale: boolean, };

/** A chapter and its scenes. */
export type ChapterView = { id: ChapterId, title: string, status: Status,
  /** Target length in 字. */
  target: number | null, counts: Totals,
  /** Scenes in order. */
  scenes: Array<SceneView>, };

/** Changed titles, or titles that would change. */
export type ChaptersRenumbered = { changes: Array<Renumbered>, };

/** A position between two Unicode scalar values, counted from the start of a text. */
export type CharOffset = number;

/** A half-open range of char offsets: `start` is inside, `end` is not; `start <= end` always holds. */
export type CharRange = { start: CharOffset, end: CharOffset, };

/** A chapter for a model to check. */
export type CheckChapter = { chapter: ChapterId,
  /** As in [`Complete`]. */
  agreed?: number | null, };

/** A template to check before it is saved. */
export type CheckPrompt = { template: string, };

/** The result of a check. */
export type CheckRun = {
  /** Number of current findings of these rules in these scenes, including waived ones. */
  found: number,
  /** Number of findings that are new since the last check. */
  new: number,
  /** Number of findings that are gone since the last check. */
  gone: number,
  /** The rules that ran. */
  rules: Array<Rule>,
  /** Scenes that could not be checked because their text is damaged. */
  unreadable: Array<SceneId>,
  /** In reading order. */
  findings: Array<FindingView>, };

/** Texts to check, such as the visible paragraphs. */
export type CheckSpelling = {
  /** The texts; their total size must not exceed the maximum size of a scene. */
  pieces: Array<string>, };

/** A checkpoint in a list. */
export type CheckpointEntry = { id: CheckpointId, name: string,
  /** The author's note. */
  note: string, created_at: Timestamp,
  /** Whether the studio created it before a risky operation. */
  automatic: boolean, reason: Reason, };

/** A checkpoint (存档点). Ids ascend in order of creation. */
export type CheckpointId = number;

/** A checkpoint that was restored. */
export type CheckpointRestored = { checkpoint: CheckpointId,
  /** A checkpoint of the state before; restoring it undoes this. */
  before: CheckpointId, changes: Array<ChangeEntry>, };

/** The checkpoints of a project. */
export type Checkpoints = {
  /** Oldest first. */
  checkpoints: Array<CheckpointEntry>, };

/** A request to choose a file or a folder. */
export type Choose = { kind: ChooseKind,
  /** Title of the dialog, in the author's language. */
  title: string,
  /** A suggested file name, with its extension. */
  name?: string | null, };

/** The kind of file or folder to choose. */
export type ChooseKind = "open_project" | "new_project" | "import_file" | "import_folder" | "export_file" | "export_folder" | "readers_copy" | "returned_file" | "import_lore" | "export_lore" | "import_prompt" | "export_prompt" | "import_profile" | "export_profile" | "export_report" | "export_diagnostics" | "backup_folder" | "model_folder";

/** A folder with a model. */
export type ChooseModel = {
  /** With `model.safetensors`, `config.json`, and `tokenizer.json` or `vocab.txt`. */
  folder: string,
  /** The engine to use from now on; unchanged when absent. */
  engine?: EngineChoice | null, };

/** A request to choose the dictionary for this novel. */
export type ChooseSpelling = {
  /** Its name; `null` lets the system decide. */
  dictionary: string | null, };

/** The answer to a file dialog. */
export type Chosen = {
  /** The chosen path; none if the author cancelled. */
  path: ChosenPath | null, };

/** The model in use. */
export type ChosenModel = { "type": "none" } | { "type": "folder", name: string,
  /** For display. */
  path: string,
  /** Whether its weights exist now. */
  present: boolean, } | { "type": "downloaded",
  /** Its id in the catalogue. */
  model: string,
  /** Whether all its files exist. */
  present: boolean, };

/** A chosen path. */
export type ChosenPath = {
  /** Its token, for requests. */
  path: string,
  /** Its name, for display. */
  name: string,
  /** Its folder, for display. */
  folder: string, };

/** A scene that another mending holds. */
export type ClaimedScene = { scene: SceneId,
  /** The mending that holds it. */
  session: MendSessionId, };

/** Why a folder is believed to be synced. */
export type CloudFolder = { "sign": "service", name: string, } | { "sign": "conflict_copy", file: string, };

/** The kind of failure. Hosts act on the code; message and hint are for people. */
export type Code = "file_not_found" | "file_exists" | "not_a_project" | "foreign_schema" | "newer_schema" | "older_schema" | "project_held" | "read_only" | "not_writable" | "file_gone" | "backup_folder" | "disk_full" | "busy" | "damaged" | "too_large" | "io" | "not_found" | "bad_request" | "name_taken" | "in_use" | "time_cycle" | "quote_not_found" | "merge_conflict" | "import_refused" | "copy_mismatch" | "no_project" | "no_model" | "consent_needed" | "agreement_needed" | "no_keychain" | "keys_locked" | "key_elsewhere" | "ceiling_reached" | "model_failed" | "already_running" | "step_refused" | "step_failed" | "answer_unusable" | "prompt_faulty" | "model_unusable" | "download_failed" | "no_pdf_program" | "no_font" | "nothing_for_print" | "pdf_too_large" | "stopped" | "internal";

/** The writer of a comment or a reply. */
export type CommentBy = { who?: CommentWho,
  /** The name; never empty for an editor. */
  name?: string, };

/** The colour of a comment. */
export type CommentColour = "yellow" | "green" | "blue" | "pink" | "purple" | "grey";

/** A comment (批注) on a passage. Never reused, never changed. */
export type CommentId = number;

/** Comments. */
export type CommentIds = { comments: Array<CommentId>, };

/** A reply to a comment. */
export type CommentReply = {
  /** Never empty. */
  text: string, by?: CommentBy,
  /** When it was written. */
  at: Timestamp, };

/** Whether a comment still asks for something. */
export type CommentState = "open" | "done";

/** A comment with its place in the book. */
export type CommentView = { id: CommentId,
  /** Empty only for a passage that is not printed. */
  text: string, state: CommentState, colour: CommentColour, by: CommentBy,
  /** When it was written. */
  at: Timestamp,
  /** Oldest first. */
  replies: Array<CommentReply>,
  /** Whether the paragraphs of the passage are left out of every export and print. */
  not_for_print: boolean,
  /** The text of the passage; the last known text if it was deleted. */
  quote: string,
  /** Whether the passage was deleted. */
  gone: boolean,
  /** The last version in which its position was certain. */
  version: VersionNo,
  /** Its range in that version. */
  range: CharRange, place: SceneRef,
  /** When it was removed; none if it is not. */
  removed_at: Timestamp | null, };

/** Who wrote a comment or a reply. */
export type CommentWho = "author" | "editor" | "import";

/** Comments in reading order; those of scenes in the bin last. */
export type Comments = { comments: Array<CommentView>,
  /** How many open comments the place has, whatever the other restrictions; a wordless “not for print” is none. */
  open: number,
  /** How many that are done. */
  done: number, };

/** A compaction to preview or apply. */
export type CompactHistory = {
  /** Whether to apply it. */
  compaction?: Compaction, };

/** Whether history is compacted or only previewed. */
export type Compaction = "preview" | "apply";

/** Two states to compare. */
export type CompareCheckpoints = {
  /** The first side. */
  from: CheckpointId,
  /** The second side; the current state of the project when absent. */
  to?: CheckpointId | null,
  /** Whether the changes in texts are shown. */
  words?: Words, };

/** Two versions of a template to compare. */
export type ComparePrompts = { group: string, key: string, language: PromptLanguage,
  /** The earlier version; the shipped one when absent. */
  from?: PromptId | null,
  /** The later version; the shipped one when absent. */
  to?: PromptId | null, };

/** Two generations whose reports are compared. */
export type CompareReports = { from: GenerationId, to: GenerationId, };

/** Two texts to compare. */
export type CompareTexts = { old: string, new: string, };

/** The differences between two states. */
export type Comparison = {
  /** The first side. */
  from: CheckpointId | null,
  /** The second side; none for the current state of the project. */
  to: CheckpointId | null,
  /** Ordered by kind and id. */
  changes: Array<ChangeEntry>, };

/** A request for one step of a chapter. */
export type Complete = { chapter: ChapterId,
  /** The program when absent. */
  by?: CompletedBy,
  /**
   * The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
   * checked when absent.
   */
  agreed?: number | null, };

/** Identifies a chapter. */
export type CompleteChapterRequest = { chapter: ChapterId, };

/** Who performs a step. */
export type CompletedBy = "local" | "model";

/** The estimated cost of a step. */
export type CompletionEstimate = {
  /** The model that would be called; none if the program performs the step. */
  model: string | null,
  /** Number of calls. */
  calls: number, prompt_tokens: number,
  /** Typical answer tokens. */
  answer_tokens: number,
  /** The cost, if the price is known. */
  cost: Cost | null, };

/** The estimates for the steps of a chapter. */
export type CompletionPreview = {
  /** The summary, and the story so far if it is due. */
  summary: CompletionEstimate,
  /** Proposals for the graph. */
  extraction: CompletionEstimate,
  /** Directions for the next chapter. */
  suggestion: CompletionEstimate,
  /** The model's checks; empty if no model is to be asked. */
  check: CompletionEstimate, };

/** Who performed a step. */
export type CompletionSource = "local" | { "model": string };

/** A stretch that both sides changed differently. `merged` holds the text of `ours`. */
export type Conflict = {
  /** In the base text. */
  base: CharRange,
  /** In our text. */
  ours: CharRange,
  /** In their text. */
  theirs: CharRange,
  /** Our side of it, in the merged text. */
  merged: CharRange, };

/** How two entities are connected. */
export type ConnectionView = { from: EntityView, to: EntityView,
  /** The shortest chains, all of the same length, at most 20; none if the two are not connected. */
  chains: Array<ChainView>,
  /** Whether there are more chains of this length. */
  has_more: boolean,
  /** The number of entities that `from` is connected with, directly or not. */
  from_reaches: number,
  /** The number of entities that `to` is connected with, directly or not. */
  to_reaches: number, };

/** Agreement to send text to the host of a provider, or its withdrawal. */
export type Consent = { id: ProviderId, agreed: boolean, };

/** The container for the JSON of a lorebook. */
export type Container = "json" | "png";

/** The format of its values. */
export type ContentType = "text" | "markdown" | "json";

/** How authoritative something is, most authoritative first. In a conflict the more authoritative candidate is sent. */
export type ContextAuthority = "locked_canon" | "approved_fact" | "current_text" | "unapproved";

/** A token budget, in tokens of the model. */
export type ContextBudget = {
  /** The model's context window. */
  window: number,
  /** Reserved for the answer. */
  answer: number,
  /** Always sent: the template and the instruction. */
  fixed: number,
  /** How the layers share the rest. */
  shares: LayerShares, };

/** What happened to a candidate. */
export type ContextFate = { "kind": "kept" } | { "kind": "cut",
  /** The tokens of the part sent. */
  kept_tokens: number,
  /** The part sent, in char offsets of its text. */
  kept: CharRange, } | { "kind": "dropped", reason: DropReason, };

/** A layer of the context; layers are sent in this order. */
export type ContextLayer = "system" | "long_term" | "structured" | "vector" | "notes" | "recent";

/** One candidate and what happened to it. */
export type ContextPart = {
  /** The intended layer. */
  layer: ContextLayer, source: ContextSource,
  /** How authoritative the candidate is. */
  standing: ContextAuthority, precedence: ContextPrecedence,
  /** The tokens of its whole text. */
  tokens: number,
  /** The Unicode scalar values of its whole text. */
  characters: number,
  /** SHA-256 of its whole text, hexadecimal. */
  text_hash: string, fate: ContextFate,
  /** Its position in the text of its layer; `None` if it was dropped. */
  shown: CharRange | null, };

/** How strongly something is wanted, strongest first. */
export type ContextPrecedence = "required" | "pinned" | "constant" | "usual";

/** What would be sent. */
export type ContextPreview = {
  /** The model that would be called first; none if no model is set up. */
  target: AskedModel | null, prompt: PromptRef,
  /** The complete messages. */
  messages: Array<RenderedMessage>,
  /** The context budget and its shares, in tokens. */
  budget: ContextBudget, layers: Array<LayerText>,
  /** Every part, sent or dropped, with the reason. */
  parts: Array<ContextPart>, tokens: number,
  /** What the request takes at most, with all its candidates; `least` if the first answers are good enough. */
  takes: RunEstimate,
  /** Target length in 字. */
  length: number,
  /** Number of names and personal data replaced by stand-ins in the messages. */
  masked: number,
  /** Project text that reads like an instruction to the model. */
  suspicions: Array<string>, };

/** The source of a context piece. Names and titles are for display; they do not identify the source. */
export type ContextSource = { "kind": "instruction" } | { "kind": "scene_plan", scene: SceneId, } | { "kind": "selection", scene: SceneId, version: VersionNo, range: CharRange, } | { "kind": "text_before", scene: SceneId, version: VersionNo, range: CharRange, } | { "kind": "text_after", scene: SceneId, version: VersionNo, range: CharRange, } | { "kind": "previous_scene", scene: SceneId, version: VersionNo, } | { "kind": "bible_field", id: BibleFieldId, key: string, } | { "kind": "lore_entry", id: LoreEntryId, title: string, } | { "kind": "entity_state", id: EntityId, name: string, } | { "kind": "fact", id: FactId, } | { "kind": "relation", id: RelationId, } | { "kind": "thread", id: ThreadId, title: string, } | { "kind": "event", id: TimelineEventId, title: string, } | { "kind": "story_so_far",
  /** The last chapter included. */
  chapter: ChapterId, } | { "kind": "summary", chapter: ChapterId, } | { "kind": "passage", scene: SceneId, version: VersionNo, range: CharRange, } | { "kind": "artifact", id: ArtifactId, name: string, version: number, } | { "kind": "step",
  /** The number of the step in its profile, from 0. */
  number: number,
  /** The number of the offer among those of the step, from 0. */
  offer: number,
  /** The id of the step. */
  title: string, };

/** An amount of money, in millionths of the currency unit. */
export type Cost = {
  /** ISO 4217. */
  currency: string,
  /** Millionths of the currency unit. */
  micros: number, };

/** A rule for totals. */
export type CountRule = "standard" | "word" | "han" | "all";

/** The count rule for 字数. */
export type CountRuleName = "language" | "standard" | "word" | "han" | "all";

/** A text to count. */
export type CountText = { text: string,
  /** The rule for the total. */
  rule?: CountRule, };

/** A text that was counted. */
export type Counted = { rule: CountRule,
  /** The total by that rule. */
  total: number,
  /** The totals by all four rules. */
  counts: Totals,
  /** Counts per character class. */
  classes: Counts, };

/**
 * The character classes of a text. All fields except `words`, `numbers` and `scalars` are classes: each scalar is in
 * one of them.
 */
export type Counts = {
  /** Han characters of all Unicode blocks, and 々, 〆 and 〇. */
  han: number,
  /** Hiragana and katakana, including half-width ones and ー. */
  kana: number,
  /** Hangul syllables. */
  hangul: number,
  /** CJK punctuation, Bopomofo and signs, full-width marks; in a CJK line also the marks shared with Latin. */
  cjk_punctuation: number,
  /** Letters of all other scripts, including full-width ones. */
  letters: number,
  /** Runs of letters, possibly with digits: Latin words. */
  words: number,
  /** Digits, including full-width ones and Roman numeral signs (Ⅻ). */
  digits: number,
  /** Runs of digits without a letter: numbers. */
  numbers: number,
  /** All other punctuation and signs: ASCII marks, currency, mathematics. */
  punctuation: number,
  /** White space except line ends; includes full-width spaces. */
  whitespace: number,
  /** Line ends (LF). */
  line_ends: number,
  /** Emoji and characters without a class of their own, one per grapheme. */
  other: number,
  /** Marks, and readings of ruby. */
  markup: number,
  /** The visible characters of footnotes, by the standard rule. */
  notes: number,
  /**
   * Scalars without a visible form of their own: combining marks, joiners, variation selectors, zero-width spaces,
   * and the scalars of an emoji after the first.
   */
  attached: number,
  /** All scalars: the sum of the classes. */
  scalars: number, };

/** A project to create and open. */
export type CreateAndOpen = {
  /** Token of the path the author chose. */
  path: string,
  /** Title of the novel. */
  title: string, author: string,
  /** The language it will be written in; detected at the first import when absent. */
  language?: NovelLanguage | null,
  /** The target length of each new chapter. */
  chapter_target?: number | null,
  /** Title of a first chapter with an empty scene; empty for none. */
  first_chapter: string, };

/** A branch to start. */
export type CreateBranch = { scene: SceneId,
  /** The version it starts from; the newest version of the main line when absent. */
  from?: VersionNo | null, name?: string, };

/** A checkpoint to create. */
export type CreateCheckpoint = { name: string,
  /** A note by the author. */
  note?: string, };

/** A part to create. */
export type CreatePart = {
  /** The parent, which decides whether the part is a volume, a chapter or a scene. */
  parent: Parent, title?: string,
  /** Its index among its siblings, from 0; at the end when absent. */
  at?: number | null, };

/** The passage of a thread or comment that was shortened to the first part of a split. */
export type CutAnchor = {
  /** Its range in the whole text, in char offsets. */
  range: CharRange, } & ({ "anchor": ThreadAnchorId } | { "comment": CommentId });

/** Where a text that reached the hard limit was cut. */
export type CutReason = "hard_limit_sentence" | "hard_limit_clause" | "hard_limit_cut";

/** One damaged place in the file. */
export type Damage = { "kind": "structure", finding: string, } | { "kind": "record",
  /** `project`, `volume`, `chapter` or `scene`. */
  part: string, id: number, } | { "kind": "text", scene: SceneId,
  /** The unreadable version. */
  version: VersionNo,
  /** The newest readable version of the scene. */
  last_good: VersionNo | null, } | { "kind": "version", scene: SceneId, version: VersionNo, } | { "kind": "branch", scene: SceneId, branch: BranchNo, } | { "kind": "draft", scene: SceneId, } | { "kind": "checkpoint", checkpoint: CheckpointId, } | { "kind": "blob",
  /** Its row id. */
  id: number, };

/** A damaged page. */
export type DamagedPage = {
  /** The page number, from 1; a page has 4096 bytes. */
  page: number,
  /** The table or index that refers to it. */
  part: string, fault: PageFault, };

/** A scene that lost something. */
export type DamagedScene = { scene: SceneId,
  /** The title of its chapter. */
  chapter: string,
  /** Its own title; often empty. */
  title: string, loss: Loss,
  /** The version that is shown; `None` if all texts are lost. */
  shown: VersionNo | null, };

/** A table with damaged rows. */
export type DamagedTable = { table: string,
  /** Number of intact rows. */
  rows: number,
  /** Number of rows that were found but are damaged. Rows on unreadable pages are not counted. */
  lost: number, };

/** The author's decision about a generation. */
export type Decide = { generation: GenerationId,
  /** A decision about its text, if any. */
  fate?: Fate | null,
  /** A decision about its overflow, if any. */
  overflow?: OverflowFate | null, };

/** The author's decision about an issue. */
export type DecideIssue = { issue: IssueId,
  /** The revision that the author saw. Refused if the issue changed since. */
  seen: number, decision: IssueDecision, };

/** A decision on a proposal. */
export type Decision = "accept" | "reject" | "reopen";

/** Why an issue was left to the author. */
export type DeferReason = "fence" | "no_tool" | "author" | "stall" | "ask_first" | "canon" | "no_proposal";

/** A part that failed or is incomplete. */
export type Degraded = { part: MemoryPart, } & ({ "why": "no_model" } | { "why": "consent_needed" } | { "why": "nothing_named" } | { "why": "unfinished" } | { "why": "not_indexed", texts: number, } | { "why": "failed", message: string, });

/** Versions that were deleted together. */
export type DeletedVersions = { first: number, last: number,
  /** `keep_versions`, `keep_days`, `author`, `damage` or `earlier_release`. */
  why: string, at: Timestamp, };

/** A candidate that a step made of another one. */
export type Derived = {
  /** What the model wrote. */
  of: GenerationId,
  /** The step in the profile. */
  step: string, };

/** Changes to the metadata of a part. */
export type DescribePart = { part: PartId,
  /** Its status; unchanged when absent. Volumes have none. */
  status?: Status | null,
  /** Target length in 字; `null` removes it, unchanged when absent. Volumes have none. */
  target?: number | null,
  /** Its synopsis; unchanged when absent. */
  synopsis?: string | null,
  /** Its notes; unchanged when absent. Volumes have none. */
  notes?: string | null,
  /** Whether a scene is left out of every export and print; unchanged when absent. Only scenes have this. */
  not_for_print?: boolean | null,
  /** The goal of a chapter; unchanged when absent. Only chapters have one. */
  goal?: string | null,
  /** Changes to the plan of a scene. Only scenes have one. */
  plan?: PlanChange | null, };

/** Changes to the description of the novel. */
export type DescribeProject = {
  /** Its title; unchanged when absent. */
  title?: string | null,
  /** Its author; unchanged when absent. */
  author?: string | null,
  /** The language it is written in; unchanged when absent. */
  language?: NovelLanguage | null,
  /** The target length of each new chapter; `null` removes it, unchanged when absent. */
  chapter_target?: number | null, };

/** An event that is not the answer to a request. */
export type DeskEvent = { "type": "changed",
  /** The kinds of data that changed. */
  tags: Array<Tag>, } | { "type": "menu",
  /** The command of the window. */
  command: string, } | { "type": "closing",
  /** Whether a final key (F24) was sent after all typed keys: when it arrives, they have arrived too. */
  last_key: boolean, } | { "type": "open_requested",
  /** Token of its path. */
  path: string,
  /** Its file name. */
  name: string, } | { "type": "dragged_over", dragged: DraggedFiles, } | { "type": "drag_left" } | { "type": "dropped",
  /** The file or the folder; none if there are several. */
  source: ChosenPath | null,
  /** Whether it is a folder. */
  is_folder: boolean, } | { "type": "verified",
  /** The number of damaged places. */
  damage: number,
  /** Whether it was not closed properly. */
  unclean: boolean,
  /** The newest intact backup, if there is damage. */
  sound_backup_at: Timestamp | null, } | { "type": "indexed", progress: IndexProgress, } | { "type": "backed_up",
  /** When it was verified. */
  at: Timestamp, } | { "type": "backup_failed",
  /** The reason. */
  error: Failure, };

/** The result of a verification. */
export type Diagnosis = {
  /** Whether no damage and no wrong count was found. */
  healthy: boolean,
  /** Schema version of the file. */
  schema: number,
  /** The number of wrong derived figures that were fixed; none if nothing was rebuilt. */
  rebuilt: number | null,
  /** For a damaged file: which pages, tables and scenes are damaged, and what can be read. */
  salvage: Report | null,
  /** The damage found; empty if there is none. */
  damage: Array<Damage>,
  /** Number of scenes whose text was read. */
  scenes: number,
  /**
   * Versions whose counts differ from those of their text; only checked with [`Depth::Everything`]. The texts
   * are intact, and the counts can be recomputed.
   */
  miscounted: Array<Miscounted>,
  /** Number of version rows checked. */
  versions: number,
  /** Number of stored contents read. */
  blobs: number, };

/** The program, the system and the log. */
export type Diagnostics = {
  /** The version of the program. */
  version: string,
  /** The operating system and the architecture: `linux x86_64`. */
  system: string,
  /** The log: at most 10 MB of JSON lines, oldest first, without prose, keys and paths. */
  log: string, };

/** The written file. */
export type DiagnosticsSaved = {
  /** Its name, without the folder. */
  file: string, };

/** A scene to compare between two states. */
export type DiffText = {
  /** The first side. */
  from: CheckpointId,
  /** The second side; the current text including its draft when absent. */
  to?: CheckpointId | null, scene: SceneId, };

/** Two versions to compare. */
export type DiffVersions = { scene: SceneId,
  /** The earlier version. */
  from: VersionNo,
  /** The later version; the working text (the draft, or else the newest version) when absent. */
  to?: VersionNo | null, };

/** A field in which two cards differ. */
export type Difference = { field: CardField,
  /** The value of the remaining card. */
  into: string,
  /** The value of the merged card. */
  from: string, };

/** How a Word document is set. */
export type DocxChoice = {
  /** By the language of the novel if absent. */
  layout?: DocxLayoutName | null,
  /** The author's name and address, in lines. */
  contact?: string | null,
  /** The name in the header. */
  surname?: string | null,
  /** How the length on the cover is counted; by the language of the novel if absent. */
  rule?: CountRule | null,
  /** Whether the comments go along; they are not for everybody. */
  comments?: boolean, };

/** The layout of a Word document. */
export type DocxLayoutName = "manuscript" | "editor";

/** The result of a command on several items. */
export type Done = {
  /** The number of items. */
  count: number, };

/** What becomes of emphasis dots. */
export type Dots = { open: string, close: string,
  /** Written for each character, with `{character}`, in place of the words. */
  each: string, };

/** A model to download. */
export type DownloadModel = {
  /** Its id in the catalogue; the first one when absent. */
  model?: string | null,
  /** A mirror to try first, for this download only. */
  mirror?: string | null,
  /** Whether the author agreed to download it from these hosts. */
  agreed?: boolean, };

/** A change of the stored working text: of the draft, or of the base version if there is no draft. */
export type DraftChange = {
  /** Length of the text before the change, in characters. Together with `removed`, it verifies the stored text. */
  length: number,
  /** The position, in char offsets of that text. */
  from: CharOffset, removed: string, added: string, };

/** A working text that was stored. */
export type DraftSaved = { scene: SceneId, };

/** Working text that is not a version yet. */
export type DraftText = {
  /** The version it is based on. */
  base: VersionNo,
  /** The branch of that version, which is the open line. */
  branch: BranchNo,
  /** Whether the text equals that version; the draft then only records which line is open. */
  saved: boolean, text: string,
  /** When it was last stored. */
  updated_at: Timestamp, };

/** The files over the window. */
export type DraggedFiles = {
  /** The name of the first one. */
  name: string,
  /** Their number. */
  count: number,
  /** Whether it is one novel, which is opened and not imported. */
  is_novel: boolean, };

/** The items of a scene's memory that are not sent. */
export type DropMemory = { scene: SceneId,
  /** Items to drop; all others are sent. */
  dropped: Array<string>, };

/** The reason why a candidate is not sent. If several apply, the first in this order. */
export type DropReason = { "kind": "empty" } | { "kind": "dropped_by_author" } | { "kind": "not_approved" } | { "kind": "later_than_scene" } | { "kind": "secret" } | { "kind": "overruled_by",
  /** The contradicting source. It may itself be dropped for lack of room; what it contradicts is still false. */
  source: ContextSource, } | { "kind": "duplicate",
  /** The part that contains it. */
  of: ContextSource, } | { "kind": "over_budget" };

/** Two passages that nearly repeat each other. */
export type DuplicatePair = { first: SearchHit, second: SearchHit,
  /** Share of the shorter passage's four-character sequences that occur in both, in percent. */
  shared: number, };

/** A part to duplicate. */
export type DuplicatePart = {
  /** A scene, or a chapter with its scenes. */
  part: PartId,
  /** The title of the copy; the original title when absent. */
  title?: string | null, };

/** Repeated passages. */
export type DuplicatesFound = {
  /** Pairs that share most first. */
  pairs: Array<DuplicatePair>,
  /** Number of changed texts that are not indexed yet. */
  left: number, };

/** A relation, or a fact whose object is an entity. */
export type Edge = { "relation": RelationId } | { "fact": FactId };

/** A clipboard command. */
export type Edit = { act: EditAct, };

/** A clipboard command. */
export type EditAct = "cut" | "copy" | "paste";

/** Changes to a comment. Absent fields stay unchanged. */
export type EditComment = { comment: CommentId,
  /** May be empty only if the passage is not printed. */
  text?: string | null, colour?: CommentColour | null,
  /** Whether the paragraphs of the passage are left out of every export and print. */
  not_for_print?: boolean | null, };

/** A relation or fact to end or to reopen. */
export type EndAssertion = { item: AssertionRequest,
  /** The first scene in which it no longer holds, or, when reopening, holds again. */
  scene: SceneId, };

/** The engine that the author wants to compute vectors. */
export type EngineChoice = "auto" | "candle";

/** The engine that computes vectors. */
export type EngineName = "packed" | "candle" | "fallback";

/** Names to enter. */
export type EnterNames = {
  /** Cards to create, or to give more aliases. */
  cards?: Array<NewCard> | null,
  /** Words that are not names. */
  not_names?: Array<string> | null,
  /** Creates a card of this kind for every detected name that is not entered yet, except misspelt ones. */
  found?: LoreKind | null, };

/** The result of entering names. */
export type Entered = {
  /** The operation, for undoing it; none if nothing changed. */
  act: number | null,
  /** The number of cards created. */
  made: number,
  /** The number of aliases added to existing cards. */
  added: number,
  /** Names that already had a card. */
  known: Array<string>,
  /** The number of words newly marked as not being names. */
  ignored: number, };

/** Entities in a list. */
export type Entities = {
  /** Sorted by name. */
  entities: Array<EntityView>, };

/** An entity, and the scene to view it as of. */
export type EntityAsOf = { entity: EntityId,
  /** The scene; the last one of the book when absent. */
  at?: SceneId | null, };

/** Everything known about an entity. */
export type EntityCard = {
  /** The scene that `holds` refers to; none in a book without scenes. */
  at: SceneId | null,
  /** Facts about it: those that hold first, then by predicate. */
  facts: Array<FactView>,
  /** Facts about others that have it as their object. */
  object_of: Array<FactView>,
  /** Relations from it and to it. */
  relations: Array<RelationView>, id: EntityId, name: string, kind: EntityKind,
  /** Its other names. */
  aliases: Array<string>, description: string,
  /** The lore entry about it. */
  lore_entry: LoreEntryId | null, };

/** An entity (实体). Never reused, never changed. */
export type EntityId = number;

/** The kind of an entity. */
export type EntityKind = "character" | "location" | "organization" | "item" | "event" | "thread";

/** An entity in play. */
export type EntityMemory = {
  /** Its id in the memory. */
  id: string,
  /** None if the canon has no entity of this name. */
  entity: EntityId | null, name: string,
  /** Statements about it as of the scene, one sentence each; none if nothing is known. */
  state: Array<string> | null, };

/** Names an entity by its id, or by a name; an unknown name creates an entity. */
export type EntityRef = { "id": EntityId } | { "name": string };

/** An entity. */
export type EntityView = { id: EntityId, name: string, kind: EntityKind,
  /** Its other names. */
  aliases: Array<string>, description: string,
  /** The lore entry about it. */
  lore_entry: LoreEntryId | null, };

/** What an EPUB has besides the text. */
export type EpubChoice = {
  /** A JPEG or PNG picture in Base64. */
  cover?: string | null, vertical?: boolean,
  /** What the author says about the use of models. */
  ai_label?: string | null,
  /** Whether paragraphs show their numbers. */
  numbers?: boolean, };

/** A kind of consistency error. */
export type ErrorKind = "character" | "fact" | "timeline" | "world" | "style";

/** Which characters of a text are written as entities. */
export type Escape = "none" | "html";

/** Events. */
export type EventIds = { events: Array<TimelineEventId>, };

/** An earlier event. */
export type EventMemory = {
  /** Its id in the memory. */
  id: string, event: TimelineEventId,
  /** In the author's words. */
  time: string,
  /** Its title and description. */
  text: string, };

/** An event that was written. */
export type EventSaved = { event: TimelineEventId, record: TimelineEventRecord, };

/** An event in the timeline. */
export type EventView = { id: TimelineEventId,
  /** How its place in story order is determined. */
  placed_by: PlacedBy,
  /** Whether it is told in order; none if no scene tells it. */
  telling: Telling | null,
  /** The scene that tells it, with its place in the book. */
  place_told: SceneRef | null,
  /** The rank of that scene in the book, from 0; none if no scene tells it. */
  rank: number | null,
  /** What happens. Never empty. */
  title: string, description: string,
  /** The time in the author's words. */
  time: string,
  /** The time for sorting. */
  key: TimeKey | null,
  /** Events that happen before it. */
  after: Array<TimelineEventId>,
  /** The place in words. */
  place: string, participants: Array<EntityId>,
  /** The scene that tells it. */
  scene: SceneId | null, };

/** A passage that proves a statement. */
export type Evidence = { scene: SceneId,
  /** The version of the text that was read. */
  version: VersionNo,
  /** In char offsets of that text. */
  range: CharRange,
  /** The text of `range`, character by character. */
  quote: string, };

/** A passage of a finding. */
export type EvidenceView = { scene: SceneId,
  /** None if the scene is in the bin. */
  chapter: ChapterId | null,
  /** Empty if the scene is in the bin. */
  chapter_title: string,
  /** The version that was checked. */
  version: VersionNo,
  /** The range in that version, in char offsets. */
  range: CharRange,
  /** The text of that range. */
  quote: string,
  /**
   * The current range in the working text, in char offsets; none if it is gone. The first passage counts as
   * gone once its words change.
   */
  standing: CharRange | null,
  /** How the passage was found there; none in the version that was checked. */
  method: Method | null,
  /** Confidence that it is the same passage, 0 to 1; 0 if it is gone. */
  placement: number,
  /** Text before a short passage in its paragraph, as it is now; starts with “…” if it is shortened. */
  before: string,
  /** Text after it, likewise. */
  after: string, };

/** A hit with the text around it, on its line. */
export type Excerpt = {
  /** At most 60 characters before the hit. */
  before: string,
  /** The hit, cut after 200 characters. */
  found: string,
  /** At most 60 characters after the hit. */
  after: string, };

/** What to do with existing files. */
export type Existing = "keep" | "replace";

/** A lore export. */
export type ExportLore = {
  /** The file to write. */
  out: string, format: LoreFormat,
  /** JSON, or a picture. */
  container?: Container,
  /** Exports only the entries of this lorebook, with all data from its file; all entries when absent. */
  book?: LorebookId | null,
  /** Whether to include secrets. */
  secrets?: Secrets,
  /** The language of the labels in Markdown. */
  labels?: LabelLanguage,
  /** What to do with an existing file. */
  existing?: Existing, };

/** An export of a mending. */
export type ExportMending = { session: MendSessionId,
  /** An empty folder, or one that does not exist. */
  out: string, };

/** A profile to write to a file. */
export type ExportProfile = { profile: string, path: string, };

/** A template to write to a file. */
export type ExportPrompt = { group: string, key: string, language: PromptLanguage,
  /** The project's version; the shipped one when absent. */
  id?: PromptId | null, out: string, };

/** A report to write to a file. */
export type ExportReport = { generation: GenerationId, path: string,
  /** Whether texts are replaced by their lengths and hashes. */
  redact?: boolean, };

/** A manuscript export. */
export type ExportText = {
  /** The file to write, or the folder for one file per chapter. */
  out: string, format: FormatName,
  /** One file or one per chapter. */
  layout?: LayoutName, scope?: BookScope,
  /** A chapter of the part, unless the whole book is exported. */
  chapter?: ChapterId | null,
  /** What to do with existing files. */
  existing?: Existing,
  /** What becomes of marks in plain text and Markdown. */
  marks?: MarksChoice, docx?: DocxChoice, epub?: EpubChoice, html?: HtmlChoice, pdf?: PdfChoice,
  /** The key of the profile, for text for a site. */
  site?: string | null, };

/** A deviation from the requested export that the author should know about. */
export type ExportWarning = "marked" | "title_line_breaks";

/** The result of an export. */
export type Exported = {
  /** The files written. */
  files: Array<string>,
  /** The number of chapters in them. */
  chapters: number,
  /** The number of scenes whose text is a draft that is not a version yet. */
  drafts: number,
  /** What is not for print, and so is not in the files. */
  left_out: LeftOut,
  /** The number of comments in the files. */
  comments: number, warnings: Array<ExportWarning>,
  /** What the site may refuse. */
  site_warnings: Array<SiteWarning>,
  /** What to know about PDF files. */
  pdf: PdfNotes | null, };

/** The part of the book to extract from. */
export type ExtractFrom = { "scene": SceneId } | { "chapter": ChapterId };

/** A fact (事实) about an entity. Never reused, never changed. */
export type FactId = number;

/** The value of a fact. */
export type FactObject = { "text": string } | { "entity": EntityId };

/** A fact that was written. */
export type FactSaved = { fact: FactId,
  /** Facts that end where it begins. */
  ended: Array<FactId>, };

/** A fact. */
export type FactView = { id: FactId, subject: EntityId, subject_name: string, predicate: string, object: FactObject,
  /** Its value as text. */
  object_name: string,
  /** The first scene in which it holds; from before the book if none. */
  valid_from: SceneRef | null,
  /** The first scene in which it no longer holds; to the end if none. */
  valid_to: SceneRef | null,
  /** Whether it holds in the scene of the request. */
  holds: boolean, modality: Modality,
  /** Its certainty, 0 to 1. */
  confidence: number, source: Source, evidence: Array<Evidence>, };

/** A failure of a use case. */
export type Failure = { code: Code,
  /** What happened, in one sentence. */
  message: string,
  /** What is safe, and what to do next. */
  hint: string,
  /** Ids and figures. */
  details: JsonValue, };

/** A class of failures, by what can be done about them. */
export type FailureClass = "transient" | "rate_limit" | "invalid_output" | "refused" | "permanent" | "timeout" | "lost";

/** The fate of the generated text. */
export type Fate = "open" | "accepted" | "dismissed" | "held";

/** A fault in a template. */
export type Fault = { "fault": "too_long", characters: number,
  /** The maximum: [`MAX_SOURCE_LEN`]. */
  most: number, } | { "fault": "no_heading" } | { "fault": "heading_not_closed" } | { "fault": "not_a_key" } | { "fault": "unknown_key", key: string, } | { "fault": "key_twice", key: string, } | { "fault": "missing_key", key: string, } | { "fault": "unknown_value", key: string, value: string, } | { "fault": "declared_twice", name: string, } | { "fault": "unknown_variable", name: string, } | { "fault": "unknown_artifact", name: string,
  /** The name that it is most like. */
  nearest: string | null, } | { "fault": "not_declared", name: string, } | { "fault": "unknown_marker", marker: string, } | { "fault": "outside_messages" } | { "fault": "no_message" } | { "fault": "empty_message", role: MessageRole, } | { "fault": "not_closed",
  /** The opening. */
  opening: string, } | { "fault": "not_opened", tag: string, } | { "fault": "too_deep" } | { "fault": "forbidden_tag", tag: string, } | { "fault": "unknown_filter", name: string, } | { "fault": "unexpected", character: string, } | { "fault": "malformed" } | { "fault": "wrong_filter", filter: string, name: string, } | { "fault": "bad_label", label: string, } | { "fault": "not_fenced", name: string, } | { "fault": "group", name: string, } | { "fault": "no_notice" } | { "fault": "syntax",
  /** The engine's message. */
  message: string, };

/** A query for the connection of two entities. */
export type FindConnection = {
  /** By id, name or alias. */
  from: EntityRef,
  /** By id, name or alias. */
  to: EntityRef,
  /** The scene in which the statements must hold; any scene when absent. */
  at?: SceneId | null,
  /** Whether to follow only narrated statements. */
  narrated_only?: boolean | null, };

/** A request for repeated passages. */
export type FindDuplicates = {
  /** Maximum number of pairs; 50 when absent, at most 500. */
  limit?: number | null, };

/** A request for hints. */
export type FindHints = {
  /** The maximum number of hints in the answer; 200 when absent. */
  limit?: number | null, };

/** A search for mentions; needs an entry or an entity. */
export type FindMentions = { entry?: LoreEntryId | null, entity?: EntityId | null,
  /** The maximum number of hits in the answer; 2,000 when absent. */
  limit?: number | null, };

/** A query for the neighbours of an entity. */
export type FindNeighbours = { entity: EntityId,
  /** 1 or 2; 2 when absent. */
  hops?: number | null,
  /** The scene in which the edges must hold; any scene when absent. */
  at?: SceneId | null,
  /** Whether to follow only narrated edges. */
  narrated_only?: boolean | null, };

/** Where to search. */
export type FindScope = { "scene": SceneId } | { "chapter": ChapterId } | "book";

/** A text search. */
export type FindText = {
  /** The maximum number of hits in the answer; 2,000 when absent. */
  limit?: number | null,
  /** The words or the regular expression, at most 1,000 characters. */
  pattern: string,
  /** How the pattern is read. */
  matching?: Matching,
  /** Whether case matters. */
  case?: Case,
  /** Whether only whole words match, in scripts that separate words by spaces; does not affect regular expressions. */
  whole_words?: boolean,
  /** Where to search. */
  scope?: FindScope, };

/** A finding (问题) of a check. Never reused, never changed. */
export type FindingId = number;

/** A list of findings. */
export type FindingList = {
  /** In reading order. */
  findings: Array<FindingView>,
  /** The oldest last check among the requested scenes; none if one of them was never checked. */
  checked_at: Timestamp | null, };

/** A possible error in a text. */
export type FindingRecord = { rule: Rule, severity: Severity,
  /** The passage itself first, then those it conflicts with. Never empty. */
  evidence: Array<Evidence>, against?: Against | null,
  /** The expected value, as in the canon or the text. */
  expected?: string,
  /** The value found in the text. */
  found?: string,
  /** A suggested replacement for the passage. */
  replacement?: string | null,
  /** 0 to 1. */
  confidence: number, found_by?: FoundBy,
  /**
   * Whether the last run of a model did not report it, although its words are unchanged. Models overlook things, so
   * the finding is gone only when the next run does not report it either.
   */
  missed?: boolean, };

/** Identifies a finding. */
export type FindingRequest = { finding: FindingId, };

/** The status of a finding. */
export type FindingStatus = "open" | "waived" | "gone";

/** A finding. */
export type FindingView = { id: FindingId, rule: Rule, kind: ErrorKind, severity: Severity,
  /** The passage itself first, then those it conflicts with. */
  evidence: Array<EvidenceView>,
  /** The canon item it conflicts with. */
  against: AgainstView | null,
  /** The expected value, from the canon or the text. */
  expected: string,
  /** The value in the text. */
  found: string,
  /** Suggested replacement of the passage. */
  replacement: string | null,
  /** Confidence, 0 to 1. */
  confidence: number, found_by: FoundBy,
  /** Whether it needs the author's attention. */
  state: FindingStatus, waiver: WaiverView | null, };

/** The format of exported files. */
export type FormatName = "txt" | "md" | "docx" | "epub" | "html" | "pdf" | "site";

/** The finder of an error. */
export type FoundBy = { "by": "rule" } | { "by": "model",
  /** The name of the model. */
  model: string, };

/** The result of the word-count gate. */
export type GateRecord = {
  /** The target length in 字. */
  target: number,
  /** The length of the text in 字. */
  counted: number,
  /** The gate's name for the outcome. */
  outcome: string,
  /** The number of answers requested, including the first. */
  rounds: number,
  /** The quotation marks that the gate appended. */
  closing: string, };

/** A request for generated text. */
export type Generate = { scene: SceneId, act: Act,
  /** The range of the working text to work on, or where to insert; the end of the text when absent. */
  range?: CharRange | null, instruction?: string,
  /**
   * Target length in 字, 10–20,000. When absent: what remains of the scene's planned length, or a default for
   * the act.
   */
  target?: number | null, candidates?: number | null,
  /** Sources that must not be sent. */
  excluded?: Array<ContextSource>,
  /** Whether secrets of lore entries may be sent. */
  allow_secrets?: boolean,
  /** A template to try in place of the one in use. */
  template?: string | null,
  /** Whether a cached answer to an identical question may be returned. For cards and titles only. */
  reuse?: boolean,
  /**
   * The maximum number of tokens, prompt and answer together, that the author agreed to. A request is
   * refused if its candidates need more than this and more than their model may use without asking. No limit
   * when absent.
   */
  agreed?: number | null,
  /** The profile to use this time, in place of the one that is set. */
  profile?: string | null,
  /** The steps of the profile that are left out this time. */
  skip?: Array<string>,
  /** What tells two presses apart that the author means as two; equal requests without it are one turn. */
  press?: string | null, };

/** The generated candidates. */
export type Generated = {
  /** In the order they were started. */
  generations: Array<GenerationView>, };

/** A generation with its receipt. */
export type GenerationCard = { generation: GenerationView,
  /** What was sent to the model, and what was left out and why; none if no model was asked. */
  receipt: Receipt | null, };

/** An event of a generation. Everything but text is stored in the project file before it is reported. */
export type GenerationEvent = { "type": "began", generation: GenerationId,
  /** The range that the text would replace, in the base version. */
  range: CharRange,
  /** Target length in 字; 0 for none. */
  target: number,
  /** Hard limit in 字; nothing beyond it is shown. */
  limit: number, } | { "type": "trying", generation: GenerationId, provider: string, model: string,
  /** Counted from 1. */
  attempt: number, } | { "type": "waiting", generation: GenerationId,
  /** How long, in ms. */
  millis: number, } | { "type": "fell_back", generation: GenerationId,
  /** Provider that failed. */
  from: string,
  /** Provider that is tried next. */
  to: string, reason: string, } | { "type": "thinking", generation: GenerationId, } | { "type": "shown", generation: GenerationId, text: string,
  /** Total length shown so far, in 字. */
  counted: number, } | { "type": "soft_limit", generation: GenerationId,
  /** Total length shown so far, in 字. */
  counted: number, } | { "type": "cut", generation: GenerationId,
  /** Where the text was cut. */
  reason: CutReason,
  /** Length moved to the shelf, in 字. */
  overflow: number, } | { "type": "step_began", run: RunId,
  /** The id of the step in its profile. */
  step: string, title: Said, phase: Phase, } | { "type": "step_ended", run: RunId, step: string, how: StepEnd,
  /** How long it took, in ms. */
  millis: number, } | { "type": "ended", generation: GenerationId, status: GenerationStatus, } | { "type": "round", generation: GenerationId,
  /** Number of the next answer, from 2. */
  round: number,
  /** Length so far, in 字. */
  written: number,
  /** Length still wanted, in 字. */
  remaining: number, };

/** A generation (生成): one text by a model. Never reused, never changed. */
export type GenerationId = number;

/** A list of generations. */
export type GenerationList = {
  /** Newest first. */
  generations: Array<GenerationView>, };

/** The report of a generation. Everything in it is read from the project; nothing is computed from the present settings. */
export type GenerationReport = {
  /** 1 Why. */
  why: ReportWhy,
  /** 2 From what. */
  input: ReportInput,
  /** 3 The steps of the profile in order; none for a generation without steps. */
  steps: Array<ReportStep>,
  /** 4 What was sent, every part with its fate; none if no model was asked. */
  receipt: Receipt | null,
  /** 5 The values that the prompt read. */
  artifacts: Array<ArtifactReadByPrompt>,
  /** 6 and 7 The call, and what came. */
  generation: GenerationView,
  /** What is left of it in the working text. */
  left: ReportLeft,
  /** 8 What was not kept. */
  not_kept: ReportNotKept,
  /** 9 SHA-256, in hex. */
  hashes: ReportHashes, };

/** Identifies a generation. */
export type GenerationRequest = { generation: GenerationId, };

/** The progress of a generation. */
export type GenerationStatus = "running" | "complete" | "stopped" | "incomplete" | "failed";

/** A generation with its text. */
export type GenerationView = { id: GenerationId,
  /** The received text; JSON for cards and titles. */
  text: string,
  /** The text beyond the limit (余稿). */
  overflow: string,
  /** When it started. */
  created_at: Timestamp,
  /** Whether the program ended while text was arriving; `text` holds what was received. */
  interrupted: boolean,
  /** The scene it was written for. */
  scene: SceneId, act: Act,
  /** The version whose text `range` refers to. */
  base: VersionNo,
  /** The text to replace; empty for an insertion. */
  range: CharRange,
  /** The author's instruction. */
  instruction?: string,
  /** The first of the candidates (A, B, C …) to which it belongs. */
  candidate_of?: GenerationId | null, prompt: PromptRef,
  /** SHA-256 of the prompt as sent, in hex. */
  prompt_hash: string,
  /** The provider that answered, or the last one called. */
  provider: string, model: string, status: GenerationStatus,
  /** Set if the generation failed or broke off. */
  trouble?: Trouble | null, gate?: GateRecord | null,
  /** Whether the server silently truncated the prompt: it reported fewer tokens than were sent. */
  prompt_cut?: boolean, tokens: Tokens,
  /** Set if the model thought before it answered. */
  reasoning?: Reasoning | null,
  /** `None` if the price is unknown. */
  cost?: Cost | null, fate: Fate, overflow_fate: OverflowFate,
  /** The turn that it is part of. */
  turn?: TurnRef | null,
  /** Set if a step made it of another generation. */
  derived?: Derived | null,
  /** The step of a profile that asked for it; `None` for a text of the author's. */
  asked_by?: AskedBy | null,
  /** Every request that went out for it, in order. */
  requests?: Array<SentRequest>, };

/** Which value to read. */
export type GetArtifact = {
  /** This version; the newest when absent. */
  version?: number | null, name: string, subject: Subject, };

/** Which profile to read. */
export type GetProfile = { profile: string,
  /** Whether to answer a copy under an id and a title of its own, to be changed and saved. */
  copy?: boolean, };

/** A relation or fact in a drawing. */
export type GraphEdge = { edge: Edge, from: EntityId, to: EntityId, label: string, modality: Modality,
  /** The first scene in which it holds; from before the book if none. */
  valid_from: SceneId | null,
  /** The first scene in which it no longer holds; to the end if none. */
  valid_to: SceneId | null, };

/** A fact with a text object. */
export type GraphFact = { fact: FactId, subject: EntityId, predicate: string, text: string, modality: Modality,
  /** The first scene in which it holds; from before the book if none. */
  valid_from: SceneId | null,
  /** The first scene in which it no longer holds; to the end if none. */
  valid_to: SceneId | null, };

/** An item of the graph. */
export type GraphItem = { "entity": EntityId } | { "relation": RelationId } | { "fact": FactId };

/** Items of the graph. */
export type GraphItems = { items: Array<GraphItem>, };

/** An entity in a drawing. */
export type GraphNode = { id: EntityId, name: string, kind: EntityKind,
  /** Hops from the entity of the request; 0 in the whole graph. */
  distance: number, };

/** The whole graph, with only the data that a drawing needs. */
export type GraphView = {
  /** Every entity, by id. */
  nodes: Array<GraphNode>,
  /** Every relation, and every fact whose object is an entity. */
  edges: Array<GraphEdge>,
  /** Every fact whose object is text. */
  facts: Array<GraphFact>, };

/** A possible name. */
export type Hint = {
  /** The name as written in the text. */
  name: string,
  /** New, or a misspelling of a known name. */
  kind: HintKind,
  /** Whether it names a person or a place; none if its occurrences do not tell. */
  bearer: HintBearer | null,
  /** For a misspelling, the name that may be meant. */
  of: string | null,
  /** The number of occurrences in the book. */
  total: number,
  /** Its certainty, 0 to 1; for comparing hints, not a probability. */
  score: number,
  /** The first occurrences. */
  places: Array<TextHit>, };

/** What a name refers to. */
export type HintBearer = "person" | "place";

/** Why a word may be a name. */
export type HintKind = "new" | "misspelling";

/** Possible names. */
export type Hints = {
  /** The most certain first. */
  hints: Array<Hint>,
  /** The number of all hints, regardless of the limit. */
  total: number, };

/** The history of a scene. */
export type History = { scene: SceneId,
  /** Its main line. */
  main_branch: BranchNo,
  /** The newest version of its main line. */
  head: VersionNo,
  /** Every version, oldest first. */
  versions: Array<VersionEntry>, };

/** The result of a compaction or of its preview. */
export type HistoryCompacted = {
  /** Whether it was applied. */
  applied: boolean, versions_before: number, versions_removed: number,
  /** Bytes of stored texts and receipts before. */
  bytes_before: number,
  /** Bytes of stored texts and receipts after. */
  bytes_after: number, };

/** The position of a hit. */
export type HitPlace = { scene: SceneId, range: CharRange, };

/** The process that has a file open for writing. */
export type Holder = {
  /** The name of the machine. */
  host: string,
  /** The process id on that machine. */
  pid: number,
  /** When it opened the file, in milliseconds since 1970-01-01 UTC. */
  since: number, };

/** The location of a host as far as its name shows. Names are not resolved. */
export type HostKind = "loopback" | "private" | "public";

/** What a web page has besides the text. */
export type HtmlChoice = {
  /** Whether paragraphs show their numbers. */
  numbers?: boolean, };

/**
 * One change: the text of `old` in the old text became the text of `new` in the new text. One of the two may be
 * empty; they are never equal.
 */
export type Hunk = {
  /** In the old text. */
  old: CharRange,
  /** In the new text. */
  new: CharRange, };

/** A change with its text. */
export type HunkText = { removed: string, added: string,
  /** In the old text. */
  old: CharRange,
  /** In the new text. */
  new: CharRange, };

/** Words that are not names. */
export type IgnoredNames = {
  /** In sorted order. */
  names: Array<string>, };

/** A lore import. */
export type ImportLore = {
  /** A lorebook or card (JSON, PNG), or our Markdown. */
  source: string, };

/** A file with a profile. */
export type ImportProfile = { path: string, to?: ProfilePlace,
  /** Whether it may replace another profile with its id. */
  replace?: boolean, };

/** A template file to import. */
export type ImportPrompt = { group: string, key: string, language: PromptLanguage, source: string, };

/** The remarks of a reader. */
export type ImportRemarks = {
  /** Lines such as `#12 too fast here`. */
  text: string,
  /**
   * The web page or EPUB with numbers that the reader had. Without it, the numbers are those of the text as it is
   * now.
   */
  copy?: string | null,
  /** The reader. */
  by?: CommentBy,
  /** Whether nothing is written. */
  dry_run?: boolean, };

/** A document that a reader returned. */
export type ImportReturned = {
  /** A Word, OpenDocument or RTF file. */
  file: string,
  /** Whether comments without a place are added too, as comments whose passage was deleted. */
  keep_unplaced?: boolean,
  /** Whether comments of the document that were removed from the novel are restored. */
  restore?: boolean,
  /** Whether nothing is written. */
  dry_run?: boolean, };

/** A text import. */
export type ImportText = {
  /** A text, a Markdown file or a document, a folder of them, or a project of a writing tool. */
  source: string,
  /** Name of the encoding; detected when absent. */
  encoding?: string | null,
  /** How to find chapters. */
  split?: SplitBy,
  /** What to do with bytes that do not decode. */
  undecodable?: OnUndecodable,
  /** Whether the text before the first heading is left out. */
  without_front?: boolean, };

/** The content an import found, and what it wrote. */
export type Imported = {
  /** Whether nothing was written. */
  dry_run: boolean,
  /** Volumes found. */
  volumes: number,
  /** Chapters found. */
  chapters: number,
  /** Scenes found. */
  scenes: number,
  /** Whether the book was new: empty, or with one chapter without text, which the imported text replaces. */
  into_new: boolean,
  /** A checkpoint of the state before; restoring it undoes the import. */
  before: CheckpointId | null,
  /** The language of the texts, if it is a supported one. */
  language: NovelLanguage | null,
  /** The narrative person, if it is clear. */
  person: Person | null,
  /** The import plan: title, author, encoding, volumes with their chapters, warnings, changes by rule. */
  found: JsonValue, };

/** Progress of the index. */
export type IndexProgress = {
  /** Changed texts that are not indexed yet. */
  left: number,
  /** Passages with a vector. */
  embedded: number,
  /** Passages without a vector. */
  pending: number,
  /** Why it is paused; none while it works and when it is done. */
  waiting: Waiting | null, };

/** The state of the index. */
export type IndexView = {
  /** Number of texts. */
  sources: number,
  /** Number of paragraphs. */
  paragraphs: number,
  /** Number of changed texts that are not indexed yet. */
  left: number,
  /** Number of passages with a vector of the chosen model. */
  embedded: number,
  /** Number of passages without one. */
  pending: number,
  /** Size of the index file, in bytes. */
  bytes: number,
  /** The embedding model in use. */
  meaning: SearchMeaning, };

/** What the author asked for in two generations. */
export type InstructionChange = { before: string, after: string, };

/** An interrupted run. */
export type Interrupted = { summary: RunSummary,
  /** The steps that remain. */
  next: Array<string>,
  /** The cost of continuing with the current definition of the workflow, if it has changed. */
  upgrade: RunEstimate | null,
  /** The estimated amount, if it is known. */
  cost: Cost | null,
  /** Whether the steps may cost anything. */
  may_cost: boolean,
  /** The expected model requests, if they are known. */
  asks: Asks | null,
  /** The amount if every repeated step runs once. `None` without steps that may run more often. */
  least?: RunAmount, };

/** The interrupted runs. */
export type InterruptedRuns = {
  /** In the order they were started. */
  runs: Array<Interrupted>, };

/** A file that is no profile. */
export type InvalidSite = { file: string,
  /** What is wrong, in English. */
  error: string, };

/** What the author decides about an issue. */
export type IssueDecision = "refuse" | "reopen" | "change_setting";

/** An issue (待修): a finding that a session works on. Never reused, never changed. */
export type IssueId = number;

/** Identifies an issue. */
export type IssueRequest = { issue: IssueId, };

/** The state of an issue. */
export type IssueState = "new" | "in_progress" | "resolved" | "recurrence" | "partial" | "deferred";

/** The kind of an item. */
export type ItemKind = "project" | "outline" | "volume" | "chapter" | "scene" | "text" | "bible_field" | "lorebook" | "lore_entry" | "entity" | "relation" | "fact" | "plot_thread" | "thread_anchor" | "timeline_event" | "prompt" | "pipeline_profile" | "comment";

/** The numbers of items of a step by state. */
export type ItemsView = { done: number, failed: number, running: number, total: number, };

/** A running job. Ids are never reused while the program runs. */
export type JobId = number;

/** A job. */
export type JobRequest = { job: JobId, };

/** The answer to a stop request. */
export type JobStopping = {
  /** Whether it was still running. */
  running: boolean, };

/** The result of undoing a split or a merge. */
export type JoinUndone = {
  /** The new version of the scene; none if something changed since and nothing was undone. */
  version: VersionNo | null, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** The path for the salvaged content. */
export type KeepReadable = {
  /** Token of the path that the author chose. */
  path: string, };

/** A request to save the salvaged content as a new project file. */
export type KeepSalvaged = {
  /** The path of the new file. */
  path: string, };

/** The state of the window to store. */
export type KeepView = { view: View, };

/** The reason for keeping an item. */
export type KeptBecause = "changed" | "used";

/** A new project file with the salvaged content. */
export type KeptSalvaged = { path: string,
  /** What could not be salvaged. */
  salvage: Report, };

/** A key event of a chapter and the passage that narrates it. */
export type KeyEvent = { text: string, scene: SceneId,
  /** The version of the text that was read. */
  version: VersionNo,
  /** In char offsets of that text. */
  range: CharRange,
  /** The text of `range`, character by character. */
  quote: string, };

/** What may be shown about a key. */
export type KeyHint = {
  /** Whether a key is stored. */
  set: boolean,
  /** The last four characters; `None` for keys shorter than twelve. */
  last_four: string | null,
  /**
   * The origin of the stored key if it differs from the provider's. In that case `set` is false and the key is not
   * sent.
   */
  elsewhere: string | null, };

/** Where keys are stored. */
export type KeyPlace = "keychain" | "memory" | "file";

/** The state of the key storage, for the window. */
export type KeysView = { place: KeyPlace,
  /** Whether keys can be used now; a file needs its passphrase first. */
  ready: boolean, file_exists: boolean,
  /** Why keys cannot be used. */
  trouble: Failure | null, };

/** The kind of a variable, which determines its use. */
export type Kind = "text" | "order" | "number" | "amount" | "language" | "group";

/** A name and its owners. */
export type KnownName = { name: string,
  /** Indexes of its owners. */
  owners: Array<number>, };

/** All names, for marking them in a text. */
export type KnownNames = {
  /** All items with names. */
  named: Array<Named>,
  /** Each name once, with its owners as indexes into `named`. */
  names: Array<KnownName>, };

/** The language of the labels. */
export type LabelLanguage = "chinese" | "english";

/** A name for a version. */
export type LabelVersion = { scene: SceneId, version: VersionNo,
  /** The name; none removes it. */
  label?: string | null, };

/** The language of the window. */
export type Language = "zh" | "en";

/** The share of a layer in a budget, in percent. */
export type LayerShare = {
  /** Guaranteed, as long as the layer has text for it. */
  least: number,
  /** Never exceeded, except by required candidates. */
  most: number, };

/** The shares of all layers. */
export type LayerShares = { system: LayerShare, long_term: LayerShare, structured: LayerShare, vector: LayerShare,
  /** Absent in receipts that were stored before there were notes. */
  notes: LayerShare,
  /** For the recent layer, `most` is ignored: it may take everything that is left. */
  recent: LayerShare, };

/** One layer of a pack. */
export type LayerText = { layer: ContextLayer,
  /** The maximum number of tokens it could have used. */
  budget: number,
  /** The tokens used, including the blank lines between its parts. */
  used: number,
  /** Its parts, separated by a blank line unless they are adjacent in one text. */
  text: string, };

/** How the book is split into files. */
export type LayoutName = "whole" | "per_chapter";

/** What an export left out because it is not for print. */
export type LeftOut = { scenes: number,
  /** Paragraphs of other scenes. */
  paragraphs: number, };

/** Why a scene was not changed. */
export type LeftReason = "draft" | "moved_on";

/** How long a chapter and a paragraph should be, by the standard count; 0 for no limit. */
export type Length = { least: number, most: number, most_in_paragraph: number, };

/** The line of a scene that is now open. */
export type LineOpened = { scene: SceneId, branch: BranchNo,
  /** Its newest version. */
  version: VersionNo,
  /** The line that was open before; opening it again undoes this. */
  before: BranchNo, };

/** Which artifacts to list. */
export type ListArtifacts = {
  /** Those that have a value as of this scene, the nearest subject of each name. */
  scene?: SceneId | null,
  /** Those about this subject; ignored with a scene. */
  subject?: Subject | null, };

/** A page of the audit log of a mending. */
export type ListAudit = { session: MendSessionId,
  /** Only entries after this one. */
  after?: number | null, };

/** Which comments to list. Absent fields restrict nothing. */
export type ListComments = { scene?: SceneId | null, chapter?: ChapterId | null, state?: CommentState | null, who?: CommentWho | null,
  /** The name of the writer. */
  name?: string | null, colour?: CommentColour | null,
  /** Words in the comment, its replies or its passage; upper and lower case are the same. */
  text?: string | null,
  /** Whether to list only passages that are not printed, or only others. */
  not_for_print?: boolean | null,
  /** Whether to list the removed comments instead. */
  removed?: boolean, };

/** A page of a run's events. */
export type ListEvents = { run: RunId,
  /** Only events after this number. */
  after: number,
  /** Page size, at most and by default 1000. */
  limit?: number | null, };

/** A filter for findings. */
export type ListFindings = {
  /** Only in this scene. */
  scene?: SceneId | null,
  /** Only in this chapter. */
  chapter?: ChapterId | null,
  /** Whether to include waived findings; false when absent. */
  waived?: boolean | null, };

/** A filter for generations. */
export type ListGenerations = {
  /** Only those of this scene; the whole novel when absent. */
  scene?: SceneId | null,
  /** Only those that the author has not decided on. */
  open_only?: boolean, };

/** A page of mendings. */
export type ListMendings = {
  /** Only those that have not ended. */
  open?: boolean | null,
  /** Only those before this one. */
  before?: MendSessionId | null,
  /** Page size; 20 when absent, at most 500. */
  limit?: number | null, };

/** For which place the profiles are listed. */
export type ListProfiles = {
  /** Also tell which profile a generation in this scene would get. */
  scene?: SceneId | null,
  /** The act of that generation; a draft when absent. */
  act?: Act | null, };

/** A filter for proposals. */
export type ListProposals = {
  /** Only proposals of this batch. */
  batch?: BatchId | null,
  /** Only proposals with this status. */
  status?: ProposalStatus | null, };

/** A page of runs. */
export type ListRuns = {
  /** Page size; 20 when absent. */
  limit?: number | null,
  /** Only runs before this one. */
  before?: RunId | null,
  /** Only runs that have not ended. */
  active?: boolean | null,
  /**
   * Also runs that write texts or follow their acceptance. Without it, they are listed only while they wait for the
   * author.
   */
  texts?: boolean | null, };

/** A loaded model. */
export type LoadedModel = { name: string,
  /** Number of floats per vector. */
  dimension: number,
  /** The engine that computes its vectors. */
  engine: EngineName,
  /** The key under which vectors are stored; vectors with different keys are never compared. */
  key: string,
  /** The reason for the fallback, if it is used. */
  trouble: Failure | null, };

/** A text in the languages of the window. */
export type LocalName = { zh: string, en: string, };

/** A range of a version of a scene. */
export type LocateRange = { scene: SceneId, version: VersionNo,
  /** The range in its text, in char offsets. */
  range: CharRange, };

/** The lorebook of the novel. */
export type Lore = {
  /** Sorted by title. */
  entries: Array<LoreSummary>,
  /** Files that entries were imported from. */
  books: Array<LorebookEntry>, };

/** Lore entries. */
export type LoreEntries = { entries: Array<LoreEntryId>, };

/** A complete lore entry. */
export type LoreEntry = { id: LoreEntryId, title: string, kind: LoreKind,
  /** Its other names. */
  aliases: Array<string>, content: string,
  /** What must not be revealed yet. */
  secrets: string,
  /** Words that trigger it without naming it. */
  keywords: Array<string>,
  /** Words that must be present as well. */
  and_keywords: Array<string>,
  /** 1 to 10. */
  priority: number,
  /** Whether it is always included. */
  constant: boolean,
  /** Whether only the author may change it. */
  locked: boolean, disabled: boolean,
  /** The lorebook it was imported from. */
  book: LorebookId | null, entity: EntityId | null,
  /** When it was removed; none if it is not. */
  removed_at: Timestamp | null, };

/** A lore entry (条目). Never reused, never changed. */
export type LoreEntryId = number;

/** A lore entry. */
export type LoreEntryRequest = { entry: LoreEntryId, };

/** The result of an export. */
export type LoreExported = {
  /** The file written. */
  file: string,
  /** Number of entries in it. */
  entries: number, };

/** The format of an exported file. */
export type LoreFormat = "world_info" | "card_v2" | "card_v3" | "novel_ai" | "markdown";

/** The result of a lore import or of its preview. */
export type LoreImported = {
  /** The name given in the file. */
  name: string,
  /** Its format; none for Markdown. */
  format: LorebookFormat | null,
  /** Entries in the file. */
  entries: number,
  /** Fields of the bible in the file. */
  fields: number,
  /** Entries added. */
  added: number,
  /** Existing entries updated from the file. */
  updated: number,
  /** Locked entries and fields, which stay unchanged. */
  locked: number, warnings: Array<LorebookWarning>,
  /** A checkpoint of the state before; restoring it undoes the import. */
  before: CheckpointId | null, };

/** The subject of a lore entry. */
export type LoreKind = "character" | "location" | "item" | "concept" | "rule" | "organization" | "event";

/** A lore entry in a list. */
export type LoreSummary = { id: LoreEntryId, title: string, kind: LoreKind,
  /** Its other names. */
  aliases: Array<string>,
  /** 1 to 10. */
  priority: number,
  /** Whether it is always included. */
  constant: boolean,
  /** Whether only the author may change it. */
  locked: boolean,
  /** Whether it is disabled. */
  disabled: boolean,
  /** The beginning of its content. */
  beginning: string,
  /** The lorebook it was imported from. */
  book: LorebookId | null, };

/** A file that entries were imported from. */
export type LorebookEntry = { id: LorebookId, name: string, format: LorebookFormat, };

/** A file format of lorebooks. */
export type LorebookFormat = "world_info" | "card_v2" | "card_v3" | "novel_ai";

/** A lorebook that entries were imported from. Never reused, never changed. */
export type LorebookId = number;

/**
 * Data of a lorebook that our records cannot express. Unless noted, it is preserved in the original entries
 * and written back.
 */
export type LorebookWarning = { "kind": "no_lorebook" } | { "kind": "untitled", count: number,
  /** The key of the first one. */
  first: string, } | { "kind": "other_logic",
  /** The number of entries. */
  count: number,
  /** The title of the first one. */
  first: string, } | { "kind": "patterns",
  /** The number of entries. */
  count: number,
  /** The title of the first one. */
  first: string, } | { "kind": "repeated_field",
  /** The number of fields. */
  count: number,
  /** The path of the first one, such as `entries.12.key`. */
  first: string, } | { "kind": "repeated_title",
  /** The number of entries. */
  count: number,
  /** The first such title. */
  first: string, };

/** What a scene lost. */
export type Loss = "text" | "newest" | "place";

/** Who made a version. */
export type MadeBy = "step" | "author";

/** The main line of a scene. */
export type MainLine = { scene: SceneId, branch: BranchNo,
  /** Its newest version. */
  version: VersionNo,
  /** The previous main line; adopting it again undoes this. */
  before: BranchNo, };

/** What becomes of marks in plain text. */
export type MarksChoice = "keep" | "drop" | "commonmark";

/** How a pattern is interpreted. */
export type Matching = "plain" | "regex";

/** The state of embeddings on this machine. */
export type MeaningState = { model: ChosenModel,
  /** The loaded model; none until vectors are first needed. */
  loaded: LoadedModel | null, scheme: ModelScheme,
  /** The engine that the author chose. */
  engine: EngineChoice,
  /** Threads for embedding. */
  threads: number,
  /** The author's choice; none for all cores but one. */
  chosen_threads: number | null, cores: number,
  /** Whether background work pauses on battery. */
  pause_on_battery: boolean,
  /** The author's own mirrors, used first, in order. */
  mirrors: Array<string>,
  /** The public mirrors, used after them. */
  public_mirrors: Array<string>,
  /** Models that can be downloaded; the first one is recommended. */
  catalogue: Array<OfferedModel>, };

/** The measured quality of a rule. */
export type Measured = {
  /** The number of planted errors. */
  planted: number,
  /** The share of findings that are planted errors, in prose with planted errors; 0 to 1. */
  precision: number,
  /** The share of planted errors that were found; 0 to 1. */
  recall: number,
  /** False alarms per 10,000 characters of clean prose. */
  alarms_per_10k: number,
  /** The number of characters of clean prose checked. */
  characters: number, };

/** The stored memory of a scene. */
export type MemoryOfScene = {
  /** None if it was never retrieved. */
  memory: SceneMemory | null,
  /** Whether the plan of the scene has changed since. */
  is_stale: boolean, };

/** A part of a memory. */
export type MemoryPart = "queries" | "vectors" | "search" | "facts" | "timeline" | "storage";

/** The queries of a memory. */
export type MemoryQueries = {
  /** Names of the entities in play. */
  entities: Array<string>,
  /** Queries for the text. */
  queries: Array<string>, };

/** Changes that entered the manuscript. */
export type MendAccepted = {
  /** The scenes that changed. */
  scenes: Array<SceneMended>,
  /** Changes that were left out because the author changed their passages since. */
  conflicts: number,
  /** Whether the mending has ended. */
  ended: boolean, };

/** A mending that was begun or taken up. */
export type MendBegun = {
  /** `None` if there was nothing to mend. */
  session: MendSessionId | null,
  /** Its UUID, for exports. */
  uid: string | null,
  /** The run that works on it; `None` if it waits for the author. */
  run: RunId | null,
  /** Whether it had been begun before. */
  already: boolean,
  /** The issues. */
  issues: Array<IssueId>, estimate: MendEstimate, };

/** Who may mend in a session. */
export type MendBy = "rules" | "model";

/** What a mending would take. */
export type MendEstimate = {
  /** The issues that would be worked on. */
  issues: number,
  /** Those of them that rules replace by their own words. */
  replacements: number,
  /** Those for which a change of the setting is proposed. */
  proposals: number,
  /** Those that are left to the author, because no tool can mend them or the author is asked first. */
  deferred: number,
  /** The scenes with issues. */
  scenes: number,
  /** Scenes that another mending holds; they are left out. */
  claimed: Array<ClaimedScene>,
  /** The model that would be called first; `None` if none is. */
  model: AskedModel | null,
  /** Calls of a model in the first round. */
  requests: number,
  /** Prompt tokens of the first round. */
  prompt: number,
  /** Answer tokens of the first round. */
  answer: number,
  /** The cost of the first round, if the price is known. */
  cost: Cost | null,
  /** The most rounds; each takes at most as much as the first one. */
  max_rounds: number, };

/** An attempt to mend an issue. */
export type MendFixView = { attempt: number, round: number, tool: Tool, generation: GenerationId | null, applied: Applied, verification: Verification,
  /** The words that the tool offered. */
  words: string | null, refusal: Refusal | null, verdict: VerdictRecord | null,
  /** How much the issue is still there, 0 to 1. */
  score: number | null, qc: QcCode | null, };

/** The number of issues by state. */
export type MendIssueCounts = {
  /** New, in progress or found again. */
  open: number, resolved: number, partial: number, deferred: number, };

/** An issue of a mending. */
export type MendIssueView = { id: IssueId, session: MendSessionId, scene: SceneId,
  /** `None` if a change of the mending brought it in. */
  finding: FindingId | null, state: IssueState, revision: number, rule: Rule, severity: Severity,
  /** The passage as it was when the issue was found. */
  quote: string,
  /** In char offsets of the newest text of the mending; empty if the passage was deleted. */
  range: CharRange, against: Against | null, expected: string, found: string, replacement: string | null,
  /** The round whose text it was found in; 0 for the text as it was. */
  round: number, is_elsewhere: boolean,
  /** Whether the author's own change resolved it. */
  by_author: boolean, reason: DeferReason | null, qc: QcCode | null,
  /** The change of the setting that was proposed for it. */
  proposal: SettingProposal | null,
  /** Earlier mendings of the same finding. */
  related: number, fixes: Array<MendFixView>, };

/** An edit of a piece with its surroundings. */
export type MendPieceEdit = {
  /** In char offsets of the working text; for a conflict, of the text that was mended. */
  range: CharRange,
  /** The words there. */
  old: string,
  /** The words that replace them. */
  new: string,
  /** The end of the text before, within its paragraph. */
  before: string,
  /** The start of the text after, within its paragraph. */
  after: string, };

/** A change that is accepted or refused as one. */
export type MendPieceView = {
  /** Its number in [`AcceptMending`](super::AcceptMending). */
  number: number,
  /** Its edits, in order. */
  edits: Array<MendPieceEdit>,
  /** The issues that it answers. */
  issues: Array<IssueId>,
  /** The generation with its words, if a model wrote them. */
  generation: GenerationId | null,
  /** Whether the author changed the passage since. Such a change cannot be accepted. */
  is_conflict: boolean, };

/** The policy of a session. The defaults are a guess that the author can change, not a measurement. */
export type MendPolicy = {
  /** The most rounds for a scene, 1 to [`Policy::MAX_ROUNDS`]. */
  count: number,
  /** Whether a scene ends early when no issue of at least `least_severity` is open. */
  until_pass: boolean,
  /**
   * The most seconds that the session may work, 1 to [`Policy::MAX_SECONDS`]. Time spent waiting for the author does
   * not count.
   */
  time_budget_sec: number,
  /** The least share of its weight that a text must lose in a round, 0 to 1. */
  min_improvement: number,
  /**
   * The most that the session may cost, beside the author's own ceiling. A call whose price is unknown ends it, since
   * the bill cannot be bounded.
   */
  money?: Cost | null,
  /** The most new issues that a round may bring into the text that it changed. */
  most_new: number,
  /** The largest share of a scene's characters that may be changed, above 0 to 1. */
  most_changed: number,
  /** Issues below this severity are left alone. */
  least_severity: Severity, };

/** What changes in a policy. Values that are absent stay. */
export type MendPolicyChange = { count?: number | null, until_pass?: boolean | null, time_budget_sec?: number | null, min_improvement?: number | null,
  /** Null: no limit. */
  money?: Cost | null, most_new?: number | null, most_changed?: number | null, least_severity?: Severity | null, };

/** The changes that a mending proposes for a scene. */
export type MendProposal = { scene: SceneId,
  /** Identifies the text and the changes, for [`AcceptMending`](super::AcceptMending). */
  seen: string,
  /** In the order of the text. */
  pieces: Array<MendPieceView>, };

/** What the author's own changes did to the issues of a session. */
export type MendRechecked = {
  /** The issues that they resolved. */
  resolved: Array<IssueId>,
  /** The issues that earlier changes had resolved and that are there again. */
  again: Array<IssueId>,
  /** The issues of a model whose passages changed: only a model can say whether they are gone. */
  changed: Array<IssueId>, };

/** A round of a scene. */
export type MendRoundView = { round: number,
  /** How much is wrong with the text, in thousandths. */
  weight: number, open: number, resolved: number,
  /** Issues that it brought in. */
  new: number, changed_chars: number, };

/** What a session was opened for. */
export type MendScope = "finding" | "scene" | "chapter" | "book";

/** A session of mending (修订). Never reused, never changed. */
export type MendSessionId = number;

/** What a session has spent. */
export type MendSpent = {
  /** Milliseconds of work, without waiting for the author. */
  worked_ms: number,
  /** Calls of a model; a cached answer is none. */
  calls: number,
  /** Calls whose price is unknown. They are not in `cost`. Absent if there are none. */
  unpriced_calls?: number, tokens: Tokens,
  /** Absent if no price is known. */
  cost?: Cost, };

/** The status of a session. */
export type MendStatus = "active" | "waiting" | "completed" | "failed" | "abandoned";

/** A text that was supplied. */
export type MendSupplied = { session: MendSessionId,
  /** The text of the scene that is missing next, if any. */
  missing: MissingText | null,
  /** The run that works on the mending again; `None` if it waits on. */
  run: RunId | null, };

/** Accepted changes that were taken out of the manuscript. */
export type MendTakenBack = {
  /** The scenes with their old text, as a new version. */
  restored: Array<SceneId>,
  /** The scenes that were left as they are, because they changed since. */
  left: Array<SceneId>, };

/** What to mend. */
export type MendTarget = { "finding": FindingId } | { "scene": SceneId } | { "chapter": ChapterId } | "book";

/** The tools for the issues of one kind and severity. */
export type MendToolRow = { kind: ErrorKind, severity: Severity,
  /** In order of preference: the first that can be used is taken, and the author if none can. */
  tools: Array<Tool>,
  /** Whether the author is asked before the tool is used. */
  asks_first: boolean,
  /** Whether the author changed it. */
  is_changed: boolean, };

/** The tools of mending. */
export type MendTools = {
  /** For each kind and severity, the kinds in display order and the highest severity first. */
  rows: Array<MendToolRow>, };

/** A scene of a mending. */
export type MendedSceneRequest = { session: MendSessionId, scene: SceneId, };

/** A scene of a mending. */
export type MendedSceneView = { scene: SceneId,
  /** The title of its chapter. */
  chapter_title: string,
  /** Its own title. */
  title: string,
  /** The version that is mended. */
  version: VersionNo, fate: SceneFate,
  /** The round with the best text; 0 for the text as it was. */
  best_round: number | null, rounds: Array<MendRoundView>,
  /** Why no further round follows. */
  stop: StopReason | null,
  /** The text that cannot be read and that the author must supply. */
  missing: MissingText | null, };

/** A mending with its scenes and issues. */
export type MendingDetail = { session: MendingView,
  /** The policy in force. */
  policy: MendPolicy,
  /** The policy from the next round on, if the author changed it. */
  next_policy: MendPolicy | null,
  /** How often the author changed the policy: `seen` of [`SetMendPolicy`](super::SetMendPolicy). */
  policy_changes: number, note: string,
  /** In reading order. */
  scenes: Array<MendedSceneView>,
  /** In the order of scenes and places. */
  issues: Array<MendIssueView>, };

/** An exported mending. */
export type MendingExported = {
  /** The name of the folder. */
  folder: string,
  /** The files, relative to the folder. */
  files: Array<string>, };

/** The mendings, newest first. */
export type MendingList = { sessions: Array<MendingView>,
  /** Whether there are older ones. */
  more: boolean, };

/** Identifies a mending. */
export type MendingRequest = { session: MendSessionId, };

/** A mending. */
export type MendingView = { id: MendSessionId, uid: string, scope: MendScope,
  /** The id of the finding, scene or chapter. */
  target: number | null,
  /**
   * The title of the chapter or scene, or the words of the finding; empty for the book, and for what has
   * no title: its place names it.
   */
  title: string, status: MendStatus, run: RunId | null, by: MendBy,
  /** The last round of any scene. */
  round: number, max_rounds: number,
  /** Issues by state. */
  issues: MendIssueCounts,
  /** Scenes whose changes wait for the author. */
  waiting: number,
  /** Scenes with a text that cannot be read and that the author must supply. */
  missing: number, spent: MendSpent,
  /** Why no further round followed, for all its scenes. */
  stops: Array<StopReason>,
  /** Why it failed, or that it waits for a text. */
  qc: QcCode | null, state_version: number, created_at: Timestamp, ended_at: Timestamp | null, };

/** How often an item is mentioned in the book. */
export type MentionCount = { total: number,
  /** The number of scenes that mention it. */
  scenes: number,
  /** The first scene that mentions it. */
  first: SceneId | null,
  /** The last scene that mentions it. */
  last: SceneId | null, entry: LoreEntryId | null, entity: EntityId | null, title: string,
  /** The kind of the entry, or of the entity if there is no entry. */
  kind: string, };

/** Mention counts. */
export type MentionCounts = {
  /** All items with names, even without mentions. */
  counts: Array<MentionCount>, };

/** The mentions of an item. */
export type MentionsFound = {
  /** The number of all mentions, regardless of the limit. */
  total: number,
  /** The number of mentions by each name. */
  names: Array<NameCount>,
  /** The number of scenes with mentions. */
  scenes: number,
  /** The first mentions, in reading order. */
  hits: Array<TextHit>, };

/** A menu of the menu bar. */
export type Menu = {
  /** Its label in the language of the window. */
  label: string, items: Array<MenuItem>, };

/** An item of a menu. */
export type MenuItem = { "type": "command",
  /** The command. */
  id: string,
  /** Its label in the language of the window. */
  label: string,
  /** Its shortcut, as in `CmdOrCtrl+Shift+S`. */
  keys?: string | null,
  /** Whether it is enabled. */
  enabled: boolean,
  /** Its state, for a toggle. */
  checked?: boolean | null, } | { "type": "separator" } | { "type": "submenu",
  /** Its label in the language of the window. */
  label: string, items: Array<MenuItem>, };

/** A branch to merge into the main line. */
export type MergeBranch = { scene: SceneId, branch: BranchNo,
  /**
   * The side that wins every conflict. Without this and `choices`, a merge with conflicts is refused and the
   * conflicts are returned.
   */
  prefer?: Prefer | null,
  /** The resolution of each conflict. */
  choices?: MergeChoices | null, };

/** Two cards that are the same person or thing. */
export type MergeCards = {
  /** The card that remains. */
  into: CardKey,
  /** The card that is merged into it. */
  from: CardKey,
  /** Fields to take from the merged card where the two differ; other fields come from the remaining card. */
  take?: Array<CardField> | null, };

/** Resolutions of merge conflicts. */
export type MergeChoices = {
  /** The newest version of the main line when the conflicts were shown; not checked when absent. */
  main?: VersionNo | null,
  /** The newest version of the branch at that time; not checked when absent. */
  branch?: VersionNo | null,
  /** One choice per conflict, in order. */
  places: Array<PlaceChoice>, };

/** The result of a merge, before it is written. */
export type MergePreview = { title: string, kind: string,
  /** Its other names. */
  aliases: Array<string>,
  /** The text of its entry. */
  content: string,
  /** Secrets of its entry. */
  secrets: string,
  /** The description of its entity. */
  description: string,
  /** Single-valued fields in which the two cards differ. */
  differences: Array<Difference>,
  /** What moves from the merged card to the remaining one. */
  moved: Moved, };

/** Two scenes to merge. */
export type MergeScenes = {
  /** The scene that stays. */
  scene: SceneId,
  /** The scene whose text is appended and which moves to the bin. */
  with: SceneId, };

/** Two cards that were merged. */
export type Merged = {
  /** The operation, for undoing it. */
  act: number, entry: LoreEntryId | null, entity: EntityId | null, title: string, moved: Moved, };

/** A changed message. A message that only one receipt has is compared with an empty text. */
export type MessageChange = {
  /** The index of the message, from 0. */
  index: number,
  /** The role in the first receipt; `None` if it has no such message. */
  before: MessageRole | null,
  /** The role in the second receipt. */
  after: MessageRole | null,
  /** The changes: `old` in the first message, `new` in the second. */
  hunks: Array<Hunk>, };

/** The role of a message. */
export type MessageRole = "system" | "user" | "assistant";

/** The step that found a range. */
export type Method = "exact_match" | "diff3" | "semantic_search" | "ngram_similarity" | "manual_confirmation";

/** A version whose counts differ from those of its text. */
export type Miscounted = { scene: SceneId, version: VersionNo, };

/** A text of a session that cannot be read. */
export type MissingText = { scene: SceneId,
  /** The round whose text it is; 0 for the input. */
  round: number,
  /** SHA-256 of the text, in hex. */
  hash: string, };

/** A misspelt word. */
export type MisspeltWord = {
  /** The word, without marks. */
  word: string,
  /** The number of its occurrences. */
  total: number,
  /** The first occurrence. */
  first: TextHit, };

/** How something is asserted. */
export type Modality = "narrated" | "claimed" | "rumour" | "dream" | "planned";

/** A model of a provider. */
export type Model = {
  /** The model name as the server knows it, 1–200 characters. */
  name: string,
  /** The context window: tokens of prompt and answer together, if known. */
  context_tokens: number | null,
  /** The price, if known. */
  price: Price | null, };

/** Two models. */
export type ModelChange = { before: ModelRef, after: ModelRef, };

/** The result of checking a model. */
export type ModelChecked = { name: string,
  /** SHA-256 of its weights. */
  weights: string,
  /** Number of floats per vector. */
  dimension: number, scheme: ModelScheme,
  /** The lowest cosine between vectors of the two engines; 1 means equal. */
  least_cosine: number,
  /** Whether the vectors are close enough. */
  agree: boolean,
  /** The engine that computes vectors from now on. */
  engine: EngineName,
  /** The state after the check. */
  state: MeaningState, };

/** A model as it was configured at the time of the request. */
export type ModelRef = {
  /** The id of its provider in the settings of this machine. */
  provider: string,
  /** The author's name for the provider. */
  provider_name: string,
  /** The model name as its server knows it. */
  model: string, };

/** The arithmetic of the vectors. */
export type ModelScheme = "f32" | "int8";

/** A part to move. */
export type MovePart = { part: PartId,
  /** The new parent; the current one when absent. */
  parent?: Parent | null,
  /**
   * Its index there, from 0; at the end when absent. A part in the bin without `parent` and `at` returns to its
   * old place.
   */
  at?: number | null, };

/** The numbers of items that move from one card to another. */
export type Moved = { facts: number, relations: number, events: number,
  /** Facts and relations that the remaining card already had; they are merged and keep the evidence of both. */
  folded: number,
  /** Relations between the two cards, which become text facts. */
  restated: number, };

/** The passage of an item in the text into which it was pasted. */
export type MovedPassage = {
  /** In char offsets; the first occurrence of the quote when absent. */
  range?: CharRange | null,
  /** The exact text of the passage; its last known text when absent. */
  quote?: string | null, } & ({ "anchor": ThreadAnchorId } | { "comment": CommentId });

/**
 * Parts that moved: to another parent, or to another position among the siblings that stayed. The list is the
 * smallest that explains the new order. Added and removed parts are not in it.
 */
export type Moves = { volumes: Array<VolumeId>, chapters: Array<ChapterId>, scenes: Array<SceneId>, };

/** How often a name occurs in the book. */
export type NameCount = { name: string, count: number, };

/** A canon item with names. */
export type Named = { entry: LoreEntryId | null, entity: EntityId | null, title: string,
  /** The kind of the entry, or of the entity if there is no entry. */
  kind: string, };

/** A count with a machine-readable name. */
export type NamedCount = {
  /** `texts`, `paragraphs`, `passages`, `chapters` or `scenes`. */
  name: string, count: number, };

/** A choice of tools by names, as the author gives it. */
export type NamedTools = { kind: ErrorKind, severity: Severity,
  /** In order of preference: the first that can be used is taken, and the author if none can. */
  tools: Array<Tool>,
  /** Whether the author is asked before the tool is used. */
  asks_first?: boolean, };

/** A card to create; if a card with this name exists, it gets the aliases instead. */
export type NewCard = { name: string,
  /** Its kind; a person when absent. An existing card keeps its kind. */
  kind?: LoreKind | null,
  /** Its other names. */
  aliases?: Array<string> | null, };

/** A new proposal. */
export type NewProposal = { proposed: Proposed,
  /** The proposer's confidence, 0 to 1. */
  confidence: number,
  /** The scene it is based on. */
  scene?: SceneId | null,
  /** The exact text it is based on. A proposal whose quote does not occur in the scene is never applied. */
  quote?: string | null, };

/** The routes from tasks to models. */
export type NewRoutes = { routes: Routes, };

/** An empty request. */
export type NoParams = Record<symbol, never>;

/** The progress of a step. */
export type NodeProgress = {
  /** Amount done. */
  done: number,
  /** Total amount; 0 if unknown. */
  total: number,
  /** The current stage. */
  message: string | null, };

/** The output of a step. */
export type NodeResult = { "kind": "summary", chapter: ChapterId, text: string, key_events: Array<KeyEvent>, } | { "kind": "proposals",
  /** The batch of the proposals; none if nothing was new. */
  batch: BatchId | null,
  /** Number applied at once. */
  applied: number,
  /** Number awaiting the author's decision. */
  pending: number, rejected: number,
  /** Number of items of a model's answer dropped because they were malformed or not applicable. */
  dropped?: number, } | { "kind": "findings",
  /** Number of findings. */
  found: number, by_severity: BySeverity,
  /** Number of chapters checked. */
  chapters: number,
  /** Number of a model's findings dropped because their quote is not in the text. */
  dropped?: number, } | { "kind": "suggestions",
  /** The chapter they follow. */
  chapter: ChapterId,
  /** Number of directions. */
  suggestions: number, } | { "kind": "counts", counts: Array<NamedCount>, } | { "kind": "report", lines: Array<ReportLine>, } | { "kind": "other", json: JsonValue, };

/** A step of a run. */
export type NodeRun = { node: string, title: Said,
  /** The handler that performs it. */
  handler: string | null,
  /** Steps that must complete first. */
  depends_on: Array<string>,
  /** Its parameters, with references unresolved. */
  params: JsonValue,
  /** The name of the list it runs over, such as `chapters`. */
  each: string | null,
  /** The maximum number of its items, if it is repeated while a condition holds. Then `items` counts those so far. */
  at_most: number | null, status: NodeStatus,
  /** Number of the latest attempt. */
  attempt: number,
  /** Its items, if it runs once per item or is repeated. */
  items: ItemsView | null, progress: NodeProgress | null,
  /** When it started. */
  started_at: Timestamp | null,
  /** When it ended. */
  ended_at: Timestamp | null, cost: Cost | null, source: NodeSource | null,
  /** Whether its output was reused from an earlier run. */
  reused: boolean, result: NodeResult | null, trouble: RunFailure | null, question: RunQuestion | null,
  /** When it will be retried. */
  retry_at: Timestamp | null,
  /** Why it was skipped. */
  why_skipped: WhySkipped | null, };

/** Who performed a step. */
export type NodeSource = "local" | { "model": string };

/** The state of a node, or of one item of it. */
export type NodeStatus = "pending" | "ready" | "running" | "waiting" | "completed" | "failed" | "skipped" | "cancelled";

/** What becomes of footnotes. */
export type Note = {
  /** In the text, with `{note}` and `{number}`. */
  reference: string,
  /** A line at the end of the chapter, with the same; empty if the reference holds the note. */
  end: string, };

/** The language of a novel. */
export type NovelLanguage = "zh" | "en" | "ja";

/** Where numbering restarts. */
export type Numbering = "book" | "volume";

/** A model that can be downloaded. */
export type OfferedModel = {
  /** Its id in the catalogue. */
  id: string,
  /** Its name on the hub. */
  repository: string,
  /** The commit to download. */
  revision: string, licence: string,
  /** Total download size, in bytes. */
  bytes: number,
  /** How much of it is downloaded. */
  presence: OfferedPresence,
  /** Downloaded bytes. */
  bytes_present: number, };

/** How much of a model is downloaded. */
export type OfferedPresence = "absent" | "partial" | "complete";

/** What to do with bytes that do not decode. */
export type OnUndecodable = "refuse" | "replace";

/** A request to open the newest backup of a damaged project. */
export type OpenBackup = {
  /** Token of the path of the damaged project. */
  path: string,
  /**
   * A label for the copy of the backup, such as its date; letters, digits, `-`, `.` and spaces of it become part of
   * the file name.
   */
  label: string, };

/** How a project is opened. */
export type OpenMode = "write" | "take_over" | "read";

/** A project to open. */
export type OpenProject = {
  /** Token of its path. */
  path: string, mode?: OpenMode, };

/** What was noticed while opening a project. */
export type OpenReportView = {
  /** The last writer, if it did not close the project. */
  unclean: Holder | null,
  /** Signs of a synced folder. */
  cloud: CloudFolder | null,
  /** The backup of the file from before its migration. */
  migrated_from: string | null,
  /** The newer schema of the file, which is therefore open read-only. */
  newer_schema: number | null, };

/** The sample novel to open. */
export type OpenSample = {
  /** Its language; that of the window when absent, Chinese if the author has not chosen one. */
  language?: Language | null, };

/** The open project. */
export type OpenedProject = {
  /** Token of its path. */
  path: string,
  /** Title of the novel. */
  title: string, author: string,
  /** The language it is written in, if known. */
  language: NovelLanguage | null,
  /** File name. */
  name: string,
  /** Its folder, for display. */
  folder: string,
  /** Whether it is open for writing. */
  writable: boolean,
  /** The salvaged content that is open, if the file is damaged. */
  salvaged: SalvagedProject | null,
  /** Number of damaged places found by the check after opening. */
  damage: number,
  /** The newest intact backup; determined only if there is damage. */
  sound_backup_at: Timestamp | null,
  /** What was noticed while opening. */
  noticed: OpenReportView,
  /** The state of the window when it was last open. */
  view: View,
  /** When it was last backed up and the backup verified. */
  backed_up_at: Timestamp | null, };

/** The origin of a character. */
export type Origin = {
  /** The AI-written span that contains it; none if the author wrote it. */
  span: AiSpan | null,
  /** What was sent to the model for it. */
  receipt: Receipt | null, };

/** The manuscript in reading order. */
export type OutlineView = {
  /** Volumes in order. */
  volumes: Array<VolumeView>, };

/** How long an overdue thread has waited. */
export type Overdue = {
  /** The number of chapters after which it is overdue. */
  due_after: number,
  /** The number of chapters since it was last planted or paid off in part; more than `due_after`. */
  chapters_since: number, };

/** The fate of the overflow (余稿). */
export type OverflowFate = "kept" | "used" | "dismissed";

/** What is wrong with a page. */
export type PageFault = "missing" | "foreign" | "rows";

/** The size of a page. */
export type PageSize = "a4" | "a5" | "b6";

/** A changed parameter. */
export type ParameterChange = {
  /** Its name; empty if the parameters as a whole are not an object. */
  name: string,
  /** The value in the first receipt, if it has one. */
  before: JsonValue | null,
  /** The value in the second receipt, if it has one. */
  after: JsonValue | null, };

/** How a model generates its answer. Parameters that are `None` are left to the server. */
export type Parameters = {
  /** 0–2. Some models allow only one value; the parameter is omitted after their first refusal. */
  temperature?: number | null,
  /** 0–1. */
  top_p?: number | null,
  /** Maximum number of tokens of the answer, reasoning included. */
  max_tokens?: number | null,
  /** −2–2. */
  frequency_penalty?: number | null,
  /** −2–2. */
  presence_penalty?: number | null,
  /** For reproducible answers. */
  seed?: number | null,
  /** Server-specific fields (thinking switches and the like), merged into the request unchanged. */
  extra?: Record<string, unknown>, };

/** The parent of a part. */
export type Parent = "manuscript" | { "volume": VolumeId } | { "chapter": ChapterId };

/** A changed part. */
export type PartChange = { before: ContextPart, after: ContextPart, };

/** A part that was changed. */
export type PartChanged = { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

/** A part of the manuscript. */
export type PartId = { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

/** A part to move to the bin. */
export type PartRequest = { part: PartId, };

/** A part with its metadata. */
export type PartView = { title: string, synopsis: string,
  /** The notes of a chapter or scene. */
  notes: string,
  /** Whether a scene is left out of every export and print. */
  not_for_print?: boolean,
  /** Its status; none for a volume. */
  status: Status | null,
  /** Target length in 字. */
  target: number | null,
  /** The goal of a chapter. */
  goal: string, plan: ScenePlan | null,
  /** The scenes of a volume or chapter in reading order, without those that are in the bin on their own. */
  scenes: Array<SceneId>,
  /** When it was moved to the bin; none if it is not in the bin. */
  binned_at: Timestamp | null, } & ({ "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId });

/** An entity that takes part in events. */
export type Participant = { entity: EntityId, name: string,
  /** The number of its events. */
  events: number, };

/** A passage of a scene that the caller has seen. */
export type Passage = { scene: SceneId,
  /** The version of the text; the working text when absent. */
  version?: VersionNo | null,
  /** The position, in char offsets; the first occurrence of the quote when absent. */
  range?: CharRange | null,
  /** The exact text of the passage. */
  quote: string, };

/** The passage that an item had before it was carried to another scene. */
export type PassageOrigin = { scene: SceneId,
  /** The version whose text `range` refers to. */
  version: VersionNo,
  /** In char offsets. */
  range: CharRange, } & ({ "anchor": ThreadAnchorId } | { "comment": CommentId });

/** Passages that were carried to a scene; the input of [`carry_back`]. */
export type PassagesCarried = { scene: SceneId,
  /** Where they were before. */
  origins: Array<PassageOrigin>, };

/** A choice that could not be followed: its profile is gone, or is not for the act. */
export type PassedProfile = { level: ProfileLevel, profile: string, };

/** A passage of a text that was not written but pasted, or where the undo of a paste removed one. */
export type Pasted = {
  /** Where it begins in the text. */
  from: CharOffset,
  /** Where it ends, exclusive; `from` if the passage was removed. */
  to: CharOffset,
  /** The text that it replaced. */
  removed: string, };

/** A working text that was stored as a version. */
export type PastedSaved = { scene: SceneId,
  /** The imported version, with the whole text. */
  version: VersionNo, branch: BranchNo, };

/** How a PDF is laid out. */
export type PdfChoice = { page?: PageSize, files?: PdfFiles, };

/** The files of a PDF export. */
export type PdfFiles = "fit" | "per_volume";

/** What an author should know about PDF files. */
export type PdfNotes = { pages: number,
  /** Characters that no font on this machine has: boxes are printed in their place. */
  missing: Array<string>,
  /** The number of readings that are behind their words, because the words are too long. */
  readings_beside: number,
  /** Whether page numbers in the table of contents may be wrong. */
  is_unstable: boolean, };

/** The grammatical person in which a novel is narrated. */
export type Person = "first" | "third";

/** When a step of a profile runs. */
export type Phase = "pre" | "main" | "post" | "settled";

/** Why a version is never deleted. */
export type Pin = "author" | "receipt";

/** A version to pin. */
export type PinArtifact = { version: number,
  /** Whether it is never to be deleted. */
  pinned: boolean, name: string, subject: Subject, };

/** A new position for an anchor. */
export type PlaceAnchor = { anchor: ThreadAnchorId,
  /** The new passage. */
  passage: Passage, };

/** The resolution of one conflict. */
export type PlaceChoice = "main" | "branch" | "both" | { "text": string };

/** A new passage for a comment. */
export type PlaceComment = { comment: CommentId, passage: Passage, };

/** The position of an item's passage in one text, as the editor tracks it. */
export type PlacedAnchor = {
  /** In char offsets; `None` if the passage is gone. */
  range: CharRange | null, } & ({ "anchor": ThreadAnchorId } | { "comment": CommentId });

/** How the place of an event in story order is determined. */
export type PlacedBy = "key" | "after" | "date" | "telling";

/** Changes to the plan of a scene; absent fields stay unchanged. */
export type PlanChange = { location?: string | null,
  /** When it happens, in story time. */
  story_time?: string | null,
  /** The characters in it; empty and repeated names are dropped. */
  characters?: Array<string> | null,
  /** The point-of-view character. */
  pov?: string | null, conflict?: string | null, turning_point?: string | null, };

/** A field of the plan of a scene. */
export type PlanField = "synopsis" | "pov" | "location" | "characters" | "conflict" | "turning_point";

/** The side that wins a conflict. */
export type Prefer = "main" | "branch";

/** A kind of server. */
export type Preset = "openai" | "anthropic" | "gemini" | "azure" | "deepseek" | "dashscope" | "volcengine" | "moonshot" | "zhipu" | "siliconflow" | "openrouter" | "ollama" | "lm_studio" | "llama_cpp" | "vllm" | "custom";

/** Facts about a kind of server. */
export type PresetFacts = { preset: Preset,
  /** The product name. */
  name: string,
  /** The base address of its API; empty if only the author knows it. */
  base_url: string,
  /** Whether it requires a key. */
  needs_key: boolean,
  /** Its usual location. */
  host: HostKind,
  /** A hint for the author before using it. */
  note: PresetNote | null, };

/** A hint for the author about a kind of server. The page holds the text. */
export type PresetNote = "window_is_set_in_the_server" | "schema_may_be_ignored" | "fixed_temperature" | "thinking_has_own_fields" | "depends_on_model" | "address_of_resource" | "name_of_endpoint" | "answers_without_format";

/**
 * The price of a model, in millionths of the currency unit per million tokens, so that sums are exact: 2 ¥ per
 * million tokens is `2_000_000`.
 */
export type Price = {
  /** ISO 4217 code: `CNY`, `USD`. */
  currency: string,
  /** Per million prompt tokens. */
  input: number,
  /** Per million prompt tokens that the server had cached. */
  cached_input: number,
  /** Per million answer tokens. */
  output: number, };

/** The prices of two generations with their steps; none if a price is unknown. */
export type PriceChange = { before: Cost | null, after: Cost | null, };

/** A line of a scene. */
export type PrintBlock = { "kind": "paragraph", form: PrintForm, spans: Array<PrintSpan>, } | { "kind": "break" } | { "kind": "blank" };

/** A book as it is printed. */
export type PrintBook = { title: string, author: string, language: NovelLanguage, volumes: Array<PrintVolume>, };

/** A chapter. */
export type PrintChapter = {
  /** Empty if only the number is printed. */
  title: string, number: number, scenes: Array<PrintScene>, };

/** How a paragraph is set. */
export type PrintForm = "body" | "centre" | "right" | "quotation" | "heading" | "item";

/** A scene. */
export type PrintScene = { blocks: Array<PrintBlock>, };

/** A part of a paragraph. */
export type PrintSpan = { "kind": "text", text: string, style: PrintStyle, } | { "kind": "ruby", base: string, reading: string, style: PrintStyle, } | { "kind": "note", spans: Array<PrintSpan>, };

/** How characters are set. */
export type PrintStyle = { bold: boolean, italic: boolean,
  /** Emphasis dots. */
  dots: boolean, };

/** A wish to print. */
export type PrintText = { scope?: BookScope,
  /** The chapter, unless the whole book is printed. */
  chapter?: ChapterId | null, };

/** A volume, or some of its chapters. */
export type PrintVolume = {
  /** Empty if the volume has no page of its own. */
  title: string, chapters: Array<PrintChapter>, };

/** A provider to test. */
export type ProbeProvider = { id: ProviderId,
  /** The model to test; the provider's first when absent. */
  model?: string | null, };

/** The result of a probe. */
export type ProbeReport = {
  /** Whether the host responds at all, even with a refusal. */
  reachable: ProbeStep,
  /** Whether the server lists its models. */
  models: ProbeStep,
  /** Whether the model streams its answer in pieces. */
  streaming: ProbeStep,
  /** Whether answers obey a schema. */
  json_schema: ProbeStep,
  /** Whether answers in JSON mode are JSON objects. */
  json_mode: ProbeStep,
  /** Whether the model calls tools. No task needs this; it is shown to the author as information about the server. */
  tools: ProbeStep,
  /** The models that the server lists. */
  model_names: Array<string>,
  /** Time from the request to the first word of the first answer. */
  latency_ms: number | null,
  /** Parameters that the model refused and that are omitted. */
  dropped_parameters: Array<string>, };

/** One step of a probe. */
export type ProbeStep = { verdict: Verdict,
  /** The server's message or our own if the verdict is not [`Verdict::Ok`]. */
  message: string | null, };

/** The result of a test. */
export type Probed = { report: ProbeReport, };

/** The profiles of two generations; none for one of an earlier release or of a workflow. */
export type ProfileChange = { before: TurnRef | null, after: TurnRef | null, };

/** What the forms of a profile are made of. */
export type ProfileForms = {
  /** In display order. */
  kinds: Array<StepKindView>,
  /** The JSON Schema of the value that a step leaves. */
  writes: JsonValue, };

/** The profile that was taken in. */
export type ProfileImported = { profile: string, version: number,
  /** The checkpoint that remembers the profile that was replaced in the novel. */
  before?: CheckpointId | null,
  /** The file with the profile that was replaced on the machine. */
  kept?: string | null, };

/** A place where a profile is set that is no longer there. */
export type ProfileLeftUse = {
  /** The profile that applies there now, and the level that sets it. */
  applies: string, level: ProfileLevel,
  /** The part of the novel; none for the machine. */
  subject: Subject | null,
  /** The act, or `*` for every act. */
  act: string, profile: string, };

/** Where a profile was set, the nearest first. */
export type ProfileLevel = "asked" | "scene" | "chapter" | "volume" | "novel" | "machine" | "default";

/** The profiles. */
export type ProfileList = {
  /** In display order. */
  profiles: Array<ProfileView>,
  /** Every choice in this novel and on this machine. */
  uses: Array<ProfileUse>,
  /** The profile for the scene that was asked about. */
  resolved: ResolvedProfile | null, };

/** Where a profile is stored. One of the novel replaces one of the machine with the same id, and that a shipped one. */
export type ProfileOrigin = "shipped" | "machine" | "novel";

/** Where a profile is stored. */
export type ProfilePlace = "novel" | "machine";

/** What a generation under its profile would take. */
export type ProfilePreview = { profile: string, title: Said,
  /** The level that set the profile. */
  level: ProfileLevel,
  /** Nearer choices whose profile is gone. */
  gone: Array<PassedProfile>,
  /** In the order of the profile. */
  steps: Array<StepPreview>,
  /** What the text takes at most, with all its candidates. */
  text: RunEstimate,
  /** What the text and the steps around it take at most. Steps after the acceptance come later and are not in it. */
  takes: RunEstimate, };

/** The profile that was removed. */
export type ProfileRemoved = {
  /** Where it is still set. */
  uses: Array<ProfileLeftUse>, };

/** Identifies a profile. */
export type ProfileRequest = { profile: string, };

/** The profile that was saved. */
export type ProfileSaved = { profile: string, version: number, };

/** A step of a profile. */
export type ProfileStep = { step: string, title: Said, phase: Phase, handler: string, required: boolean,
  /** Whether it would ask a model with the current settings. */
  asks: boolean,
  /** Where the window shows what it writes: `editor`, `panel:…` or `feed:…`; none if nowhere. */
  surface: string | null, };

/** A profile as its author wrote it. */
export type ProfileText = { profile: string, origin: ProfileOrigin,
  /** The profile as JSON. */
  text: string, };

/** What came of a trial. */
export type ProfileTrial = {
  /** The steps before the text, in order. */
  steps: Array<ReportStep>,
  /** What would be sent to write the text. */
  preview: ContextPreview, };

/** Where a profile is set. */
export type ProfileUse = {
  /** The part of the novel; none for the machine. */
  subject: Subject | null,
  /** The act, or `*` for every act. */
  act: string, profile: string, };

/** The result of checking a profile. */
export type ProfileValidated = {
  /** All faults of the profile. */
  errors: Array<WorkflowFault>,
  /** The profile, if it is valid. */
  profile: ProfileView | null, };

/** A profile. */
export type ProfileView = { profile: string, title: Said, description: Said, origin: ProfileOrigin, version: number,
  /** The acts that it is for; empty for all that write prose. */
  acts: Array<Act>, steps: Array<ProfileStep>,
  /** Whether a stranger made it and the author has not let it ask a model yet. */
  untrusted: boolean,
  /** The acts that it is for whose template takes no working notes, if it has a step that offers some. */
  notes_unread: Array<Act>, };

/** The description of the novel after a change. */
export type ProjectDescribed = { title: string, author: string,
  /** The language it is written in, if known. */
  language: NovelLanguage | null,
  /** The target length of each new chapter. */
  chapter_target: number | null, };

/** A summary of a project. */
export type ProjectInfo = {
  /** Title of the novel. */
  title: string, author: string,
  /** The language it is written in, if known. */
  language: NovelLanguage | null,
  /** The target length of each new chapter. */
  chapter_target: number | null,
  /** Schema version of the file. */
  schema: number,
  /** Volumes in the manuscript. */
  volumes: number,
  /** Chapters in the manuscript. */
  chapters: number,
  /** Scenes in the manuscript. */
  scenes: number,
  /** Versions of all scenes. */
  versions: number, checkpoints: number,
  /** Drafts that are not versions yet. */
  drafts: number,
  /** Size of the file. */
  bytes: number,
  /** Counts of the manuscript by the four rules. */
  counts: Totals,
  /** What was noticed while opening. */
  noticed: OpenReportView, };

/** The result of checking a template. */
export type PromptChecked = {
  /** Faults by line; empty when the template is valid. */
  faults: Array<PromptFault>,
  /** The template rendered with sample values; none when it is invalid. */
  example: Rendered | null, };

/** The differences between two versions. */
export type PromptDiff = { from: string, to: string,
  /** Differences, in char offsets of both texts. */
  hunks: Array<Hunk>, };

/** A template with the project's versions of it. */
export type PromptEntry = { group: string, key: string,
  /** Language of the prompt: `zh` or `en`. */
  language: PromptLanguage, title: string, description: string,
  /** The project's version in use; none when the shipped one is in use. */
  in_use: PromptId | null,
  /** The project's versions, oldest first. */
  versions: Array<PromptVersion>, };

/** The file a template was written to. */
export type PromptExported = { file: string, };

/** A fault of a template. */
export type PromptFault = {
  /** Counted from 1. */
  line: number,
  /** The kind of fault, for programs. */
  what: Fault,
  /** The fault in English. */
  message: string, };

/** A saved version of a prompt template (提示词). Never reused, never changed. */
export type PromptId = number;

/** The language of a template. The novel may be in another language. */
export type PromptLanguage = "zh" | "en";

/** The templates and the variables they may use. */
export type PromptList = {
  /** By group, in workflow order. */
  prompts: Array<PromptEntry>, variables: Array<Variable>, };

/** The prompt template of a generation. */
export type PromptRef = { group: string,
  /** The key within the group. */
  key: string,
  /** `zh` or `en`. */
  language: string,
  /** The project's own version; `None` for the shipped template. */
  id: PromptId | null,
  /** The number of that version. */
  version: number | null,
  /** SHA-256 of the template, in hex. */
  hash: string, };

/** Identifies a template and one of its versions. */
export type PromptRequest = { group: string, key: string, language: PromptLanguage,
  /** The project's version; the shipped one when absent. */
  id?: PromptId | null, };

/** The version that was saved. */
export type PromptSaved = { id: PromptId, version: number, };

/** The source of a template. */
export type PromptText = { template: string, };

/** One of the project's versions of a template. */
export type PromptVersion = { id: PromptId,
  /** Counted from 1. */
  version: number, note: string, };

/** How often the subject of a proposal occurs in the book. */
export type ProposalCount = { proposal: ProposalId,
  /** The number of occurrences; 0 for an event or thread, which has no name. */
  total: number, };

/** How often the book mentions the subjects of proposals. */
export type ProposalCounts = {
  /** The pending proposals, in order of arrival. */
  counts: Array<ProposalCount>, };

/** A proposal (待确认). Never reused, never changed. */
export type ProposalId = number;

/** Proposals in a list. */
export type ProposalList = {
  /** In order of arrival. */
  proposals: Array<ProposalView>,
  /** Every batch, latest first. */
  batches: Array<BatchView>, };

/** The author's settings for proposals. */
export type ProposalSettings = {
  /**
   * Whether to apply proposals immediately if their confidence is at least 0.9 and all names and values occur in
   * the text.
   */
  apply_sure: boolean, };

/** The status of a proposal. */
export type ProposalStatus = "pending" | "applied" | "rejected" | "undone";

/** A proposal. */
export type ProposalView = { id: ProposalId, batch: BatchId, proposed: Proposed,
  /** The proposer's confidence, 0 to 1. */
  confidence: number,
  /** The scene from which it holds; the scene of the quote if there is one. */
  scene: SceneId | null,
  /** The passage it is based on; none if the quote does not occur in the text. */
  evidence: Evidence | null,
  /** The original quote, if it does not occur in the text. */
  unproven: string | null, status: ProposalStatus,
  /** The tier of its confidence. */
  tier: Tier,
  /** The position of its scene in the book. */
  place: SceneRef | null,
  /** The current range of its quote, in char offsets of the working text; none if it no longer occurs. */
  now: CharRange | null,
  /** The words around it. */
  excerpt: Excerpt | null, };

/** The result of adding proposals. */
export type Proposals = {
  /** The batch they are stored in. */
  batch: BatchId,
  /** Applied immediately. */
  applied: number,
  /** Waiting for the author's decision. */
  pending: number,
  /** Rejected because of low confidence or a quote that does not occur in the text. */
  rejected: number, };

/** A new batch of proposals. */
export type Propose = {
  /** A description of their source. */
  source: string, proposals: Array<NewProposal>,
  /** Leaves every proposal to the author, whatever the settings say; no when absent. */
  for_author?: boolean | null, };

/** The content of a proposal. Entities are given by name, because the proposer does not know ids. */
export type Proposed = { "kind": "entity", name: string, entity_kind?: EntityKind, aliases?: Array<string>, description?: string, } | { "kind": "alias", name: string, alias: string, } | { "kind": "relation", from: string, to: string,
  /** What `from` is to `to`. */
  relation: string, modality?: Modality, } | { "kind": "fact", subject: string, predicate: string,
  /** The name of a known entity, or text. */
  object: string, modality?: Modality,
  /** Whether it ends earlier facts of the same subject, predicate and modality. */
  replaces?: boolean,
  /** The object that a known fact has wrongly: that fact gets the new object, from where it holds. */
  corrects?: string, } | { "kind": "event", title: string, description?: string,
  /** The time, in the words of the text. */
  time?: string, place?: string,
  /** The names of the participants. */
  participants?: Array<string>, } | { "kind": "thread",
  /** The title of a known thread, or of a new one to plant. */
  title: string,
  /** What the reader is promised; used only for a new thread. */
  description?: string,
  /** The effect of the passage on the thread. */
  change: ThreadChange, };

/** A model server as the author set it up. */
export type Provider = {
  /** Its identifier in routes, keys and records. */
  id: ProviderId,
  /** The author's name for it, 1–100 characters. */
  name: string, preset: Preset,
  /** The base address of the API including its version: `https://api.example.com/v1`. At most 500 characters. */
  base_url: string,
  /** Custom headers sent with every request. Never a key: header names that suggest a secret are refused. */
  headers: { [key in string]: string }, timeouts: Timeouts, models: Array<Model>,
  /** The abilities found by a probe or set by the author; `None` uses the preset's. */
  abilities: Abilities | null,
  /**
   * Whether names of persons, places and organizations, and personal data, are replaced by stand-ins before
   * sending.
   */
  mask_names: boolean, };

/**
 * The identifier of a provider: 1–40 characters of `a`–`z`, `0`–`9` and `-`, with a letter or digit at both ends. It
 * never changes, because keys and records refer to it.
 */
export type ProviderId = string;

/** Identifies a provider. */
export type ProviderRequest = { id: ProviderId, };

/** A provider as it is set up. */
export type ProviderView = { provider: Provider,
  /** The part of its key that may be shown. */
  key: KeyHint,
  /** Where requests go: scheme, host and port. */
  origin: string,
  /** Where that host is. */
  host: HostKind, needs_key: boolean,
  /** Whether the author agreed to send text there. */
  consented: boolean,
  /** By model: tokens, prompt and answer together, that a request may use without asking the author. */
  unasked: { [key in string]: number },
  /** The context window, in tokens, assumed for models whose window the author has not given. */
  assumed_window: number, };

/** The providers, routes, ceilings and keys. */
export type Providers = {
  /** In the order they were added. */
  providers: Array<ProviderView>, routes: Routes, ceilings: Ceilings, keys: KeysView,
  /** The providers that can be set up. */
  presets: Array<PresetFacts>, };

/** What to delete. */
export type PruneArtifacts = {
  /** The artifact; all, each by its own rules, when absent. */
  of?: ArtifactRef | null,
  /** With an artifact: how many versions to keep, besides those that are pinned. */
  keep?: number | null, };

/** A class of trouble. An error has at most one; the page words it for the author. */
export type QcCode = "QC-004" | "QC-006" | "QC-009" | "QC-012" | "QC-013" | "QC-015" | "QC-016" | "QC-017" | "QC-018";

/** Who chooses the queries. */
export type QueriesFrom = "plan" | "model";

/** The current position of a range. */
export type RangeLocated = {
  /** The range in the working text, in char offsets; none if the text is gone or cannot be located with certainty. */
  range: CharRange | null, method: Method,
  /** The certainty of the position, 0 to 1. */
  confidence: number,
  /** The words around it. */
  excerpt: Excerpt | null, };

/** A value of an artifact that a template read. */
export type ReadArtifact = {
  /** The artifact and its version. */
  source: ContextSource, subject: Subject,
  /** The place that the value is told up to; none if it is plain from the subject. */
  at?: ArtifactPlace,
  /** The variable of the template that has it. */
  variable: string,
  /** The characters of the text that was sent. */
  characters: number,
  /** The characters that were left out because the text was too long. */
  left_out?: number,
  /** SHA-256 of the text that was sent, hexadecimal. */
  text_hash: string, };

/** A text to read. */
export type ReadText = { scene: SceneId,
  /** The version; the newest of the main line when absent. */
  version?: VersionNo | null, };

/** Why a checkpoint was created. */
export type Reason = "author" | "before_restore" | "before_import" | "before_compaction";

/** What a model thought before it answered. The words are not stored. */
export type Reasoning = {
  /** Its tokens by our own count; the server's count of the answer includes them. */
  tokens: number,
  /** SHA-256 of the words, in hex. */
  hash: string, };

/** The record of one request. */
export type Receipt = {
  /** When the request was assembled. */
  at: Timestamp,
  /** The scene being written. */
  scene: SceneId,
  /** The requested act, as named by the studio (`draft`, `continue`, `rewrite` …). */
  act: string, template: PromptRef, model: ModelRef, parameters: JsonValue, budget: ContextBudget,
  /**
   * The passages of the novel that the request is about, as they were sent; none if it is about a place or about
   * texts that were derived from the novel.
   */
  passages?: Array<AskedPassage>,
  /** The layers of the context. Their text is also in the messages; here the parts refer to it. */
  layers: Array<LayerText>,
  /** What happened to every piece of context. */
  parts: Array<ContextPart>,
  /** The artifacts that the template read, as of the scene. */
  artifacts?: Array<ReadArtifact>,
  /** The instruction, if a step put it into other words. The messages have those. */
  rewritten?: RewrittenInstruction,
  /** The messages of the first request. */
  messages: Array<RenderedMessage>,
  /** The [`prompt_hash`] of messages and parameters. */
  prompt_hash: string,
  /** Data that looked like instructions to the model. */
  flags: Array<ReceiptFlag>,
  /** The number of names and personal data replaced by stand-ins in the messages. */
  masked?: number,
  /** The requests after the first, which asked the model to continue. */
  rounds: Array<RoundSent>, };

/** A pattern of injected instructions found in data. */
export type ReceiptFlag = { pattern: string,
  /** The variable of the template that contains the text. */
  variable: string,
  /** The range in the text of that variable, in char offsets. */
  range: CharRange,
  /** The piece of context that contains it, the first if it spans several; `None` if it is not from the context. */
  source: ContextSource | null, };

/** A recently opened project. */
export type RecentProject = {
  /** Token of its path. */
  path: string,
  /** Title of the novel when it was last open. */
  title: string,
  /** Its file name. */
  name: string,
  /** Its folder, for display. */
  folder: string,
  /** When it was last opened. */
  opened_at: Timestamp,
  /** Whether the file is missing. */
  missing: boolean, };

/** A recently opened project. */
export type RecentProjectRequest = {
  /** Token of its path. */
  path: string, };

/** Recently opened projects. */
export type RecentProjects = {
  /** Newest first. */
  projects: Array<RecentProject>, };

/** Why an edit was refused. Lengths are in characters. */
export type Refusal = { "reason": "outside_job" } | { "reason": "deletes_too_much", deleted: number, job: number, } | { "reason": "loses_thread_anchor", anchor: ThreadAnchorId, } | { "reason": "loses_name", name: string, } | { "reason": "model_mark", words: string, } | { "reason": "empty" } | { "reason": "unchanged" } | { "reason": "other_language" } | { "reason": "other_script" } | { "reason": "breaks_quotes" } | { "reason": "overlaps" } | { "reason": "changes_too_much", changed: number, limit: number, } | { "reason": "other_text" };

/** A review that was refused and had no effect. */
export type RefusedReview = { proposal: ProposalId,
  /** The reason, for programs. */
  code: Code,
  /** The reason, for people. */
  message: string, };

/** A relation (关系) between two entities. Never reused, never changed. */
export type RelationId = number;

/** A relation that was written. */
export type RelationSaved = { relation: RelationId, };

/** A relation: `from` is the `kind` of `to`. */
export type RelationView = { id: RelationId, from: EntityId, from_name: string, to: EntityId, to_name: string, kind: string,
  /** The first scene in which it holds; from before the book if none. */
  valid_from: SceneRef | null,
  /** The first scene in which it no longer holds; to the end if none. */
  valid_to: SceneRef | null,
  /** Whether it holds in the scene of the request. */
  holds: boolean, modality: Modality,
  /** Its certainty, 0 to 1. */
  confidence: number, source: Source, evidence: Array<Evidence>, };

/** A comment that a remark became. */
export type RemarkImported = {
  /** None if nothing was written. */
  id: CommentId | null, number: number, text: string, scene: SceneId, place: SceneRef,
  /** The paragraph as the reader read it. */
  quote: string, };

/** The comments that remarks became. */
export type RemarksImported = { comments: Array<RemarkImported>,
  /** How many remarks are comments of the novel already: they are not added again. */
  known: number,
  /** Remarks that belong to no paragraph, and lines that are no remarks. */
  unplaced: Array<UnplacedRemark>, };

/** A model to remove. */
export type RemoveModel = {
  /** The id of a downloaded model; the one in use when absent. */
  model?: string | null, };

/** A profile to remove. */
export type RemoveProfile = { profile: string, from?: ProfilePlace,
  /** Whether it is removed although it is set somewhere. */
  force?: boolean, };

/** A lore entry that was removed. */
export type RemovedEntry = { removed_at: Timestamp | null, id: LoreEntryId, title: string, kind: LoreKind,
  /** Its other names. */
  aliases: Array<string>,
  /** 1 to 10. */
  priority: number,
  /** Whether it is always included. */
  constant: boolean,
  /** Whether only the author may change it. */
  locked: boolean,
  /** Whether it is disabled. */
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
export type RenameBranch = { scene: SceneId, branch: BranchNo,
  /** Its new name; an empty name removes the old one. */
  name: string, };

/** A part to rename. */
export type RenamePart = { part: PartId,
  /** Its new title. */
  title: string, };

/** A prompt. */
export type Rendered = {
  /** At least one message, in file order, none blank. */
  messages: Array<RenderedMessage>, };

/** One message of a prompt. */
export type RenderedMessage = { role: MessageRole,
  /** The text, trimmed. */
  content: string, };

/** Options for renumbering. */
export type RenumberChapters = {
  /** Where numbers start again. */
  numbering?: Numbering, };

/** A title that would change. */
export type Renumbered = { chapter: ChapterId,
  /** The current title. */
  from: string,
  /** The new title. */
  to: string, };

/** A replacement. */
export type ReplaceText = {
  /**
   * The new words. In a regular expression, `$1` and `${name}` insert what its groups matched, `$$` inserts one
   * `$`.
   */
  replacement: string,
  /** Hits to leave unchanged. */
  except?: Array<HitPlace>,
  /** The fingerprint of the search the author saw; the command is refused if the texts have changed since. */
  expected?: string | null,
  /** The words or the regular expression, at most 1,000 characters. */
  pattern: string,
  /** How the pattern is read. */
  matching?: Matching,
  /** Whether case matters. */
  case?: Case,
  /** Whether only whole words match, in scripts that separate words by spaces; does not affect regular expressions. */
  whole_words?: boolean,
  /** Where to search. */
  scope?: FindScope, };

/** A replacement that was undone. */
export type ReplaceUndone = {
  /** Scenes with their old words restored. */
  restored: Array<SceneRestored>,
  /** Scenes that were not changed. */
  left: Array<SceneLeft>, };

/** A reply to write, change or remove. */
export type ReplyToComment = { comment: CommentId,
  /** The reply to change, from 0; a new reply when absent. */
  reply?: number | null,
  /** An empty text removes the reply. */
  text: string,
  /** The writer of a new reply; the author when absent. */
  by?: CommentBy, };

/** The findings about a damaged file. */
export type Report = {
  /** Number of scenes with a text. */
  readable: number,
  /** Scenes that lost something, in reading order. */
  scenes: Array<DamagedScene>, tables: Array<DamagedTable>, pages: Array<DamagedPage>, header: boolean, };

/** Two reports side by side. */
export type ReportDiff = {
  /** The author's words of both, if they differ. */
  instruction: InstructionChange | null,
  /** The turns of both, if their profiles or the levels that set them differ. */
  profile: ProfileChange | null,
  /** The steps of both, in the order of their profiles. */
  steps: Array<StepChange>,
  /** The values that either read, by name. */
  artifacts: Array<ArtifactReadChange>, price: PriceChange,
  /** The parts that only the first has, in its order. */
  only_before: Array<ContextPart>,
  /** The parts that only the second has, in its order. */
  only_after: Array<ContextPart>,
  /** The parts of both whose fate, text or tokens changed, in the order of the first. */
  changed: Array<PartChange>,
  /** The two templates, if they are not the same version of the same template. */
  template: TemplateChange | null,
  /** The two models, if they differ. */
  model: ModelChange | null,
  /** The two budgets, if they differ: often the reason why a part is cut or dropped. */
  budget: BudgetChange | null,
  /** The changed parameters, sorted by name. */
  parameters: Array<ParameterChange>,
  /** The changed messages, in order. */
  messages: Array<MessageChange>, };

/** The hashes that say whether two generations had the same inputs. */
export type ReportHashes = { prompt: string,
  /**
   * Of the profile, the template and the artifacts that were read: with equal inputs, an unequal prompt comes from
   * the novel.
   */
  inputs: string, profile: string | null, turn: string | null, };

/** From what a text was made. */
export type ReportInput = { scene: SceneId, version: VersionNo, range: CharRange,
  /** The author's words. */
  instruction: string, };

/** A report as JSON. In a redacted one, every text is one line with its length and its hash. */
export type ReportJson = GenerationReport;

/** What is left of a generation in the working text of its scene. */
export type ReportLeft = {
  /** Its stretches, in char offsets of the working text. */
  ranges: Array<CharRange>,
  /** Their share of what came, 0 to 1. */
  share: number, };

/** A line of a report. */
export type ReportLine = { title: string,
  /** A quote of the text. */
  text: string, chapter: ChapterId | null, };

/** What was received or sent and not kept. */
export type ReportNotKept = {
  /** Tokens of reasoning, by our own count. */
  reasoning_tokens: number,
  /** SHA-256 of the reasoning, in hex. */
  reasoning_hash: string | null,
  /** Names and personal data that were replaced by stand-ins. */
  masked: number, };

/** Which report is wanted. */
export type ReportRequest = { generation: GenerationId,
  /** Whether texts are replaced by their lengths and hashes, so that the report can be shown to others. */
  redact?: boolean, };

/** A step of the profile. */
export type ReportStep = { step: string, title: Said, phase: Phase, handler: string,
  /** As in the list of runs; `pending` if it never began, `interrupted` if its run ended in the middle of it. */
  status: string, attempt: number,
  /** How long its last attempt took, in ms. */
  millis: number | null, model: string | null,
  /** Of all its requests, if it is known. */
  cost: Cost | null,
  /** Every request to a model, in order; none for a turn of an earlier release. */
  requests: Array<StepRequest>,
  /** What it offered, derived or refused. */
  effects: JsonValue,
  /** What it noted. */
  notes: JsonValue,
  /** Why it failed or was skipped. */
  detail: JsonValue, };

/** Why a text was asked for. */
export type ReportWhy = { act: Act,
  /** The turn with its profile; none for a generation of an earlier release or of a workflow. */
  turn: TurnRef | null,
  /** Set if a step made it of another generation. */
  derived: Derived | null,
  /** The first of the candidates to which it belongs. */
  candidate_of: GenerationId | null,
  /** The candidate of the same turn that the author accepted in its place. */
  chosen: GenerationId | null, };

/** The profile of a generation. */
export type ResolvedProfile = { profile: string,
  /** The level that set it. */
  level: ProfileLevel,
  /** Nearer choices whose profile is gone. */
  gone: Array<PassedProfile>, };

/** A checkpoint to restore, whole or in part. */
export type RestoreCheckpoint = { checkpoint: CheckpointId,
  /** Restores only this scene. */
  scene?: SceneId | null,
  /** Restores only this chapter. */
  chapter?: ChapterId | null,
  /** Restores only this part of the canon. */
  canon?: CanonScope | null, };

/** A version to restore. */
export type RestoreVersion = { scene: SceneId, version: VersionNo, };

/** A run to resume. */
export type ResumeRun = { run: RunId,
  /** Whether to continue with the current definition instead of the run's own. */
  upgrade?: boolean | null,
  /**
   * The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
   * checked when absent.
   */
  agreed?: number | null, };

/** A canon item that was kept. */
export type Retained = {
  /** Entity, relation, fact, event, thread, or thread anchor. */
  kind: ItemKind, id: number,
  /** The reason. */
  why: KeptBecause, };

/** A scene whose memory is retrieved, with options. */
export type RetrieveMemory = { scene: SceneId,
  /** Who chooses the queries; the plan when absent. */
  queries_from?: QueriesFrom,
  /** Passages per query; 10 when absent, at most 40. */
  top_k?: number | null,
  /** Sources that must not be sent to the model that chooses the queries. */
  excluded?: Array<ContextSource>,
  /**
   * The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
   * checked when absent.
   */
  agreed?: number | null, };

/** A comment of the novel with something new. */
export type ReturnedAnswered = { comment: CommentId, text: string, place: SceneRef,
  /** The new replies. */
  replies: Array<CommentReply>,
  /** Whether the reader marked it as done. */
  done: boolean, };

/** What became of the comments of a document. */
export type ReturnedImported = {
  /** New comments, in the order of the document. */
  placed: Array<ReturnedPlaced>,
  /** Comments of the novel that got replies, or are done now. */
  answered: Array<ReturnedAnswered>,
  /** Comments that are in the novel with nothing new. */
  known: number,
  /** How many are among the removed comments of the novel, and stay there. */
  removed: number,
  /** The removed comments that were restored. */
  restored: Array<CommentId>, unplaced: Array<ReturnedUnplaced>,
  /** Tracked insertions and deletions of the reader. They are not applied. */
  insertions: number, deletions: number, };

/** A new comment at its passage. */
export type ReturnedPlaced = {
  /** None if nothing was written. */
  id: CommentId | null, by: CommentBy, text: string, replies: number, place: SceneRef,
  /** The passage as it is now. */
  quote: string,
  /** The passage in the document. */
  was: string, };

/** A comment without a place. */
export type ReturnedUnplaced = {
  /** None if it was not added. */
  id: CommentId | null, by: CommentBy, text: string,
  /** The words of its replies. */
  replies: Array<string>,
  /** The passage in the document; empty if it has none. */
  quote: string,
  /** The heading above it in the document. */
  heading: string, reason: WhyUnplaced, };

/** A file to show in the file manager. */
export type RevealFile = {
  /** Token of its path; the open project when absent. */
  path?: string | null, };

/** The author's decision on one proposal. */
export type Review = { proposal: ProposalId, decision: Decision,
  /** The author's correction, accepted instead of the original; when reopening, the original proposal. */
  corrected?: Proposed | null, };

/** Several reviews in one request. */
export type ReviewAll = {
  /** The reviews, in order. */
  reviews: Array<Review>,
  /** Words to mark as not being names. */
  not_names?: Array<string> | null,
  /** Words to unmark. */
  names?: Array<string> | null, };

/** The result of one review. */
export type Reviewed = { proposal: ProposalId,
  /** Its new status. */
  status: ProposalStatus,
  /** Items that were kept because they have been changed or used since. */
  kept: Array<Retained>, };

/** The result of several reviews. */
export type ReviewedAll = {
  /** Decided proposals, in the order of the request. */
  decided: Array<Reviewed>,
  /** Proposals that could not be decided. */
  refused: Array<RefusedReview>,
  /** Words that were newly marked as not being names. */
  ignored: Array<string>, };

/** An instruction as the author wrote it, and as it was sent. */
export type RewrittenInstruction = { raw: string, sent: string, };

/** A scene with replaced hits. */
export type RewrittenScene = { scene: SceneId, before: VersionNo,
  /** The version with the new words. */
  after: VersionNo, };

/** A request that asked the model to continue. */
export type RoundSent = {
  /** The number of the round; 2 is the first after the first request. */
  round: number,
  /** The [`prompt_hash`] of the request. */
  prompt_hash: string,
  /** The 字 still needed. */
  remaining: number, };

/** Models in the order in which they are tried. */
export type Route = {
  /** The first is tried first. An empty list means that the route is not set. */
  targets: Array<Target>,
  /** Whether to try the next target when one fails. The author may forbid it. */
  fallback: boolean, };

/** All routes. */
export type Routes = {
  /** For tasks without a route of their own. */
  default: Route | null, tasks: { [key in Task]?: Route }, };

/** What becomes of ruby. */
export type Ruby = {
  /** With `{base}` and `{reading}`. */
  pattern: string,
  /** The longest base and reading that the site shows; 0 for no limit. */
  most_base: number, most_reading: number,
  /** For longer ones. */
  otherwise: string, };

/** A rule for checking texts. */
export type Rule = "timeline_order" | "absent_acts" | "possession" | "place_conflict" | "age_arithmetic" | "thread_unknown" | "name_drift" | "attribute" | "pov_drift" | "tense" | "repetition" | "openings" | "overused" | "punctuation" | "forbidden_words" | "length" | "dialogue_tags" | "wrong_character" | "de_particles" | "doubled" | "model_setting" | "model_pov";

/** A rule with its state and accuracy. */
export type RuleView = { rule: Rule, on: boolean,
  /** Whether it is on by default. */
  default_on: boolean, needs_model: boolean,
  /** Its accuracy on real prose; none if it was not measured. */
  measured: Measured | null,
  /** Whether a mending accepts its replacements by itself; none if it may not. */
  accepts: boolean | null, };

/** The rules of this novel. */
export type Rules = { rules: Array<RuleView>, };

/** A run to execute again. */
export type RunAgain = { run: RunId,
  /** The first step to execute; all steps when absent. */
  node?: string | null,
  /** Whether to execute only that step. */
  only?: boolean | null,
  /** Other parameters for that step. */
  params?: JsonValue,
  /** Whether to execute steps even if an earlier output could be reused. */
  fresh?: boolean | null,
  /**
   * The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
   * checked when absent.
   */
  agreed?: number | null, };

/** What some steps take. */
export type RunAmount = {
  /** The cost, if it is known. */
  cost: Cost | null,
  /** The model requests, if they are known. */
  asks: Asks | null, };

/** A check to run. */
export type RunCheck = {
  /** The scope; the whole book when absent. */
  within?: FindScope,
  /** The rules to run, even if they are off; the enabled rules when absent. */
  rules?: Array<Rule> | null, };

/**
 * The estimated cost of some steps. How often a repeated step will run is not known before: then this is the amount
 * for the maximum, and `least` that for once.
 */
export type RunEstimate = {
  /** The estimated amount, if it is known. */
  cost: Cost | null,
  /** Whether the steps may cost anything. */
  may_cost: boolean,
  /** The expected model requests, if they are known. */
  asks: Asks | null,
  /** The amount if every repeated step runs once. `None` without steps that may run more often. */
  least?: RunAmount, };

/** An event of a run. */
export type RunEvent = { seq: number, at: Timestamp,
  /** The id of the step. */
  node: string | null,
  /** The index of the item. */
  item: number | null, kind: string, data: JsonValue, };

/** A page of a run's events. */
export type RunEvents = {
  /** In order. */
  events: Array<RunEvent>,
  /** The number to continue after. */
  cursor: number, };

/** Why a node failed. */
export type RunFailure = { class: FailureClass,
  /** A description for troubleshooting. */
  message: string,
  /** An error code to act on, if there is one. */
  code?: string,
  /** Milliseconds that a server asked to wait. */
  retry_after_ms?: number, };

/** A run of a workflow (流程). Never reused, never changed. */
export type RunId = number;

/** A page of runs, newest first. */
export type RunList = { runs: Array<RunSummary>,
  /** Whether there are older ones. */
  more: boolean, };

/** A question to the author. */
export type RunQuestion = {
  /** `confirm` before a step, `review` in the middle of one. */
  kind: string,
  /** The text of the question. */
  message: Said, data: JsonValue,
  /** The item that asks; none if the step itself asks. */
  item: number | null, };

/** Identifies a run. */
export type RunRequest = { run: RunId, };

/** The state of a run. */
export type RunStatus = "queued" | "running" | "waiting" | "interrupted" | "completed" | "partial" | "failed" | "cancelled";

/** The summary of a run. */
export type RunSummary = { id: RunId, workflow: string, title: Said,
  /** The title of the chapter; empty for the book. */
  subject: string, chapter: ChapterId | null, status: RunStatus,
  /** What started it. */
  trigger: RunTrigger,
  /** When it started, or was queued. */
  started_at: Timestamp,
  /** When it ended. */
  ended_at: Timestamp | null,
  /** Number of completed steps and items. */
  done: number,
  /** Total number of steps and items. */
  total: number, cost: Cost | null, trouble: RunFailure | null, };

/** What starts a run. */
export type RunTrigger = "menu" | "chapter_completed" | "scene_saved" | "canon_changed" | "imported";

/** A run with its steps. */
export type RunView = { summary: RunSummary,
  /** In the order of the definition. */
  nodes: Array<NodeRun>,
  /** The number of its latest event. */
  cursor: number, };

/** Whose running turns are asked for. */
export type RunningRequest = { scene: SceneId, };

/** A turn that runs. While its steps before the text run, it has no generation. */
export type RunningTurn = {
  /** Its hash. */
  turn: string, request: Generate,
  /** The text of the scene that the range of the request is in. */
  text: string, };

/** The turns that run in a scene. */
export type RunningTurns = { turns: Array<RunningTurn>, };

/** A text for people, in both languages. */
export type Said = {
  /** In Chinese. */
  zh: string,
  /** In English. */
  en: string, };

/** The salvaged content that is open in place of a damaged project. */
export type SalvagedProject = {
  /** Number of scenes with readable text. */
  readable: number,
  /** Incomplete scenes, in reading order. */
  scenes: Array<DamagedScene>, };

/** A file for the diagnostics. */
export type SaveDiagnostics = { out: string,
  /** What the window tells about itself, above the log. */
  about: string, };

/** A working text to store. */
export type SaveDraft = { scene: SceneId,
  /** The version it is based on. */
  base: VersionNo,
  /** Passages of threads and comments as the editor tracked them, in char offsets of the text. */
  anchors?: Array<PlacedAnchor>,
  /**
   * AI-written spans of the text as the editor tracked them; an empty list means none. When absent they are derived
   * by comparison with the version.
   */
  spans?: Array<AiSpan> | null, } & ({ "text": string } | { "change": DraftChange });

/** Changes to an entity. Absent fields stay unchanged, or take their default in a new entity. */
export type SaveEntity = {
  /** The entity; a new one when absent. */
  entity?: EntityId | null,
  /** Its name; required for a new entity. */
  name?: string | null, kind?: EntityKind | null,
  /** Its other names. */
  aliases?: Array<string> | null, description?: string | null,
  /** The lore entry about it; `null` removes the link, absent leaves it. */
  lore_entry?: LoreEntryId | null, };

/** Changes to an event. Absent fields stay unchanged, or take their default in a new event. */
export type SaveEvent = {
  /** The event; a new one when absent. */
  event?: TimelineEventId | null,
  /** What happens; required for a new event. */
  title?: string | null, description?: string | null,
  /** The time in the author's words. Without `key`, the time key is derived from them if that is unambiguous. */
  time?: string | null,
  /** The time for sorting, as in `51-3-15`; `null` removes it. */
  key?: string | null,
  /** Events that happen before it. */
  after?: Array<TimelineEventId> | null,
  /** The place in words. */
  place?: string | null,
  /** The participants; unknown names create entities. */
  participants?: Array<EntityRef> | null,
  /** The scene that tells it; `null` for none. */
  scene?: SceneId | null, };

/** Changes to a fact. Absent fields stay unchanged, or take their default in a new fact. */
export type SaveFact = {
  /** The fact; a new one when absent. */
  fact?: FactId | null, subject: EntityRef, predicate: string, object: FactObject,
  /** Whether to end other facts with the same subject, predicate and modality where this one begins. */
  replaces?: boolean,
  /** The first scene in which it holds; `null`: from before the book. */
  valid_from?: SceneId | null,
  /** The first scene in which it no longer holds; `null`: to the end. */
  valid_to?: SceneId | null, modality?: Modality | null,
  /** A passage to add as evidence. */
  passage?: Passage | null, };

/** Whether a version was requested. */
export type SaveKind = "explicit" | "automatic";

/** Changes to a lore entry. Absent fields stay unchanged, or take their default in a new entry. */
export type SaveLoreEntry = {
  /** The entry; a new one when absent. */
  entry?: LoreEntryId | null,
  /** Its title; required for a new entry. */
  title?: string | null, kind?: LoreKind | null,
  /** Its other names. */
  aliases?: Array<string> | null, content?: string | null,
  /** What must not be revealed yet. */
  secrets?: string | null,
  /** Words that trigger it without naming it. */
  keywords?: Array<string> | null,
  /** Words that must be present as well. */
  and_keywords?: Array<string> | null,
  /** 1 to 10. */
  priority?: number | null,
  /** Whether it is always included. */
  constant?: boolean | null,
  /** Whether only the author may change it. */
  locked?: boolean | null, disabled?: boolean | null, };

/** A working text to store that contains long passages pasted from outside the novel. */
export type SavePasted = {
  /** The passages, in order and without overlap. */
  pasted: Array<Pasted>, scene: SceneId,
  /** The version it is based on. */
  base: VersionNo,
  /** Passages of threads and comments as the editor tracked them, in char offsets of the text. */
  anchors?: Array<PlacedAnchor>,
  /**
   * AI-written spans of the text as the editor tracked them; an empty list means none. When absent they are derived
   * by comparison with the version.
   */
  spans?: Array<AiSpan> | null, } & ({ "text": string } | { "change": DraftChange });

/** A profile to save. */
export type SaveProfile = {
  /** The profile as JSON. */
  text: string, to?: ProfilePlace, };

/** A new version of a template. */
export type SavePrompt = { group: string, key: string, language: PromptLanguage, template: string, note?: string, };

/** A provider to add or change. */
export type SaveProvider = {
  /** Replaces the provider with the same id. An empty address means the one of the preset. */
  provider: Provider, };

/** Changes to a relation. Absent fields stay unchanged, or take their default in a new relation. */
export type SaveRelation = {
  /** The relation; a new one when absent. */
  relation?: RelationId | null, from: EntityRef, to: EntityRef,
  /** The kind: `from` is the … of `to`. */
  kind: string,
  /** The first scene in which it holds; `null`: from before the book. */
  valid_from?: SceneId | null,
  /** The first scene in which it no longer holds; `null`: to the end. */
  valid_to?: SceneId | null, modality?: Modality | null,
  /** A passage to add as evidence. */
  passage?: Passage | null, };

/** A text to save as a version. */
export type SaveScene = { scene: SceneId,
  /** The version the text is based on; the newest of the main line when absent. */
  base?: VersionNo | null, text: string,
  /** Whether the author asked for the version. */
  kind?: SaveKind,
  /** Whether the text supersedes the scene's draft; otherwise an existing draft becomes a version of its own. */
  from_draft?: boolean,
  /** Passages of threads and comments as the editor tracked them, in char offsets of the text. */
  anchors?: Array<PlacedAnchor>,
  /**
   * AI-written spans of the text as the editor tracked them; an empty list means none. When absent they are derived
   * by comparison with the base.
   */
  spans?: Array<AiSpan> | null,
  /** The generation that the author accepted into the text with this save. */
  accepted?: GenerationId | null, };

/** Changes to a thread. Absent fields stay unchanged, or take their default in a new thread. */
export type SaveThread = {
  /** The thread; a new one when absent. */
  thread?: ThreadId | null,
  /** Its title; required for a new thread. */
  title?: string | null, description?: string | null,
  /** Number of chapters after which it is overdue; `null`: never. */
  due_after?: number | null,
  /** The passage that plants a new thread. */
  passage?: Passage | null, };

/** A request for misspelt words. */
export type ScanSpelling = {
  /** Where to search. */
  scope?: FindScope,
  /** The maximum number of words in the answer; 500 when absent. */
  limit?: number | null, };

/** An anchor in a scene. */
export type SceneAnchor = { id: ThreadAnchorId, thread: ThreadId,
  /** The title of the thread. */
  title: string, status: ThreadStatus,
  /** Its role in the thread. */
  role: AnchorRole, scene: SceneId,
  /** The last version in which its position was certain. */
  version: VersionNo,
  /** Its range in that version, in char offsets. */
  range: CharRange,
  /** The text of the passage; the last known text if it was deleted. */
  quote: string,
  /** Whether the passage was deleted. */
  gone: boolean,
  /** The author's note. */
  note: string,
  /** Its range in the working text, in char offsets; none if it was deleted or cannot be located with certainty. */
  now: CharRange | null,
  /** The certainty of that range, 0 to 1. */
  confidence: number,
  /** How it was located; none if the editor tracked it. */
  method: Method | null, };

/** The anchors in a scene. */
export type SceneAnchors = { scene: SceneId,
  /** Which text of the scene the ranges refer to. */
  text: TextKind,
  /** Its version; for a draft, its base version. */
  version: VersionNo,
  /** SHA-256 of that text, in hexadecimal. */
  hash: string,
  /** In text order. */
  anchors: Array<SceneAnchor>, };

/** A comment in a scene. */
export type SceneComment = { id: CommentId,
  /** Empty only for a passage that is not printed. */
  text: string, state: CommentState, colour: CommentColour, by: CommentBy,
  /** When it was written. */
  at: Timestamp,
  /** Oldest first. */
  replies: Array<CommentReply>,
  /** Whether the paragraphs of the passage are left out of every export and print. */
  not_for_print: boolean, scene: SceneId,
  /** The last version in which its position was certain. */
  version: VersionNo,
  /** Its range in that version, in char offsets. */
  range: CharRange,
  /** The text of the passage; the last known text if it was deleted. */
  quote: string,
  /** Whether the passage was deleted. */
  gone: boolean,
  /** Its range in the working text, in char offsets; none if it was deleted or cannot be located with certainty. */
  now: CharRange | null,
  /** The certainty of that range, 0 to 1. */
  confidence: number, };

/** The comments in a scene. */
export type SceneComments = { scene: SceneId,
  /** Which text of the scene the ranges refer to. */
  text: TextKind,
  /** Its version; for a draft, its base version. */
  version: VersionNo,
  /** SHA-256 of that text, in hexadecimal. */
  hash: string,
  /** In text order. */
  comments: Array<SceneComment>, };

/** What became of a scene that a session worked on. */
export type SceneFate = "open" | "accepted" | "partly" | "refused" | "released";

/** A scene (场景). Never reused, never changed. */
export type SceneId = number;

/** A scene that was not changed. */
export type SceneLeft = { scene: SceneId, reason: LeftReason, };

/** What the model that writes a scene must know of earlier events. */
export type SceneMemory = {
  /** The id of the novel. */
  project_id: string, scene: SceneId,
  /** Index of its chapter in the book, from 0. */
  chapter_index: number,
  /** Index of the scene in its chapter, from 0. */
  scene_index: number,
  /** Hash of the plan it was retrieved for. */
  plan_hash: string, queries_from: QueriesFrom, queries: MemoryQueries,
  /** The entities in play with their states as of the scene. */
  entity_states: Array<EntityMemory>,
  /** Passages of the book, in story order. */
  relevant_memories: Array<TextMemory>,
  /** Earlier events, in chronological order. */
  timeline_context: Array<EventMemory>,
  /** The parts that failed, with reasons. */
  degraded: Array<Degraded>,
  /** Ids of items the author does not want sent. */
  dropped: Array<string>, retrieved_at: Timestamp, };

/** A scene that changed. */
export type SceneMended = { scene: SceneId,
  /** The version before; a draft is saved as this version first. */
  before: VersionNo,
  /** The version with the changes. */
  after: VersionNo,
  /** The number of pieces that were accepted. */
  pieces: number, };

/** The plan of a scene. */
export type ScenePlan = { location?: string,
  /** When it happens in story time. */
  story_time?: string,
  /** The characters in the scene. */
  characters?: Array<string>,
  /** The point-of-view character. */
  pov?: string, conflict?: string, turning_point?: string, };

/** A scene with its place in the book. */
export type SceneRef = { scene: SceneId,
  /** Its chapter; none if the scene is in the bin. */
  chapter: ChapterId | null,
  /** The index of that chapter in the book, from 0. */
  chapter_index: number | null,
  /** The title of that chapter; empty if the scene is in the bin. */
  chapter_title: string, };

/** A scene with replaced hits. */
export type SceneReplaced = { scene: SceneId,
  /** The version before; a draft is saved as this version first. */
  before: VersionNo,
  /** The version with the new words. */
  after: VersionNo,
  /** The number of hits replaced. */
  replaced: number, };

/** A scene. */
export type SceneRequest = { scene: SceneId, };

/** A scene with its old words restored. */
export type SceneRestored = { scene: SceneId,
  /** The new version with the old words. */
  version: VersionNo, };

/** A text that was saved. */
export type SceneSaved = { scene: SceneId,
  /** The version with the text. */
  version: VersionNo, branch: BranchNo,
  /** Whether the base was no longer the head, so that the text started a branch. */
  branched: boolean,
  /** Whether the text equals its base, so that no version was created. */
  unchanged: boolean, };

/** The AI-written spans of a text. */
export type SceneSpans = { scene: SceneId,
  /** The version of the text; for a draft, its base version. */
  version: VersionNo,
  /** In order, in char offsets of the working text. */
  spans: Array<AiSpan>, };

/** The result of splitting a scene, and the input of [`undo_split`](crate::undo_split). */
export type SceneSplit = {
  /** The scene with the first part. */
  scene: SceneId,
  /** The new scene with the second part, right after it. */
  created: SceneId,
  /** The version of the scene with the whole text. */
  before: VersionNo,
  /** Passages of threads and comments that crossed the split position and were shortened. */
  cut: Array<CutAnchor>,
  /** The number of line breaks between the two parts, which are in neither. */
  gap: number, };

/** A text that was read. */
export type SceneText = { scene: SceneId, version: VersionNo, branch: BranchNo, text: string, counts: Totals,
  /** The draft, if the newest version was requested and there is one. */
  draft: DraftText | null, };

/** A scene. */
export type SceneView = { id: SceneId,
  /** Its title; often empty. */
  title: string, status: Status,
  /** The newest version of its main line. */
  version: VersionNo,
  /** The counts of its working text. */
  counts: Totals,
  /** Whether it is left out of every export and print. */
  not_for_print?: boolean, };

/** The result of merging two scenes, and the input of [`undo_merge`](crate::undo_merge). */
export type ScenesMerged = {
  /** The scene with both texts. */
  scene: SceneId,
  /** Its version before the merge. */
  before: VersionNo,
  /** Its version with both texts. */
  version: VersionNo,
  /** The second scene, now in the bin. */
  binned: SceneId, };

/** A search. */
export type Search = {
  /** Words, “phrases”, -excluded words, prefixes*; at most 1,000 characters. */
  query: string, mode?: SearchMode,
  /** The texts to search. */
  filters?: SearchFilters,
  /** Maximum number of hits; 50 when absent, at most 500. */
  limit?: number | null, };

/** Filters of a search; without any, everything is searched. */
export type SearchFilters = {
  /** Only this volume. */
  volume?: VolumeId | null,
  /** From this chapter on. */
  from_chapter?: ChapterId | null,
  /** Up to and including this chapter. */
  to_chapter?: ChapterId | null,
  /** Only scenes planned with this point of view. */
  pov?: string | null,
  /** Only scenes that mention this entity. */
  character?: EntityId | null,
  /** Only scenes with this status. */
  status?: Status | null,
  /** Only these kinds; all when empty. */
  kinds?: Array<SearchKind>,
  /** Only what is told up to and including this scene. */
  as_of?: SceneId | null, };

/** The result of a search. */
export type SearchFound = {
  /** Best first. */
  hits: Array<SearchHit>,
  /**
   * Number of paragraphs that contain all the words, regardless of the limit. These are the first hits by
   * words; later hits, or all if it is 0, contain only some of the words.
   */
  total: number,
  /** The embedding model used; none for a search by words. */
  meaning: SearchMeaning | null,
  /** Parts of the search that failed. */
  missing: Array<SearchMissing>,
  /** Number of changed texts that are not indexed yet. */
  left: number, };

/** A search hit. */
export type SearchHit = { kind: SearchKind, place: SearchPlace,
  /** In that text; for a scene, in its working text. */
  range: CharRange, snippet: SearchSnippet, why: SearchWhy, };

/** A kind of text, as the author sees and filters it. */
export type SearchKind = "text" | "lore" | "summary" | "note";

/** The embedding model used by a search. */
export type SearchMeaning = { model: string,
  /** The arithmetic of the model. */
  scheme: "f32" | "int8" | "ngram",
  /** Whether it is the fallback without a model, which compares characters. */
  is_fallback: boolean,
  /** Passages with a vector, in percent. */
  covered: number, };

/** A part of a search that failed. */
export type SearchMissing = { "part": "vectors", reason: string, } | { "part": "words", reason: string, };

/** The method of a search. */
export type SearchMode = "hybrid" | "text" | "vector";

/** The location of a text. */
export type SearchPlace = { "of": "scene", at: SceneRef,
  /** Often empty. */
  title: string,
  /** The version of the text; for a draft, its base version. */
  version: VersionNo, } | { "of": "scene_synopsis", at: SceneRef,
  /** Often empty. */
  title: string, } | { "of": "chapter", id: ChapterId, title: string, } | { "of": "chapter_summary", id: ChapterId, title: string, } | { "of": "volume", id: VolumeId,
  /** Empty for the only volume of an undivided novel. */
  title: string, } | { "of": "lore", id: LoreEntryId, title: string,
  /** Whether readers and models must not know it yet. */
  secret: boolean, } | { "of": "entity", id: EntityId, title: string, } | { "of": "bible", id: BibleFieldId, title: string, } | { "of": "thread", id: ThreadId, title: string, } | { "of": "event", id: TimelineEventId, title: string, };

/** An excerpt of a text with the marked hits. */
export type SearchSnippet = { text: string,
  /** The marks in characters of the snippet, in order and without overlaps. */
  marks: Array<CharRange>,
  /** The range of the snippet in its text. */
  range: CharRange,
  /** Whether the text continues before the snippet. */
  more_before: boolean,
  /** Whether the text continues after the snippet. */
  more_after: boolean, };

/** The ranks of a hit. */
export type SearchWhy = {
  /** Rank in the search by words, from 1. */
  words?: number | null,
  /** Rank in the search by meaning, from 1. */
  meaning?: number | null,
  /** Cosine similarity; comparable within one search, not between models. */
  similarity?: number | null, };

/** Whether secrets are written. By default they are not. */
export type Secrets = "leave" | "keep";

/** A request to a model. */
export type SentRequest = { model: string,
  /**
   * `ok`; for an answer that was asked for again or given up `too_short`, `no_json`, `misshapen` or `cut`;
   * `cancelled` if the author or the length gate ended it; else the kind of failure.
   */
  outcome: string,
  /** What was wrong, in English; empty if nothing was. */
  problem: string, tokens: Tokens,
  /** `None` if the price is unknown. */
  cost: Cost | null, millis: number, };

/** The models that a server offers. */
export type ServedModels = {
  /** Sorted. */
  models: Array<string>, };

/** Whether a mending accepts the replacements of a rule by itself. */
export type SetAccepting = { rule: Rule, on: boolean, };

/** A value by the author. */
export type SetArtifact = { name: string,
  /** What it is about; when absent, the novel, unless the name belongs to other parts. */
  subject?: Subject | null, value: string,
  /** The version that the author saw; whichever is the newest when absent. */
  based_on?: number | null,
  /**
   * The scene that the value is told up to; when absent, that of the version before. Without either, the value holds
   * from the beginning of the book.
   */
  at?: SceneId | null,
  /** For a new artifact: its format; `text` when absent. */
  content_type?: ContentType | null,
  /** For a new artifact: who sees it; `prompt_and_ui` when absent. */
  visibility?: Visibility | null, };

/** A change to a field. */
export type SetBibleField = {
  /** The field; an unknown name creates a field of the author's own. */
  key: string,
  /** Its text; unchanged when absent. */
  value?: string | null,
  /** Whether it is a hard constraint; unchanged when absent. */
  locked?: boolean | null,
  /** A new name for one of the author's own fields; unchanged when absent. */
  rename?: string | null, };

/** The spending ceilings. */
export type SetCeilings = { ceilings: Ceilings, };

/** A new state for comments. */
export type SetCommentState = { comments: Array<CommentId>, state: CommentState, };

/** Whether the window fills the screen. */
export type SetFullScreen = { full_screen: boolean, };

/** A key to store. */
export type SetKey = { id: ProviderId,
  /** Absent to delete the stored key. */
  key?: string | null, };

/** Where to store keys. */
export type SetKeyPlace = { place: KeyPlace,
  /** For a file: its passphrase, at least eight characters. */
  passphrase?: string | null, };

/** A look for elements drawn by the system. */
export type SetLook = { look: WindowLook, };

/** Settings to change; absent ones stay as they are. */
export type SetMeaning = { scheme?: ModelScheme | null, engine?: EngineChoice | null,
  /** At most the number of cores; 0 for all cores but one. */
  threads?: number | null,
  /** Whether background work pauses on battery. */
  pause_on_battery?: boolean | null,
  /**
   * The author's own mirrors, in order: addresses such as https://mirror.example.com, or with `{file}` in
   * them.
   */
  mirrors?: Array<string> | null, };

/** Another policy for a mending. */
export type SetMendPolicy = { session: MendSessionId, policy: MendPolicyChange,
  /** The number of changes that the author saw. Refused if the policy changed since; not checked when absent. */
  seen?: number | null,
  /** Whether the command line asks. */
  command_line?: boolean, };

/** Tools to set. */
export type SetMendTools = {
  /** The kinds and severities to change. The others stay. */
  rows?: Array<NamedTools>,
  /** Whether all others are as shipped again. */
  reset?: boolean, };

/** The menus of the window. */
export type SetMenus = {
  /** From left to right. */
  menus: Array<Menu>, };

/** A rule to switch on or off. */
export type SetRule = { rule: Rule,
  /** Null restores the default. */
  on: boolean | null, };

/** A switch to set. */
export type SetSwitch = { workflow: string,
  /** The event that starts it. */
  trigger: RunTrigger,
  /** Whether the trigger is enabled. */
  on: boolean,
  /** Monthly ceiling for the cost of models in triggered runs. */
  ceiling?: Cost | null, };

/** A title for the window. */
export type SetTitle = { title: string, };

/** A change of the setting that was proposed for an issue. */
export type SettingProposal = { id: ProposalId, proposed: Proposed, status: ProposalStatus, };

/** The author's settings. */
export type Settings = { theme: Theme,
  /** The language of the window; none until the author chooses one, which means the language of the system. */
  language: Language | null,
  /** Font family of the text; empty for the system's serif font. */
  font: string,
  /** Size of the text in px, 12 to 40. */
  font_size: number,
  /** Length of a line in 字, 20 to 80. */
  measure: number,
  /** Line height as a factor, 1.2 to 3. */
  line_height: number,
  /** First-line indent in 字, 0 to 4. */
  indent: number, count_rule: CountRuleName,
  /** Keep the caret line in the middle. */
  typewriter: boolean,
  /** Dim all paragraphs except the one with the caret. */
  focus: boolean,
  /** Render Markdown in the text. */
  markdown: boolean,
  /** Insert full-width punctuation and paired quotes while typing. */
  punctuation: boolean,
  /** Mark misspelt words of English novels. */
  spelling: boolean,
  /** Show all scenes of a chapter in one continuous page. */
  whole_chapter: boolean,
  /** Mark the names of the canon in the text. */
  show_names: boolean,
  /** Mark AI-written text. */
  show_ai_spans: boolean,
  /** Daily goal in 字; 0 for none. */
  daily_goal: number,
  /** Open the last project at startup. */
  reopen_last: boolean,
  /** Create a backup every hour if something changed. */
  hourly_backups: boolean,
  /** The backup folder; none for the program's own folder. */
  backup_folder: string | null,
  /** Days that ended runs of workflows and cached answers are kept, 30 to 3650; 0 to keep them. */
  keep_logs_days: number,
  /** Size of the interface as a factor, 0.8 to 1.6. */
  interface_scale: number,
  /**
   * Custom shortcuts by command id, in menu notation (`CmdOrCtrl+Shift+S`); empty for a command without a shortcut.
   * At most 300.
   */
  shortcuts: { [key in string]: string },
  /** The choices of the last export by name: its format, and the options of each format. At most 40. */
  export_choices: { [key in string]: string }, };

/** How much a finding matters. */
export type Severity = "low" | "medium" | "high" | "critical";

/** The shelf of overflow text (余稿). */
export type Shelf = {
  /** Newest first. */
  items: Array<ShelfItem>, };

/** The overflow of a generation. */
export type ShelfItem = { generation: GenerationId, scene: SceneId, act: Act, text: string, created_at: Timestamp, };

/** How its versions are shown. */
export type ShownAs = "latest" | "timeline" | "diff";

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

/** A text or a scene to compare with. */
export type Similar = {
  /** Its first 400 characters are compared. */
  text?: string | null,
  /** Its working text is compared; its own passages are excluded. */
  scene?: SceneId | null,
  /** The texts to search. */
  filters?: SearchFilters,
  /** Maximum number of hits; 50 when absent, at most 500. */
  limit?: number | null, };

/** Similar passages. */
export type SimilarFound = {
  /** Most similar first. */
  hits: Array<SearchHit>, meaning: SearchMeaning | null,
  /** Parts of the search that failed. */
  missing: Array<SearchMissing>, };

/** What becomes of each mark. A mark that a profile does not name is dropped, and its words stay. */
export type SiteMarks = { italic: Wrap, bold: Wrap, dots: Dots, ruby: Ruby, note: Note, centre: Wrap, right: Wrap, quotation: Wrap, };

/** How a site wants the text of a chapter. */
export type SiteProfile = {
  /** Lower case letters, digits and hyphens; the name of its file. */
  key: string, name: LocalName,
  /** When it was compared with its source, as `2026-11-28`. */
  checked: string,
  /** Where the rules were read. */
  source: string,
  /** What no source says, and the profile assumes. */
  assumes: LocalName,
  /** The first line of a chapter, with `{title}` and `{number}`; none if the site has a field for the title. */
  title_line: string | null,
  /** What stands before a paragraph. */
  indent: string,
  /** Whether paragraphs that begin with an opening bracket have no indent. */
  brackets_hang: boolean,
  /** Empty lines between paragraphs. */
  blank_lines: number,
  /** Whether the empty lines of the text stay. */
  keeps_blank_lines: boolean,
  /** The line of a scene break. */
  scene_break: string, escape: Escape,
  /** Characters of the text that the site would read as a mark, and what is written for them. */
  replace: Array<[string, string]>, marks: SiteMarks, length: Length,
  /** Words to look for before a chapter is published. */
  watch_words: Array<string>, };

/** One chapter in the form of a site. */
export type SiteText = { chapter: ChapterId,
  /** The key of the profile. */
  site: string, };

/** A chapter for the clipboard. */
export type SiteTextOf = { title: string, text: string,
  /** Its length by the standard count. */
  length: number,
  /** What the site may refuse. */
  warnings: Array<SiteWarning>, };

/** A profile. */
export type SiteView = {
  /** Whether it is the author's own. */
  own: boolean, profile: SiteProfile, };

/** Something in a chapter that the site may refuse. */
export type SiteWarning = {
  /** The chapter's place in the book, from 1. */
  chapter: number, title: string, } & ({ "kind": "short", length: number, least: number, } | { "kind": "long", length: number, most: number, } | { "kind": "long_paragraphs", count: number, most: number, } | { "kind": "word", word: string, count: number, });

/** The profiles of sites. */
export type Sites = { sites: Array<SiteView>,
  /** Files in the author's folder that are no profiles. */
  invalid: Array<InvalidSite>,
  /** The author's folder, if this machine has one for settings. */
  folder: string | null, };

/** The origin of a canon item. */
export type Source = "author" | "extraction" | "import";

/** The misspelt words in texts. */
export type SpellingChecked = {
  /** Whether spelling can be checked; if not, no word is reported. */
  state: SpellingState,
  /** The ranges of misspelt words per text, in char offsets, in order. */
  pieces: Array<Array<CharRange>>, };

/** The dictionaries of this machine, and the one used for this novel. */
export type SpellingDictionaries = {
  /** Whether spelling can be checked. */
  state: SpellingState, dictionaries: Array<SpellingDictionary>,
  /** The name of the dictionary in use; none if there is none. */
  used: string | null,
  /** The name of the dictionary chosen for this novel; none if the system decides. */
  chosen: string | null,
  /** Why the dictionary cannot be used; none if it can. */
  trouble: string | null,
  /** The folder for the author's own dictionaries: `….aff` and `….dic` files. */
  own_folder: string, };

/** A dictionary found on this machine. */
export type SpellingDictionary = {
  /** Its name, as in `en_GB`. */
  name: string,
  /** Its folder, for display. */
  folder: string, };

/** The misspelt words. */
export type SpellingScanned = {
  /** Whether spelling can be checked; if not, no word is reported. */
  state: SpellingState,
  /** The words, most frequent first. */
  words: Array<MisspeltWord>,
  /** The number of different misspelt words, regardless of the limit. */
  different: number,
  /** The number of their occurrences. */
  total: number,
  /** Scenes that were skipped because their text is damaged or too large. */
  unreadable: Array<SceneId>, };

/** Whether spelling can be checked. */
export type SpellingState = "ready" | "not_english" | "no_dictionary" | "unusable";

/** A word of the novel's own dictionary. */
export type SpellingWord = { word: string, };

/** The novel's own dictionary. */
export type SpellingWords = {
  /** Its words, sorted. */
  words: Array<string>, };

/** The total usage of a group of calls. */
export type Spent = { provider: string, model: string, task: string,
  /** The currency of `micros`; `None` if the price is unknown. */
  currency: string | null, calls: number,
  /** Number of failed calls; excludes calls that the length gate or the author ended. */
  failed: number, tokens: Tokens,
  /** Cost in millionths of the currency's unit. */
  micros: number, };

/** How to find chapters. */
export type SplitBy = "auto" | "none" | { "pattern": string } | { "titles": Array<string> };

/** A scene to split. */
export type SplitScene = { scene: SceneId,
  /** The position, in char offsets of its newest text. */
  at: CharOffset, };

/** A run to start. */
export type StartWorkflow = { workflow: string, chapter?: ChapterId | null,
  /** Further input, as an object. */
  input?: JsonValue,
  /**
   * Ceiling for the cost of models during the run, whatever calls them. A step whose estimate would exceed it
   * runs locally. A run that is already active keeps its own ceiling.
   */
  ceiling?: Cost | null,
  /**
   * The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
   * checked when absent.
   */
  agreed?: number | null, };

/** The state of an entity as of a scene. */
export type StateAsOf = { entity: EntityView, at: SceneId | null,
  /** What the story narrates as true. */
  narrated: StateSide,
  /** What is claimed, rumoured, dreamt or planned. */
  otherwise: StateSide, };

/** The statements of one kind in a state. */
export type StateSide = {
  /** Facts about it, by predicate. */
  facts: Array<FactView>,
  /** Facts about others that have it as their object. */
  object_of: Array<FactView>,
  /** Relations from it and to it. */
  relations: Array<RelationView>, };

/** The progress of a chapter or scene. */
export type Status = "planned" | "drafting" | "completed";

/** A step in two generations; none where the profile has no such step. */
export type StepChange = { step: string, title: Said, phase: Phase, before: ReportStep | null, after: ReportStep | null,
  /** Whether it ended otherwise, asked another model, or offered or made something else. */
  differs: boolean, };

/** How a step of a profile ended. */
export type StepEnd = "done" | "failed" | "left_out";

/** A kind of step. */
export type StepKindView = { handler: string, title: Said,
  /** The phases in which it may stand. */
  phases: Array<Phase>,
  /** Whether it can ask a model. */
  may_ask: boolean,
  /** The JSON Schema of its params, with their defaults. */
  params: JsonValue,
  /** What to say of its value, for a step that leaves nothing else. */
  writes: JsonValue, };

/** A step that would run. */
export type StepPreview = {
  /** Whether the request leaves it out. */
  left_out: boolean,
  /** What it would take if it is not left out. */
  takes: RunEstimate,
  /** What the plan of the scene lacks for it: unless it is left out, it refuses the text. */
  missing: Array<PlanField>,
  /** What it would send to a model, the first request of each kind. What is not known yet is named in 〔〕. */
  requests: Array<StepPrompt>,
  /** Whether what it makes is added to the request for the text, which is shown without it. */
  adds: boolean, step: string, title: Said, phase: Phase, handler: string, required: boolean,
  /** Whether it would ask a model with the current settings. */
  asks: boolean,
  /** Where the window shows what it writes: `editor`, `panel:…` or `feed:…`; none if nowhere. */
  surface: string | null, };

/** A request that a step of a profile would send. */
export type StepPrompt = {
  /** The model that would be called first; none if no model is set up. */
  target: AskedModel | null, messages: Array<RenderedMessage>,
  /** Prompt tokens. */
  tokens: number, };

/** A request of a step to a model. */
export type StepRequest = {
  /** The generation with the answer. */
  generation: GenerationId, model: string,
  /**
   * `ok`; for an answer that was asked for again or given up `too_short`, `no_json`, `misshapen` or `cut`;
   * `cancelled` if the author or the length gate ended it; else the kind of failure.
   */
  outcome: string,
  /** What was wrong, in English; empty if nothing was. */
  problem: string, tokens: Tokens,
  /** `None` if the price is unknown. */
  cost: Cost | null, millis: number, };

/** Why a scene gets no further round, in the order in which the reasons are checked after each round. */
export type StopReason = "passed" | "author" | "money" | "time" | "count" | "oscillation" | "worse" | "reseeding" | "stall" | "little_gain" | "judge_unreliable" | "no_tool";

/** The stored story so far. */
export type StoredStory = { text: string,
  /** The last chapter it covers. */
  up_to: ChapterId,
  /** The chapters it covers, each with the hash of the summary used. */
  chapters: Array<[ChapterId, string]>, source: CompletionSource, };

/** The stored summary of a chapter. */
export type StoredSummary = { text: string,
  /** In text order. */
  key_events: Array<KeyEvent>, source: CompletionSource,
  /** Hash of the texts it is based on. */
  texts: string, };

/** The content of a stream item. */
export type StreamEvent = { "type": "started", job: JobId, } | { "type": "progress",
  /** The current stage. */
  stage: string,
  /** Completed steps. */
  done: number,
  /** The total number of steps; 0 if unknown. */
  total: number, } | { "type": "generation", event: GenerationEvent, } | { "type": "desk", event: DeskEvent, } | { "type": "done",
  /** The answer of the command. */
  answer: JsonValue, } | { "type": "failed",
  /** The reason. */
  error: Failure, };

/** An item of a stream. */
export type StreamItem = {
  /** Its number, from 0, without gaps. */
  seq: number, event: StreamEvent, };

/** What the values of an artifact are about. */
export type Subject = "novel" | { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

/** A word that may be misspelt. */
export type SuggestSpelling = {
  /** The word as written in the text. */
  word: string, };

/** Suggestions for a word. */
export type SuggestedSpelling = {
  /** At most five words, most likely first. */
  suggestions: Array<string>, };

/** A direction for the next chapter. */
export type Suggestion = {
  /** A number that is never reused for another direction of the same chapter. */
  id: number,
  /** A title for the chapter, without a number. */
  title: string, outline: string,
  /** The threads it advances. */
  threads: Array<ThreadRef>,
  /** The reason for the suggestion. */
  why: string, source: CompletionSource,
  /** The chapter whose plan it became. */
  accepted_as: ChapterId | null, };

/** The result of accepting a direction. */
export type SuggestionAccepted = {
  /** The chapter that was planned. */
  chapter: ChapterId,
  /** The scene that was planned. */
  scene: SceneId,
  /** Whether the chapter is new; to undo, move it to the bin. */
  created: boolean,
  /** The previous plan, to restore with `manuscript.describe`; none if nothing changed. */
  before: Before | null, };

/** A direction for the next chapter. */
export type SuggestionView = { id: number,
  /** A title for the chapter. */
  title: string, outline: string,
  /** The threads it advances. */
  threads: Array<ThreadRef>,
  /** The reason for the suggestion. */
  why: string, source: CompletionSource,
  /** Whether the author accepted it. */
  accepted: boolean, };

/** The stored directions after a chapter. */
export type SuggestionsKept = { items: Array<Suggestion>,
  /** Hash of the texts they were based on. */
  texts: string,
  /** The next unused number. */
  next_id: number, };

/** Directions for the next chapter. */
export type SuggestionsView = { items: Array<SuggestionView>,
  /** When they were stored. */
  at: Timestamp,
  /** Whether a text of the chapter has changed since. */
  stale: boolean, };

/** The result of a summary. */
export type Summarized = { summary: StoredSummary,
  /** The story so far, if it was due. */
  story: StoredStory | null,
  /** Number of events dropped because their quote is not in the text. */
  dropped: number, took: Took, };

/** A text for a scene whose text cannot be read: either the words, or a file that has them. */
export type SupplyText = { session: MendSessionId, scene: SceneId, text?: string | null,
  /** The file may have other words before and after, such as an export of the chapter. */
  path?: string | null, };

/** A kind of data that a command reads or changes. */
export type Tag = "project" | "manuscript" | "texts" | "history" | "drafts" | "checkpoints" | "desk" | "settings" | "recent" | "bible" | "lore" | "graph" | "proposals" | "threads" | "comments" | "timeline" | "models" | "prompts" | "generations" | "usage" | "index" | "meaning" | "pipelines" | "mending" | "memory" | "findings" | "workflows" | "spelling";

/** Accepted changes to take out of the manuscript again. */
export type TakeBackMending = { session: MendSessionId,
  /** Only in these scenes; in all when absent. */
  scenes?: Array<SceneId> | null, };

/** What an import of a returned document added. */
export type TakeBackReturned = {
  /** The comments that it added. */
  comments?: Array<CommentId>,
  /** The removed comments that it restored. */
  restored?: Array<CommentId>, answered?: Array<AnswerBack>, };

/** A model and how to call it. */
export type Target = { provider: ProviderId,
  /** The model name as the server knows it. */
  model: string, parameters: Parameters, };

/** A task that a model does. */
export type Task = "draft" | "rewrite" | "summarize" | "extract" | "check" | "plan" | "retrieve" | "title";

/** How an event is told relative to story time. */
export type Telling = "in_order" | "flashback" | "flash_forward";

/** Two templates. */
export type TemplateChange = { before: PromptRef, after: PromptRef, };

/** The edits between two texts, each of which the author can accept or reject. */
export type TextEdits = {
  /** The edits, in char offsets of both texts. */
  edits: Array<Hunk>, };

/** The hits of a search. */
export type TextFound = {
  /** The first hits, in reading order. */
  hits: Array<TextHit>,
  /** The number of all hits, regardless of the limit. */
  total: number,
  /** The number of scenes searched. */
  searched: number,
  /** Scenes that were skipped because their text is damaged or too large. */
  unreadable: Array<SceneId>,
  /** Identifies the result: a replacement that names it is refused if the texts with hits have changed. */
  fingerprint: string, };

/** A match of the pattern in a text. */
export type TextHit = { scene: SceneId, chapter: ChapterId, chapter_title: string,
  /** Which text of the scene the range belongs to. */
  text: TextKind,
  /** The version the range belongs to; for a draft, its base version. */
  version: VersionNo,
  /** The position, in char offsets of that text. */
  range: CharRange,
  /** The words around it. */
  excerpt: Excerpt, };

/** Which text of a scene. */
export type TextKind = "version" | "draft";

/** A passage of the book. */
export type TextMemory = {
  /** Its id in the memory. */
  id: string,
  /** The scene that contains it. */
  scene: SceneId, chapter: ChapterId | null, chapter_title: string,
  /** The version of its text; for a draft, its base version. */
  version: VersionNo,
  /** Its range in that text. */
  range: CharRange, text: string, why: SearchWhy,
  /** Index of the query that ranked it highest. */
  query: number, };

/** The result of a replacement. */
export type TextReplaced = {
  /** The scenes that changed, in reading order. */
  scenes: Array<SceneReplaced>,
  /** The number of hits replaced. */
  replaced: number,
  /** Scenes that were skipped because their text is damaged or too large. */
  unreadable: Array<SceneId>, };

/** Two texts and the changes between them. */
export type TextsCompared = {
  /** The earlier text; empty if there was none. */
  before: string,
  /** The later text; empty if there is none. */
  after: string,
  /** The changes in order. */
  hunks: Array<HunkText>, };

/** The theme of the window. */
export type Theme = "system" | "light" | "dark" | "paper" | "green";

/** An action on a thread. */
export type ThreadAct = "plant" | "pay_off_partly" | "pay_off" | "abandon" | "reopen";

/** An anchor of a plot thread in the text. Never reused, never changed. */
export type ThreadAnchorId = number;

/** The effect of a passage on a plot thread. */
export type ThreadChange = "plant" | "remind" | "advance" | "resolve";

/** A plot thread (线索/伏笔). Never reused, never changed. */
export type ThreadId = number;

/** Plot threads. */
export type ThreadIds = { threads: Array<ThreadId>, };

/** A thread that a direction advances. */
export type ThreadRef = { id: ThreadId, title: string, };

/** The progress of a thread. */
export type ThreadStatus = "open" | "partial" | "resolved" | "abandoned";

/** A plot thread. */
export type ThreadView = { id: ThreadId, title: string,
  /** The promise and its intended payoff. */
  description: string, status: ThreadStatus,
  /** Number of chapters without a payoff after which it is overdue; none for never. */
  due_after: number | null,
  /** Why it was abandoned. */
  reason: string,
  /** How long it is overdue; none if it is not. */
  overdue: Overdue | null,
  /** Its anchors, in reading order; those in the bin last. */
  anchors: Array<AnchorView>, };

/** The plot threads. */
export type Threads = {
  /** The scene they are viewed as of. */
  at: SceneRef | null,
  /** Overdue threads first, then waiting, resolved, abandoned; each group by id. */
  threads: Array<ThreadView>, };

/** The position in the book to view the threads from. */
export type ThreadsAsOf = {
  /** The last scene the reader has read; the last scene with text when absent. */
  at?: SceneId | null, };

/** The treatment of a proposal by its confidence. */
export type Tier = "apply" | "review" | "reject";

/**
 * A sortable point in story time: numbers from the largest unit down (year, month, day, hour, minute), compared one
 * by one, in any calendar. A key sorts before the longer keys it is a prefix of: 第三年 before 第三年二月. In JSON it is a
 * string in the notation of the author.
 */
export type TimeKey = string;

/** The timeline. */
export type Timeline = {
  /** In story order. */
  events: Array<EventView>,
  /** All participants of events. */
  participants: Array<Participant>,
  /** Events that form a cycle, which a restore can produce; story order then falls back to telling order. */
  cycle: Array<TimelineEventId>, };

/** A timeline event (时间线事件). Never reused, never changed. */
export type TimelineEventId = number;

/** All fields of an event. */
export type TimelineEventRecord = {
  /** What happens. Never empty. */
  title: string, description: string,
  /** The time in the author's words. */
  time: string,
  /** The time for sorting. */
  key: TimeKey | null,
  /** Events that happen before it. */
  after: Array<TimelineEventId>,
  /** The place in words. */
  place: string, participants: Array<EntityId>,
  /** The scene that tells it. */
  scene: SceneId | null, };

/** Timeouts of a provider, in whole seconds, each 1–3600. */
export type Timeouts = {
  /** Until the connection is established. */
  connect: number,
  /** From the request to the first text or reasoning of the answer. Keep-alives do not count. */
  first_token: number,
  /** Between two pieces of the answer. Keep-alives do not count as pieces. */
  idle: number,
  /** From the request to the end of the answer, even if data keeps arriving. */
  total: number, };

/** Milliseconds since 1970-01-01 UTC. For display only: ids and version numbers define the order. */
export type Timestamp = number;

/** The token counts of a whole generation, summed over its calls. */
export type Tokens = {
  /** Tokens sent. */
  prompt: number,
  /** Tokens received. */
  completion: number,
  /** Sent tokens that the server read from its cache. */
  cached: number,
  /** Whether any of the counts is an estimate. */
  estimated: boolean, };

/** The combined cost of model calls. */
export type Took = {
  /** The sum, in the currency of the first call; none if no price is known. */
  cost: Cost | null,
  /** Number of calls. */
  calls: number,
  /** The generations with each answer and its receipt. */
  generations: Array<GenerationId>, };

/** A way to mend an issue. */
export type Tool = "replace" | "rewrite" | "shorten" | "lengthen" | "canon" | "author";

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

/** Why an entry was triggered. */
export type Trigger = "constant" | { "name": string } | { "keyword": string };

/** A triggered entry. */
export type TriggeredEntry = { entry: LoreEntryId, title: string,
  /** What triggered it. */
  by: Trigger,
  /** The number of occurrences of its names and keywords. */
  hits: number, };

/** The lore triggered by a scene. */
export type TriggeredLore = { scene: SceneId,
  /** Constant entries first, then by priority, then by hits. */
  entries: Array<TriggeredEntry>, };

/** Why a generation failed or broke off. */
export type Trouble = { kind: TroubleKind,
  /**
   * The message of the server or of this program, in English; not needed to know the kind. At most 2,000
   * characters, without the API key.
   */
  message: string, };

/** The kinds of failure that the author can act on. */
export type TroubleKind = "no_connection" | "no_first_word" | "broken_off" | "took_too_long" | "rate_limited" | "server" | "key" | "quota" | "bad_request" | "prompt_too_long" | "refused" | "no_answer" | "resting" | "shape" | "ceiling" | "storage" | "withdrawn";

/** A generation, and maybe a profile that is not saved. */
export type TryProfile = { request: Generate,
  /** A profile as JSON, in place of the one of the request. */
  text?: string | null, };

/** The turn of a generation: one press of the author, with the profile that it ran under. */
export type TurnRef = {
  /** SHA-256 of what was asked for, in hex. Equal presses have equal hashes. */
  hash: string,
  /** The run of its steps; `None` without steps. */
  run?: RunId | null, profile: string, profile_version: number,
  /** SHA-256 of the profile, in hex. */
  profile_hash: string,
  /** Which level set the profile: `asked`, `scene`, `chapter`, `volume`, `novel`, `machine` or `default`. */
  level: string, };

/** How many tokens a request of a model may use without asking the author. */
export type Unasked = { id: ProviderId, model: string,
  /** Tokens, prompt and answer together; 0 to ask about each request. */
  tokens: number, };

/** A replacement to undo. */
export type UndoReplace = {
  /** The scenes that changed. */
  scenes: Array<RewrittenScene>, };

/** A batch that was undone. */
export type Undone = { batch: BatchId,
  /** The number of applied proposals that were undone. */
  undone: number,
  /** Items that were kept because they were changed or used since. */
  kept: Array<Retained>, };

/** Opens the key file. */
export type Unlock = { passphrase: string, };

/** Why a remark has no place. */
export type UnplacedReason = "no_remark" | "no_paragraph" | "text_gone";

/** A remark that belongs to no known paragraph, or a line that is no remark. */
export type UnplacedRemark = { number: number | null, text: string, reason: UnplacedReason, };

/** Whose turns are asked for. */
export type UnwrittenRequest = { scene: SceneId, };

/** A turn without a text. */
export type UnwrittenTurn = { run: RunId, act: Act,
  /** The author's words. */
  instruction: string, began_at: Timestamp,
  /** The same request; none if the text has changed, so that its place is unknown. */
  again: Generate | null, };

/** The turns of a scene whose text was never asked for, because the program ended before. */
export type UnwrittenTurns = {
  /** Newest first. */
  turns: Array<UnwrittenTurn>, };

/** The periods to sum up. */
export type UsageSince = {
  /** Start of the day in the author's time zone; no daily figure when absent. */
  day?: Timestamp | null,
  /** Start of the month in the author's time zone; the whole novel when absent. */
  month?: Timestamp | null, };

/** Spending in two periods, with the ceilings. */
export type UsageSummary = { day: Array<Spent>,
  /** Since the start of the month, or in total. */
  month: Array<Spent>, ceilings: Ceilings, };

/** Which profile generations get. */
export type UseProfile = {
  /** The part of the novel; this machine when absent. */
  subject?: Subject | null,
  /** The act; every act when absent. */
  act?: Act | null,
  /** None to follow the next level again. */
  profile?: string | null, };

/** A profile as JSON. */
export type ValidateProfile = { text: string, };

/** A definition to validate. */
export type ValidateWorkflow = {
  /** The definition as JSON. */
  text: string, };

/** A variable that templates may use. */
export type Variable = {
  /** Its dotted name. */
  name: string, kind: Kind,
  /** Its Chinese label. */
  zh: string,
  /** Its English label. */
  en: string, };

/** The result of a step. */
export type Verdict = "ok" | "no" | "unknown";

/** A verdict of a model, whose quote stands in the text after the round. */
export type VerdictRecord = {
  /** `passed`, `recurrence` or `partial`. */
  outcome: Verification, quote: string,
  /** 0 to 1. */
  confidence: number,
  /** The generation that gave it. */
  generation?: GenerationId | null, };

/** The result of the re-check of a fix. */
export type Verification = "unverified" | "passed" | "recurrence" | "partial";

/** A version in a history. */
export type VersionEntry = { version: VersionNo, branch: BranchNo,
  /** The version it is based on. */
  parent: VersionNo | null,
  /** The version that was merged into it. */
  merged: VersionNo | null,
  /** The source of its text. */
  created_by: Author,
  /** Whether the author asked for it. */
  kind: SaveKind,
  /** The author's name for it. */
  label: string | null, created_at: Timestamp, counts: Totals, };

/** A version that was named. */
export type VersionLabelled = { scene: SceneId, version: VersionNo, label: string | null, };

/** A version (版本) of one scene: 1, 2, 3 … in the order of saving, on any branch. */
export type VersionNo = number;

/** A version that was restored. */
export type VersionRestored = { scene: SceneId,
  /** The new version with the old text. */
  version: VersionNo,
  /** The version before; restoring it undoes this. */
  before: VersionNo, };

/** Two versions of a scene, with their texts and changes. */
export type VersionsCompared = { scene: SceneId,
  /** The earlier version. */
  from: VersionNo,
  /** The later version; none for a draft. */
  to: VersionNo | null,
  /** The earlier text; empty if there was none. */
  before: string,
  /** The later text; empty if there is none. */
  after: string,
  /** The changes in order. */
  hunks: Array<HunkText>, };

/** The state of the window for a project. */
export type View = {
  /** The open scene. */
  scene: SceneId | null,
  /** The position of the caret, in UTF-16 units of the editor. */
  caret: number,
  /** The scroll position, in px. */
  scroll: number,
  /** Width of the binder in px; 0 if hidden. */
  binder: number,
  /** Width of the inspector in px; 0 if hidden. */
  inspector: number,
  /** The tab of the inspector. */
  tab: string,
  /** Folded volumes and chapters, as in `volume:1`. */
  folded: Array<string>, };

/** Who sees it. */
export type Visibility = "prompt_only" | "ui_only" | "prompt_and_ui" | "internal";

/** A volume (卷). Never reused, never changed. */
export type VolumeId = number;

/** A volume and its chapters. */
export type VolumeView = { id: VolumeId,
  /** Its title; empty for the only volume of an undivided novel. */
  title: string, counts: Totals,
  /** Chapters in order. */
  chapters: Array<ChapterView>, };

/** Why indexing is paused. */
export type Waiting = "typing" | "battery" | "trouble";

/** A finding to waive. */
export type WaiveFinding = { finding: FindingId,
  /** What the waiver applies to. */
  scope: WaiverScope,
  /** Required if the text is meant to be so. */
  reason?: string, };

/** A waiver (放行): the author's decision on a finding. Never reused, never changed. */
export type WaiverId = number;

/** The scope of a waiver. */
export type WaiverScope = "once" | "item" | "intended";

/** The author's waiver of a finding. */
export type WaiverView = {
  /** The id of the waiver; a waiver for an item may belong to another finding. */
  id: WaiverId,
  /** What the waiver applies to. */
  scope: WaiverScope, reason: string,
  /** When the waiver was given. */
  at: Timestamp, };

/** Why a node was skipped. */
export type WhySkipped = "condition" | "dependency" | "declined";

/** Why a comment of a document has no place. */
export type WhyUnplaced = "heading" | "no_passage" | "no_words" | "gone" | "unsure";

/** The look of elements drawn by the system: menus, frames, dialogs. */
export type WindowLook = "system" | "light" | "dark";

/** What goes into prompts. */
export type WithholdArtifact = { name: string,
  /** Whether no prompt takes it any more. */
  withheld: boolean, };

/** Whether the changes in texts are shown. */
export type Words = "omitted" | "shown";

/** An error in a definition. */
export type WorkflowFault = {
  /** The line, from 1. */
  line: number,
  /** The column in characters, from 1. */
  column: number,
  /** The JSON pointer of the value at fault, also of one that is missing; empty for the whole text. */
  pointer: string, code: WorkflowFaultCode,
  /** A description, with a suggestion if there is one. */
  message: string, };

/** Kinds of errors. */
export type WorkflowFaultCode = "syntax" | "duplicate_field" | "unknown_field" | "missing_field" | "wrong_type" | "bad_value" | "duplicate_node" | "no_handler" | "unknown_handler" | "unknown_workflow" | "bad_dependency" | "cycle" | "bad_reference" | "bad_condition" | "bad_params" | "too_many" | "shipped_id" | "two_writers" | "no_value" | "comment_in_prompt" | "not_for_author" | "not_for_prompts" | "not_kept" | "not_shown" | "not_accepted" | "too_late";

/** The available workflows. */
export type WorkflowList = {
  /** In display order. */
  workflows: Array<WorkflowView>,
  /** Ids of the workflows that would call a model with the current settings. */
  asking: Array<string>, switches: Array<WorkflowSwitch>, };

/** A step of a workflow. */
export type WorkflowNode = { id: string, title: Said,
  /** The handler that performs it. */
  handler: string | null,
  /** The workflow that performs it. */
  workflow: string | null,
  /** Steps that must complete first. */
  depends_on: Array<string>,
  /** Its layer in a drawing, from 0 at the top; every step is below those that it depends on. */
  layer: number,
  /** Whether it runs only under a condition. */
  conditional: boolean,
  /** Whether it runs once per item of a list. */
  fans_out: boolean,
  /** The maximum number of times that it runs, if it is repeated while a condition holds. */
  at_most: number | null,
  /** Whether the author must confirm it first. */
  confirms: boolean, };

/** What a workflow runs on. */
export type WorkflowScope = "chapter" | "project" | "input";

/** The run that was started. */
export type WorkflowStarted = { run: RunId,
  /** Whether it was already active. */
  already: boolean, };

/** Whether a trigger starts a workflow. */
export type WorkflowSwitch = { workflow: string,
  /** The title of the profile whose steps after an acceptance it starts; `null` for other workflows. */
  profile: Said | null,
  /** The event that starts it. */
  trigger: RunTrigger,
  /** Whether the trigger is enabled. */
  on: boolean,
  /** Whether it is enabled by default. */
  default_on: boolean,
  /** Monthly ceiling for the cost of models in triggered runs; without one, no model is called. */
  ceiling: Cost | null,
  /** Whether a step of it may call a model. */
  may_cost: boolean, };

/** The result of validating a definition. */
export type WorkflowValidated = {
  /** All faults of the definition. */
  errors: Array<WorkflowFault>,
  /** The workflow, if the definition is valid. */
  workflow: WorkflowView | null, };

/** A workflow. */
export type WorkflowView = { id: string, title: Said, description: Said, scope: WorkflowScope, version: number,
  /** Hash of its definition. */
  hash: string, nodes: Array<WorkflowNode>,
  /** The triggers it supports. */
  triggers: Array<RunTrigger>,
  /** The JSON Schema of its input, without what the program supplies. */
  input: JsonValue, };

/** What stands before and after the words of a mark. */
export type Wrap = { open: string, close: string, };

/** What was written on one day. */
export type WrittenDay = {
  /** Its start, inclusive. */
  from: Timestamp,
  /** Its end, exclusive. */
  until: Timestamp,
  /** Total growth of texts, from version to version. */
  added: Totals,
  /** Total shrinkage of texts. */
  removed: Totals,
  /** Growth minus shrinkage. */
  net: SignedTotals,
  /** The number of versions written by the author. */
  versions: number,
  /** The number of scenes edited. */
  scenes: number, };

/** What was written on each day. */
export type WrittenDays = {
  /** One day for each pair of neighbouring bounds. */
  days: Array<WrittenDay>, };

/** The days to report. */
export type WrittenOn = {
  /** The starts of the days, ascending, and the end of the last one: midnights in the author's time zone. */
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
  "project.print_text": { request: PrintText; answer: PrintBook };
  "site.list": { request: NoParams; answer: Sites };
  "site.text": { request: SiteText; answer: SiteTextOf };
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
  "scene.save_pasted": { request: SavePasted; answer: PastedSaved };
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
  "statistics.days": { request: WrittenOn; answer: WrittenDays };
  "scene.locate": { request: LocateRange; answer: RangeLocated };
  "scene.carry_passages": { request: CarryPassages; answer: PassagesCarried };
  "scene.carry_back": { request: PassagesCarried; answer: Done };
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
  "kg.connection": { request: FindConnection; answer: ConnectionView };
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
  "comments.list": { request: ListComments; answer: Comments };
  "comments.in_scene": { request: SceneRequest; answer: SceneComments };
  "comments.add": { request: AddComment; answer: CommentView };
  "comments.import_remarks": { request: ImportRemarks; answer: RemarksImported };
  "comments.import_returned": { request: ImportReturned; answer: ReturnedImported };
  "comments.take_back_returned": { request: TakeBackReturned; answer: Done };
  "comments.edit": { request: EditComment; answer: CommentView };
  "comments.reply": { request: ReplyToComment; answer: CommentView };
  "comments.set_state": { request: SetCommentState; answer: Done };
  "comments.remove": { request: CommentIds; answer: Done };
  "comments.put_back": { request: CommentIds; answer: Done };
  "comments.place": { request: PlaceComment; answer: CommentView };
  "timeline.list": { request: NoParams; answer: Timeline };
  "timeline.save": { request: SaveEvent; answer: EventSaved };
  "timeline.remove": { request: EventIds; answer: Done };
  "timeline.put_back": { request: EventIds; answer: Done };
  "spelling.check": { request: CheckSpelling; answer: SpellingChecked };
  "spelling.scan": { request: ScanSpelling; answer: SpellingScanned };
  "spelling.suggest": { request: SuggestSpelling; answer: SuggestedSpelling };
  "spelling.words": { request: NoParams; answer: SpellingWords };
  "spelling.add": { request: SpellingWord; answer: SpellingWords };
  "spelling.remove": { request: SpellingWord; answer: SpellingWords };
  "spelling.dictionaries": { request: NoParams; answer: SpellingDictionaries };
  "spelling.choose": { request: ChooseSpelling; answer: SpellingDictionaries };
  "scene.spans": { request: SceneRequest; answer: SceneSpans };
  "generation.at": { request: AtPlace; answer: Origin };
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
  "artifact.list": { request: ListArtifacts; answer: ArtifactList };
  "artifact.get": { request: GetArtifact; answer: ArtifactEntry };
  "artifact.history": { request: ArtifactHistoryRequest; answer: ArtifactHistory };
  "artifact.set": { request: SetArtifact; answer: ArtifactSet };
  "artifact.withhold": { request: WithholdArtifact; answer: JsonValue };
  "artifact.pin": { request: PinArtifact; answer: ArtifactEntry };
  "artifact.prune": { request: PruneArtifacts; answer: ArtifactsPruned };
  "check.run": { request: RunCheck; answer: CheckRun };
  "check.list": { request: ListFindings; answer: FindingList };
  "check.waive": { request: WaiveFinding; answer: Done };
  "check.unwaive": { request: FindingRequest; answer: Done };
  "check.rules": { request: NoParams; answer: Rules };
  "check.set_rule": { request: SetRule; answer: Rules };
  "check.set_accepting": { request: SetAccepting; answer: Rules };
  "mend.list": { request: ListMendings; answer: MendingList };
  "mend.show": { request: MendingRequest; answer: MendingDetail };
  "mend.issue": { request: IssueRequest; answer: MendIssueView };
  "mend.proposal": { request: MendedSceneRequest; answer: MendProposal };
  "mend.set_policy": { request: SetMendPolicy; answer: MendingDetail };
  "mend.decide": { request: DecideIssue; answer: MendIssueView };
  "mend.recheck": { request: MendingRequest; answer: MendRechecked };
  "mend.align": { request: AlignIssue; answer: MendIssueView };
  "mend.accept": { request: AcceptMending; answer: MendAccepted };
  "mend.take_back": { request: TakeBackMending; answer: MendTakenBack };
  "mend.audit": { request: ListAudit; answer: AuditLog };
  "mend.export": { request: ExportMending; answer: MendingExported };
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
  "mend.tools": { request: NoParams; answer: MendTools };
  "mend.set_tools": { request: SetMendTools; answer: MendTools };
  "meaning.state": { request: NoParams; answer: MeaningState };
  "meaning.choose_folder": { request: ChooseModel; answer: ModelChecked };
  "meaning.download": { request: DownloadModel; answer: ModelChecked };
  "meaning.check": { request: NoParams; answer: ModelChecked };
  "meaning.set": { request: SetMeaning; answer: MeaningState };
  "meaning.remove": { request: RemoveModel; answer: MeaningState };
  "generation.list": { request: ListGenerations; answer: GenerationList };
  "generation.get": { request: GenerationRequest; answer: GenerationCard };
  "context.preview": { request: Generate; answer: ContextPreview };
  "usage.summary": { request: UsageSince; answer: UsageSummary };
  "memory.retrieve": { request: RetrieveMemory; answer: SceneMemory };
  "memory.get": { request: SceneRequest; answer: MemoryOfScene };
  "memory.drop": { request: DropMemory; answer: SceneMemory };
  "search.find": { request: Search; answer: SearchFound };
  "search.similar": { request: Similar; answer: SimilarFound };
  "search.duplicates": { request: FindDuplicates; answer: DuplicatesFound };
  "index.state": { request: NoParams; answer: IndexView };
  "index.build": { request: NoParams; answer: IndexView };
  "index.rebuild": { request: NoParams; answer: IndexView };
  "completion.preview": { request: Complete; answer: CompletionPreview };
  "completion.summarize": { request: Complete; answer: Summarized };
  "completion.extract": { request: Complete; answer: ChapterExtracted };
  "completion.suggest": { request: Complete; answer: ChapterSuggested };
  "completion.check": { request: CheckChapter; answer: ChapterChecked };
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
  "mend.estimate": { request: BeginMending; answer: MendEstimate };
  "mend.begin": { request: BeginMending; answer: MendBegun };
  "mend.resume": { request: MendingRequest; answer: MendBegun };
  "mend.supply": { request: SupplyText; answer: MendSupplied };
  "mend.abandon": { request: AbandonMending; answer: JsonValue };
  "completion.chapter": { request: CompleteChapterRequest; answer: ChapterState };
  "generation.run": { request: Generate; answer: Generated };
  "generation.attach": { request: AttachGeneration; answer: Generated };
  "pipeline.try": { request: TryProfile; answer: ProfileTrial };
  "generation.running": { request: RunningRequest; answer: RunningTurns };
  "generation.unwritten": { request: UnwrittenRequest; answer: UnwrittenTurns };
  "generation.report": { request: ReportRequest; answer: ReportJson };
  "generation.export_report": { request: ExportReport; answer: JsonValue };
  "generation.compare": { request: CompareReports; answer: ReportDiff };
  "pipeline.list": { request: ListProfiles; answer: ProfileList };
  "pipeline.preview": { request: TryProfile; answer: ProfilePreview };
  "pipeline.get": { request: GetProfile; answer: ProfileText };
  "pipeline.steps": { request: NoParams; answer: ProfileForms };
  "pipeline.validate": { request: ValidateProfile; answer: ProfileValidated };
  "pipeline.save": { request: SaveProfile; answer: ProfileSaved };
  "pipeline.remove": { request: RemoveProfile; answer: ProfileRemoved };
  "pipeline.use": { request: UseProfile; answer: JsonValue };
  "pipeline.trust": { request: ProfileRequest; answer: JsonValue };
  "pipeline.export": { request: ExportProfile; answer: JsonValue };
  "pipeline.import": { request: ImportProfile; answer: ProfileImported };
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
  "diagnostics.show": { request: NoParams; answer: Diagnostics };
  "diagnostics.save": { request: SaveDiagnostics; answer: DiagnosticsSaved };
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
  "window.print": { request: NoParams; answer: JsonValue };
  "window.keep_open": { request: NoParams; answer: JsonValue };
  "window.close": { request: NoParams; answer: JsonValue };
}

/** The data that the answer of a command depends on. */
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
  "project.print_text": ["project","manuscript","texts","drafts"],
  "site.list": ["settings"],
  "site.text": ["project","manuscript","texts","drafts"],
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
  "scene.save_pasted": [],
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
  "checkpoint.compare": ["project","manuscript","texts","drafts","checkpoints","bible","lore","graph","threads","comments","timeline","prompts"],
  "checkpoint.diff_text": ["manuscript","texts","drafts","checkpoints"],
  "checkpoint.preview_restore": ["project","manuscript","texts","drafts","checkpoints","bible","lore","graph","threads","comments","timeline","prompts"],
  "checkpoint.restore": [],
  "statistics.days": ["manuscript","texts","history","drafts"],
  "scene.locate": ["texts","history","drafts"],
  "scene.carry_passages": [],
  "scene.carry_back": [],
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
  "kg.connection": ["graph","manuscript"],
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
  "comments.list": ["comments","manuscript"],
  "comments.in_scene": ["comments","texts","history","drafts"],
  "comments.add": [],
  "comments.import_remarks": [],
  "comments.import_returned": [],
  "comments.take_back_returned": [],
  "comments.edit": [],
  "comments.reply": [],
  "comments.set_state": [],
  "comments.remove": [],
  "comments.put_back": [],
  "comments.place": [],
  "timeline.list": ["timeline","graph","manuscript"],
  "timeline.save": [],
  "timeline.remove": [],
  "timeline.put_back": [],
  "spelling.check": ["project","lore","graph","bible","spelling"],
  "spelling.scan": ["project","manuscript","texts","drafts","lore","graph","bible","spelling"],
  "spelling.suggest": ["project","lore","graph","bible","spelling"],
  "spelling.words": ["spelling"],
  "spelling.add": [],
  "spelling.remove": [],
  "spelling.dictionaries": ["project","spelling"],
  "spelling.choose": [],
  "scene.spans": ["texts","history","drafts","generations"],
  "generation.at": ["texts","history","drafts","generations"],
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
  "artifact.list": ["workflows","memory","texts","manuscript"],
  "artifact.get": ["workflows","memory","texts","manuscript"],
  "artifact.history": ["workflows","memory"],
  "artifact.set": [],
  "artifact.withhold": [],
  "artifact.pin": [],
  "artifact.prune": [],
  "check.run": [],
  "check.list": ["findings","manuscript","texts","drafts","bible","lore","graph","threads","timeline"],
  "check.waive": [],
  "check.unwaive": [],
  "check.rules": ["findings"],
  "check.set_rule": [],
  "check.set_accepting": [],
  "mend.list": ["mending","workflows","manuscript","findings"],
  "mend.show": ["mending","manuscript","proposals"],
  "mend.issue": ["mending","proposals"],
  "mend.proposal": ["mending","texts","drafts"],
  "mend.set_policy": [],
  "mend.decide": [],
  "mend.recheck": [],
  "mend.align": [],
  "mend.accept": [],
  "mend.take_back": [],
  "mend.audit": ["mending"],
  "mend.export": [],
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
  "mend.tools": ["models"],
  "mend.set_tools": [],
  "meaning.state": ["meaning"],
  "meaning.choose_folder": [],
  "meaning.download": [],
  "meaning.check": [],
  "meaning.set": [],
  "meaning.remove": [],
  "generation.list": ["generations"],
  "generation.get": ["generations"],
  "context.preview": ["models","project","manuscript","texts","drafts","bible","lore","graph","threads","timeline","memory","prompts","workflows"],
  "usage.summary": ["usage","models"],
  "memory.retrieve": [],
  "memory.get": ["memory","manuscript"],
  "memory.drop": [],
  "search.find": ["manuscript","texts","drafts","bible","lore","graph","threads","timeline","index"],
  "search.similar": ["manuscript","texts","drafts","bible","lore","graph","threads","timeline","index"],
  "search.duplicates": ["manuscript","texts","drafts","index"],
  "index.state": ["manuscript","texts","drafts","bible","lore","graph","threads","timeline","index"],
  "index.build": [],
  "index.rebuild": [],
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
  "mend.estimate": ["mending","findings","texts","drafts","models"],
  "mend.begin": [],
  "mend.resume": [],
  "mend.supply": [],
  "mend.abandon": [],
  "completion.chapter": ["workflows","manuscript","texts","drafts"],
  "generation.run": [],
  "generation.attach": ["generations"],
  "pipeline.try": [],
  "generation.running": ["generations"],
  "generation.unwritten": ["generations","texts","drafts"],
  "generation.report": ["generations","texts","history","drafts","workflows"],
  "generation.export_report": ["generations","texts","history","drafts","workflows"],
  "generation.compare": ["generations","workflows"],
  "pipeline.list": ["pipelines","manuscript","models","prompts"],
  "pipeline.preview": ["pipelines","models","project","manuscript","texts","drafts","bible","lore","graph","threads","timeline","memory","prompts","workflows"],
  "pipeline.get": ["pipelines"],
  "pipeline.steps": [],
  "pipeline.validate": ["pipelines"],
  "pipeline.save": [],
  "pipeline.remove": [],
  "pipeline.use": [],
  "pipeline.trust": [],
  "pipeline.export": ["pipelines"],
  "pipeline.import": [],
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
  "diagnostics.show": [],
  "diagnostics.save": [],
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
  "window.print": [],
  "window.keep_open": [],
  "window.close": [],
};

/** The data that a command changes. */
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
  "project.print_text": [],
  "site.list": [],
  "site.text": [],
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
  "scene.split": ["manuscript","texts","history","drafts","threads","comments"],
  "scene.merge": ["manuscript","texts","history","drafts","threads","comments"],
  "scene.undo_split": ["manuscript","texts","history","drafts","threads","comments"],
  "scene.undo_merge": ["manuscript","texts","history","drafts","threads","comments"],
  "scene.text": [],
  "scene.save": ["texts","history","drafts","threads","comments","generations"],
  "scene.save_draft": ["drafts"],
  "scene.save_pasted": ["texts","history","drafts"],
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
  "checkpoint.restore": ["project","manuscript","texts","history","drafts","checkpoints","bible","lore","graph","threads","comments","timeline","prompts"],
  "statistics.days": [],
  "scene.locate": [],
  "scene.carry_passages": ["threads","comments","texts","history","drafts"],
  "scene.carry_back": ["threads","comments"],
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
  "kg.connection": [],
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
  "comments.list": [],
  "comments.in_scene": [],
  "comments.add": ["comments","texts","history","drafts"],
  "comments.import_remarks": ["comments","texts","history","drafts"],
  "comments.import_returned": ["comments","texts","history","drafts"],
  "comments.take_back_returned": ["comments"],
  "comments.edit": ["comments"],
  "comments.reply": ["comments"],
  "comments.set_state": ["comments"],
  "comments.remove": ["comments"],
  "comments.put_back": ["comments"],
  "comments.place": ["comments","texts","history","drafts"],
  "timeline.list": [],
  "timeline.save": ["timeline","graph"],
  "timeline.remove": ["timeline"],
  "timeline.put_back": ["timeline"],
  "spelling.check": [],
  "spelling.scan": [],
  "spelling.suggest": [],
  "spelling.words": [],
  "spelling.add": ["spelling"],
  "spelling.remove": ["spelling"],
  "spelling.dictionaries": [],
  "spelling.choose": ["spelling"],
  "scene.spans": [],
  "generation.at": [],
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
  "artifact.list": [],
  "artifact.get": [],
  "artifact.history": [],
  "artifact.set": ["workflows","memory"],
  "artifact.withhold": ["workflows","memory"],
  "artifact.pin": ["workflows","memory"],
  "artifact.prune": ["workflows","memory"],
  "check.run": ["findings","texts","history","drafts"],
  "check.list": [],
  "check.waive": ["findings"],
  "check.unwaive": ["findings"],
  "check.rules": [],
  "check.set_rule": ["findings"],
  "check.set_accepting": ["findings"],
  "mend.list": [],
  "mend.show": [],
  "mend.issue": [],
  "mend.proposal": [],
  "mend.set_policy": ["mending"],
  "mend.decide": ["mending","graph","timeline","threads","proposals","findings"],
  "mend.recheck": ["mending"],
  "mend.align": ["mending"],
  "mend.accept": ["mending","texts","history","drafts","findings","generations"],
  "mend.take_back": ["mending","texts","history","drafts","findings"],
  "mend.audit": [],
  "mend.export": [],
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
  "mend.tools": [],
  "mend.set_tools": ["models"],
  "meaning.state": [],
  "meaning.choose_folder": ["meaning"],
  "meaning.download": ["meaning"],
  "meaning.check": ["meaning"],
  "meaning.set": ["meaning"],
  "meaning.remove": ["meaning"],
  "generation.list": [],
  "generation.get": [],
  "context.preview": [],
  "usage.summary": [],
  "memory.retrieve": ["memory","generations","usage"],
  "memory.get": [],
  "memory.drop": ["memory"],
  "search.find": [],
  "search.similar": [],
  "search.duplicates": [],
  "index.state": [],
  "index.build": ["index"],
  "index.rebuild": ["index"],
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
  "mend.estimate": [],
  "mend.begin": ["mending","workflows","findings","texts","history","drafts"],
  "mend.resume": ["mending","workflows"],
  "mend.supply": ["mending","workflows","texts","history"],
  "mend.abandon": ["mending","workflows"],
  "completion.chapter": [],
  "generation.run": ["generations","usage","texts","history","drafts","workflows"],
  "generation.attach": [],
  "pipeline.try": ["usage","memory","generations","workflows"],
  "generation.running": [],
  "generation.unwritten": [],
  "generation.report": [],
  "generation.export_report": [],
  "generation.compare": [],
  "pipeline.list": [],
  "pipeline.preview": [],
  "pipeline.get": [],
  "pipeline.steps": [],
  "pipeline.validate": [],
  "pipeline.save": ["pipelines"],
  "pipeline.remove": ["pipelines"],
  "pipeline.use": ["pipelines"],
  "pipeline.trust": ["pipelines"],
  "pipeline.export": [],
  "pipeline.import": ["pipelines","checkpoints","texts","history","drafts"],
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
  "diagnostics.show": [],
  "diagnostics.save": [],
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
  "window.print": [],
  "window.keep_open": [],
  "window.close": [],
};

/** The settings of an author who changed none. */
export const DEFAULT_SETTINGS: Settings = {
  "theme": "system",
  "language": null,
  "font": "",
  "font_size": 18,
  "measure": 38,
  "line_height": 1.9,
  "indent": 2,
  "count_rule": "language",
  "typewriter": false,
  "focus": false,
  "markdown": true,
  "punctuation": true,
  "spelling": true,
  "whole_chapter": true,
  "show_names": false,
  "show_ai_spans": true,
  "daily_goal": 0,
  "reopen_last": true,
  "hourly_backups": true,
  "backup_folder": null,
  "keep_logs_days": 365,
  "interface_scale": 1.0,
  "shortcuts": {},
  "export_choices": {}
};
