// A multi-line text field that grows with its text up to `maxRows`. A hidden copy of the text sizes the grid cell that
// the field fills (WebKitGTK does not support `field-sizing`).
import type { ComponentProps, CSSProperties } from "react";
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

const PLACE = "[grid-area:1/1]";
const UNSEEN =
  "after:[grid-area:1/1] after:invisible after:overflow-hidden after:max-h-(--most) after:border after:px-2.5 after:py-1.5 " +
  "after:text-sm after:leading-5.5 after:whitespace-pre-wrap after:wrap-anywhere after:content-[attr(data-words)_'_']";

const heightOf = (rows: number) => `${rows * 1.375 + 1}rem`;

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
      <div
        data-words={value === "" ? native.placeholder : value}
        style={{ "--most": heightOf(maxRows) } as CSSProperties}
        className={cx("grid grid-cols-[minmax(0,1fr)]", UNSEEN)}
      >
        <textarea
          spellCheck={false}
          {...native}
          id={ids.id}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={ids.describedBy}
          style={{ minHeight: heightOf(rows) }}
          className={cx(boxClass, PLACE, "resize-y px-2.5 py-1.5 leading-5.5")}
        />
      </div>
    </Field>
  );
}
