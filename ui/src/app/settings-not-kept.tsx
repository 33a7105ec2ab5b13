// Warns, beside the settings, that changes apply in the window but could not be stored.
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { keepSettings, useKeeping } from "@/desk/keep-settings";

/** Renders nothing as long as settings could be stored. */
export function SettingsNotKept() {
  const { t } = useTranslation("settings");
  const failure = useKeeping((keeping) => keeping.failure);
  if (failure === null) return null;
  return (
    <div className="flex flex-col gap-1.5 border-b border-line px-5 py-3">
      <p className="text-sm text-subtle">{t("notKept")}</p>
      <FailureState failure={failure} onRetry={() => void keepSettings()} />
    </div>
  );
}
