// The frame of the dialogs that begin a mending: how it is done, what it takes, and the button that begins it.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeDialog } from "@/desk/desk";
import { ByField } from "./by-field";
import { Price } from "./price";
import type { useBeginning } from "./use-beginning";

interface BeginDialogProps {
  title: string;
  description: string;
  beginning: ReturnType<typeof useBeginning>;
  size?: "lg";
  /** The choices above those that every mending has. */
  children?: ReactNode;
}

export function BeginDialog({ title, description, beginning, size, children }: BeginDialogProps) {
  const { t } = useTranslation("mending");
  const { fields, price, hasModel, busy, failure, isNone, canStart, start } = beginning;
  return (
    <Dialog
      open
      {...(size !== undefined && { size })}
      onClose={closeDialog}
      title={title}
      description={description}
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
        {children}
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
