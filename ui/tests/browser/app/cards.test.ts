// One card per person on the real page, by keyboard: found names become people at once, accepted proposals have
// cards, writing in a card without an entry creates the entry, and two cards are merged and separated.
import { expect, it } from "vitest";
import { zh as lore } from "@/features/lore/words";
import { zh as review } from "@/features/review/words";
import type { Card, Cards } from "@/ipc/types";
import { findings } from "../axe";
import { type App, goToEnd, inBrowser, inDialog, openSample, type } from "./harness";

inBrowser();

const tab = (app: App) => app.page.getByRole("complementary").getByRole("region", { name: lore.title });
const list = (app: App) => tab(app).getByRole("list", { name: lore.list });
const row = (app: App, title: string) =>
  list(app).getByRole("button", { name: new RegExp(`(人物|概念)\\s*${title}.*处$`) });
const cards = async (app: App) => (await app.call<Cards>("cards.list", {})).cards;
const titles = async (app: App) => (await cards(app)).map(({ title }) => title);
const undo = (app: App) => app.page.getByRole("button", { name: lore.undo, exact: true }).first().click();

async function write(app: App, words: string): Promise<void> {
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, words);
  await app.kept("kept");
}

it("two keys turn all found names into people, and one undo reverts it", async () => {
  const app = await openSample();
  const before = await titles(app);
  for (let at = 0; at < 4; at += 1) await write(app, "周小满道：“船来了。”欧阳克道：“不急。”");
  await app.run("lore.unknown_names");
  await inDialog(app);
  const dialog = app.dialog();
  const first = dialog.getByRole("button", { name: /^周小满.*处$/ });
  await first.focus();
  await app.page.keyboard.press("Control+a");
  const names = dialog.getByRole("list", { name: lore.unknown.title });
  await expect.poll(() => names.getByRole("checkbox", { checked: false }).count()).toBe(0);
  expect(await findings(app.page)).toEqual([]);
  await app.page.keyboard.press("n");
  await dialog.getByText(lore.unknown.none).waitFor();
  const after = await titles(app);
  expect(after).toContain("周小满");
  expect(after).toContain("欧阳克");
  expect(new Set(after).size).toBe(after.length);
  await app.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await undo(app);
  await expect.poll(() => titles(app)).toEqual(before);
});

it("two cards are merged by keyboard, and one undo restores both", async () => {
  const app = await openSample({ theme: "dark" });
  await app.call("lore.save", { title: "沈惊蛰", kind: "character", content: "渡口的新客。" });
  await app.call("kg.save_entity", { name: "沈郎", aliases: ["沈先生"] });
  const lives = { subject: { name: "沈郎" }, predicate: "住处", object: { text: "县城" } };
  await app.call("kg.save_fact", lives);
  const before = await cards(app);
  await app.run("lore.show");
  await row(app, "沈惊蛰").focus();
  await app.page.keyboard.press("Space");
  await row(app, "沈郎").focus();
  await app.page.keyboard.press("Space");
  const bar = tab(app).getByRole("toolbar", { name: lore.ticks.label });
  await bar.getByText("已选 2 个").waitFor();
  await bar.getByRole("button", { name: lore.merge.two }).press("Enter");
  await inDialog(app);
  const dialog = app.dialog();
  await dialog.getByText("1 条事实").or(dialog.getByText("沈先生")).first().waitFor();
  expect(await findings(app.page)).toEqual([]);
  await dialog.getByRole("button", { name: lore.merge.submit }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  const now = await cards(app);
  expect(now).toHaveLength(before.length - 1);
  const card = await app.call<Card>("cards.get", { name: "沈先生" });
  expect([card.title, ...card.aliases].sort()).toEqual(["沈先生", "沈惊蛰", "沈郎"].sort());
  expect(card.lore?.content).toBe("渡口的新客。");
  expect(card.graph?.facts.map(({ object_name }) => object_name)).toEqual(["县城"]);

  // Its card is shown, with the fact among the related items.
  const article = app.page.getByRole("article", { name: card.title });
  await article.getByRole("radio", { name: "关联 1" }).click();
  await article.getByText("县城").waitFor();
  expect(await findings(app.page)).toEqual([]);
  await undo(app);
  await expect.poll(() => cards(app)).toEqual(before);
});

it("the first words in a card without an entry create one", async () => {
  const app = await openSample();
  await app.call("kg.save_entity", { name: "沈惊蛰" });
  await app.run("lore.show");
  await row(app, "沈惊蛰").focus();
  await app.page.keyboard.press("Enter");
  const article = app.page.getByRole("article", { name: "沈惊蛰" });
  await article.getByText(lore.noEntryYet).waitFor();
  await article.getByRole("textbox", { name: lore.fields.content }).fill("渡口的新客。");
  await article.getByText(lore.noEntryYet).waitFor({ state: "detached" });
  const card = await app.call<Card>("cards.get", { name: "沈惊蛰" });
  expect([card.lore?.content, card.entity !== null]).toEqual(["渡口的新客。", true]);
  await app.page.keyboard.press("Escape");
  await expect.poll(() => row(app, "沈惊蛰").count()).toBe(1);
});

it("ticked proposals are accepted together and have cards", async () => {
  const app = await openSample();
  await write(app, "沈惊蛰立在岸上，对面是顾南舟。");
  const scene = await app.scene();
  const proposal = (name: string, quote: string) => ({
    proposed: { kind: "entity", name },
    confidence: 0.8,
    scene,
    quote,
  });
  const proposals = [proposal("沈惊蛰", "沈惊蛰立在岸上"), proposal("顾南舟", "对面是顾南舟")];
  await app.call("kg.propose", { source: "text", proposals });
  const before = await titles(app);
  await app.run("review.open");
  const queue = app.page.getByRole("list", { name: review.list });
  await queue.getByRole("button").first().focus();
  await app.page.keyboard.press("Shift+ArrowDown");
  const bar = app.page.getByRole("toolbar", { name: review.bulk.label });
  expect(await findings(app.page)).toEqual([]);
  await bar.getByRole("button", { name: /^采纳 \d+ 条$/ }).press("Enter");
  await expect.poll(async () => (await titles(app)).length).toBe(before.length + 2);
  await app.page.keyboard.press("Escape");
  await app.run("lore.show");
  await row(app, "顾南舟").waitFor();
});
