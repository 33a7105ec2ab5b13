// One event in full. Every field saves automatically.
import { Ellipsis, Unlink } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { DetailPane } from "@/components/detail-pane";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { TextField } from "@/components/text-field";
import { useDesk } from "@/desk/desk";
import { type Kept, useKept } from "@/desk/use-kept";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { EventView, SaveEvent, Timeline, TimelineEventId } from "@/ipc/types";
import { goToTelling, removeEvent } from "./acts";
import { namesOf, refsOf } from "./content";
import { EventFailure } from "./event-failure";
import { EventFields, type EventValues, wrongTitle } from "./event-fields";

/** Debounce before a text is saved, ms. */
const SAVE_DEBOUNCE = 800;

interface EventDetailProps {
  event: TimelineEventId;
  onBack: () => void;
}

export function EventDetail({ event: id, onBack }: EventDetailProps) {
  const { t } = useTranslation("timeline");
  const { data, error, refetch } = useAnswer("timeline.list", {});
  const writable = useDesk((state) => state.project?.writable ?? false);
  const event = data?.events.find((one) => one.id === id);
  return (
    <DetailPane
      title={event?.title}
      onBack={onBack}
      actions={
        event !== undefined && (
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label={t("more", { title: event.title })} />}
            items={[
              {
                id: "jump",
                label: t("jump"),
                disabled: event.rank === null,
                onSelect: () => goToTelling(event),
              },
              { kind: "separator", id: "line" },
              {
                id: "remove",
                label: t("remove"),
                danger: true,
                disabled: !writable,
                onSelect: () => void removeEvent(event),
              },
            ]}
          />
        )
      }
    >
      {error !== null ? (
        <div className="p-3">
          <FailureState failure={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <LoadingState rows={8} className="pt-2" />
      ) : event === undefined ? (
        <EmptyState compact icon={Unlink} title={t("detail.missing")} text={t("detail.missingText")} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
          <EventForm event={event} timeline={data} writable={writable} />
        </div>
      )}
    </DetailPane>
  );
}

interface EventFormProps {
  event: EventView;
  timeline: Timeline;
  writable: boolean;
}

function EventForm({ event, timeline, writable }: EventFormProps) {
  const { id } = event;
  const save = (says: SaveEvent) => call("timeline.save", { event: id, ...says });
  const known = useMemo(
    () => new Map(timeline.participants.map(({ entity, name }) => [entity, name])),
    [timeline.participants],
  );
  const people = useMemo(() => namesOf(event.participants, known), [event.participants, known]);
  const title = useKept({
    stored: event.title,
    keep: (next) => save({ title: next.trim() }),
    after: null,
    allowed: (next) => wrongTitle(next) === null,
  });
  const time = useKept({
    stored: event.time,
    keep: (next) => save({ time: next.trim() }),
    after: SAVE_DEBOUNCE,
  });
  const place = useKept({
    stored: event.place,
    keep: (next) => save({ place: next.trim() }),
    after: SAVE_DEBOUNCE,
  });
  const participants = useKept<string[]>({
    stored: people.names,
    keep: (next) => save({ participants: refsOf(next, known, people.nameless) }),
    after: SAVE_DEBOUNCE,
  });
  const scene = useKept({ stored: event.scene, keep: (next) => save({ scene: next }), after: 0 });
  const after = useKept({ stored: event.after, keep: (next) => save({ after: next }), after: 0 });
  const description = useKept({
    stored: event.description,
    keep: (next) => save({ description: next }),
    after: SAVE_DEBOUNCE,
  });
  const fields: { [K in keyof EventValues]: Kept<EventValues[K]> } = {
    title,
    time,
    place,
    participants,
    scene,
    after,
    description,
  };
  const failed = Object.values(fields).find((field) => field.failure !== null);
  const values: EventValues = {
    title: title.value,
    time: time.value,
    place: place.value,
    participants: participants.value,
    scene: scene.value,
    after: after.value,
    description: description.value,
  };
  return (
    <div className="flex flex-col gap-4">
      {failed?.failure != null && <EventFailure failure={failed.failure} onRetry={failed.flush} />}
      <EventFields
        values={values}
        change={(field, value) => fields[field].change(value as never)}
        leave={(field) => {
          if (field === "title" && wrongTitle(title.value) === "titleNeeded") title.change(event.title);
          else fields[field].flush();
        }}
        underTime={<SortKey key={event.key ?? ""} event={event} writable={writable} />}
        event={id}
        readOnly={!writable}
      />
    </div>
  );
}

const PLACED_BY = {
  key: "form.key",
  after: "form.byAfter",
  date: "form.byDate",
  telling: "form.byTelling",
} as const;

/** What an event is sorted by: the key parsed from its time, which the author may override. */
function SortKey({ event, writable }: { event: EventView; writable: boolean }) {
  const { t } = useTranslation("timeline");
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState(event.key ?? "");
  const key = useKept({
    stored: event.key ?? "",
    keep: (next) => call("timeline.save", { event: event.id, key: next.trim() === "" ? null : next.trim() }),
    after: null,
  });
  const say = t(PLACED_BY[event.placed_by], { key: event.key });
  const keep = () => {
    if (typed.trim() === (event.key ?? "")) {
      setEditing(false);
      return;
    }
    key.change(typed);
    key.flush();
  };
  if (!editing) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-xs text-subtle">
        <span className="min-w-0 break-words tabular-nums">{say}</span>
        {writable && (
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            {t("form.editKey")}
          </Button>
        )}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t("form.keyLabel")}
        hint={t("form.keyHint")}
        autoFocus
        value={typed}
        onChange={setTyped}
        onBlur={keep}
        onKeyDown={(pressed) => {
          if (pressed.nativeEvent.isComposing) return;
          if (pressed.key === "Enter") keep();
          if (pressed.key !== "Escape") return;
          pressed.preventDefault();
          pressed.stopPropagation();
          setTyped(event.key ?? "");
          setEditing(false);
        }}
      />
      {key.failure !== null && <EventFailure failure={key.failure} />}
    </div>
  );
}
