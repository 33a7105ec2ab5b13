// The prompt workshop in the window: changes apply to the next request, and the receipt shows them.
import { expect, it } from "vitest";
import { zh as context } from "@/features/context/words";
import { zh as drafting } from "@/features/drafting/words";
import { zh as prompts } from "@/features/prompts/words";
import type { PromptEntry, PromptList } from "@/ipc/types";
import { findings } from "../axe";
import { type App, goToEnd, inBrowser, openSample, type } from "./harness";
import { barOf, chats, newest, provider, says, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const RULE = "- 每段不超过三句。";

async function inUse(app: App): Promise<PromptEntry["in_use"]> {
  const list = await app.call<PromptList>("prompts.list");
  const of = ({ key, language }: PromptEntry) => key === "continue" && language === "zh";
  return list.prompts.find(of)?.in_use ?? null;
}

/** Continues, and leaves the proposal. */
async function goOn(app: App): Promise<void> {
  await app.page.keyboard.press("ControlOrMeta+J");
  const bar = barOf(app, "continue");
  await says(bar, drafting.endings.complete);
  await app.page.locator("main .cm-proposal-hunk").first().waitFor();
  await bar.getByRole("button", { name: drafting.bar.rejectAll }).click();
  await bar.waitFor({ state: "detached" });
}

/** Opens the workshop at a template. */
async function workshop(app: App): Promise<void> {
  await app.run("prompts.open");
  await app.page.getByRole("navigation", { name: prompts.list }).getByText("续写").click();
  await app.page.getByRole("textbox", { name: prompts.editor.replace("{{title}}", "续写") }).waitFor();
}

it("a changed prompt is sent, is in the receipt, and can be reset", async () => {
  await server().script({ default: { prose: { characters: 500 } } });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const scene = await app.scene();
  await goToEnd(app);
  await workshop(app);
  expect(await findings(app.page)).toEqual([]);
  await app.page.getByRole("textbox", { name: prompts.editor.replace("{{title}}", "续写") }).click();
  await app.page.keyboard.press("ControlOrMeta+End");
  // An error is shown at its line, and the template is not stored.
  await type(app, "\n{{ nothing }}");
  const save = app.page.getByRole("button", { name: prompts.save.replace("{{n}}", "1") });
  await app.page.getByText(prompts.faults.unknown_variable.replace("{{name}}", "nothing")).waitFor();
  expect(await save.isDisabled()).toBe(true);
  expect(await findings(app.page)).toEqual([]);
  await app.page.keyboard.press("ControlOrMeta+Z");
  await type(app, `\n${RULE}\n`);
  // The result for the example is shown beside it.
  await app.page.getByRole("tabpanel").getByText(RULE, { exact: false }).first().waitFor();
  await app.page.getByLabel(prompts.note, { exact: true }).fill("短段落");
  await save.click();
  await app.page.getByText(prompts.saved.replace("{{n}}", "1")).waitFor();
  expect(await inUse(app)).not.toBeNull();
  await app.page.keyboard.press("Escape");
  await app.editor().waitFor();

  await goToEnd(app);
  await goOn(app);
  const sent = async () => (await chats(server())).at(-1)?.body.messages?.at(-1)?.content ?? "";
  expect(await sent()).toContain(RULE);
  const { generation, receipt } = await newest(app, scene);
  expect(generation.prompt.version).toBe(1);
  expect(receipt?.template.version).toBe(1);
  await app.run("context.records");
  await app.page.getByRole("complementary").first().getByText(drafting.acts.continue).first().click();
  await app.page
    .getByText(context.prompt.own.replace("{{n}}", "1").replace("{{name}}", ""), { exact: false })
    .waitFor();

  // Resets to the shipped template; the custom version stays in the list.
  await workshop(app);
  await app.page.getByRole("tab", { name: new RegExp(`^${prompts.sides.versions}`) }).click();
  const versions = app.page.getByRole("tabpanel");
  await versions.getByText("v1", { exact: true }).waitFor();
  await versions.getByText("短段落").waitFor();
  expect(await findings(app.page)).toEqual([]);
  const centre = app.page.getByRole("region", { name: prompts.title });
  await centre.getByRole("button", { name: prompts.more, exact: true }).click();
  await app.page.getByRole("menuitem", { name: prompts.reset }).click();
  await expect.poll(() => inUse(app)).toBeNull();
  await versions.getByText("v1", { exact: true }).waitFor();
  await app.run("writing.to_text");
  await app.editor().waitFor();
  await goToEnd(app);
  await goOn(app);
  expect(await sent()).not.toContain(RULE);
  expect((await newest(app, scene)).generation.prompt.version ?? null).toBeNull();
});
