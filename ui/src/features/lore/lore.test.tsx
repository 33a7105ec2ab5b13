import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { openDialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OpenedProject } from "@/ipc/types";
import { AddAliasDialog } from "./add-alias-dialog";
import { ExportLoreDialog } from "./export-dialog";
import { sampleEntry, sampleHit } from "./fake-book";
import { type FakeLore, fakeLore } from "./fake-lore";
import { ImportLoreDialog } from "./import-dialog";
import { LoreTab } from "./lore-tab";
import { NameCard } from "./name-card";
import { NewLoreDialog } from "./new-lore-dialog";
import { RemovedLoreDialog } from "./removed-dialog";
import { useLoreView } from "./store";

let lore: FakeLore;
let requests: Asked[];
let notices: ToastOptions[];

const HITS = [
  sampleHit(1, "第一章", ["只见", "宝玉", "笑道"], { start: 2, end: 4 }),
  sampleHit(2, "第二章", ["那", "宝二爷", "又来了"], { start: 1, end: 4 }),
];
const FOUND = {
  name: "红楼",
  format: "world_info" as const,
  entries: 3,
  fields: 0,
  added: 2,
  updated: 1,
  locked: 0,
  warnings: [{ kind: "patterns" as const, count: 2, first: "宝玉" }],
  before: null,
};

beforeEach(async () => {
  // Rows have a height, so that the list renders them.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  await startI18n("zh");
  answers.clear();
  lore = fakeLore(
    [
      sampleEntry(1, "贾宝玉", { aliases: ["宝玉", "宝二爷"], content: "衔玉而生", entity: 9 }),
      sampleEntry(2, "林黛玉", { aliases: ["颦儿"] }),
      sampleEntry(3, "荣国府", { kind: "location", locked: true }),
    ],
    { counts: { 1: 30, 2: 20 }, cast: { 2: 4 }, hits: HITS, total: 2400, found: FOUND },
  );
  requests = chooseFakeHost(lore.answers);
  notices = [];
  onNotice((notice) => notices.push(notice));
  useLoreView.setState({ query: "", kind: null, sort: "name", scope: "all", part: "says" });
  useDesk.setState({
    project: { writable: true, title: "石头记" } as OpenedProject,
    scene: 1,
    dialog: null,
    shown: { lore: null, card: null, entity: null, thread: null, event: null, generation: null },
  });
});

const open = (element = <LoreTab />) =>
  show(<QueryClientProvider client={answers}>{element}</QueryClientProvider>);
const rows = () =>
  within(screen.getByRole("list", { name: "卡片" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector("[title]")?.textContent);
const row = (title: RegExp) => screen.findByRole("button", { name: title }, { timeout: 5000 });
const asks = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const undo = () => notices.at(-1)?.action?.onSelect();

describe("the list", () => {
  it("shows each entry with its mentions, counted in one request", async () => {
    await open();
    expect(await row(/贾宝玉.*30 处/)).toBeDefined();
    expect(await row(/荣国府.*已锁定.*0 处/)).toBeDefined();
    expect(asks("mentions.counts")).toHaveLength(1);
  });

  it("is filtered by alias and kind, and sorted", async () => {
    await open();
    await row(/贾宝玉.*30 处/);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "颦" } });
    expect(rows()).toEqual(["林黛玉"]);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "地点" }));
    expect(rows()).toEqual(["荣国府"]);
    fireEvent.click(screen.getByRole("button", { name: "地点" }));
    useLoreView.setState({ sort: "mentions" });
    await waitFor(() => expect(rows()).toEqual(["贾宝玉", "林黛玉", "荣国府"]));
  });

  it("shows those of the open scene", async () => {
    await open();
    await row(/^人物\s*贾宝玉/);
    fireEvent.click(screen.getByRole("radio", { name: "本场景" }));
    expect(await row(/林黛玉.*4 处/)).toBeDefined();
    expect(rows()).toEqual(["林黛玉"]);
    expect(asks("mentions.cast")).toEqual([{ scene: 1 }]);
  });

  it("removes with Delete, moves to the next row, and restores", async () => {
    await open();
    const first = await row(/^人物\s*贾宝玉/);
    first.focus();
    fireEvent.keyDown(first, { key: "Delete" });
    await waitFor(() => expect(rows()).toEqual(["林黛玉", "荣国府"]));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("林黛玉"));
    expect(notices[0]?.text).toBe("已删除“贾宝玉”");
    undo();
    await waitFor(() => expect(rows()).toEqual(["贾宝玉", "林黛玉", "荣国府"]));
  });

  it("removes nothing in a read-only project", async () => {
    useDesk.setState({ project: { writable: false } as OpenedProject });
    await open();
    const first = await row(/^人物\s*贾宝玉/);
    fireEvent.keyDown(first, { key: "Delete" });
    expect(asks("lore.remove")).toEqual([]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "新建条目" }).disabled).toBe(true);
  });
});

describe("an entry", () => {
  it("opens from its row; Esc returns to it", async () => {
    await open();
    const first = await row(/^人物\s*林黛玉/);
    first.focus();
    fireEvent.click(first);
    const title = await screen.findByRole<HTMLInputElement>("textbox", { name: "名称" });
    expect(title.value).toBe("林黛玉");
    title.focus();
    fireEvent.keyDown(title, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "名称" })).toBeNull());
    expect(document.activeElement?.textContent).toContain("林黛玉");
  });

  it("saves each field separately", async () => {
    useDesk.setState({ shown: { lore: 1, entity: null, thread: null, event: null, generation: null } });
    await open();
    const content = await screen.findByRole("textbox", { name: "内容" });
    fireEvent.change(content, { target: { value: "衔玉而生。" } });
    fireEvent.blur(content);
    const aliases = screen.getByRole("textbox", { name: "别名" });
    fireEvent.change(aliases, { target: { value: "怡红公子" } });
    fireEvent.keyDown(aliases, { key: "Enter" });
    await waitFor(() =>
      expect(asks("lore.save")).toEqual([
        { entry: 1, content: "衔玉而生。" },
        { entry: 1, aliases: ["宝玉", "宝二爷", "怡红公子"] },
      ]),
    );
  });

  it("reports the owner of a name; the input stays", async () => {
    useDesk.setState({ shown: { lore: 1, entity: null, thread: null, event: null, generation: null } });
    await open();
    const aliases = await screen.findByRole("textbox", { name: "别名" });
    fireEvent.change(aliases, { target: { value: "颦儿" } });
    fireEvent.keyDown(aliases, { key: "Enter" });
    expect(await screen.findByText("“颦儿”已经是“林黛玉”的名字")).toBeDefined();
    expect(screen.getByRole("button", { name: "去掉“颦儿”" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "打开“林黛玉”" }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("textbox", { name: "名称" }).value).toBe("林黛玉"),
    );
  });

  it("lists its mentions by chapter, and how many are listed", async () => {
    useDesk.setState({ shown: { lore: 1, entity: null, thread: null, event: null, generation: null } });
    await open();
    fireEvent.click(await screen.findByRole("radio", { name: "出处 2,400" }));
    expect(await screen.findByText(/共 2,400 处.*前 2 处/)).toBeDefined();
    expect(screen.getByRole("heading", { name: "第二章" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: /只见\s*宝玉\s*笑道/ }));
    expect(useDesk.getState().scene).toBe(1);
    expect(useDesk.getState().centre).toEqual({ kind: "writing" });
  });

  it("becomes an entity of the graph", async () => {
    lore.answers["kg.save_entity"] = () => ({
      id: 12,
      name: "林黛玉",
      kind: "character",
      aliases: [],
      description: "",
      lore_entry: 2,
    });
    useDesk.setState({ shown: { lore: 2, entity: null, thread: null, event: null, generation: null } });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "在图谱中建立实体" }));
    await waitFor(() => expect(useDesk.getState().shown.entity).toBe(12));
    expect(asks("kg.save_entity")).toEqual([{ name: "林黛玉", kind: "character", lore_entry: 2 }]);
  });
});

describe("dialogs", () => {
  it("creates an entry from a selection; a taken name keeps the input", async () => {
    openDialog({ name: "new-lore", title: "颦儿" });
    await open(<NewLoreDialog />);
    fireEvent.click(await screen.findByRole("button", { name: "新建" }));
    expect(await screen.findByText("“颦儿”已经是“林黛玉”的名字")).toBeDefined();
    const title = screen.getByRole<HTMLInputElement>("textbox", { name: "名称" });
    expect(title.value).toBe("颦儿");
    fireEvent.change(title, { target: { value: "紫鹃" } });
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
    expect(useDesk.getState().shown.lore).toBe(4);
  });

  it("adds an alias, and undoes it", async () => {
    openDialog({ name: "add-alias", alias: "潇湘妃子" });
    await open(<AddAliasDialog />);
    const filter = await screen.findByRole("searchbox", { name: "筛选条目和实体" });
    fireEvent.change(filter, { target: { value: "颦" } });
    fireEvent.keyDown(filter, { key: "Enter" });
    await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
    expect(lore.entries[1]?.aliases).toEqual(["颦儿", "潇湘妃子"]);
    undo();
    await waitFor(() => expect(lore.entries[1]?.aliases).toEqual(["颦儿"]));
  });

  it("warns that another entry has the name", async () => {
    openDialog({ name: "add-alias", alias: "宝二爷" });
    await open(<AddAliasDialog />);
    fireEvent.click(await screen.findByRole("button", { name: /林黛玉/ }));
    expect(await screen.findByText("“宝二爷”已经是“贾宝玉”的名字")).toBeDefined();
    expect(useDesk.getState().dialog?.name).toBe("add-alias");
  });

  it("restores a removed entry", async () => {
    lore.entries[2] = sampleEntry(3, "荣国府", { removed_at: 5 });
    openDialog({ name: "removed-lore" });
    await open(<RemovedLoreDialog />);
    await screen.findByRole("button", { name: /荣国府/ });
    fireEvent.click(screen.getByRole("button", { name: "放回" }));
    expect(await screen.findByText("没有已删除的条目")).toBeDefined();
    expect(lore.entries[2]?.removed_at).toBeNull();
  });

  it("previews a file before it is imported", async () => {
    openDialog({ name: "import-lore" });
    await open(<ImportLoreDialog />);
    fireEvent.click(await screen.findByRole("button", { name: "选择文件" }));
    expect(await screen.findByText("会新增 2 个条目，更新 1 个已有条目。")).toBeDefined();
    expect(screen.getByText(/2 个条目用正则表达式/)).toBeDefined();
    expect(asks("lore.import")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "导入" }));
    expect(await screen.findByText("新增了 2 个条目，更新了 1 个已有条目。")).toBeDefined();
    expect(asks("lore.import")).toEqual([{ source: "path-1" }]);
  });

  it("exports no secrets unless asked", async () => {
    openDialog({ name: "export-lore" });
    await open(<ExportLoreDialog />);
    fireEvent.click(await screen.findByRole("button", { name: "导出…" }));
    expect(await screen.findByText("已把 3 个条目写入 渡口人物.json。")).toBeDefined();
    expect(asks("lore.export")).toMatchObject([{ format: "world_info", secrets: "leave", existing: "keep" }]);
  });
});

it("shows a short card of a name", async () => {
  await open(<NameCard named={{ entry: 1, entity: null, title: "贾宝玉", kind: "character" }} scene={1} />);
  expect(await screen.findByText("宝玉、宝二爷")).toBeDefined();
  expect(screen.getByText("衔玉而生")).toBeDefined();
  expect(await screen.findByText("2,400 处")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "打开卡片" }));
  expect(useDesk.getState().shown.lore).toBe(1);
});
