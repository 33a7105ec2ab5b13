// Rarely used settings: name masking, timeouts, and custom headers.
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { IconButton } from "@/components/icon-button";
import { NumberField } from "@/components/number-field";
import { Switch } from "@/components/switch";
import { TextField } from "@/components/text-field";
import { useAct } from "@/desk/use-act";
import { useKept } from "@/desk/use-kept";
import type { Provider } from "@/ipc/types";
import { changeProvider } from "./acts";
import { Trouble } from "./trouble";

/** Debounce before a number is saved, ms. */
const SAVE_DEBOUNCE = 800;
const TIMEOUTS = ["connect", "first_token", "idle", "total"] as const;

export function Extras({ provider }: { provider: Provider }) {
  const { t } = useTranslation("models");
  return (
    <details className="group">
      <summary className="w-fit cursor-default rounded-sm text-sm text-subtle hover:text-ink">
        {t("extras.title")}
      </summary>
      <div className="flex flex-col gap-5 pt-3">
        <MaskNames provider={provider} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">{t("extras.timeouts")}</legend>
          <div className="grid grid-cols-2 gap-3">
            {TIMEOUTS.map((name) => (
              <Timeout key={name} provider={provider} name={name} />
            ))}
          </div>
          <p className="text-xs break-words text-faint">{t("extras.timeoutsHint")}</p>
        </fieldset>
        <Headers provider={provider} />
      </div>
    </details>
  );
}

function MaskNames({ provider }: { provider: Provider }) {
  const { t } = useTranslation("models");
  const masks = useKept<boolean>({
    stored: provider.mask_names,
    after: 0,
    keep: (value) => changeProvider(provider.id, (now) => ({ ...now, mask_names: value })),
  });
  return (
    <div className="flex flex-col gap-1.5">
      <Switch
        label={t("extras.maskNames")}
        description={t("extras.maskNamesHint")}
        checked={masks.value}
        onChange={masks.change}
      />
      <Trouble failure={masks.failure} onRetry={masks.flush} />
    </div>
  );
}

function Timeout({ provider, name }: { provider: Provider; name: (typeof TIMEOUTS)[number] }) {
  const { t } = useTranslation("models");
  const seconds = useKept<number>({
    stored: provider.timeouts[name],
    after: SAVE_DEBOUNCE,
    keep: (value) =>
      changeProvider(provider.id, (now) => ({ ...now, timeouts: { ...now.timeouts, [name]: value } })),
  });
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <NumberField
        label={t(`extras.timeout.${name}`)}
        value={seconds.value}
        min={1}
        max={3600}
        unit={t("extras.seconds")}
        onChange={(next) => next !== null && seconds.change(Math.min(3600, Math.max(1, Math.round(next))))}
      />
      <Trouble failure={seconds.failure} onRetry={seconds.flush} />
    </div>
  );
}

interface Header {
  /** The row id; names change while they are typed. */
  row: number;
  name: string;
  value: string;
}

/** The headers of the rows: unnamed ones are omitted, and of duplicates the last one counts. */
export function headersOf(rows: readonly Pick<Header, "name" | "value">[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value.trim()]),
  );
}

const isSame = (a: Readonly<Record<string, string | undefined>>, b: Readonly<Record<string, string>>) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(b).every(([name, value]) => a[name] === value);

function Headers({ provider }: { provider: Provider }) {
  const { t } = useTranslation("models");
  const [rows, setRows] = useState<Header[]>(() =>
    Object.entries(provider.headers).map(([name, value], row) => ({ row, name, value: value ?? "" })),
  );
  const { failure, act } = useAct();
  const keep = (next: readonly Header[]) => {
    const headers = headersOf(next);
    if (!isSame(provider.headers, headers))
      void act(() => changeProvider(provider.id, (now) => ({ ...now, headers })));
  };
  const set = (row: number, change: Partial<Header>) =>
    setRows((now) => now.map((one) => (one.row === row ? { ...one, ...change } : one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{t("extras.headers")}</legend>
      {rows.map(({ row, name, value }, at) => (
        <div key={row} className="flex items-end gap-2">
          <TextField
            className="flex-1"
            label={t("extras.headerName")}
            hideLabel={at > 0}
            value={name}
            maxLength={64}
            onChange={(next) => set(row, { name: next })}
            onBlur={() => keep(rows)}
          />
          <TextField
            className="flex-2"
            label={t("extras.headerValue")}
            hideLabel={at > 0}
            value={value}
            maxLength={1000}
            onChange={(next) => set(row, { value: next })}
            onBlur={() => keep(rows)}
          />
          <IconButton
            icon={X}
            label={name === "" ? t("extras.removeHeader") : t("components:removeName", { name })}
            onClick={() => {
              const remaining = rows.filter((one) => one.row !== row);
              setRows(remaining);
              keep(remaining);
            }}
          />
        </div>
      ))}
      <Trouble failure={failure} onRetry={() => keep(rows)} />
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={rows.length >= 20}
        onClick={() =>
          setRows((now) => [
            ...now,
            { row: Math.max(-1, ...now.map(({ row }) => row)) + 1, name: "", value: "" },
          ])
        }
      >
        {t("extras.addHeader")}
      </Button>
      <p className="text-xs break-words text-faint">{t("extras.headersHint")}</p>
    </fieldset>
  );
}
