// A choice among a few values, in a list that opens. For two to four short values prefer Segmented.
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  /** A subdued second line. */
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps<T extends string> extends FieldTexts {
  /** null: nothing is chosen yet. */
  value: T | null;
  onChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** sm: 26 px, for bars. */
  size?: "sm" | "md" | undefined;
  className?: string | undefined;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    value,
    onChange,
    options,
    disabled,
    size = "md",
    className,
  } = props;
  const { t } = useTranslation("components");
  const ids = useFieldIds(hint, error);
  const placeholder = props.placeholder ?? t("choose");
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }} plainLabel>
      <Base.Root
        items={options}
        value={value}
        disabled={disabled}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <Base.Trigger
          id={ids.id}
          aria-labelledby={`${ids.id}-label ${ids.id}-value`}
          aria-describedby={ids.describedBy}
          aria-invalid={error !== undefined || undefined}
          className={cx(
            boxClass,
            "flex items-center gap-2 px-2.5 text-left hover:bg-surface-hover data-disabled:opacity-55 data-popup-open:bg-surface-hover",
            size === "sm" ? "h-6.5" : "h-8",
          )}
        >
          <span id={`${ids.id}-value`} className="min-w-0 flex-1 truncate">
            <Base.Value placeholder={<span className="text-faint">{placeholder}</span>} />
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-faint" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner alignItemWithTrigger={false} sideOffset={4} collisionPadding={8} className="z-50">
            <Base.Popup className="popup-motion max-h-(--available-height) max-w-[min(28rem,var(--available-width))] min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-surface-raised p-1 text-sm text-ink shadow-2 outline-hidden">
              <Base.List aria-label={label}>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    label={option.label}
                    className="flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-hidden select-none data-disabled:opacity-50 data-highlighted:bg-surface-hover"
                  >
                    <span className="w-3.5 shrink-0">
                      <Base.ItemIndicator>
                        <Check size={14} strokeWidth={2} aria-hidden className="text-accent" />
                      </Base.ItemIndicator>
                    </span>
                    <span className="flex min-w-0 flex-1 flex-col">
                      <Base.ItemText className="break-words">{option.label}</Base.ItemText>
                      {option.hint !== undefined && (
                        <span className="text-xs break-words text-faint">{option.hint}</span>
                      )}
                    </span>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  );
}
