// The `meaning` dialog: the embedding model of this machine. Its status, running work, available models, computation
// settings and download servers. Every change is saved immediately.
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { Answering } from "./answering";
import { Computing } from "./computing";
import { Mirrors } from "./mirrors";
import { ModelsOffered } from "./models-offered";
import { useMeaning } from "./state";
import { forgetWork } from "./work";
import { WorkView } from "./work-view";

export function MeaningDialog() {
  const open = useDesk(({ dialog }) => dialog?.name === "meaning");
  useEffect(() => {
    if (!open) forgetWork();
  }, [open]);
  return open ? <Meaning /> : null;
}

function Meaning() {
  const { t } = useTranslation("meaning");
  const { data: state, error, refetch } = useMeaning();
  // A model is loaded on demand, without an event.
  useEffect(() => void refetch(), [refetch]);
  return (
    <Dialog open size="lg" onClose={closeDialog} title={t("title")} description={t("text")}>
      {state !== undefined ? (
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-3">
            <Answering state={state} />
            <WorkView state={state} />
          </div>
          <ModelsOffered state={state} />
          <Computing state={state} />
          <Mirrors state={state} />
        </div>
      ) : error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={9} />
      )}
    </Dialog>
  );
}
