// A novel that another window writes: read here, then opened for writing; and notices that end with their novel.
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as welcome } from "@/features/welcome/words";
import { inBrowser, openApp, openSample } from "./harness";

inBrowser();

it("a novel open read-only is opened for writing once it is free", async () => {
  const first = await openSample();
  const file = join(first.home, "data", "渡口.wenfang");
  const second = await openApp({
    before: async (running) => {
      await running.answer(file);
      const { path } = await running.call<{ path: { path: string } }>("window.choose", {
        kind: "open_project",
        title: "",
      });
      await running.answer();
      await running.call("project.open", { path: path.path, mode: "read" });
    },
  });
  await second.editor().waitFor();
  const write = second.page.getByRole("button", { name: welcome.readOnly.write });
  await first.editor().click();
  await first.page.keyboard.press("ControlOrMeta+Home");
  await first.page.keyboard.type("Q");
  await first.run("writing.save");
  await first.kept("saved");
  await first.call("project.close");
  await write.click();
  await write.waitFor({ state: "hidden" });
  await expect.poll(() => second.text()).toContain("Q");
  await second.editor().click();
  await second.page.keyboard.press("ControlOrMeta+Home");
  await second.page.keyboard.type("Z");
  await expect.poll(() => second.text()).toMatch(/^ZQ/);
});

it("the notices of a novel close with it", async () => {
  const app = await openSample();
  const rows = app.page.locator("[data-key^='chapter:']");
  await rows.first().dragTo(rows.last(), { targetPosition: { x: 80, y: 26 } });
  const undo = app.page.getByRole("region").getByRole("button", { name: "撤销" });
  await undo.hover();
  await app.call("project.close");
  await undo.waitFor({ state: "hidden", timeout: 3000 });
});
