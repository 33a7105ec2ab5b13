// The author's settings as the writing modes of the editor.
import type { Modes } from "@/editor/modes";
import type { Settings } from "@/ipc/types";

export function modesOf(settings: Settings): Modes {
  const { typewriter, focus, markdown, punctuation } = settings;
  return { typewriter, focus, markdown, punctuation, language: "zh" };
}
