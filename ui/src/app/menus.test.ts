import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import type { Command } from "@/commands/command";
import type { MenuItem } from "@/ipc/types";
import { startI18n } from "./i18n";
import { menusOf } from "./menus";

beforeAll(() => startI18n("zh"));

const act = (name: string, whyNot: string | null): Command => ({
  id: `drafting.${name}`,
  title: `drafting:commands.${name}`,
  menu: "manuscript",
  submenu: "drafting:menu",
  whyNot: () => whyNot,
  run: () => undefined,
});

it("a menu says each reason why something cannot be run once", () => {
  const selection = "drafting:why.selection";
  const commands = [
    act("continue", null),
    act("rewrite", selection),
    act("expand", selection),
    act("stop", "drafting:why.notWriting"),
  ];
  const menu = menusOf(commands, i18next.t).find(({ label }) => label === "稿件");
  const [submenu] = menu?.items ?? [];
  const said = (item: MenuItem) => (item.type === "command" ? [item.label, item.enabled] : []);
  expect(submenu?.type === "submenu" && submenu.items.map(said)).toEqual([
    ["在光标处续写", true],
    ["改写选中的文字（先选中文字）", false],
    ["扩写选中的文字", false],
    ["停止生成（现在没有在写）", false],
  ]);
});
