// The two views of a draft, and the button that takes its last change back.
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import { Segmented } from "@/components/segmented";
import { undo, useProfiles } from "./state";

export function DraftViews() {
  const { t } = useTranslation("pipelines");
  const view = useProfiles((state) => state.view);
  const canUndo = useProfiles((state) => state.past.length > 0);
  return (
    <>
      {view === "steps" && (
        <IconButton icon={Undo2} label={t("undoAct")} shortcut="Mod+Z" disabled={!canUndo} onClick={undo} />
      )}
      <Segmented<"steps" | "json">
        label={t("views.label")}
        hideLabel
        value={view}
        onChange={(next) => useProfiles.setState({ view: next })}
        options={[
          { value: "steps", label: t("views.steps") },
          { value: "json", label: t("views.json") },
        ]}
      />
    </>
  );
}
