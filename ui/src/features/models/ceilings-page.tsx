// Spending ceilings. Models without a price are not counted, and the result says so where it matters.
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FigureField } from "@/components/figure-field";
import { currencies, fromMicros, toMicros, usualCurrency } from "@/components/money";
import { Select } from "@/components/select";
import { useAct } from "@/desk/use-act";
import type { Ceilings, Cost, Providers } from "@/ipc/types";
import { changeCeilings } from "./acts";
import { Trouble } from "./trouble";

const CEILINGS = ["per_run", "per_month"] as const satisfies (keyof Ceilings)[];

/** Whether some model is priced in this currency: otherwise a ceiling in it has no effect. */
export function isPriced({ providers }: Pick<Providers, "providers">, currency: string): boolean {
  return providers.some(({ provider }) => provider.models.some(({ price }) => price?.currency === currency));
}

export function CeilingsPage({ setUp }: { setUp: Providers }) {
  const { t } = useTranslation("models");
  return (
    <div className="flex max-w-140 flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{t("ceilings.title")}</h2>
        <p className="text-sm break-words text-subtle">{t("ceilings.text")}</p>
      </div>
      {CEILINGS.map((name) => (
        <Ceiling key={name} name={name} setUp={setUp} />
      ))}
      <p className="text-xs break-words text-faint">{t("ceilings.counted")}</p>
    </div>
  );
}

function Ceiling({ name, setUp }: { name: keyof Ceilings; setUp: Providers }) {
  const { t, i18n } = useTranslation("models");
  const ceiling = setUp.ceilings[name];
  const other = CEILINGS.map((one) => setUp.ceilings[one]).find((one) => one !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = ceiling?.currency ?? chosen ?? other?.currency ?? usualCurrency(i18n.language);
  const { failure, act } = useAct();
  const set = (next: Cost | null) => void act(() => changeCeilings((now) => ({ ...now, [name]: next })));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <FigureField
          className="flex-1"
          label={t(`ceilings.${name}.label`)}
          value={ceiling === null ? null : fromMicros(ceiling.micros)}
          min={0.01}
          max={1_000_000}
          placeholder={t("ceilings.none")}
          onKeep={(units) => set(units === null ? null : { currency, micros: toMicros(units) })}
        />
        <Select
          className="w-28"
          label={t("currency")}
          hideLabel
          value={currency}
          onChange={(next) => {
            setChosen(next);
            if (ceiling !== null) set({ ...ceiling, currency: next });
          }}
          options={currencies(currency).map((value) => ({ value, label: value }))}
        />
      </div>
      <p className="text-xs break-words text-faint">{t(`ceilings.${name}.text`)}</p>
      {ceiling !== null && !isPriced(setUp, currency) && (
        <p role="status" className="flex items-start gap-1.5 text-xs text-warning">
          <TriangleAlert size={13} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{t("ceilings.unpriced", { currency })}</span>
        </p>
      )}
      <Trouble failure={failure} />
    </div>
  );
}
