// A link from the settings to a dialog about the open project.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { type Dialog, openDialog, useDesk } from "@/desk/desk";
import { SettingRow, useRowTexts } from "./setting-row";

type DialogSetting = "check_rules" | "workflow_switches" | "spelling_words";

function DialogRow({ row, to }: { row: DialogSetting; to: Dialog }) {
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

/** The row that leads to a dialog. */
export const dialogRow = (row: DialogSetting, to: Dialog) => () => <DialogRow row={row} to={to} />;
