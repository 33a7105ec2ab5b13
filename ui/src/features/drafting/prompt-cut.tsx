// Warning that the server silently read less than was sent: the result may miss context.
import { useTranslation } from "react-i18next";

export function PromptCut() {
  const { t } = useTranslation("drafting");
  return (
    <p className="text-xs break-words text-warning" title={t("promptCut.text")}>
      {t("promptCut.title")}
    </p>
  );
}
