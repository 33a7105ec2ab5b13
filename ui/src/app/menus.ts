// The native menus: the commands of the menu bar as they are now, in the author's language.
import type { TFunction } from "i18next";
import { type Command, nameOf } from "@/commands/command";
import { commandsOf, type Entry, MENU_BAR } from "@/commands/menu-bar";
import { isEnabled, whyNot } from "@/commands/registry";
import { keysIn, type OwnKeys } from "@/commands/shortcuts";
import { isMac } from "@/components/kbd";
import type { Menu, MenuItem } from "@/ipc/types";

type Commands = ReadonlyMap<string, Command>;
type Keys = ReadonlyMap<string, string>;
type Groups = readonly (readonly Entry[])[];

/** A text as a label: `&` stands before the letter that opens a menu. */
const plain = (text: string): string => text.replaceAll("&", "&&");

/**
 * The name of a command. A native menu has no room beside it: why it cannot be run goes with the name, of those with one
 * reason in a menu with the first.
 */
function labelOf(command: Command, said: Set<string>, t: TFunction): string {
  const why = whyNot(command);
  const label = nameOf(command, t);
  if (why === null || said.has(why)) return label;
  said.add(why);
  return t("app:menuWhy", { label, why: t(why) });
}

function item(command: Command, keys: Keys, said: Set<string>, t: TFunction): MenuItem {
  return {
    type: "command",
    id: command.id,
    label: plain(labelOf(command, said, t)),
    // Keys of the text stay the text's: a menu that listened for them would take them away from every field.
    keys: command.keysOfText ? null : (keys.get(command.id) ?? null),
    enabled: isEnabled(command),
    checked: command.checked?.() ?? null,
  };
}

/** The items of a menu; a group without any has no line, a submenu without any is left out. */
function itemsOf(groups: Groups, commands: Commands, keys: Keys, t: TFunction): MenuItem[] {
  const said = new Set<string>();
  const itemsOfEntry = (entry: Entry): MenuItem[] => {
    if (typeof entry === "string") return commandsOf(entry, commands).map((one) => item(one, keys, said, t));
    const items = itemsOf(entry.groups, commands, keys, t);
    return items.length === 0 ? [] : [{ type: "submenu", label: plain(t(entry.title)), items }];
  };
  return groups
    .map((group) => group.flatMap(itemsOfEntry))
    .filter((items) => items.length > 0)
    .flatMap((items, place) => (place === 0 ? items : [{ type: "separator" }, ...items]));
}

/** A name with the letter that opens the menu: in it, or behind it where the language has other letters. */
function withLetter(name: string, letter: string): string {
  if (isMac()) return plain(name);
  return name.includes(letter) ? name.replace(letter, `&${letter}`) : `${name}(&${letter})`;
}

/** The menus as they are now, with the keys that the author gave to commands. */
export function menusOf(commands: Commands, t: TFunction, own: OwnKeys = {}): Menu[] {
  const keys = keysIn({ commands, own, isMac: isMac() });
  return MENU_BAR.map(({ name, letter, groups }) => ({
    label: withLetter(t(`app:menus.${name}`), letter),
    items: itemsOf(groups, commands, keys, t),
  }));
}
