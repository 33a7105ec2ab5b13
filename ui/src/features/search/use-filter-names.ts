// The choices of the filters, and labels of the active ones.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { EntityId, OutlineView, SceneId } from "@/ipc/types";
import { type ChapterChoice, chaptersOf, type SetFilter } from "./filters";
import type { Filters } from "./state";

/** An entity to choose. */
export interface EntityChoice {
  id: EntityId;
  title: string;
  kind: string;
}

export interface FilterNames {
  outline: OutlineView | undefined;
  chapters: ChapterChoice[];
  entities: EntityChoice[];
  /** The place of a scene. */
  sceneAt: (scene: SceneId) => string;
  /** The label of an active filter. */
  said: (set: SetFilter, filters: Filters) => string;
}

export function useFilterNames(): FilterNames {
  const { t } = useTranslation("search");
  const { data: outline } = useAnswer("manuscript.outline", {});
  const { data: names } = useAnswer("mentions.names", {});
  const chapters = useMemo(() => chaptersOf(outline), [outline]);
  const entities = useMemo(
    () =>
      (names?.named ?? []).flatMap(({ entity, title, kind }) =>
        entity === null ? [] : [{ id: entity, title, kind }],
      ),
    [names],
  );
  // No label until the part's name is known.
  const titled = (title: string | undefined, known: boolean) =>
    title === undefined ? (known ? t("chips.gone") : "…") : title.trim() || t("places.untitled");
  const chapter = (id: number | null | undefined) =>
    titled(chapters.find((one) => one.id === id)?.title, outline !== undefined);
  const sceneAt = (scene: SceneId) => {
    const place = outline === undefined ? undefined : locate(outline, scene);
    const title = titled(place?.chapter.title, outline !== undefined);
    const named = place?.scene.title.trim() ?? "";
    if (named !== "") return t("places.scene", { chapter: title, scene: named });
    return title;
  };
  const labelOf = ({ name }: SetFilter, filters: Filters): string => {
    switch (name) {
      case "kinds":
        return (filters.kinds ?? []).map((kind) => t(`kinds.${kind}`)).join(t("why.joint"));
      case "volume": {
        const volume = outline?.volumes.find(({ id }) => id === filters.volume);
        return t("chips.volume", { title: titled(volume?.title, outline !== undefined) });
      }
      case "chapters": {
        const { from_chapter: from, to_chapter: to } = filters;
        if (to == null) return t("chips.from", { title: chapter(from) });
        if (from == null) return t("chips.to", { title: chapter(to) });
        return t("chips.range", { from: chapter(from), to: chapter(to) });
      }
      case "pov":
        return t("chips.pov", { name: filters.pov?.trim() ?? "" });
      case "character": {
        const entity = entities.find(({ id }) => id === filters.character);
        return t("chips.character", { name: titled(entity?.title, names !== undefined) });
      }
      case "status":
        return t(`filters.statuses.${filters.status ?? "planned"}`);
      case "as_of":
        return t("chips.asOf", { place: sceneAt(filters.as_of ?? 0) });
    }
  };
  return { outline, chapters, entities, sceneAt, said: labelOf };
}
