// Generated from the command list of `studio` by `cargo xtask types`. Not to be edited.

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
  /** Places where both lines had changed, decided for the preferred side. */
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

/** The branches of a scene. */
export type Branches = {
  /** The scene. */
  scene: SceneId,
  /** In the order they were made. */
  branches: Array<BranchEntry>, };

/** Whether capitals and small letters differ. */
export type Case = "ignore" | "exact";

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

/** A chapter (章). Never reused, never changed. */
export type ChapterId = number;

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
export type ChooseKind = "open_project" | "new_project" | "import_file" | "import_folder" | "export_file" | "export_folder" | "backup_folder";

/** A file or a folder that was chosen. */
export type Chosen = {
  /** What was chosen; none when the author changed their mind. */
  path: ChosenPath | null, };

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
export type Code = "file_not_found" | "file_exists" | "not_a_project" | "newer_schema" | "project_held" | "read_only" | "not_writable" | "file_gone" | "disk_full" | "busy" | "damaged" | "io" | "not_found" | "bad_request" | "merge_conflict" | "import_refused" | "copy_mismatch" | "no_project" | "stopped" | "internal";

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

/** What is not the same on two sides. */
export type Comparison = {
  /** The first side. */
  from: CheckpointId | null,
  /** The second side; none for the project as it stands. */
  to: CheckpointId | null,
  /** By kind and id. */
  changes: Array<ChangeEntry>, };

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

/** What a total counts. */
export type CountRule = "standard" | "word" | "han" | "all";

/** Which of the totals is shown as 字数. */
export type CountRuleName = "standard" | "word" | "han" | "all";

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

/** What shall be said about a part. */
export type DescribePart = {
  /** The part. */
  part: PartId,
  /** How far it is; unchanged when absent. Volumes have none. */
  status?: Status | null,
  /** Wanted length in 字; none takes it away, unchanged when absent. Volumes have none. */
  target?: number | null,
  /** What happens in it; unchanged when absent. */
  synopsis?: string | null, };

/** What is said about the novel. */
export type DescribeProject = {
  /** Its title; unchanged when absent. */
  title?: string | null,
  /** Its author; unchanged when absent. */
  author?: string | null, };

/** Something happened that no window asked for. */
export type DeskEvent = { "type": "changed",
  /** What changed. */
  tags: Array<Tag>, } | { "type": "menu",
  /** The window's command. */
  command: string, } | { "type": "closing" } | { "type": "open_requested",
  /** Token of its path. */
  path: string,
  /** Its file name. */
  name: string, } | { "type": "verified",
  /** How many places are damaged. */
  damage: number, } | { "type": "backed_up",
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
  /** What is damaged; empty when all is well. */
  damage: Array<Damage>,
  /** Scenes whose text was read. */
  scenes: number,
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
  /** The words. */
  text: string,
  /** When it was last stored. */
  updated_at: Timestamp, };

/** What the clipboard is used for. */
export type Edit = {
  /** What for. */
  act: EditAct, };

/** What the clipboard is used for. */
export type EditAct = "cut" | "copy" | "paste";

/** A hit with the words around it, on its line. */
export type Excerpt = {
  /** At most 30 characters before it. */
  before: string,
  /** The hit; of a long one the first 200 characters. */
  found: string,
  /** At most 30 characters after it. */
  after: string, };

/** What is done with files that are there already. */
export type Existing = "keep" | "replace";

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
  /** Where to look. */
  scope?: FindScope,
  /** The most hits in the answer; 2,000 when absent. */
  limit?: number | null, };

/** The notation of exported files. */
export type FormatName = "txt" | "md";

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
  /** The state before; restoring it takes the import back. */
  before: CheckpointId | null,
  /** What was found: title, author, encoding, volumes with their chapters, warnings, changes by rule. */
  found: JsonValue, };

/** What an item is. */
export type ItemKind = "project" | "outline" | "volume" | "chapter" | "scene" | "text";

/** A running job. Never reused while the program runs. */
export type JobId = number;

/** A job that was asked to stop. */
export type JobStopping = {
  /** Whether it was still running. */
  running: boolean, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** How the open project stands in the window. */
export type KeepView = {
  /** How. */
  view: View, };

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

/** How a book is laid out in files. */
export type LayoutName = "whole" | "per_chapter";

/** Why a scene was left as it is. */
export type LeftReason = "draft" | "moved_on";

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
  /** Whose words stand where both changed the same place; without it such a merge is refused and shown. */
  prefer?: Prefer | null, };

/** Two scenes to merge. */
export type MergeScenes = {
  /** The scene that stays. */
  scene: SceneId,
  /** The scene whose text is appended and which goes into the bin. */
  with: SceneId, };

/** A part to move. */
export type MovePart = {
  /** The part. */
  part: PartId,
  /** Where it shall stand; where it stands now when absent. */
  parent?: Parent | null,
  /** Its index there, from 0; at the end when absent. */
  at?: number | null, };

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

/** No details: asks about the whole project. */
export type Nothing = Record<symbol, never>;

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

/** Where the numbers start again. */
export type Numbering = "book" | "volume";

/** A branch of a scene. */
export type OfBranch = {
  /** The scene. */
  scene: SceneId,
  /** The branch. */
  branch: BranchNo, };

/** A job. */
export type OfJob = {
  /** Which one. */
  job: JobId, };

/** A part to put into the bin. */
export type OfPart = {
  /** The part. */
  part: PartId, };

/** A project of late. */
export type OfRecent = {
  /** Token of its path. */
  path: string, };

/** A scene. */
export type OfScene = {
  /** Which one. */
  scene: SceneId, };

/** What is done with bytes that do not decode. */
export type OnUndecodable = "refuse" | "replace";

/** How a project is opened. */
export type OpenMode = "write" | "take_over" | "read";

/** A project to open. */
export type OpenProject = {
  /** Token of its path. */
  path: string,
  /** How. */
  mode?: OpenMode, };

/** The open project. */
export type OpenedProject = {
  /** Title of the novel. */
  title: string,
  /** Its author. */
  author: string,
  /** File name. */
  name: string,
  /** The folder it is in, for people. */
  folder: string,
  /** Whether it can be written. */
  writable: boolean,
  /** What was noticed while opening. */
  noticed: NoticedInfo,
  /** How it stood in the window when it was left. */
  view: View,
  /** The last proved backup. */
  backed_up_at: Timestamp | null, };

/** The manuscript in reading order. */
export type OutlineView = {
  /** Volumes in order. */
  volumes: Array<VolumeView>, };

/** Where a part shall stand. */
export type Parent = "manuscript" | { "volume": VolumeId } | { "chapter": ChapterId };

/** A part and what was done to it. */
export type PartChanged = { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

/** A part of the manuscript. */
export type PartId = { "volume": VolumeId } | { "chapter": ChapterId } | { "scene": SceneId };

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

/** Whose words stand in a conflict. */
export type Prefer = "main" | "branch";

/** What is said about the novel now. */
export type ProjectDescribed = {
  /** Its title. */
  title: string,
  /** Its author. */
  author: string, };

/** A project at a glance. */
export type ProjectInfo = {
  /** Title of the novel. */
  title: string,
  /** Its author. */
  author: string,
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

/** A text to read. */
export type ReadText = {
  /** The scene. */
  scene: SceneId,
  /** The version; the newest of the main line when absent. */
  version?: VersionNo | null, };

/** Why a checkpoint was made. */
export type Reason = "author" | "before_restore" | "before_import" | "before_compaction";

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

/** The projects of late. */
export type RecentProjects = {
  /** Latest first. */
  projects: Array<RecentProject>, };

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

/** A checkpoint to bring back, whole or in part. */
export type RestoreCheckpoint = {
  /** The checkpoint. */
  checkpoint: CheckpointId,
  /** Only this scene. */
  scene?: SceneId | null,
  /** Only this chapter. */
  chapter?: ChapterId | null, };

/** A version to bring back. */
export type RestoreVersion = {
  /** The scene. */
  scene: SceneId,
  /** The version. */
  version: VersionNo, };

/** A file to show. */
export type RevealFile = {
  /** Token of its path; the open project when absent. */
  path?: string | null, };

/** A scene in which something was replaced. */
export type RewrittenScene = {
  /** The scene. */
  scene: SceneId,
  /** The version before. */
  before: VersionNo,
  /** The version with the new words. */
  after: VersionNo, };

/** Working text to keep between versions. */
export type SaveDraft = {
  /** The scene. */
  scene: SceneId,
  /** The version it was begun from. */
  base: VersionNo, } & ({ "text": string } | { "change": DraftChange });

/** Whether somebody asked for a version. */
export type SaveKind = "explicit" | "automatic";

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
  from_draft?: boolean, };

/** A scene (场景). Never reused, never changed. */
export type SceneId = number;

/** A scene that was left as it is. */
export type SceneLeft = {
  /** The scene. */
  scene: SceneId,
  /** Why. */
  reason: LeftReason, };

/** The plan of a scene. */
export type ScenePlan = {
  /** Where it plays. */
  location: string,
  /** When it plays, in the time of the story. */
  story_time: string,
  /** Who is in it. */
  characters: Array<string>,
  /** Whose eyes it is seen through. */
  pov: string,
  /** What stands against whom. */
  conflict: string,
  /** What turns. */
  turning_point: string, };

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

/** A scene that was split. */
export type SceneSplit = {
  /** The scene with the first part. */
  scene: SceneId,
  /** The new scene with the second part, right after it. */
  created: SceneId, };

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
  /** Its counts. */
  counts: Totals, };

/** Scenes that were merged. */
export type ScenesMerged = {
  /** The scene with both texts. */
  scene: SceneId,
  /** Its new version. */
  version: VersionNo,
  /** The scene that went into the bin. */
  binned: SceneId, };

/** Whether the window fills the screen. */
export type SetFullScreen = {
  /** Whether it does. */
  full_screen: boolean, };

/** A look for what the system draws. */
export type SetLook = {
  /** The look. */
  look: WindowLook, };

/** The menus of the window. */
export type SetMenus = {
  /** From left to right. */
  menus: Array<Menu>, };

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
  /** Show all scenes of a chapter below each other. */
  whole_chapter: boolean,
  /** Wanted 字 a day; 0 for none. */
  daily_goal: number,
  /** Open the last project at the start. */
  reopen_last: boolean,
  /** Make a backup every hour in which something changed. */
  hourly_backups: boolean,
  /** Where backups go; none for the program's own folder. */
  backup_folder: string | null,
  /** Size of the interface as a factor, 0.8 to 1.6. */
  interface_scale: number, };

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

/** How chapters are found. */
export type SplitBy = "auto" | "none" | { "pattern": string } | { "titles": Array<string> };

/** A scene to split. */
export type SplitScene = {
  /** The scene. */
  scene: SceneId,
  /** Where, in char offsets of its newest text. */
  at: CharOffset, };

/** How far a chapter or scene is. */
export type Status = "planned" | "drafting" | "completed";

/** What an item of a stream says. */
export type StreamEvent = { "type": "started",
  /** The job. */
  job: JobId, } | { "type": "progress",
  /** What it is doing. */
  stage: string,
  /** Steps done. */
  done: number,
  /** Steps in all; 0 when nobody knows. */
  total: number, } | { "type": "told",
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

/** What a command reads or changes. */
export type Tag = "project" | "manuscript" | "texts" | "history" | "drafts" | "checkpoints" | "desk" | "settings" | "recent";

/** What was found. */
export type TextFound = {
  /** The first hits, in reading order. */
  hits: Array<TextHit>,
  /** How many there are, whatever the limit. */
  total: number,
  /** Scenes that were looked through. */
  searched: number,
  /** Scenes whose text is damaged and cannot be looked through. */
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

/** Milliseconds since 1970-01-01 UTC. For people only: order comes from ids and version numbers. */
export type Timestamp = number;

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

/** A replacement to take back. */
export type UndoReplace = {
  /** The scenes that changed. */
  scenes: Array<RewrittenScene>, };

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

/** The look of what the system draws: menus, frames, dialogs. */
export type WindowLook = "system" | "light" | "dark";

/** How much of changed texts is shown. */
export type Words = "omitted" | "shown";

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
  "project.info": { request: Nothing; answer: ProjectInfo };
  "project.describe": { request: DescribeProject; answer: ProjectDescribed };
  "project.back_up": { request: BackUp; answer: BackedUp };
  "project.doctor": { request: Nothing; answer: Diagnosis };
  "project.rebuild": { request: Nothing; answer: Diagnosis };
  "project.import": { request: ImportText; answer: Imported };
  "project.preview_import": { request: ImportText; answer: Imported };
  "project.export": { request: ExportText; answer: Exported };
  "history.compact": { request: CompactHistory; answer: HistoryCompacted };
  "manuscript.outline": { request: Nothing; answer: OutlineView };
  "manuscript.create": { request: CreatePart; answer: PartChanged };
  "manuscript.rename": { request: RenamePart; answer: PartChanged };
  "manuscript.move": { request: MovePart; answer: PartChanged };
  "manuscript.bin": { request: OfPart; answer: PartChanged };
  "manuscript.list_bin": { request: Nothing; answer: Bin };
  "manuscript.preview_renumber": { request: RenumberChapters; answer: ChaptersRenumbered };
  "manuscript.renumber": { request: RenumberChapters; answer: ChaptersRenumbered };
  "manuscript.describe": { request: DescribePart; answer: PartView };
  "manuscript.part": { request: OfPart; answer: PartView };
  "manuscript.find": { request: FindText; answer: TextFound };
  "manuscript.replace": { request: ReplaceText; answer: TextReplaced };
  "manuscript.undo_replace": { request: UndoReplace; answer: ReplaceUndone };
  "scene.split": { request: SplitScene; answer: SceneSplit };
  "scene.merge": { request: MergeScenes; answer: ScenesMerged };
  "scene.text": { request: ReadText; answer: SceneText };
  "scene.save": { request: SaveScene; answer: SceneSaved };
  "scene.save_draft": { request: SaveDraft; answer: DraftSaved };
  "scene.history": { request: OfScene; answer: History };
  "scene.compare": { request: DiffVersions; answer: VersionsCompared };
  "scene.restore": { request: RestoreVersion; answer: VersionRestored };
  "scene.label": { request: LabelVersion; answer: VersionLabelled };
  "branch.list": { request: OfScene; answer: Branches };
  "branch.create": { request: CreateBranch; answer: BranchCreated };
  "branch.rename": { request: RenameBranch; answer: BranchRenamed };
  "branch.adopt": { request: OfBranch; answer: MainLine };
  "branch.merge": { request: MergeBranch; answer: BranchMerged };
  "checkpoint.create": { request: CreateCheckpoint; answer: CheckpointEntry };
  "checkpoint.list": { request: Nothing; answer: Checkpoints };
  "checkpoint.compare": { request: CompareCheckpoints; answer: Comparison };
  "checkpoint.diff_text": { request: DiffText; answer: TextsCompared };
  "checkpoint.preview_restore": { request: RestoreCheckpoint; answer: Comparison };
  "checkpoint.restore": { request: RestoreCheckpoint; answer: CheckpointRestored };
  "statistics.days": { request: WrittenOn; answer: WrittenDays };
  "application.state": { request: Nothing; answer: ApplicationState };
  "project.create": { request: CreateAndOpen; answer: OpenedProject };
  "project.open": { request: OpenProject; answer: OpenedProject };
  "project.open_sample": { request: Nothing; answer: OpenedProject };
  "project.close": { request: Nothing; answer: JsonValue };
  "project.back_up_now": { request: Nothing; answer: BackedUpNow };
  "import.preview": { request: ImportText; answer: Imported };
  "recent.list": { request: Nothing; answer: RecentProjects };
  "recent.forget": { request: OfRecent; answer: RecentProjects };
  "view.keep": { request: KeepView; answer: View };
  "settings.change": { request: ChangeSettings; answer: Settings };
  "prose.count": { request: CountText; answer: Counted };
  "job.stop": { request: OfJob; answer: JobStopping };
  "window.choose": { request: Choose; answer: Chosen };
  "window.set_menus": { request: SetMenus; answer: JsonValue };
  "window.set_title": { request: SetTitle; answer: JsonValue };
  "window.set_look": { request: SetLook; answer: JsonValue };
  "window.set_full_screen": { request: SetFullScreen; answer: JsonValue };
  "window.reveal": { request: RevealFile; answer: JsonValue };
  "window.edit": { request: Edit; answer: JsonValue };
  "window.keep_open": { request: Nothing; answer: JsonValue };
  "window.close": { request: Nothing; answer: JsonValue };
}

/** What the answer of a command depends on. */
export const READS: { readonly [name in keyof Commands]: readonly Tag[] } = {
  "project.info": ["project","manuscript","texts","history","drafts","checkpoints"],
  "project.describe": [],
  "project.back_up": [],
  "project.doctor": [],
  "project.rebuild": [],
  "project.import": [],
  "project.preview_import": [],
  "project.export": [],
  "history.compact": [],
  "manuscript.outline": ["manuscript","texts"],
  "manuscript.create": [],
  "manuscript.rename": [],
  "manuscript.move": [],
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
  "branch.adopt": [],
  "branch.merge": [],
  "checkpoint.create": [],
  "checkpoint.list": ["checkpoints"],
  "checkpoint.compare": ["project","manuscript","texts","drafts","checkpoints"],
  "checkpoint.diff_text": ["manuscript","texts","drafts","checkpoints"],
  "checkpoint.preview_restore": ["project","manuscript","texts","drafts","checkpoints"],
  "checkpoint.restore": [],
  "statistics.days": ["manuscript","texts","history","drafts"],
  "application.state": ["desk","settings","recent","project"],
  "project.create": [],
  "project.open": [],
  "project.open_sample": [],
  "project.close": [],
  "project.back_up_now": [],
  "import.preview": [],
  "recent.list": ["recent"],
  "recent.forget": [],
  "view.keep": [],
  "settings.change": [],
  "prose.count": [],
  "job.stop": [],
  "window.choose": [],
  "window.set_menus": [],
  "window.set_title": [],
  "window.set_look": [],
  "window.set_full_screen": [],
  "window.reveal": [],
  "window.edit": [],
  "window.keep_open": [],
  "window.close": [],
};
