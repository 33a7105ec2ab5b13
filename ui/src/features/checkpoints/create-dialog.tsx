// A new checkpoint: its name and the author's note.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { closeDialog, showTab, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";

const MAX_NAME_LENGTH = 200;

/** Shown when the desk requests it. */
export function CreateCheckpointDialog() {
  const open = useDesk((state) => state.dialog?.name === "create-checkpoint");
  return open ? <Creating /> : null;
}

function Creating() {
  const { t } = useTranslation("checkpoints");
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const { busy, failure, act } = useAct();
  const trimmed = name.trim();
  const wrong = nameError(trimmed);
  const ready = trimmed !== "" && wrong === null;

  const create = async () => {
    if (!ready) return;
    const done = await act(async () => {
      await flushAll();
      const created = await call("checkpoint.create", { name: trimmed, note: note.trim() });
      notify({
        tone: "success",
        text: t("dialog.done", { name: created.name }),
        action: { label: t("commands.show"), onSelect: () => showTab("checkpoints") },
      });
    });
    if (done) closeDialog();
  };

  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void create()}
      title={t("dialog.title")}
      description={t("dialog.text")}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {t("dialog.act")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t("dialog.name")}
          required
          value={name}
          onChange={setName}
          placeholder={t("dialog.placeholder")}
          error={wrong === null ? undefined : t(`dialog.${wrong}`)}
        />
        <TextArea
          label={t("dialog.note")}
          optional
          rows={3}
          value={note}
          onChange={setNote}
          placeholder={t("dialog.notePlaceholder")}
        />
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}

/** Why the backend would reject a name. */
function nameError(name: string): "needsWord" | "long" | null {
  if ([...name].length > MAX_NAME_LENGTH) return "long";
  return /^\d+$/.test(name) ? "needsWord" : null;
}
