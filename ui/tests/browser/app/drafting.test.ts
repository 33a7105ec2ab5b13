// Drafting in the window with the scripted server: a text streams in under its gate as a proposal, is decided piece
// by piece, is undone and redone in one step, and shows its origin. Then all the ways in which a stream ends early.
import { expect, it } from "vitest";
import { zh as context } from "@/features/context/words";
import { zh as drafting } from "@/features/drafting/words";
import type { GenerationList, SceneSpans, Shelf } from "@/ipc/types";
import { findings } from "../axe";
import { type App, goToEnd, inBrowser, inDialog, openApp, openSample, type } from "./harness";
import {
  at,
  barOf,
  chats,
  ended,
  newest,
  proposed,
  provider,
  says,
  setUp,
  stored,
  streaming,
  withModels,
} from "./with-models";

inBrowser();
const { server } = withModels();

/** 23, 22 and 23 字: together 68 of 60 requested, above the warning at 66 and below the limit of 72. */
const PARAGRAPHS = [
  "雨停了，江面上只剩下一层薄雾，木桩的影子很长。",
  "老周把马灯提高了一点，照见石阶上一串湿脚印。",
  "他没有喊，只把篙子横过来，等着那个人先开口说。",
] as const;
const BEYOND = [
  "船头轻轻一碰，碰的正是他离开的那一级石阶。",
  "岸上的人没有动，雾从他们中间慢慢流过去，灯也暗下来。",
];

/** Requests a draft of this many 字 with the author's own instruction. */
async function draft(app: App, target: number, instruction = "多写雾，少写人。"): Promise<void> {
  await app.run("drafting.instruct");
  await inDialog(app);
  await app.dialog().getByRole("combobox", { name: drafting.instruct.act }).click();
  await app.page.getByRole("option", { name: drafting.acts.draft, exact: true }).click();
  await app.dialog().getByLabel(drafting.instruct.instruction).fill(instruction);
  await app.dialog().getByLabel(drafting.instruct.target).fill(String(target));
  await app.page.keyboard.press("Tab");
  await app.dialog().getByRole("button", { name: drafting.instruct.begin, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
}

const hunks = (app: App) => app.page.locator("main .cm-proposal-hunk");

it("a draft is cut to length, decided by paragraph, and undone in one step", async () => {
  await server().script({
    default: { deltas: streamed([...PARAGRAPHS, ...BEYOND].join("\n")), delta_delay_ms: 60 },
  });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const scene = await app.scene();
  const before = await app.text();
  const kept = await stored(app, scene);
  await draft(app, 60);

  // It streams in beside the text, which stays unchanged, here and in the project.
  const bar = barOf(app, "draft");
  await says(bar, drafting.states.streaming);
  await streaming(app, PARAGRAPHS[0].slice(0, 8));
  expect(await app.text()).toBe(before);
  expect(await stored(app, scene)).toEqual(kept);
  const counter = bar.getByTestId("gate-counter");
  const counted = async () => Number(/\d+/.exec((await counter.textContent()) ?? "")?.[0]);
  const early = await counted();
  expect(early).toBeLessThan(60);
  await expect.poll(counted).toBeGreaterThan(early);

  // Beyond the soft limit there is a warning; at the hard limit the text is cut and the request ends.
  await says(bar, drafting.endings.hard_limit_sentence);
  expect(await counter.textContent()).toBe("68 / 60 字");
  await expect.poll(() => counter.getAttribute("class")).toContain("warning");
  expect(await proposed(app)).toBe(PARAGRAPHS.join("\n"));
  const [asked] = (await chats(server())).slice(-1);
  expect(asked?.body.messages?.map(({ content }) => content).join("\n")).toContain("多写雾，少写人。");
  await expect.poll(async () => (await ended(server()))?.how).toBe("client_closed");
  const { items } = await app.call<Shelf>("generation.shelf");
  expect(items).toHaveLength(1);
  const received = PARAGRAPHS.join("\n") + (items[0]?.text ?? "");
  expect([...PARAGRAPHS, ...BEYOND].join("\n").startsWith(received)).toBe(true);
  expect(received.length).toBeGreaterThan(PARAGRAPHS.join("\n").length);
  await bar.getByText(/^3 处改动/).waitFor();
  await expect.poll(() => hunks(app).count()).toBe(3);
  expect(await app.text()).toBe(before);
  expect(await findings(app.page)).toEqual([]);

  // Two are accepted, one is not: by keys and by a button.
  await app.page.keyboard.press("F9");
  await bar.getByText("3 处改动 · 采纳 1 · 拒绝 0").waitFor();
  await app.page.keyboard.press("Shift+F9");
  await bar.getByText("3 处改动 · 采纳 1 · 拒绝 1").waitFor();
  expect(await app.text()).toBe(before);
  await hunks(app).nth(2).getByRole("button", { name: drafting.proposal.accept }).click();
  await bar.waitFor({ state: "detached" });
  const after = [before, PARAGRAPHS[0], PARAGRAPHS[2]].join("\n");
  await expect.poll(() => app.text()).toBe(after);
  await app.kept("saved");
  expect(await stored(app, scene)).toEqual({ text: after, draft: null });

  // One step of undo, one of redo.
  await app.page.keyboard.press("ControlOrMeta+Z");
  expect(await app.text()).toBe(before);
  await app.kept("kept");
  await app.page.keyboard.press("ControlOrMeta+Shift+Z");
  expect(await app.text()).toBe(after);

  // The origin of the text survives another save and reloading the page.
  await goToEnd(app);
  await type(app, "这一句是作者的。");
  await app.page.keyboard.press("ControlOrMeta+S");
  await app.kept("saved");
  const { generation } = await newest(app, scene);
  const { spans } = await app.call<SceneSpans>("scene.spans", { scene });
  const whole = [...(await app.text())];
  const words = spans.map(({ range }) => whole.slice(range.start, range.end).join("").trim());
  expect(words.join("\n")).toBe([PARAGRAPHS[0], PARAGRAPHS[2]].join("\n"));
  expect(new Set(spans.map((span) => span.generation))).toEqual(new Set([generation.id]));
  await app.page.reload();
  await app.editor().waitFor();

  // The origin of a passage: its receipt, with the model and every message.
  await at(app, PARAGRAPHS[0].slice(0, 6));
  await app.run("context.origin");
  const receipt = app.page.getByRole("complementary").first();
  await receipt.getByText("scripted", { exact: false }).first().waitFor();
  await receipt.getByText("多写雾，少写人。").first().waitFor();
  await receipt.getByText(context.messages, { exact: true }).waitFor();
  for (const role of [context.roles.system, context.roles.user]) {
    const copy = context.copyMessage.replace("{{role}}", role);
    await receipt.getByRole("button", { name: copy }).waitFor();
  }
  expect(await findings(app.page)).toEqual([]);

  // The overflow is on the shelf, for the next scene or the caret.
  await app.run("context.shelf");
  await app.page
    .getByRole("article")
    .getByText((items[0]?.text ?? "").trim())
    .waitFor();
  expect(await findings(app.page)).toEqual([]);
  await goToEnd(app);
  await app.page.getByRole("button", { name: context.shelf.insert }).click();
  await expect.poll(() => app.text()).toContain(`这一句是作者的。${(items[0]?.text ?? "").trim()}`);
  await app.page.getByText(context.shelf.none).waitFor();
});

it("a text goes on after a reload of the window, from its beginning", async () => {
  await server().script({ default: { deltas: streamed(PARAGRAPHS.join("\n")), delta_delay_ms: 500 } });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const asked = (await chats(server())).length;
  const before = await app.text();
  await draft(app, 60);
  await streaming(app, PARAGRAPHS[0].slice(0, 8));
  await app.page.reload();
  await app.editor().waitFor();
  await streaming(app, PARAGRAPHS[0].slice(0, 8));
  const bar = barOf(app, "draft");
  await bar.getByText(/^3 处改动/).waitFor();
  expect(await proposed(app)).toBe(PARAGRAPHS.join("\n"));
  expect(await app.text()).toBe(before);
  expect((await chats(server())).length).toBe(asked + 1);
});

/** The marks of the prompt for working notes. */
const NOTES = { beats: ["老周等船"], goal: "写雾", must_not: [], echoes: [] };

/** A server whose notes take this long, and whose text arrives slowly. */
async function withSlowNotes(delay_ms: number): Promise<void> {
  await server().script({
    rules: [{ when: { contains: "工作笔记，交给" }, answer: { text: JSON.stringify(NOTES), delay_ms } }],
    default: { deltas: streamed(PARAGRAPHS.join("\n")), delta_delay_ms: 60 },
  });
}

it("a turn goes on after a reload before any text, and Escape stops it", async () => {
  await withSlowNotes(4_000);
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  await app.call("pipeline.use", { profile: "careful" });
  const asked = (await chats(server())).length;
  const before = await app.text();
  await draft(app, 60);
  const bar = barOf(app, "draft");
  const notes = bar.getByRole("listitem").filter({ hasText: "写前笔记" });
  await notes.waitFor();
  await expect.poll(async () => (await chats(server())).length).toBe(asked + 1);
  await app.page.reload();
  await app.editor().waitFor();
  // The steps before are shown again, and the text follows whole.
  await notes.waitFor();
  await bar.getByText("3 处改动 · 采纳 0").waitFor();
  expect(await proposed(app)).toBe(PARAGRAPHS.join("\n"));
  expect(await app.text()).toBe(before);
  expect((await chats(server())).length).toBe(asked + 2);
  await app.run("drafting.reject_all");
  await bar.waitFor({ state: "detached" });

  // Another instruction: the same question would be answered from the cache.
  await withSlowNotes(20_000);
  await draft(app, 60, "多写人。");
  await expect.poll(async () => (await chats(server())).length).toBe(asked + 3);
  await app.page.reload();
  await app.editor().waitFor();
  await notes.waitFor();
  await app.page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await expect.poll(async () => (await ended(server()))?.how).toBe("client_closed");
  expect((await chats(server())).length).toBe(asked + 3);
  expect(await app.text()).toBe(before);
});

it("stopping keeps the received text and ends the request", async () => {
  await server().script({ default: { deltas: streamed(PARAGRAPHS.join("\n")), delta_delay_ms: 150 } });
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  const scene = await app.scene();
  const before = await app.text();
  await goToEnd(app);
  await app.page.keyboard.press("ControlOrMeta+J");
  const bar = barOf(app, "continue");
  await streaming(app, PARAGRAPHS[0].slice(0, 8));
  await app.page.keyboard.press("Escape");
  await says(bar, drafting.endings.stopped);
  const { generation } = await newest(app, scene);
  expect(generation.status).toBe("stopped");
  expect(PARAGRAPHS.join("\n").startsWith(generation.text)).toBe(true);
  expect(generation.text.length).toBeGreaterThanOrEqual(8);
  await expect.poll(() => proposed(app)).toBe(generation.text);
  await expect.poll(async () => (await ended(server()))?.how).toBe("client_closed");
  expect(await app.text()).toBe(before);
  await hunks(app).first().waitFor();
  await app.page.keyboard.press("ControlOrMeta+Enter");
  await bar.waitFor({ state: "detached" });
  // Behind a finished sentence it starts a new paragraph.
  expect(await app.text()).toBe(`${before}\n${generation.text}`);
});

it("a failing server is replaced by the next one, visibly", async () => {
  await server().script({
    rules: [{ when: { header: { "x-route": "first" } }, answer: { status: 500, text: "overloaded" } }],
    default: { text: PARAGRAPHS[0], delay_ms: 2500 },
  });
  const app = await openSample();
  const first = { headers: { "x-route": "first" }, name: "第一家" };
  await setUp(
    app,
    provider("first", server().url, first),
    provider("second", server().url, { name: "第二家" }),
  );
  const scene = await app.scene();
  await goToEnd(app);
  await app.run("drafting.instruct");
  await inDialog(app);
  await app.dialog().getByLabel(drafting.instruct.target).fill("23");
  await app.page.keyboard.press("Tab");
  await app.dialog().getByRole("button", { name: drafting.instruct.begin, exact: true }).click();
  const bar = barOf(app, "continue");
  const fellBack = drafting.states.fellBack.replace("{{from}}", "第一家").replace("{{to}}", "第二家");
  await says(bar, fellBack);
  await says(bar, drafting.endings.complete);
  const { generation, receipt } = await newest(app, scene);
  expect([generation.provider, receipt?.model.provider, receipt?.model.provider_name]).toEqual([
    "second",
    "second",
    "第二家",
  ]);
  await app.run("drafting.reject_all");
  await bar.waitFor({ state: "detached" });
});

it("when every server fails, the message says so and offers a retry", async () => {
  await server().script({ default: { status: 500, text: "overloaded" } });
  const app = await openSample();
  await setUp(app, provider("first", server().url), provider("second", server().url));
  const before = await app.text();
  await goToEnd(app);
  await app.page.keyboard.press("ControlOrMeta+J");
  const bar = barOf(app, "continue");
  await says(bar, drafting.endings.failed);
  await bar.getByText(drafting.nothing.safe, { exact: false }).waitFor();
  expect(await app.text()).toBe(before);
  expect(await hunks(app).count()).toBe(0);
  expect(await findings(app.page)).toEqual([]);

  await server().script({
    default: {
      deltas: streamed(PARAGRAPHS[0]),
      fault: { stall_after_deltas: streamed(PARAGRAPHS[0]).length },
    },
  });
  await bar.getByRole("button", { name: drafting.bar.again }).click();
  await streaming(app, PARAGRAPHS[0].slice(0, 8));
  await app.page.keyboard.press("Escape");
  await app.run("drafting.reject_all").catch(() => undefined);
});

it("received text survives killing the program", { timeout: 90_000 }, async () => {
  await server().script({
    default: { deltas: streamed([...PARAGRAPHS, ...BEYOND].join("\n")), delta_delay_ms: 150 },
  });
  const first = await openSample({ keepHome: true, expects: [/ERR_|Failed to fetch|network/i] });
  await setUp(first, provider("one", server().url));
  const before = await first.text();
  await goToEnd(first);
  await first.page.keyboard.press("ControlOrMeta+J");
  await streaming(first, PARAGRAPHS[0]);
  // Received text is stored every two seconds.
  const scene = await first.scene();
  await expect.poll(async () => (await newest(first, scene)).generation.text.length).toBeGreaterThan(8);
  await first.kill();

  const again = await openApp({ home: first.home });
  await again.editor().waitFor();
  expect(await again.text()).toBe(before);
  const notice = again.page.getByRole("region", { name: drafting.unfinished.label });
  await notice.getByText(drafting.unfinished.endings.interrupted, { exact: false }).waitFor();
  const { generations } = await again.call<GenerationList>("generation.list", { scene });
  const came = generations[0]?.text ?? "";
  expect(generations[0]?.interrupted).toBe(true);
  expect([...PARAGRAPHS, ...BEYOND].join("\n").startsWith(came)).toBe(true);
  expect(came.length).toBeGreaterThan(8);
  expect(await findings(again.page)).toEqual([]);
  await notice.getByRole("button", { name: drafting.unfinished.show }).click();
  const bar = barOf(again, "continue");
  await hunks(again).first().waitFor();
  expect(await proposed(again)).toBe(came);
  await bar.getByRole("button", { name: drafting.bar.acceptAll }).click();
  await bar.waitFor({ state: "detached" });
  expect(await again.text()).toBe(`${before}\n${came}`);
  await again.kept("saved");
  await notice.waitFor({ state: "detached" });
});

/** A text in pieces of four characters. */
function streamed(text: string): string[] {
  return text.match(/[\s\S]{1,4}/g) ?? [];
}
