// Parameters of a model. Empty ones are left to the server.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FigureField } from "@/components/figure-field";
import { TextArea } from "@/components/text-area";
import type { Parameters } from "@/ipc/types";

const FIGURES = [
  { name: "temperature", max: 2, whole: false, min: 0 },
  { name: "top_p", max: 1, whole: false, min: 0 },
  { name: "max_tokens", max: 4_000_000_000, whole: true, min: 1 },
] as const;

interface TargetParametersProps {
  parameters: Parameters;
  onChange: (parameters: Parameters) => void;
}

/** The parameters with one changed; null removes it. */
export function withParameter(
  parameters: Parameters,
  name: keyof Parameters,
  value: number | Record<string, unknown> | null,
): Parameters {
  const { [name]: _, ...others } = parameters;
  return value === null ? others : { ...others, [name]: value };
}

/** Parses typed extra fields: null for none, undefined if it is not an object. */
export function readExtra(typed: string): Record<string, unknown> | null | undefined {
  if (typed.trim() === "") return null;
  try {
    const read: unknown = JSON.parse(typed);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const writeExtra = (extra: Parameters["extra"]) =>
  extra === undefined || Object.keys(extra).length === 0 ? "" : JSON.stringify(extra, null, 2);

export function TargetParameters({ parameters, onChange }: TargetParametersProps) {
  const { t } = useTranslation("models");
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-3.5 py-3">
      <div className="grid grid-cols-3 gap-3">
        {FIGURES.map(({ name, min, max, whole }) => (
          <FigureField
            key={name}
            label={t(`parameters.${name}`)}
            value={parameters[name] ?? null}
            min={min}
            max={max}
            whole={whole}
            placeholder={t("parameters.unset")}
            onKeep={(value) => onChange(withParameter(parameters, name, value))}
          />
        ))}
      </div>
      <p className="text-xs break-words text-faint">{t("parameters.hint")}</p>
      <Extra parameters={parameters} onChange={onChange} />
    </div>
  );
}

function Extra({ parameters, onChange }: TargetParametersProps) {
  const { t } = useTranslation("models");
  const stored = writeExtra(parameters.extra);
  const [typed, setTyped] = useState(stored);
  const [submitted, setSubmitted] = useState(false);
  useEffect(() => {
    setTyped(stored);
    setSubmitted(false);
  }, [stored]);
  const read = readExtra(typed);
  return (
    <TextArea
      label={t("parameters.extra")}
      optional
      rows={2}
      maxRows={10}
      value={typed}
      onChange={setTyped}
      hint={t("parameters.extraHint")}
      error={submitted && read === undefined ? t("parameters.extraWrong") : undefined}
      onBlur={() => {
        setSubmitted(true);
        if (read === undefined || writeExtra(read ?? {}) === stored) return;
        onChange(withParameter(parameters, "extra", read));
      }}
    />
  );
}
