// Selecting several rows, and which keys act on a row after a click.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { desk, useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import type { Failure, OutlineView, PartId, Status } from "@/ipc/types";
import { toBin } from "./binning";
import { commands } from "./commands";
import { duplicate } from "./duplicating";
import type { FakeManuscript } from "./fake-manuscript";
import { setFolded } from "./folded";
import { move, moveStep } from "./moving";
import { onNotice } from "./notices";
import { book, chapter, scene, volume } from "./sample-outline";
import { select, useBinder } from "./store";
import { begin, keys, numbers, open as openBinder, prepare, press, row, shapeOf, someParts } from "./testing";

const novel = book(
  volume(1, "第一卷", [
    chapter(1, "第一章 渡口", [scene(1)]),
    chapter(2, "第二章 夜雨", [scene(2, 10, "雨"), scene(3), scene(4, 10, "灯", "planned")]),
  ]),
  volume(2, "第二卷", [chapter(3, "第三章", [scene(5)], "planned"), chapter(4, "第四章", [scene(6)])]),
);

beforeEach(prepare);

const open = (outline: OutlineView = novel, writable = true) => openBinder(outline, writable);

const selected = () =>
  screen
    .getAllByRole("treeitem")
    .filter((one) => one.getAttribute("aria-selected") === "true")
    .map((one) => one.getAttribute("data-key"));
const isSelected = (...which: string[]) => waitFor(() => expect(selected()).toEqual(which));
const hasKeyboard = (key: string) => waitFor(() => expect(document.activeElement).toBe(row(key)));
const isShape = (fake: FakeManuscript, shape: string) =>
  waitFor(() => expect(shapeOf(fake.outline())).toBe(shape));
const undo = async () => fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
const toggle = async (key: string) => {
  fireEvent.click(row(key), { ctrlKey: true });
  await hasKeyboard(key);
};
const standOn = async (key: string) => {
  act(() => useBinder.setState({ active: key }));
  act(() => row(key).focus());
  await hasKeyboard(key);
};
const requests = (fake: FakeManuscript, name: string) =>
  fake.said.filter((one) => one.name === name).map(({ request }) => request);
const commandOf = (name: string) => commands.find(({ id }) => id === `binder.${name}`);
const begins = shapeOf(novel);

/** A text, as far as the binder can tell. */
function textWithKeyboard(): HTMLElement {
  const text = document.createElement("div");
  text.className = "cm-content";
  text.tabIndex = 0;
  document.body.append(text);
  act(() => text.focus());
  return text;
}

describe("a click", () => {
  it("opens the text, where F2 renames the row until something is written", async () => {
    await open();
    fireEvent.click(row("chapter:2"));
    expect(desk().scene).toBe(2);
    const text = textWithKeyboard();
    // F2 renames the clicked chapter, not the scene that opened.
    press("Shift");
    press("F2");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "标题" });
    expect(field.value).toBe("第二章 夜雨");
    fireEvent.keyDown(field, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "标题" })).toBeNull());

    act(() => text.focus());
    press("江");
    press("F2");
    expect(screen.queryByRole("textbox", { name: "标题" })).toBeNull();
    text.remove();
  });

  it.each(["Delete", "Backspace", "ArrowUp"])("leaves %s to the text", async (key) => {
    const fake = await open();
    fireEvent.click(row("chapter:3"));
    const text = textWithKeyboard();
    expect(press(key, { altKey: key === "ArrowUp" })).toBe(true);
    expect(press("F2")).toBe(true);
    expect(useBinder.getState().selection.keys).toEqual([]);
    expect(fake.said.every(({ name }) => name === "manuscript.outline")).toBe(true);
    text.remove();
  });

  it("is forgotten when another scene is opened", async () => {
    await open();
    fireEvent.click(row("scene:3"));
    act(() => useDesk.setState({ scene: 1 }));
    const text = textWithKeyboard();
    expect(press("F2")).toBe(true);
    expect(screen.queryByRole("textbox", { name: "标题" })).toBeNull();
    text.remove();
  });

  it("on a volume keeps the keyboard acts on it", async () => {
    const fake = await open();
    act(() => row("volume:2").focus());
    fireEvent.click(row("volume:2"));
    press("Delete");
    await isShape(fake, "1[1:1 2:2,3,4]");
    await undo();
    await isShape(fake, begins);
  });

  it("shows only the currently active keys in the row's menu", async () => {
    await open();
    const shown = async (key: string) => {
      fireEvent.contextMenu(row(key));
      const menu = await screen.findByRole("menu");
      const keys = ["F2", "Alt", "Del"].filter((one) => menu.textContent?.includes(one));
      fireEvent.keyDown(menu, { key: "Escape" });
      await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
      return keys;
    };
    fireEvent.click(row("chapter:2"));
    const text = textWithKeyboard();
    expect(await shown("chapter:2")).toEqual(["F2"]);
    expect(await shown("chapter:3")).toEqual([]);
    text.remove();
    await standOn("chapter:3");
    expect(await shown("chapter:3")).toEqual(["F2", "Alt", "Del"]);
  });

  it("with the right button does not move the focus", async () => {
    await open();
    const text = textWithKeyboard();
    fireEvent.contextMenu(row("chapter:3"));
    expect(await screen.findByRole("menuitem", { name: /^重命名/ })).toBeDefined();
    fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
    await waitFor(() => expect(document.activeElement).toBe(text));
    text.remove();
  });
});

describe("rows are selected", () => {
  it("with Ctrl, along with the open one, and deselected by a click, an arrow or Escape", async () => {
    await open();
    await toggle("chapter:3");
    await isSelected("chapter:1", "chapter:3");
    expect(screen.getByText("已选 2 行")).toBeDefined();
    await toggle("chapter:4");
    await toggle("chapter:1");
    await isSelected("chapter:3", "chapter:4");
    expect(desk().scene).toBe(1);
    await standOn("chapter:3");
    press("Escape");
    await isSelected("chapter:1");
    expect(screen.queryByText(/^已选/)).toBeNull();

    await toggle("chapter:3");
    press("ArrowDown");
    await hasKeyboard("chapter:4");
    await isSelected("chapter:1");

    await toggle("chapter:3");
    fireEvent.click(row("scene:3"));
    await isSelected("scene:3");
  });

  it("as a range with Shift", async () => {
    await open();
    fireEvent.click(row("scene:4"), { shiftKey: true });
    await isSelected("chapter:1", "chapter:2", "scene:2", "scene:3", "scene:4");
    fireEvent.click(row("chapter:2"), { shiftKey: true });
    await isSelected("chapter:1", "chapter:2");
    await hasKeyboard("chapter:2");
    press("ArrowDown", { shiftKey: true });
    await isSelected("chapter:1", "chapter:2", "scene:2");
    await hasKeyboard("scene:2");
    press("ArrowUp", { shiftKey: true });
    await hasKeyboard("chapter:2");
    press("Home", { shiftKey: true });
    await isSelected("volume:1", "chapter:1");
  });

  it("by keyboard: one by one, and all of a level", async () => {
    await open();
    await standOn("scene:2");
    press("ArrowDown", { shiftKey: true });
    await hasKeyboard("scene:3");
    press("ArrowDown", { ctrlKey: true });
    await hasKeyboard("scene:4");
    await isSelected("scene:2", "scene:3");
    press(" ");
    await isSelected("scene:2", "scene:3", "scene:4");
    press(" ");
    await isSelected("scene:2", "scene:3");
    press("Escape");
    press("a", { ctrlKey: true });
    await isSelected("scene:2", "scene:3", "scene:4");
    await standOn("chapter:3");
    press("a", { metaKey: true });
    await isSelected("chapter:3", "chapter:4");
    press("a", { metaKey: true });
    await isSelected("chapter:1", "chapter:2", "chapter:3", "chapter:4");
  });

  it("until they are hidden, or the text has the focus", async () => {
    await open();
    await toggle("scene:3");
    await toggle("chapter:3");
    act(() => setFolded(["chapter:2"], true));
    await waitFor(() => expect(keys()).not.toContain("scene:3"));
    act(() => setFolded(["chapter:2"], false));
    await isSelected("chapter:1", "chapter:3");
    const text = textWithKeyboard();
    expect(useBinder.getState().selection.keys).toEqual([]);
    text.remove();
  });
});

describe("acts on several rows", () => {
  it("bin them and restore all with one Undo", async () => {
    const fake = await open();
    await toggle("scene:3");
    await toggle("scene:2");
    await toggle("chapter:4");
    press("Delete");
    await isShape(fake, "1[2:4] 2[3:5]");
    await waitFor(() => expect(desk().scene).toBe(4));
    expect(screen.getByText("已将 4 项移到回收站")).toBeDefined();
    expect(useBinder.getState().selection.keys).toEqual([]);
    await undo();
    await isShape(fake, begins);
    expect(desk().scene).toBe(1);
  });

  it("move a chapter with its scenes once", async () => {
    const fake = await open();
    await toggle("chapter:2");
    await toggle("scene:2");
    await toggle("chapter:1");
    press("Delete");
    await isShape(fake, "1[1:1] 2[3:5 4:6]");
    expect(requests(fake, "manuscript.bin")).toEqual([{ part: { chapter: 2 } }]);
  });

  it("move them one step, and back exactly", async () => {
    const fake = await open();
    await standOn("scene:3");
    press("ArrowDown", { shiftKey: true });
    await hasKeyboard("scene:4");
    press("ArrowDown", { altKey: true });
    await isShape(fake, "1[1:1 2:2] 2[3:3,4,5 4:6]");
    expect(await screen.findByText("已移动 2 项")).toBeDefined();
    await undo();
    await isShape(fake, begins);
  });

  it("say why rows of several kinds do not move together", async () => {
    const fake = await open();
    await toggle("scene:3");
    press("ArrowDown", { altKey: true });
    expect(await screen.findByText("卷、章、场景要分开移动")).toBeDefined();
    expect(requests(fake, "manuscript.move")).toEqual([]);
    expect(commandOf("move_up")?.whyNot?.()).toBe("binder:why.mixed");
    expect(commandOf("move_to")?.enabled?.()).toBe(false);
    fireEvent.contextMenu(row("scene:3"));
    const item = await screen.findByRole("menuitem", { name: "移动到…" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(item.getAttribute("title")).toBe("卷、章、场景要分开移动");
  });

  it("move them to one place in the dialog, in their order", async () => {
    const fake = await open();
    await toggle("chapter:4");
    act(() => void commandOf("move_to")?.run());
    expect((await screen.findByRole("dialog")).textContent).toContain("移动选中的 2 项");
    fireEvent.doubleClick(screen.getByRole("option", { name: /第二章/ }));
    await isShape(fake, "1[2:2,3,4 1:1 4:6] 2[3:5]");
    await undo();
    await isShape(fake, begins);
  });

  it("set the status of scenes and chapters, and undo each", async () => {
    const fake = await open();
    await toggle("volume:1");
    await toggle("scene:4");
    await toggle("chapter:3");
    fireEvent.contextMenu(row("scene:4"));
    expect(await screen.findByRole("menuitem", { name: /^移到回收站/ })).toBeDefined();
    fireEvent.click(screen.getByRole("menuitem", { name: "状态" }));
    fireEvent.click(await screen.findByRole("menuitemradio", { name: "已完成" }));
    const statuses = (): Status[] => {
      const chapters = fake.outline().volumes.flatMap((one) => one.chapters);
      return [...chapters, ...chapters.flatMap((one) => one.scenes)].map(({ status }) => status);
    };
    await waitFor(() => expect(statuses().filter((one) => one === "completed")).toHaveLength(3));
    expect(await screen.findByText("已把 3 项标为“已完成”")).toBeDefined();
    await undo();
    await waitFor(() => expect(statuses().filter((one) => one === "planned")).toHaveLength(2));
    expect(statuses().filter((one) => one === "completed")).toHaveLength(0);
  });

  it("from a right click on another row target that row only", async () => {
    await open();
    await toggle("chapter:3");
    fireEvent.contextMenu(row("chapter:4"));
    expect(await screen.findByRole("menuitem", { name: /^重命名/ })).toBeDefined();
    expect(useBinder.getState().selection.keys).toEqual([]);
  });

  it("change nothing in a read-only project", async () => {
    const fake = await open(novel, false);
    await toggle("chapter:3");
    press("Delete");
    press("ArrowUp", { altKey: true });
    fireEvent.contextMenu(row("chapter:3"));
    expect(await screen.findByRole("menuitem", { name: "全部收起" })).toBeDefined();
    expect(screen.queryByRole("menuitem", { name: /移到回收站/ })).toBeNull();
    expect(fake.said.every(({ name }) => name === "manuscript.outline")).toBe(true);
  });

  it("that remove the open text continue beside it, even if the window already moved on", async () => {
    const fake = await open();
    act(() => useDesk.setState({ scene: 3 }));
    chooseHost({
      ...fake,
      call: async (name, request) => {
        const answer = await fake.call(name, request);
        if (name === "manuscript.bin") useDesk.setState({ scene: 1 });
        return answer;
      },
    });
    await act(() => toBin([{ scene: 3 }]));
    expect(desk().scene).toBe(4);
  });

  it("that are stopped report what was done, and Undo reverts it", async () => {
    const fake = await open();
    let calls = 0;
    chooseHost({
      ...fake,
      call: (name, request) => {
        calls += name === "manuscript.move" ? 1 : 0;
        return name === "manuscript.move" && calls === 2
          ? Promise.reject({ code: "disk_full", message: "", hint: "", details: null } satisfies Failure)
          : fake.call(name, request);
      },
    });
    await act(() => move([{ scene: 2 }, { scene: 3 }, { scene: 4 }], { parent: { chapter: 4 }, at: 0 }));
    expect(await screen.findByText("磁盘已满")).toBeDefined();
    expect(screen.getByText("还有 2 项没有动：“场景 2”、“灯”")).toBeDefined();
    await isShape(fake, "1[1:1 2:3,4] 2[3:5 4:2,6]");
    await undo();
    await isShape(fake, begins);
  });
});

describe("a copy", () => {
  it("of a scene is placed after it, opened and selected, and Undo removes it", async () => {
    const fake = await open();
    act(() => row("scene:2").focus());
    fireEvent.contextMenu(row("scene:2"));
    fireEvent.click(await screen.findByRole("menuitem", { name: "建立副本" }));
    await waitFor(() => expect(fake.outline().volumes[0]?.chapters[1]?.scenes).toHaveLength(4));
    const copy = fake.outline().volumes[0]?.chapters[1]?.scenes[1];
    expect(copy?.title).toBe("雨 副本");
    await waitFor(() => expect(desk().scene).toBe(copy?.id));
    await isSelected(`scene:${copy?.id}`);
    expect(await screen.findByText("已为“雨”建立副本")).toBeDefined();
    await undo();
    await isShape(fake, begins);
    await waitFor(() => expect(desk().scene).toBe(1));
    expect(screen.queryByText(/回收站”?$/)).toBeNull();
  });

  it("of an untitled scene has no title, and one of a chapter is opened", async () => {
    const fake = await open();
    await act(() => duplicate([{ scene: 3 }]));
    await act(() => duplicate([{ chapter: 3 }]));
    expect(requests(fake, "manuscript.duplicate")).toEqual([
      { part: { scene: 3 }, title: null },
      { part: { chapter: 3 }, title: "第三章 副本" },
    ]);
    const copy = fake.outline().volumes[1]?.chapters[1];
    await waitFor(() => expect(keys()).toContain(`chapter:${copy?.id}`));
    await isSelected(`chapter:${copy?.id}`);
    await waitFor(() => expect(desk().scene).toBe(copy?.scenes[0]?.id));
  });

  it("of several rows is placed after each, and one Undo removes all", async () => {
    const fake = await open();
    await toggle("chapter:3");
    expect(commandOf("duplicate")?.enabled?.()).toBe(true);
    await act(async () => commandOf("duplicate")?.run());
    const titles = () => fake.outline().volumes.flatMap(({ chapters }) => chapters.map(({ title }) => title));
    expect(titles()).toEqual([
      "第一章 渡口",
      "第一章 渡口 副本",
      "第二章 夜雨",
      "第三章",
      "第三章 副本",
      "第四章",
    ]);
    await waitFor(() => expect(selected()).toHaveLength(2));
    expect(await screen.findByText("已建立 2 份副本")).toBeDefined();
    await undo();
    await isShape(fake, begins);
  });

  it("is not made of a volume", async () => {
    const fake = await open();
    act(() => select({ keys: ["volume:1", "chapter:3"], anchor: null }));
    expect(commandOf("duplicate")?.enabled?.()).toBe(false);
    expect(commandOf("duplicate")?.whyNot?.()).toBe("binder:why.volume");
    await act(() => duplicate([{ volume: 1 }]));
    expect(requests(fake, "manuscript.duplicate")).toEqual([]);
  });
});

it("any moves of several parts, each undone, restore the outline", async () => {
  const fake = begin(novel);
  let undoLast: (() => void) | undefined;
  const stop = onNotice({
    tell: ({ action }) => {
      undoLast = action?.onSelect;
    },
    fail: (failure) => expect.fail(failure.message),
  });
  const step = async (parts: readonly PartId[], seed: number) => {
    const { place, step: by } = someParts(fake.outline(), seed);
    undoLast = undefined;
    if (numbers(seed)(2) === 0) await moveStep(parts, by);
    else await move(parts, place);
    return undoLast;
  };
  for (let seed = 1; seed <= 25; seed += 1) {
    const before: string[] = [];
    const undos: (() => void)[] = [];
    for (let at = 0; at < 4; at += 1) {
      const chosen = someParts(fake.outline(), seed * 100 + at);
      before.push(shapeOf(fake.outline()));
      const back = await step(chosen.parts, seed * 100 + at);
      if (back === undefined) before.pop();
      else undos.push(back);
    }
    while (undos.length > 0) {
      undos.pop()?.();
      await isShape(fake, before.pop() ?? "");
    }
    expect(shapeOf(fake.outline())).toBe(begins);
  }
  expect(requests(fake, "manuscript.move").length).toBeGreaterThan(100);
  stop();
});
