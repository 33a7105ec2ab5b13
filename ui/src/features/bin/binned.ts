// What lies in the bin, and ways out of it. A part goes back into what it stood in; when that is not in the manuscript
// either, nothing is moved and the author is asked.
import { outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { BinnedPart, OutlineView, Parent, PartId } from "@/ipc/types";

export type PartKind = "volume" | "chapter" | "scene";

export function kindOf(part: PartId): PartKind {
  if ("volume" in part) return "volume";
  return "chapter" in part ? "chapter" : "scene";
}

/** The part alone. */
export function partOf(part: PartId): PartId {
  if ("volume" in part) return { volume: part.volume };
  return "chapter" in part ? { chapter: part.chapter } : { scene: part.scene };
}

/** `chapter:12`. */
export function keyOf(part: PartId): string {
  if ("volume" in part) return `volume:${part.volume}`;
  return "chapter" in part ? `chapter:${part.chapter}` : `scene:${part.scene}`;
}

/** Latest first, whatever the kind; of those put away at once the larger first. */
export function latestFirst(parts: readonly BinnedPart[]): BinnedPart[] {
  return [...parts].sort((a, b) => (b.binned_at ?? 0) - (a.binned_at ?? 0));
}

/** Whether a part is in the manuscript. */
export function stands(book: OutlineView, part: PartId): boolean {
  return book.volumes.some((volume) => {
    if ("volume" in part) return volume.id === part.volume;
    return volume.chapters.some((chapter) =>
      "chapter" in part ? chapter.id === part.chapter : chapter.scenes.some(({ id }) => id === part.scene),
    );
  });
}

/** The scene that shows a part. */
export function sceneOf(book: OutlineView, part: PartId): number | null {
  if ("scene" in part) return part.scene;
  for (const volume of book.volumes) {
    if ("volume" in part && volume.id === part.volume) return volume.chapters[0]?.scenes[0]?.id ?? null;
    const chapter = volume.chapters.find((one) => "chapter" in part && one.id === part.chapter);
    if (chapter !== undefined) return chapter.scenes[0]?.id ?? null;
  }
  return null;
}

/** Where a part goes when it cannot go back: the end of the last chapter or volume. null: there is none. */
export function lastPlace(book: OutlineView, kind: PartKind): { parent: Parent; title: string } | null {
  if (kind === "chapter") {
    const volume = book.volumes.at(-1);
    return volume === undefined ? null : { parent: { volume: volume.id }, title: volume.title };
  }
  const chapter = book.volumes.flatMap((volume) => volume.chapters).at(-1);
  return chapter === undefined ? null : { parent: { chapter: chapter.id }, title: chapter.title };
}

/**
 * The parts that must be put back for a part to stand where it stood, the outermost first. null: it stood in a chapter
 * that lies in the bin inside its volume; which volume is not told.
 */
export function wayBack(
  book: OutlineView,
  bin: readonly BinnedPart[],
  part: BinnedPart,
): BinnedPart[] | null {
  const way = [part];
  for (let at = part; ; ) {
    const { parent } = at;
    if (parent === "manuscript" || stands(book, parent)) return way;
    const above = bin.find((one) => keyOf(one) === keyOf(parent));
    if (above === undefined) return null;
    way.unshift(above);
    at = above;
  }
}

/** What came of putting a part back. */
export type Outcome =
  | { kind: "back" }
  /** What it stood in is in the bin too; `way` as of `wayBack`. */
  | { kind: "stranded"; way: BinnedPart[] | null };

/** Puts a part back where it stood; when that is not in the manuscript, nothing is changed. */
export async function putBack(part: BinnedPart, bin: readonly BinnedPart[]): Promise<Outcome> {
  const way = wayBack(await outline(), bin, part);
  // Moved into what is in the bin, it would be neither in the manuscript nor listed in the bin.
  if (way === null || way.length > 1) return { kind: "stranded", way };
  await call("manuscript.move", { part: partOf(part) });
  return { kind: "back" };
}

/** Puts parts back in this order. */
export async function putAllBack(parts: readonly BinnedPart[]): Promise<void> {
  for (const part of parts) await call("manuscript.move", { part: partOf(part) });
}

/** Puts parts that were just put back into the bin again, the innermost first. */
export async function binAgain(parts: readonly BinnedPart[]): Promise<void> {
  await flushAll();
  for (const part of [...parts].reverse()) await call("manuscript.bin", { part: partOf(part) });
}
