// The form of an entry. Every field saves automatically; refused input stays in its field.
import { EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { NamesField } from "@/components/names-field";
import { NumberField } from "@/components/number-field";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { showItem } from "@/desk/desk";
import { type Kept, useKept } from "@/desk/use-kept";
import type { LoreEntry } from "@/ipc/types";
import { createEntity } from "./acts";
import { KINDS } from "./kinds";
import { Trouble } from "./trouble";
import type { EntryChange } from "./unwritten";

/** Debounce before a text is saved, ms. */
const SAVE_DEBOUNCE = 800;
const SWITCHES = ["constant", "locked", "disabled"] as const;

type Field =
  | "title"
  | "kind"
  | "aliases"
  | "content"
  | "secrets"
  | "keywords"
  | "and_keywords"
  | "priority"
  | (typeof SWITCHES)[number];

/** An entry, and how to save a change of it. */
interface Written {
  entry: LoreEntry;
  keep: (change: EntryChange) => Promise<unknown>;
}

function useField<F extends Field>(
  { entry, keep }: Written,
  field: F,
  after: number | null,
  allowed: (value: LoreEntry[F]) => boolean = () => true,
): Kept<LoreEntry[F]> {
  return useKept<LoreEntry[F]>({
    stored: entry[field],
    keep: (value) => keep({ [field]: value }),
    after,
    allowed,
  });
}

interface LoreFormProps extends Written {
  writable: boolean;
  /** Names of the card from the graph. */
  others: readonly string[];
}

export function LoreForm({ entry, keep, writable, others }: LoreFormProps) {
  const { t } = useTranslation("lore");
  const written = { entry, keep };
  const title = useField(written, "title", null, (value) => value.trim() !== "");
  const kind = useField(written, "kind", 0);
  const aliases = useField(written, "aliases", 0);
  const content = useField(written, "content", SAVE_DEBOUNCE);
  const secrets = useField(written, "secrets", SAVE_DEBOUNCE);
  const keywords = useField(written, "keywords", 0);
  const andKeywords = useField(written, "and_keywords", 0);
  const priority = useField(written, "priority", SAVE_DEBOUNCE);
  const constant = useField(written, "constant", 0);
  const locked = useField(written, "locked", 0);
  const disabled = useField(written, "disabled", 0);
  const switches = { constant, locked, disabled };
  const trouble = (field: Kept<LoreEntry[Field]> | Pick<Kept<never>, "failure" | "flush">) => (
    <Trouble failure={field.failure} onRetry={field.flush} />
  );
  const untitled = title.value.trim() === "";
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-2 pb-6">
      {entry.id === 0 && <p className="text-xs text-faint">{t("noEntryYet")}</p>}
      <div className="flex flex-col gap-1.5">
        <TextField
          label={t("fields.title")}
          value={title.value}
          onChange={title.change}
          readOnly={!writable}
          error={untitled ? t("titleNeeded") : undefined}
          onBlur={() => (untitled ? title.change(entry.title) : title.flush())}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) title.flush();
          }}
        />
        {trouble(title)}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] gap-3">
        <Select
          label={t("fields.kind")}
          value={kind.value}
          onChange={kind.change}
          disabled={!writable}
          options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <NumberField
          label={t("fields.priority")}
          value={priority.value}
          onChange={(next) => next !== null && priority.change(Math.min(10, Math.max(1, Math.round(next))))}
          min={1}
          max={10}
          disabled={!writable}
        />
      </div>
      {trouble(kind)}
      {trouble(priority)}
      <div className="flex flex-col gap-1.5">
        <NamesField
          label={t("fields.aliases")}
          value={aliases.value}
          onChange={aliases.change}
          readOnly={!writable}
          placeholder={t("aliasesPlaceholder")}
          hint={others.length === 0 ? undefined : t("othersHint", { names: others.join(t("comma")) })}
        />
        {trouble(aliases)}
      </div>
      <div className="flex flex-col gap-1.5">
        <TextArea
          label={t("fields.content")}
          value={content.value}
          onChange={content.change}
          onBlur={content.flush}
          readOnly={!writable}
          rows={6}
          maxRows={28}
          placeholder={t("contentPlaceholder")}
        />
        {trouble(content)}
      </div>
      <div className="flex flex-col gap-1.5 border-l-2 border-warning pl-3">
        <TextArea
          label={t("fields.secrets")}
          value={secrets.value}
          onChange={secrets.change}
          onBlur={secrets.flush}
          readOnly={!writable}
          rows={2}
          maxRows={16}
          hint={
            <span className="flex items-start gap-1.5 text-warning">
              <EyeOff size={13} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
              <span>{t("secretsHint")}</span>
            </span>
          }
        />
        {trouble(secrets)}
      </div>
      <div className="flex flex-col gap-1.5">
        <NamesField
          label={t("fields.keywords")}
          value={keywords.value}
          onChange={keywords.change}
          readOnly={!writable}
          hint={t("keywordsHint")}
        />
        {trouble(keywords)}
      </div>
      <div className="flex flex-col gap-1.5">
        <NamesField
          label={t("fields.and_keywords")}
          value={andKeywords.value}
          onChange={andKeywords.change}
          readOnly={!writable}
          hint={t("andKeywordsHint")}
        />
        {trouble(andKeywords)}
      </div>
      <div className="flex flex-col border-t border-line pt-2">
        {SWITCHES.map((name) => (
          <div key={name}>
            <Switch
              label={t(`fields.${name}`)}
              description={t(`hints.${name}`)}
              checked={switches[name].value}
              onChange={switches[name].change}
              disabled={!writable}
            />
            {trouble(switches[name])}
          </div>
        ))}
      </div>
      <div className="flex flex-col items-start gap-1.5 border-t border-line pt-3">
        {entry.entity === null ? (
          <>
            <Button size="sm" disabled={!writable || entry.id === 0} onClick={() => void createEntity(entry)}>
              {t("entity.create")}
            </Button>
            <p className="text-xs text-faint">{t("entity.hint")}</p>
          </>
        ) : (
          <Button size="sm" onClick={() => showItem("entity", entry.entity)}>
            {t("entity.show")}
          </Button>
        )}
      </div>
    </div>
  );
}
