// Asks for confirmation before an act that is hard to undo. For dangerous acts "cancel" has focus.
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { cx } from "./class-names";
import { backdropClass, dialogPopupClass, dialogWidths } from "./dialog";
import { finalFocus, ShownDialog } from "./shown-dialogs";

export interface ConfirmDialogProps {
  open: boolean;
  /** A question that names the object: “把《第三章》移到回收站？” */
  title: string;
  /** What will happen and how it can be undone. */
  text: ReactNode;
  /** Further content: a list, a field. */
  children?: ReactNode;
  /** The verb of the act, not "OK". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({
  open,
  title,
  text,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTranslation("components");
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        if (busy) details.cancel();
        else onCancel();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup
          finalFocus={finalFocus}
          initialFocus={danger ? cancel : confirm}
          aria-busy={busy || undefined}
          className={cx(dialogPopupClass, dialogWidths.sm, "[--dialog-top:clamp(0.75rem,50vh-12rem,18vh)]")}
        >
          <ShownDialog />
          <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-5 pt-5 pb-4">
            <AlertDialog.Title className="text-base font-semibold break-words">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-sm break-words text-subtle">
              {text}
            </AlertDialog.Description>
            {children}
          </div>
          <footer className="flex items-center justify-end gap-2 px-5 pb-5">
            <Button ref={cancel} onClick={onCancel} disabled={busy}>
              {cancelLabel ?? t("cancel")}
            </Button>
            <Button ref={confirm} variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
