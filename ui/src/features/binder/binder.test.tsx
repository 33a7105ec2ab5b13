import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { desk, useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { chooseHost } from "@/ipc/host";
import type { OutlineView } from "@/ipc/types";
import { newChapter } from "./acts";
import { toBin } from "./binning";
import { commands } from "./commands";
import { foldedParts } from "./folded";
import { moveStep } from "./moving";
import { numberedOnce } from "./row-acts";
import { book, chapter, scene, volume } from "./sample-outline";
import { useBinder } from "./store";
import { keys, open as openBinder, prepare, press, row } from "./testing";

const novel = book(
  volume(1, "第一卷", [
    chapter(1, "第一章 渡口", [scene(1)]),
    chapter(2, "第二章 夜雨", [scene(2, 10, "雨"), scene(3)]),
  ]),
  volume(2, "第二卷", [chapter(3, "第三章", [scene(4)])]),
);

beforeEach(prepare);

const open = (outline: OutlineView = novel, writable = true) => openBinder(outline, writable);

describe("the tree", () => {
  it("opens what is clicked, and describes it", async () => {
    await open();
    expect(row("chapter:1").getAttribute("aria-selected")).toBe("true");
    expect(row("chapter:2").textContent).toBe("第二章 夜雨1,010");
    expect(row("chapter:2").querySelector('[role="img"]')?.getAttribute("aria-label")).toBe("写作中");
    fireEvent.click(row("scene:3"));
    expect(desk().scene).toBe(3);
    await waitFor(() => expect(row("scene:3").getAttribute("aria-selected")).toBe("true"));
  });

  it("collapses rows and remembers it", async () => {
    await open();
    act(() => useBinder.setState({ active: "volume:1" }));
    act(() => row("volume:1").focus());
    press("ArrowLeft");
    await waitFor(() => expect(keys()).toEqual(["volume:1", "volume:2", "chapter:3"]));
    expect(foldedParts()).toEqual(["volume:1"]);
  });

  it("counts text typed in an open scene", async () => {
    await open();
    const counts = { standard: 1500, word: 1500, han: 1500, all: 1500 };
    act(() =>
      useOpenScenes.setState({
        status: new Map([[1, { kept: "kept", failure: null, version: 1, branch: 0, counts, at: null }]]),
      }),
    );
    expect(row("chapter:1").textContent).toContain("1,500");
    expect(row("volume:1").textContent).toContain("2,510");
    expect(row("chapter:2").textContent).toContain("1,010");
  });

  it("changes nothing in a read-only project", async () => {
    const fake = await open(novel, false);
    fireEvent.click(row("chapter:2"));
    row("chapter:2").focus();
    for (const key of ["F2", "Delete"]) press(key);
    press("ArrowUp", { altKey: true });
    expect(screen.queryByRole("textbox", { name: "标题" })).toBeNull();
    expect(screen.queryByRole("button", { name: "新建章" })).toBeNull();
    expect(fake.said.every(({ name }) => name === "manuscript.outline")).toBe(true);
    expect(commands.every((command) => command.enabled?.() === false)).toBe(true);
  });
});

describe("titles", () => {
  it("are typed in the row; Enter saves, Esc cancels, a chapter needs one", async () => {
    const fake = await open();
    fireEvent.click(row("chapter:1"));
    row("chapter:1").focus();
    press("F2");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "标题" });
    fireEvent.change(field, { target: { value: " " } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(screen.getByRole("alert").textContent).toBe("章名不能为空");
    fireEvent.keyDown(field, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "标题" })).toBeNull());

    fireEvent.doubleClick(row("chapter:1"));
    const again = await screen.findByRole<HTMLInputElement>("textbox", { name: "标题" });
    fireEvent.change(again, { target: { value: "第一章 雨停 " } });
    fireEvent.keyDown(again, { key: "Enter", isComposing: true });
    fireEvent.keyDown(again, { key: "Enter" });
    await waitFor(() => expect(row("chapter:1").textContent).toContain("第一章 雨停"));
    const renames = fake.said.filter(({ name }) => name === "manuscript.rename");
    expect(renames.map(({ request }) => request)).toEqual([{ part: { chapter: 1 }, title: "第一章 雨停" }]);
  });
});

describe("acts", () => {
  it("create a chapter with a scene, numbered after its neighbour, and ask for its name", async () => {
    const fake = await open();
    await newChapter({ chapter: 3 });
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "标题" });
    expect(field.value).toBe("第四章");
    expect(fake.outline().volumes[1]?.chapters[1]).toMatchObject({
      title: "第四章",
      scenes: [{ title: "" }],
    });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(desk().scene).toBe(fake.outline().volumes[1]?.chapters[1]?.scenes[0]?.id);
  });

  it("take the number of a new chapter once, also when it was typed again", () => {
    expect(numberedOnce("第四章第四章 过江", "第四章")).toBe("第四章 过江");
    expect(numberedOnce("Chapter 2 Chapter 2: Tide", "Chapter 2")).toBe("Chapter 2: Tide");
    expect(numberedOnce("第四章 过江", "第四章")).toBe("第四章 过江");
    expect(numberedOnce("过江", "第四章")).toBe("过江");
  });

  it("report a repeated number, and offer to renumber", async () => {
    await open();
    await newChapter({ chapter: 1 });
    fireEvent.click(await screen.findByRole("button", { name: "重新编号…" }));
    expect(desk().dialog).toEqual({ name: "renumber" });
  });

  it("move a part and undo it", async () => {
    const fake = await open();
    await moveStep([{ scene: 3 }], 1);
    expect(fake.outline().volumes[1]?.chapters[0]?.scenes.map(({ id }) => id)).toEqual([3, 4]);
    fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
    await waitFor(() =>
      expect(fake.outline().volumes[0]?.chapters[1]?.scenes.map(({ id }) => id)).toEqual([2, 3]),
    );
  });

  it("move a part to the bin, continue beside it, and restore it", async () => {
    const fake = await open();
    await toBin([{ chapter: 1 }]);
    await waitFor(() => expect(keys()).not.toContain("chapter:1"));
    expect(desk().scene).toBe(2);
    fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
    await waitFor(() => expect(fake.outline().volumes[0]?.chapters[0]?.id).toBe(1));
    expect(desk().scene).toBe(1);
  });

  it("bin a part that is being moved, and continue beside its new place", async () => {
    await open();
    await Promise.all([moveStep([{ chapter: 1 }], 1), toBin([{ chapter: 1 }])]);
    await waitFor(() => expect(keys()).not.toContain("chapter:1"));
    expect(desk().scene).toBe(4);
  });

  it("bin a chapter with its last scene, even right after the scene before it", async () => {
    await open();
    act(() => useDesk.setState({ scene: 2 }));
    await Promise.all([toBin(), toBin()]);
    await waitFor(() => expect(keys()).not.toContain("chapter:2"));
  });

  it("confirm before scenes are merged, and bin the emptied chapter", async () => {
    const fake = await open();
    act(() => useBinder.setState({ question: { kind: "merge", scene: 3 } }));
    expect((await screen.findByRole("alertdialog")).textContent).toContain("“第三章”没有别的场景了");
    fireEvent.click(screen.getByRole("button", { name: "合并" }));
    await waitFor(() => expect(fake.outline().volumes[1]?.chapters).toEqual([]));
    expect(fake.said.find(({ name }) => name === "scene.merge")?.request).toEqual({ scene: 3, with: 4 });
  });

  it("report what failed and that nothing is lost", async () => {
    const fake = await open();
    chooseHost({
      ...fake,
      call: (name, request) =>
        name === "manuscript.bin"
          ? Promise.reject({ code: "disk_full", message: "", hint: "", details: null })
          : fake.call(name, request),
    });
    await toBin([{ chapter: 1 }]);
    expect(await screen.findByText("磁盘已满")).toBeDefined();
    expect(keys()).toContain("chapter:1");
  });
});

it("filters titles", async () => {
  await open();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "雨" } });
  await waitFor(() => expect(keys()).toEqual(["volume:1", "chapter:2", "scene:2"]));
  expect(row("chapter:2").querySelector("mark")?.textContent).toBe("雨");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "没有" } });
  expect(await screen.findByText("没有找到标题")).toBeDefined();
});
