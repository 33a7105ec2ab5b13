// The templates of one language by group: a list, or a select field if space is short.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { GroupedList } from "@/components/grouped-list";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import type { PromptEntry, PromptLanguage } from "@/ipc/types";
import { groupName, versionName } from "./names";
import { choose, useWorkshop } from "./state";

const LANGUAGES: readonly PromptLanguage[] = ["zh", "en"];
const idOf = ({ group, key }: PromptEntry) => `${group}/${key}`;

interface PromptListProps {
  /** Entries of the language. */
  entries: readonly PromptEntry[];
  current: PromptEntry | undefined;
}

/** The language in which a template addresses the model. */
export function LanguageSwitch({ language }: { language: PromptLanguage }) {
  const { t } = useTranslation("prompts");
  return (
    <Segmented<PromptLanguage>
      label={t("language")}
      hideLabel
      value={language}
      onChange={(next) => choose({ language: next })}
      options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
    />
  );
}

export function PromptList({ entries, current }: PromptListProps) {
  const { t } = useTranslation("prompts");
  const unsaved = useWorkshop((state) => state.draft !== null);
  return (
    <GroupedList
      label={t("list")}
      entries={entries}
      idOf={idOf}
      groupOf={({ group }) => groupName(t, group)}
      isChosen={(entry) => entry === current}
      onOpen={(entry) => {
        if (entry !== current) choose({ chosen: entry });
      }}
      className="min-h-0 flex-1"
      row={(entry) => (
        <span className="flex min-w-0 items-center gap-1.5 text-sm">
          <span className="min-w-0 flex-1 truncate" title={entry.description}>
            {entry.title}
          </span>
          {entry === current && unsaved && (
            <span className="size-1.5 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{t("unsaved")}</span>
            </span>
          )}
          {entry.in_use !== null && (
            <Badge tone="accent">{t("own", { name: versionName(t, entry, entry.in_use) })}</Badge>
          )}
        </span>
      )}
    />
  );
}

export function PromptSelect({ entries, current }: PromptListProps) {
  const { t } = useTranslation("prompts");
  const options = useMemo(
    () =>
      entries.map((entry) => ({
        value: idOf(entry),
        label: entry.title,
        hint: [
          groupName(t, entry.group),
          entry.in_use === null ? "" : t("own", { name: versionName(t, entry, entry.in_use) }),
        ]
          .filter((part) => part !== "")
          .join(" · "),
      })),
    [entries, t],
  );
  return (
    <Select
      label={t("list")}
      hideLabel
      size="sm"
      className="min-w-0 flex-1"
      value={current === undefined ? null : idOf(current)}
      onChange={(id) => {
        const entry = entries.find((one) => idOf(one) === id);
        if (entry !== undefined) choose({ chosen: entry });
      }}
      options={options}
    />
  );
}
