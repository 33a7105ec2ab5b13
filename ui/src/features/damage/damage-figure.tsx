// The damage indicator in the status bar.
import { useTranslation } from "react-i18next";
import { Tooltip } from "@/components/tooltip";
import { openDialog, useDesk } from "@/desk/desk";

/** Whether the open project is damaged. */
export const useIsDamaged = () =>
  useDesk(({ project }) => project !== null && (project.salvaged !== null || project.damage > 0));

export function DamageFigure() {
  const { t } = useTranslation("damage");
  return (
    <Tooltip text={t("openHint")} side="top">
      <button
        type="button"
        data-testid="damaged"
        className="flex items-center gap-1.5 rounded-sm font-medium text-danger"
        onClick={() => openDialog({ name: "damage" })}
      >
        <span className="size-2 rounded-full bg-danger" />
        {t("open")}
      </button>
    </Tooltip>
  );
}
