// Quoted passages, located again in a text that may have changed since.
import i18next from "i18next";
import type { CharRange, SceneId } from "@/ipc/types";
import { attempt } from "./attempt";
import { goToScene } from "./navigation";
import { notify } from "./notices";
import { currentText } from "./open-scenes";

/** Words of a scene, and their range when they were quoted. */
export interface Quoted {
  scene: SceneId;
  quote: string;
  range: CharRange;
}

/** The current range of a quote, in UTF-16 units: the occurrence nearest to a char offset; null when there is none. */
export function placeOfQuote(text: string, quote: string, near: number): { from: number; to: number } | null {
  if (quote === "") return null;
  const expected = unitsOf(text, near);
  const before = text.lastIndexOf(quote, expected);
  const after = text.indexOf(quote, expected);
  if (before < 0 && after < 0) return null;
  const from = before < 0 || (after >= 0 && after - expected < expected - before) ? after : before;
  return { from, to: from + quote.length };
}

/** The UTF-16 position of a char offset. */
function unitsOf(text: string, chars: number): number {
  let units = 0;
  for (let passed = 0; passed < chars && units < text.length; passed += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

/** Reveals a quote at its current range; if it is gone, opens its scene and says so. */
export async function goToQuote({ scene, quote, range }: Quoted): Promise<void> {
  const text = await attempt(() => currentText(scene));
  if (text === undefined) return;
  const place = placeOfQuote(text, quote, range.start);
  if (place !== null) return goToScene(scene, { ...place, unit: "utf16" });
  goToScene(scene);
  notify({ text: i18next.t("components:quote.moved"), detail: i18next.t("components:quote.movedText") });
}
