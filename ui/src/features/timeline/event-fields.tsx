// The fields of an event, for forms that save them separately and forms that save them together.
import { X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ChooseField } from "@/components/choose-field";
import { IconButton } from "@/components/icon-button";
import { NamesField } from "@/components/names-field";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { useAnswer } from "@/ipc/queries";
import type { EventView, SceneId, TimelineEventId } from "@/ipc/types";
import { scenesOf } from "./content";

/** The editable values of an event. */
export interface EventValues {
  title: string;
  time: string;
  place: string;
  /** By name. */
  participants: string[];
  scene: SceneId | null;
  after: TimelineEventId[];
  description: string;
}

const NO_EVENTS: readonly EventView[] = [];

export const MAX_TITLE_LENGTH = 200;

/** What is wrong with a title; null: nothing. */
export function wrongTitle(title: string): "titleNeeded" | "titleLong" | null {
  if (title.trim() === "") return "titleNeeded";
  return [...title.trim()].length > MAX_TITLE_LENGTH ? "titleLong" : null;
}

interface EventFieldsProps {
  values: EventValues;
  change: <K extends keyof EventValues>(field: K, value: EventValues[K]) => void;
  /** Called on blur of a field. */
  leave?: ((field: keyof EventValues) => void) | undefined;
  /** What it is sorted by. */
  underTime: ReactNode;
  /** The event; null for a new one. */
  event: TimelineEventId | null;
  /** An empty title is not an error yet. */
  fresh?: boolean | undefined;
  readOnly?: boolean | undefined;
}

export function EventFields(props: EventFieldsProps) {
  const { values, change, leave, underTime, event, fresh = false, readOnly = false } = props;
  const { t } = useTranslation("timeline");
  const entities = useAnswer("kg.entities", {});
  const names = useMemo(
    () => (entities.data?.entities ?? []).map(({ name, aliases }) => ({ value: name, also: aliases })),
    [entities.data],
  );
  const wrong = wrongTitle(values.title);
  const shownWrong = wrong === null || (fresh && wrong === "titleNeeded") ? undefined : t(`form.${wrong}`);
  return (
    <>
      <TextField
        label={t("form.title")}
        value={values.title}
        onChange={(next) => change("title", next)}
        error={shownWrong}
        readOnly={readOnly}
        onBlur={() => leave?.("title")}
      />
      <div className="flex flex-col gap-1">
        <TextField
          label={t("form.time")}
          value={values.time}
          onChange={(next) => change("time", next)}
          placeholder={t("form.timeHint")}
          readOnly={readOnly}
          onBlur={() => leave?.("time")}
        />
        {underTime}
      </div>
      <TextField
        label={t("form.place")}
        value={values.place}
        onChange={(next) => change("place", next)}
        readOnly={readOnly}
        onBlur={() => leave?.("place")}
      />
      <NamesField
        label={t("form.participants")}
        hint={readOnly ? undefined : t("form.participantsHint")}
        value={values.participants}
        onChange={(next) => change("participants", next)}
        onLeave={() => leave?.("participants")}
        suggestions={names}
        readOnly={readOnly}
      />
      <SceneField value={values.scene} onChange={(next) => change("scene", next)} readOnly={readOnly} />
      <AfterField
        event={event}
        value={values.after}
        onChange={(next) => change("after", next)}
        readOnly={readOnly}
      />
      <TextArea
        label={t("form.description")}
        value={values.description}
        onChange={(next) => change("description", next)}
        onBlur={() => leave?.("description")}
        readOnly={readOnly}
        rows={3}
        maxRows={14}
      />
    </>
  );
}

interface SceneFieldProps {
  value: SceneId | null;
  onChange: (scene: SceneId | null) => void;
  readOnly: boolean;
}

/** The scene that tells the event. */
function SceneField({ value, onChange, readOnly }: SceneFieldProps) {
  const { t } = useTranslation("timeline");
  const outline = useAnswer("manuscript.outline", {});
  const scenes = useMemo(
    () =>
      scenesOf(outline.data ?? { volumes: [] }).map(({ scene, chapter, n, title }) => ({
        id: String(scene),
        label: n === null ? chapter : t("form.sceneOf", { chapter, n }),
        hint: title === "" ? undefined : title,
      })),
    [outline.data, t],
  );
  return (
    <ChooseField
      label={t("form.scene")}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
      choices={scenes}
      none={t("form.sceneNone")}
      nothing={t("form.sceneNothing")}
      disabled={readOnly}
    />
  );
}

interface AfterFieldProps {
  event: TimelineEventId | null;
  value: readonly TimelineEventId[];
  onChange: (events: TimelineEventId[]) => void;
  readOnly: boolean;
}

/** The events that come before this one. */
function AfterField({ event, value, onChange, readOnly }: AfterFieldProps) {
  const { t } = useTranslation("timeline");
  const timeline = useAnswer("timeline.list", {});
  const events = timeline.data?.events ?? NO_EVENTS;
  const titles = useMemo(() => new Map(events.map(({ id, title }) => [id, title])), [events]);
  const others = useMemo(
    () =>
      events
        .filter(({ id }) => id !== event && !value.includes(id))
        .map(({ id, title, time }) => ({
          id: String(id),
          label: title,
          hint: time === "" ? undefined : time,
        })),
    [events, event, value],
  );
  return (
    <div className="flex flex-col gap-1.5">
      <ChooseField
        // Remounts after each added one.
        key={value.length}
        label={t("form.after")}
        value={null}
        onChange={(next) => {
          if (next !== null) onChange([...value, Number(next)]);
        }}
        choices={others}
        none={t("form.afterNone")}
        nothing={t("form.afterNothing")}
        disabled={readOnly}
      />
      {value.length > 0 && (
        <ul aria-label={t("form.after")} className="flex flex-col">
          {value.map((id) => {
            const title = titles.get(id) ?? String(id);
            return (
              <li key={id} className="flex min-h-7 items-center gap-1 text-sm text-subtle">
                <span title={title} className="min-w-0 flex-1 truncate">
                  {title}
                </span>
                {!readOnly && (
                  <IconButton
                    icon={X}
                    size="sm"
                    label={t("form.afterRemove", { title })}
                    onClick={() => onChange(value.filter((one) => one !== id))}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
