// Outlines for stories and tests: small ones written out, large ones generated.
import type { ChapterView, OutlineView, SceneView, Status, Totals, VolumeView } from "@/ipc/types";
import { formatNumeral } from "./numeral";

const totals = (standard: number): Totals => ({ standard, word: standard, han: standard, all: standard });

const sum = (parts: readonly { counts: Totals }[]) =>
  totals(parts.reduce((all, { counts }) => all + counts.standard, 0));

export function scene(id: number, count = 1000, title = "", status: Status = "drafting"): SceneView {
  return { id, title, status, version: 1, counts: totals(count) };
}

export function chapter(
  id: number,
  title: string,
  scenes: SceneView[],
  status: Status = "drafting",
): ChapterView {
  return { id, title, status, target: null, counts: sum(scenes), scenes };
}

export function volume(id: number, title: string, chapters: ChapterView[]): VolumeView {
  return { id, title, counts: sum(chapters), chapters };
}

export function book(...volumes: VolumeView[]): OutlineView {
  return { volumes };
}

/** A book of many chapters with one scene each, in volumes of a hundred. */
export function largeBook(chapters: number): OutlineView {
  const volumes: VolumeView[] = [];
  for (let from = 0; from < chapters; from += 100) {
    const own = Array.from({ length: Math.min(100, chapters - from) }, (_, at) => {
      const n = from + at + 1;
      return chapter(
        n,
        `第${formatNumeral(n, { kind: "units" })}章`,
        [scene(n, 2000 + ((n * 37) % 1900))],
        "completed",
      );
    });
    const n = volumes.length + 1;
    volumes.push(volume(n, `第${formatNumeral(n, { kind: "units" })}卷`, own));
  }
  return book(...volumes);
}
