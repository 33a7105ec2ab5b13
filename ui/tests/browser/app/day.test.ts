// The author's day, in short: a new novel, an imported text, writing, versions, checkpoints, restoring, an export.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as checkpoints } from "@/features/checkpoints/words";
import { zh as transfer } from "@/features/transfer/words";
import { zh as versions } from "@/features/versions/words";
import { zh as welcome } from "@/features/welcome/words";
import {
  type App,
  corpus,
  goToEnd,
  inBrowser,
  inDialog,
  openApp,
  openSample,
  storedText,
  type,
} from "./harness";

inBrowser();

const button = (app: App, name: string) => app.dialog().getByRole("button", { name, exact: true });

/** A short novel of our own, used without the corpus. */
const OWN = [1, 2, 3, 4, 5]
  .map(
    (n) =>
      `第${"一二三四五"[n - 1]}章 渡${n}\n\n江上有风，船还没有来。老周坐在石阶上等第${n}个人。\n\n灯亮了。`,
  )
  .join("\n\n");

interface Outline {
  volumes: { chapters: { id: number; title: string; scenes: { id: number }[] }[] }[];
}

async function scenes(app: App): Promise<{ title: string; scene: number }[]> {
  const { volumes } = await app.call<Outline>("manuscript.outline");
  return volumes.flatMap(({ chapters }) =>
    chapters.map(({ title, scenes }) => ({ title, scene: scenes[0]?.id ?? 0 })),
  );
}

async function goTo(app: App, title: string): Promise<void> {
  const wanted = (await scenes(app)).find((one) => one.title === title);
  await app.run("palette.go_to_chapter");
  await inDialog(app);
  await type(app, title);
  await app.dialog().getByRole("option").first().waitFor();
  await app.page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  await app.page.locator(`main [data-scene="${wanted?.scene}"] .cm-content`).waitFor();
}

async function write(app: App, words: string): Promise<void> {
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, words);
}

/** Every text of the project in the backend. */
async function texts(app: App): Promise<Map<number, string>> {
  const all = new Map<number, string>();
  for (const { scene } of await scenes(app)) all.set(scene, await storedText(app, scene));
  return all;
}

it("from a new novel to an export, and back again", { timeout: 180_000 }, async () => {
  const app = await openApp();
  const { page } = app;
  const project = join(app.home, "红楼.wenfang");
  const source = join(app.home, "红楼梦.txt");
  const whole = (await corpus("hongloumeng.zh-Hans.txt")) ?? OWN;
  const heading = /^第.+[回章] .{1,38}$/gm;
  // Ten chapters of it are enough for a day.
  const starts = [...whole.matchAll(heading)].map(({ index }) => index);
  const text = whole.slice(starts[0] ?? 0, starts[10]);
  await writeFile(source, text);

  await app.answer(project, source);
  await page.getByRole("button", { name: welcome.newNovel }).click();
  await app.dialog().getByLabel(welcome.create.novel, { exact: true }).fill("红楼梦");
  await button(app, welcome.create.submit).click();
  await app.editor().waitFor();
  expect((await app.noted()).title).toContain("红楼梦");

  await page.keyboard.press("ControlOrMeta+Shift+I");
  await button(app, transfer.import.file).click();
  const submit = app.dialog().getByRole("button", { name: /^导入 \d+ 章$/ });
  await submit.click();
  await button(app, transfer.import.go).click();
  await app.dialog().waitFor({ state: "hidden" });
  const imported = (await scenes(app)).filter(({ title }) => title !== welcome.create.chapterDefault);
  expect(imported.length).toBe(Math.min(starts.length, 10));

  // Words are counted and stored.
  const third = imported[2];
  if (third === undefined) throw new Error("a third chapter is missing");
  await goTo(app, third.title);
  expect(await app.scene()).toBe(third.scene);
  const before = await app.text();
  const counted = await app.chapterWords();
  const at = await page.evaluate(() => Date.now());
  await write(app, "雾散了，𠮷野家的灯还亮着。");
  await app.kept("kept");
  const typed = `${before}\n雾散了，𠮷野家的灯还亮着。`;
  expect(await app.text()).toBe(typed);
  const read = await app.call<{ draft: { text: string; updated_at: number } }>("scene.text", {
    scene: third.scene,
  });
  expect(read.draft.text).toBe(typed);
  console.log(`the draft was in the project ${read.draft.updated_at - at} ms after the caret was put down`);
  await expect.poll(() => app.chapterWords()).toBeGreaterThan(counted + 10);

  // A version, an edit, and a comparison of the two.
  await page.keyboard.press("ControlOrMeta+S");
  await app.kept("saved");
  await write(app, "老周把船拴好。");
  await app.kept("kept");
  await page.keyboard.press("ControlOrMeta+S");
  await app.kept("saved");
  await app.run("versions.show");
  const list = page.getByRole("list", { name: versions.list }).getByRole("listitem");
  await expect.poll(() => list.count()).toBeGreaterThanOrEqual(3);
  await app.run("versions.compare_last");
  await page.getByText("老周把船拴好。").first().waitFor();
  await page.keyboard.press("Escape");
  await app.editor().waitFor();
  const finished = `${typed}\n老周把船拴好。`;
  expect(await app.text()).toBe(finished);

  // A checkpoint, three changed chapters, and a comparison.
  await app.run("checkpoint.create");
  await app.dialog().getByLabel(checkpoints.dialog.name, { exact: false }).first().fill("修订前");
  await button(app, checkpoints.dialog.act).click();
  await app.dialog().waitFor({ state: "hidden" });
  const checkpointed = await texts(app);
  for (const { title } of imported.slice(0, 3)) {
    await goTo(app, title);
    await write(app, `修订：${title}。`);
    await app.kept("kept");
  }
  const revised = await texts(app);
  expect([...revised].filter(([scene, words]) => checkpointed.get(scene) !== words)).toHaveLength(3);
  await app.run("checkpoint.compare_latest");
  const items = page.getByRole("list", { name: checkpoints.compare.items }).getByRole("listitem");
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(3);
  await page.getByText(`${checkpoints.group.text} · 3`).waitFor();

  // Restores the checkpoint after a preview, and undoes the restore.
  await page.getByRole("button", { name: /^恢复到/ }).click();
  await app.dialog().getByText("3 个场景的文字改变").waitFor();
  await button(app, checkpoints.restore.act).click();
  await app.dialog().waitFor({ state: "hidden" });
  expect(await texts(app)).toEqual(checkpointed);
  await page.getByRole("button", { name: checkpoints.restore.undo }).first().click();
  await page.getByText(checkpoints.restore.undone).first().waitFor();
  expect(await texts(app)).toEqual(revised);
  await app.run("writing.to_text");
  await app.editor().waitFor();
  await expect.poll(() => app.text()).toBe(revised.get(await app.scene()));

  // The export contains the written text.
  for (const format of ["txt", "md"] as const) {
    const out = join(app.home, `红楼.${format}`);
    await app.answer(out);
    await app.run("transfer.export");
    await app.dialog().getByText(transfer.export.formats[format]).click();
    await button(app, transfer.export.submit).click();
    await app.dialog().getByText(transfer.export.done).first().waitFor();
    await button(app, transfer.export.close).click();
    await app.dialog().waitFor({ state: "hidden" });
    const exported = await readFile(out, "utf8");
    for (const { scene } of imported) {
      for (const line of (revised.get(scene) ?? "").split("\n")) {
        const bare = line.replaceAll("\\", "").trim();
        expect(exported.replaceAll("\\", "")).toContain(bare);
      }
    }
    for (const { title } of imported) expect(exported).toContain(title);
  }
});

it("a change is stored within a second", async () => {
  const app = await openSample();
  const scene = await app.scene();
  const waits: number[] = [];
  await goToEnd(app);
  for (let round = 0; round < 5; round += 1) {
    const at = await app.page.evaluate(() => Date.now());
    await type(app, `第${round}。`);
    await app.kept("kept");
    const text = await app.text();
    await expect.poll(() => storedText(app, scene)).toBe(text);
    const read = await app.call<{ draft: { updated_at: number } }>("scene.text", { scene });
    waits.push(read.draft.updated_at - at);
  }
  // The project's clock shows when it was written; a busy machine may delay a single one.
  waits.sort((a, b) => a - b);
  expect(waits[2]).toBeLessThanOrEqual(1000);
});

it("the words survive killing the program", async () => {
  const first = await openSample({ keepHome: true, expects: [/ERR_|Failed to fetch|network/i] });
  await goToEnd(first);
  await type(first, "灯还亮着。");
  await first.kept("kept");
  const text = await first.text();
  await first.kill();
  const again = await openApp({ home: first.home });
  await again.editor().waitFor();
  expect(await again.text()).toBe(text);
  await again.kept("kept");
});
