// The form of an entry. Every field saves automatically; refused input stays in its field.
import { EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { NamesField } from "@/components/names-field";
import { NumberField } from "@/components/number-field";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { TextArea, type TextAreaProps } from "@/components/text-area";
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

/** An entry, and how to save a change of it. */
interface Written {
  entry: LoreEntry;
  keep: (change: EntryChange) => Promise<unknown>;
}

function useField<F extends keyof EntryChange & keyof LoreEntry>(
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

interface FieldProps extends Written {
  writable: boolean;
}

interface LoreFormProps extends FieldProps {
  /** Names of the card from the graph. */
  others: readonly string[];
}

export function LoreForm({ others, ...field }: LoreFormProps) {
  const { t } = useTranslation("lore");
  const { entry, writable } = field;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-2 pb-6">
      {entry.id === 0 && <p className="text-xs text-faint">{t("noEntryYet")}</p>}
      <TitleField {...field} />
      <KindAndPriority {...field} />
      <Names
        {...field}
        name="aliases"
        placeholder={t("aliasesPlaceholder")}
        hint={others.length === 0 ? undefined : t("othersHint", { names: others.join(t("comma")) })}
      />
      <Prose {...field} name="content" rows={6} maxRows={28} placeholder={t("contentPlaceholder")} />
      <Prose
        {...field}
        name="secrets"
        rows={2}
        maxRows={16}
        className="border-l-2 border-warning pl-3"
        hint={
          <span className="flex items-start gap-1.5 text-warning">
            <EyeOff size={13} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
            <span>{t("secretsHint")}</span>
          </span>
        }
      />
      <Names {...field} name="keywords" hint={t("keywordsHint")} />
      <Names {...field} name="and_keywords" hint={t("andKeywordsHint")} />
      <div className="flex flex-col border-t border-line pt-2">
        {SWITCHES.map((name) => (
          <SwitchField key={name} {...field} name={name} />
        ))}
      </div>
      <EntityLink entry={entry} writable={writable} />
    </div>
  );
}

function TitleField({ writable, ...written }: FieldProps) {
  const { t } = useTranslation("lore");
  const title = useField(written, "title", null, (value) => value.trim() !== "");
  const untitled = title.value.trim() === "";
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={t("fields.title")}
        value={title.value}
        onChange={title.change}
        readOnly={!writable}
        error={untitled ? t("titleNeeded") : undefined}
        onBlur={() => (untitled ? title.change(written.entry.title) : title.flush())}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) title.flush();
        }}
      />
      <Trouble failure={title.failure} onRetry={title.flush} />
    </div>
  );
}

function KindAndPriority({ writable, ...written }: FieldProps) {
  const { t } = useTranslation("lore");
  const kind = useField(written, "kind", 0);
  const priority = useField(written, "priority", SAVE_DEBOUNCE);
  return (
    <>
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
      <Trouble failure={kind.failure} onRetry={kind.flush} />
      <Trouble failure={priority.failure} onRetry={priority.flush} />
    </>
  );
}

interface NamesProps extends FieldProps {
  name: "aliases" | "keywords" | "and_keywords";
  placeholder?: string;
  hint: string | undefined;
}

function Names({ writable, name, placeholder, hint, ...written }: NamesProps) {
  const { t } = useTranslation("lore");
  const names = useField(written, name, 0);
  return (
    <div className="flex flex-col gap-1.5">
      <NamesField
        label={t(`fields.${name}`)}
        value={names.value}
        onChange={names.change}
        readOnly={!writable}
        placeholder={placeholder}
        hint={hint}
      />
      <Trouble failure={names.failure} onRetry={names.flush} />
    </div>
  );
}

interface ProseProps extends FieldProps, Pick<TextAreaProps, "rows" | "maxRows" | "placeholder" | "hint"> {
  name: "content" | "secrets";
  className?: string;
}

function Prose({ entry, keep, writable, name, className, ...look }: ProseProps) {
  const { t } = useTranslation("lore");
  const text = useField({ entry, keep }, name, SAVE_DEBOUNCE);
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <TextArea
        label={t(`fields.${name}`)}
        value={text.value}
        onChange={text.change}
        onBlur={text.flush}
        readOnly={!writable}
        {...look}
      />
      <Trouble failure={text.failure} onRetry={text.flush} />
    </div>
  );
}

interface SwitchFieldProps extends FieldProps {
  name: (typeof SWITCHES)[number];
}

function SwitchField({ writable, name, ...written }: SwitchFieldProps) {
  const { t } = useTranslation("lore");
  const field = useField(written, name, 0);
  return (
    <div>
      <Switch
        label={t(`fields.${name}`)}
        description={t(`hints.${name}`)}
        checked={field.value}
        onChange={field.change}
        disabled={!writable}
      />
      <Trouble failure={field.failure} onRetry={field.flush} />
    </div>
  );
}

/** The entity of the graph that the entry describes, or an act that creates one. */
function EntityLink({ entry, writable }: { entry: LoreEntry; writable: boolean }) {
  const { t } = useTranslation("lore");
  return (
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
  );
}
