// The AI spans of one open scene, between the backend and the editor.
//
// The backend reports them once, for a stored text; from then on the editor maps them through every edit, and every
// text that is stored is sent with the spans in exactly that text. Until the backend has answered none are sent, and
// the backend maps the spans itself by comparing texts.
import type { EditorState } from "@codemirror/state";
import { type AiSpanSet, type AiSpan as CarriedSpan, spansIn } from "@/editor/ai-spans";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { AiSpan, SceneId } from "@/ipc/types";
import type { NamedText, StoredText } from "./scene-anchors";
import { hashOf } from "./text-hash";

export interface CarriedSpans {
  /** Connects the editor, whose text is the one that the previous editor had. */
  attach(writing: Writing): void;
  /** Disconnects the editor. */
  detach(): void;
  /** Discards the spans because the backend has another text; they must be fetched again. */
  forget(): void;
  /** Whether the backend has reported the spans. */
  known(): boolean;
  /** Fetches the spans. If the stored text is not the named text, nothing is set. */
  fetch(named: NamedText, stored: StoredText): Promise<void>;
  /** The spans to store with the current text. Must be read in the same step as the text. */
  placed(): { spans?: AiSpan[] };
}

/** The spans of a scene; none are known yet. */
export function carrySpans(scene: SceneId): CarriedSpans {
  let writing: Writing | null = null;
  /** The last state of the editor that was closed. */
  let closed: { writing: Writing; state: EditorState } | null = null;
  /** The spans while there is no editor; null when they are unknown. */
  let carried: CarriedSpan[] | null = null;
  let known = false;

  const set = (of: Writing, spans: AiSpanSet): boolean => {
    if (of === writing) return of.setSpans(spans);
    if (writing !== null || closed?.writing !== of) return false;
    carried = spansIn(closed.state, spans);
    return carried !== null;
  };

  return {
    attach: (attached) => {
      writing = attached;
      closed = null;
      if (carried !== null && carried.length > 0)
        attached.setSpans({ moment: attached.moment(), spans: carried });
      carried = null;
    },
    detach: () => {
      if (writing === null) return;
      carried = writing.spansNow();
      closed = { writing, state: writing.view.state };
      writing = null;
    },
    forget: () => {
      known = false;
    },
    known: () => known,
    fetch: async ({ writing: of, moment, words }, stored) => {
      const answer = await call("scene.spans", { scene });
      if (answer.version !== stored.version) return;
      if (answer.spans.length > 0 && stored.hash !== (await hashOf(words.toString()))) return;
      const spans = answer.spans.map(({ generation, range: { start: from, end: to } }) => ({
        generation,
        from,
        to,
      }));
      known = set(of, { moment, spans });
    },
    placed: () => {
      if (!known) return {};
      const now = writing === null ? (carried ?? []) : writing.spansNow();
      return {
        spans: now.map(({ generation, from, to }) => ({ generation, range: { start: from, end: to } })),
      };
    },
  };
}
