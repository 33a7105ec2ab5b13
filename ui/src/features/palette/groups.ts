// The group of a command: its menu.
import { MENU_BAR, menuOf } from "@/commands/menu-bar";

const titleOf = (menu: string) => `app:menus.${menu}`;

/** Words keys of all groups, in order. */
export const GROUPS: readonly string[] = [...MENU_BAR.map(({ name }) => titleOf(name)), "palette:other"];

/** The words key of a command's group. */
export function groupOf(id: string): string {
  const menu = menuOf(id);
  return menu === null ? "palette:other" : titleOf(menu);
}
