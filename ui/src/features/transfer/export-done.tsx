// The result of an export: what was written, where, and what it omits.
import { CircleCheck, FolderOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeDialog } from "@/desk/desk";
import { call, toFailure } from "@/ipc/host";
import type { ChosenPath, Exported, Failure, LayoutName } from "@/ipc/types";

interface ExportDoneProps {
  exported: Exported;
  place: ChosenPath;
  layout: LayoutName;
}

export function ExportDone({ exported, place, layout }: ExportDoneProps) {
  const { t, i18n } = useTranslation("transfer");
  const [failure, setFailure] = useState<Failure | null>(null);
  const number = new Intl.NumberFormat(i18n.language);
  const figures = {
    chapters: number.format(exported.chapters),
    n: number.format(exported.files.length),
    name: place.name,
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      onSubmit={closeDialog}
      title={t("export.done")}
      footer={
        <>
          <Button
            icon={FolderOpen}
            onClick={() =>
              void call("window.reveal", { path: place.path }).catch((thrown) =>
                setFailure(toFailure(thrown)),
              )
            }
          >
            {t("export.reveal")}
          </Button>
          <Button type="submit" variant="primary">
            {t("export.close")}
          </Button>
        </>
      }
    >
      <div role="status" className="flex items-start gap-2.5 py-1">
        <CircleCheck size={17} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-success" />
        <div className="flex min-w-0 flex-col gap-1 text-sm">
          <p className="break-words">
            {t(layout === "whole" ? "export.doneFile" : "export.doneFiles", figures)}
          </p>
          <p className="break-words text-faint">{place.folder}</p>
          {exported.warnings.map((warning) => (
            <p key={warning} className="break-words text-subtle">
              {t(`export.warnings.${warning}`)}
            </p>
          ))}
          {exported.drafts > 0 && (
            <p className="break-words text-subtle">
              {t("export.doneDrafts", { n: number.format(exported.drafts) })}
            </p>
          )}
        </div>
      </div>
      {failure !== null && <FailureState failure={failure} />}
    </Dialog>
  );
}
