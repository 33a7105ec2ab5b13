// The canon on the writing surface in a browser: names under the pointer, the menu of the text, anchors under an
// input method, cut and paste, and dragging.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findings } from "../axe";
import { type Opened, openPage } from "./open";

let opened: Opened;

beforeAll(async () => {
  opened = await openPage();
}, 60_000);
afterAll(() => opened?.close());

const TEXT = "贾宝玉在雪夜里把剑藏进井中，林黛玉没有看见。\n第二年Alice把它取了出来。";

interface Events {
  hovered: {
    owners: readonly string[];
    rect: { left: number; top: number; right: number; bottom: number };
  }[];
  left: number;
  opened: string[];
  menus: { byKeyboard: boolean; text: string; name: string | undefined; anchor: string | undefined }[];
}

beforeEach(async () => {
  await opened.page.mouse.move(5, 5);
  await opened.page.evaluate((text) => {
    window.bench.clear();
    const events: Events = { hovered: [], left: 0, opened: [], menus: [] };
    Object.assign(window, { events });
    const writing = window.bench.write(text, {
      callbacks: {
        onEdit: () => undefined,
        onSelection: () => undefined,
        onNameHover: ({ owners, rect }) => events.hovered.push({ owners, rect }),
        onNameLeave: () => {
          events.left += 1;
        },
        onNameOpen: ({ name }) => events.opened.push(name),
        onContextMenu: ({ byKeyboard, text: words, name, anchor }) =>
          events.menus.push({ byKeyboard, text: words, name: name?.name, anchor: anchor?.id }),
      },
    });
    writing.setNames([
      { name: "贾宝玉", owner: "1" },
      { name: "林黛玉", owner: "2" },
      { name: "Alice", owner: "3" },
    ]);
    writing.showNames("quiet");
    const at = (word: string) => ({ from: text.indexOf(word), to: text.indexOf(word) + word.length });
    writing.setAnchors({
      version: 1,
      anchors: [
        { id: "plant", ...at("剑藏进井"), role: "plant", title: "井中剑" },
        { id: "payoff", ...at("取了出来"), role: "payoff", title: "井中剑" },
      ],
    });
    writing.focus();
  }, TEXT);
});

const events = () => opened.page.evaluate(() => (window as unknown as { events: Events }).events);

/** The middle of a word of the text, in the window. */
function middle(word: string): Promise<{ x: number; y: number }> {
  return opened.page.evaluate((wanted) => {
    const writing = window.bench.writing;
    const at = writing?.text().indexOf(wanted) ?? 0;
    const start = writing?.view.coordsAtPos(at, 1);
    const end = writing?.view.coordsAtPos(at + wanted.length, -1);
    if (!start || !end) throw new Error("the word is not in sight");
    return { x: (start.left + end.right) / 2, y: (start.top + start.bottom) / 2 };
  }, word);
}

const select = (word: string) =>
  opened.page.evaluate((wanted) => {
    const writing = window.bench.writing;
    const from = writing?.text().indexOf(wanted) ?? 0;
    writing?.view.dispatch({ selection: { anchor: from, head: from + wanted.length } });
  }, word);

/** The words of each anchor; null when gone. */
const anchored = () =>
  opened.page.evaluate(() => {
    const chars = [...(window.bench.writing?.text() ?? "")];
    const now = window.bench.writing?.anchorsNow() ?? [];
    return Object.fromEntries(
      now.map(({ id, from, to, gone }) => [id, gone ? null : chars.slice(from, to).join("")]),
    );
  });

describe("names", () => {
  it("are reported when the pointer rests on them, until it leaves", async () => {
    const { x, y } = await middle("林黛玉");
    await opened.page.mouse.move(x, y);
    await opened.page.waitForFunction(
      () => (window as unknown as { events: Events }).events.hovered.length === 1,
    );
    const [hovered] = (await events()).hovered;
    expect(hovered?.owners).toEqual(["2"]);
    expect(hovered?.rect.left).toBeLessThan(x);
    expect(hovered?.rect.right).toBeGreaterThan(x);
    await opened.page.mouse.move(x, y + 200);
    await opened.page.waitForFunction(() => (window as unknown as { events: Events }).events.left === 1);
    const empty = await middle("没有");
    await opened.page.mouse.move(empty.x, empty.y);
    await opened.page.waitForTimeout(500);
    expect((await events()).hovered).toHaveLength(1);
  });

  it("are opened by Ctrl with a click, and by F12", async () => {
    const { x, y } = await middle("Alice");
    await opened.page.keyboard.down("Control");
    await opened.page.mouse.click(x, y);
    await opened.page.keyboard.up("Control");
    await select("贾");
    await opened.page.keyboard.press("F12");
    expect((await events()).opened).toEqual(["Alice", "贾宝玉"]);
  });
});

describe("the menu of the text", () => {
  it("opens once by right click, Shift+F10 and the menu key", async () => {
    await select("剑藏");
    const { x, y } = await middle("剑藏");
    await opened.page.mouse.click(x, y, { button: "right" });
    const other = await middle("Alice");
    await opened.page.mouse.click(other.x, other.y, { button: "right" });
    await opened.page.keyboard.press("Shift+F10");
    await opened.page.waitForTimeout(600);
    await opened.page.keyboard.press("ContextMenu");
    await opened.page.waitForTimeout(100);
    const alice = { text: "", name: "Alice", anchor: undefined };
    expect((await events()).menus).toEqual([
      { byKeyboard: false, text: "剑藏", name: undefined, anchor: "plant" },
      { byKeyboard: false, ...alice },
      { byKeyboard: true, ...alice },
      { byKeyboard: true, ...alice },
    ]);
  });
});

describe("anchors", () => {
  it("include text composed inside them, but not beside them", async () => {
    const compose = async (word: string) => {
      for (const letters of ["n", "ni", "nih"]) {
        await opened.cdp.send("Input.imeSetComposition", {
          text: letters,
          selectionStart: 1,
          selectionEnd: 1,
        });
      }
      await opened.page.keyboard.insertText(word);
      await opened.page.waitForTimeout(50);
    };
    const caret = (word: string, behind: number) =>
      opened.page.evaluate(
        ([wanted, more]) => {
          const writing = window.bench.writing;
          writing?.view.dispatch({ selection: { anchor: (writing.text().indexOf(wanted) ?? 0) + more } });
        },
        [word, behind] as const,
      );
    await caret("剑藏进井", 2);
    await compose("悄悄");
    expect((await anchored()).plant).toBe("剑藏悄悄进井");
    await caret("剑藏悄悄进井", 0);
    await compose("那把");
    await caret("进井", 2);
    await compose("之");
    expect(await anchored()).toEqual({ plant: "剑藏悄悄进井", payoff: "取了出来" });
    expect(await opened.page.evaluate(() => window.bench.writing?.text())).toContain(
      "把那把剑藏悄悄进井之中",
    );
    // A word that the composed one replaces.
    await select("剑藏");
    await compose("刀埋");
    expect((await anchored()).plant).toBe("悄悄进井");
    for (let step = 0; step < 9; step += 1) await opened.page.keyboard.press("Control+z");
    expect(await opened.page.evaluate(() => window.bench.writing?.text())).toBe(TEXT);
    expect(await anchored()).toEqual({ plant: "剑藏进井", payoff: "取了出来" });
  });

  it("go with a passage that is cut and pasted or dragged, and come back by undo", async () => {
    await select("把剑藏进井中");
    await opened.page.keyboard.press("Control+x");
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.press("Control+v");
    expect(await opened.page.evaluate(() => window.bench.writing?.text())).toMatch(/。把剑藏进井中$/);
    expect((await anchored()).plant).toBe("剑藏进井");
    await opened.page.keyboard.press("Control+z");
    expect((await anchored()).plant).toBeNull();
    await opened.page.keyboard.press("Control+z");
    expect((await anchored()).plant).toBe("剑藏进井");

    await select("剑藏进井");
    const from = await middle("剑藏进井");
    const to = await middle("Alice");
    await opened.page.mouse.move(from.x, from.y);
    await opened.page.mouse.down();
    // Small steps first: a long one would select instead.
    await opened.page.mouse.move(from.x + 6, from.y + 2, { steps: 6 });
    await opened.page.mouse.move(to.x, to.y, { steps: 8 });
    await opened.page.mouse.up();
    expect(await opened.page.evaluate(() => window.bench.writing?.text())).toContain("把中，");
    expect((await anchored()).plant).toBe("剑藏进井");
    await opened.page.keyboard.press("Control+z");
    expect(await anchored()).toEqual({ plant: "剑藏进井", payoff: "取了出来" });
  });
});

it("violates no policy, and axe finds nothing", async () => {
  expect(await findings(opened.page)).toEqual([]);
  expect(await opened.page.evaluate(() => window.bench.violations)).toEqual([]);
});
