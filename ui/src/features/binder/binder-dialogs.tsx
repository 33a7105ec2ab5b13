// Dialogs and notices of binder acts, whether started by keys, menus or the palette. The window renders this once, even
// while the binder is hidden.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FailureState, useFailureWords } from "@/components/failure-state";
import { useToast } from "@/components/toast";
import { toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Failure, OutlineView, SceneId } from "@/ipc/types";
import { mergeNext, planMerge } from "./merging";
import { MoveDialog } from "./move-dialog";
import { onNotice } from "./notices";
import { ask, useBinder } from "./store";

export function BinderDialogs() {
  useNotices();
  const question = useBinder((state) => state.question);
  const outline = useAnswer("manuscript.outline", question === null ? null : {});
  if (question === null || outline.data === undefined) return null;
  return question.kind === "move" ? (
    <MoveDialog outline={outline.data} parts={question.parts} onClose={() => ask(null)} />
  ) : (
    <MergeDialog key={question.scene} outline={outline.data} scene={question.scene} />
  );
}

function useNotices() {
  const { show } = useToast();
  const words = useFailureWords();
  useEffect(
    () =>
      onNotice({
        tell: show,
        fail: (failure) => {
          const { title, safe, todo } = words(failure);
          show({ tone: "danger", text: title, detail: `${safe}${todo} (${failure.code})` });
        },
      }),
    [show, words],
  );
}

function MergeDialog({ outline, scene }: { outline: OutlineView; scene: SceneId }) {
  const { t } = useTranslation("binder");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // The plan from when the dialog opened: after the merge, and before the dialog closes, there may be no next scene.
  const [plan] = useState(() => planMerge(outline, scene));
  if (plan === null) return null;
  const merge = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await mergeNext(scene);
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  return (
    <ConfirmDialog
      open
      title={t("merge.title", { ...plan })}
      text={
        <>
          <p>{t("merge.text")}</p>
          {plan.emptied !== null && <p className="mt-1.5">{t("merge.emptied", { ...plan })}</p>}
        </>
      }
      confirmLabel={t("merge.act")}
      busy={busy}
      onConfirm={() => void merge()}
      onCancel={() => ask(null)}
    >
      {failure !== null && <FailureState failure={failure} />}
    </ConfirmDialog>
  );
}
