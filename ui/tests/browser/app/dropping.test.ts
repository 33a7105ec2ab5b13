// Files of other programs over the window: the sign, the preview after a drop, and refusals in words.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en, zh } from "@/features/transfer/words";
import { wordDocument } from "../../desktop/foreign";
import { inBrowser, openApp, openSample, type } from "./harness";

inBrowser();

const shots = process.env.WENFANG_SHOTS;

const DOCUMENT = wordDocument({
  heading: "第一章　归舟",
  text: ["她把信放在", "灯下", "，读了三遍。"],
  comment: "信是谁写的？",
  reply: "下一章说。",
  editor: "林编",
  ruby: ["渡頭", "わたし"],
  note: "信写于三月。",
});

it.each([
  { language: "zh", theme: "light", words: zh },
  { language: "en", theme: "dark", words: en },
] as const)("a dropped document is previewed in $language", async ({ language, theme, words }) => {
  const app = await openApp({ language, theme });
  const { page } = app;
  const source = join(app.home, "归舟.docx");
  await writeFile(source, DOCUMENT);
  await app.drag({ over: [source] });
  const sign = page.getByText(words.drop.import.replace("{{name}}", "归舟.docx"));
  await sign.waitFor();
  if (shots !== undefined) await page.screenshot({ path: join(shots, `dropping-${language}.png`) });
  await app.drag("left");
  await sign.waitFor({ state: "hidden" });
  await app.drag({ over: [source] });
  await app.drag({ dropped: [source] });
  await sign.waitFor({ state: "hidden" });
  await app.dialog().getByText("归舟.docx", { exact: true }).waitFor();
  await app.dialog().getByText("第一章　归舟").first().waitFor();
  if (shots !== undefined) await page.screenshot({ path: join(shots, `dropped-${language}.png`) });
});

it("a folder around a project, a file that cannot be read, several files and a novel", async () => {
  const app = await openSample();
  const { page } = app;
  const folder = join(app.home, "下载");
  await mkdir(join(folder, "夜.scriv", "Files/Data/S1"), { recursive: true });
  await writeFile(
    join(folder, "夜.scriv", "夜.scrivx"),
    "<ScrivenerProject Version='2.0'><Binder><BinderItem UUID='D' Type='DraftFolder'><Title>D</Title><Children>" +
      "<BinderItem UUID='S1' Type='Text'><Title>雨夜</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData></BinderItem>" +
      "</Children></BinderItem></Binder></ScrivenerProject>",
  );
  await writeFile(join(folder, "夜.scriv", "Files/Data/S1/content.rtf"), "{\\rtf1\\ansi Rain.}");
  await app.drag({ dropped: [folder] });
  await app.dialog().getByText("雨夜").first().waitFor();

  // Over the open dialog: another source takes its place.
  const old = join(app.home, "旧稿.doc");
  await writeFile(old, Buffer.from("d0cf11e0a1b11ae1", "hex"));
  await app.drag({ dropped: [old] });
  await app.dialog().getByText("旧稿.doc", { exact: true }).waitFor();
  await app.dialog().getByRole("alert").waitFor();
  if (shots !== undefined) await page.screenshot({ path: join(shots, "dropped-refused.png") });
  await page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });

  await app.drag({ dropped: [folder, old] });
  await page.getByText(zh.drop.several).waitFor();
  expect(await app.dialog().count()).toBe(0);

  // What is typed after a drop that was refused is in the text.
  const before = await app.text();
  await app.editor().click();
  await page.keyboard.press("ControlOrMeta+Home");
  await type(app, "夜。");
  await expect.poll(() => app.text()).toBe(`夜。${before}`);

  const other = join(app.home, "另一本.wenfang");
  await writeFile(other, "");
  await app.drag({ over: [other] });
  await page.getByText(zh.drop.open.replace("{{name}}", "另一本.wenfang")).waitFor();
  await app.drag({ dropped: [other] });
  await page.getByText("另一本.wenfang").waitFor();
});
