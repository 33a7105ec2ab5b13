// One open scene: its text in the editor, its stored state, its counts.
//
// Only the editor holds the text. Each change is stored as a draft within a second; a save makes a version. The status
// is "kept" or "saved" only after the backend has confirmed it, and only when nothing was typed meanwhile. After a
// failure the text stays in the editor and storing is retried. Passages of threads and comments, and AI spans, are
// fetched between writes and sent with each of them.
//
// A pure state machine (`storing/next.ts`) decides what is done and when; its driver does it.
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { CommentId, SceneId, SceneSaved, ThreadId, VersionNo } from "@/ipc/types";
import { count } from "./counts";
import { SceneDriver } from "./storing/driver";
import { SceneText } from "./storing/scene-text";
import { type Accepted, firstState, newest, type SceneStatus } from "./storing/state";

export type { Kept, SceneStatus } from "./storing/state";

/** Options of a save. */
export interface SaveOptions {
  /** The generation that was just accepted into the text. */
  accepted?: Accepted;
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
  /**
   * Takes over the backend's text after something other than this editor changed it. Undo goes over the change if words
   * moved to or from another scene: they would be in both, or in none.
   */
  refresh(haveWordsMoved?: boolean): Promise<void>;
  /** Fetches the passages of threads and comments again; they changed elsewhere. */
  locate(): Promise<void>;
  /** The thread of an anchor in the text. */
  threadOf(anchor: string): ThreadId | undefined;
  /** The comment of a passage in the text. */
  commentOf(anchor: string): CommentId | undefined;
}

/** Reads a scene. `onStatus` is called whenever its status changes. */
export async function readScene(id: SceneId, onStatus: (status: SceneStatus) => void): Promise<OpenScene> {
  const read = await call("scene.text", { scene: id });
  const { text } = newest(read);
  const counts = read.draft === null ? read.counts : await count(text);
  const sceneText = new SceneText(id, text);
  return openSceneOf(new SceneDriver(firstState(read, counts), sceneText, onStatus), sceneText);
}

function openSceneOf(driver: SceneDriver, text: SceneText): OpenScene {
  return {
    id: text.scene,
    get initial() {
      return { text: text.text(), version: driver.state.status.version };
    },
    get writing() {
      return text.writing;
    },
    get edited() {
      return driver.state.edits > 0;
    },
    get forgotten() {
      return driver.state.editor === "forgotten";
    },
    status: () => driver.state.status,
    head: () => driver.state.head,
    attach: (writing) => {
      text.attach(writing);
      driver.dispatch({ type: "opened", named: text.anchors.name() });
    },
    detach: async () => {
      text.detach();
      driver.dispatch({ type: "closed" });
      await driver.ask({ kind: "store" });
    },
    forget: () => {
      text.detach();
      driver.dispatch({ type: "forgotten" });
    },
    changed: () => driver.dispatch({ type: "typed" }),
    flush: () => driver.ask({ kind: "store" }),
    save: async ({ accepted } = {}) => {
      // A version must not contain letters of an active composition.
      await text.writing?.settled();
      return driver.save(accepted ?? null);
    },
    refresh: async (haveWordsMoved = false) => {
      text.haveWordsMoved ||= haveWordsMoved;
      await driver.ask({ kind: "refresh" }).finally(() => {
        text.haveWordsMoved &&= !haveWordsMoved;
      });
    },
    locate: () => driver.ask({ kind: "locate", named: null }),
    threadOf: text.anchors.threadOf,
    commentOf: text.anchors.commentOf,
  };
}
