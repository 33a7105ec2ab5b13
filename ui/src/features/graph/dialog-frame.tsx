// Shared parts of the graph dialogs: loading, saving, and failures that leave the input untouched.
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { closeDialog } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

interface AbsentDialogProps {
  title: string;
  /** Null: the edited item does not exist. */
  failure: Failure | null;
}

/** Shown when a dialog cannot be filled in. While loading nothing is shown: the dialog takes the focus only once. */
export function AbsentDialog({ title, failure }: AbsentDialogProps) {
  const { t } = useTranslation("graph");
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={title}
      footer={<Button onClick={closeDialog}>{t("close", { ns: "components" })}</Button>}
    >
      {failure === null ? (
        <EmptyState compact title={t("edit.missing")} />
      ) : (
        <FailureState failure={failure} />
      )}
    </Dialog>
  );
}

interface FormDialogProps {
  title: string;
  /** Whether it creates a new item. */
  makes: boolean;
  ready: boolean;
  /** Saves the item. A rejection is shown, and the input stays. */
  save: () => Promise<void>;
  /** Whether the failure is shown at a field instead. */
  elsewhere?: (failure: Failure) => boolean;
  onFailure?: (failure: Failure | null) => void;
  children: ReactNode;
}

/** A form that is saved as a whole. */
export function FormDialog(props: FormDialogProps) {
  const { title, makes, ready, save, elsewhere, onFailure, children } = props;
  const { t } = useTranslation("graph");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async () => {
    if (!ready) return;
    setBusy(true);
    setFailure(null);
    onFailure?.(null);
    try {
      await flushAll();
      await save();
      closeDialog();
    } catch (thrown) {
      const failed = toFailure(thrown);
      onFailure?.(failed);
      if (elsewhere?.(failed) !== true) setFailure(failed);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      title={title}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {t(makes ? "edit.create" : "edit.save")}
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
