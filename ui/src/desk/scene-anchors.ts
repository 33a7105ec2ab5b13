// The passages of threads and comments in one open scene, between the backend and the editor.
//
// The backend gives their positions in one text, which it names by its hash; the editor maps them through every edit;
// and every text that is stored is sent with the positions in exactly that text. Until the backend has answered none
// are sent, and a passage that it could not locate for certain is omitted, so that its stored position is not changed.
import type { EditorState } from "@codemirror/state";
import { type Anchor, type AnchorNow, type AnchorSet, anchorsIn, type CommentTone } from "@/editor/anchors";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type {
  CharRange,
  CommentId,
  PlacedAnchor,
  SceneAnchor,
  SceneComment,
  SceneId,
  ThreadAnchorId,
  ThreadId,
  VersionNo,
} from "@/ipc/types";
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
   * Fetches the passages and returns the text that the backend has stored. If that is not the named text, nothing is
   * set.
   */
  fetch(named: NamedText): Promise<StoredText>;
  /** The passages to store with the current text. Must be read in the same step as the text. */
  placed(): { anchors?: PlacedAnchor[] };
  /** The thread of an anchor in the editor. */
  threadOf(anchor: string): ThreadId | undefined;
  /** The comment of an anchor in the editor. */
  commentOf(anchor: string): CommentId | undefined;
}

/** What the editor shows of a passage. */
type Look = Pick<Anchor, "id" | "role" | "title" | "tone">;

/** A passage as the backend located it. */
interface Found {
  readonly look: Look;
  readonly thread?: ThreadId;
  readonly comment?: CommentId;
  /** Where it is; null when it was deleted; undefined when the backend does not know. */
  readonly now: CharRange | null | undefined;
}

/** Longer comments are cut in the tooltip of their passage. */
const MAX_TITLE = 160;

/** The id of a comment's passage in the editor. */
export const anchorOfComment = (comment: CommentId): string => `comment ${comment}`;

/** A comment, or an anchor of a thread. */
type AnchorId = { comment: CommentId } | { anchor: ThreadAnchorId };

/** The id in the editor of the passage of a comment or thread. */
export const anchorOf = (id: AnchorId): string =>
  "comment" in id ? anchorOfComment(id.comment) : String(id.anchor);

/** What an anchor of the editor belongs to. */
export function anchorIdOf(anchor: string): AnchorId {
  const [, comment] = /^comment (\d+)$/.exec(anchor) ?? [];
  return comment === undefined ? { anchor: Number(anchor) } : { comment: Number(comment) };
}

function placeOf(now: CharRange | null, gone: boolean, isSearched: boolean): CharRange | null | undefined {
  if (now !== null && !gone) return now;
  // Not found by a search: this does not mean that it is deleted.
  return !gone && isSearched ? undefined : null;
}

function ofThread({ id, now, gone, method, role, title, thread }: SceneAnchor): Found {
  return { look: { id: String(id), role, title }, thread, now: placeOf(now, gone === true, method !== null) };
}

/** How a comment is drawn. */
export function toneOf({
  state,
  colour,
  not_for_print: isUnprinted,
}: Pick<SceneComment, "state" | "colour" | "not_for_print">): CommentTone {
  if (isUnprinted) return "unprinted";
  return state === "done" ? "done" : colour;
}

function ofComment(comment: SceneComment): Found {
  const { id, now, gone, text, confidence } = comment;
  const title = text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text;
  const look: Look = { id: anchorOfComment(id), role: "comment", title, tone: toneOf(comment) };
  return { look, comment: id, now: placeOf(now, gone, confidence < 1) };
}

/** The passage in editor form; none when the backend does not know where it is. */
function asAnchor({ look, now }: Found): Anchor[] {
  if (now === undefined) return [];
  return [{ ...look, from: now?.start ?? 0, to: now?.end ?? 0 }];
}

/** The passages of a scene; none are known yet. */
export function carryAnchors(scene: SceneId): CarriedAnchors {
  let writing: Writing | null = null;
  /** The last state of the editor that was closed. */
  let closed: { writing: Writing; state: EditorState } | null = null;
  /** The passages while there is no editor; null when they are unknown. */
  let carried: AnchorNow[] | null = null;
  let known = false;
  let fromBackend: ReadonlyMap<string, Found> = new Map();

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
          const found = fromBackend.get(id);
          return found === undefined ? [] : [{ ...found.look, from, to }];
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
      const [threads, comments] = await Promise.all([
        call("threads.in_scene", { scene }),
        call("comments.in_scene", { scene }),
      ]);
      const stored = { hash: threads.hash, version: threads.version };
      const found = [...threads.anchors.map(ofThread), ...comments.comments.map(ofComment)];
      // An editor that continues a closed one may show passages that were removed or moved meanwhile.
      const nothing = found.length === 0 && fromBackend.size === 0 && of.anchorsNow().length === 0;
      if (!nothing) {
        const hash = await hashOf(words.toString());
        if (threads.hash !== hash || comments.hash !== hash) return stored;
      }
      if (!nothing && !set(of, { moment, anchors: found.flatMap(asAnchor) })) return stored;
      known = true;
      fromBackend = new Map(found.map((one) => [one.look.id, one]));
      return stored;
    },
    placed: () => {
      if (!known) return {};
      const now = writing === null ? (carried ?? []) : writing.anchorsNow();
      const anchors = now.map(
        ({ id, from, to, gone }): PlacedAnchor => ({
          ...anchorIdOf(id),
          range: gone ? null : { start: from, end: to },
        }),
      );
      return anchors.length === 0 ? {} : { anchors };
    },
    threadOf: (anchor) => fromBackend.get(anchor)?.thread,
    commentOf: (anchor) => fromBackend.get(anchor)?.comment,
  };
}
