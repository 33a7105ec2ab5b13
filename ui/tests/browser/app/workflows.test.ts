// Workflows and checks on the real page: a chapter is completed step by step while the author writes, its results are
// reached from the text, findings are marked, fixed and waived, and everything works by screen reader and keyboard.
import { expect, it } from "vitest";
import { zh as own } from "@/app/words";
import { zh as findings } from "@/features/findings/words";
import { zh as workflows } from "@/features/workflows/words";
import { findings as axe } from "../axe";
import { type App, goToEnd, inBrowser, openSample, pointedOut, storedText, type } from "./harness";

inBrowser();

const panel = (app: App, name: string) =>
  app.page.getByRole("complementary").getByRole("region", { name, exact: true });
const runs = (app: App) => panel(app, workflows.title);
const issues = (app: App) => panel(app, findings.title);
const steps = (app: App) => runs(app).locator("[data-step]");

/** Waits until every step of the displayed run has ended. */
async function over(app: App): Promise<void> {
  await app.page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLElement>("[data-step]")];
    const open = ["pending", "ready", "running", "waiting"];
    return all.length > 0 && all.every(({ dataset }) => !open.includes(dataset["status"] ?? ""));
  });
}

const noted = (app: App) => app.page.locator("main .cm-mark[class*='cm-mark-issue-']").allTextContents();

it("a chapter is completed while writing, and its results are reachable", async () => {
  const app = await openSample();
  await goToEnd(app);
  await app.page.keyboard.press("ControlOrMeta+Shift+Enter");
  await runs(app)
    .getByRole("heading", { name: /^完成本章/ })
    .waitFor();
  // The text still has the focus.
  await type(app, "他又等了一会儿。");
  expect(await app.text()).toContain("他又等了一会儿。");
  await over(app);
  expect(await steps(app).evaluateAll((all) => all.map((one) => one.getAttribute("data-status")))).toEqual([
    "completed",
    "completed",
    "completed",
    "completed",
  ]);
  expect(await axe(app.page)).toEqual([]);

  // Without a model each step says that it ran on this machine.
  expect(await runs(app).getByText(workflows.source.local, { exact: true }).count()).toBeGreaterThan(0);
  const event = runs(app).getByRole("list", { name: workflows.summary.events }).getByRole("button").first();
  await event.click();
  const passage = await pointedOut(app);
  expect(await storedText(app, await app.scene())).toContain(passage);

  // The toolbar of the text shows the summary; text written since makes it outdated.
  const header = app.page.getByTestId("chapter-summary");
  await app.page.waitForFunction(() =>
    /fresh|stale/.test(
      document.querySelector<HTMLElement>("[data-testid=chapter-summary]")?.dataset["standing"] ?? "",
    ),
  );
  await goToEnd(app);
  await type(app, "灯灭了。");
  await app.kept("kept");
  await header.and(app.page.locator("[data-standing=stale]")).waitFor();
  await header.click();
  await app.page.getByText(workflows.summary.staleText).waitFor();
  await app.page.keyboard.press("Escape");
});

it("a double press starts one run, which is listed and logged", async () => {
  const app = await openSample();
  await Promise.all([app.run("workflow.complete_chapter"), app.run("workflow.complete_chapter")]);
  await over(app);
  const { runs: all } = await app.call<{ runs: { workflow: string }[] }>("workflow.runs", {});
  expect(all.filter(({ workflow }) => workflow === "chapter_completion")).toHaveLength(1);
  await runs(app).getByRole("button", { name: workflows.log.title }).click();
  const log = runs(app).getByRole("list", { name: workflows.log.title });
  await log.getByText(workflows.log.kinds.completed).first().waitFor();
  await runs(app).getByRole("button", { name: workflows.back }).click();
  const row = runs(app).getByRole("button", { name: /^完成本章/ });
  await row.waitFor();
  expect(await row.count()).toBe(1);
  expect(await axe(app.page)).toEqual([]);
});

it("a suggestion becomes the plan of the next chapter", async () => {
  const app = await openSample();
  const before = await app.scene();
  await app.run("workflow.complete_chapter");
  await over(app);
  const cards = runs(app).getByRole("list", { name: workflows.suggestions.title }).getByRole("article");
  await cards.first().waitFor();
  const title = await cards.first().getAttribute("aria-label");
  await cards.first().getByRole("button", { name: workflows.suggestions.accept }).click();
  await app.page.waitForFunction((scene) => window.wenfang.scene() !== scene, before);
  const scene = await app.scene();
  const { plan } = await app.call<{ plan: unknown }>("manuscript.part", { part: { scene } });
  expect(plan, `the plan made of ${title}`).not.toBeNull();
});

it("a rerun is previewed and reuses unchanged steps", async () => {
  const app = await openSample();
  await app.run("workflow.complete_chapter");
  await over(app);
  await runs(app).getByRole("button", { name: workflows.again.open }).click();
  await app.dialog().getByRole("region", { name: workflows.again.runs }).waitFor();
  expect(await axe(app.page)).toEqual([]);
  await app.dialog().getByRole("button", { name: workflows.again.title }).click();
  await app.dialog().waitFor({ state: "hidden" });
  await over(app);
  const { runs: all } = await app.call<{ runs: unknown[] }>("workflow.runs", {});
  expect(all).toHaveLength(2);
});

it("a finding is marked, reached by keys, waived and restored", async () => {
  const app = await openSample();
  // This rule is off by default: it finds many errors in old books.
  await app.call("check.set_rule", { rule: "punctuation", on: true });
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, "“他没有回来，老周说。");
  await app.kept("kept");
  await app.page.keyboard.press("ControlOrMeta+F7");
  await issues(app).getByText(findings.brought.some.slice(0, 4)).waitFor();
  const row = issues(app).getByRole("button", { name: new RegExp(findings.rules.punctuation.name) });
  await row.first().waitFor();
  await app.page.waitForFunction(
    () => document.querySelector("main .cm-mark[class*='cm-mark-issue-']") !== null,
  );
  const marked = await noted(app);
  expect(marked.length).toBeGreaterThan(0);
  expect(await axe(app.page)).toEqual([]);

  // By keyboard, from anywhere.
  await app.editor().click();
  await app.page.keyboard.press("F7");
  await pointedOut(app);
  await issues(app).getByRole("list", { name: findings.evidence }).waitFor();

  // Text typed in front moves the marks along.
  await app.page.keyboard.press("ControlOrMeta+Home");
  await type(app, "雨夜。");
  expect(await noted(app)).toEqual(marked);

  // The key opened the finding it went to.
  await issues(app).getByRole("button", { name: findings.waive.open }).click();
  await issues(app).getByRole("radio", { name: findings.waive.scopes.intended.label }).click();
  await issues(app).getByRole("textbox", { name: findings.waive.reason }).fill("引语没有说完");
  await issues(app).getByRole("button", { name: findings.waive.do, exact: true }).click();
  await app.page.getByText(findings.waive.done.intended).waitFor();
  await issues(app).getByRole("checkbox", { name: findings.showWaived }).click();
  const waived = row.filter({ hasText: findings.waived }).first();
  await waived.waitFor();
  // It is still the selected one, and unfolds with its waiver.
  if (!(await issues(app).getByText("引语没有说完").isVisible())) await waived.click();
  await issues(app).getByText("引语没有说完").waitFor();
  await issues(app).getByRole("button", { name: findings.waive.takeBack }).click();
  await issues(app).getByText("引语没有说完").waitFor({ state: "detached" });
});

it("a correction is applied in one step and undone in one", async () => {
  const app = await openSample();
  // This rule is off by default: it finds many errors in old books.
  await app.call("check.set_rule", { rule: "punctuation", on: true });
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  // A half-width comma in Chinese text.
  await type(app, "他站着,没有说话。");
  const before = await app.text();
  await app.run("findings.check_chapter");
  const row = issues(app).getByRole("button", { name: new RegExp(findings.rules.punctuation.name) });
  await row.first().click();
  await issues(app).getByRole("button", { name: /^改成/ }).click();
  await app.page.waitForFunction((text) => window.wenfang.text() !== text, before);
  expect(await app.text()).toContain("他站着，没有说话。");
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Z");
  expect(await app.text()).toBe(before);
});

it("the step graph works by keyboard; rules and switches are in the settings", async () => {
  const app = await openSample();
  await app.page.getByRole("tab", { name: own.tabs.workflows }).click();
  await runs(app)
    .getByRole("button", { name: workflows.list.graph.replace("{{name}}", "完成本章") })
    .click();
  const nodes = app.page.locator("main [data-node]");
  await nodes.first().focus();
  await app.page.keyboard.press("ArrowDown");
  await app.page.keyboard.press("ArrowDown");
  expect(await app.page.evaluate(() => document.activeElement?.getAttribute("data-node"))).toBe(
    "check_consistency",
  );
  expect(await axe(app.page)).toEqual([]);

  await app.run("findings.rules");
  const table = app.dialog().getByRole("table", { name: findings.ruleTable.title });
  const rule = table.getByRole("switch", { name: findings.rules.openings.name });
  const on = await rule.getAttribute("aria-checked");
  await rule.click();
  await table.getByRole("button", { name: /恢复默认/ }).click();
  await app.page.waitForFunction(
    ([name, was]) =>
      document.querySelector(`[role=switch][aria-labelledby]`) !== null &&
      [...document.querySelectorAll("[role=switch]")].some(
        (one) =>
          document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent === name &&
          one.getAttribute("aria-checked") === was,
      ),
    [findings.rules.openings.name, on] as const,
  );
  await app.page.keyboard.press("Escape");
  await app.run("workflow.switches");
  await app.dialog().getByText(workflows.switches.title).waitFor();
  expect(await axe(app.page)).toEqual([]);
});
