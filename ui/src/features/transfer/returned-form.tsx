// A file that a reader returned: choose it, see what becomes of its comments, import them.
import { FolderOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { LoadingState } from "@/components/loading-state";
import { PlaceLine } from "@/components/place-line";
import { closeDialog } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { ChosenPath, ReturnedImported } from "@/ipc/types";
import { saveOpenDrafts } from "./export-flow";
import { useRefusalWords } from "./refusal-words";
import { RemarksImportedDialog } from "./remarks-imported-dialog";
import { type ReturnedChoice, ReturnedDone, ReturnedPreview } from "./returned-list";

const NOTHING: ReturnedChoice = { keep: false, restore: false };

export function ReturnedForm({ choice }: { choice: ReactNode }) {
  const { t, i18n } = useTranslation("transfer");
  const { t: shared } = useTranslation("components");
  const [file, setFile] = useState<ChosenPath | null>(null);
  const [found, setFound] = useState<ReturnedImported | null>(null);
  const [also, setAlso] = useState(NOTHING);
  const [done, setDone] = useState<ReturnedImported | null>(null);
  const { busy, failure, act } = useAct();
  const ids = useFieldIds(undefined, undefined);
  const refusal = useRefusalWords();
  if (done !== null) return <Imported done={done} />;
  const choose = () =>
    act(async () => {
      const title = t("remarks.returned.chooseTitle");
      const { path } = await call("window.choose", { kind: "returned_file", title, name: null });
      if (path === null) return;
      setFile(path);
      setFound(null);
      setAlso(NOTHING);
      await saveOpenDrafts();
      setFound(await call("comments.import_returned", { file: path.path, dry_run: true }));
    });
  const submit = () =>
    act(async () => {
      if (file === null) return;
      await saveOpenDrafts();
      const request = { file: file.path, keep_unplaced: also.keep, restore: also.restore };
      setDone(await call("comments.import_returned", request));
    });
  const count = found === null ? 0 : newOnes(found, also);
  return (
    <Dialog
      open
      size={found === null ? "md" : "lg"}
      busy={busy}
      title={t("remarks.title")}
      description={t("remarks.returned.description")}
      onClose={closeDialog}
      onSubmit={() => void (count > 0 && submit())}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {shared("cancel")}
          </Button>
          <Button type="submit" variant="primary" busy={busy && found !== null} disabled={count === 0}>
            {count === 0
              ? t("remarks.submit")
              : t("remarks.returned.submit", { n: new Intl.NumberFormat(i18n.language).format(count) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {choice}
        <Field plainLabel label={t("remarks.returned.file")} ids={ids}>
          <div className="flex min-w-0 items-center gap-3">
            <PlaceLine place={file} none={t("remarks.returned.none")} />
            <Button size="sm" icon={FolderOpen} disabled={busy} onClick={() => void choose()}>
              {t("remarks.returned.choose")}
            </Button>
          </div>
        </Field>
        {busy && file !== null && found === null && (
          <LoadingState kind="ring" label={t("remarks.returned.comparing")} />
        )}
        {found !== null && <ReturnedPreview found={found} also={also} onAlso={setAlso} />}
        {failure !== null && <FailureState failure={failure} todo={refusal(failure)} />}
      </div>
    </Dialog>
  );
}

/** How many comments an import adds, changes or restores. */
function newOnes({ placed, answered, unplaced, removed }: ReturnedImported, also: ReturnedChoice): number {
  const kept = also.keep ? unplaced.filter(({ reason }) => reason !== "no_words").length : 0;
  return placed.length + answered.length + kept + (also.restore ? removed : 0);
}

/** What was imported, and the way back. */
function Imported({ done }: { done: ReturnedImported }) {
  const added = [...done.placed, ...done.unplaced].flatMap(({ id }) => (id === null ? [] : [id]));
  const answered = done.answered.map(({ comment, replies, done: isDone }) => ({
    comment,
    replies,
    done: isDone,
  }));
  return (
    <RemarksImportedDialog undone={{ comments: added, restored: done.restored, answered }}>
      <ReturnedDone done={done} />
    </RemarksImportedDialog>
  );
}
