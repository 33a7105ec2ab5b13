// An on-off setting that applies at once. In a form that is saved later use Checkbox.
import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";
import { cx } from "./class-names";

export interface SwitchProps {
  label: string;
  hideLabel?: boolean | undefined;
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** The label is at the left, the switch at the right end. */
export function Switch({
  label,
  hideLabel,
  description,
  checked,
  onChange,
  disabled,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <div className={cx("flex min-h-7 items-start justify-between gap-4 py-1", className)}>
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
      <Base.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        aria-labelledby={`${id}-label`}
        aria-describedby={description === undefined ? undefined : `${id}-text`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={cx(
          "flex h-5 w-9 shrink-0 rounded-full border border-line-strong bg-surface-sunken p-[2px] transition-colors",
          "data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50",
        )}
      >
        <Base.Thumb className="forced-mark size-3.5 rounded-full bg-line-strong transition-[translate,background-color] duration-(--motion-fast) data-checked:translate-x-4 data-checked:bg-on-accent" />
      </Base.Root>
    </div>
  );
}
