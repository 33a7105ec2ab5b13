// The end of an import of remarks: what came of it, and the way back.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeDialog } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { TakeBackReturned } from "@/ipc/types";

interface RemarksImportedProps {
  /** What an undo takes back. */
  undone: TakeBackReturned;
  children: ReactNode;
}

export function RemarksImportedDialog({ undone, children }: RemarksImportedProps) {
  const { t } = useTranslation("transfer");
  const { busy, failure, act } = useAct();
  const undo = () =>
    act(async () => {
      const { count } = await call("comments.take_back_returned", undone);
      closeDialog();
      notify({ text: t("remarks.returned.undone", { n: count }) });
    });
  const parts = [undone.comments, undone.restored, undone.answered];
  const isNothing = parts.every((part) => (part ?? []).length === 0);
  return (
    <Dialog
      open
      busy={busy}
      title={t("remarks.done")}
      onClose={closeDialog}
      onSubmit={closeDialog}
      footer={
        <>
          {!isNothing && (
            <Button busy={busy} onClick={() => void undo()}>
              {t("remarks.returned.undo")}
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={busy}>
            {t("remarks.close")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}
