// The bible and the lore on the real page: an entry from the text, its alias, its mentions, the link of its card; a
// locked field of the bible. Everything survives a reload.
import { expect, it } from "vitest";
import { zh as bible } from "@/features/bible/words";
import { zh as lore } from "@/features/lore/words";
import { type App, goToEnd, inBrowser, inDialog, openSample, pointedOut, type } from "./harness";

inBrowser();

const tab = (app: App, name: string) => app.page.getByRole("complementary").getByRole("region", { name });
const entries = (app: App) => tab(app, lore.title).getByRole("list", { name: lore.list });

async function write(app: App, words: string): Promise<void> {
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, words);
  await app.kept("kept");
}

/** Selects the last characters of the text. */
async function selectLast(app: App, count: number): Promise<void> {
  await goToEnd(app);
  for (let at = 0; at < count; at += 1) await app.page.keyboard.press("Shift+ArrowLeft");
}

it("an entry from a selection has an alias, mentions, and is stored", async () => {
  const app = await openSample();
  await write(app, "岸上立着一个人，正是沈惊蛰");
  await selectLast(app, 3);
  await app.run("lore.new_from_selection");
  await inDialog(app);
  const title = app.dialog().getByRole("textbox", { name: lore.fields.title });
  expect(await title.inputValue()).toBe("沈惊蛰");
  await app.dialog().getByRole("button", { name: lore.new.submit }).click();
  await app.dialog().waitFor({ state: "hidden" });

  const panel = tab(app, lore.title);
  await panel.getByRole("textbox", { name: lore.fields.content }).fill("渡口的新客。");
  await panel.getByRole("textbox", { name: lore.fields.aliases }).fill("沈先生");
  await app.page.keyboard.press("Enter");
  await panel.getByRole("button", { name: "去掉“沈先生”" }).waitFor();
  await write(app, "沈先生不答，沈先生只看水。");

  await panel.getByRole("radio", { name: "出处 3" }).click();
  await panel.getByRole("list", { name: lore.mentions.list }).getByRole("button").nth(1).click();
  await pointedOut(app, "沈先生");

  await app.page.reload();
  await app.editor().waitFor();
  await app.run("lore.show");
  await entries(app)
    .getByRole("button", { name: /沈惊蛰.*3 处/ })
    .click();
  expect(await panel.getByRole("textbox", { name: lore.fields.content }).inputValue()).toBe("渡口的新客。");
  await app.page.keyboard.press("Escape");
  await entries(app)
    .getByRole("button", { name: /沈惊蛰.*3 处/ })
    .waitFor();
});

it("a removed entry is restored from the notice, and the list keeps the focus", async () => {
  const app = await openSample();
  for (const title of ["甲乙", "丙丁", "戊己"]) await app.call("lore.save", { title, kind: "character" });
  await app.run("lore.show");
  const row = (title: string) => entries(app).getByRole("button", { name: new RegExp(`^人物\\s*${title}`) });
  await row("丙丁").focus();
  await app.page.keyboard.press("Delete");
  await row("丙丁").waitFor({ state: "detached" });
  // The entry now in its place.
  await app.page.waitForFunction(() =>
    document.activeElement?.closest("[data-entry]")?.textContent?.includes("甲乙"),
  );
  await app.page.getByRole("button", { name: lore.undo }).click();
  await row("丙丁").waitFor();
});

it("unknown names become entries or are rejected", async () => {
  const app = await openSample();
  const line = "周小满道：“船来了。”欧阳克道：“不急。”";
  for (let at = 0; at < 4; at += 1) await write(app, line);
  await app.run("lore.unknown_names");
  await inDialog(app);
  const dialog = app.dialog();
  await dialog.getByRole("button", { name: /^周小满.*处$/ }).click();
  await dialog.getByRole("button", { name: lore.bulk.asPerson, exact: true }).click();
  await dialog.getByRole("button", { name: /^周小满.*处$/ }).waitFor({ state: "detached" });
  const listed = await app.call<{ entries: { title: string }[] }>("lore.list", {});
  expect(listed.entries.map(({ title }) => title)).toContain("周小满");
});

it("a bible field is stored while typing, locked, renamed and restored", async () => {
  const app = await openSample();
  await app.run("bible.show");
  const panel = tab(app, bible.title);
  const genre = panel.getByRole("textbox", { name: bible.fields.genre });
  await genre.fill("市井悬疑");
  await panel.getByRole("button", { name: /锁定“题材”/ }).click();
  await app.run("bible.add_field");
  await type(app, "更新节奏");
  await app.page.keyboard.press("Enter");
  const own = panel.getByRole("textbox", { name: "更新节奏", exact: true });
  await own.waitFor();
  await app.page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await type(app, "每周两章");

  await panel.getByRole("button", { name: "“更新节奏”的更多操作" }).click();
  await app.page.getByRole("menuitem", { name: bible.rename }).click();
  const name = panel.getByRole("textbox", { name: "“更新节奏”的新名称" });
  await name.fill("节奏");
  await app.page.keyboard.press("Enter");
  const renamed = panel.getByRole("textbox", { name: "节奏", exact: true });
  await renamed.waitFor();
  expect(await renamed.inputValue()).toBe("每周两章");

  await panel.getByRole("button", { name: "“节奏”的更多操作" }).click();
  await app.page.getByRole("menuitem", { name: bible.remove }).click();
  await renamed.waitFor({ state: "detached" });
  await app.page.getByRole("button", { name: bible.undo }).click();
  await renamed.waitFor();

  const { fields } = await app.call<{ fields: { key: string; value: string; locked: boolean }[] }>(
    "bible.list",
    {},
  );
  expect(fields.find(({ key }) => key === "genre")).toMatchObject({ value: "市井悬疑", locked: true });
  expect(fields.find(({ key }) => key === "节奏")).toMatchObject({ value: "每周两章" });
  expect(fields.some(({ key }) => key === "更新节奏")).toBe(false);
});
