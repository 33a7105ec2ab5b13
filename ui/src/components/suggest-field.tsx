// One line of text with suggestions.
import { type RefObject, useMemo } from "react";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";
import { type Suggestion, Suggestions, suggested } from "./suggestions";

export interface SuggestFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  /** Only suggestions are valid: Enter takes the only one left. By default any text is. */
  listed?: boolean | undefined;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Called on blur. */
  onLeave?: (() => void) | undefined;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
  className?: string | undefined;
}

export function SuggestField(props: SuggestFieldProps) {
  const { label, hideLabel, hint, error, optional, value, onChange, suggestions, className } = props;
  const ids = useFieldIds(hint, error);
  const shown = useMemo(() => suggested(suggestions, value), [suggestions, value]);
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }}>
      <Suggestions
        {...{ label, shown }}
        typed={value}
        listed={props.listed}
        onType={onChange}
        onTake={onChange}
        input={{
          id: ids.id,
          ref: props.inputRef,
          disabled: props.disabled,
          readOnly: props.readOnly,
          required: props.required,
          placeholder: props.placeholder,
          onBlur: () => props.onLeave?.(),
          // An open list hides the label; an explicit reference still names the field.
          "aria-labelledby": `${ids.id}-label`,
          "aria-invalid": error !== undefined || undefined,
          "aria-describedby": ids.describedBy,
          className: cx(boxClass, "h-8 px-2.5"),
        }}
      />
    </Field>
  );
}
