// The Search tab: words and meaning, similar passages, repeated passages, and the index.
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/segmented";
import { forgetEnd } from "./building";
import { DuplicatesSide } from "./duplicates-side";
import { IndexSide } from "./index-side";
import { hideMarks } from "./jump";
import { SimilarSide } from "./similar-side";
import { type Side, useSearching } from "./state";
import { WordsSide } from "./words-side";

const SIDES: readonly Side[] = ["words", "similar", "duplicates", "index"];

export function SearchTab() {
  const { t } = useTranslation("search");
  const side = useSearching((state) => state.side);
  // Results are marked in the text while they are listed.
  useEffect(() => hideMarks, []);
  return (
    <section aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      <div className="shrink-0 border-b border-line px-3 py-2">
        <Segmented
          label={t("side")}
          hideLabel
          value={side}
          onChange={(next) => {
            forgetEnd();
            useSearching.setState({ side: next });
          }}
          options={SIDES.map((value) => ({ value, label: t(`sides.${value}`) }))}
        />
      </div>
      {side === "words" ? (
        <WordsSide />
      ) : side === "similar" ? (
        <SimilarSide />
      ) : side === "duplicates" ? (
        <DuplicatesSide />
      ) : (
        <IndexSide />
      )}
    </section>
  );
}
