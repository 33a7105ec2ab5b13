// A yes-or-no value in a form, or one item of a multiple choice.
import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "./class-names";

export interface CheckboxProps {
  label: string;
  hideLabel?: boolean | undefined;
  description?: ReactNode;
  checked: boolean;
  /** Some of the items it represents are chosen, not all. */
  indeterminate?: boolean | undefined;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { label, hideLabel, description, checked, indeterminate, onChange, disabled, className } = props;
  const id = useId();
  return (
    <div className={cx("flex min-h-7 items-start gap-2 py-1", className)}>
      <Base.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        aria-labelledby={`${id}-label`}
        aria-describedby={description === undefined ? undefined : `${id}-text`}
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={cx(
          "mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface-raised transition-colors",
          "data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50 data-indeterminate:border-accent data-indeterminate:bg-accent",
        )}
      >
        <Base.Indicator className="text-on-accent">
          {indeterminate === true ? (
            <Minus size={12} strokeWidth={3} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </Base.Indicator>
      </Base.Root>
      <div className={cx("flex min-w-0 flex-col gap-0.5", hideLabel === true && "sr-only")}>
        <label
          htmlFor={id}
          id={`${id}-label`}
          className={cx("text-sm break-words", disabled === true && "opacity-55")}
        >
          {label}
        </label>
        {description !== undefined && (
          <p id={`${id}-text`} className="text-xs break-words text-faint">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
