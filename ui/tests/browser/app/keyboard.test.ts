// A day's work with the keyboard only, from a new novel to its export: see `keys.ts`.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as checkpoints } from "@/features/checkpoints/words";
import { zh as drafting } from "@/features/drafting/words";
import { zh as findings } from "@/features/findings/words";
import { zh as transfer } from "@/features/transfer/words";
import { zh as versions } from "@/features/versions/words";
import { zh as welcome } from "@/features/welcome/words";
import { zh as workflows } from "@/features/workflows/words";
import { DIALOG } from "../../dialog";
import { fillCanon, TOLD } from "./filled-canon";
import { corpus, inBrowser, inDialog, openApp, openSample, pointedOut, type } from "./harness";
import { at, command, left, literally, press, to } from "./keys";
import { provider, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

/** A draft of three paragraphs. */
const DRAFT = ["石阶上的水慢慢退下去。", "檐下有人咳了一声，又没有声音了。", "她把窗子推开一半。"];
const EDITOR = /^textbox 正文/;

it("from a new novel to its findings, by keyboard only", { timeout: 180_000 }, async ({ skip }) => {
  const whole = await corpus("hongloumeng.zh-Hans.txt");
  if (whole === null) return skip("there is no corpus here");
  await server().script({ default: { text: DRAFT.join("\n") } });
  const app = await openApp();
  const { page } = app;
  const source = join(app.home, "红楼.txt");
  const starts = [...whole.matchAll(/^第.+[回章] .{1,38}$/gm)].map(({ index }) => index);
  await writeFile(source, whole.slice(starts[0] ?? 0, starts[5]));
  await app.answer(join(app.home, "红楼.wenfang"), source);

  // A new novel; the import replaces its empty chapter.
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

  // A rule is switched on in its dialog; the focus returns to the text.
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

  // A draft: a part of it is accepted.
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

  // The chapter is completed after its cost was shown; the focus returns to the text.
  await press(app, "ControlOrMeta+Shift+Enter");
  await inDialog(app);
  await page.locator(DIALOG).getByRole("button", { name: workflows.start.local }).waitFor();
  await to(app, literally(`button ${workflows.start.begin}`));
  await press(app, "Enter");
  await left(app);
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLElement>("[data-step]")];
    return (
      all.length > 0 &&
      all.every(({ dataset: { status } }) => /^(completed|failed|skipped)$/.test(status ?? ""))
    );
  });
  await at(app, EDITOR);

  // Findings: opened from the text, waived with a reason in the panel beside it.
  await press(app, "ControlOrMeta+F7");
  await page
    .getByRole("button", { name: literally(findings.rules.punctuation.name) })
    .first()
    .waitFor();
  await press(app, "F7");
  await pointedOut(app);
  await press(app, "F6");
  await to(app, literally(`button ${findings.waive.open}`));
  await press(app, "Enter");
  await to(app, literally(`radio ${findings.waive.scopes.once.label}`));
  await to(app, literally(`radio ${findings.waive.scopes.intended.label}`), "ArrowDown", 8);
  await to(app, literally(`input ${findings.waive.reason}`));
  await type(app, "底本如此");
  await press(app, "Enter");
  await page.getByText(findings.waive.done.intended).waitFor();
  await press(app, "Shift+F6");
  await at(app, EDITOR);
});

it("from an instructed draft to an exported book, by keyboard only", { timeout: 180_000 }, async () => {
  await server().script({ default: { text: DRAFT.join("\n") } });
  const app = await openSample();
  const { page } = app;
  await at(app, EDITOR);
  await press(app, "ControlOrMeta+End");
  await type(app, TOLD);
  await app.kept("kept");
  await fillCanon(app);
  await setUp(app, provider("one", server().url));
  const drafted = await app.text();

  // An instruction for the model, in its dialog; the whole result is accepted, and undone.
  await press(app, "ControlOrMeta+Alt+I");
  await inDialog(app);
  await to(app, literally(`textarea ${drafting.instruct.instruction}`));
  await type(app, "多写雨声");
  await to(app, literally(`button ${drafting.instruct.begin}`));
  await press(app, "Enter");
  await left(app);
  await page.locator("main .cm-proposal-hunk").first().waitFor();
  await at(app, EDITOR);
  await press(app, "ControlOrMeta+Enter");
  await expect.poll(() => app.text()).not.toBe(drafted);
  await press(app, "ControlOrMeta+Z");
  await expect.poll(() => app.text()).toBe(drafted);
  await press(app, "ControlOrMeta+S");
  await app.kept("saved");

  // Proposals: one is accepted, one rejected, and back to the text.
  await press(app, "ControlOrMeta+Shift+K");
  await page.getByText("1 / 2", { exact: true }).waitFor();
  await at(app, /^(region|section) 待确认/);
  await press(app, "a");
  await page.getByText("2 / 2", { exact: true }).waitFor();
  await press(app, "r");
  await page.getByText("都看完了", { exact: true }).waitFor();
  await press(app, "Escape");
  await at(app, EDITOR);

  // A checkpoint, and a branch of the scene that becomes its main line.
  await press(app, "ControlOrMeta+Shift+S");
  await inDialog(app);
  await to(app, literally(`input ${checkpoints.dialog.name}`));
  await type(app, "改结尾之前");
  await press(app, "Enter");
  await left(app);
  await at(app, EDITOR);
  await command(app, versions.commands.show);
  await to(app, literally(`button ${versions.branches.acts}`));
  await press(app, "Enter");
  await to(app, literally(`menuitem ${versions.branches.create}`), "ArrowDown");
  await press(app, "Enter");
  await inDialog(app);
  await to(app, literally(`input ${versions.branchDialog.name}`));
  await type(app, "另一个结尾");
  await press(app, "Enter");
  await left(app);
  await at(app, EDITOR);
  await command(app, versions.commands.show);
  await to(app, literally(`button ${versions.branches.acts}`));
  await press(app, "Enter");
  await to(app, literally(`menuitem ${versions.branches.adopt}`), "ArrowDown");
  await press(app, "Enter");
  await inDialog(app);
  await to(app, literally(`button ${versions.adopt.act}`));
  await press(app, "Enter");
  await left(app);
  await press(app, "Shift+F6");
  await at(app, EDITOR);
  await press(app, "ControlOrMeta+End", "Enter");
  await type(app, "灯灭了。");
  await press(app, "ControlOrMeta+S");
  await app.kept("saved");

  // Compared with the checkpoint, restored, and the restore undone from its notice.
  await command(app, checkpoints.commands.compareLatest);
  await to(app, /^button 恢复到“改结尾之前”/);
  await press(app, "Enter");
  await inDialog(app);
  await to(app, new RegExp(`^button ${checkpoints.restore.act}$`));
  await press(app, "Enter");
  await left(app);
  await page.getByText("已恢复到“改结尾之前”").waitFor();
  await expect.poll(() => app.text()).toBe(drafted);
  await to(app, literally(`button ${checkpoints.restore.undo}`), "F6", 6);
  await press(app, "Enter");
  await page.getByText(checkpoints.restore.undone).waitFor();
  await expect.poll(() => app.text()).toBe(`${drafted}\n灯灭了。`);
  await press(app, "F6");

  // The whole book into a file, a Word document unless another format is chosen.
  await app.answer(join(app.home, "渡口.docx"));
  await press(app, "ControlOrMeta+Shift+E");
  await inDialog(app);
  await to(app, new RegExp(`^button ${transfer.export.submit}$`));
  await press(app, "Enter");
  await page.getByText(transfer.export.done).waitFor();
  await to(app, new RegExp(`^button ${transfer.export.close}$`));
  await press(app, "Enter");
  await left(app);
  expect((await readFile(join(app.home, "渡口.docx"), "latin1")).slice(0, 2)).toBe("PK");

  // Settings: a section by arrows, a switch by Space.
  await press(app, "ControlOrMeta+,");
  await inDialog(app);
  await to(app, /^tab /);
  await press(app, "ArrowDown");
  await at(app, /^tab /);
  await to(app, /^switch /);
  const turned = page.locator(`${DIALOG} [role=switch]:focus`);
  const before = await turned.getAttribute("aria-checked");
  await press(app, "Space");
  await expect.poll(() => turned.getAttribute("aria-checked")).not.toBe(before);
  await press(app, "Escape");
  await left(app);
});
