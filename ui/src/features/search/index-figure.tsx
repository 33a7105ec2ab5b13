// The progress of an incomplete index, for the status bar; links to the index.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { Tooltip } from "@/components/tooltip";
import { useIndexing } from "@/desk/indexing";
import { useBuilding } from "./building";
import { countsOf } from "./index-side";
import { known, percentOf, type Standing, standingOf } from "./standing";
import { showSide } from "./state";
import { useFreshIndex, useIndex } from "./use-index";

export function IndexFigure() {
  const { t } = useTranslation("search");
  const { data: view } = useIndex();
  useFreshIndex();
  const progress = useIndexing((state) => state.progress);
  const building = useBuilding((state) => (state.act === null ? null : state.progress));
  const now = known(progress, view);
  if (now === null) return null;
  const standing: Standing =
    building !== null && building.total > 0
      ? { at: "meaning", percent: percentOf(building.done, building.total), pending: now.pending }
      : standingOf(now);
  const { at } = standing;
  if (at === "done") return null;
  const meaning = view?.meaning;
  const text = t(`figure.${at}`, countsOf(standing));
  const state = `${t(`index.states.${at}`, countsOf(standing))}${t("figure.stop")}`;
  const hint =
    meaning === undefined
      ? state
      : meaning.is_fallback
        ? t("figure.hintFallback", { state })
        : t("figure.hint", { state, model: meaning.model });
  return (
    <Tooltip text={hint} side="top">
      <button
        type="button"
        data-testid="index"
        data-index={at}
        onClick={() => showSide("index")}
        className={cx(
          "flex min-w-0 items-center gap-1 rounded-sm px-1.5 whitespace-nowrap tabular-nums hover:bg-surface-hover",
          at === "trouble" ? "font-medium text-danger" : "hover:text-ink",
        )}
      >
        {text}
      </button>
    </Tooltip>
  );
}
