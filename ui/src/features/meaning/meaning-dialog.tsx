// Dialog `meaning`: the embedding model of this machine. What answers now, what is under way, which models there are, how
// they are computed, where they come from. Everything is kept at once.
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

/** Dialog `meaning`. */
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
  // A model is loaded when it is needed, and nobody tells.
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
