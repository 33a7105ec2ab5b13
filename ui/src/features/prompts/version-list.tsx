// The shipped version and the custom ones, newest first.
import { Check } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { GroupedList } from "@/components/grouped-list";
import type { MenuEntry } from "@/components/menu-items";
import { useDesk } from "@/desk/desk";
import type { PromptEntry } from "@/ipc/types";
import { enable, exportFile, keyOf } from "./acts";
import { versionName } from "./names";
import { leaving, look, useWorkshop, type Version } from "./state";

interface Row {
  id: Version;
  note: string;
}

export function VersionList({ entry, version }: { entry: PromptEntry; version: Version }) {
  const { t } = useTranslation("prompts");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const rows = useMemo<Row[]>(
    () => [...[...entry.versions].reverse(), { id: null, note: t("shippedNote") }],
    [entry, t],
  );
  const placeOf = (id: Version) => rows.findIndex((row) => row.id === id);
  // The older text comes first.
  const compare = (one: Version, other: Version) =>
    useWorkshop.setState({
      compared: placeOf(one) > placeOf(other) ? { from: one, to: other } : { from: other, to: one },
    });
  const actsOf = ({ id }: Row): MenuEntry[] => {
    const name = versionName(t, entry, id);
    const before = rows[placeOf(id) + 1];
    return [
      {
        id: "enable",
        label: t("enable"),
        disabled: !writable || id === entry.in_use,
        onSelect: () => leaving(() => void enable(keyOf(entry), id, entry.in_use, name)),
      },
      { kind: "separator", id: "one" },
      {
        id: "in-use",
        label: t("compare.withInUse"),
        disabled: id === entry.in_use,
        onSelect: () => compare(id, entry.in_use),
      },
      {
        id: "before",
        label: t("compare.withBefore"),
        disabled: before === undefined,
        onSelect: () => before !== undefined && compare(id, before.id),
      },
      { kind: "separator", id: "two" },
      {
        id: "export",
        label: t("export.menu", { name }),
        onSelect: () => void exportFile(keyOf(entry), id, name),
      },
    ];
  };
  return (
    <GroupedList
      label={t("versions")}
      entries={rows}
      idOf={({ id }) => String(id)}
      groupOf={() => null}
      isChosen={({ id }) => id === version}
      onOpen={({ id }) => {
        if (id !== version) look(id);
      }}
      actsOf={actsOf}
      actsLabel={({ id }) => t("actsOf", { name: versionName(t, entry, id) })}
      className="h-full pt-1.5"
      row={({ id, note }) => (
        <span className="flex min-w-0 flex-col gap-0.5 text-sm">
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 truncate">{versionName(t, entry, id)}</span>
            {id === entry.in_use && (
              <Badge tone="accent">
                <Check size={11} strokeWidth={2.25} aria-hidden className="mr-1 inline" />
                {t("inUse")}
              </Badge>
            )}
          </span>
          {note !== "" && (
            <span className="truncate text-xs text-subtle" title={note}>
              {note}
            </span>
          )}
        </span>
      )}
    />
  );
}
