// What checkpoints and changed items are called in the author's language.
import type { TFunction } from "i18next";
import type { CheckpointEntry, OutlineView } from "@/ipc/types";
import { type Item, numberInChapter } from "./changes";

type T = TFunction<"checkpoints">;

/** The signs the backend puts before the name of what followed: a restore, an import, a compaction. */
const SIGNS = /^(?:[↩↧⌛]\s*)+/u;

/** A checkpoint by its name; an automatic one by what it was made before. */
export function checkpointName({ reason, name }: Pick<CheckpointEntry, "reason" | "name">, t: T): string {
  if (reason === "author") return name;
  const told = t(`reason.${reason}`);
  const followed = name.replace(SIGNS, "");
  return followed === "" ? told : t("named", { reason: told, name: followed });
}

/** The name of the checkpoint that will be made before a restore, as the list will show it. */
export function wayBackName({ name }: CheckpointEntry, t: T): string {
  return checkpointName({ reason: "before_restore", name }, t);
}

/** What a changed item is called. */
export function itemName({ entry }: Item, outline: OutlineView | undefined, t: T): string {
  const title = entry.title === "" ? t("item.untitled") : entry.title;
  switch (entry.kind) {
    case "project":
      return t("item.project");
    case "outline":
      return t("item.outline");
    case "volume":
      return t("item.volume", { title });
    case "chapter":
      return t("item.chapter", { title });
    default: {
      const n = numberInChapter(outline, entry.id);
      const own = n === null ? title : t("item.numbered", { title, n });
      return entry.kind === "scene" ? t("item.scene", { title: own }) : own;
    }
  }
}
