// A key pressed in a dialog ends there: the text that the dialog leads to does not get it too.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en, zh } from "@/features/transfer/words";
import { inBrowser, inDialog, openSample } from "./harness";

inBrowser();

const NOVEL = "第一章 渡口\n\n他等了一夜。\n\n第二章 对岸\n\n灯亮了。\n";

it.each([
  { language: "zh", theme: "light" },
  { language: "en", theme: "dark" },
] as const)("Enter that goes to an imported chapter writes nothing, in $language", async (look) => {
  const app = await openSample(look);
  const words = { zh, en }[look.language].import;
  const source = join(app.home, "novel.txt");
  await writeFile(source, NOVEL);
  await app.answer(source);
  await app.run("transfer.import");
  await app.dialog().getByRole("button", { name: words.file }).click();
  await app.dialog().locator("li [title^=第]").first().waitFor();
  await inDialog(app);
  await app.dialog().locator("footer [type=submit]:enabled").click();
  await app.dialog().getByRole("button", { name: words.go }).waitFor();
  await inDialog(app);
  await app.page.keyboard.press("Enter");
  await expect.poll(() => app.text()).toContain("他等了一夜。");
  // What a late key would write is there by now.
  await app.page.waitForTimeout(300);
  expect(await app.text()).toBe("他等了一夜。");
  await app.page.keyboard.type("z");
  await expect.poll(() => app.text()).toMatch(/z/);
  expect((await app.text()).replace("z", "")).toBe("他等了一夜。");
});
