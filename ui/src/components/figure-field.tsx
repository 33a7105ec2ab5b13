// An optional number: a price, a window, a temperature. It is stored on blur; invalid input stays in the field with an
// error.
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "./text-field";
import { readFigure, writeFigure } from "./typed-figure";

interface FigureFieldProps {
  label: string;
  /** null: empty. */
  value: number | null;
  onKeep: (value: number | null) => void;
  min?: number;
  max?: number;
  /** Only whole numbers. */
  whole?: boolean;
  /** What an empty field means. */
  placeholder?: string | undefined;
  hint?: string | undefined;
  suffix?: ReactNode;
  className?: string | undefined;
}

export function FigureField(props: FigureFieldProps) {
  const { label, value, onKeep, min = 0, max = Number.MAX_SAFE_INTEGER, whole = false } = props;
  const { t } = useTranslation("components");
  const [typed, setTyped] = useState(writeFigure(value));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  useEffect(() => {
    setTyped(writeFigure(value));
    setWasSubmitted(false);
  }, [value]);
  const read = readFigure(typed);
  const rounded = read != null && whole ? Math.round(read) : read;
  const fits = rounded === null || (rounded !== undefined && rounded >= min && rounded <= max);
  const range =
    max === Number.MAX_SAFE_INTEGER ? t("figure.least", { min }) : t("figure.between", { min, max });
  const keep = () => {
    setWasSubmitted(true);
    if (!fits || rounded === undefined) return;
    if (rounded === value) setTyped(writeFigure(value));
    else onKeep(rounded);
  };
  return (
    <TextField
      label={label}
      value={typed}
      onChange={setTyped}
      inputMode="decimal"
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) {
          event.preventDefault();
          keep();
        }
      }}
      error={wasSubmitted && !fits ? range : undefined}
      placeholder={props.placeholder}
      hint={props.hint}
      suffix={props.suffix}
      className={props.className}
    />
  );
}
