// The `mend-finding` dialog: mends one finding, in one round.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeDialog, useDesk } from "@/desk/desk";
import type { FindingId } from "@/ipc/types";
import { ByField } from "./by-field";
import { Price } from "./price";
import { useBeginning } from "./use-beginning";

export function MendFindingDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "mend-finding" ? state.dialog : null));
  if (dialog === null) return null;
  return <Open key={dialog.finding} finding={dialog.finding} words={dialog.words} />;
}

function Open({ finding, words }: { finding: FindingId; words: string }) {
  const { t } = useTranslation("mending");
  const { fields, price, hasModel, busy, failure, isNone, canStart, start } = useBeginning({ finding }, null);
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t("begin.ofFinding")}
      description={words}
      onSubmit={start}
      busy={busy}
      footer={
        <>
          <Button onClick={closeDialog}>{t("begin.cancel")}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!canStart}>
            {t("begin.do")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ByField {...fields} />
        <Price answer={price} by={fields.by} hasModel={hasModel} />
        {isNone && (
          <p role="status" className="text-sm text-warning">
            {t("price.none")}
          </p>
        )}
        {failure !== null && <FailureState failure={failure} onRetry={start} />}
      </div>
    </Dialog>
  );
}
