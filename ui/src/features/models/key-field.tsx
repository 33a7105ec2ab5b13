// The key of a provider: typed once, stored, and never shown again except for its last four characters.
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { TextField } from "@/components/text-field";
import { useAct } from "@/desk/use-act";
import type { KeysView, ProviderView } from "@/ipc/types";
import { setKey } from "./acts";
import { KeysTrouble } from "./keys-trouble";
import { forgetProbe } from "./probe";
import { Trouble } from "./trouble";

interface KeyFieldProps {
  view: ProviderView;
  keys: KeysView;
}

export function KeyField({ view, keys }: KeyFieldProps) {
  const { t } = useTranslation("models");
  const { id } = view.provider;
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState("");
  const { busy, failure, act } = useAct();
  const keep = async (key: string | null) => {
    if (await act(() => setKey(id, key))) {
      setTyping(false);
      setTyped("");
      forgetProbe(id);
    }
  };
  if (!keys.ready) return <KeysTrouble keys={keys} />;
  const storage = t(`key.where.${keys.place}`);
  if (view.key.set && !typing) {
    return (
      <div className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium">{t("key.label")}</h3>
        <div className="flex flex-wrap items-center gap-2">
          <p className="flex min-w-0 flex-1 items-center gap-1.5 text-sm">
            <KeyRound size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-success" />
            <span className="min-w-0 break-words">
              {view.key.last_four === null ? t("key.kept") : t("key.keptEnding", { end: view.key.last_four })}
            </span>
          </p>
          <Button size="sm" onClick={() => setTyping(true)}>
            {t("key.replace")}
          </Button>
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void keep(null)}>
            {t("key.forget")}
          </Button>
        </div>
        <p className="text-xs text-faint">{storage}</p>
        <Trouble failure={failure} />
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "" && !busy) void keep(typed.trim());
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          type="password"
          autoComplete="new-password"
          className="flex-1"
          label={t("key.label")}
          optional={!view.needs_key}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" busy={busy} disabled={typed.trim() === ""}>
          {t("key.keep")}
        </Button>
        {typing && <Button onClick={() => setTyping(false)}>{t("components:cancel")}</Button>}
      </div>
      {view.key.elsewhere !== null && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-warning">
          <span className="min-w-0 flex-1 break-words">
            {t("key.elsewhere", { origin: view.key.elsewhere })}
          </span>
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void keep(null)}>
            {t("key.forget")}
          </Button>
        </div>
      )}
      <p className="text-xs text-faint">{storage}</p>
      <Trouble failure={failure} />
    </form>
  );
}
