// The author's settings as the writing modes of the editor.
import type { Modes } from "@/editor/modes";
import type { NovelLanguage, Settings } from "@/ipc/types";

/** The modes in a novel of a language; as in a Chinese one when it is unknown. */
export function modesOf(settings: Settings, language: NovelLanguage | null): Modes {
  const { typewriter, focus, markdown, punctuation } = settings;
  return { typewriter, focus, markdown, punctuation, language: language ?? "zh" };
}
