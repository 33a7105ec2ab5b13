// Confirmation before a branch becomes the main line.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FailureState } from "@/components/failure-state";
import { toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BranchNo, Failure, SceneId } from "@/ipc/types";
import { adoptBranch } from "./acts";

export interface BranchActProps {
  scene: SceneId;
  branch: BranchNo;
  name: string;
  onClose: () => void;
}

export function AdoptDialog({ scene, branch, name, onClose }: BranchActProps) {
  const { t } = useTranslation("versions");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const draft = useAnswer("scene.text", { scene }).data?.draft ?? null;
  const adopt = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await adoptBranch(scene, branch, name);
      onClose();
    } catch (thrown) {
      setFailure(toFailure(thrown));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={t("adopt.title", { name })}
      text={
        <>
          <p>{t("adopt.text")}</p>
          {draft !== null && !draft.saved && <p className="mt-1">{t("adopt.draft")}</p>}
        </>
      }
      confirmLabel={t("adopt.act")}
      busy={busy}
      onConfirm={() => void adopt()}
      onCancel={onClose}
    >
      {failure !== null && <FailureState failure={failure} />}
    </ConfirmDialog>
  );
}
