// A choice among two to five short values, side by side. A radio group: the arrow keys choose.
import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import type { LucideIcon } from "lucide-react";
import { cx } from "./class-names";
import { Field, type FieldTexts, useFieldIds } from "./field";

export interface SegmentedOption<T extends string> {
  value: T;
  label: string;
  icon?: LucideIcon | undefined;
  /** Shows only the icon; the label becomes the accessible name and the tooltip. */
  iconOnly?: boolean | undefined;
  disabled?: boolean | undefined;
}

export interface SegmentedProps<T extends string> extends FieldTexts {
  value: T;
  onChange: (value: T) => void;
  options: readonly SegmentedOption<T>[];
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, hideLabel, hint, error, optional, value, onChange, options, disabled, className } = props;
  const ids = useFieldIds(hint, error);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }} plainLabel>
      <Base
        value={value}
        disabled={disabled}
        onValueChange={(next) => onChange(next)}
        aria-labelledby={`${ids.id}-label`}
        aria-describedby={ids.describedBy}
        className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-lg border border-line bg-surface-sunken p-0.5"
      >
        {options.map(({ value: option, label: text, icon: Icon, iconOnly, disabled: off }) => (
          <Radio.Root
            key={option}
            nativeButton
            render={<button type="button" />}
            value={option}
            disabled={off}
            aria-label={text}
            title={iconOnly === true ? text : undefined}
            className={cx(
              "flex h-6.5 max-w-full min-w-0 grow items-center justify-center gap-1.5 rounded-md border border-transparent px-2 text-sm text-subtle transition-colors",
              "hover:text-ink data-checked:border-line data-checked:bg-surface-raised data-checked:text-ink data-checked:shadow-1 data-disabled:opacity-50",
            )}
          >
            {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />}
            {iconOnly !== true && <span className="truncate">{text}</span>}
          </Radio.Root>
        ))}
      </Base>
    </Field>
  );
}
