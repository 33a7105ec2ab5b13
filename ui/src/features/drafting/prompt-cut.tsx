// The server read less than it was sent, without a word: what came may not know what it should.
import { useTranslation } from "react-i18next";

export function PromptCut() {
  const { t } = useTranslation("drafting");
  return (
    <p className="text-xs break-words text-warning" title={t("promptCut.text")}>
      {t("promptCut.title")}
    </p>
  );
}
