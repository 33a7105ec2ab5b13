// The group a command is listed in: the menu it stands in.
import { MENU_BAR, menuOf } from "@/commands/menu-bar";

const titleOf = (menu: string) => `app:menus.${menu}`;

/** Keys of the names of all groups, in order. */
export const GROUPS: readonly string[] = [...MENU_BAR.map(({ name }) => titleOf(name)), "palette:other"];

/** Key of the name of a command's group. */
export function groupOf(id: string): string {
  const menu = menuOf(id);
  return menu === null ? "palette:other" : titleOf(menu);
}
