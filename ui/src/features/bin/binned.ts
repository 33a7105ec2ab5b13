// The parts in the bin and ways to put them back. A part returns to its former container; if that is not in the
// manuscript either, nothing is moved and the author is asked.
import { outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { BinnedPart, OutlineView, Parent, PartId } from "@/ipc/types";

export type PartKind = "volume" | "chapter" | "scene";

export function kindOf(part: PartId): PartKind {
  if ("volume" in part) return "volume";
  return "chapter" in part ? "chapter" : "scene";
}

/** The id without other fields. */
export function partOf(part: PartId): PartId {
  if ("volume" in part) return { volume: part.volume };
  return "chapter" in part ? { chapter: part.chapter } : { scene: part.scene };
}

/** `chapter:12`. */
export function keyOf(part: PartId): string {
  if ("volume" in part) return `volume:${part.volume}`;
  return "chapter" in part ? `chapter:${part.chapter}` : `scene:${part.scene}`;
}

/** Newest first, whatever the kind; of parts removed together the larger comes first. */
export function latestFirst(parts: readonly BinnedPart[]): BinnedPart[] {
  return [...parts].sort((a, b) => (b.binned_at ?? 0) - (a.binned_at ?? 0));
}

/** Whether a part is in the manuscript. */
function isInManuscript(book: OutlineView, part: PartId): boolean {
  return book.volumes.some((volume) => {
    if ("volume" in part) return volume.id === part.volume;
    return volume.chapters.some((chapter) =>
      "chapter" in part ? chapter.id === part.chapter : chapter.scenes.some(({ id }) => id === part.scene),
    );
  });
}

/** The scene to open for a part. */
export function sceneOf(book: OutlineView, part: PartId): number | null {
  if ("scene" in part) return part.scene;
  for (const volume of book.volumes) {
    if ("volume" in part && volume.id === part.volume) return volume.chapters[0]?.scenes[0]?.id ?? null;
    const chapter = volume.chapters.find((one) => "chapter" in part && one.id === part.chapter);
    if (chapter !== undefined) return chapter.scenes[0]?.id ?? null;
  }
  return null;
}

/** The fallback place for a part: the end of the last chapter or volume; null if there is none. */
export function lastPlace(book: OutlineView, kind: PartKind): { parent: Parent; title: string } | null {
  if (kind === "chapter") {
    const volume = book.volumes.at(-1);
    return volume === undefined ? null : { parent: { volume: volume.id }, title: volume.title };
  }
  const chapter = book.volumes.flatMap((volume) => volume.chapters).at(-1);
  return chapter === undefined ? null : { parent: { chapter: chapter.id }, title: chapter.title };
}

/**
 * The containers that must be put back before a part can return to its place, outermost first. null: the part was in a
 * chapter that is in the bin inside its volume, and the volume is unknown.
 */
export function wayBack(
  book: OutlineView,
  bin: readonly BinnedPart[],
  part: BinnedPart,
): BinnedPart[] | null {
  const way = [part];
  for (let at = part; ; ) {
    const { parent } = at;
    if (parent === "manuscript" || isInManuscript(book, parent)) return way;
    const above = bin.find((one) => keyOf(one) === keyOf(parent));
    if (above === undefined) return null;
    way.unshift(above);
    at = above;
  }
}

/** The result of putting a part back. */
export type Outcome =
  | { kind: "back" }
  /** Its container is in the bin too; `way` as in `wayBack`. */
  | { kind: "stranded"; way: BinnedPart[] | null };

/** Puts a part back in its place; changes nothing if that place is not in the manuscript. */
export async function putBack(part: BinnedPart, bin: readonly BinnedPart[]): Promise<Outcome> {
  const way = wayBack(await outline(), bin, part);
  // Inside a binned container it would be neither in the manuscript nor listed in the bin.
  if (way === null || way.length > 1) return { kind: "stranded", way };
  await call("manuscript.move", { part: partOf(part) });
  return { kind: "back" };
}

/** Puts parts back in the given order. */
export async function putAllBack(parts: readonly BinnedPart[]): Promise<void> {
  for (const part of parts) await call("manuscript.move", { part: partOf(part) });
}

/** Moves parts that were just put back into the bin again, innermost first. */
export async function binAgain(parts: readonly BinnedPart[]): Promise<void> {
  await flushAll();
  for (const part of [...parts].reverse()) await call("manuscript.bin", { part: partOf(part) });
}
