// The dialog of an export, and its end.
import { FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { DoneNote } from "./done-note";
import { type FailureLike, FailureState } from "./failure-state";

export interface ExportDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  canSubmit: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** What runs; null while the author chooses. */
  progress: ReactNode;
  /** The choices of the author. */
  children: ReactNode;
}

export function ExportDialog(props: ExportDialogProps) {
  const { title, description, submitLabel, canSubmit, onSubmit, onClose, progress, children } = props;
  const { t } = useTranslation("components");
  const busy = progress !== null;
  return (
    <Dialog
      open
      busy={busy}
      {...{ onClose, onSubmit, title, description }}
      footer={
        busy ? undefined : (
          <>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button type="submit" variant="primary" disabled={!canSubmit}>
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      {busy ? progress : <div className="flex flex-col gap-5">{children}</div>}
    </Dialog>
  );
}

/** Says that a long act was stopped. */
export function StoppedNote({ text }: { text: string }) {
  return (
    <p role="status" className="text-sm text-subtle">
      {text}
    </p>
  );
}

export interface ExportDoneProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Shows the file in its folder. */
  onReveal: () => void;
  /** Why it could not be shown. */
  failure: FailureLike | null;
  folder: string;
  /** What was written. */
  text: string;
  /** What the author should know about it. */
  notes?: readonly string[] | undefined;
}

export function ExportDone(props: ExportDoneProps) {
  const { title, closeLabel, onClose, onReveal, failure, folder, text, notes = [] } = props;
  const { t } = useTranslation("components");
  return (
    <Dialog
      open
      {...{ title, onClose }}
      onSubmit={onClose}
      footer={
        <>
          <Button icon={FolderOpen} onClick={onReveal}>
            {t("reveal")}
          </Button>
          <Button type="submit" variant="primary">
            {closeLabel}
          </Button>
        </>
      }
    >
      <DoneNote>
        <p className="break-words">{text}</p>
        <p className="break-words text-faint">{folder}</p>
        {notes.map((note) => (
          <p key={note} className="break-words text-subtle">
            {note}
          </p>
        ))}
      </DoneNote>
      {failure !== null && <FailureState failure={failure} />}
    </Dialog>
  );
}
