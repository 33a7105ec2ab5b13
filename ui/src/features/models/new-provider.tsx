// A new provider: defaults of its preset are filled in, so that often only the key is missing. It is tested at once.
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { TextField } from "@/components/text-field";
import { useAct } from "@/desk/use-act";
import type { PresetFacts, Providers } from "@/ipc/types";
import { addProvider } from "./acts";
import { KeysTrouble } from "./keys-trouble";
import { go } from "./place";
import { freeId, newProvider } from "./presets";
import { test } from "./probe";
import { Trouble } from "./trouble";

export function NewProvider({ facts, setUp }: { facts: PresetFacts; setUp: Providers }) {
  const { t } = useTranslation("models");
  // It stays the same when adding is retried.
  const [id] = useState(() => freeId(facts.preset, setUp.providers));
  const [name, setName] = useState(facts.name);
  const [address, setAddress] = useState(facts.base_url);
  const [key, setKey] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const { busy, failure, act } = useAct();
  const form = useRef<HTMLFormElement>(null);
  const { ready } = setUp.keys;
  // The pressed button is gone: the first missing field takes the focus, also once a key can be stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again when the form changes
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll("input") ?? [])];
    const missing = fields.find(({ value, required }) => required && value === "");
    const button = form.current?.querySelector<HTMLElement>("[type=submit]:not(:disabled), section button");
    (missing ?? button)?.focus();
  }, [ready]);
  const noAddress = address.trim() === "";
  const noKey = facts.needs_key && key.trim() === "";

  const submit = async () => {
    setSubmitted(true);
    if (noAddress || noKey || busy) return;
    if (!(await act(() => addProvider(newProvider(facts, { id, name, address }), key)))) return;
    void test(id, null);
    go({ at: "provider", id });
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex max-w-130 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="flex flex-col items-start gap-1.5">
        <Button
          size="sm"
          variant="ghost"
          icon={ArrowLeft}
          className="-ml-2"
          onClick={() => go({ at: "add" })}
        >
          {t("new.back")}
        </Button>
        <h2 className="text-base font-semibold break-words">
          {facts.preset === "custom" ? t("custom") : facts.name}
        </h2>
        {facts.note !== null && <p className="text-sm break-words text-subtle">{t(`notes.${facts.note}`)}</p>}
      </div>
      <TextField
        label={t("fields.name")}
        value={name}
        onChange={setName}
        maxLength={100}
        optional={facts.name === ""}
        hint={facts.name === "" ? t("new.nameHint") : undefined}
      />
      <TextField
        label={t("fields.address")}
        value={address}
        onChange={setAddress}
        maxLength={500}
        inputMode="url"
        required
        placeholder={t("fields.addressPlaceholder")}
        hint={t("fields.addressHint")}
        error={submitted && noAddress ? t("fields.addressNeeded") : undefined}
      />
      {ready ? (
        <TextField
          type="password"
          autoComplete="new-password"
          label={t("key.label")}
          value={key}
          onChange={setKey}
          required={facts.needs_key}
          optional={!facts.needs_key}
          hint={t(`key.where.${setUp.keys.place}`)}
          error={submitted && noKey ? t("key.needed") : undefined}
        />
      ) : (
        <KeysTrouble keys={setUp.keys} />
      )}
      <Trouble failure={failure} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={busy} disabled={!ready && facts.needs_key}>
          {t("new.submit")}
        </Button>
        <p className="min-w-0 flex-1 text-xs break-words text-faint">{t("new.testText")}</p>
      </div>
    </form>
  );
}
