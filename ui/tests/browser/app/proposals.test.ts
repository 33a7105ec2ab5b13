// Proposals over the author's words: a rewrite is decided clause by clause while the author keeps writing; candidates
// are shown side by side; values go where the author wants them.
import { expect, it } from "vitest";
import { zh as drafting } from "@/features/drafting/words";
import type { GenerationList, OutlineView } from "@/ipc/types";
import { findings } from "../axe";
import { type App, goToEnd, inBrowser, inDialog, openSample, type } from "./harness";
import { at, barOf, begin, proposed, provider, says, setUp, stored, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const OLD = "这个时辰过江的，不是赶着奔丧，就是躲着要债，两样都不是好买卖。";
const NEW = "这个时辰过江的，若不是赶去奔丧，就是躲着要债，哪一样都不是好买卖。";

const removed = (app: App) => app.page.locator("main .cm-proposal-removed");
const hunks = (app: App) => app.page.locator("main .cm-proposal-hunk");

async function rewrite(app: App): Promise<void> {
  await at(app, OLD, "select");
  await begin(app, "drafting.rewrite");
}

it("a rewrite is decided by clause, and the author's edits stay", async () => {
  await server().script({ default: { text: NEW, delta_delay_ms: 150 } });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const scene = await app.scene();
  const before = await app.text();
  await rewrite(app);
  const bar = barOf(app, "rewrite");
  await says(bar, drafting.states.streaming);
  // Written elsewhere while it streams.
  await goToEnd(app);
  await type(app, "雾更浓了。");
  const written = `${before}雾更浓了。`;
  expect(await app.text()).toBe(written);
  await says(bar, drafting.endings.complete);
  await hunks(app).first().waitFor();
  expect(await app.text()).toBe(written);

  // Only changed clauses are struck through, with the new ones beside.
  const gone = (await removed(app).allTextContents()).join("|");
  expect(gone).not.toContain("就是躲着要债");
  expect(await hunks(app).count()).toBeGreaterThanOrEqual(2);
  expect(await findings(app.page)).toEqual([]);

  // A change inside the passage: the changes are computed again, against the current text.
  await at(app, "就是躲着要债");
  await type(app, "的人");
  const edited = written.replace("就是躲着要债", "就是躲着要债的人");
  expect(await app.text()).toBe(edited);
  await expect.poll(async () => (await removed(app).allTextContents()).join("|")).toContain("的人");
  expect(await app.text()).toBe(edited);

  // Rejected as a whole, it leaves no trace.
  await bar.getByRole("button", { name: drafting.bar.rejectAll }).click();
  await bar.waitFor({ state: "detached" });
  expect(await app.text()).toBe(edited);
  await app.kept("kept");
  const { text, draft } = await stored(app, scene);
  expect(draft ?? text).toBe(edited);

  // Restored from the notice, and accepted: the passage is the model's, the rest the author's.
  await app.page.getByRole("button", { name: drafting.undo, exact: true }).first().click();
  await hunks(app).first().waitFor();
  await app.page.keyboard.press("ControlOrMeta+Enter");
  await bar.waitFor({ state: "detached" });
  expect(await app.text()).toBe(edited.replace(OLD.replace("就是躲着要债", "就是躲着要债的人"), NEW));
  await app.page.keyboard.press("ControlOrMeta+Z");
  expect(await app.text()).toBe(edited);
  const fates = async () => {
    const { generations } = await app.call<GenerationList>("generation.list", { scene });
    return generations.map(({ fate }) => fate);
  };
  await expect.poll(fates).toEqual(["dismissed"]);
});

it("candidates are compared; one is accepted, the others stay recorded", async () => {
  const texts = ["岸上那盏灯又灭了一回。", "灯没有灭，被人拿走了。", "有人在雾里举高了灯。"];
  await server().script({
    rules: texts.map((text) => ({ times: 1, answer: { text, delta_delay_ms: 80 } })),
  });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const scene = await app.scene();
  const before = await app.text();
  await goToEnd(app);
  await app.page.keyboard.press("ControlOrMeta+Alt+I");
  await inDialog(app);
  await app.dialog().getByLabel(drafting.instruct.target).fill("10");
  await app.dialog().getByRole("radio", { name: "3", exact: true }).click();
  expect(await findings(app.page)).toEqual([]);
  await app.dialog().getByRole("button", { name: drafting.instruct.begin, exact: true }).click();
  const bar = barOf(app, "continue");
  const candidate = (name: string) => bar.getByRole("radio", { name, exact: true });
  await hunks(app).first().waitFor();
  await says(bar, drafting.endings.complete);
  const { generations } = await app.call<GenerationList>("generation.list", { scene });
  const [a, b, c] = generations.sort((one, two) => one.id - two.id);
  expect(generations.map(({ text }) => text).sort()).toEqual([...texts].sort());
  expect([b?.candidate_of, c?.candidate_of]).toEqual([a?.id, a?.id]);
  await expect.poll(() => proposed(app)).toBe(a?.text);
  await candidate("C").click();
  await expect.poll(() => proposed(app)).toBe(c?.text);
  await candidate("B").click();
  await expect.poll(() => proposed(app)).toBe(b?.text);
  expect(await app.text()).toBe(before);
  expect(await findings(app.page)).toEqual([]);
  await bar.getByRole("button", { name: drafting.bar.acceptAll }).click();
  await bar.waitFor({ state: "detached" });
  expect(await app.text()).toBe(`${before}\n${b?.text}`);
  const fates = async () => {
    const after = await app.call<GenerationList>("generation.list", { scene });
    return Object.fromEntries(after.generations.map(({ id, fate }) => [id, fate]));
  };
  await expect.poll(fates).toEqual({
    [a?.id ?? 0]: "dismissed",
    [b?.id ?? 0]: "accepted",
    [c?.id ?? 0]: "dismissed",
  });
});

it("a scene card goes into the synopsis, a title to the chapter", async () => {
  const card = {
    goal: "过江，找到挂灯的人",
    conflict: "老周不肯夜渡",
    turning_point: "她递来那枚旧钱",
    beats: ["有人喊渡", "老周推辞", "认出铜钱"],
    ending_hook: "对岸亮起一点灯",
  };
  const titles = {
    candidates: [
      { title: "雾里的灯", reason: "扣着结尾" },
      { title: "旧钱", reason: "" },
    ],
  };
  await server().script({
    rules: [
      { when: { contains: "章节起名" }, answer: { json: titles } },
      { when: { contains: "写场景卡" }, answer: { json: card } },
    ],
  });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const scene = await app.scene();
  const before = await app.text();
  await app.run("drafting.card");
  await app.dialog().getByText(card.turning_point).waitFor();
  expect(await findings(app.page)).toEqual([]);
  await app.dialog().getByRole("checkbox", { name: drafting.values.card.goal }).uncheck();
  await app.dialog().getByRole("button", { name: drafting.values.write, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
  const part = () => app.call<{ synopsis: string }>("manuscript.part", { part: { scene } });
  expect((await part()).synopsis).toContain("1. 有人喊渡\n2. 老周推辞");
  expect((await part()).synopsis).not.toContain(card.goal);
  // The next request contains the plan.
  await app.run("drafting.titles");
  await app.dialog().getByRole("radio", { name: "旧钱" }).click();
  expect(await findings(app.page)).toEqual([]);
  await app.dialog().getByRole("button", { name: drafting.values.rename, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
  const title = async () => {
    const { volumes } = await app.call<OutlineView>("manuscript.outline");
    const chapters = volumes.flatMap((volume) => volume.chapters);
    return chapters.find(({ scenes }) => scenes.some(({ id }) => id === scene))?.title;
  };
  expect(await title()).toBe("第一章 旧钱");
  await app.page.getByText(drafting.values.renamed.replace("{{title}}", "第一章 旧钱")).waitFor();
  await app.page.getByRole("button", { name: drafting.undo, exact: true }).last().click();
  await expect.poll(title).toBe("第一章 夜渡");
  expect(await app.text()).toBe(before);
});

it("a proposal that is shown again is accepted behind the words typed at its place", async () => {
  await server().script({ default: { prose: { characters: 500 } } });
  const app = await openSample();
  await setUp(app, provider("test", server().url));
  await goToEnd(app);
  await type(app, "灯灭了。");
  const before = await app.text();
  const scene = await app.scene();
  await app.page.keyboard.press("ControlOrMeta+J");
  await says(barOf(app, "continue"), drafting.endings.complete);
  await type(app, "又亮了。");
  await app.run("writing.next_chapter");
  await expect.poll(() => app.scene()).not.toBe(scene);
  await app.run("writing.previous_chapter");
  await expect.poll(() => app.scene()).toBe(scene);
  await says(barOf(app, "continue"), drafting.endings.complete);
  await barOf(app, "continue").getByRole("button", { name: drafting.bar.acceptAll }).click();
  await barOf(app, "continue").waitFor({ state: "hidden" });
  const written = await app.text();
  expect(written.startsWith(`${before}又亮了。\n`)).toBe(true);
  expect(written.length).toBeGreaterThan(before.length + 100);
});

it("what is accepted looks as it was proposed, without empty lines", async () => {
  const words = `${OLD}\n\n${NEW}`;
  await server().script({ default: { text: words } });
  const app = await openSample();
  await setUp(app, provider("test", server().url));
  await goToEnd(app);
  await type(app, "灯灭了。");
  const before = await app.text();
  await app.page.keyboard.press("ControlOrMeta+J");
  await barOf(app, "continue").getByRole("button", { name: drafting.bar.acceptAll }).click();
  await barOf(app, "continue").waitFor({ state: "hidden" });
  expect(await app.text()).toMatch(new RegExp(`^${before}\n${OLD}\n${NEW}`));
  expect(await app.text()).not.toContain("\n\n");
});
