// A change of the setting that was proposed for an issue, and the author's decision on it.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { useAct } from "@/desk/use-act";
import type { MendIssueView } from "@/ipc/types";
import { decide } from "./acts";
import { settingWords } from "./say";

interface SettingChangeProps {
  issue: MendIssueView;
  /** Whether the author may decide now. */
  isMine: boolean;
}

export function SettingChange({ issue, isMine }: SettingChangeProps) {
  const { t } = useTranslation("mending");
  const { busy, act } = useAct();
  const { proposal, state, reason } = issue;
  if (proposal === null) return null;
  const waits = isMine && state === "deferred" && reason === "canon";
  const { status } = proposal;
  return (
    <fieldset
      aria-label={t("setting.label")}
      className="mt-1 flex min-w-0 flex-col items-start gap-1.5 rounded-md border border-line p-2"
    >
      <p className="text-xs text-faint">
        {t("setting.label")}
        {t("between")}
        {t(`setting.status.${status}`)}
      </p>
      <p className="text-sm break-words">{settingWords(t, proposal.proposed)}</p>
      {waits && (
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            variant="primary"
            busy={busy}
            onClick={() => void act(() => decide(issue, "change_setting"))}
          >
            {t(status === "applied" ? "setting.again" : "setting.accept")}
          </Button>
          {status !== "applied" && (
            <Button size="sm" busy={busy} onClick={() => void act(() => decide(issue, "refuse"))}>
              {t("setting.refuse")}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
