// The native menus: the same commands, in the author's language.
import type { TFunction } from "i18next";
import type { Command, MenuName } from "@/commands/command";
import { isEnabled, whyNot } from "@/commands/registry";
import type { Menu, MenuItem } from "@/ipc/types";

const MENUS: readonly MenuName[] = ["file", "edit", "manuscript", "workflow", "view", "help"];

/**
 * The name of a command. A native menu has no room beside it: why it cannot be run goes with the name, of those with one
 * reason in a menu with the first.
 */
function labelOf(command: Command, said: Set<string>, t: TFunction): string {
  const why = whyNot(command);
  const label = t(command.title);
  if (why === null || said.has(why)) return label;
  said.add(why);
  return t("app:menuWhy", { label, why: t(why) });
}

function item(command: Command, said: Set<string>, t: TFunction): MenuItem {
  return {
    type: "command",
    id: command.id,
    label: labelOf(command, said, t),
    // Keys of the text stay the text's: a menu that listened for them would take them away from every field.
    keys: command.keysOfText ? null : (command.keys ?? null),
    enabled: isEnabled(command),
    checked: command.checked?.() ?? null,
  };
}

/** The menus as they are now. */
export function menusOf(commands: Iterable<Command>, t: TFunction): Menu[] {
  const all = [...commands];
  return MENUS.map((name) => {
    const items: MenuItem[] = [];
    const submenus = new Map<string, { items: MenuItem[]; said: Set<string> }>();
    const said = new Set<string>();
    for (const command of all.filter(({ menu, hidden }) => menu === name && !hidden)) {
      if (command.separated && items.length > 0) items.push({ type: "separator" });
      if (command.submenu === undefined) {
        items.push(item(command, said, t));
        continue;
      }
      let submenu = submenus.get(command.submenu);
      if (submenu === undefined) {
        submenu = { items: [], said: new Set() };
        submenus.set(command.submenu, submenu);
        items.push({ type: "submenu", label: t(command.submenu), items: submenu.items });
      }
      submenu.items.push(item(command, submenu.said, t));
    }
    return { label: t(`app:menus.${name}`), items };
  });
}
