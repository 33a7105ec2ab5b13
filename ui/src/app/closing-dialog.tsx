// Asks the author when the window is closed while some text is not stored.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeAnyway, closeWindow, stayOpen, useClosing } from "./closing";

export function ClosingDialog() {
  const { t } = useTranslation("app");
  const failure = useClosing((state) => state.failure);
  if (failure === null) return null;
  return (
    <Dialog
      open
      onClose={stayOpen}
      title={t("closing.title")}
      description={t("closing.text")}
      footerStart={
        <Button variant="danger" onClick={() => void closeAnyway()}>
          {t("closing.leave")}
        </Button>
      }
      footer={
        <>
          <Button onClick={stayOpen}>{t("closing.stay")}</Button>
          <Button variant="primary" onClick={() => void closeWindow()}>
            {t("closing.retry")}
          </Button>
        </>
      }
    >
      <FailureState failure={failure} />
    </Dialog>
  );
}
