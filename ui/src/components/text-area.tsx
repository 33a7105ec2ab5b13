// Several lines of text. Grows with its text up to `maxRows` where the engine can.
import type { ComponentProps } from "react";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";

type NativeProps = Omit<ComponentProps<"textarea">, "onChange" | "value" | "id" | "children">;

export interface TextAreaProps extends FieldTexts, NativeProps {
  value: string;
  onChange: (value: string) => void;
  /** Default 4. */
  rows?: number | undefined;
  /** Default 16. */
  maxRows?: number | undefined;
}

export function TextArea(props: TextAreaProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    value,
    onChange,
    rows = 4,
    maxRows = 16,
    className,
    ...native
  } = props;
  const ids = useFieldIds(hint, error);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }}>
      <textarea
        spellCheck={false}
        {...native}
        id={ids.id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={ids.describedBy}
        style={{ minHeight: `${rows * 1.375 + 1}rem`, maxHeight: `${maxRows * 1.375 + 1}rem` }}
        className={cx(boxClass, "field-sizing-content resize-y px-2.5 py-1.5 leading-5.5")}
      />
    </Field>
  );
}
