// Confirmation before a branch becomes the main line.
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FailureState } from "@/components/failure-state";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { BranchNo, SceneId } from "@/ipc/types";
import { adoptBranch } from "./acts";

export interface BranchActProps {
  scene: SceneId;
  branch: BranchNo;
  name: string;
  onClose: () => void;
}

export function AdoptDialog({ scene, branch, name, onClose }: BranchActProps) {
  const { t } = useTranslation("versions");
  const { busy, failure, act } = useAct();
  const draft = useAnswer("scene.text", { scene }).data?.draft ?? null;
  const adopt = async () => {
    await act(async () => {
      await adoptBranch(scene, branch, name);
      onClose();
    });
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
