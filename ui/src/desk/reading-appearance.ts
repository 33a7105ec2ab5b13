// The author's type settings, for editable and read-only texts.
import type { Appearance } from "@/editor/appearance";
import type { Settings } from "@/ipc/types";

export function readingAppearance(settings: Settings): Appearance {
  const family = settings.font.replaceAll(/["\\;{}]/g, "").trim();
  return {
    fontFamily: family === "" ? "" : `"${family}"`,
    fontSize: settings.font_size,
    lineHeight: settings.line_height,
    measure: settings.measure,
    indent: settings.indent,
  };
}
