// A number within bounds where the feel matters more than the exact value: sizes, widths, degrees.
import { Slider as Base } from "@base-ui/react/slider";
import { cx } from "./class-names";
import { Field, type FieldTexts, useFieldIds } from "./field";

export interface SliderProps extends FieldTexts {
  value: number;
  /** Called while it moves. */
  onChange: (value: number) => void;
  /** Called when it has come to rest. */
  onCommit?: ((value: number) => void) | undefined;
  min: number;
  max: number;
  /** Default 1. */
  step?: number | undefined;
  /** The value in words: “18 px”, “1.8 倍”. */
  format?: ((value: number) => string) | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function Slider(props: SliderProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    value,
    onChange,
    onCommit,
    min,
    max,
    step,
    disabled,
    className,
  } = props;
  const ids = useFieldIds(hint, error);
  const format = props.format ?? String;
  const shown = <span className="shrink-0 text-xs text-subtle tabular-nums">{format(value)}</span>;
  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids, className }} plainLabel aside={shown}>
      <Base.Root
        value={value}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={(next) => onChange(next)}
        onValueCommitted={(next) => onCommit?.(next)}
        thumbAlignment="edge-client-only"
      >
        <Base.Control className="flex h-5 touch-none items-center data-disabled:opacity-50">
          <Base.Track className="h-1 w-full rounded-full bg-line-strong/45 forced-colors:border">
            <Base.Indicator className="forced-mark rounded-full bg-accent" />
            <Base.Thumb
              aria-labelledby={`${ids.id}-label`}
              aria-describedby={ids.describedBy}
              getAriaValueText={(_, now) => format(now)}
              className={cx(
                "size-4 rounded-full border border-line-strong bg-surface-raised shadow-1 transition-colors",
                "hover:border-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-focus-ring data-dragging:border-accent",
              )}
            />
          </Base.Track>
        </Base.Control>
      </Base.Root>
    </Field>
  );
}
