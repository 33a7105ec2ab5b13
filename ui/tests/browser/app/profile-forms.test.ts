// The steps of a profile as forms: added, filled in, undone, with a fault that comes and goes, saved and opened again.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as pipelines } from "@/features/pipelines/words";
import type { ProfileText } from "@/ipc/types";
import { findings } from "../axe";
import { type App, inBrowser, inDialog, openSample } from "./harness";

inBrowser();

/** Opens a copy of a shipped profile in its forms. */
async function openCopy(app: App): Promise<void> {
  await app.run("pipelines.open");
  await app.page.getByText("细写").first().click();
  await app.page.getByRole("button", { name: pipelines.edit }).click();
  await app.page.getByText(pipelines.valid).waitFor();
}

const region = (app: App, phase: keyof typeof pipelines.phases) =>
  app.page.getByRole("region", { name: pipelines.phases[phase], exact: true });

async function stored(app: App): Promise<{ pre: { id: string; params?: object; when?: string }[] }> {
  const { text } = await app.call<ProfileText>("pipeline.get", { profile: "careful_2" });
  return JSON.parse(text);
}

it("a step is added, filled in, faulty, mended, saved and still there", async () => {
  const app = await openSample();
  await openCopy(app);
  await app.page.getByRole("button", { name: pipelines.addStep.pre }).click();
  await app.page.getByRole("menuitem", { name: "先要有计划" }).click();
  const step = region(app, "pre").getByRole("button", { name: /^先要有计划/ });
  await expect.poll(() => step.getAttribute("aria-expanded")).toBe("true");
  await region(app, "pre").getByRole("checkbox", { name: pipelines.kinds.require.plan.choices.pov }).click();
  await region(app, "pre").getByRole("button", { name: pipelines.step.more }).click();
  const when = region(app, "pre").getByRole("textbox", { name: pipelines.step.when });
  await when.fill("{{nodes.notes.output.x}} >");
  await region(app, "pre").getByText(pipelines.faults.condition_end).waitFor();
  const faults = app.page.getByRole("list", { name: pipelines.faultsLabel });
  await faults.getByRole("button", { name: /^先要有计划/ }).waitFor();
  expect(await findings(app.page)).toEqual([]);
  const save = app.page.getByRole("button", { name: pipelines.save, exact: true });
  expect(await save.isDisabled()).toBe(true);
  await when.fill("");
  await app.page.getByText(pipelines.valid).waitFor();
  await expect.poll(() => save.isEnabled()).toBe(true);
  await save.click();
  await app.page.getByRole("button", { name: pipelines.editOwn }).waitFor();
  expect((await stored(app)).pre.at(-1)).toEqual({
    id: "require",
    handler: "require",
    params: { plan: ["synopsis", "pov"] },
  });
  await app.page.getByRole("button", { name: pipelines.editOwn }).click();
  await step.click();
  const pov = region(app, "pre").getByRole("checkbox", { name: pipelines.kinds.require.plan.choices.pov });
  await expect.poll(() => pov.getAttribute("aria-checked")).toBe("true");
});

it("acts on steps are undone, and both views show one draft", async () => {
  const app = await openSample();
  await openCopy(app);
  const names = () =>
    region(app, "pre")
      .locator("li > div > button[aria-expanded]")
      .evaluateAll((all) => all.map((one) => one.querySelector("span")?.textContent));
  expect(await names()).toEqual(["回想前文", "写前笔记"]);
  await region(app, "pre")
    .getByRole("button", { name: /^写前笔记/ })
    .focus();
  await app.page.keyboard.press("Alt+ArrowUp");
  await expect.poll(names).toEqual(["写前笔记", "回想前文"]);
  await region(app, "pre").getByRole("button", { name: pipelines.step.remove }).first().click();
  await expect.poll(names).toEqual(["回想前文"]);
  await app.page.keyboard.press("Control+z");
  await expect.poll(names).toEqual(["写前笔记", "回想前文"]);
  await app.page.getByRole("radio", { name: pipelines.views.json }).click();
  const json = app.page.getByRole("textbox", { name: pipelines.editor.replace("{{name}}", "细写") });
  await json.getByText('"id": "notes"').click();
  await app.page.keyboard.press("Home");
  await app.page.keyboard.type("x");
  await app.page.getByRole("radio", { name: pipelines.views.steps }).click();
  await app.page.getByText(pipelines.unreadable).waitFor();
  await app.page.getByRole("button", { name: pipelines.toJson }).click();
  await json.waitFor();
  await app.page.getByRole("radio", { name: pipelines.views.steps }).click();
  await app.page.getByRole("button", { name: pipelines.undoAct }).click();
  await expect.poll(names).toEqual(["写前笔记", "回想前文"]);
  await app.page.getByRole("button", { name: pipelines.undoAct }).click();
  await expect.poll(names).toEqual(["回想前文", "写前笔记"]);
  expect(await app.page.getByRole("button", { name: pipelines.undoAct }).isDisabled()).toBe(true);
});

it("a file that is no profile is told, and the next one is taken", async () => {
  const app = await openSample();
  await app.run("pipelines.open");
  const choose = async (name: string, content: string | Uint8Array) => {
    const file = join(app.home, name);
    await writeFile(file, content);
    await app.answer(file);
  };
  await choose("猫.json", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe));
  await app.page.getByRole("button", { name: pipelines.import }).click();
  await inDialog(app);
  await app.dialog().getByText(pipelines.notProfile.not_text.text).waitFor();
  await app.dialog().getByText(pipelines.notProfile.safe).waitFor();
  expect(await findings(app.page)).toEqual([]);
  await choose("别的.json", '{ "name": "别的" }');
  await app.page.getByRole("button", { name: pipelines.notProfile.again }).click();
  await app.dialog().getByText(pipelines.notProfile.other_json.text).waitFor();
  await app.dialog().getByText(pipelines.faults.missing_field.replace("{{field}}", "profile_id")).waitFor();
  await choose("雨夜.json", '{ "profile_id": "rain", "title": { "zh": "雨夜", "en": "Rain" } }');
  await app.page.getByRole("button", { name: pipelines.notProfile.again }).click();
  await app.page.getByRole("heading", { name: "雨夜" }).waitFor();
});
