// Who mends: rules only, or a model too; with a note to the model.
import { useTranslation } from "react-i18next";
import { RadioGroup } from "@/components/radio-group";
import { TextArea } from "@/components/text-area";
import type { MendBy } from "@/ipc/types";

interface ByFieldProps {
  by: MendBy;
  onBy: (by: MendBy) => void;
  note: string;
  onNote: (note: string) => void;
  /** The note is complete: the price depends on its length. */
  onNoted: () => void;
}

export function ByField({ by, onBy, note, onNote, onNoted }: ByFieldProps) {
  const { t } = useTranslation("mending");
  return (
    <>
      <RadioGroup<MendBy>
        label={t("begin.by")}
        value={by}
        onChange={onBy}
        options={[
          { value: "rules", label: t("begin.rules"), description: t("begin.rulesText") },
          { value: "model", label: t("begin.model"), description: t("begin.modelText") },
        ]}
      />
      {by === "model" && (
        <TextArea
          label={t("begin.note")}
          optional
          rows={1}
          maxRows={6}
          value={note}
          placeholder={t("begin.noteHint")}
          onChange={onNote}
          onBlur={onNoted}
        />
      )}
    </>
  );
}
