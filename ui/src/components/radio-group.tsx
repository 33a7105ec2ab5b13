// A single choice among explained options. For short options side by side see Segmented.
import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";
import { cx } from "./class-names";
import { Field, type FieldTexts, useFieldIds } from "./field";

export interface RadioOption<T extends string> {
  value: T;
  label: string;
  description?: ReactNode;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps<T extends string> extends FieldTexts {
  value: T | null;
  onChange: (value: T) => void;
  options: readonly RadioOption<T>[];
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { label, hideLabel, hint, error, optional, value, onChange, options, disabled, className } = props;
  const ids = useFieldIds(hint, error);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }} plainLabel>
      <Base
        value={value}
        disabled={disabled}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
        aria-labelledby={`${ids.id}-label`}
        aria-describedby={ids.describedBy}
        className="flex flex-col"
      >
        {options.map((option) => (
          <Choice key={option.value} option={option} dimmed={disabled === true || option.disabled === true} />
        ))}
      </Base>
    </Field>
  );
}

function Choice<T extends string>({ option, dimmed }: { option: RadioOption<T>; dimmed: boolean }) {
  const id = useId();
  return (
    <div className="flex min-h-7 items-start gap-2 py-1">
      <Radio.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        value={option.value}
        disabled={option.disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={option.description === undefined ? undefined : `${id}-text`}
        className={cx(
          "mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface-raised transition-colors",
          "data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50",
        )}
      >
        <Radio.Indicator className="forced-mark size-1.5 rounded-full bg-on-accent" />
      </Radio.Root>
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} id={`${id}-label`} className={cx("text-sm break-words", dimmed && "opacity-55")}>
          {option.label}
        </label>
        {option.description !== undefined && (
          <p id={`${id}-text`} className="text-xs break-words text-faint">
            {option.description}
          </p>
        )}
      </div>
    </div>
  );
}
