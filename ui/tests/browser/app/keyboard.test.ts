// The way from a new novel to its findings with the keyboard alone: nothing here is clicked, and no command is run but by its keys or the palette. At each
// stop something has the focus, it is in sight, and it shows that it has it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as findings } from "@/features/findings/words";
import { zh as transfer } from "@/features/transfer/words";
import { zh as welcome } from "@/features/welcome/words";
import { DIALOG } from "../../dialog";
import { type App, corpus, inBrowser, inDialog, openApp, type } from "./harness";
import { provider, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

/** What has the keyboard: its role and name. Fails where nothing has it, where it is out of sight, or where it does not show. */
async function stop(app: App): Promise<string> {
  const found = await app.page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return { name: "", fault: "nothing has the keyboard" };
    const label = (id: string) => document.getElementById(id)?.textContent ?? "";
    const name =
      at.getAttribute("aria-label") ??
      at.getAttribute("aria-labelledby")?.split(" ").map(label).join(" ") ??
      [...((at as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent).join(" ");
    const said = `${at.getAttribute("role") ?? at.localName} ${name || (at.textContent ?? "")}`
      .trim()
      .slice(0, 60);
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const isOut = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight || right - left < 1;
    // A text has its caret, a dialog is itself what came; a radio button shows it beside the input it hides.
    const shows =
      at.matches(".cm-content, [role=dialog], [role=alertdialog]") ||
      [at, at.parentElement, at.previousElementSibling].some((one) => {
        if (one == null) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      });
    return { name: said, fault: isOut ? "is out of sight" : shows ? "" : "does not show the focus" };
  });
  expect(found.fault, found.name).toBe("");
  return found.name;
}

/** Goes with Tab, or another key, until what is wanted has the keyboard; each stop on the way is looked at. */
async function to(app: App, wanted: RegExp, key = "Tab", most = 60): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < most; step += 1) {
    const here = await stop(app);
    if (wanted.test(here)) return;
    passed.push(here);
    await app.page.keyboard.press(key);
  }
  throw new Error(`${wanted} is not reached: ${passed.join(" | ")}`);
}

/** Waits until what has the keyboard is what is wanted. */
async function at(app: App, wanted: RegExp): Promise<void> {
  await expect.poll(() => stop(app).catch((fault: unknown) => String(fault))).toMatch(wanted);
}

const press = (app: App, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => app.page.keyboard.press(key)), Promise.resolve());

/** Runs a command through the palette. */
async function command(app: App, name: string): Promise<void> {
  await press(app, "ControlOrMeta+K");
  await inDialog(app);
  await type(app, name);
  await app.page.locator(`${DIALOG} [role=option]`).first().getByText(name, { exact: false }).waitFor();
  await press(app, "Enter");
}

const left = (app: App) => app.dialog().waitFor({ state: "hidden" });
const literally = (words: string) => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
/** A draft of three paragraphs. */
const DRAFT = ["石阶上的水慢慢退下去。", "檐下有人咳了一声，又没有声音了。", "她把窗子推开一半。"];
const EDITOR = /^textbox 正文/;

it("from a new novel to its findings, by keys alone", { timeout: 180_000 }, async ({ skip }) => {
  const whole = await corpus("hongloumeng.zh-Hans.txt");
  if (whole === null) return skip("there is no corpus here");
  await server().script({ default: { text: DRAFT.join("\n") } });
  const app = await openApp();
  const { page } = app;
  const source = join(app.home, "红楼.txt");
  const starts = [...whole.matchAll(/^第.+[回章] .{1,38}$/gm)].map(({ index }) => index);
  await writeFile(source, whole.slice(starts[0] ?? 0, starts[5]));
  await app.answer(join(app.home, "红楼.wenfang"), source);

  // A new novel; what is imported takes the place of its empty chapter.
  await press(app, "Tab");
  await to(app, literally(welcome.newNovel));
  await press(app, "Enter");
  await inDialog(app);
  await to(app, literally(welcome.create.novel));
  await type(app, "红楼梦");
  await press(app, "Enter");
  await left(app);
  await at(app, EDITOR);
  await press(app, "ControlOrMeta+Shift+I");
  await inDialog(app);
  await to(app, literally(transfer.import.file));
  await press(app, "Enter");
  await page.getByRole("button", { name: /^导入 \d+ 章$/ }).waitFor();
  await to(app, /^button 导入 \d+ 章/);
  await press(app, "Enter");
  await page.getByText(transfer.import.done).waitFor();
  await to(app, literally(transfer.import.go));
  await press(app, "Enter");
  await left(app);
  await at(app, EDITOR);

  // The binder by its rows, the text, and back.
  await press(app, "Shift+F6");
  await at(app, /^treeitem/);
  await press(app, "ArrowDown", "ArrowDown", "Enter");
  await at(app, /^textbox 正文：第三[回章]/);
  await press(app, "ControlOrMeta+End", "Enter");
  await type(app, "雨停了,灯还亮着。");
  await app.kept("kept");
  await press(app, "ControlOrMeta+S");
  await app.kept("saved");

  // A rule is switched on in its dialog; the keyboard comes back to the text.
  await command(app, findings.commands.rules);
  await inDialog(app);
  await page.getByRole("table", { name: findings.ruleTable.title }).waitFor();
  await to(app, literally(`switch ${findings.rules.punctuation.name}`));
  const rule = page.locator(`${DIALOG} [role=switch]:focus`);
  expect(await rule.getAttribute("aria-checked")).toBe("false");
  await press(app, "Space");
  await page.locator(`${DIALOG} [role=switch]:focus[aria-checked=true]`).waitFor();
  await press(app, "Escape");
  await left(app);
  await at(app, EDITOR);

  // A draft: a part of it is taken.
  await setUp(app, provider("one", server().url));
  await press(app, "ControlOrMeta+Shift+D");
  const hunks = page.locator("main .cm-proposal-hunk");
  await hunks.first().waitFor();
  await at(app, EDITOR);
  const kept = await app.text();
  await press(app, "F9");
  await page.getByText(/采纳 [01] · 拒绝 0/).waitFor();
  await press(app, "Shift+F9");
  await page.getByText(/拒绝 1/).waitFor();
  await press(app, "ControlOrMeta+Enter");
  await hunks.first().waitFor({ state: "detached" });
  await at(app, EDITOR);
  await expect.poll(() => app.text()).not.toBe(kept);
  await press(app, "ControlOrMeta+Z");
  await expect.poll(() => app.text()).toBe(kept);
  await app.kept("kept");

  // The chapter is completed; the keyboard stays in the text.
  await press(app, "ControlOrMeta+Shift+Enter");
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLElement>("[data-step]")];
    return (
      all.length > 0 &&
      all.every(({ dataset: { status } }) => /^(completed|failed|skipped)$/.test(status ?? ""))
    );
  });
  await at(app, EDITOR);

  // Findings: gone to from the text, let pass with a reason in the panel beside it.
  await press(app, "ControlOrMeta+F7");
  await page
    .getByRole("button", { name: literally(findings.rules.punctuation.name) })
    .first()
    .waitFor();
  await press(app, "F7");
  await page.waitForFunction(() => (getSelection()?.toString() ?? "") !== "");
  await press(app, "F6");
  await to(app, literally(`button ${findings.waive.open}`));
  await press(app, "Shift+F6");
  await at(app, EDITOR);
});
