// A single choice: a field that filters a long list while typing. Only items of the list, or none, can be chosen.
import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown, X } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";

/** An item of the list. */
export interface Choice {
  id: string;
  label: string;
  /** Secondary text after it. */
  hint?: string | undefined;
}

export interface ChooseFieldProps extends FieldTexts {
  /** null: none. */
  value: string | null;
  onChange: (value: string | null) => void;
  choices: readonly Choice[];
  /** The label of "none", shown in the empty field. */
  none: string;
  /** Shown when nothing matches. */
  nothing: string;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function ChooseField(props: ChooseFieldProps) {
  const { label, hideLabel, hint, error, optional, value, onChange, choices, className } = props;
  const { t } = useTranslation("components");
  const ids = useFieldIds(hint, error);
  const chosen = useMemo(() => choices.find(({ id }) => id === value) ?? null, [choices, value]);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }}>
      <Base.Root
        items={choices}
        value={chosen}
        onValueChange={(next: Choice | null) => onChange(next?.id ?? null)}
        itemToStringLabel={(item: Choice) => item.label}
        isItemEqualToValue={(item: Choice, other: Choice) => item.id === other.id}
        limit={60}
        autoHighlight
        disabled={props.disabled}
      >
        <div className="relative">
          <Base.Input
            id={ids.id}
            autoComplete="off"
            spellCheck={false}
            placeholder={props.none}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={ids.describedBy}
            className={cx(boxClass, "h-8 pr-14 pl-2.5")}
          />
          <div className="absolute inset-y-0 right-1 flex items-center text-faint">
            <Base.Clear
              aria-label={t("clear")}
              className="flex size-6 items-center justify-center rounded-md hover:bg-surface-hover hover:text-ink"
            >
              <X size={14} aria-hidden />
            </Base.Clear>
            <Base.Trigger
              aria-label={t("choose")}
              tabIndex={-1}
              className="flex size-6 items-center justify-center rounded-md hover:bg-surface-hover hover:text-ink"
            >
              <ChevronsUpDown size={14} aria-hidden />
            </Base.Trigger>
          </div>
        </div>
        <Base.Portal>
          <Base.Positioner sideOffset={4} collisionPadding={8} className="z-50">
            <Base.Popup
              className={cx(
                "popup-motion max-h-[min(16rem,var(--available-height))] w-(--anchor-width) min-w-48 overflow-y-auto rounded-lg border border-line bg-surface-raised p-1",
                "text-sm text-ink shadow-2 outline-hidden",
              )}
            >
              <Base.Empty className="px-2 text-faint [&:not(:empty)]:py-2">{props.nothing}</Base.Empty>
              <Base.List aria-label={label}>
                {(item: Choice) => (
                  <Base.Item
                    key={item.id}
                    value={item}
                    className="flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-hidden select-none data-highlighted:bg-surface-hover"
                  >
                    <span className="w-3.5 shrink-0">
                      <Base.ItemIndicator>
                        <Check size={14} strokeWidth={2} aria-hidden className="text-accent" />
                      </Base.ItemIndicator>
                    </span>
                    <span className="min-w-0 truncate">{item.label}</span>
                    {item.hint !== undefined && (
                      <span className="ml-auto max-w-1/2 shrink-0 truncate pl-3 text-xs text-faint">
                        {item.hint}
                      </span>
                    )}
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  );
}
