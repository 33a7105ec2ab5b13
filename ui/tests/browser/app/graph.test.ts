// The graph and the queue of proposals on the real page: a fact from a selection with its evidence, and its end;
// proposals accepted and rejected by keys, the last decision undone, the quote shown in the text, a batch undone.
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { en, zh as graph } from "@/features/graph/words";
import { zh as review } from "@/features/review/words";
import { type App, goToEnd, inBrowser, inDialog, openSample, pointedOut, type } from "./harness";

inBrowser();

const WORDS = "岸上立着一个人，沈惊蛰的境界已是筑基";

const region = (app: App, name: string) => app.page.getByRole("region", { name, exact: true });

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

interface Card {
  facts: { predicate: string; object_name: string; valid_to: object | null; evidence: { quote: string }[] }[];
}

it("a selection becomes a fact with evidence that is found again", {
  timeout: 120_000,
}, async () => {
  const app = await openSample();
  await write(app, WORDS);
  await selectLast(app, 10);
  await app.run("graph.fact_from_selection");
  await inDialog(app);
  await app.dialog().getByText("沈惊蛰的境界已是筑基").waitFor();
  await app.dialog().getByRole("combobox", { name: graph.edit.subject }).fill("沈惊蛰");
  await app.dialog().getByText("还没有“沈惊蛰”，保存时会新建").waitFor();
  await app.dialog().getByRole("combobox", { name: graph.edit.predicate }).fill("境界");
  await app.dialog().getByRole("combobox", { name: graph.edit.object, exact: true }).fill("筑基");
  await app.dialog().getByRole("button", { name: graph.edit.create }).click();
  await app.dialog().waitFor({ state: "hidden" });

  await app.run("graph.show");
  const tab = region(app, graph.tab.title);
  await tab.getByRole("button", { name: "沈惊蛰", exact: true }).click();
  await tab.getByRole("article", { name: "沈惊蛰" }).getByText("筑基", { exact: true }).waitFor();

  // The words move; the evidence is found at their new place.
  await app.page.keyboard.press("Escape");
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await type(app, "开头多了一句。");
  await app.kept("kept");
  await tab.getByRole("button", { name: "沈惊蛰", exact: true }).click();
  await tab.getByRole("button", { name: "查看出处：沈惊蛰的境界已是筑基" }).click();
  await pointedOut(app, "沈惊蛰的境界已是筑基");

  await app.run("graph.open");
  await app.page.getByRole("img", { name: /^图谱：/ }).waitFor();
  await app.page.getByRole("radio", { name: graph.view.table }).click();
  await app.page
    .getByRole("row", { name: /沈惊蛰/ })
    .first()
    .waitFor();

  const { entities } = await app.call<{ entities: { id: number; name: string }[] }>("kg.entities", {});
  const entity = entities.find(({ name }) => name === "沈惊蛰")?.id;
  const card = await app.call<Card>("kg.entity", { entity });
  expect(card.facts).toMatchObject([
    { predicate: "境界", object_name: "筑基", valid_to: null, evidence: [{ quote: "沈惊蛰的境界已是筑基" }] },
  ]);
});

it("proposals are decided by keys, shown in the text, and undone", {
  timeout: 120_000,
}, async () => {
  const app = await openSample();
  await write(app, "岸上立着一个人，正是沈惊蛰。沈惊蛰是阿七的师父。");
  const scene = await app.scene();
  const propose = (name: string, quote: string) => ({
    proposed: { kind: "entity", name, entity_kind: "character" },
    confidence: 0.8,
    scene,
    quote,
  });
  await app.call("kg.propose", {
    source: "人物小传",
    proposals: [
      propose("沈惊蛰", "正是沈惊蛰"),
      propose("阿七", "阿七的师父"),
      {
        proposed: { kind: "relation", from: "沈惊蛰", to: "阿七", relation: "师父" },
        confidence: 0.8,
        scene,
        quote: "沈惊蛰是阿七的师父",
      },
    ],
  });
  await app.run("review.open");
  const queue = region(app, review.title);
  await queue.getByRole("article", { name: "“沈惊蛰”是一个人物" }).waitFor();
  await queue.getByText("1 / 3", { exact: true }).waitFor();
  await app.page.keyboard.press("a");
  await queue.getByRole("article", { name: "“阿七”是一个人物" }).waitFor();
  await app.page.keyboard.press("r");
  await queue.getByRole("article", { name: "沈惊蛰是阿七的师父" }).waitFor();
  await app.page.keyboard.press("u");
  await queue.getByRole("article", { name: "“阿七”是一个人物" }).waitFor();
  await queue.getByText("2 / 3", { exact: true }).waitFor();

  await app.page.keyboard.press("o");
  await pointedOut(app, "阿七的师父");
  await app.run("review.open");
  await queue.getByRole("article", { name: "“阿七”是一个人物" }).waitFor();
  await app.page.keyboard.press("a");
  await queue.getByRole("article", { name: "沈惊蛰是阿七的师父" }).waitFor();
  await app.page.keyboard.press("a");
  await queue.getByText(review.done.title, { exact: true }).waitFor();
  await expect.poll(async () => (await app.call<{ edges: object[] }>("kg.graph", {})).edges.length).toBe(1);

  await app.run("review.undo_last_batch");
  await inDialog(app);
  await app.dialog().getByRole("button", { name: review.batches.undo }).click();
  await app.dialog().waitFor({ state: "hidden" });
  await expect
    .poll(async () =>
      (await app.call<{ nodes: { name: string }[] }>("kg.graph", {})).nodes.some(
        ({ name }) => name === "阿七",
      ),
    )
    .toBe(false);
});

/** What of a region does not fit at the usual width of the inspector: rows that wrap, and buttons whose text is cut. */
const notFitting = (region: Locator) =>
  region.evaluate((root) => {
    const wrapped = [...root.querySelectorAll("[role=radiogroup]")].filter((group) => {
      const tops = [...group.querySelectorAll("[role=radio]")].map((one) => one.getBoundingClientRect().top);
      return Math.max(...tops) - Math.min(...tops) > 1;
    });
    const cut = [...root.querySelectorAll("button .truncate")].filter(
      (one) => one.scrollWidth > one.clientWidth + 1,
    );
    return [...wrapped, ...cut].map(({ textContent }) => textContent);
  });

it.each([
  { language: "zh", theme: "light" },
  { language: "en", theme: "dark" },
] as const)("the tab and a card fit into the inspector in $language, $theme", async ({ language, theme }) => {
  const app = await openSample({ language, theme });
  const words = { zh: graph, en }[language];
  await app.call("kg.save_entity", { name: "沈郎", aliases: ["沈先生"] });
  const lives = { subject: { name: "沈郎" }, predicate: "住处", object: { text: "县城" } };
  await app.call("kg.save_fact", lives);
  await app.run("graph.connection");
  const tab = region(app, words.tab.title);
  const asOf = tab.getByRole("radiogroup", { name: words.asOf.label });
  await asOf.waitFor();
  expect(await notFitting(tab)).toEqual([]);

  await app.run("graph.show");
  await tab.getByRole("radio", { name: words.tab.all, exact: true }).click();
  await tab.getByRole("button", { name: /^沈郎/ }).first().click();
  await asOf.waitFor();
  expect(await notFitting(tab)).toEqual([]);
  await tab.getByRole("button", { name: words.detail.openCard, exact: true }).click();
  const card = app.page.getByRole("complementary");
  await card.getByText({ zh: /^关联 \d/, en: /^Related \d/ }[language]).click();
  await card.getByRole("button", { name: words.tab.connect, exact: true }).waitFor();
  expect(await notFitting(card)).toEqual([]);
});

it("Enter takes the only suggestion for both ends of a connection, which the graph highlights", async () => {
  const app = await openSample();
  await app.call("kg.save_relation", {
    from: { name: "沈惊蛰" },
    to: { name: "阿七" },
    kind: "师父",
  });
  await app.call("kg.save_entity", { name: "旁人" });
  await app.run("graph.open");
  await app.page.getByRole("img", { name: /^图谱：/ }).waitFor();
  await app.run("graph.connection");
  const tab = region(app, graph.tab.title);
  for (const [label, typed, name] of [
    [graph.connection.from, "惊", "沈惊蛰"],
    [graph.connection.to, "七", "阿七"],
  ] as const) {
    const field = tab.getByRole("combobox", { name: label, exact: true });
    await field.focus();
    await app.page.keyboard.type(typed);
    await app.page.getByRole("option", { name }).waitFor();
    await app.page.keyboard.press("Enter");
    expect(await field.inputValue()).toBe(name);
  }
  await tab.getByText("1 条最短的路径").waitFor();
  // Everything else is dimmed.
  await expect
    .poll(() =>
      app.page
        .locator("main canvas")
        .first()
        .evaluate((canvas) => canvas.style.opacity),
    )
    .toBe("0.36");
});
