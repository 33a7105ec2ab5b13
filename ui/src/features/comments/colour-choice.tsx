// The colours of a comment, side by side. A radio group: the arrow keys choose.
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useTranslation } from "react-i18next";
import type { CommentColour } from "@/ipc/types";
import { COLOURS } from "./listed";

interface ColourChoiceProps {
  value: CommentColour;
  onChange: (colour: CommentColour) => void;
  disabled?: boolean;
}

export function ColourChoice({ value, onChange, disabled = false }: ColourChoiceProps) {
  const { t } = useTranslation("comments");
  return (
    <RadioGroup
      aria-label={t("colour")}
      value={value}
      disabled={disabled}
      onValueChange={(next) => onChange(next)}
      className="flex items-center gap-1"
    >
      {COLOURS.map((colour) => (
        <Radio.Root
          key={colour}
          value={colour}
          nativeButton
          render={<button type="button" />}
          aria-label={t(`colours.${colour}`)}
          title={t(`colours.${colour}`)}
          className="flex size-6 items-center justify-center rounded-full border border-transparent data-checked:border-line-strong"
        >
          <ColourSign colour={colour} />
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

/** A spot of the colour. */
export function ColourSign({ colour, hollow = false }: { colour: CommentColour; hollow?: boolean }) {
  return (
    <span
      aria-hidden
      className="keep-colour block size-3 shrink-0 rounded-full border"
      style={{
        borderColor: `var(--comment-${colour})`,
        background: hollow ? "transparent" : `var(--comment-${colour})`,
      }}
    />
  );
}
