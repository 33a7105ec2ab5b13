// A number field with step buttons. On blur a value out of range is clamped.
import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";

export interface NumberFieldProps extends FieldTexts {
  /** null: the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  /** Default 1. */
  step?: number | undefined;
  /** The unit: 字, 章, %. */
  unit?: ReactNode;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

const stepClass =
  "flex w-8 shrink-0 items-center justify-center text-subtle transition-colors hover:bg-surface-hover hover:text-ink " +
  "data-disabled:pointer-events-none data-disabled:opacity-40 -outline-offset-2";

/** `step` applies only to the buttons and the arrow keys: any number may be typed, and the form accepts it. */
const allowAnyStep = (input: HTMLInputElement | null) => {
  if (input !== null) input.step = "any";
};

export function NumberField(props: NumberFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    value,
    onChange,
    min,
    max,
    step,
    unit,
    disabled,
    className,
  } = props;
  const { t, i18n } = useTranslation("components");
  const ids = useFieldIds(hint, error);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }}>
      <Base.Root
        id={ids.id}
        inputRef={allowAnyStep}
        value={value}
        min={min}
        max={max}
        step={step}
        locale={i18n.language}
        disabled={disabled}
        onValueChange={(next) => onChange(next)}
      >
        <Base.Group
          className={cx(
            boxClass,
            "flex h-8 items-stretch overflow-hidden data-disabled:opacity-55",
            "has-aria-invalid:border-danger focus-within:border-focus-ring focus-within:outline-1 focus-within:outline-focus-ring",
          )}
        >
          <Base.Decrement aria-label={t("decrease")} className={cx(stepClass, "border-r border-line")}>
            <Minus size={14} strokeWidth={1.75} aria-hidden />
          </Base.Decrement>
          <Base.Input
            aria-describedby={ids.describedBy}
            aria-invalid={error !== undefined || undefined}
            className="min-w-0 flex-1 bg-transparent px-2 text-center tabular-nums outline-hidden"
          />
          {unit !== undefined && (
            <span className="flex shrink-0 items-center pr-2.5 text-xs text-faint">{unit}</span>
          )}
          <Base.Increment aria-label={t("increase")} className={cx(stepClass, "border-l border-line")}>
            <Plus size={14} strokeWidth={1.75} aria-hidden />
          </Base.Increment>
        </Base.Group>
      </Base.Root>
    </Field>
  );
}
