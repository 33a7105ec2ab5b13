// The target length of a text, in steps of 500. Empty or 0: none.
import { NumberField, type NumberFieldProps } from "./number-field";

const MAX_TARGET = 10_000_000;

type TargetFieldProps = Omit<NumberFieldProps, "min" | "max" | "step">;

export function TargetField({ onChange, ...rest }: TargetFieldProps) {
  return (
    <NumberField
      {...rest}
      onChange={(next) => onChange(next === null || next === 0 ? null : next)}
      min={0}
      max={MAX_TARGET}
      step={500}
    />
  );
}
