// The canon across its features: entries and aliases from the menu of the text, lossless import and export of
// lorebooks, checkpoints that contain all of it and restore one part, and a look at it in the dark theme.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { zh as checkpoints } from "@/features/checkpoints/words";
import { zh as lore } from "@/features/lore/words";
import { zh as writing } from "@/features/writing/words";
import { findings } from "../axe.ts";
import { cardIn, cardPicture, shownBy } from "./card-picture";
import { type App, goToEnd, inBrowser, inDialog, openSample, type } from "./harness";

inBrowser();

const WORDS = "岸上立着一个人，正是沈惊蛰";

async function write(app: App, words: string): Promise<void> {
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, words);
  await app.kept("kept");
}

async function selectLast(app: App, count: number): Promise<void> {
  await goToEnd(app);
  for (let at = 0; at < count; at += 1) await app.page.keyboard.press("Shift+ArrowLeft");
}

/** Opens the menu of the text with the pointer on the selection. */
async function menuOfSelection(app: App): Promise<Locator> {
  const at = await app.page.evaluate(() => {
    const rects = getSelection()?.getRangeAt(0).getClientRects() ?? [];
    const rect = [...rects].at(-1);
    return rect === undefined ? null : { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  });
  if (at === null) throw new Error("nothing is selected");
  await app.page.mouse.click(at.x, at.y, { button: "right" });
  const menu = app.page.getByRole("menu", { name: writing.menu.label });
  await menu.waitFor();
  return menu;
}

it("the menu of the text creates an entry and a unique alias", async () => {
  const app = await openSample();
  await app.call("lore.save", { title: "陆先生", kind: "character", aliases: ["惊蛰"] });
  await write(app, WORDS);
  await selectLast(app, 3);
  const menu = await menuOfSelection(app);
  await menu.getByRole("menuitem", { name: lore.commands.newFromSelection }).click();
  await inDialog(app);
  const title = app.dialog().getByRole("textbox", { name: lore.fields.title });
  expect(await title.inputValue()).toBe("沈惊蛰");
  await app.dialog().getByRole("button", { name: lore.new.submit }).click();
  await app.dialog().waitFor({ state: "hidden" });
  await app.page.getByRole("article", { name: "沈惊蛰" }).waitFor();

  // 惊蛰 is a name of another entry; the typed text stays, and a link to the entry is shown.
  await selectLast(app, 2);
  const again = await menuOfSelection(app);
  await again.getByRole("menuitem", { name: lore.commands.addAlias }).click();
  await inDialog(app);
  const dialog = app.dialog();
  await dialog.getByRole("button", { name: /沈惊蛰/ }).click();
  const refused = dialog.getByRole("alert");
  await refused.getByText("“惊蛰”已经是“陆先生”的名字").waitFor();
  await refused.getByRole("button", { name: "打开“陆先生”" }).waitFor();
  const alias = dialog.getByRole("textbox", { name: lore.alias.name });
  expect(await alias.inputValue()).toBe("惊蛰");
  expect(await findings(app.page)).toEqual([]);

  // With another alias, the same dialog continues.
  await alias.fill("沈郎");
  await dialog.getByRole("button", { name: /沈惊蛰/ }).click();
  await dialog.waitFor({ state: "hidden" });
  const { entries } = await app.call<{ entries: { title: string; aliases: string[] }[] }>("lore.list", {});
  expect(entries.find((one) => one.title === "沈惊蛰")?.aliases).toEqual(["沈郎"]);
  expect(entries.find((one) => one.title === "陆先生")?.aliases).toEqual(["惊蛰"]);
});

const BOOK = {
  name: "北岸志",
  entries: {
    "0": {
      uid: 0,
      key: ["北岸", "对岸"],
      keysecondary: [],
      comment: "北岸",
      content: "渡口对面的镇子。\r\n逢五有集。",
      constant: false,
      selective: true,
      order: 120,
      position: 0,
      disable: false,
      probability: 60,
      x_unknown: [1, { keep: null }],
    },
    "1": {
      uid: 1,
      key: ["老槐"],
      keysecondary: [],
      comment: "老槐",
      content: "树下不许说谎。",
      constant: true,
      selective: true,
      order: 90,
      position: 1,
      disable: false,
    },
  },
  extensions: { other_tool: { keep: true } },
};

const CARD = {
  spec: "chara_card_v3",
  spec_version: "3.0",
  data: {
    name: "孟青萝",
    nickname: "青萝",
    description: "北岸卖花的姑娘。",
    personality: "",
    scenario: "",
    first_mes: "买花吗？",
    mes_example: "",
    creator_notes: "",
    tags: ["古风"],
    group_only_greetings: [],
    extensions: { fav: true },
    character_book: {
      name: "青萝的花",
      extensions: {},
      entries: [
        {
          keys: ["夜来香"],
          content: "只在雨后卖。",
          extensions: {},
          enabled: true,
          insertion_order: 100,
          name: "夜来香",
          use_regex: false,
          constant: false,
        },
      ],
    },
  },
};

async function importLore(app: App, file: string): Promise<void> {
  await app.answer(file);
  await app.run("lore.import");
  await inDialog(app);
  await app.dialog().getByRole("button", { name: lore.import.file }).click();
  await app.dialog().getByRole("button", { name: lore.import.submit, exact: true }).click();
  await app.dialog().getByRole("heading", { name: lore.import.done }).waitFor();
  await app.dialog().getByRole("button", { name: lore.import.show }).click();
  await app.dialog().waitFor({ state: "hidden" });
}

/** Exports one lorebook in a format. */
async function exportBook(
  app: App,
  { book, format, container, to }: { book: string; format: string; container?: string; to: string },
): Promise<void> {
  await app.answer(to);
  await app.run("lore.export");
  await inDialog(app);
  const dialog = app.dialog();
  await dialog.getByRole("radio", { name: format }).click();
  if (container !== undefined) await dialog.getByRole("radio", { name: container }).click();
  await dialog.getByRole("combobox", { name: lore.export.which }).click();
  await app.page.getByRole("option", { name: book }).click();
  await dialog.getByRole("button", { name: lore.export.submit }).click();
  await app.dialog().getByRole("heading", { name: lore.export.done }).waitFor();
  await app.dialog().locator("button[type=submit]").click();
  await app.dialog().waitFor({ state: "hidden" });
}

it("a lorebook and a card in a picture are exported as imported", { timeout: 120_000 }, async () => {
  const app = await openSample();
  const [json, png] = [join(app.home, "北岸志.json"), join(app.home, "青萝.png")];
  await writeFile(json, JSON.stringify(BOOK));
  const picture = cardPicture(CARD);
  await writeFile(png, picture);
  await importLore(app, json);
  await importLore(app, png);
  const { entries } = await app.call<{ entries: { title: string }[] }>("lore.list", {});
  expect(entries.map(({ title }) => title)).toEqual(expect.arrayContaining(["北岸", "老槐", "夜来香"]));

  const [jsonOut, pngOut] = [join(app.home, "again.json"), join(app.home, "again.png")];
  await exportBook(app, { book: BOOK.name, format: lore.formats.world_info, to: jsonOut });
  expect(JSON.parse(await readFile(jsonOut, "utf8"))).toEqual(BOOK);
  await exportBook(app, {
    book: CARD.data.name,
    format: lore.formats.card_v3,
    container: lore.export.png,
    to: pngOut,
  });
  const out = await readFile(pngOut);
  expect(cardIn(out)).toEqual(CARD);
  expect(shownBy(out)).toEqual(shownBy(picture));
});

/** Something of every kind of the canon; a second call changes each. */
async function fill(app: App, turn: "first" | "second"): Promise<void> {
  const says = turn === "first" ? "初稿" : "改稿";
  await app.call("bible.set", { key: "style", value: says });
  const { entries } = await app.call<{ entries: { id: number; title: string }[] }>("lore.list", {});
  const entry = entries.find(({ title }) => title === "旧灯塔")?.id ?? null;
  await app.call("lore.save", { entry, title: "旧灯塔", kind: "location", content: says });
  const { entities } = await app.call<{ entities: { id: number; name: string }[] }>("kg.entities", {});
  const entity = entities.find(({ name }) => name === "守塔人")?.id ?? null;
  await app.call("kg.save_entity", { entity, name: "守塔人", kind: "character", description: says });
  await app.call("kg.save_fact", {
    subject: { name: "守塔人" },
    predicate: "住处",
    object: { text: says },
  });
  await app.call("kg.save_relation", {
    from: { name: "守塔人" },
    to: { name: `${says}的徒弟` },
    kind: "师父",
  });
  const { threads } = await app.call<{ threads: { id: number }[] }>("threads.list", { at: null });
  await app.call("threads.save", {
    thread: threads[0]?.id ?? null,
    title: "灯为何灭",
    description: says,
    due_after: 5,
  });
  const { events } = await app.call<{ events: { id: number; title: string }[] }>("timeline.list", {});
  const event = events.find(({ title }) => title === "灯灭")?.id ?? null;
  await app.call("timeline.save", { event, title: "灯灭", description: says, time: "三月初五" });
}

it("a checkpoint contains all of the canon and restores the bible alone", { timeout: 120_000 }, async () => {
  const app = await openSample();
  await fill(app, "first");
  await app.run("checkpoint.create");
  await inDialog(app);
  await app.dialog().getByRole("textbox", { name: checkpoints.dialog.name }).fill("定稿前");
  await app.page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  await fill(app, "second");

  // Every kind is in the comparison.
  await app.run("checkpoint.compare_latest");
  const { bible, lore: entries, graph, threads, timeline } = checkpoints.group;
  const list = app.page.getByRole("main");
  for (const group of [bible, entries, graph, threads, timeline])
    await list.getByText(new RegExp(`^${group} · \\d+$`)).waitFor();
  for (const item of [
    "旧灯塔",
    "守塔人",
    "守塔人 · 住处：改稿",
    "守塔人是改稿的徒弟的师父",
    "灯为何灭",
    "灯灭",
  ])
    await list.getByRole("button", { name: item }).first().waitFor();
  expect(await findings(app.page)).toEqual([]);

  // Only the bible is restored.
  const before = await everything(app);
  await list
    .getByRole("button", { name: /^恢复到“定稿前”/ })
    .first()
    .click();
  await inDialog(app);
  await app.dialog().getByRole("combobox", { name: checkpoints.restore.scope }).click();
  await app.page.getByRole("option", { name: checkpoints.restore.part.bible }).click();
  await app.dialog().getByText("1 项设定与资料改变").waitFor();
  await app.dialog().getByRole("button", { name: checkpoints.restore.act, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
  const { style, ...rest } = await everything(app);
  const { style: changed, ...others } = before;
  expect(changed).toBe("改稿");
  expect(style).toBe("初稿");
  expect(rest).toEqual(others);
  await list.getByText(new RegExp(`^${entries} · \\d+$`)).waitFor();
  await list.getByText(new RegExp(`^${bible} · \\d+$`)).waitFor({ state: "detached" });
});

/** The canon in the backend, with the style of the bible separately. */
async function everything(app: App) {
  const { fields } = await app.call<{ fields: { key: string; value: string }[] }>("bible.list", {});
  return {
    style: fields.find(({ key }) => key === "style")?.value,
    fields: fields.filter(({ key }) => key !== "style"),
    lore: await app.call("lore.list", {}),
    graph: await app.call("kg.graph", {}),
    threads: await app.call("threads.list", { at: null }),
    timeline: await app.call("timeline.list", {}),
  };
}

it("the canon is readable in the dark theme", async () => {
  const app = await openSample({ theme: "dark" });
  await fill(app, "first");
  for (const command of ["bible.show", "lore.show", "graph.show", "timeline.show", "threads.show"]) {
    await app.run(command);
    await app.page.getByRole("complementary").getByRole("region").first().waitFor();
    expect(await findings(app.page)).toEqual([]);
  }
  for (const command of ["graph.open", "timeline.open", "review.open"]) {
    await app.run(command);
    await app.page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    expect(await findings(app.page)).toEqual([]);
  }
});
