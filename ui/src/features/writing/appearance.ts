// The author's settings as the editor wants them.
import type { Appearance } from "@/editor/appearance";
import type { Modes } from "@/editor/modes";
import type { Settings } from "@/ipc/types";

/** Faces after the author's own, so that no character is ever without one. */
const FALLBACK = "var(--font-reading)";

export function appearanceOf(settings: Settings): Appearance {
  const family = settings.font.replaceAll(/["\\;{}]/g, "").trim();
  return {
    fontFamily: family === "" ? FALLBACK : `"${family}", ${FALLBACK}`,
    fontSize: settings.font_size,
    lineHeight: settings.line_height,
    measure: settings.measure,
    indent: settings.indent,
  };
}

export function modesOf(settings: Settings): Modes {
  const { typewriter, focus, markdown, punctuation } = settings;
  return { typewriter, focus, markdown, punctuation };
}
