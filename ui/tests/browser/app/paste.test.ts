// A page pasted from elsewhere is in the text, but it is not what the author wrote today. Formatted words come with
// marks and leave with formatting.
import { expect, it } from "vitest";
import { type App, goToEnd, inBrowser, openSample, storedText, type } from "./harness";

inBrowser();

const PAGE = "别处写好的一整页文字，从网页里复制过来。".repeat(150);

async function paste(app: App, text: string): Promise<void> {
  await app.page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, text);
}

interface Days {
  days: { net: { standard: number } }[];
}

/** What the author wrote around this day, in 字. */
async function written(app: App): Promise<number> {
  const day = 24 * 60 * 60 * 1000;
  const now = Date.now();
  const { days } = await app.call<Days>("statistics.days", { bounds: [now - day, now + day] });
  return days.reduce((sum, { net }) => sum + net.standard, 0);
}

it("counts what is typed around a long paste, not the paste nor its undo", async () => {
  const app = await openSample();
  const scene = await app.scene();
  const before = await written(app);
  // The pasted text becomes a version after a pause, so what is typed after it may be a draft or in that version.
  const settled = async () => {
    await app.kept("kept", "saved");
    expect(await storedText(app, scene)).toBe(await app.text());
  };

  await goToEnd(app);
  await type(app, "一二三");
  await paste(app, PAGE);
  const notice = app.page.getByText("不计入今天的字数", { exact: false });
  await notice.waitFor();
  expect(await notice.allTextContents()).toEqual([
    `粘贴了 ${PAGE.length.toLocaleString("en")} 字，不计入今天的字数。`,
  ]);
  await type(app, "四五");
  await settled();
  expect(await app.text()).toContain(`一二三${PAGE}四五`);
  expect(await written(app)).toBe(before + 5);

  // A short paste is a quotation that the author chose: it counts.
  await paste(app, "六七八");
  await settled();
  expect(await written(app)).toBe(before + 8);

  for (let step = 0; step < 12 && (await app.text()).includes(PAGE); step += 1) {
    await app.page.keyboard.press("ControlOrMeta+Z");
  }
  expect(await app.text()).not.toContain(PAGE);
  await app.page.keyboard.press("ControlOrMeta+S");
  await settled();
  expect(await written(app)).toBeGreaterThanOrEqual(before);
  expect(await written(app)).toBeLessThanOrEqual(before + 8);
});

it("pastes formatted words with marks, and copies them with formatting", async () => {
  const app = await openSample();
  const { page } = app;
  const before = await app.text();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(async () => {
    const html =
      "<meta charset='utf-8'><h2>题</h2><p style='color:red'>他<i>想</i>过<img src='http://127.0.0.1:9/x.png'>。</p>" +
      "<script>document.title = 'run'</script><p><b>真</b>的*吗*？</p>";
    const blob = (text: string, type: string) => new Blob([text], { type });
    const item = new ClipboardItem({
      "text/html": blob(html, "text/html"),
      "text/plain": blob("题\n\n他想过。\n\n真的*吗*？", "text/plain"),
    });
    await navigator.clipboard.write([item]);
  });
  const MARKED = "题\n他*想*过。\n**真**的\\*吗\\*？";
  await goToEnd(app);
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => app.text()).toBe(before + MARKED);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => app.text()).toBe(before);
  await page.keyboard.press("ControlOrMeta+Shift+V");
  await expect.poll(() => app.text()).toBe(`${before}题\n\n他想过。\n\n真的*吗*？`);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => app.text()).toBe(before);

  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => app.text()).toBe(before + MARKED);
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("ControlOrMeta+X");
  const offered = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const words = async (kind: string) => (await item?.getType(kind))?.text();
    return [await words("text/plain"), await words("text/html")];
  });
  expect(offered[0]).toBe("**真**的\\*吗\\*？");
  expect(offered[1]).toContain("<b>真</b>的*吗*？");
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => app.text()).toBe(before + MARKED);
});
