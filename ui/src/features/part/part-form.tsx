// The record of one part: title, status, target, a chapter's goal, synopsis, notes. Every field saves automatically.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { Select } from "@/components/select";
import { TargetField } from "@/components/target-field";
import { TextArea } from "@/components/text-area";
import { useAskedSynopsis } from "@/desk/asked-synopsis";
import { useCounting } from "@/desk/counting";
import type { PartId, PartView, SceneId, Status, Totals } from "@/ipc/types";
import { usePartFields, useWrongTitle } from "./part-fields";
import { wrongIn } from "./plan";

const STATUSES: readonly Status[] = ["planned", "drafting", "completed"];

/** The synopsis takes the caret when the author was sent to it. */
function useAskedFor(isOutline: SceneId | null) {
  const asked = useAskedSynopsis((state) => state.scene);
  const field = useRef<HTMLDivElement>(null);
  const isAsked = isOutline !== null && asked === isOutline;
  useEffect(() => {
    if (!isAsked) return;
    const focus = () => {
      const area = field.current?.querySelector("textarea");
      area?.scrollIntoView?.({ block: "nearest" });
      area?.focus();
    };
    focus();
    // A dialog that closes meanwhile hands the focus back.
    const timer = setTimeout(() => {
      focus();
      useAskedSynopsis.setState({ scene: null });
    }, 150);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return field;
}

export interface PartFormProps {
  /** The scene of which the synopsis here is the outline. */
  outlineOf: SceneId | null;
  kind: "chapter" | "scene";
  part: PartId;
  view: PartView;
  /** The placeholder of an empty title field. */
  placeholder?: string;
  counts: Totals;
  writable: boolean;
}

type Fields = ReturnType<typeof usePartFields>;

export function PartForm({ outlineOf, kind, part, view, placeholder, counts, writable }: PartFormProps) {
  const { t } = useTranslation("part");
  const wrongTitle = useWrongTitle(kind);
  const fields = usePartFields(part, view, wrongTitle);
  const { title, target, goal, synopsis, notes } = fields;
  const field = useAskedFor(outlineOf);
  const failed = Object.values(fields).find((field) => field.failure !== null);
  return (
    <div className="flex flex-col gap-4">
      {failed?.failure != null && <FailureState failure={failed.failure} onRetry={failed.flush} />}
      <TitleField
        label={t(`${kind}Title`)}
        title={title}
        stored={view.title}
        placeholder={placeholder}
        wrong={wrongTitle(title.value)}
        writable={writable}
      />
      <StatusAndTarget fields={fields} writable={writable} />
      {target.value !== null && <Progress counts={counts} target={target.value} />}
      {kind === "chapter" && (
        <TextArea
          label={t("goal")}
          value={goal.value}
          onChange={goal.change}
          onBlur={goal.flush}
          error={wrongIn(goal.value) === null ? undefined : t("fieldLong")}
          readOnly={!writable}
          rows={1}
          maxRows={8}
          placeholder={t("goalPlaceholder")}
        />
      )}
      <div ref={field}>
        <TextArea
          label={t("synopsis")}
          value={synopsis.value}
          onChange={synopsis.change}
          onBlur={synopsis.flush}
          readOnly={!writable}
          rows={4}
          maxRows={14}
          placeholder={t(`${kind}Synopsis`)}
          hint={t(`synopsisHints.${kind}`)}
        />
      </div>
      <TextArea
        label={t("notes")}
        value={notes.value}
        onChange={notes.change}
        onBlur={notes.flush}
        readOnly={!writable}
        rows={2}
        maxRows={14}
        placeholder={t("notesPlaceholder")}
        hint={t("notesHint")}
      />
    </div>
  );
}

interface TitleFieldProps {
  label: string;
  title: Fields["title"];
  /** The title to return to if the field is left empty. */
  stored: string;
  placeholder: string | undefined;
  wrong: string | undefined;
  writable: boolean;
}

/** A growing field, because long titles are wider than the inspector; it still accepts only one line. */
function TitleField({ label, title, stored, placeholder, wrong, writable }: TitleFieldProps) {
  return (
    <TextArea
      label={label}
      value={title.value}
      onChange={(next) => title.change(next.replaceAll(/\s*\n\s*/g, " "))}
      rows={1}
      maxRows={4}
      placeholder={placeholder}
      error={wrong}
      readOnly={!writable}
      onBlur={() => {
        if (wrong === undefined) title.flush();
        else if (title.value.trim() === "") title.change(stored);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        title.flush();
      }}
    />
  );
}

function StatusAndTarget({ fields, writable }: { fields: Fields; writable: boolean }) {
  const { t } = useTranslation("part");
  const { status, target } = fields;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] gap-3">
      <Select
        label={t("status")}
        value={status.value}
        onChange={status.change}
        disabled={!writable}
        options={STATUSES.map((one) => ({ value: one, label: t(`statuses.${one}`) }))}
      />
      <TargetField label={t("target")} value={target.value} onChange={target.change} disabled={!writable} />
    </div>
  );
}

function Progress({ counts, target }: { counts: Totals; target: number }) {
  const { t } = useTranslation("part");
  const { rule, unit } = useCounting();
  const count = counts[rule];
  const share = Math.min(1, count / target);
  const percent = Math.floor((count / target) * 100);
  return (
    <div className="-mt-1 flex flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label={t("progress")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
        className="h-1 overflow-hidden rounded-full bg-surface-hover forced-colors:border"
      >
        <div
          className={
            share >= 1 ? "keep-colour h-full bg-success" : "keep-colour h-full bg-accent transition-[width]"
          }
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="flex justify-between gap-3 text-xs text-subtle tabular-nums">
        <span>{t("reached", { n: figure(count), target: figure(target), context: unit })}</span>
        <span>{percent}%</span>
      </p>
    </div>
  );
}
