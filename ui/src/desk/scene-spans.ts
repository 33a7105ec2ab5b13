// Which words of one open scene models wrote, between the backend and the editor.
//
// The backend says it once, for a text it keeps; from there the editor carries it with every edit, and with every text
// that is sent to be kept goes what belongs to exactly that text. Until the backend was heard nothing is sent, and it
// carries the spans itself, by comparing texts.
import type { EditorState } from "@codemirror/state";
import { type AiSpanSet, type AiSpan as CarriedSpan, spansIn } from "@/editor/ai-spans";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { AiSpan, SceneId } from "@/ipc/types";
import type { KeptText, NamedText } from "./scene-anchors";
import { hashOf } from "./text-hash";

export interface CarriedSpans {
  /** The editor is there; its text is the one the editor before it had. */
  attach(writing: Writing): void;
  /** The editor goes. */
  detach(): void;
  /** The backend has another text than the one that was carried: it is to be asked again. */
  forget(): void;
  /** Whether the backend was heard. */
  known(): boolean;
  /** Asks for the spans. The named text must be the one the backend keeps, or nothing is set. */
  ask(named: NamedText, kept: KeptText): Promise<void>;
  /** What goes with the text of now to be kept; to be taken in the step that takes the text. */
  placed(): { spans?: AiSpan[] };
}

/** The spans of a scene; none are known yet. */
export function carrySpans(scene: SceneId): CarriedSpans {
  let writing: Writing | null = null;
  /** The editor that went, as it was. */
  let left: { writing: Writing; state: EditorState } | null = null;
  /** The spans while there is no editor; null: nobody knows. */
  let held: CarriedSpan[] | null = null;
  let known = false;

  const set = (of: Writing, spans: AiSpanSet): boolean => {
    if (of === writing) return of.setSpans(spans);
    if (writing !== null || left?.writing !== of) return false;
    held = spansIn(left.state, spans);
    return held !== null;
  };

  return {
    attach: (attached) => {
      writing = attached;
      left = null;
      if (held !== null && held.length > 0) attached.setSpans({ moment: attached.moment(), spans: held });
      held = null;
    },
    detach: () => {
      if (writing === null) return;
      held = writing.spansNow();
      left = { writing, state: writing.view.state };
      writing = null;
    },
    forget: () => {
      known = false;
    },
    known: () => known,
    ask: async ({ writing: of, moment, words }, kept) => {
      const answer = await call("scene.spans", { scene });
      if (answer.version !== kept.version) return;
      if (answer.spans.length > 0 && kept.hash !== (await hashOf(words.toString()))) return;
      const spans = answer.spans.map(({ generation, range: { start: from, end: to } }) => ({
        generation,
        from,
        to,
      }));
      known = set(of, { moment, spans });
    },
    placed: () => {
      if (!known) return {};
      const now = writing === null ? (held ?? []) : writing.spansNow();
      return {
        spans: now.map(({ generation, from, to }) => ({ generation, range: { start: from, end: to } })),
      };
    },
  };
}
