// One scene on the desk: its text in the editor, what is kept of it, what is counted.
//
// The editor holds the text alone. Each change is kept as a draft within a second; a save makes a version. "kept" and
// "saved" are said only after the backend said so, and only when nothing was typed meanwhile. A failure keeps the text
// in the editor and is tried again. Thread anchors, and which words models wrote, are asked for between writes and go with
// each of them.
import { takeChangedLines } from "@/editor/changed-lines";
import type { Writing } from "@/editor/create";
import { joinedChanges } from "@/editor/joined-changes";
import { takeKeptChange } from "@/editor/kept-change";
import { call, isFailure, toFailure } from "@/ipc/host";
import type {
  BranchNo,
  DraftChange,
  Failure,
  GenerationId,
  SceneId,
  SceneSaved,
  ThreadId,
  Totals,
  VersionNo,
} from "@/ipc/types";
import { count, countChange, plus } from "./counts";
import { carryAnchors, type NamedText } from "./scene-anchors";
import { carrySpans } from "./scene-spans";
import { turns } from "./turns";

/** How safe the text is. */
export type Kept =
  /** The newest version has it. */
  | "saved"
  /** The draft has it. */
  | "kept"
  /** It was changed just now. */
  | "changed"
  /** It could not be kept; it is in the editor and is tried again. */
  | "failed";

/** What the window shows of an open scene. */
export interface SceneStatus {
  kept: Kept;
  failure: Failure | null;
  version: VersionNo;
  branch: BranchNo;
  counts: Totals;
  /** When the draft or version was last stored, ms. */
  at: number | null;
}

/** Least quiet time before a draft is kept, ms. */
const QUIET = 300;
/** Longest time a change waits to be kept, ms. With the write itself it stays within a second. */
const LONGEST = 700;
/** Between two counts, ms. */
const COUNT_PACE = 250;
/** In texts of so many characters only what changed is sent to be kept. */
const LONG = 20_000;
/** Before the next try after a failure, ms. */
const AGAIN = 3000;

type DraftWords = { text: string } | { change: DraftChange };

/** How a version is made. */
export interface SaveOptions {
  /** The generation of which something was taken into the text just now, and whether it is in the text still: an undo may come
   *  before the version is made. */
  accepted?: { generation: GenerationId; isIn: () => boolean };
}

export interface OpenScene {
  readonly id: SceneId;
  /** The text to begin an editor with: the newest there is, an unkept one too. */
  readonly initial: { readonly text: string; readonly version: VersionNo };
  readonly writing: Writing | null;
  /** Whether the text was changed here since it was read. */
  readonly edited: boolean;
  /** Whether another project has been opened since, in which this id is another scene's. */
  readonly forgotten: boolean;
  status(): SceneStatus;
  /** The newest version of the main line that this editor knows of. */
  head(): VersionNo;
  /** The editor is there. */
  attach(writing: Writing): void;
  /** The editor goes; what is not kept is kept first. */
  detach(): Promise<void>;
  /** Another project is opened: from now on nothing of this scene is kept. */
  forget(): void;
  /** The text was changed. */
  changed(): void;
  /** Keeps what is not kept; resolves when it is, rejects when it cannot be. */
  settle(): Promise<void>;
  /** Makes a version of the text. */
  save(options?: SaveOptions): Promise<SceneSaved>;
  /** Takes over what the backend has now, when something else than this editor changed it. */
  refresh(): Promise<void>;
  /** Asks where the thread anchors stand; they changed elsewhere. */
  locate(): Promise<void>;
  /** The thread of an anchor in the text. */
  threadOf(anchor: string): ThreadId | undefined;
}

/** Reads a scene. `onStatus` is called whenever its status is another one. */
export async function readScene(id: SceneId, onStatus: (status: SceneStatus) => void): Promise<OpenScene> {
  const read = await call("scene.text", { scene: id });
  const text = read.draft?.text ?? read.text;
  const version = read.draft?.base ?? read.version;
  const counts = read.draft === null ? read.counts : await count(text);
  const status: SceneStatus = {
    kept: read.draft === null || read.draft.saved ? "saved" : "kept",
    failure: null,
    version,
    branch: read.draft?.branch ?? read.branch,
    counts,
    at: read.draft?.updated_at ?? null,
  };
  return createOpenScene(id, { text, head: read.version, main: read.branch }, status, onStatus);
}

function createOpenScene(
  id: SceneId,
  initial: { text: string; head: VersionNo; main: BranchNo },
  first: SceneStatus,
  onStatus: (status: SceneStatus) => void,
): OpenScene {
  let status = first;
  let writing: Writing | null = null;
  /** The text while there is no editor. */
  let held = initial.text;
  let { head, main } = initial;
  const current = () => writing?.text() ?? held;
  /** Grows with each change of the text. */
  let edits = 0;
  let keptEdits = 0;
  let firstUnkept: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let countTimer: ReturnType<typeof setTimeout> | undefined;
  /** What is kept may be another text than the one that this editor changes. */
  let sendAll = false;
  let isForgotten = false;
  /** The text that the backend has as far as this editor knows: a value of the editor that never changes. */
  let stands: { toString(): string } = initial.text;
  const anchors = carryAnchors(id);
  const spans = carrySpans(id);
  const placedNow = () => ({ ...anchors.placed(), ...spans.placed() });
  /** The anchors are to be asked for, and nobody has begun to. */
  let locating: Promise<void> | null = null;
  /** Writes go one after another, so that an older text never follows a newer one. */
  const inTurn = turns();

  const tell = (change: Partial<SceneStatus>) => {
    status = { ...status, ...change };
    onStatus(status);
  };

  const stored = (upTo: number, kept: Kept) => {
    keptEdits = Math.max(keptEdits, upTo);
    const newest = keptEdits === edits;
    if (newest) firstUnkept = null;
    tell({ kept: newest ? kept : "changed", failure: null, at: Date.now() });
  };
  const failed = (thrown: unknown): Failure => {
    const failure = toFailure(thrown);
    tell({ kept: "failed", failure });
    clearTimeout(timer);
    timer = setTimeout(() => void keep().catch(() => undefined), AGAIN);
    return failure;
  };

  /** What is sent to be kept: all words, or in a long text what changed in them. */
  const takeWords = (): DraftWords => {
    // What is being composed is no part of the text; the change that was followed has it.
    const change = writing === null || writing.composing() ? null : takeKeptChange(writing.view);
    if (change === null || sendAll || change.length < LONG) return { text: current() };
    return { change };
  };
  const words = () => writing?.words() ?? held;
  /** Keeps the text of now, with a name when one is wanted; answers with what is kept. In turn. */
  const keepNow = async (naming: boolean): Promise<NamedText | null> => {
    clearTimeout(timer);
    for (;;) {
      // All of one text: nothing is typed in this step.
      const upTo = edits;
      const named = naming ? anchors.name() : null;
      const sent = words();
      const placed = placedNow();
      const change = takeWords();
      sendAll = true;
      try {
        await call("scene.save_draft", { scene: id, base: status.version, ...change, ...placed });
      } catch (thrown) {
        // Another text is kept than the one that was changed here: all of it goes next.
        if ("change" in change && toFailure(thrown).code === "bad_request") continue;
        throw failed(thrown);
      }
      sendAll = writing?.composing() ?? false;
      stands = sent;
      stored(upTo, "kept");
      if (keptEdits !== edits) schedule();
      return named;
    }
  };
  const keep = () =>
    inTurn(async () => {
      clearTimeout(timer);
      if (keptEdits !== edits) await keepNow(false);
    });
  /** Asks for the anchors, and for the spans until they are known, in the text that is kept. In turn. */
  const locateNow = async (kept: NamedText | null): Promise<void> => {
    if (writing?.composing() === true) {
      setTimeout(() => void locate(), QUIET);
      return;
    }
    try {
      const named = kept ?? (keptEdits === edits ? anchors.name() : await keepNow(true));
      if (named === null) return;
      const there = await anchors.ask(named);
      if (!spans.known()) await spans.ask(named, there);
    } catch (thrown) {
      // Nothing is said of anchors and spans until they are known.
      if (isFailure(thrown) && thrown.code !== "not_found") setTimeout(() => void locate(), AGAIN);
    }
  };
  const locate = (kept: NamedText | null = null): Promise<void> => {
    locating ??= inTurn(() => {
      locating = null;
      return writing === null && kept === null ? Promise.resolve() : locateNow(kept);
    });
    return locating;
  };
  const schedule = () => {
    const now = performance.now();
    firstUnkept ??= now;
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(QUIET, firstUnkept + LONGEST - now));
    timer = setTimeout(() => void keep().catch(() => undefined), wait);
  };

  const recount = async () => {
    countTimer = undefined;
    if (writing?.composing() === true) {
      countTimer = setTimeout(() => void recount(), COUNT_PACE);
      return;
    }
    const lines = writing === null ? null : takeChangedLines(writing.view);
    if (lines === null) return;
    try {
      const change = await countChange(lines.removed, lines.added);
      tell({ counts: plus(status.counts, change) });
    } catch {
      // The next reading of the scene counts it whole.
    }
  };

  const refresh = (): Promise<void> =>
    inTurn(async () => {
      if (writing === null) return;
      const upTo = edits;
      const read = await call("scene.text", { scene: id });
      const text = read.draft?.text ?? read.text;
      const version = read.draft?.base ?? read.version;
      head = read.version;
      main = read.branch;
      if (writing === null) return;
      const branch = read.draft?.branch ?? read.branch;
      const isTyped = edits !== upTo || keptEdits !== edits;
      if (isTyped && text === stands.toString()) {
        // The words kept before have become a version: what was typed meanwhile goes on from it.
        tell({ version, branch });
        return;
      }
      if (writing.composing()) {
        setTimeout(() => void refresh(), QUIET);
        return;
      }
      const ours = writing.text();
      const shown = isTyped ? joinedChanges(stands.toString(), { ours, theirs: text }) : text;
      const other = version !== status.version || ours !== shown;
      if (other) {
        await writing.become(shown, "restore");
        writing.setVersion(version);
      }
      if (!isTyped) {
        // `become` counts as a change of the editor; it is the stored text.
        keptEdits = edits;
        firstUnkept = null;
        clearTimeout(timer);
      }
      stands = text;
      // From here on changes are those of the author, in the text that stands now.
      takeChangedLines(writing.view);
      takeKeptChange(writing.view);
      sendAll = isTyped;
      if (other) spans.forget();
      const named = other && !isTyped ? anchors.name() : null;
      const found = read.draft === null || read.draft.saved ? "saved" : "kept";
      tell({
        kept: isTyped ? "changed" : found,
        version,
        branch,
        failure: null,
        counts: shown === read.text ? read.counts : await count(shown),
      });
      if (other) await locateNow(named);
    });

  return {
    id,
    get initial() {
      return { text: current(), version: status.version };
    },
    get writing() {
      return writing;
    },
    get edited() {
      return edits > 0;
    },
    get forgotten() {
      return isForgotten;
    },
    status: () => status,
    head: () => head,
    attach: (attached) => {
      writing = attached;
      sendAll = keptEdits !== edits;
      anchors.attach(attached);
      spans.attach(attached);
      void locate(keptEdits === edits ? anchors.name() : null);
    },
    detach: async () => {
      held = current();
      anchors.detach();
      spans.detach();
      writing = null;
      clearTimeout(countTimer);
      countTimer = undefined;
      await keep();
    },
    forget: () => {
      isForgotten = true;
      anchors.detach();
      spans.detach();
      writing = null;
      keptEdits = edits;
      clearTimeout(timer);
      clearTimeout(countTimer);
    },
    changed: () => {
      if (isForgotten) return;
      edits += 1;
      if (status.kept !== "changed" && status.kept !== "failed") tell({ kept: "changed" });
      schedule();
      countTimer ??= setTimeout(() => void recount(), COUNT_PACE);
    },
    settle: keep,
    save: async ({ accepted } = {}) => {
      // A version holds no letters of words that are still being chosen.
      await writing?.settled();
      return inTurn(async () => {
        // What a model wrote goes with its version, not with a later one.
        if (accepted !== undefined && !spans.known()) await locateNow(null);
        clearTimeout(timer);
        // All of one text: nothing is typed in this step.
        const upTo = edits;
        const text = current();
        const sent = words();
        const placed = placedNow();
        const moment = writing?.moment();
        const isIn = accepted?.isIn() ?? false;
        if (writing !== null) takeKeptChange(writing.view);
        sendAll = true;
        try {
          const saved = await call("scene.save", {
            scene: id,
            base: status.version,
            text,
            kind: "explicit",
            from_draft: true,
            ...placed,
            ...(accepted !== undefined && isIn && { accepted: accepted.generation }),
          });
          writing?.setVersion(saved.version, moment);
          // On a branch the editor goes on where the author's words are; the main line is as it was.
          if (saved.branch === main) head = saved.version;
          tell({ version: saved.version, branch: saved.branch });
          sendAll = false;
          stands = sent;
          stored(upTo, "saved");
          if (keptEdits !== edits) schedule();
          return saved;
        } catch (thrown) {
          throw failed(thrown);
        }
      });
    },
    refresh,
    locate: () => locate(),
    threadOf: anchors.threadOf,
  };
}
