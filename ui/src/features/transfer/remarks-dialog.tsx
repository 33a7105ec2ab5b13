// The `remarks` dialog: remarks of readers, which become comments. A reader returns a file with comments, or writes
// remarks by the numbers of a copy.
import { FolderOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { DoneNote } from "@/components/done-note";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { PlaceLine } from "@/components/place-line";
import { Segmented } from "@/components/segmented";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { ChosenPath, RemarksImported } from "@/ipc/types";
import { saveOpenDrafts } from "./export-flow";
import { ReturnedForm } from "./returned-form";

type Kind = "returned" | "numbers";
const KINDS: readonly Kind[] = ["returned", "numbers"];

export function RemarksDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "remarks");
  return open ? <Remarks /> : null;
}

function Remarks() {
  const { t } = useTranslation("transfer");
  const [kind, setKind] = useState<Kind>("returned");
  const choice = (
    <Segmented
      label={t("remarks.from")}
      value={kind}
      onChange={setKind}
      options={KINDS.map((value) => ({ value, label: t(`remarks.kinds.${value}`) }))}
    />
  );
  return kind === "returned" ? <ReturnedForm choice={choice} /> : <NumbersForm choice={choice} />;
}

function NumbersForm({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation("transfer");
  const { t: shared } = useTranslation("components");
  const [text, setText] = useState("");
  const [reader, setReader] = useState("");
  const [copy, setCopy] = useState<ChosenPath | null>(null);
  const [done, setDone] = useState<RemarksImported | null>(null);
  const { busy, failure, act } = useAct();
  const ids = useFieldIds(undefined, undefined);
  if (done !== null) return <Imported done={done} />;
  const choose = () =>
    act(async () => {
      const kind = "readers_copy";
      const { path } = await call("window.choose", { kind, title: t("remarks.chooseCopyTitle"), name: null });
      if (path !== null) setCopy(path);
    });
  const submit = () =>
    act(async () => {
      await saveOpenDrafts();
      const name = reader.trim();
      const by = name === "" ? {} : ({ who: "editor", name } as const);
      const of = copy === null ? {} : { copy: copy.path };
      setDone(await call("comments.import_remarks", { text, by, ...of }));
    });
  return (
    <Dialog
      open
      busy={busy}
      title={t("remarks.title")}
      description={t("remarks.description")}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={closeDialog}>{shared("cancel")}</Button>
          <Button type="submit" variant="primary" disabled={text.trim() === ""}>
            {t("remarks.submit")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {choice}
        <TextArea
          label={t("remarks.text")}
          hint={t("remarks.textHint")}
          placeholder={t("remarks.example")}
          rows={6}
          value={text}
          onChange={setText}
        />
        <Field optional plainLabel label={t("remarks.copy")} ids={ids}>
          <div className="flex min-w-0 items-center gap-3">
            <PlaceLine place={copy} none={t("remarks.noCopy")} />
            <Button size="sm" icon={FolderOpen} onClick={() => void choose()}>
              {t("remarks.chooseCopy")}
            </Button>
          </div>
        </Field>
        <TextField
          optional
          label={t("remarks.reader")}
          hint={t("remarks.readerHint")}
          value={reader}
          onChange={setReader}
        />
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}

/** What became of the remarks. */
function Imported({ done: { comments, unplaced } }: { done: RemarksImported }) {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Dialog
      open
      title={t("remarks.done")}
      onClose={closeDialog}
      onSubmit={closeDialog}
      footer={
        <Button type="submit" variant="primary">
          {t("remarks.close")}
        </Button>
      }
    >
      <DoneNote>
        <p>{t("remarks.came", { n: number.format(comments.length) })}</p>
        {unplaced.length > 0 && <p>{t("remarks.unplaced", { n: number.format(unplaced.length) })}</p>}
        {unplaced.map((one) => (
          <p key={`${one.number ?? ""} ${one.text}`} className="break-words text-subtle">
            {one.number === null ? "" : `#${one.number} `}
            {one.text} <span className="text-faint">{t(`remarks.reasons.${one.reason}`)}</span>
          </p>
        ))}
      </DoneNote>
    </Dialog>
  );
}
