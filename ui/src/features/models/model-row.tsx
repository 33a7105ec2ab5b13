// One model of a provider: context and price in a line, edited below it.
import { ChevronDown, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { FigureField } from "@/components/figure-field";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { currencies, fromMicros, money, toMicros, usualCurrency } from "@/components/money";
import { Select } from "@/components/select";
import { attempt } from "@/desk/attempt";
import { useAct } from "@/desk/use-act";
import type { Model, Price, Routes } from "@/ipc/types";
import { changeModel, makeDefault, removeModel } from "./acts";
import { shortTokens } from "./figures";
import { isDefault } from "./routes";
import { Trouble } from "./trouble";

interface ModelRowProps {
  provider: string;
  model: Model;
  routes: Routes;
  /** The assumed context window if unknown, in tokens. */
  assumed: number;
}

export function ModelRow({ provider, model, routes, assumed }: ModelRowProps) {
  const { t, i18n } = useTranslation("models");
  const [open, setOpen] = useState(false);
  const below = useId();
  const { name, context_tokens: window, price } = model;
  const summary = [
    window === null
      ? t("model.assumed", { n: figure(assumed) })
      : t("model.window", { n: shortTokens(window) }),
    price === null
      ? null
      : t("model.price", {
          input: money(price.input, price.currency, i18n.language),
          output: money(price.output, price.currency, i18n.language),
        }),
  ].filter((part) => part !== null);
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex items-center gap-1 py-1 pr-1.5 pl-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={below}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 py-1 text-left -outline-offset-2 hover:bg-surface-hover"
        >
          <ChevronDown
            size={14}
            strokeWidth={1.75}
            aria-hidden
            className={cx("shrink-0 text-faint transition-transform", !open && "-rotate-90")}
          />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="text-sm break-all">{name}</span>
            <span className="text-xs break-words text-faint">{summary.join(" · ")}</span>
          </span>
          {isDefault(routes, provider, name) && <Badge tone="accent">{t("model.default")}</Badge>}
        </button>
        {window === null && !open && (
          <Button size="sm" aria-label={t("model.fillOf", { name })} onClick={() => setOpen(true)}>
            {t("model.fill")}
          </Button>
        )}
        <IconButton
          icon={X}
          size="sm"
          label={t("model.remove", { name })}
          tooltipSide="left"
          onClick={() => void attempt(() => removeModel(provider, name))}
        />
      </div>
      <div id={below} hidden={!open}>
        {open && <ModelForm {...{ provider, model, routes, assumed }} />}
      </div>
    </li>
  );
}

/** A price with one number changed; null without any number. */
export function priceWith(
  price: Price | null,
  currency: string,
  change: Partial<Record<"input" | "cached_input" | "output", number | null>>,
): Price | null {
  const { input = price?.input ?? null, output = price?.output ?? null } = change;
  const cached = "cached_input" in change ? (change.cached_input ?? null) : (price?.cached_input ?? null);
  if (input === null && output === null && cached === null) return null;
  // Cached input costs the same as input, unless it has its own price.
  return { currency, input: input ?? 0, cached_input: cached ?? input ?? 0, output: output ?? 0 };
}

const FIGURES = ["input", "cached_input", "output"] as const;

export function ModelForm({ provider, model, routes, assumed }: ModelRowProps) {
  const { t, i18n } = useTranslation("models");
  const { name, price } = model;
  const [currency, setCurrency] = useState(price?.currency ?? usualCurrency(i18n.language));
  const { busy, failure, act } = useAct();
  const change = (next: (now: Model) => Model) => void act(() => changeModel(provider, name, next));
  return (
    <div className="flex flex-col gap-3 px-3.5 pt-1 pb-3.5">
      <FigureField
        className="max-w-72"
        label={t("model.windowLabel")}
        value={model.context_tokens}
        whole
        min={1}
        max={4_000_000_000}
        placeholder={t("model.windowUnknown", { n: figure(assumed) })}
        hint={t("model.windowHint", { n: figure(assumed) })}
        onKeep={(context_tokens) => change((now) => ({ ...now, context_tokens }))}
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{t("model.priceLabel")}</legend>
        <div className="grid grid-cols-4 gap-2">
          {FIGURES.map((figure) => (
            <FigureField
              key={figure}
              label={t(`model.prices.${figure}`)}
              value={price === null ? null : fromMicros(price[figure])}
              max={1_000_000}
              onKeep={(units) =>
                change((now) => ({
                  ...now,
                  price: priceWith(now.price, currency, {
                    [figure]: units === null ? null : toMicros(units),
                  }),
                }))
              }
            />
          ))}
          <Select
            label={t("currency")}
            value={currency}
            onChange={(next) => {
              setCurrency(next);
              if (price !== null)
                change((now) => ({ ...now, price: now.price && { ...now.price, currency: next } }));
            }}
            options={currencies(currency).map((value) => ({ value, label: value }))}
          />
        </div>
        <p className="text-xs break-words text-faint">{t("model.priceHint")}</p>
      </fieldset>
      <Trouble failure={failure} />
      {!isDefault(routes, provider, name) && (
        <Button
          size="sm"
          className="self-start"
          busy={busy}
          onClick={() => void act(() => makeDefault(provider, name))}
        >
          {t("model.makeDefault")}
        </Button>
      )}
    </div>
  );
}
