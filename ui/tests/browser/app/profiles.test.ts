// A profile of generation in the window with the scripted server: a step that refuses, steps that are switched off
// before a text, and a trial.
import { expect, it } from "vitest";
import { zh as drafting } from "@/features/drafting/words";
import { zh as pipelines } from "@/features/pipelines/words";
import { findings } from "../axe";
import { inBrowser, inDialog, openSample } from "./harness";
import { barOf, begin, chats, MODEL, provider, says, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const TEXT = "雨停了，江面上只剩下一层薄雾。老周把马灯提高了一点，照见石阶上一串湿脚印。他没有喊，只等着。";
const slowly = { default: { deltas: TEXT.match(/[\s\S]{1,2}/g) ?? [], delta_delay_ms: 500 } };

it("a step that refuses is left out when the author says so", async () => {
  await server().script(slowly);
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  await app.call("pipeline.save", {
    text: JSON.stringify({
      profile_id: "strict",
      title: { zh: "严", en: "Strict" },
      pre: [{ id: "plan", handler: "require", params: { plan: ["turning_point", "conflict", "location"] } }],
    }),
  });
  await app.call("pipeline.use", { subject: "novel", profile: "strict" });
  await app.run("binder.new_scene");
  await app.editor().waitFor();
  await begin(app, "drafting.continue");
  await app.page.getByRole("button", { name: drafting.refused.writeAnyway }).click({ timeout: 20_000 });
  await says(barOf(app, "continue"), drafting.states.streaming);
});

const NOTES = { beats: ["老周等船"], goal: "写雾", must_not: ["对岸是谁"], echoes: [] };
const notesFirst = {
  rules: [{ when: { contains: "工作笔记，交给" }, answer: { json: NOTES } }],
  default: { text: TEXT },
};

it("a step is left out of the next text alone", async () => {
  await server().script(notesFirst);
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  await app.call("pipeline.use", { profile: "careful" });
  const noted = async () => {
    const sent = (await chats(server())).map(({ body }) => JSON.stringify(body));
    return sent.filter((body) => body.includes("工作笔记，交给")).length;
  };
  const asked = await noted();
  await app.run("context.show");
  const planned = app.page.getByRole("region", { name: pipelines.planned.label });
  const notes = planned.getByRole("switch", { name: "写前笔记" });
  await notes.click();
  await planned.getByText("写之前 · 这次跳过").waitFor();
  expect(await findings(app.page)).toEqual([]);
  const bar = barOf(app, "continue");
  await begin(app, "drafting.continue");
  await bar.getByText("处改动 · 采纳 0").waitFor();
  expect(await noted()).toBe(asked);
  await app.run("drafting.reject_all");
  await bar.waitFor({ state: "detached" });
  // The next text has all its steps again.
  await expect.poll(() => notes.getAttribute("aria-checked")).toBe("true");
  await begin(app, "drafting.continue");
  await bar.getByText("处改动 · 采纳 0").waitFor();
  expect(await noted()).toBe(asked + 1);
});

it("what is sent unfolds with that of each step, and the button does not move meanwhile", async () => {
  await server().script(notesFirst);
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  await app.call("providers.set_unasked", { id: "one", model: MODEL, tokens: 0 });
  await app.call("pipeline.use", { profile: "careful" });
  // The window asks for the preview; it comes when the test says so.
  let release = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await app.page.route("**/call", async (route) => {
    if (/"name":"(context|pipeline)\.preview"/.test(route.request().postData() ?? "")) await held;
    await route.continue();
  });
  await begin(app, "drafting.continue");
  const send = app.dialog().getByRole("button", { name: drafting.sending.send, exact: true });
  await send.waitFor();
  const before = await send.boundingBox();
  expect(await send.isDisabled()).toBe(true);
  release();
  await expect.poll(() => send.isDisabled()).toBe(false);
  expect(await send.boundingBox()).toEqual(before);
  await app
    .dialog()
    .getByRole("button", { name: /^“写前笔记”送出的请求/ })
    .click();
  await app
    .dialog()
    .getByText(/^发往 http/)
    .waitFor();
  await app.dialog().getByText("工作笔记，交给", { exact: false }).waitFor({ state: "attached" });
  expect(await findings(app.page)).toEqual([]);
  expect(await send.boundingBox()).toEqual(before);
  await app.page.unroute("**/call");
});

it("a trial asks for notes and shows the prompt, and nothing is written", async () => {
  await server().script(notesFirst);
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const asked = (await chats(server())).length;
  const before = await app.text();
  await app.run("pipelines.open");
  await app.page.getByRole("button", { name: /^细写/ }).first().click();
  await app.page.getByRole("button", { name: pipelines.tryOut }).click();
  await inDialog(app);
  await app
    .dialog()
    .getByText(/会请模型：至多约/)
    .waitFor();
  expect((await chats(server())).length).toBe(asked);
  await app.dialog().getByRole("button", { name: pipelines.try.start, exact: true }).click();
  await app.dialog().getByText("不可写：对岸是谁", { exact: false }).waitFor();
  expect(await findings(app.page)).toEqual([]);
  expect((await chats(server())).length).toBe(asked + 1);
  await app.page.keyboard.press("Escape");
  await app.page.keyboard.press("Escape");
  expect(await app.text()).toBe(before);
});

it("the line of the caret stays above the list of faults", async () => {
  const app = await openSample();
  await app.run("pipelines.open");
  const own = app.page.getByRole("button", { name: pipelines.edit });
  await app.page.getByText("细写").first().click();
  await own.click();
  await app.page.getByRole("radio", { name: pipelines.views.json }).click();
  const text = app.page.getByRole("textbox", { name: pipelines.editor.replace("{{name}}", "细写") });
  await app.page.getByText(pipelines.valid).waitFor();
  // The caret in the last line that fits; then a fault in every step opens the list below.
  const scroller = text.locator("xpath=ancestor::*[contains(@class, 'cm-scroller')]");
  const box = await scroller.boundingBox();
  if (box === null) throw new Error("no editor");
  await app.page.mouse.click(box.x + 120, box.y + box.height - 30);
  await app.page.keyboard.press("End");
  await app.page.keyboard.type('"x"');
  await app.page.getByRole("list", { name: pipelines.faultsLabel }).waitFor();
  await expect
    .poll(async () => {
      const lower = await scroller.boundingBox();
      const caret = await app.page.evaluate(() => {
        const range = document.getSelection()?.getRangeAt(0);
        return range === undefined ? null : range.getBoundingClientRect().bottom;
      });
      return lower !== null && lower.height < box.height && caret !== null && caret <= lower.y + lower.height;
    })
    .toBe(true);
});
