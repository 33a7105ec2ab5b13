// Converts the author's settings to the editor's writing modes.
import type { Modes } from "@/editor/modes";
import type { NovelLanguage, Settings } from "@/ipc/types";

/** The modes for a novel's language; those for Chinese if it is unknown. */
export function modesOf(settings: Settings, language: NovelLanguage | null): Modes {
  const { typewriter, focus, markdown, punctuation } = settings;
  return { typewriter, focus, markdown, punctuation, language: language ?? "zh" };
}
