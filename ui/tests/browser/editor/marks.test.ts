// Marks of the text with real keys: hidden away from the caret, faint at it, and left alone while an input method
// composes.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Opened, openPage } from "./open";

let opened: Opened;

beforeAll(async () => {
  opened = await openPage();
}, 60_000);
afterAll(() => opened?.close());

beforeEach(async () => {
  await opened.page.evaluate(() => window.bench.clear());
});

async function write(text: string, caret: number, until = caret): Promise<void> {
  await opened.page.evaluate(
    ([content, anchor, head]) => {
      const modes = {
        typewriter: false,
        focus: false,
        markdown: true,
        punctuation: false,
        language: "zh" as const,
      };
      const writing = window.bench.write(content, { modes });
      writing.focus();
      writing.view.dispatch({ selection: { anchor, head } });
    },
    [text, caret, until] as const,
  );
}

/** The words that are drawn, the marks that are drawn faint, and the text itself. */
function seen(): Promise<{ drawn: string; signs: string[]; text: string; head: number }> {
  return opened.page.evaluate(() => {
    const { writing } = window.bench;
    if (!writing) throw new Error("nothing is open");
    const { view } = writing;
    const lines = [...view.dom.querySelectorAll(".cm-line")].map((line) => line.textContent);
    const signs = [...view.dom.querySelectorAll(".cm-sign")].map((sign) => sign.textContent ?? "");
    return {
      drawn: lines.join("\n"),
      signs,
      text: view.state.doc.toString(),
      head: view.state.selection.main.head,
    };
  });
}

async function compose(...steps: string[]): Promise<void> {
  for (const text of steps) {
    const at = { selectionStart: text.length, selectionEnd: text.length };
    await opened.cdp.send("Input.imeSetComposition", { text, ...at });
    await opened.page.waitForTimeout(40);
  }
}

it("shows marks as the caret passes them, one position at a time", async () => {
  await write("甲*乙*丙", 0);
  expect(await seen()).toMatchObject({ drawn: "甲乙丙", signs: [] });
  const heads: number[] = [];
  for (let step = 0; step < 5; step += 1) {
    await opened.page.keyboard.press("ArrowRight");
    heads.push((await seen()).head);
  }
  expect(heads).toEqual([1, 2, 3, 4, 5]);
  expect(await seen()).toMatchObject({ drawn: "甲乙丙", signs: [] });
  await opened.page.keyboard.press("ArrowLeft");
  expect(await seen()).toMatchObject({ drawn: "甲*乙*丙", signs: ["*", "*"] });
});

it("typing between marks keeps them, and so does deleting", async () => {
  await write("甲*乙*丙", 3);
  await opened.page.keyboard.type("丁");
  expect((await seen()).text).toBe("甲*乙丁*丙");
  await opened.page.keyboard.press("Backspace");
  await opened.page.keyboard.press("Backspace");
  expect((await seen()).text).toBe("甲**丙");
});

it("an input method composes beside and inside marks", async () => {
  await write("她*很*想^[注]走", 3);
  await compose("l", "le", "lei");
  expect(await seen()).toMatchObject({ drawn: "她*很lei*想注走", signs: ["*", "*"] });
  await opened.cdp.send("Input.insertText", { text: "累" });
  await opened.page.waitForTimeout(150);
  expect(await seen()).toMatchObject({ text: "她*很累*想^[注]走", drawn: "她*很累*想注走" });
  await opened.page.keyboard.press("End");
  expect(await seen()).toMatchObject({ drawn: "她很累想注走", signs: [] });
  await compose("x", "xi");
  expect((await seen()).drawn).toBe("她很累想注走xi");
  await opened.cdp.send("Input.insertText", { text: "兮" });
  await opened.page.waitForTimeout(150);
  expect((await seen()).text).toBe("她*很累*想^[注]走兮");
});

it("keys of emphasis toggle and undo in one step", async () => {
  await write("她很想走", 1, 2);
  await opened.page.keyboard.press("Control+i");
  expect((await seen()).text).toBe("她*很*想走");
  await opened.page.keyboard.press("Control+i");
  expect((await seen()).text).toBe("她很想走");
  await opened.page.keyboard.press("Control+b");
  await opened.page.keyboard.press("Control+z");
  expect((await seen()).text).toBe("她很想走");
});

it.each([
  ["ruby", "去｜東京《》了"],
  ["dots", "去《《東京》》了"],
  ["note", "去^[東京]了"],
  ["centre", ">> 去東京了 <<"],
  ["quotation", "> 去東京了"],
] as const)("the mark %s is set and undone in one step", async (kind, expected) => {
  await write("去東京了", 1, 3);
  await opened.page.evaluate((kind) => window.bench.writing?.mark(kind), kind);
  expect((await seen()).text).toBe(expected);
  await opened.page.keyboard.press("Control+z");
  expect((await seen()).text).toBe("去東京了");
});

it("looks as it reads", async () => {
  const text =
    "# 渡口\n　　“《《绝不》》。”他说，*声音很轻*。\n她念｜彳亍《chìchù》两个字^[慢慢走。]，**警告**。\n> 见字如面。\n>> 阿远\n***\n>> 之墓 <<\n";
  await write(text, text.length);
  const shown = await seen();
  expect(shown.drawn).toBe(
    "渡口\n　　“绝不。”他说，声音很轻。\n她念彳亍《chìchù》两个字慢慢走。，警告。\n见字如面。\n阿远\n***\n之墓\n",
  );
  if (process.env.WENFANG_PICTURES) {
    await opened.page.screenshot({ path: `${process.env.WENFANG_PICTURES}/marks-light.png` });
    await opened.page.emulateMedia({ colorScheme: "dark" });
    await opened.page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    await opened.page.screenshot({ path: `${process.env.WENFANG_PICTURES}/marks-dark.png` });
  }
});
