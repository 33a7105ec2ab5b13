import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import type { Command } from "@/commands/command";
import { isNotation } from "@/commands/keys";
import { commandsOf, type Entry, MENU_BAR } from "@/commands/menu-bar";
import { useCommands } from "@/commands/registry";
import { COMPLETION } from "@/features/workflows/acts";
import type { Menu, MenuItem } from "@/ipc/types";
import { startI18n } from "./i18n";
import { menusOf } from "./menus";
import { registerAll } from "./register";

beforeAll(async () => {
  await startI18n("zh");
  registerAll();
});

const all = () => useCommands.getState().commands;
const english = () => i18next.getFixedT("en");

const act = (name: string, whyNot: string | null): Command => ({
  id: `drafting.${name}`,
  title: `drafting:commands.${name}`,
  whyNot: () => whyNot,
  run: () => undefined,
});

it("a menu states each reason for disabled items once", () => {
  const selection = "drafting:why.selection";
  const commands = [act("continue", null), act("rewrite", selection), act("expand", selection)];
  const menus = menusOf(new Map(commands.map((command) => [command.id, command])), i18next.t);
  const menu = menus.find(({ label }) => label.startsWith("AI 写作"));
  const summary = (item: MenuItem) => (item.type === "command" ? [item.label, item.enabled] : item.type);
  expect(menu?.items.map(summary)).toEqual([
    ["在光标处续写", true],
    "separator",
    ["改写选中的文字（先选中文字）", false],
    ["扩写选中的文字", false],
  ]);
});

it("the keys of the text are words of the label, not shortcuts", () => {
  const flat = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((one) => (one.type === "submenu" ? flat(one.items) : [one]));
  const items = flat(menusOf(all(), i18next.t).flatMap((menu) => menu.items));
  const shown = new Map(items.flatMap((one) => (one.type === "command" ? [[one.id, one]] : [])));
  const labels = ["edit.undo", "edit.redo", "edit.bold", "edit.italic"].map((id) => shown.get(id)?.label);
  expect(labels).toEqual(["撤销\tCtrl+Z", "重做\tCtrl+Shift+Z", "加粗\tCtrl+B", "斜体\tCtrl+I"]);
  expect(shown.get("edit.undo")?.keys).toBeNull();
  // The native item adds its keys by itself.
  expect(shown.get("edit.copy")?.label).toBe("复制");
});

it("a literal name is shown verbatim and has no access key", () => {
  const recent = { ...act("x", null), id: "project.recent.1", name: "Sense & {{n}} $t(x)" };
  const [file] = menusOf(new Map([[recent.id, recent]]), i18next.t);
  expect(file?.items).toMatchObject([
    { type: "submenu", label: "打开最近的作品", items: [{ label: "Sense && {{n}} $t(x)" }] },
  ]);
});

it("each menu has an access key, in its name or after it", () => {
  const labels = (menus: Menu[]) => menus.map(({ label }) => label).slice(0, 2);
  expect(labels(menusOf(all(), i18next.t))).toEqual(["文件(&F)", "编辑(&E)"]);
  expect(labels(menusOf(all(), english()))).toEqual(["&File", "&Edit"]);
  expect(new Set(MENU_BAR.map(({ letter }) => letter)).size).toBe(MENU_BAR.length);
});

const entriesOf = (groups: readonly (readonly Entry[])[]): string[] =>
  groups.flat().flatMap((entry) => (typeof entry === "string" ? [entry] : entriesOf(entry.groups)));

it("every command of the menu bar exists and appears once", () => {
  const entries = MENU_BAR.flatMap(({ groups }) => entriesOf(groups));
  const come = ["project.recent.*", "workflow.start.*"];
  expect(entries.filter((entry) => commandsOf(entry, all()).length === 0)).toEqual(come);
  const ids = entries.flatMap((entry) => commandsOf(entry, all()).map(({ id }) => id));
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  // Reached by a pane's button and by the palette.
  const elsewhere = [...all().keys()].filter((id) => !ids.includes(id));
  expect(elsewhere.sort()).toEqual(["bible.add_field", "search.index"]);
});

/** The menu shortcuts, by command. */
function keysIn(items: readonly MenuItem[]): [string, string | null][] {
  return items.flatMap((item): [string, string | null][] => {
    if (item.type === "submenu") return keysIn(item.items);
    return item.type === "command" ? [[item.id, item.keys ?? null]] : [];
  });
}

it("menus use the author's keys, skip invalid ones and the text's", () => {
  const own = { "writing.save": "F4", "find.next": "", "find.book": "Strg+X", "edit.copy": "F5", gone: "F6" };
  const keys = new Map(menusOf(all(), i18next.t, own).flatMap(({ items }) => keysIn(items)));
  expect(keys.get("writing.save")).toBe("F4");
  expect(keys.get("find.next")).toBeNull();
  expect(keys.get("find.book")).toBe("CmdOrCtrl+Shift+F");
  expect(keys.get("edit.copy")).toBeNull();
  const shortcuts = [...keys.values()].filter((one) => one !== null);
  expect(shortcuts.every(isNotation)).toBe(true);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

/** Words that English titles write in lower case, except at the beginning and at the end. */
const LOWER_CASE = new Set("a an the and as at by for from in into of on or to with".split(" "));

it("English names of commands and menus are in title case", () => {
  const names = [...all().values()].map(({ title }) => english()(title));
  const menus = MENU_BAR.map(({ name }) => english()(`app:menus.${name}`));
  const wrong = [...names, ...menus].filter((name) => {
    const words = name.split(" ");
    return words.some((word, place) => {
      const isInside = place > 0 && place < words.length - 1;
      return isInside && LOWER_CASE.has(word) ? false : /^[a-z]/.test(word);
    });
  });
  expect(wrong).toEqual([]);
});

interface Shipped {
  workflow_id: string;
  title: { zh: string; en: string };
  trigger: { on: string[] };
  nodes: { handler: string; params?: { by?: string } }[];
}

/** The workflows that a menu shows. */
function shippedInMenus(): Shipped[] {
  const folder = join(fileURLToPath(import.meta.url), "../../../../workflows");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json") && name !== "schema.json")
    .map((name): Shipped => JSON.parse(readFileSync(join(folder, name), "utf8")))
    .filter(({ workflow_id, trigger }) => workflow_id !== COMPLETION && trigger.on.includes("menu"));
}

/** The handlers of workflow steps, and whether they may ask a model. */
const HANDLERS: Readonly<Record<string, boolean>> = {
  generate_summary: true,
  extract_kg_proposals: true,
  run_consistency_checks: true,
  check_by_rules: false,
  suggest_next_chapter: true,
  segment_paragraphs: false,
  embed_paragraphs: false,
  index_paragraphs: false,
  list_chapters: false,
  find_paragraphs: false,
  report: false,
};

/** The commands of the window that ask a model. */
const ASKING =
  /^(drafting\.(draft|continue|instruct|rewrite|expand|compress|polish|card|titles|regenerate)|memory\.(retrieve|ask)|workflow\.complete_chapter)$/;

interface Named {
  id: string;
  asks: boolean;
  zh: string;
  en: string;
}

/** The commands of the window and of the shipped workflows. */
function named(): Named[] {
  const chinese = i18next.getFixedT("zh");
  const own = [...all().values()].map(
    ({ id, title }): Named => ({ id, asks: ASKING.test(id), zh: chinese(title), en: english()(title) }),
  );
  const shipped = shippedInMenus().map(({ workflow_id, title, nodes }): Named => {
    const asks = nodes.some(({ handler, params }) => HANDLERS[handler] && params?.by !== "local");
    return { id: workflow_id, asks, ...title };
  });
  return [...own, ...shipped];
}

/** Names are compared without the dots that announce a dialog. */
const bare = (name: string) => name.replace("…", "");

it.each(["zh", "en"] as const)("no two commands have the same name in %s", (language) => {
  const names = named().map((one) => bare(one[language]));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

it("the name of a check says whether a model is asked", () => {
  const handlers = shippedInMenus().flatMap(({ nodes }) => nodes.map(({ handler }) => handler));
  expect(handlers.filter((handler) => !(handler in HANDLERS))).toEqual([]);
  const checks = named().filter(({ zh, en }) => /检查|找/.test(zh) || /\b(Check|Find)\b/.test(en));
  expect(new Set(checks.map(({ asks }) => asks))).toEqual(new Set([true, false]));
  const wrong = checks.filter(
    ({ asks, zh, en }) => zh.includes("模型") !== asks || /\bModel\b/.test(en) !== asks,
  );
  expect(wrong).toEqual([]);
});

it("no menu exceeds the 28 lines that a 900 px screen shows", () => {
  const lines = menusOf(all(), i18next.t).map(({ items }) => items.length);
  expect(Math.max(...lines)).toBeLessThanOrEqual(28);
});
