// Models in the window: acts without one, setting up a server by hand, and text that is not sent before the author
// agrees.
import { expect, it } from "vitest";
import { zh as drafting } from "@/features/drafting/words";
import { zh as models } from "@/features/models/words";
import type { Providers } from "@/ipc/types";
import { findings } from "../axe";
import { type App, goToEnd, inBrowser, inDialog, openSample, storedText } from "./harness";
import { barOf, chats, MODEL, says, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const button = (app: App, name: string) => app.dialog().getByRole("button", { name, exact: true });

/** Sets up the server through the window, up to its test. */
async function addServer(app: App, url: string): Promise<void> {
  await app
    .dialog()
    .getByRole("button", { name: new RegExp(`^${models.custom}`) })
    .click();
  await app.dialog().getByLabel(models.fields.name).fill("测试服务");
  await app.dialog().getByLabel(models.fields.address).fill(url);
  await button(app, models.new.submit).click();
}

it("an act without a model leads to the setup and changes no text", async () => {
  const app = await openSample();
  const scene = await app.scene();
  const before = await app.text();
  const from = await server().requests();
  await goToEnd(app);
  await app.page.keyboard.press("ControlOrMeta+J");
  await app.dialog().getByRole("heading", { name: models.noModel.title }).waitFor();
  await inDialog(app);
  expect(await findings(app.page)).toEqual([]);

  // One step: a preset, with its address filled in.
  await button(app, "Ollama").click();
  await app.dialog().getByRole("heading", { name: "Ollama" }).waitFor();
  expect(await app.dialog().getByLabel(models.fields.address).inputValue()).toBe("http://127.0.0.1:11434/v1");
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });

  expect(await app.text()).toBe(before);
  expect(await storedText(app, scene)).toBe(before);
  expect(await app.call("generation.list", { scene })).toEqual({ generations: [] });
  expect(await server().requests()).toEqual(from);
  expect((await app.call<Providers>("providers.list")).providers).toEqual([]);
  // The text has the focus again.
  await app.page.waitForFunction(() => document.activeElement?.closest(".cm-content") != null);
  await app.page.keyboard.insertText("灯");
  await expect.poll(() => app.text()).toBe(`${before}灯`);
});

it("a server is set up by hand, tested and used by default", async () => {
  await server().script({ models: [MODEL, "another"] });
  const app = await openSample();
  await app.run("models.open");
  await addServer(app, server().url);

  // It answers, and lists its models.
  const found = app.dialog().getByRole("list", { name: models.probe.found });
  await found.getByText(models.probe.steps.reachable).waitFor();
  await found.getByText(models.probe.count.replace("{{n}}", "2")).waitFor();
  await app
    .dialog()
    .getByRole("list", { name: models.probe.choose })
    .getByRole("button", { name: MODEL })
    .click();

  await found.getByText(models.probe.steps.streaming).waitFor();
  await app.dialog().getByText(models.probe.routed.replace("{{model}}", MODEL)).waitFor();
  expect(await findings(app.page)).toEqual([]);
  const { providers, routes } = await app.call<Providers>("providers.list");
  expect(providers.map(({ provider }) => [provider.name, provider.base_url, provider.models.length])).toEqual(
    [["测试服务", server().url, 1]],
  );
  expect(routes.default?.targets.map(({ model }) => model)).toEqual([MODEL]);
  expect(providers[0]?.provider.abilities).not.toBeNull();
  // Testing is not consent to send text; and no text was sent.
  expect(providers[0]?.consented).toBe(false);
  const asked = await chats(server());
  expect(asked.length).toBeGreaterThan(0);
  expect(JSON.stringify(asked)).not.toContain("老周");

  await app
    .dialog()
    .getByRole("button", { name: new RegExp(`^${models.places.routes}`) })
    .click();
  await app.dialog().getByText(models.routes.default, { exact: true }).waitFor();
  expect(await findings(app.page)).toEqual([]);
});

it("an unreachable server is reported and stays set up", async () => {
  const app = await openSample();
  await app.run("models.open");
  await addServer(app, "http://127.0.0.1:9/v1");
  await app.dialog().getByText(models.probe.startServer.replace("{{name}}", "测试服务")).waitFor();
  expect((await app.call<Providers>("providers.list")).routes.default).toBeNull();
  // An invalid address is refused at its field.
  await app.dialog().getByLabel(models.fields.address).fill("就在这里");
  await app.page.keyboard.press("Tab");
  await app.dialog().getByText(models.refusals.url).waitFor();
});

it("text goes to a new host only after the author agreed", async () => {
  await server().script({ models: [MODEL], default: { prose: { characters: 500 } } });
  const app = await openSample();
  await app.run("models.open");
  await addServer(app, server().url);
  await app
    .dialog()
    .getByRole("list", { name: models.probe.choose })
    .getByRole("button", { name: MODEL })
    .click();
  await app.dialog().getByText(models.probe.routed.replace("{{model}}", MODEL)).waitFor();
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  const before = (await server().requests()).length;

  await goToEnd(app);
  await app.page.keyboard.press("ControlOrMeta+J");
  const { host } = new URL(server().url);
  await app
    .dialog()
    .getByRole("heading", { name: drafting.sending.consentTitle.replace("{{host}}", host) })
    .waitFor();
  const shown = app.dialog().locator("pre");
  await shown.last().waitFor();
  expect((await shown.allTextContents()).join("\n")).toContain("老周把船拴在第三根木桩上");
  expect(await findings(app.page)).toEqual([]);
  const words = await shown.allTextContents();
  expect(await server().requests()).toHaveLength(before);

  // Without consent nothing was sent and nothing is left behind.
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  expect(await server().requests()).toHaveLength(before);
  await app.page.keyboard.press("ControlOrMeta+J");
  await button(app, drafting.sending.agree).click();
  await app.dialog().waitFor({ state: "hidden" });
  await says(barOf(app, "continue"), drafting.endings.complete);
  const [sent] = await chats(server(), before);
  // The shown text is what was sent, word for word.
  expect(sent?.body.messages?.map(({ content }) => content)).toEqual(words);
  expect((await app.call<Providers>("providers.list")).providers[0]?.consented).toBe(true);

  await barOf(app, "continue").getByRole("button", { name: drafting.bar.rejectAll }).click();
  const after = (await server().requests()).length;

  // A larger request asks again, with its cost; if refused, nothing is sent and typing continues.
  await app.call("providers.set_unasked", { id: "custom", model: MODEL, tokens: 500 });
  await app.page.keyboard.press("ControlOrMeta+J");
  await app.dialog().getByRole("heading", { name: drafting.sending.previewTitle }).waitFor();
  await app.dialog().getByText(drafting.sending.unpriced, { exact: true }).waitFor();
  expect(await findings(app.page)).toEqual([]);
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  await app.page.keyboard.type("abc");
  await expect.poll(() => app.text()).toContain("abc");
  expect(await server().requests()).toHaveLength(after);
  await app.page.keyboard.press("ControlOrMeta+J");
  await button(app, drafting.sending.send).click();
  await app.dialog().waitFor({ state: "hidden" });
  await says(barOf(app, "continue"), drafting.endings.complete);
  await barOf(app, "continue").getByRole("button", { name: drafting.bar.rejectAll }).click();
  const asked = (await server().requests()).length;
  expect(asked).toBeGreaterThan(after);

  // Revoked in the settings, consent is required again.
  await app.run("models.open");
  await app.dialog().getByRole("button", { name: models.consent.withdraw, exact: true }).click();
  await app.dialog().getByText(models.consent.notGiven, { exact: true }).waitFor();
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  await app.page.keyboard.press("ControlOrMeta+J");
  await button(app, drafting.sending.agree).waitFor();
  expect(await server().requests()).toHaveLength(asked);
});
