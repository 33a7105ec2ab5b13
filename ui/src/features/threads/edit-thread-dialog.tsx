// Creates a thread, planted by the selected passage if there is one, or edits one.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { NumberField } from "@/components/number-field";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { closeDialog, openDialog, type Passage, showItem, useDesk } from "@/desk/desk";
import { withText } from "@/desk/open-scenes";
import { titleOfQuote } from "@/desk/title-of-quote";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ThreadId, ThreadView } from "@/ipc/types";
import { report } from "./acts";
import { Quote } from "./quote";
import { MAX_WAIT, wrongTitle } from "./thread-form";

/** The default due time of a new thread, in chapters. */
const DEFAULT_DUE = 20;

/** Shown when the desk requests it. */
export function EditThreadDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "edit-thread") return null;
  return dialog.thread === null ? (
    <Editing thread={null} passage={dialog.passage} />
  ) : (
    <Existing thread={dialog.thread} />
  );
}

function Existing({ thread }: { thread: ThreadId }) {
  const { t } = useTranslation("threads");
  const { data, error, refetch } = useAnswer("threads.list", { at: null });
  const found = data?.threads.find(({ id }) => id === thread);
  if (found !== undefined) return <Editing thread={found} passage={undefined} />;
  return (
    <Dialog open onClose={closeDialog} title={t("edit.editTitle")}>
      {error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={4} />
      ) : (
        <p className="text-sm text-subtle">{t("detail.missing")}</p>
      )}
    </Dialog>
  );
}

function Editing({ thread, passage }: { thread: ThreadView | null; passage: Passage | undefined }) {
  const { t } = useTranslation("threads");
  const [title, setTitle] = useState(
    thread?.title ?? (passage === undefined ? "" : titleOfQuote(passage.quote)),
  );
  const [description, setDescription] = useState(thread?.description ?? "");
  const [due, setDue] = useState<number | null>(thread === null ? DEFAULT_DUE : thread.due_after);
  const { busy, failure, act: runAct } = useAct();
  const wrong = wrongTitle(title);

  const save = async () => {
    if (wrong !== null) return;
    const says = { title: title.trim(), description: description.trim(), due_after: due };
    await runAct(async () => {
      if (thread !== null) {
        await call("threads.save", { thread: thread.id, ...says });
        closeDialog();
      } else if (passage === undefined) {
        const created = await call("threads.save", says);
        closeDialog();
        showItem("thread", created.id);
      } else {
        const created = await withText(passage.scene, () => call("threads.save", { ...says, passage }));
        closeDialog();
        report(t("edit.made", { title: created.title }), created.id);
      }
    });
  };

  const heading = thread !== null ? "editTitle" : passage === undefined ? "newTitle" : "plantTitle";
  const act = thread !== null ? "save" : passage === undefined ? "create" : "plant";
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void save()}
      title={t(`edit.${heading}`)}
      footerStart={
        passage !== undefined && (
          <Button
            variant="ghost"
            disabled={busy}
            onClick={() => openDialog({ name: "anchor-thread", passage, role: "plant" })}
          >
            {t("edit.existing")}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={wrong !== null}>
            {t(`edit.${act}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {passage !== undefined && <Quote label={t("edit.passage")} text={passage.quote} />}
        <TextField
          label={t("edit.name")}
          required
          value={title}
          onChange={setTitle}
          onFocus={(event) => event.currentTarget.select()}
          error={wrong === "titleLong" ? t("detail.titleLong") : undefined}
        />
        <TextArea
          label={t("detail.description")}
          optional
          rows={3}
          value={description}
          onChange={setDescription}
          placeholder={t("detail.descriptionHint")}
        />
        <NumberField
          label={t("detail.due")}
          hint={t("detail.dueNone")}
          value={due}
          onChange={(next) => setDue(next === 0 ? null : next)}
          min={1}
          max={MAX_WAIT}
          unit={t("detail.dueUnit")}
        />
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}
