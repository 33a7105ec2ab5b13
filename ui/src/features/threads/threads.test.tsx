import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { type Dialog, desk, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { forgetAll } from "@/desk/open-scenes";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Failure, OpenedProject, ThreadView } from "@/ipc/types";
import { AnchorThreadDialog } from "./anchor-thread-dialog";
import { EditThreadDialog } from "./edit-thread-dialog";
import { PlaceAnchorDialog } from "./place-anchor-dialog";
import { threads } from "./sample";
import { useThreadsView } from "./store";
import { ThreadsTab } from "./threads-tab";

let requests: Asked[];
let refused: Failure | null;
const noticed = vi.fn();
const sampleThread = (): ThreadView => {
  const [first] = threads((zh) => zh).threads;
  if (first === undefined) throw new Error("no thread");
  return first;
};

beforeEach(async () => {
  await startI18n("zh");
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  answers.clear();
  forgetAll();
  refused = null;
  noticed.mockClear();
  onNotice(noticed);
  const act = () => {
    if (refused !== null) throw refused;
    return sampleThread();
  };
  const done = () => ({ count: 1 });
  requests = chooseFakeHost({
    "threads.list": () => threads((zh) => zh),
    "threads.save": act,
    "threads.act": act,
    "threads.add_anchor": act,
    "threads.remove": done,
    "threads.put_back": done,
    "threads.remove_anchor": done,
    "threads.put_back_anchor": done,
    "threads.in_scene": ({ scene }) => ({
      scene,
      text: "version",
      version: 2,
      hash: "",
      anchors: [{ id: 1, now: { start: 30, end: 44 } } as never],
    }),
  });
  useThreadsView.setState({ query: "", asOf: "end" });
  useDesk.setState({
    project: { writable: true } as OpenedProject,
    scene: 40,
    dialog: null,
    shown: { lore: null, entity: null, thread: null, event: null, generation: null },
  });
});
afterEach(cleanup);

const of = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const open = () =>
  show(
    <QueryClientProvider client={answers}>
      <ThreadsTab />
      <EditThreadDialog />
      <AnchorThreadDialog />
      <PlaceAnchorDialog />
    </QueryClientProvider>,
  );
const row = (name: RegExp) => screen.findByRole("button", { name });
const passage = { scene: 40, range: { start: 3, end: 9 }, quote: "他把断剑埋在渡口，谁也没说" };
const withDialog = async (dialog: Dialog) => {
  await open();
  useDesk.setState({ dialog });
  await screen.findByRole("dialog");
};

describe("the list", () => {
  it("says what is overdue, and how many there are of each kind", async () => {
    await open();
    const overdue = await row(/^断剑的来历/);
    expect(overdue.textContent).toContain("逾期 1 章");
    expect(overdue.textContent).toContain("已 21 章");
    expect(overdue.textContent).toContain("≤ 20 章");
    expect(overdue.textContent).toContain("回收 1 处");
    for (const heading of ["逾期 2", "未回收 2", "部分回收 1", "已回收 1", "已放弃 1"])
      expect(screen.getByRole("heading", { name: heading })).toBeTruthy();
  });

  it("is loaded as of the open scene", async () => {
    await open();
    fireEvent.click(await screen.findByRole("radio", { name: "当前场景" }));
    await waitFor(() => expect(of("threads.list")).toContainEqual({ at: 40 }));
  });

  it("removes with Delete, and the notice undoes it", async () => {
    await open();
    fireEvent.keyDown(await row(/^断剑的来历/), { key: "Delete" });
    await waitFor(() => expect(of("threads.remove")).toEqual([{ threads: [1] }]));
    await waitFor(() => expect(noticed).toHaveBeenCalled());
    noticed.mock.calls[0]?.[0].action.onSelect();
    await waitFor(() => expect(of("threads.put_back")).toEqual([{ threads: [1] }]));
  });

  it("opens a thread, and Esc returns", async () => {
    await open();
    fireEvent.click(await row(/^断剑的来历/));
    expect(desk().shown.thread).toBe(1);
    const back = await screen.findByRole("button", { name: "返回列表" });
    fireEvent.keyDown(back, { key: "Escape" });
    expect(desk().shown.thread).toBeNull();
    expect(await row(/^断剑的来历/)).toBeTruthy();
  });
});

describe("one thread", () => {
  beforeEach(() => useDesk.setState(({ shown }) => ({ shown: { ...shown, thread: 1 } })));

  it("saves typed text, and keeps it in the field if refused", async () => {
    await open();
    const title = await screen.findByRole<HTMLInputElement>("textbox", { name: "线索" });
    refused = failure("bad_request");
    fireEvent.change(title, { target: { value: "断剑" } });
    fireEvent.blur(title);
    await waitFor(() => expect(of("threads.save")).toEqual([{ thread: 1, title: "断剑" }]));
    expect(await screen.findByText("这样做不到")).toBeTruthy();
    expect(title.value).toBe("断剑");
  });

  it("goes to the current place of its passages", async () => {
    await open();
    fireEvent.click(await row(/埋设.*老陶把断剑/));
    await waitFor(() => expect(desk().scene).toBe(3));
    expect(of("threads.in_scene")).toEqual([{ scene: 3 }]);
  });

  it("is abandoned with a reason", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "改为…" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "放弃…" }));
    fireEvent.change(await screen.findByRole("textbox", { name: /放弃的理由/ }), {
      target: { value: "改写了" },
    });
    fireEvent.click(screen.getByRole("button", { name: "放弃这条线索" }));
    await waitFor(() => expect(of("threads.act")).toEqual([{ thread: 1, act: "abandon", reason: "改写了" }]));
  });

  it("removes a passage, and undoes it", async () => {
    await open();
    fireEvent.keyDown(await row(/埋设.*老陶把断剑/), { key: "Delete" });
    await waitFor(() => expect(of("threads.remove_anchor")).toEqual([{ anchor: 1 }]));
    await waitFor(() => expect(noticed).toHaveBeenCalled());
    noticed.mock.calls[0]?.[0].action.onSelect();
    await waitFor(() => expect(of("threads.put_back_anchor")).toEqual([{ anchor: 1 }]));
  });

  it("is unchanged in a read-only project", async () => {
    useDesk.setState({ project: { writable: false } as OpenedProject });
    await open();
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "线索" })).readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: "改为…" })).toBeNull();
    fireEvent.keyDown(await row(/埋设.*老陶把断剑/), { key: "Delete" });
    expect(of("threads.remove_anchor")).toEqual([]);
  });
});

describe("dialogs", () => {
  it("plant a selected passage, named by its first words", async () => {
    await withDialog({ name: "edit-thread", thread: null, passage });
    const name = screen.getByRole<HTMLInputElement>("textbox", { name: "名字" });
    expect(name.value).toBe("他把断剑埋在渡口");
    refused = failure("quote_not_found");
    fireEvent.click(screen.getByRole("button", { name: "埋设" }));
    expect(await screen.findByText("原文里没有这句话")).toBeTruthy();
    refused = null;
    fireEvent.change(name, { target: { value: "断剑" } });
    fireEvent.click(screen.getByRole("button", { name: "埋设" }));
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(of("threads.save").at(-1)).toEqual({ title: "断剑", description: "", due_after: 20, passage });
  });

  it("pay a thread off in part, waiting threads first", async () => {
    await withDialog({ name: "anchor-thread", role: "payoff", passage });
    const options = await screen.findAllByRole("option");
    expect(options[0]?.textContent).toContain("没有署名的信");
    expect(options.some((one) => one.textContent?.includes("河神的传说"))).toBe(false);
    const filter = screen.getByRole("searchbox", { name: "按名字或原文查找" });
    fireEvent.keyDown(filter, { key: "ArrowDown" });
    fireEvent.click(screen.getByRole("radio", { name: "部分回收" }));
    fireEvent.click(screen.getByRole("button", { name: "回收" }));
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(of("threads.add_anchor")).toEqual([
      { thread: 1, role: "payoff", passage, whole: false, note: "" },
    ]);
  });

  it("place a passage only with a selection", async () => {
    await withDialog({ name: "place-anchor", anchor: 6 });
    expect(screen.getByText("还没有选中文字")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "定位到这里" }).disabled).toBe(true);
  });
});
