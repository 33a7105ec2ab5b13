// A form to edit a proposal before it is accepted.
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { NamesField } from "@/components/names-field";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import type { Proposed } from "@/ipc/types";
import { type Field, isWhole, rowsOf, trimmed, valueIn } from "./fields";

interface CorrectFormProps {
  proposed: Proposed;
  onAccept: (corrected: Proposed) => void;
  onCancel: () => void;
}

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
      {rowsOf(now).map((row, at) => (
        <div
          key={row.map(({ name }) => name).join(" ")}
          className={row.length > 1 ? "grid grid-cols-1 gap-3 @md:grid-cols-2" : "contents"}
        >
          {row.map((field, column) => (
            <FieldControl
              key={field.name}
              field={field}
              value={valueIn(now, field)}
              onChange={(value) => setNow({ ...now, [field.name]: value })}
              first={at === 0 && column === 0}
            />
          ))}
        </div>
      ))}
      <div className="flex gap-2 pt-1">
        <Button type="submit" variant="primary" disabled={!ready}>
          {t("correct.accept")}
        </Button>
        <Button onClick={onCancel}>{t("correct.cancel")}</Button>
      </div>
    </form>
  );
}

interface FieldControlProps {
  field: Field;
  /** Of the type that the field holds; undefined where the proposal leaves it out. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** The first field of the form has the focus. */
  first: boolean;
}

function FieldControl({ field, value, onChange, first }: FieldControlProps) {
  const { t } = useTranslation("review");
  const label = t(field.label);
  switch (field.is) {
    case "line":
      return (
        <TextField {...{ label, onChange }} value={(value as string | undefined) ?? ""} autoFocus={first} />
      );
    case "lines":
      return (
        <TextArea {...{ label, onChange }} optional rows={2} value={(value as string | undefined) ?? ""} />
      );
    case "names":
      return <NamesField {...{ label, onChange }} optional value={(value as string[] | undefined) ?? []} />;
    case "switch":
      return <Switch {...{ label, onChange }} checked={(value as boolean | undefined) ?? false} />;
    case "choice":
      return (
        <Select
          {...{ label, onChange }}
          value={(value as string | undefined) ?? field.values[0] ?? null}
          options={field.values.map((one) => ({ value: one, label: t(`${field.words}.${one}`) }))}
        />
      );
  }
}
