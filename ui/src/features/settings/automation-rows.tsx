// Links from the settings to the dialogs for checks, workflows and spelling, which belong to the open project.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { type Dialog, openDialog, useDesk } from "@/desk/desk";
import { SettingRow, useRowTexts } from "./setting-row";

function WayRow({ row, to }: { row: "check_rules" | "workflow_switches" | "spelling_words"; to: Dialog }) {
  const { t } = useTranslation("settings");
  const { label, hint } = useRowTexts(row);
  const hasProject = useDesk(({ project }) => project !== null);
  return (
    <SettingRow>
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h3 className="text-sm">{label}</h3>
          <p className="text-xs break-words text-faint">{hint}</p>
          {!hasProject && <p className="text-xs break-words text-subtle">{t("noProject")}</p>}
        </div>
        <Button
          size="sm"
          disabled={!hasProject}
          aria-label={t("openOf", { open: t("openRow"), name: label })}
          onClick={() => openDialog(to)}
        >
          {t("openRow")}
        </Button>
      </div>
    </SettingRow>
  );
}

export const SpellingWordsRow = () => <WayRow row="spelling_words" to={{ name: "spelling" }} />;
export const CheckRulesRow = () => <WayRow row="check_rules" to={{ name: "check-rules" }} />;
export const WorkflowSwitchesRow = () => (
  <WayRow row="workflow_switches" to={{ name: "workflow-switches" }} />
);
