// Creates an event, told by the selected passage if there is one, or edits one.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, type Passage, showItem, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { titleOfQuote } from "@/desk/title-of-quote";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Timeline, TimelineEventId } from "@/ipc/types";
import { namesOf, refsOf } from "./content";
import { EventFailure } from "./event-failure";
import { EventFields, type EventValues, wrongTitle } from "./event-fields";

/** Shown when the desk requests it. */
export function EditEventDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "edit-event") return null;
  return <Opening event={dialog.event} passage={dialog.passage} />;
}

interface OpeningProps {
  event: TimelineEventId | null;
  passage: Passage | undefined;
}

/** Only the timeline knows the participants. */
function Opening({ event, passage }: OpeningProps) {
  const { t } = useTranslation("timeline");
  const { data, error, refetch } = useAnswer("timeline.list", {});
  const missing = event !== null && data !== undefined && !data.events.some(({ id }) => id === event);
  if (data !== undefined && !missing) return <Editing event={event} passage={passage} timeline={data} />;
  return (
    <Dialog open onClose={closeDialog} title={t(event === null ? "edit.newTitle" : "edit.editTitle")}>
      {error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : missing ? (
        <p className="text-sm text-subtle">{t("detail.missing")}</p>
      ) : (
        <LoadingState rows={6} />
      )}
    </Dialog>
  );
}

function Editing({ event, passage, timeline }: OpeningProps & { timeline: Timeline }) {
  const { t } = useTranslation("timeline");
  const [initial] = useState(() => {
    const before = timeline.events.find(({ id }) => id === event);
    const known = new Map(timeline.participants.map(({ entity, name }) => [entity, name]));
    return { before, known, people: namesOf(before?.participants ?? [], known) };
  });
  const { before, known, people } = initial;
  const [values, setValues] = useState<EventValues>({
    title: before?.title ?? (passage === undefined ? "" : titleOfQuote(passage.quote)),
    time: before?.time ?? "",
    place: before?.place ?? "",
    participants: people.names,
    scene: before?.scene ?? passage?.scene ?? null,
    after: before?.after ?? [],
    description: before?.description ?? "",
  });
  const { busy, failure, act } = useAct();
  const ready = wrongTitle(values.title) === null;

  const save = async () => {
    if (!ready) return;
    await act(async () => {
      const { participants, ...says } = values;
      const saved = await call("timeline.save", {
        event,
        ...says,
        title: values.title.trim(),
        participants: refsOf(participants, known, people.nameless),
      });
      closeDialog();
      if (event !== null) return;
      if (passage === undefined) showItem("event", saved.event);
      else
        notify({
          tone: "success",
          text: t("edit.made", { title: saved.record.title }),
          action: { label: t("open"), onSelect: () => showItem("event", saved.event) },
        });
    });
  };

  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void save()}
      title={t(event === null ? "edit.newTitle" : "edit.editTitle")}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {t(event === null ? "edit.create" : "edit.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {passage !== undefined && (
          <figure className="flex flex-col gap-1.5">
            <figcaption className="text-sm font-medium">{t("edit.passage")}</figcaption>
            <blockquote className="max-h-28 overflow-y-auto border-l-2 border-line-strong py-0.5 pl-3 font-reading text-sm break-words whitespace-pre-wrap text-subtle">
              {passage.quote}
            </blockquote>
          </figure>
        )}
        <EventFields
          values={values}
          change={(field, value) => setValues((now) => ({ ...now, [field]: value }))}
          underTime={
            values.time.trim() !== (before?.time ?? "") && (
              <p className="text-xs text-faint">{t("form.keyUnread")}</p>
            )
          }
          event={event}
          fresh
        />
        {failure !== null && <EventFailure failure={failure} />}
      </div>
    </Dialog>
  );
}
