// One line of text.
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";

type NativeProps = Omit<ComponentProps<"input">, "onChange" | "value" | "id" | "size" | "children">;

export interface TextFieldProps extends FieldTexts, NativeProps {
  value: string;
  onChange: (value: string) => void;
  /** Content inside the box at its right end: a unit, a count, a small button. */
  suffix?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    value,
    onChange,
    suffix,
    className,
    type = "text",
    ...native
  } = props;
  const ids = useFieldIds(hint, error);
  const box = (
    <input
      autoComplete="off"
      spellCheck={false}
      {...native}
      id={ids.id}
      type={type}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={ids.describedBy}
      className={cx(boxClass, "h-8 px-2.5", suffix !== undefined && "pr-16")}
    />
  );
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }}>
      {suffix === undefined ? (
        box
      ) : (
        <div className="relative">
          {box}
          <div className="absolute inset-y-0 right-2 flex items-center text-xs text-faint">{suffix}</div>
        </div>
      )}
    </Field>
  );
}
