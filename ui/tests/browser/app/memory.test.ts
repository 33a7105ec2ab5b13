// The memory of a scene in the window: retrieved by its plan, reviewed, items dropped and restored, ignored when the
// plan changes; by a model only after the author agreed to what is sent.
import { expect, it } from "vitest";
import { zh as context } from "@/features/context/words";
import { zh as drafting } from "@/features/drafting/words";
import { zh } from "@/features/memory/words";
import { zh as models } from "@/features/models/words";
import type { ContextPreview, MemoryOfScene, OutlineView } from "@/ipc/types";
import { findings } from "../axe";
import { type App, inBrowser, openSample, pointedOut } from "./harness";
import { chats, MODEL, provider, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const tab = (app: App) => app.page.getByRole("region", { name: context.title, exact: true });
const button = (app: App, name: string) => tab(app).getByRole("button", { name, exact: true });
const memory = (app: App, scene: number) => app.call<MemoryOfScene>("memory.get", { scene });

/** Opens the last scene of the novel: everything is told before it. */
async function openLast(app: App): Promise<number> {
  const { volumes } = await app.call<OutlineView>("manuscript.outline");
  const scenes = volumes.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.scenes));
  for (let step = 1; step < scenes.length; step += 1) await app.run("writing.next_scene");
  const scene = await app.scene();
  await app.run("context.memory");
  return scene;
}

it("is retrieved by the plan, and items are dropped, restored and opened", async () => {
  const app = await openSample();
  const scene = await openLast(app);
  await tab(app).getByText(zh.none, { exact: true }).waitFor();
  expect(await findings(app.page)).toEqual([]);
  await button(app, zh.byPlan).click();
  const passages = tab(app).getByRole("region", { name: zh.passages.title });
  await passages.getByRole("checkbox").first().waitFor();
  expect(await findings(app.page)).toEqual([]);
  const found = (await memory(app, scene)).memory;
  expect(found?.queries_from).toBe("plan");
  expect(found?.relevant_memories.length).toBeGreaterThan(0);
  expect(found?.relevant_memories.every((one) => one.scene !== scene)).toBe(true);
  const [first] = found?.relevant_memories ?? [];

  // A dropped item is stored at once, and not sent.
  const box = passages.getByRole("checkbox").first();
  await box.click();
  await expect.poll(async () => (await memory(app, scene)).memory?.dropped).toEqual([first?.id]);
  await tab(app).getByText(zh.notSent, { exact: true }).waitFor();
  const fates = async () => {
    const { parts } = await app.call<ContextPreview>("context.preview", { scene, act: "draft" });
    const isFirst = ({ source }: (typeof parts)[number]) =>
      source.kind === "passage" && source.scene === first?.scene && source.range.start === first.range.start;
    return parts.filter(isFirst).map(({ fate }) => fate);
  };
  expect(await fates()).toEqual([{ kind: "dropped", reason: { kind: "dropped_by_author" } }]);
  await box.click();
  await expect.poll(async () => (await memory(app, scene)).memory?.dropped).toEqual([]);
  expect(JSON.stringify(await fates())).not.toContain("dropped_by_author");

  await passages
    .getByRole("button", { name: /^到原文/ })
    .first()
    .click();
  await expect.poll(() => app.scene()).toBe(first?.scene);
  expect(await pointedOut(app)).toContain(first?.text.slice(0, 8) ?? "?");
});

it("of an earlier plan is marked as such and retrieved again", async () => {
  const app = await openSample();
  const scene = await openLast(app);
  await button(app, zh.byPlan).click();
  await tab(app)
    .getByText(/^送出 \d+ \/ \d+ 项$/)
    .waitFor();
  await app.call("manuscript.describe", { part: { scene }, synopsis: "粥里的米是谁留下的。" });
  await tab(app).getByText(zh.stale.title, { exact: true }).waitFor();
  expect(await findings(app.page)).toEqual([]);
  await tab(app).getByRole("note").getByRole("button", { name: zh.byPlan }).click();
  await tab(app).getByRole("note").waitFor({ state: "hidden" });
  expect((await memory(app, scene)).is_stale).toBe(false);
});

it("a model provides the queries only with consent", async () => {
  await server().script({
    models: [MODEL],
    default: { text: JSON.stringify({ entities: ["老周"], events: [], queries: ["铜钱", "对岸的灯"] }) },
  });
  const app = await openSample();
  const scene = await openLast(app);
  await button(app, zh.byModel).click();
  await app.dialog().getByRole("heading", { name: models.noModel.title }).waitFor();
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });

  await app.call("providers.save", { provider: provider("one", server().url) });
  const target = { provider: "one", model: MODEL, parameters: {} };
  await app.call("providers.set_routes", {
    routes: { default: { targets: [target], fallback: true }, tasks: {} },
  });
  const before = (await server().requests()).length;
  await button(app, zh.byModel).click();
  const { host } = new URL(server().url);
  await app
    .dialog()
    .getByRole("heading", { name: drafting.sending.consentTitle.replace("{{host}}", host) })
    .waitFor();
  expect(await server().requests()).toHaveLength(before);
  await app.dialog().getByRole("button", { name: drafting.sending.agree, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
  await expect
    .poll(async () => (await memory(app, scene)).memory?.queries_from, { timeout: 20_000 })
    .toBe("model");
  expect(await chats(server(), before)).toHaveLength(1);
  await button(app, zh.asked.title).click();
  await tab(app).getByText("对岸的灯", { exact: true }).waitFor();
  expect((await memory(app, scene)).memory?.degraded).toEqual([]);
});
