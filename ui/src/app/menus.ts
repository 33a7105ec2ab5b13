// The native menus: the current commands of the menu bar, in the author's language.
import type { TFunction } from "i18next";
import { type Command, nameOf } from "@/commands/command";
import { commandsOf, type Entry, MENU_BAR } from "@/commands/menu-bar";
import { isEnabled, whyNot } from "@/commands/registry";
import { keysIn, type OwnKeys } from "@/commands/shortcuts";
import { formatShortcut, isMac } from "@/components/kbd";
import type { Menu, MenuItem } from "@/ipc/types";

type Commands = ReadonlyMap<string, Command>;
type Keys = ReadonlyMap<string, string>;
type Groups = readonly (readonly Entry[])[];

/** Escapes a label: a single `&` would mark the access key. */
const plain = (text: string): string => text.replaceAll("&", "&&");

/**
 * The label of a command. A native menu has no room for hints, so the reason why a command is disabled is part of its
 * label. Of several with the same reason in one menu, only the first states it.
 */
function labelOf(command: Command, statedReasons: Set<string>, t: TFunction): string {
  const why = whyNot(command);
  const label = nameOf(command, t);
  if (why === null || statedReasons.has(why)) return label;
  statedReasons.add(why);
  return t("app:menuWhy", { label, why: t(why) });
}

/** The native items of these show their keys by themselves. */
const NATIVE: ReadonlySet<string> = new Set(["edit.cut", "edit.copy", "edit.paste"]);

/**
 * The keys that a label shows. The text's keys stay with the text: as shortcuts of the menu they would be taken from
 * every field. So they are words only.
 */
function shownKeys({ id, keysOfText }: Command, keys: Keys): string {
  const own = keys.get(id);
  return keysOfText && own !== undefined && !NATIVE.has(id) ? `\t${formatShortcut(own)}` : "";
}

function item(command: Command, keys: Keys, statedReasons: Set<string>, t: TFunction): MenuItem {
  return {
    type: "command",
    id: command.id,
    label: plain(labelOf(command, statedReasons, t)) + shownKeys(command, keys),
    keys: command.keysOfText ? null : (keys.get(command.id) ?? null),
    enabled: isEnabled(command),
    checked: command.checked?.() ?? null,
  };
}

/** The items of a menu. Empty groups get no separator and empty submenus are omitted. */
function itemsOf(groups: Groups, commands: Commands, keys: Keys, t: TFunction): MenuItem[] {
  const statedReasons = new Set<string>();
  const itemsOfEntry = (entry: Entry): MenuItem[] => {
    if (typeof entry === "string")
      return commandsOf(entry, commands).map((one) => item(one, keys, statedReasons, t));
    const items = itemsOf(entry.groups, commands, keys, t);
    return items.length === 0 ? [] : [{ type: "submenu", label: plain(t(entry.title)), items }];
  };
  return groups
    .map((group) => group.flatMap(itemsOfEntry))
    .filter((items) => items.length > 0)
    .flatMap((items, place) => (place === 0 ? items : [{ type: "separator" }, ...items]));
}

/**
 * A menu name with its access key: a letter of the name, or appended in parentheses where the script has no such
 * letter.
 */
function withLetter(name: string, letter: string): string {
  if (isMac()) return plain(name);
  return name.includes(letter) ? name.replace(letter, `&${letter}`) : `${name}(&${letter})`;
}

/** The current menus, with the author's keys. */
export function menusOf(commands: Commands, t: TFunction, own: OwnKeys = {}): Menu[] {
  const keys = keysIn({ commands, own, isMac: isMac() });
  return MENU_BAR.map(({ name, letter, groups }) => ({
    label: withLetter(t(`app:menus.${name}`), letter),
    items: itemsOf(groups, commands, keys, t),
  }));
}
