// The “as of” choice of the graph: any time, the open scene, or the end of a chapter.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ChooseField } from "@/components/choose-field";
import { Segmented } from "@/components/segmented";
import { useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId, OutlineView, SceneId } from "@/ipc/types";

/** The end of the book, the open scene, or the end of a chapter. */
export type AsOf = "end" | "scene" | { chapter: ChapterId };

const NO_BOOK: OutlineView = { volumes: [] };

const chaptersOf = ({ volumes }: OutlineView) => volumes.flatMap(({ chapters }) => chapters);

/** The scene to view the graph as of; null if there is none, as for a chapter without scenes or a removed one. */
export function sceneOf(asOf: AsOf, open: SceneId | null, outline: OutlineView): SceneId | null {
  if (asOf === "end") return null;
  const chapters = chaptersOf(outline);
  if (asOf === "scene")
    return chapters.some(({ scenes }) => scenes.some(({ id }) => id === open)) ? open : null;
  return chapters.find(({ id }) => id === asOf.chapter)?.scenes.at(-1)?.id ?? null;
}

/** The scene the graph is currently viewed as of. */
export function useAsOf(asOf: AsOf): SceneId | null {
  const open = useDesk((state) => state.scene);
  const outline = useAnswer("manuscript.outline", {}).data ?? NO_BOOK;
  return sceneOf(asOf, open, outline);
}

interface AsOfFieldProps {
  value: AsOf;
  onChange: (value: AsOf) => void;
  /** The label for the whole book. */
  whole: string;
  /** The label is beside the choices, or above them where there is no room for all in one line. */
  labelAt: "side" | "top";
}

export function AsOfField({ value, onChange, whole, labelAt }: AsOfFieldProps) {
  const { t } = useTranslation("graph");
  const open = useDesk((state) => state.scene);
  const outline = useAnswer("manuscript.outline", {}).data ?? NO_BOOK;
  const here = open === null ? undefined : locate(outline, open);
  const choices = useMemo(
    () =>
      chaptersOf(outline)
        .map(({ id, title, scenes }, at) => ({
          id: String(id),
          label: title || t("place.chapter", { n: at + 1 }),
          written: scenes.length > 0,
        }))
        .filter(({ written }) => written),
    [outline, t],
  );
  const kind = typeof value === "string" ? value : "chapter";
  const shown = kind === "scene" && here === undefined ? "end" : kind;
  const first = here?.chapter.id ?? Number(choices[0]?.id);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {labelAt === "side" && (
        <span aria-hidden className="text-xs whitespace-nowrap text-faint">
          {t("asOf.label")}
        </span>
      )}
      <Segmented<"end" | "scene" | "chapter">
        label={t("asOf.label")}
        hideLabel={labelAt === "side"}
        value={shown}
        onChange={(next) => onChange(next === "chapter" ? { chapter: first } : next)}
        options={[
          { value: "end", label: whole },
          { value: "scene", label: t("asOf.here"), disabled: here === undefined },
          { value: "chapter", label: t("asOf.chapter"), disabled: choices.length === 0 },
        ]}
      />
      {typeof value !== "string" && (
        <ChooseField
          label={t("asOf.which")}
          hideLabel
          className="w-52 min-w-32"
          value={String(value.chapter)}
          onChange={(id) => onChange(id === null ? "end" : { chapter: Number(id) })}
          choices={choices}
          none={t("asOf.which")}
          nothing={t("asOf.noChapter")}
        />
      )}
    </div>
  );
}
