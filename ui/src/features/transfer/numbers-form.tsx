// Remarks by the numbers of a copy: paste them, see which passage each one is on, import them.
import { FolderOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { figure } from "@/components/figures";
import { PlaceLine } from "@/components/place-line";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { closeDialog } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { ChosenPath, RemarksImported } from "@/ipc/types";
import { saveOpenDrafts } from "./export-flow";
import { NumbersDone, NumbersPreview } from "./numbers-list";
import { RemarksImportedDialog } from "./remarks-imported-dialog";

interface Given {
  text: string;
  reader: string;
  copy: ChosenPath | null;
}

export function NumbersForm({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation("transfer");
  const { t: shared } = useTranslation("components");
  const [given, setGiven] = useState<Given>({ text: "", reader: "", copy: null });
  // The preview is of what was given: a change closes it.
  const [found, setFound] = useState<RemarksImported | null>(null);
  const [done, setDone] = useState<RemarksImported | null>(null);
  const { busy, failure, act } = useAct();
  const ids = useFieldIds(undefined, undefined);
  const give = (change: Partial<Given>) => {
    setGiven({ ...given, ...change });
    setFound(null);
  };
  const { text, reader, copy } = given;
  const name = reader.trim() || t("remarks.someReader");
  if (done !== null) {
    const comments = done.comments.flatMap(({ id }) => (id === null ? [] : [id]));
    return (
      <RemarksImportedDialog undone={{ comments }}>
        <NumbersDone done={done} />
      </RemarksImportedDialog>
    );
  }
  const choose = () =>
    act(async () => {
      const kind = "readers_copy";
      const { path } = await call("window.choose", { kind, title: t("remarks.chooseCopyTitle"), name: null });
      if (path !== null) give({ copy: path });
    });
  const ask = async (isTrial: boolean) => {
    await saveOpenDrafts();
    const of = copy === null ? {} : { copy: copy.path };
    const by = { who: "editor", name } as const;
    return call("comments.import_remarks", { text, by, ...of, ...(isTrial && { dry_run: true }) });
  };
  const preview = () => act(async () => setFound(await ask(true)));
  const submit = () => act(async () => setDone(await ask(false)));
  const count = found?.comments.length ?? 0;
  return (
    <Dialog
      open
      size={found === null ? "md" : "lg"}
      busy={busy}
      title={t("remarks.title")}
      description={t("remarks.description")}
      onClose={closeDialog}
      // Enter shows the preview, and nothing more: only the button imports.
      onSubmit={() => void (found === null && text.trim() !== "" && preview())}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {shared("cancel")}
          </Button>
          {found === null ? (
            <Button key="preview" type="submit" variant="primary" busy={busy} disabled={text.trim() === ""}>
              {t("remarks.preview")}
            </Button>
          ) : (
            <Button
              key="import"
              variant="primary"
              busy={busy}
              disabled={count === 0}
              onClick={() => void submit()}
            >
              {count === 0 ? t("remarks.submit") : t("remarks.returned.submit", { n: figure(count) })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {choice}
        <TextArea
          label={t("remarks.text")}
          hint={t("remarks.textHint")}
          placeholder={t("remarks.example")}
          rows={found === null ? 6 : 3}
          value={text}
          onChange={(next) => give({ text: next })}
        />
        <Field optional plainLabel label={t("remarks.copy")} ids={ids}>
          <div className="flex min-w-0 items-center gap-3">
            <PlaceLine place={copy} none={t("remarks.noCopy")} />
            <Button size="sm" icon={FolderOpen} disabled={busy} onClick={() => void choose()}>
              {t("remarks.chooseCopy")}
            </Button>
          </div>
        </Field>
        <TextField
          optional
          label={t("remarks.reader")}
          hint={t("remarks.readerHint")}
          placeholder={t("remarks.someReader")}
          value={reader}
          onChange={(next) => give({ reader: next })}
        />
        {found !== null && <NumbersPreview found={found} hasCopy={copy !== null} />}
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}
