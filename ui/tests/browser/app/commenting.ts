// Comments on passages of the open text, by keys.
import type { App } from "./harness";
import { inDialog, type } from "./harness";

/** Selects a part of the first line; without a length, puts the caret there. */
export async function select(app: App, from: number, length: number): Promise<void> {
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  for (let at = 0; at < from; at += 1) await app.page.keyboard.press("ArrowRight");
  for (let at = 0; at < length; at += 1) await app.page.keyboard.press("Shift+ArrowRight");
}

/** The passages with comments. */
export const lit = (app: App) => app.page.locator("main .cm-comment");

/** Waits until the text has the keyboard. */
export const inEditor = (app: App) =>
  app.page.waitForFunction(() => document.activeElement?.classList.contains("cm-content") === true);

/** Writes a comment on a passage of the first line. Returns the passage. */
export async function comment(app: App, words: string, from: number, length: number): Promise<string> {
  await select(app, from, length);
  const quote = await app.page.evaluate(() => getSelection()?.toString() ?? "");
  await app.page.keyboard.press("ControlOrMeta+Alt+M");
  await inDialog(app);
  await type(app, words);
  await app.page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  await inEditor(app);
  await lit(app).getByText(quote).waitFor();
  return quote;
}
