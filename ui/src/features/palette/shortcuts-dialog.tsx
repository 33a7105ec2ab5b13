// The shortcuts dialog: every command by menu, with its editable keys.
import { SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { SettingsNotKept } from "@/app/settings-not-kept";
import { useWayTo } from "@/app/use-way-to";
import { type Command, nameOf } from "@/commands/command";
import { firstKeys } from "@/commands/shortcuts";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FilterField } from "@/components/filter-field";
import { formatShortcut } from "@/components/kbd";
import { Segmented } from "@/components/segmented";
import { closeDialog, desk, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { useKeyboard, useKeys } from "@/desk/shortcuts";
import { type Changing, keepKeys, useChanging } from "./changing";
import { GROUPS, groupOf } from "./groups";
import { ShortcutRow } from "./shortcut-row";

export function ShortcutsDialog() {
  const { t } = useTranslation("palette");
  const open = useDesk((state) => state.dialog?.name === "shortcuts");
  const keys = useWayTo("palette.open");
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      size="lg"
      closeOnOutsidePress
      title={t("shortcuts.title")}
      description={t("shortcuts.text", { keys })}
    >
      <Shortcuts />
    </Dialog>
  );
}

/** Which commands are listed without a filter. */
type List = "withKeys" | "all";

function Shortcuts() {
  const { t } = useTranslation("palette");
  const [query, setQuery] = useState("");
  const [list, setList] = useState<List>("withKeys");
  const changing = useChanging();
  const shown = useListed(query, list, changing.last);
  const isAsked = query.trim() !== "";
  const ask = (next: string) => {
    changing.leave();
    setQuery(next);
  };
  const choose = (next: List) => {
    changing.leave();
    setList(next);
  };
  return (
    <div className="-mx-5 -mb-5 flex h-[min(42rem,64vh)] flex-col border-t border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-2">
        <FilterField
          label={t("shortcuts.filter")}
          value={query}
          onChange={ask}
          count={isAsked ? t("count", { n: shown.length }) : undefined}
          className="min-w-48 flex-1"
        />
        <Segmented<List>
          label={t("shortcuts.list")}
          hideLabel
          // A filter searches all commands.
          value={isAsked ? "all" : list}
          disabled={isAsked}
          onChange={choose}
          options={[
            { value: "withKeys", label: t("shortcuts.withKeys") },
            { value: "all", label: t("shortcuts.all") },
          ]}
        />
        <ResetAll />
      </div>
      <SettingsNotKept />
      <Said changing={changing} />
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-3">
        {shown.length === 0 && (
          <EmptyState
            compact
            icon={SearchX}
            title={t("shortcuts.nothing", { query: query.trim() })}
            text={t("emptyText")}
          />
        )}
        {GROUPS.map((group) => {
          const commands = shown.filter(({ id }) => groupOf(id) === group);
          return commands.length === 0 ? null : <Group key={group} {...{ group, commands, changing }} />;
        })}
      </div>
    </div>
  );
}

/** The listed commands. The last changed one stays, so that the focus stays on its row. */
function useListed(query: string, list: List, last: string | null): Command[] {
  const { i18n } = useTranslation("palette");
  const { commands } = useKeyboard();
  const keys = useKeys();
  const texts = useMemo(() => {
    const languages = ["zh", "en"].map((language) => i18n.getFixedT(language));
    const textOf = (command: Command) => languages.map((t) => nameOf(command, t)).join("\n");
    return new Map([...commands.values()].map((command) => [command.id, textOf(command)]));
  }, [commands, i18n]);
  const words = query.toLowerCase().split(/\s+/);
  const isFound = ({ id }: Command) => {
    const text = `${texts.get(id)}\n${spellings(keys.get(id))}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const isListed = (command: Command) => list === "all" || keys.has(command.id) || firstKeys(command) !== "";
  const isShown = query.trim() === "" ? isListed : isFound;
  return [...commands.values()].filter((command) => command.id === last || isShown(command));
}

/** Ways people may type the keys. */
function spellings(keys: string | undefined): string {
  if (keys === undefined) return "";
  return [formatShortcut(keys, false), formatShortcut(keys, true), keys.replace("CmdOrCtrl", "Cmd")].join(
    "\n",
  );
}

interface GroupProps {
  group: string;
  commands: readonly Command[];
  changing: Changing;
}

function Group({ group, commands, changing }: GroupProps) {
  const { t } = useTranslation("palette");
  return (
    <section className="mb-5">
      <h3 className="mb-1 border-b border-line pb-1 text-xs font-medium text-faint">{t(group)}</h3>
      <dl>
        {commands.map((command) => (
          <ShortcutRow key={command.id} command={command} changing={changing} />
        ))}
      </dl>
    </section>
  );
}

/** Announces what a command was changed to. */
function Said({ changing }: { changing: Changing }) {
  const { t } = useTranslation("palette");
  const { commands } = useKeyboard();
  const keys = useKeys();
  const command = commands.get(changing.last ?? "");
  const held = keys.get(changing.last ?? "");
  const shown = held === undefined ? t("shortcuts.none") : formatShortcut(held);
  const isSaid = command !== undefined && changing.step === null;
  return (
    <p role="status" className="sr-only">
      {isSaid ? t("shortcuts.now", { name: nameOf(command, t), keys: shown }) : ""}
    </p>
  );
}

function ResetAll() {
  const { t } = useTranslation("palette");
  const own = useDesk((state) => state.settings.shortcuts);
  const reset = () => {
    const before = desk().settings.shortcuts;
    keepKeys({});
    notify({
      id: "shortcuts",
      text: t("shortcuts.allReset"),
      action: { label: t("shortcuts.undo"), onSelect: () => keepKeys(before) },
    });
  };
  return (
    <Button size="sm" variant="ghost" disabled={Object.keys(own).length === 0} onClick={reset}>
      {t("shortcuts.resetAll")}
    </Button>
  );
}
