// Diagnostics that an author saves: what happened, without prose, keys and paths.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as about } from "@/features/about/words";
import { goToEnd, inBrowser, openSample, type } from "./harness";

inBrowser();

it("contain the commands that failed, and nothing private", async () => {
  const app = await openSample();
  await goToEnd(app);
  await type(app, "谁也不该读到这一句");
  await app.run("writing.save");
  await app.kept("saved");
  await app.call("providers.set_key", { provider: "none", key: "sk-private" }).catch(() => undefined);
  await app.call("scene.text", { scene: 999 }).catch(() => undefined);
  await app.call("project.open", { path: "no such token" }).catch(() => undefined);
  await app.run("about.save_diagnostics");
  const contents = app.dialog().getByRole("region", { name: about.save.contents });
  await expect.poll(() => contents.textContent()).toContain("scene.text");
  const file = join(app.home, "diagnostics.txt");
  await app.answer(file);
  await app.dialog().getByRole("button", { name: about.save.act, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
  const saved = await readFile(file, "utf8");
  expect(saved).toContain("Wenfang 0.1.0");
  const log = saved
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  expect(log).toContainEqual(
    expect.objectContaining({
      event: "a command failed",
      fields: expect.objectContaining({ command: "scene.text" }),
    }),
  );
  for (const secret of ["谁也不该", "渡口", "sk-private", app.home, "no such token"])
    expect(saved).not.toContain(secret);
});
