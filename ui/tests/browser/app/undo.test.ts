// Each scene keeps its undo history for the session, however many other scenes the author visits.
import { expect, it } from "vitest";
import { inBrowser, openSample, type } from "./harness";

inBrowser();

const SCENES = 200;

it(`after ${SCENES} scenes undo and redo of the first are exact`, { timeout: 600_000 }, async () => {
  const app = await openSample();
  await app.call("project.close");
  await app.answer(`${app.home}/undo.wenfang`);
  const { path } = await app.call<{ path: { path: string } }>("window.choose", {
    kind: "new_project",
    title: "",
    name: "undo.wenfang",
  });
  await app.call("project.create", { path: path.path, title: "undo", author: "", first_chapter: "c" });
  const outline = await app.call<{ volumes: { chapters: { id: number }[] }[] }>("manuscript.outline");
  const chapter = outline.volumes[0]?.chapters[0]?.id;
  for (let made = 1; made < SCENES; made += 1) {
    await app.call("manuscript.create", { parent: { chapter } });
  }
  await app.page.reload();
  await app.editor().waitFor();
  await app.editor().click();
  const first = await app.scene();
  await type(app, "第一句。");
  // Steps typed without a pause are joined.
  await app.page.waitForTimeout(700);
  await type(app, "第二句。");
  await app.page.keyboard.press("ArrowLeft");
  for (let at = 1; at < SCENES; at += 1) {
    const before = await app.scene();
    await app.page.keyboard.press("ControlOrMeta+Shift+PageDown");
    await type(app, `${at}`);
    await expect.poll(() => app.scene(), { interval: 10 }).not.toBe(before);
  }
  await expect.poll(() => app.text()).toBe(`${SCENES - 1}`);
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.evaluate(() => window.wenfang.run("writing.to_text"));
  while ((await app.scene()) !== first) {
    const before = await app.scene();
    await app.page.keyboard.press("ControlOrMeta+Shift+PageUp");
    await expect.poll(() => app.scene(), { interval: 10 }).not.toBe(before);
  }
  await type(app, "，");
  await expect.poll(() => app.text()).toBe("第一句。第二句，。");
  const texts = [];
  for (const key of ["Z", "Z", "Z", "Shift+Z", "Shift+Z", "Shift+Z"]) {
    await app.page.keyboard.press(`ControlOrMeta+${key}`);
    texts.push(await app.text());
  }
  expect(texts).toEqual([
    "第一句。第二句。",
    "第一句。",
    "",
    "第一句。",
    "第一句。第二句。",
    "第一句。第二句，。",
  ]);
});
