import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { NOTHING_SHOWN, openDialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Hint, OpenedProject } from "@/ipc/types";
import { bareCard, sampleEntry } from "./fake-book";
import { type FakeLore, fakeLore } from "./fake-lore";
import { LoreTab } from "./lore-tab";
import { MergeCardsDialog } from "./merge-dialog";
import { useLoreView } from "./store";
import { UnknownNamesDialog } from "./unknown-dialog";

let lore: FakeLore;
let requests: Asked[];
let notices: ToastOptions[];

const hint = (name: string, total: number, kind: Hint["kind"] = "new", of: string | null = null): Hint => ({
  name,
  kind,
  bearer: null,
  of,
  total,
  score: 0.9,
  places: [],
});
const HINTS = [
  hint("焙茗", 8),
  hint("板儿", 57),
  hint("林带玉", 1, "misspelling", "林黛玉"),
  hint("茗烟", 23),
];

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  await startI18n("zh");
  answers.clear();
  lore = fakeLore(
    [
      sampleEntry(1, "贾宝玉", { aliases: ["宝玉"], entity: 9 }),
      sampleEntry(2, "林黛玉", { aliases: ["颦儿"] }),
      sampleEntry(3, "荣国府", { kind: "location" }),
    ],
    {
      counts: { 1: 30, 2: 20 },
      hints: HINTS,
      bare: [bareCard("袭人", { entity: 12, aliases: ["花大姐"] }), bareCard("晴雯", { in_bible: true })],
    },
  );
  requests = chooseFakeHost(lore.answers);
  notices = [];
  onNotice((notice) => notices.push(notice));
  useLoreView.setState({ query: "", kind: null, sort: "name", scope: "all", part: "says" });
  useDesk.setState({
    project: { writable: true, title: "石头记" } as OpenedProject,
    scene: 1,
    dialog: null,
    shown: NOTHING_SHOWN,
  });
});

const open = (element: ReactElement = <LoreTab />) =>
  show(<QueryClientProvider client={answers}>{element}</QueryClientProvider>);
const asks = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const undo = () => notices.at(-1)?.action?.onSelect();
const row = (title: RegExp) => screen.findByRole("button", { name: title }, { timeout: 5000 });
const titles = () => lore.entries.map(({ title }) => title);

describe("the list of cards", () => {
  it("has one row per card, with or without an entry", async () => {
    await open();
    await row(/贾宝玉.*30 处/);
    const shown = within(screen.getByRole("list", { name: "卡片" }))
      .getAllByRole("listitem")
      .map((item) => item.querySelector("[title]")?.textContent);
    expect([...shown].sort()).toEqual(["晴雯", "林黛玉", "荣国府", "袭人", "贾宝玉"].sort());
  });

  it("creates a card's entry when something is first written", async () => {
    await open();
    fireEvent.click(await row(/^人物\s*袭人/));
    await screen.findByText(/还没有条目/);
    expect(screen.getByText("图谱中还叫：花大姐")).toBeDefined();
    const content = screen.getByRole("textbox", { name: "内容" });
    fireEvent.change(content, { target: { value: "温柔和顺。" } });
    fireEvent.blur(content);
    await waitFor(() =>
      expect(asks("lore.save")).toEqual([
        { title: "袭人", kind: "character" },
        { entry: 4, content: "温柔和顺。" },
      ]),
    );
    await waitFor(() => expect(screen.queryByText(/还没有条目/)).toBeNull());
  });

  it("selects two by keyboard and opens their merge", async () => {
    await open();
    const first = await row(/^人物\s*贾宝玉/);
    first.focus();
    fireEvent.keyDown(first, { key: " " });
    fireEvent.click(await row(/^人物\s*林黛玉/), { ctrlKey: true });
    expect(screen.getByText("已选 2 个")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "合并" }));
    expect(useDesk.getState().dialog).toEqual({
      name: "merge-cards",
      from: { entry: 2 },
      into: { entry: 1 },
    });
    fireEvent.keyDown(first, { key: "Escape" });
    await waitFor(() => expect(screen.queryByText("已选 2 个")).toBeNull());
  });

  it("has no checkboxes in a read-only project", async () => {
    useDesk.setState({ project: { writable: false } as OpenedProject });
    await open();
    await row(/^人物\s*贾宝玉/);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("merging", () => {
  it("previews the result, and merges in one undoable act", async () => {
    openDialog({ name: "merge-cards", from: { entry: 3 }, into: { entry: 2 } });
    await open(<MergeCardsDialog />);
    await screen.findByText("“荣国府”并入“林黛玉”，两张合为一张。");
    expect(await screen.findByText("颦儿、荣国府")).toBeDefined();
    expect(screen.getByText("2 条事实，1 条关系")).toBeDefined();
    fireEvent.click(screen.getByRole("radio", { name: "荣国府" }));
    const submit = screen.getByRole<HTMLButtonElement>("button", { name: "合并" });
    await waitFor(() => expect(submit.disabled).toBe(false));
    fireEvent.click(submit);
    await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
    expect(asks("cards.merge")).toEqual([{ from: { entry: 3 }, into: { entry: 2 }, take: ["name"] }]);
    expect(useDesk.getState().shown.lore).toBe(2);
    expect(lore.entries.map(({ title, aliases }) => [title, aliases])).toEqual([
      ["贾宝玉", ["宝玉"]],
      ["荣国府", ["林黛玉", "颦儿"]],
    ]);
    undo();
    await waitFor(() => expect(titles()).toEqual(["贾宝玉", "林黛玉", "荣国府"]));
  });

  it("can be swapped, and the other card can be chosen", async () => {
    openDialog({ name: "merge-cards", from: { entry: 3 } });
    await open(<MergeCardsDialog />);
    const filter = await screen.findByRole("searchbox", { name: "筛选卡片" });
    fireEvent.change(filter, { target: { value: "颦" } });
    fireEvent.keyDown(filter, { key: "Enter" });
    await screen.findByText("“荣国府”并入“林黛玉”，两张合为一张。");
    fireEvent.click(screen.getByRole("button", { name: "对调" }));
    await screen.findByText("“林黛玉”并入“荣国府”，两张合为一张。");
  });

  it("reports a failure and stays open", async () => {
    lore.answers["cards.merge"] = () => {
      throw { code: "busy", message: "", hint: "", details: null };
    };
    openDialog({ name: "merge-cards", from: { entry: 3 }, into: { entry: 2 } });
    await open(<MergeCardsDialog />);
    await screen.findByText("颦儿、荣国府");
    fireEvent.click(screen.getByRole("button", { name: "合并" }));
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(useDesk.getState().dialog?.name).toBe("merge-cards");
  });
});

describe("unknown names", () => {
  const shown = () =>
    within(screen.getByRole("list", { name: "还没记下的名字" }))
      .getAllByRole("checkbox")
      .map((box) => box.getAttribute("aria-label"));

  beforeEach(async () => {
    openDialog({ name: "unknown-names" });
    await open(<UnknownNamesDialog />);
    await row(/^板儿/);
  });

  it("are sorted by frequency, misspelt ones first", () => {
    expect(shown()).toEqual(["勾选“林带玉”", "勾选“板儿”", "勾选“茗烟”", "勾选“焙茗”"]);
  });

  it("become people all at once, and none of them after one undo", async () => {
    fireEvent.click(screen.getByRole("button", { name: "全部记为人物" }));
    await waitFor(() => expect(titles()).toEqual(["贾宝玉", "林黛玉", "荣国府", "板儿", "茗烟", "焙茗"]));
    expect(asks("cards.enter")).toHaveLength(1);
    expect(notices.at(-1)?.text).toBe("已建 3 张卡片");
    await waitFor(() => expect(shown()).toEqual(["勾选“林带玉”"]));
    undo();
    await waitFor(() => expect(titles()).toEqual(["贾宝玉", "林黛玉", "荣国府"]));
    await waitFor(() => expect(shown()).toHaveLength(4));
  });

  it("are selected with Shift, and become one card with several names", async () => {
    const first = await row(/^茗烟/);
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowDown", shiftKey: true });
    expect(screen.getByRole("button", { name: "记为 2 个人物" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "合为一张卡片" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "以“焙茗”为名" }));
    await waitFor(() => expect(lore.entries.at(-1)).toMatchObject({ title: "焙茗", aliases: ["茗烟"] }));
  });

  it("are rejected together when selected", async () => {
    const first = await row(/^板儿/);
    first.focus();
    fireEvent.keyDown(first, { key: "a", ctrlKey: true });
    fireEvent.keyDown(first, { key: "Delete" });
    await waitFor(() => expect(lore.ignored).toEqual(["林带玉", "板儿", "茗烟", "焙茗"]));
    expect(await screen.findByText("没有找到")).toBeDefined();
    expect(screen.getByText(/也没有发现写错的名字。漏掉的/)).toBeDefined();
    act(() => useDesk.setState(({ project }) => ({ project: project && { ...project, language: "ja" } })));
    expect(screen.getByText(/只用平假名写的名字认不出来。/)).toBeDefined();
    expect(asks("cards.enter")).toHaveLength(1);
  });

  it("become aliases of an existing card", async () => {
    fireEvent.click(screen.getByRole("checkbox", { name: "勾选“林带玉”" }));
    fireEvent.click(screen.getByRole("button", { name: "并入…" }));
    fireEvent.click(await screen.findByRole("button", { name: /^人物\s*林黛玉/ }));
    await waitFor(() => expect(lore.entries[1]?.aliases).toEqual(["颦儿", "林带玉"]));
    expect(notices.at(-1)?.text).toBe("已添 1 个别名");
  });

  it("get another kind if the author chooses it", async () => {
    fireEvent.click(await row(/^焙茗/));
    fireEvent.click(await screen.findByRole("button", { name: "记为…" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "物品" }));
    await waitFor(() => expect(lore.entries.at(-1)).toMatchObject({ title: "焙茗", kind: "item" }));
  });
});
