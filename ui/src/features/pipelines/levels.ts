// Where a profile can be set, and what is set there.
import type { Located } from "@/desk/navigation";
import type { Act, ProfileLevel, ProfileUse, ProfileView, SceneId, Subject } from "@/ipc/types";

/** A place where the author can set a profile; `asked` is the next text only. */
export type Level = Exclude<ProfileLevel, "default">;

/** The places, the nearest first. */
export const LEVELS: readonly Level[] = ["asked", "scene", "chapter", "volume", "novel", "machine"];

/** In place of a profile: the next level decides. */
export const FOLLOW = "";

/** In place of an act: all acts. */
const EVERY_ACT = "*";

/** The part of the novel of a level; null for the machine and for the next text. */
export function subjectAt(level: Level, scene: SceneId, place: Located | undefined): Subject | null {
  if (level === "scene") return { scene };
  if (level === "novel") return "novel";
  if (place === undefined) return null;
  if (level === "chapter") return { chapter: place.chapter.id };
  return level === "volume" ? { volume: place.volume.id } : null;
}

const at = (uses: readonly ProfileUse[], subject: Subject | null, act: string): ProfileUse | undefined =>
  uses.find((use) => use.act === act && JSON.stringify(use.subject) === JSON.stringify(subject));

/** The profile that is set for an act; the choice for this act comes before one for every act. */
export function setAt(uses: readonly ProfileUse[], subject: Subject | null, act: Act): string | null {
  return (at(uses, subject, act) ?? at(uses, subject, EVERY_ACT))?.profile ?? null;
}

/** Whether a choice is set for this act alone. */
export function onlyAt(uses: readonly ProfileUse[], subject: Subject | null, act: Act): boolean {
  return at(uses, subject, act) !== undefined;
}

/** Whether a profile is for an act. */
export function isFor({ acts }: ProfileView, act: Act): boolean {
  return acts.length === 0 || acts.includes(act);
}
