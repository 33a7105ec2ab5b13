// The `new-lore` dialog: names an entry; its content is written in the tab afterwards.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { NamesField } from "@/components/names-field";
import { Select } from "@/components/select";
import { TextField } from "@/components/text-field";
import { closeDialog, showItem, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { LoreKind } from "@/ipc/types";
import { KINDS } from "./kinds";
import { Trouble } from "./trouble";

export function NewLoreDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "new-lore" ? state.dialog : null));
  return dialog === null ? null : <NewLore called={dialog.title ?? ""} />;
}

/** The kind of the last created entry: several of one kind are often created in a row. */
let lastKind: LoreKind = "character";

function NewLore({ called }: { called: string }) {
  const { t } = useTranslation("lore");
  const [title, setTitle] = useState(called);
  const [kind, setKind] = useState<LoreKind>(lastKind);
  const [aliases, setAliases] = useState<string[]>([]);
  const [submitted, setSubmitted] = useState(false);
  const { busy, failure, act } = useAct();
  const untitled = title.trim() === "";

  const submit = async () => {
    setSubmitted(true);
    if (untitled) return;
    await act(async () => {
      const { id } = await call("lore.save", { title: title.trim(), kind, aliases });
      lastKind = kind;
      closeDialog();
      showItem("lore", id);
    });
  };
  return (
    <Dialog
      open
      size="sm"
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      title={t("commands.new")}
      footer={
        <>
          <Button onClick={closeDialog}>{t("components:cancel")}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t("new.submit")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t("fields.title")}
          value={title}
          onChange={setTitle}
          error={submitted && untitled ? t("titleNeeded") : undefined}
        />
        <Select
          label={t("fields.kind")}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <NamesField
          label={t("fields.aliases")}
          optional
          value={aliases}
          onChange={setAliases}
          placeholder={t("aliasesPlaceholder")}
          hint={t("aliasesHint")}
        />
        <Trouble failure={failure} />
      </div>
    </Dialog>
  );
}
