// One open scene: its text in the editor, its stored state, its counts.
//
// Only the editor holds the text. Each change is stored as a draft within a second; a save makes a version. The status
// is "kept" or "saved" only after the backend has confirmed it, and only when nothing was typed meanwhile. After a
// failure the text stays in the editor and storing is retried. Thread anchors and AI spans are fetched between writes
// and sent with each of them.
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

/** How safely the text is stored. */
export type Kept =
  /** In the newest version. */
  | "saved"
  /** In the draft. */
  | "kept"
  /** Changed just now, not stored yet. */
  | "changed"
  /** Storing failed; the text is in the editor and storing is retried. */
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

/** Minimum pause before a draft is stored, in ms. */
const DRAFT_DEBOUNCE = 300;
/** Maximum delay before a change is stored, in ms. Together with the write itself it stays within a second. */
const MAX_DRAFT_DELAY = 700;
/** Interval between two counts, in ms. */
const COUNT_INTERVAL = 250;
/** For texts of at least this many characters only the change is sent. */
const LONG_TEXT = 20_000;
/** Delay before the next try after a failure, in ms. */
const RETRY_DELAY = 3000;

type DraftBody = { text: string } | { change: DraftChange };

/** Options of a save. */
export interface SaveOptions {
  /**
   * The generation that was just accepted into the text, and whether its text is still there: an undo may come before
   * the version.
   */
  accepted?: { generation: GenerationId; isIn: () => boolean };
}

export interface OpenScene {
  readonly id: SceneId;
  /** The text for a new editor: the newest one, even if not stored yet. */
  readonly initial: { readonly text: string; readonly version: VersionNo };
  readonly writing: Writing | null;
  /** Whether the text was changed here since it was read. */
  readonly edited: boolean;
  /** Whether another project has been opened since, in which this id belongs to another scene. */
  readonly forgotten: boolean;
  status(): SceneStatus;
  /** The newest main-line version that this editor knows of. */
  head(): VersionNo;
  /** Connects the editor. */
  attach(writing: Writing): void;
  /** Disconnects the editor; pending changes are stored first. */
  detach(): Promise<void>;
  /** Stops storing this scene: another project is opened. */
  forget(): void;
  /** Reports that the text was changed. */
  changed(): void;
  /** Stores pending changes; resolves when they are stored, rejects when they cannot be. */
  flush(): Promise<void>;
  /** Makes a version of the text. */
  save(options?: SaveOptions): Promise<SceneSaved>;
  /** Takes over the backend's text after something other than this editor changed it. */
  refresh(): Promise<void>;
  /** Fetches the thread anchors again; they changed elsewhere. */
  locate(): Promise<void>;
  /** The thread of an anchor in the text. */
  threadOf(anchor: string): ThreadId | undefined;
}

/** Reads a scene. `onStatus` is called whenever its status changes. */
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
  let detachedText = initial.text;
  let { head, main } = initial;
  const current = () => writing?.text() ?? detachedText;
  /** Increases with each change of the text. */
  let edits = 0;
  let storedEdits = 0;
  let firstPendingAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let countTimer: ReturnType<typeof setTimeout> | undefined;
  /** The backend's draft may differ from the text that the tracked change applies to. */
  let sendAll = false;
  let isForgotten = false;
  /** The backend's text as far as this editor knows: an immutable value of the editor. */
  let backendText: { toString(): string } = initial.text;
  const anchors = carryAnchors(id);
  const spans = carrySpans(id);
  const placedNow = () => ({ ...anchors.placed(), ...spans.placed() });
  /** A queued fetch of the anchors that has not started. */
  let locating: Promise<void> | null = null;
  /** Serialises writes, so that an older text never follows a newer one. */
  const inTurn = turns();

  const updateStatus = (change: Partial<SceneStatus>) => {
    status = { ...status, ...change };
    onStatus(status);
  };

  const markStored = (upTo: number, kept: Kept) => {
    storedEdits = Math.max(storedEdits, upTo);
    const newest = storedEdits === edits;
    if (newest) firstPendingAt = null;
    updateStatus({ kept: newest ? kept : "changed", failure: null, at: Date.now() });
  };
  const failed = (thrown: unknown): Failure => {
    const failure = toFailure(thrown);
    updateStatus({ kept: "failed", failure });
    clearTimeout(timer);
    timer = setTimeout(() => void store().catch(() => undefined), RETRY_DELAY);
    return failure;
  };

  /** The text to store: all of it, or in a long text only the change. */
  const takeDraftBody = (): DraftBody => {
    // Composed letters are not part of the text, but the tracked change includes them.
    const change = writing === null || writing.composing() ? null : takeKeptChange(writing.view);
    if (change === null || sendAll || change.length < LONG_TEXT) return { text: current() };
    return { change };
  };
  const currentWords = () => writing?.words() ?? detachedText;
  /** Stores the current text, under a name if requested; returns the stored text. Runs in turn. */
  const storeNow = async (naming: boolean): Promise<NamedText | null> => {
    clearTimeout(timer);
    for (;;) {
      // Read together: nothing is typed during this step.
      const upTo = edits;
      const named = naming ? anchors.name() : null;
      const sent = currentWords();
      const placed = placedNow();
      const change = takeDraftBody();
      sendAll = true;
      try {
        await call("scene.save_draft", { scene: id, base: status.version, ...change, ...placed });
      } catch (thrown) {
        // The stored draft is not the text that was changed here: send all of it next.
        if ("change" in change && toFailure(thrown).code === "bad_request") continue;
        throw failed(thrown);
      }
      sendAll = writing?.composing() ?? false;
      backendText = sent;
      markStored(upTo, "kept");
      if (storedEdits !== edits) schedule();
      return named;
    }
  };
  const store = () =>
    inTurn(async () => {
      clearTimeout(timer);
      if (storedEdits !== edits) await storeNow(false);
    });
  /** Fetches the anchors, and the spans until they are known, for the stored text. Runs in turn. */
  const locateNow = async (kept: NamedText | null): Promise<void> => {
    if (writing?.composing() === true) {
      setTimeout(() => void locate(), DRAFT_DEBOUNCE);
      return;
    }
    try {
      const named = kept ?? (storedEdits === edits ? anchors.name() : await storeNow(true));
      if (named === null) return;
      const storedText = await anchors.fetch(named);
      if (!spans.known()) await spans.fetch(named, storedText);
    } catch (thrown) {
      // No anchors or spans are sent until they are known.
      if (isFailure(thrown) && thrown.code !== "not_found") setTimeout(() => void locate(), RETRY_DELAY);
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
    firstPendingAt ??= now;
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(DRAFT_DEBOUNCE, firstPendingAt + MAX_DRAFT_DELAY - now));
    timer = setTimeout(() => void store().catch(() => undefined), wait);
  };

  const recount = async () => {
    countTimer = undefined;
    if (writing?.composing() === true) {
      countTimer = setTimeout(() => void recount(), COUNT_INTERVAL);
      return;
    }
    const lines = writing === null ? null : takeChangedLines(writing.view);
    if (lines === null) return;
    try {
      const change = await countChange(lines.removed, lines.added);
      updateStatus({ counts: plus(status.counts, change) });
    } catch {
      // The next read of the scene counts it whole.
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
      const isTyped = edits !== upTo || storedEdits !== edits;
      if (isTyped && text === backendText.toString()) {
        // The stored draft became a version: text typed meanwhile continues from it.
        updateStatus({ version, branch });
        return;
      }
      if (writing.composing()) {
        setTimeout(() => void refresh(), DRAFT_DEBOUNCE);
        return;
      }
      const ours = writing.text();
      const shown = isTyped ? joinedChanges(backendText.toString(), { ours, theirs: text }) : text;
      const isOther = version !== status.version || ours !== shown;
      if (isOther) {
        await writing.become(shown, "restore");
        writing.setVersion(version);
      }
      if (!isTyped) {
        // `become` counts as an edit, but its text is stored already.
        storedEdits = edits;
        firstPendingAt = null;
        clearTimeout(timer);
      }
      backendText = text;
      // From here on changes are the author's, in the current text.
      takeChangedLines(writing.view);
      takeKeptChange(writing.view);
      sendAll = isTyped;
      if (isOther) spans.forget();
      const named = isOther && !isTyped ? anchors.name() : null;
      const state = read.draft === null || read.draft.saved ? "saved" : "kept";
      updateStatus({
        kept: isTyped ? "changed" : state,
        version,
        branch,
        failure: null,
        counts: shown === read.text ? read.counts : await count(shown),
      });
      if (isOther) await locateNow(named);
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
      sendAll = storedEdits !== edits;
      anchors.attach(attached);
      spans.attach(attached);
      void locate(storedEdits === edits ? anchors.name() : null);
    },
    detach: async () => {
      detachedText = current();
      anchors.detach();
      spans.detach();
      writing = null;
      clearTimeout(countTimer);
      countTimer = undefined;
      await store();
    },
    forget: () => {
      isForgotten = true;
      anchors.detach();
      spans.detach();
      writing = null;
      storedEdits = edits;
      clearTimeout(timer);
      clearTimeout(countTimer);
    },
    changed: () => {
      if (isForgotten) return;
      edits += 1;
      if (status.kept !== "changed" && status.kept !== "failed") updateStatus({ kept: "changed" });
      schedule();
      countTimer ??= setTimeout(() => void recount(), COUNT_INTERVAL);
    },
    flush: store,
    save: async ({ accepted } = {}) => {
      // A version must not contain letters of an active composition.
      await writing?.settled();
      return inTurn(async () => {
        // AI spans must be stored with their own version, not with a later one.
        if (accepted !== undefined && !spans.known()) await locateNow(null);
        clearTimeout(timer);
        // Read together: nothing is typed during this step.
        const upTo = edits;
        const text = current();
        const sent = currentWords();
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
          // On a branch the editor continues with the author's text; the main line is unchanged.
          if (saved.branch === main) head = saved.version;
          updateStatus({ version: saved.version, branch: saved.branch });
          sendAll = false;
          backendText = sent;
          markStored(upTo, "saved");
          if (storedEdits !== edits) schedule();
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
