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
import type { SceneId, TimelineEventId } from "@/ipc/types";
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
  const outline = useAnswer("manuscript.outline", {});
  const entities = useAnswer("kg.entities", {});
  const timeline = useAnswer("timeline.list", {});
  const scenes = useMemo(
    () =>
      scenesOf(outline.data ?? { volumes: [] }).map(({ scene, chapter, n, title }) => ({
        id: String(scene),
        label: n === null ? chapter : t("form.sceneOf", { chapter, n }),
        hint: title === "" ? undefined : title,
      })),
    [outline.data, t],
  );
  const names = useMemo(
    () => (entities.data?.entities ?? []).map(({ name, aliases }) => ({ value: name, also: aliases })),
    [entities.data],
  );
  const titles = useMemo(
    () => new Map((timeline.data?.events ?? []).map(({ id, title }) => [id, title])),
    [timeline.data],
  );
  const others = useMemo(
    () =>
      (timeline.data?.events ?? [])
        .filter(({ id }) => id !== event && !values.after.includes(id))
        .map(({ id, title, time }) => ({
          id: String(id),
          label: title,
          hint: time === "" ? undefined : time,
        })),
    [timeline.data, event, values.after],
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
      <ChooseField
        label={t("form.scene")}
        value={values.scene === null ? null : String(values.scene)}
        onChange={(next) => change("scene", next === null ? null : Number(next))}
        choices={scenes}
        none={t("form.sceneNone")}
        nothing={t("form.sceneNothing")}
        disabled={readOnly}
      />
      <div className="flex flex-col gap-1.5">
        <ChooseField
          // Remounts after each added one.
          key={values.after.length}
          label={t("form.after")}
          value={null}
          onChange={(next) => {
            if (next !== null) change("after", [...values.after, Number(next)]);
          }}
          choices={others}
          none={t("form.afterNone")}
          nothing={t("form.afterNothing")}
          disabled={readOnly}
        />
        {values.after.length > 0 && (
          <ul aria-label={t("form.after")} className="flex flex-col">
            {values.after.map((id) => {
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
                      onClick={() =>
                        change(
                          "after",
                          values.after.filter((one) => one !== id),
                        )
                      }
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
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
