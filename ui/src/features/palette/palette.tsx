// The command palette: every command of the window, and every chapter, by a few letters.
import { SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { nameOf } from "@/commands/command";
import { isEnabled, useCommands, whyNot } from "@/commands/registry";
import { EmptyState } from "@/components/empty-state";
import { figure } from "@/components/figures";
import { Kbd } from "@/components/kbd";
import { closeDialog, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { useKeysOf } from "@/desk/shortcuts";
import { useAnswer } from "@/ipc/queries";
import {
  asksForPlaces,
  type CommandEntry,
  commandEntries,
  type Entry,
  type Named,
  type PlaceEntry,
  placeEntries,
} from "./entries";
import { groupOf } from "./groups";
import { Matched, Picker } from "./picker";
import { recentCommands } from "./recent";
import { runAfterClosing } from "./run";

/** Maximum chapters listed among commands. */
const MAX_PLACES = 100;

/** Renders nothing unless the dialog is open. */
export function Palette() {
  const open = useDesk((state) => state.dialog?.name === "palette");
  return open ? <Open /> : null;
}

function useNamed(): Named[] {
  const { t, i18n } = useTranslation("palette");
  const commands = useCommands((state) => state.commands);
  const turn = useCommands((state) => state.turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` changes when commands may have changed
  return useMemo(() => {
    const other = i18n.getFixedT(i18n.language.startsWith("zh") ? "en" : "zh");
    const all = [...commands.values()].filter(({ id }) => id !== "palette.open");
    return all.map((command) => {
      const why = whyNot(command);
      return {
        command,
        names: [nameOf(command, t), nameOf(command, other), command.id.replaceAll(/[._]/g, " ")],
        enabled: isEnabled(command),
        why: why === null ? null : t(why),
      };
    });
  }, [commands, turn, t, i18n]);
}

function Open() {
  const { t } = useTranslation("palette");
  const [query, setQuery] = useState("");
  const named = useNamed();
  const hasProject = useDesk((state) => state.project !== null);
  const { data: outline } = useAnswer("manuscript.outline", hasProject ? {} : null);
  const { entries, limited } = useMemo(() => {
    const onlyPlaces = asksForPlaces(query);
    const commands =
      onlyPlaces && query.trim().startsWith("#") ? [] : commandEntries(named, query, recentCommands());
    const hasQuery = query.trim() !== "";
    const places = hasQuery && outline !== undefined ? placeEntries(outline, query, t("untitled")) : [];
    const shown = places.slice(0, MAX_PLACES);
    const entries: Entry[] = onlyPlaces ? [...shown, ...commands] : [...commands, ...shown];
    return { entries, limited: places.length > shown.length };
  }, [named, outline, query, t]);
  const choose = (entry: Entry) => {
    if (entry.kind === "command") return runAfterClosing(entry.command.id);
    closeDialog();
    return goToScene(entry.scene);
  };
  return (
    <Picker<Entry>
      title={t("title")}
      listLabel={t("list")}
      placeholder={t("placeholder")}
      query={query}
      onQuery={setQuery}
      entries={entries}
      isDisabled={(entry) => entry.kind === "command" && !entry.enabled}
      renderEntry={(entry) =>
        entry.kind === "command" ? <CommandRow entry={entry} /> : <PlaceRow entry={entry} />
      }
      onChoose={choose}
      onClose={closeDialog}
      note={limited ? t("more", { n: MAX_PLACES }) : undefined}
      instead={<EmptyState compact icon={SearchX} title={t("empty", { query })} text={t("emptyText")} />}
    />
  );
}

function CommandRow({ entry }: { entry: CommandEntry }) {
  const { t } = useTranslation("palette");
  const { command, title, at, enabled, why, recent } = entry;
  const keys = useKeysOf(command.id);
  return (
    <>
      <span className="min-w-0 truncate">
        <Matched title={title} at={at} />
      </span>
      {!enabled && why !== null && <span className="sr-only">{t("disabled")}</span>}
      <span className="ml-auto shrink-0 text-xs text-faint">
        {why ?? (enabled ? (recent ? t("recent") : t(groupOf(command.id))) : t("disabled"))}
      </span>
      <span className="min-w-22 shrink-0 text-right">{keys !== undefined && <Kbd keys={keys} />}</span>
    </>
  );
}

/** A chapter or scene in a list. */
export function PlaceRow({ entry }: { entry: PlaceEntry }) {
  return (
    <>
      <span className="w-10 shrink-0 text-right text-xs text-faint tabular-nums">{figure(entry.number)}</span>
      <span className="min-w-0 flex-1 truncate">
        <Matched title={entry.title} at={entry.at} />
      </span>
      <span className="max-w-2/5 shrink-0 truncate text-xs text-faint">{entry.within}</span>
    </>
  );
}
