// A form to edit a proposal before it is accepted.
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { NamesField } from "@/components/names-field";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import type { EntityKind, Modality, Proposed, ThreadChange } from "@/ipc/types";

const KINDS: readonly EntityKind[] = ["character", "location", "organization", "item", "event", "thread"];
const MODALITIES: readonly Modality[] = ["narrated", "claimed", "rumour", "dream", "planned"];
const CHANGES: readonly ThreadChange[] = ["plant", "remind", "advance", "resolve"];

interface CorrectFormProps {
  proposed: Proposed;
  onAccept: (corrected: Proposed) => void;
  onCancel: () => void;
}

/** The proposal with its fields trimmed. */
function trimmed(proposed: Proposed): Proposed {
  const entries = Object.entries(proposed).map(([key, value]) => [
    key,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as Proposed;
}

const NEEDED: Record<Proposed["kind"], readonly string[]> = {
  entity: ["name"],
  alias: ["name", "alias"],
  relation: ["from", "to", "relation"],
  fact: ["subject", "predicate", "object"],
  event: ["title"],
  thread: ["title"],
};

const isWhole = (proposed: Proposed) =>
  NEEDED[proposed.kind].every((key) => String(proposed[key as keyof Proposed] ?? "").trim() !== "");

export function CorrectForm({ proposed, onAccept, onCancel }: CorrectFormProps) {
  const { t } = useTranslation("review");
  const [now, setNow] = useState(proposed);
  const ready = isWhole(now);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      aria-label={t("correct.title")}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAccept(trimmed(now));
      }}
      className="flex flex-col gap-3"
    >
      <Fields now={now} change={setNow} />
      <div className="flex gap-2 pt-1">
        <Button type="submit" variant="primary" disabled={!ready}>
          {t("correct.accept")}
        </Button>
        <Button onClick={onCancel}>{t("correct.cancel")}</Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  now: Proposed;
  change: (proposed: Proposed) => void;
}

function Fields({ now, change }: FieldsProps) {
  const { t } = useTranslation("review");
  const row = "grid grid-cols-1 gap-3 @md:grid-cols-2";
  switch (now.kind) {
    case "entity":
      return (
        <>
          <div className={row}>
            <TextField
              label={t("correct.name")}
              value={now.name}
              onChange={(name) => change({ ...now, name })}
              autoFocus
            />
            <Select<EntityKind>
              label={t("correct.kind")}
              value={now.entity_kind ?? "character"}
              onChange={(entity_kind) => change({ ...now, entity_kind })}
              options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
          </div>
          <NamesField
            label={t("correct.aliases")}
            optional
            value={now.aliases ?? []}
            onChange={(aliases) => change({ ...now, aliases })}
          />
          <TextArea
            label={t("correct.description")}
            optional
            rows={2}
            value={now.description ?? ""}
            onChange={(description) => change({ ...now, description })}
          />
        </>
      );
    case "alias":
      return (
        <div className={row}>
          <TextField
            label={t("correct.alias")}
            value={now.alias}
            onChange={(alias) => change({ ...now, alias })}
            autoFocus
          />
          <TextField label={t("correct.of")} value={now.name} onChange={(name) => change({ ...now, name })} />
        </div>
      );
    case "relation":
      return (
        <div className={row}>
          <TextField
            label={t("correct.from")}
            value={now.from}
            onChange={(from) => change({ ...now, from })}
            autoFocus
          />
          <TextField label={t("correct.to")} value={now.to} onChange={(to) => change({ ...now, to })} />
          <TextField
            label={t("correct.relation")}
            value={now.relation}
            onChange={(relation) => change({ ...now, relation })}
          />
          <ModalityField
            value={now.modality ?? "narrated"}
            onChange={(modality) => change({ ...now, modality })}
          />
        </div>
      );
    case "fact":
      return (
        <>
          <div className={row}>
            <TextField
              label={t("correct.subject")}
              value={now.subject}
              onChange={(subject) => change({ ...now, subject })}
              autoFocus
            />
            <TextField
              label={t("correct.predicate")}
              value={now.predicate}
              onChange={(predicate) => change({ ...now, predicate })}
            />
            <TextField
              label={t("correct.object")}
              value={now.object}
              onChange={(object) => change({ ...now, object })}
            />
            <ModalityField
              value={now.modality ?? "narrated"}
              onChange={(modality) => change({ ...now, modality })}
            />
          </div>
          <Switch
            label={t("correct.replaces")}
            checked={now.replaces ?? false}
            onChange={(replaces) => change({ ...now, replaces })}
          />
        </>
      );
    case "event":
      return (
        <>
          <TextField
            label={t("correct.heading")}
            value={now.title}
            onChange={(title) => change({ ...now, title })}
            autoFocus
          />
          <div className={row}>
            <TextField
              label={t("correct.time")}
              value={now.time ?? ""}
              onChange={(time) => change({ ...now, time })}
            />
            <TextField
              label={t("correct.place")}
              value={now.place ?? ""}
              onChange={(place) => change({ ...now, place })}
            />
          </div>
          <NamesField
            label={t("correct.participants")}
            optional
            value={now.participants ?? []}
            onChange={(participants) => change({ ...now, participants })}
          />
        </>
      );
    case "thread":
      return (
        <>
          <div className={row}>
            <TextField
              label={t("correct.heading")}
              value={now.title}
              onChange={(title) => change({ ...now, title })}
              autoFocus
            />
            <Select<ThreadChange>
              label={t("changes.label")}
              value={now.change}
              onChange={(value) => change({ ...now, change: value })}
              options={CHANGES.map((value) => ({ value, label: t(`changes.${value}`) }))}
            />
          </div>
          <TextArea
            label={t("correct.description")}
            optional
            rows={2}
            value={now.description ?? ""}
            onChange={(description) => change({ ...now, description })}
          />
        </>
      );
  }
}

function ModalityField({ value, onChange }: { value: Modality; onChange: (value: Modality) => void }) {
  const { t } = useTranslation("review");
  return (
    <Select<Modality>
      label={t("modality.label")}
      value={value}
      onChange={onChange}
      options={MODALITIES.map((modality) => ({ value: modality, label: t(`modality.${modality}`) }))}
    />
  );
}
