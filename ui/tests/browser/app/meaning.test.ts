// The embedding model in the window: a folder of the author's, a download from a hub after consent, stopped and
// resumed, damage, and removal.
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { zh } from "@/features/meaning/words";
import type { MeaningState } from "@/ipc/types";
import { findings } from "../axe";
import { type App, inBrowser, openApp, openSample } from "./harness";
import { type Hub, startHub, writeCatalogue, writeTinyModel } from "./tiny-model";

inBrowser();

let folder: string;
let model: string;
let hub: Hub;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wenfang-model-"));
  model = join(folder, "江上");
  await writeTinyModel(model);
  env = { WENFANG_MODEL_CATALOGUE: await writeCatalogue(model, join(folder, "catalogue.json")) };
  hub = await startHub(model);
});
afterAll(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

const button = (app: App, name: string) => app.dialog().getByRole("button", { name, exact: true });
const says = (app: App, words: string) => app.dialog().getByText(words, { exact: true }).waitFor();
const now = (app: App) => app.dialog().getByRole("region", { name: zh.now.label });
const state = (app: App) => app.call<MeaningState>("meaning.state");
const named = (words: string, name: string) => words.replace("{{name}}", name);

it("a model folder is chosen, checked, used and removed", async () => {
  const app = await openSample({ env });
  await app.run("meaning.settings");
  await says(app, zh.now.none);
  expect(await findings(app.page)).toEqual([]);

  await app.answer(model);
  await button(app, zh.models.choose).click();
  await says(app, named(zh.checked.ready, "江上"));
  await now(app).getByRole("heading", { name: "江上" }).waitFor();
  expect((await state(app)).model).toMatchObject({ type: "folder", name: "江上", present: true });
  expect(await findings(app.page)).toEqual([]);

  await button(app, zh.now.check).click();
  await says(app, named(zh.checked.good, "江上"));

  const broken = join(folder, "断");
  await writeTinyModel(broken);
  await truncate(join(broken, "model.safetensors"), 5_000);
  await app.answer(broken);
  await app.dialog().getByRole("button", { name: zh.models.choose, exact: true }).last().click();
  await says(app, zh.troubles.folderTitle);
  await says(
    app,
    zh.troubles.file
      .replace("{{file}}", "model.safetensors")
      .replace("{{reason}}", zh.troubles.reasons.length),
  );
  expect((await state(app)).model).toMatchObject({ name: "江上" });

  await button(app, zh.now.remove).click();
  await button(app, zh.removing.confirm).click();
  await says(app, zh.now.none);
  expect((await state(app)).model).toEqual({ type: "none" });
  await app.answer(model);
  await button(app, zh.models.choose).first().click();
  await says(app, named(zh.checked.ready, "江上"));
});

it("a download needs consent, and is stopped, resumed and used", async () => {
  const app = await openApp({ env });
  await app.run("meaning.settings");
  // The catalogue for tests has no public servers.
  await button(app, zh.models.download).click();
  await says(app, zh.consent.nowhere);
  await app.dialog().getByLabel(zh.mirrors.address).fill("就在这里");
  await button(app, zh.mirrors.add).click();
  await says(app, zh.mirrors.refusals.not_an_address);
  await app.dialog().getByLabel(zh.mirrors.address).fill(hub.address);
  await button(app, zh.mirrors.add).click();
  const consent = app.dialog().getByRole("group", { name: zh.consent.title });
  await consent.getByText(new URL(hub.address).host, { exact: true }).waitFor();
  expect(await findings(app.page)).toEqual([]);
  expect(hub.asked).toEqual([]);

  hub.hold(9_000);
  await button(app, zh.consent.agree).click();
  await says(app, named(zh.work.download, "tiny"));
  await expect.poll(() => hub.asked).toContain("model.safetensors");
  await app.dialog().getByRole("button", { name: "停止", exact: true }).click();
  await button(app, zh.work.goOn).waitFor();
  await expect.poll(async () => (await state(app)).catalogue[0]?.presence).toBe("partial");
  expect((await state(app)).model.type).toBe("none");

  hub.letGo();
  await button(app, zh.work.goOn).click();
  await says(app, named(zh.checked.ready, "tiny"));
  await says(app, zh.checked.files);
  expect((await state(app)).model).toEqual({ type: "downloaded", model: "tiny", present: true });

  // Later damage is found by a check, and only the damaged file is fetched again.
  await writeFile(join(app.home, "data", "embedding", "tiny", "vocab.txt"), "spoilt");
  const before = hub.asked.length;
  await button(app, zh.now.check).click();
  await says(app, zh.troubles.damagedTitle);
  await button(app, zh.troubles.again).click();
  await says(app, named(zh.checked.ready, "tiny"));
  expect(hub.asked.slice(before)).toEqual(["vocab.txt"]);
});

it("settings are stored, and a missing hub is reported", async () => {
  const app = await openApp({ env });
  const gone = await startHub(folder);
  await gone.close();
  await app.call("meaning.set", { mirrors: [gone.address] });
  await app.run("meaning.settings");
  await app.dialog().getByRole("switch", { name: zh.use.int8 }).click();
  await expect.poll(async () => (await state(app)).scheme).toBe("int8");
  await app.dialog().getByRole("switch", { name: zh.use.battery }).click();
  await expect.poll(async () => (await state(app)).pause_on_battery).toBe(false);
  await button(app, zh.models.download).click();
  await button(app, zh.consent.agree).click();
  await says(app, zh.troubles.no_network.title);
  expect(await findings(app.page)).toEqual([]);
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  await app.run("meaning.settings");
  await app.dialog().locator("[role=switch][aria-checked=true]").first().waitFor();
  expect(await app.dialog().getByText(zh.troubles.no_network.title).count()).toBe(0);
});
