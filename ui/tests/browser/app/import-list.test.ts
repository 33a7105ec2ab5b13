// The plan of an import in a small window with a large interface: every chapter keeps a title that can be read.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en, zh } from "@/features/transfer/words";
import { inBrowser, openSample } from "./harness";

inBrowser();

/** The least width of a title, in its own letters. */
const LETTERS = 6;

/** Titles that repeat, skip numbers and have no text get a mark each. */
const NOVEL = [
  ["第一章 渡口的旧灯照着对岸的人", "他等了一夜。"],
  ["第二章 对岸", "灯亮了。"],
  ["第二章 对岸", "灯又灭了。"],
  ["第九章 很远的地方传来一声汽笛", ""],
  ["第十章 归人", "船到了。".repeat(4000)],
]
  .map(([title, text]) => `${title}\n\n${text}\n`)
  .join("\n");

it.each([
  { language: "zh", theme: "light" },
  { language: "en", theme: "dark" },
] as const)("in $language, $theme", async ({ language, theme }) => {
  const app = await openSample({ language, theme, settings: { interface_scale: 1.6 } });
  await app.page.setViewportSize({ width: 800, height: 600 });
  const source = join(app.home, "novel.txt");
  await writeFile(source, NOVEL);
  await app.answer(source);
  await app.run("transfer.import");
  const words = { zh, en }[language];
  await app.dialog().getByRole("button", { name: words.import.file }).click();
  const titles = app.dialog().locator("li [title^=第]");
  await titles.first().waitFor({ state: "attached" });
  const shown = await titles.evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      const row = one.closest("li")?.getBoundingClientRect();
      return {
        letters: (right - left) / Number.parseFloat(getComputedStyle(one).fontSize),
        inRow: row !== undefined && right <= row.right,
      };
    }),
  );
  expect(shown).toHaveLength(5);
  expect(Math.min(...shown.map(({ letters }) => letters))).toBeGreaterThanOrEqual(LETTERS);
  expect(shown.every(({ inRow }) => inRow)).toBe(true);
});
