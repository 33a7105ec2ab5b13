// Names of sources, and links to them.
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { openDialog, showItem, showTab } from "@/desk/desk";
import { goToChapter, goToScene, locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId, ContextSource } from "@/ipc/types";

/** Bible fields with their own label. */
const FIELDS = new Set([
  "genre",
  "style",
  "pov",
  "tense",
  "synopsis",
  "characters",
  "world_rules",
  "outline",
  "taboo",
]);

/** Returns the author's name for a source. */
export function useSourceName(): (source: ContextSource) => string {
  const { t } = useTranslation("context");
  const { data: outline } = useAnswer("manuscript.outline", {});
  return useCallback(
    (source) => {
      const chapters = outline?.volumes.flatMap((volume) => volume.chapters) ?? [];
      const chapter = (id: ChapterId) => chapters.find((one) => one.id === id)?.title ?? t("sources.gone");
      switch (source.kind) {
        case "instruction":
          return t("sources.instruction");
        case "scene_plan":
        case "selection":
        case "text_before":
        case "text_after":
          return t(`sources.${source.kind}`);
        case "previous_scene":
        case "passage": {
          const place = outline === undefined ? undefined : locate(outline, source.scene);
          const name = place?.scene.title || place?.chapter.title || t("sources.gone");
          return t(`sources.${source.kind}`, { name });
        }
        case "bible_field":
          return t("sources.bible_field", {
            name: FIELDS.has(source.key) ? t(`fields.${source.key}`) : source.key,
          });
        case "lore_entry":
          return t("sources.lore_entry", { name: source.title });
        case "entity_state":
        case "artifact":
          return t(`sources.${source.kind}`, { name: source.name });
        case "fact":
        case "relation":
          return t(`sources.${source.kind}`, { n: source.id });
        case "step":
          return t("sources.step", { name: source.title });
        case "thread":
          return t("sources.thread", { name: source.title });
        case "event":
          return t("sources.event", { name: source.title });
        case "story_so_far":
        case "summary":
          return t(`sources.${source.kind}`, { name: chapter(source.chapter) });
      }
    },
    [outline, t],
  );
}

/** Opens a source; null if it has no location. */
export function wayTo(source: ContextSource): (() => void) | null {
  switch (source.kind) {
    case "instruction":
    case "artifact":
    case "step":
      return null;
    case "scene_plan":
      return () => {
        goToScene(source.scene);
        showTab("part");
      };
    case "selection":
    case "text_before":
    case "text_after":
    case "passage": {
      const { start, end } = source.range;
      return () => goToScene(source.scene, { from: start, to: end, unit: "chars" });
    }
    case "previous_scene":
      return () => goToScene(source.scene);
    case "bible_field":
      return () => showTab("bible");
    case "lore_entry":
      return () => showItem("lore", source.id);
    case "entity_state":
      return () => showItem("entity", source.id);
    case "fact":
      return () => openDialog({ name: "edit-fact", fact: source.id });
    case "relation":
      return () => openDialog({ name: "edit-relation", relation: source.id });
    case "thread":
      return () => showItem("thread", source.id);
    case "event":
      return () => showItem("event", source.id);
    case "story_so_far":
    case "summary":
      return () => void goToChapter(source.chapter).then(() => showTab("part"));
  }
}

/** Whether the author may exclude a source. The text being worked on and the instruction are always sent. */
export function mayBeLeftOut({ kind }: ContextSource): boolean {
  return !["instruction", "scene_plan", "selection", "text_before", "text_after"].includes(kind);
}
