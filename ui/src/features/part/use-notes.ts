// The length of the footnotes of scenes. Totals leave footnotes out, so they are counted from the texts.
import { useEffect, useState } from "react";
import { currentText } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { SceneId, Totals } from "@/ipc/types";

/** How a footnote begins; texts without it are not counted. */
const NOTE = "^[";
/** The texts are counted when the totals have been the same for this long, ms. */
const DELAY = 400;

async function lengthOf(scenes: readonly SceneId[]): Promise<number> {
  const texts = await Promise.all(scenes.map(currentText));
  const noted = texts.filter((text) => text.includes(NOTE));
  const counted = await Promise.all(noted.map((text) => call("prose.count", { text })));
  return counted.reduce((sum, { classes }) => sum + classes.notes, 0);
}

/** The visible characters of the footnotes of scenes; 0 while unknown. `totals` are those of the same scenes. */
export function useNotes(scenes: readonly SceneId[], totals: Totals): number {
  const [length, setLength] = useState(0);
  const ids = scenes.join();
  const state = Object.values(totals).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the totals change with the texts
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      // A text that cannot be read is reported where it is open.
      const counted = lengthOf(ids === "" ? [] : ids.split(",").map(Number)).catch(() => 0);
      void counted.then((next) => isCurrent && setLength(next));
    }, DELAY);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ids, state]);
  return length;
}
