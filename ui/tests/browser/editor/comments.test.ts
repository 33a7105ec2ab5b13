// Comments on the writing surface in a browser: what they cost a key, and what an input method does to them.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Opened, openPage } from "./open";

let opened: Opened;

beforeAll(async () => {
  opened = await openPage();
}, 60_000);
afterAll(() => opened?.close());
beforeEach(() => opened.page.evaluate(() => window.bench.clear()));

const COMMENTS = 500;
const KEYS = 300;

/** The median time of a typed character in ms, in a chapter with so many comments. */
function keyTime(comments: number): Promise<number> {
  return opened.page.evaluate(
    ({ comments, keys }) => {
      const line = "江上有风，船还没有来，老周坐在石阶上等。";
      window.bench.clear();
      const writing = window.bench.write(`${line}\n`.repeat(600));
      const step = line.length + 1;
      writing.setAnchors({
        version: 1,
        anchors: Array.from({ length: comments }, (_, at) => ({
          id: `comment ${at}`,
          from: at * step + 2,
          to: at * step + 8,
          role: "comment",
          tone: "yellow",
          title: "问",
        })),
      });
      const times: number[] = [];
      for (let key = 0; key < keys; key += 1) {
        const { view } = writing;
        const begun = performance.now();
        view.dispatch({ changes: { from: step + 20, insert: "字" }, userEvent: "input.type" });
        times.push(performance.now() - begun);
      }
      return times.toSorted((one, two) => one - two)[keys / 2] ?? 0;
    },
    { comments, keys: KEYS },
  );
}

it("500 comments in a chapter cost a key at most 1 ms", async () => {
  const rounds: { without: number; with: number }[] = [];
  await keyTime(COMMENTS);
  for (let round = 0; round < 5; round += 1)
    rounds.push({ without: await keyTime(0), with: await keyTime(COMMENTS) });
  const extra = rounds.map((one) => one.with - one.without).toSorted((one, two) => one - two);
  console.info(
    `a key: ${rounds.map((one) => `${one.without.toFixed(2)}→${one.with.toFixed(2)}`).join(", ")} ms`,
  );
  expect(extra[2]).toBeLessThanOrEqual(1);
});

it("a composition beside and inside a comment keeps it at its words", async () => {
  const { page, cdp } = opened;
  await page.evaluate(() => {
    const writing = window.bench.write("江上有风，船还没有来。");
    writing.setAnchors({
      version: 1,
      anchors: [{ id: "comment 1", from: 5, to: 10, role: "comment", tone: "blue", title: "问" }],
    });
    writing.focus();
    writing.view.dispatch({ selection: { anchor: 5 } });
  });
  const lit = () => page.locator(".cm-comment").allTextContents();
  expect(await lit()).toEqual(["船还没有来"]);
  // Before the passage: the composed words do not belong to it.
  await cdp.send("Input.imeSetComposition", { text: "kong", selectionStart: 4, selectionEnd: 4 });
  await cdp.send("Input.insertText", { text: "空" });
  expect(await page.evaluate(() => window.bench.writing?.anchorsNow())).toEqual([
    { id: "comment 1", from: 6, to: 11, gone: false },
  ]);
  // Inside: they do.
  await page.evaluate(() => window.bench.writing?.view.dispatch({ selection: { anchor: 8 } }));
  await cdp.send("Input.imeSetComposition", { text: "yi", selectionStart: 2, selectionEnd: 2 });
  expect(await page.evaluate(() => window.bench.writing?.anchorsNow())).toEqual([
    { id: "comment 1", from: 6, to: 11, gone: false },
  ]);
  await cdp.send("Input.insertText", { text: "一直" });
  await page.evaluate(() => window.bench.writing?.settled());
  expect((await lit()).join("")).toBe("船还一直没有来");
  expect(await page.locator(".cm-commented").count()).toBe(1);
});

it("fades the paragraphs left out of print", async () => {
  await opened.page.evaluate(() => {
    const writing = window.bench.write("一\n二二\n三三\n四");
    writing.setAnchors({
      version: 1,
      anchors: [{ id: "comment 1", from: 2, to: 8, role: "comment", tone: "unprinted", title: "" }],
    });
  });
  expect(await opened.page.locator(".cm-unprinted").allTextContents()).toEqual(["二二", "三三"]);
});
