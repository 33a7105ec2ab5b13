// One line of text with suggestions. Any text is allowed; the list only helps.
import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { type ReactNode, type RefObject, useMemo, useState } from "react";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";

/** A suggestion. */
export interface Suggestion {
  /** The text inserted when it is chosen. Unique in the list. */
  value: string;
  /** Additional search terms, such as aliases. */
  also?: readonly string[] | undefined;
  /** Secondary text after it. */
  hint?: string | undefined;
  icon?: ReactNode;
}

export interface SuggestFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  placeholder?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Called on blur. */
  onLeave?: (() => void) | undefined;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
  className?: string | undefined;
}

/** Maximum number of suggestions shown: a reader scans no more. */
const MAX_SUGGESTIONS = 40;

/** The suggestions that contain the typed text: those that start with it first. */
export function suggested(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const query = typed.trim().toLocaleLowerCase();
  if (query === "") return all.slice(0, MAX_SUGGESTIONS);
  const rank = ({ value, also = [] }: Suggestion): number => {
    const name = value.toLocaleLowerCase();
    if (name.startsWith(query)) return 0;
    if (name.includes(query)) return 1;
    return also.some((other) => other.toLocaleLowerCase().includes(query)) ? 2 : 3;
  };
  const ranked: Suggestion[][] = [[], [], []];
  for (const one of all) ranked[rank(one)]?.push(one);
  const found = ranked.flat();
  // Text that is already complete needs no list.
  if (found.length === 1 && found[0]?.value === typed) return [];
  return found.slice(0, MAX_SUGGESTIONS);
}

export function SuggestField(props: SuggestFieldProps) {
  const { label, hideLabel, hint, error, optional, value, onChange, suggestions, className } = props;
  const ids = useFieldIds(hint, error);
  const shown = useMemo(() => suggested(suggestions, value), [suggestions, value]);
  const [open, setOpen] = useState(false);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }}>
      <Base.Root
        items={shown}
        filter={null}
        value={value}
        onValueChange={(next) => onChange(next)}
        itemToStringValue={(item: Suggestion) => item.value}
        openOnInputClick
        // An open list hides its surroundings from screen readers, so an empty one never opens.
        open={open && shown.length > 0}
        onOpenChange={(next) => setOpen(next)}
        disabled={props.disabled}
        readOnly={props.readOnly}
      >
        <Base.Input
          id={ids.id}
          ref={props.inputRef}
          autoComplete="off"
          spellCheck={false}
          required={props.required}
          placeholder={props.placeholder}
          onBlur={() => props.onLeave?.()}
          // An open list hides the label; an explicit reference still names the field.
          aria-labelledby={`${ids.id}-label`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={ids.describedBy}
          className={cx(boxClass, "h-8 px-2.5")}
        />
        <Base.Portal>
          <Base.Positioner sideOffset={4} collisionPadding={8} className="z-50">
            <Base.Popup
              className={cx(
                "popup-motion max-h-[min(16rem,var(--available-height))] w-(--anchor-width) min-w-48 overflow-y-auto rounded-lg border border-line bg-surface-raised p-1",
                "text-sm text-ink shadow-2 outline-hidden data-empty:hidden",
              )}
            >
              <Base.List aria-label={label}>
                {(item: Suggestion) => (
                  <Base.Item
                    key={item.value}
                    value={item}
                    className="flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-hidden select-none data-highlighted:bg-surface-hover"
                  >
                    {item.icon}
                    <span className="min-w-0 truncate">{item.value}</span>
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
