// The plan of a scene on the real page: empty and folded at first, stored field by field, used by the search's
// filters.
import { expect, it } from "vitest";
import { zh } from "@/features/part/words";
import type { PartView } from "@/ipc/types";
import { findings } from "../axe";
import { inBrowser, openSample } from "./harness";

inBrowser();

it("is written field by field, and the search filters by it", async () => {
  const app = await openSample();
  // The first scene already has a plan.
  await app.run("writing.next_scene");
  const scene = await app.scene();
  const kept = async () => (await app.call<PartView>("manuscript.part", { part: { scene } })).plan;
  const found = async (pov: string) => {
    const request = { query: "老周", mode: "text", filters: { pov, kinds: ["text"] } };
    return (await app.call<{ total: number }>("search.find", request)).total;
  };
  await app.run("part.show");
  const plan = app.page.getByRole("region", { name: zh.plan.title, exact: true });
  const fold = plan.getByRole("button", { name: zh.plan.title });
  await plan.getByText(zh.plan.empty).waitFor();
  expect(await found("阿秀")).toBe(0);
  await fold.click();
  expect(await findings(app.page)).toEqual([]);

  await plan.getByRole("textbox", { name: zh.plan.story_time }).fill("九月末");
  const people = plan.locator("input").and(plan.getByLabel(zh.plan.characters));
  await people.fill("阿秀");
  await people.press("Enter");
  await people.fill("沈惊蛰，");
  const pov = plan.locator("input").and(plan.getByLabel(zh.plan.pov));
  await pov.fill("阿秀");
  await pov.press("Tab");
  await expect
    .poll(kept)
    .toMatchObject({ story_time: "九月末", characters: ["阿秀", "沈惊蛰"], pov: "阿秀" });
  expect(await found("阿秀")).toBeGreaterThan(0);
  expect(await findings(app.page)).toEqual([]);

  // Folded, it is one line.
  await fold.click();
  await plan.getByText("九月末 · 阿秀、沈惊蛰").waitFor();
});
