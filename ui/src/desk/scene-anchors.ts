// The thread anchors of one open scene, between the backend and the editor.
//
// The backend says where they stand in one text, which it names by its hash; the editor carries them from there with
// every edit; and with every text that is sent to be kept go the places that belong to exactly that text. Until the
// backend was heard none are sent, and one it could not find for sure is left out, so that nothing is said of it.
import type { EditorState } from "@codemirror/state";
import { type Anchor, type AnchorNow, type AnchorSet, anchorsIn } from "@/editor/anchors";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { PlacedAnchor, SceneAnchor, SceneId, ThreadId, VersionNo } from "@/ipc/types";
import { hashOf } from "./text-hash";

/** A text of the editor that stays known while the backend is asked about it. */
export interface NamedText {
  readonly writing: Writing;
  readonly moment: number;
  /** Its words: an unchangeable value of the editor. */
  readonly words: { toString(): string };
}

/** Which text the backend keeps. */
export interface KeptText {
  hash: string;
  version: VersionNo;
}

export interface CarriedAnchors {
  /** The editor is there; `current` says that its text is the one the editor before it had. */
  attach(writing: Writing): void;
  /** The editor goes. */
  detach(): void;
  /** Names the text of now; null without an editor. */
  name(): NamedText | null;
  /**
   * Asks where the anchors stand, and answers with the text that the backend keeps. The named text must be that one, or
   * nothing is set.
   */
  ask(named: NamedText): Promise<KeptText>;
  /** What goes with the text of now to be kept; to be taken in the step that takes the text. */
  placed(): { anchors?: PlacedAnchor[] };
  /** The thread of an anchor of the editor. */
  threadOf(anchor: string): ThreadId | undefined;
}

/** An anchor of which it is known where it is, or that it is gone. */
function asAnchor({ id, now, gone, method, role, title }: SceneAnchor): Anchor[] {
  if (now !== null && gone !== true) return [{ id: String(id), from: now.start, to: now.end, role, title }];
  // Nowhere, though somebody looked for it: that is no news of its end.
  if (gone !== true && method !== null) return [];
  return [{ id: String(id), from: 0, to: 0, role, title }];
}

/** The anchors of a scene; none are known yet. */
export function carryAnchors(scene: SceneId): CarriedAnchors {
  let writing: Writing | null = null;
  /** The editor that went, as it was. */
  let left: { writing: Writing; state: EditorState } | null = null;
  /** Where the anchors are while there is no editor; null: nobody knows. */
  let held: AnchorNow[] | null = null;
  let known = false;
  let told: ReadonlyMap<string, SceneAnchor> = new Map();

  const set = (of: Writing, anchors: AnchorSet): boolean => {
    if (of === writing) return of.setAnchors(anchors);
    if (writing !== null || left?.writing !== of) return false;
    held = anchorsIn(left.state, anchors) ?? held;
    return held !== null;
  };

  return {
    attach: (attached) => {
      writing = attached;
      left = null;
      if (held !== null) {
        // The editor begins with the text that the one before it left.
        const anchors = held.flatMap(({ id, from, to }) => {
          const anchor = told.get(id);
          return anchor === undefined ? [] : [{ id, from, to, role: anchor.role, title: anchor.title }];
        });
        attached.setAnchors({ moment: attached.moment(), anchors });
      }
      held = null;
    },
    detach: () => {
      if (writing === null) return;
      held = known ? writing.anchorsNow() : null;
      left = { writing, state: writing.view.state };
      writing = null;
    },
    name: () => (writing === null ? null : { writing, moment: writing.moment(), words: writing.words() }),
    ask: async ({ writing: of, moment, words }) => {
      const answer = await call("threads.in_scene", { scene });
      const kept = { hash: answer.hash, version: answer.version };
      const nothing = answer.anchors.length === 0 && told.size === 0;
      if (!nothing && answer.hash !== (await hashOf(words.toString()))) return kept;
      const anchors = answer.anchors.flatMap(asAnchor);
      if (!nothing && !set(of, { moment, anchors })) return kept;
      known = true;
      told = new Map(answer.anchors.map((anchor) => [String(anchor.id), anchor]));
      return kept;
    },
    placed: () => {
      if (!known) return {};
      const now = writing === null ? (held ?? []) : writing.anchorsNow();
      if (now.length === 0) return {};
      const anchors = now.map(({ id, from, to, gone }) => ({
        anchor: Number(id),
        range: gone ? null : { start: from, end: to },
      }));
      return { anchors };
    },
    threadOf: (anchor) => told.get(anchor)?.thread,
  };
}
