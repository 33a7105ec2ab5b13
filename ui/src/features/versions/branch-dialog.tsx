// Names a new branch, or renames one.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { Segmented } from "@/components/segmented";
import { TextField } from "@/components/text-field";
import { attempt } from "@/desk/attempt";
import { whileHolding } from "@/desk/held-typing";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { BranchEntry, BranchNo, SceneId, VersionEntry, VersionNo } from "@/ipc/types";
import { closeAndWait, openLine, saveDraft } from "./acts";
import { versionName } from "./names";

/** A branch to start at a version (null: at the text of the current line), or one to rename. */
export type BranchNaming =
  | { act: "create"; from: VersionEntry | null }
  | { act: "rename"; branch: BranchEntry };

export interface BranchDialogProps {
  scene: SceneId;
  naming: BranchNaming;
  /** The newest version of the current line. */
  head: VersionEntry | undefined;
  onClose: () => void;
  onCreated: (branch: BranchNo) => void;
}

const MAX_NAME_LENGTH = 200;

/** The newest version of the current line. */
async function writtenHead(scene: SceneId): Promise<VersionNo | null> {
  const { branches } = await call("branch.list", { scene });
  return branches.find((branch) => branch.open)?.head ?? null;
}

export function BranchDialog({ scene, naming, head, onClose, onCreated }: BranchDialogProps) {
  const { t, i18n } = useTranslation("versions");
  const [name, setName] = useState(naming.act === "rename" ? naming.branch.name : "");
  const [goOn, setGoOn] = useState<"branch" | "here">("branch");
  const { busy, failure, act: runAct } = useAct();
  const creating = naming.act === "create";
  const from = creating ? (naming.from ?? head) : undefined;
  const long = [...name.trim()].length > MAX_NAME_LENGTH;

  const act = async () => {
    await flushAll();
    if (naming.act === "rename") {
      const renamed = await call("branch.rename", { scene, branch: naming.branch.branch, name: name.trim() });
      notify({ text: t("branchDialog.renamed", { name: renamed.name }) });
      return;
    }
    // Without a version the branch starts from the visible text: a draft is saved as a version first.
    if (naming.from === null) await saveDraft(scene);
    const { branch } = await call("branch.create", {
      scene,
      from: naming.from?.version ?? (await writtenHead(scene)),
      name: name.trim(),
    });
    const open = () =>
      attempt(async () => {
        await openLine(scene, branch, name.trim());
        onCreated(branch);
      });
    if (goOn === "branch") {
      await closeAndWait(onClose);
      await open();
    } else
      notify({
        text: t("branchDialog.created", { name: name.trim() }),
        action: { label: t("branches.write"), onSelect: () => void open() },
      });
  };
  const submit = async () => {
    if (name.trim() === "" || long) return;
    await runAct(async () => {
      // Text typed meanwhile belongs to the branch.
      await (creating && goOn === "branch" ? whileHolding(act) : act());
      onClose();
    });
  };

  return (
    <Dialog
      open
      size="sm"
      busy={busy}
      onClose={onClose}
      onSubmit={() => void submit()}
      title={t(creating ? "branchDialog.create" : "branchDialog.rename")}
      description={
        from === undefined
          ? undefined
          : t("branchDialog.createText", { name: versionName(from, Date.now(), i18n.language) })
      }
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === "" || long}>
            {t(creating ? "branchDialog.createAct" : "branchDialog.renameAct")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={t("branchDialog.name")}
          value={name}
          onChange={setName}
          placeholder={t("branchDialog.placeholder")}
          error={long ? t("branchDialog.long") : undefined}
        />
        {creating && (
          <Segmented
            label={t("branchDialog.goOn")}
            value={goOn}
            onChange={setGoOn}
            options={[
              { value: "branch", label: t("branchDialog.goOnBranch") },
              { value: "here", label: t("branchDialog.goOnHere") },
            ]}
          />
        )}
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}
