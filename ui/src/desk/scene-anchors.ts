// The thread anchors of one open scene, between the backend and the editor.
//
// The backend gives their positions in one text, which it names by its hash; the editor maps them through every edit;
// and every text that is stored is sent with the positions in exactly that text. Until the backend has answered none
// are sent, and an anchor that it could not locate for certain is omitted, so that its stored position is not changed.
import type { EditorState } from "@codemirror/state";
import { type Anchor, type AnchorNow, type AnchorSet, anchorsIn } from "@/editor/anchors";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { PlacedAnchor, SceneAnchor, SceneId, ThreadId, VersionNo } from "@/ipc/types";
import { hashOf } from "./text-hash";

/** A named text of the editor, which stays known while the backend is queried about it. */
export interface NamedText {
  readonly writing: Writing;
  readonly moment: number;
  /** Its text: an immutable value of the editor. */
  readonly words: { toString(): string };
}

/** The text that the backend has stored. */
export interface StoredText {
  hash: string;
  version: VersionNo;
}

export interface CarriedAnchors {
  /** Connects the editor, whose text is the one that the previous editor had. */
  attach(writing: Writing): void;
  /** Disconnects the editor. */
  detach(): void;
  /** Names the current text; null without an editor. */
  name(): NamedText | null;
  /**
   * Fetches the anchors and returns the text that the backend has stored. If that is not the named text, nothing is
   * set.
   */
  fetch(named: NamedText): Promise<StoredText>;
  /** The anchors to store with the current text. Must be read in the same step as the text. */
  placed(): { anchors?: PlacedAnchor[] };
  /** The thread of an anchor in the editor. */
  threadOf(anchor: string): ThreadId | undefined;
}

/** The anchor in editor form; empty when the backend does not know where it is. */
function asAnchor({ id, now, gone, method, role, title }: SceneAnchor): Anchor[] {
  if (now !== null && gone !== true) return [{ id: String(id), from: now.start, to: now.end, role, title }];
  // Not found by a search: this does not mean that it is deleted.
  if (gone !== true && method !== null) return [];
  return [{ id: String(id), from: 0, to: 0, role, title }];
}

/** The anchors of a scene; none are known yet. */
export function carryAnchors(scene: SceneId): CarriedAnchors {
  let writing: Writing | null = null;
  /** The last state of the editor that was closed. */
  let closed: { writing: Writing; state: EditorState } | null = null;
  /** The anchors while there is no editor; null when they are unknown. */
  let carried: AnchorNow[] | null = null;
  let known = false;
  let fromBackend: ReadonlyMap<string, SceneAnchor> = new Map();

  const set = (of: Writing, anchors: AnchorSet): boolean => {
    if (of === writing) return of.setAnchors(anchors);
    if (writing !== null || closed?.writing !== of) return false;
    carried = anchorsIn(closed.state, anchors) ?? carried;
    return carried !== null;
  };

  return {
    attach: (attached) => {
      writing = attached;
      closed = null;
      if (carried !== null) {
        // The editor starts with the text that the previous one left.
        const anchors = carried.flatMap(({ id, from, to }) => {
          const anchor = fromBackend.get(id);
          return anchor === undefined ? [] : [{ id, from, to, role: anchor.role, title: anchor.title }];
        });
        attached.setAnchors({ moment: attached.moment(), anchors });
      }
      carried = null;
    },
    detach: () => {
      if (writing === null) return;
      carried = known ? writing.anchorsNow() : null;
      closed = { writing, state: writing.view.state };
      writing = null;
    },
    name: () => (writing === null ? null : { writing, moment: writing.moment(), words: writing.words() }),
    fetch: async ({ writing: of, moment, words }) => {
      const answer = await call("threads.in_scene", { scene });
      const stored = { hash: answer.hash, version: answer.version };
      const nothing = answer.anchors.length === 0 && fromBackend.size === 0;
      if (!nothing && answer.hash !== (await hashOf(words.toString()))) return stored;
      const anchors = answer.anchors.flatMap(asAnchor);
      if (!nothing && !set(of, { moment, anchors })) return stored;
      known = true;
      fromBackend = new Map(answer.anchors.map((anchor) => [String(anchor.id), anchor]));
      return stored;
    },
    placed: () => {
      if (!known) return {};
      const now = writing === null ? (carried ?? []) : writing.anchorsNow();
      if (now.length === 0) return {};
      const anchors = now.map(({ id, from, to, gone }) => ({
        anchor: Number(id),
        range: gone ? null : { start: from, end: to },
      }));
      return { anchors };
    },
    threadOf: (anchor) => fromBackend.get(anchor)?.thread,
  };
}
