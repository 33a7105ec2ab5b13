// Going to a chapter by title or number.
import { BookDashed, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { goToScene, locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { OutlineView } from "@/ipc/types";
import { placeEntries } from "./entries";
import { PlaceRow } from "./palette";
import { Picker } from "./picker";

/** Renders nothing unless the dialog is open. */
export function GoToChapterDialog() {
  const open = useDesk((state) => state.dialog?.name === "go-to-chapter");
  return open ? <Open /> : null;
}

const NOTHING: OutlineView = { volumes: [] };

function Open() {
  const { t } = useTranslation("palette");
  const [query, setQuery] = useState("");
  const scene = useDesk((state) => state.scene);
  const { data, error, refetch } = useAnswer("manuscript.outline", {});
  const outline = data ?? NOTHING;
  const entries = useMemo(() => placeEntries(outline, query, t("untitled")), [outline, query, t]);
  const here = scene === null ? undefined : locate(outline, scene);
  const first = entries.findIndex(({ key }) => key === `chapter:${here?.chapter.id}`);
  const instead =
    error !== null && data === undefined ? (
      <div className="p-4">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    ) : data === undefined ? (
      <LoadingState rows={4} />
    ) : query === "" ? (
      <EmptyState compact icon={BookDashed} title={t("noChapters")} text={t("noChaptersText")} />
    ) : (
      <EmptyState compact icon={SearchX} title={t("emptyChapters", { query })} text={t("emptyText")} />
    );
  return (
    <Picker
      // Remounts when the chapters are loaded, at the open one.
      key={data === undefined ? "none" : "some"}
      title={t("goTo")}
      listLabel={t("chapters")}
      placeholder={t("goToPlaceholder")}
      query={query}
      onQuery={setQuery}
      entries={entries}
      isDisabled={() => false}
      renderEntry={(entry) => <PlaceRow entry={entry} />}
      onChoose={(entry) => {
        closeDialog();
        goToScene(entry.scene);
      }}
      onClose={closeDialog}
      first={Math.max(0, first)}
      instead={instead}
    />
  );
}
