import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { type Dialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { CheckpointsTab } from "./checkpoints-tab";
import { commands } from "./commands";
import { CompareCheckpoints } from "./compare-checkpoints";
import { CreateCheckpointDialog } from "./create-dialog";
import { RestoreCheckpointDialog } from "./restore-dialog";
import { answersOf } from "./sample";
import { canonChanges } from "./sample-canon";

beforeAll(() => startI18n("zh"));

let requests: Asked[] = [];
let notices: ToastOptions[] = [];
const zh = (words: string) => words;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  notices = [];
  onNotice((notice) => void notices.push(notice));
});
afterEach(cleanup);

function open(element: ReactNode, dialog: Dialog | null = null, more: FakeAnswers = {}) {
  answers.clear();
  requests = chooseFakeHost({ ...answersOf(zh), ...more });
  useDesk.setState({ project: sampleProject(), scene: 1, centre: { kind: "writing" }, dialog });
  return render(<QueryClientProvider client={answers}>{element}</QueryClientProvider>, {
    wrapper: UiProviders,
  });
}
const askedFor = (name: string) => requests.filter((one) => one.name === name).map((one) => one.request);

/** Chooses the scope of the restore. */
async function choose(name: RegExp) {
  const scope = await screen.findByRole("combobox", { name: /恢复多少/ });
  scope.focus();
  fireEvent.keyDown(scope, { key: "ArrowDown" });
  const option = await screen.findByRole("option", { name });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
}

describe("the list", () => {
  it("starts with the newest; automatic ones can be hidden", async () => {
    open(<CheckpointsTab />);
    await screen.findByText("恢复前：初稿");
    screen.getByText("导入前：渡口.txt");
    fireEvent.click(screen.getByRole("radio", { name: "我建的" }));
    await waitFor(() => expect(screen.queryByText("恢复前：初稿")).toBeNull());
    fireEvent.click(screen.getByText("改结局之前"));
    expect(useDesk.getState().centre).toEqual({ kind: "compare-checkpoints", from: 3, to: null });
  });
});

describe("a new checkpoint", () => {
  const dialog: Dialog = { name: "create-checkpoint" };

  it("is created by Enter and reported", async () => {
    open(<CreateCheckpointDialog />, dialog);
    fireEvent.change(screen.getByLabelText("名称"), { target: { value: " 第一卷完稿 " } });
    const form = screen.getByLabelText("名称").closest("form");
    if (form !== null) fireEvent.submit(form);
    await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
    expect(askedFor("checkpoint.create")).toEqual([{ name: "第一卷完稿", note: "" }]);
    expect(notices[0]?.text).toBe("已建存档点“第一卷完稿”");
  });

  it("needs a name with more than digits", () => {
    open(<CreateCheckpointDialog />, dialog);
    const act = screen.getByRole("button", { name: "新建" });
    expect(act.hasAttribute("disabled")).toBe(true);
    fireEvent.change(screen.getByLabelText("名称"), { target: { value: "12" } });
    screen.getByText("名称不能只是数字");
    expect(act.hasAttribute("disabled")).toBe(true);
  });

  it("stays open with the typed text when it fails", async () => {
    open(<CreateCheckpointDialog />, dialog, {
      "checkpoint.create": () => {
        throw failure("disk_full");
      },
    });
    fireEvent.change(screen.getByLabelText("名称"), { target: { value: "初稿" } });
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await screen.findByText("磁盘已满");
    expect((screen.getByLabelText("名称") as HTMLInputElement).value).toBe("初稿");
  });
});

describe("a restore", () => {
  const dialog: Dialog = { name: "restore-checkpoint", checkpoint: 2 };

  it("previews the changes and the safety checkpoint, then restores; undo reverts it", async () => {
    open(<RestoreCheckpointDialog />, dialog);
    await screen.findByText(/2 个场景的文字改变/);
    screen.getByText(/“恢复前：初稿”/);
    expect(askedFor("checkpoint.restore")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "恢复" }));
    await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
    expect(askedFor("checkpoint.restore")).toEqual([{ checkpoint: 2 }]);
    notices[0]?.action?.onSelect();
    await waitFor(() => expect(askedFor("checkpoint.restore")).toContainEqual({ checkpoint: 7 }));
  });

  it("texts are loaded when they are expanded", async () => {
    open(<RestoreCheckpointDialog />, dialog);
    await screen.findByText(/2 个场景的文字改变/);
    const row = (await screen.findByText(/^第一章\s渡口 · 场景 1$/)).closest("button");
    expect(askedFor("checkpoint.diff_text")).toEqual([]);
    if (row !== null) fireEvent.click(row);
    await waitFor(() => expect(askedFor("checkpoint.diff_text")).toEqual([{ from: 2, to: null, scene: 1 }]));
    expect(row?.getAttribute("aria-expanded")).toBe("true");
  });

  it("of the scene only requests just that", async () => {
    open(<RestoreCheckpointDialog />, dialog);
    await choose(/^只恢复这个场景/);
    await waitFor(() =>
      expect(askedFor("checkpoint.preview_restore")).toContainEqual({ checkpoint: 2, scene: 1 }),
    );
    await screen.findByText(/2 个场景的文字改变/);
    fireEvent.click(screen.getByRole("button", { name: "恢复" }));
    await waitFor(() => expect(askedFor("checkpoint.restore")).toEqual([{ checkpoint: 2, scene: 1 }]));
  });

  it("of one part of the canon requests just that, and undo covers that part", async () => {
    open(<RestoreCheckpointDialog />, dialog, { "checkpoint.preview_restore": () => canonChanges(zh) });
    await choose(/^只恢复图谱/);
    await waitFor(() =>
      expect(askedFor("checkpoint.preview_restore")).toContainEqual({ checkpoint: 2, canon: "graph" }),
    );
    await screen.findByText(/6 项设定与资料改变，4 项设定与资料回来，1 项设定与资料移除/);
    fireEvent.click(screen.getByRole("button", { name: "恢复" }));
    await waitFor(() => expect(askedFor("checkpoint.restore")).toEqual([{ checkpoint: 2, canon: "graph" }]));
    await waitFor(() => expect(notices).toHaveLength(1));
    notices[0]?.action?.onSelect();
    await waitFor(() =>
      expect(askedFor("checkpoint.restore")).toContainEqual({ checkpoint: 7, canon: "graph" }),
    );
  });

  it("starts with the part it was opened for", async () => {
    open(<RestoreCheckpointDialog />, { ...dialog, canon: "threads" });
    await waitFor(() =>
      expect(askedFor("checkpoint.preview_restore")).toEqual([{ checkpoint: 2, canon: "threads" }]),
    );
  });

  it("says when there is nothing to do", async () => {
    open(<RestoreCheckpointDialog />, dialog, {
      "checkpoint.preview_restore": () => ({ from: null, to: 2, changes: [] }),
    });
    await screen.findByText("没有什么要恢复的");
    expect(screen.getByRole("button", { name: "恢复" }).hasAttribute("disabled")).toBe(true);
  });

  it("that fails stays open and says what is safe", async () => {
    open(<RestoreCheckpointDialog />, dialog, {
      "checkpoint.restore": () => {
        throw failure("stopped");
      },
    });
    await screen.findByText(/2 个场景的文字改变/);
    fireEvent.click(screen.getByRole("button", { name: "恢复" }));
    await screen.findByText("已停止");
    screen.getByText("这一次的操作没有留下任何改动。");
  });
});

describe("a comparison", () => {
  it("shows the first text, then the item chosen by keys", async () => {
    open(<CompareCheckpoints from={2} to={null} />);
    await screen.findByText("3 处改动");
    const row = screen.getAllByText(/^第一章\s渡口 · 场景 1$/)[0]?.closest("button");
    if (row == null) throw new Error("no row");
    row.focus();
    fireEvent.keyDown(row, { key: "End" });
    await screen.findByRole("columnheader", { name: "项" });
    await screen.findByText("阿远");
  });

  it("filters by name", async () => {
    open(<CompareCheckpoints from={2} to={null} />);
    const filter = await screen.findByRole("searchbox", { name: "筛选" });
    fireEvent.change(filter, { target: { value: "没有这样的" } });
    await screen.findByText("没有符合的改动");
  });

  it("restores one item through the dialog", async () => {
    open(<CompareCheckpoints from={2} to={null} />);
    fireEvent.click(await screen.findByRole("button", { name: "恢复这一项…" }));
    expect(useDesk.getState().dialog).toEqual({ name: "restore-checkpoint", checkpoint: 2, scene: 1 });
  });

  it("describes the canon in words: who, to whom, from when, and the evidence", async () => {
    open(<CompareCheckpoints from={2} to={null} />, null, {
      "checkpoint.compare": () => canonChanges(zh),
    });
    await screen.findByText("文风", { selector: "h3" });
    screen.getByText("更新节奏");
    await screen.findByText("摆渡人 · 住处：芦苇洲");
    screen.getByText("埋设：“渡口的灯还亮着”");
    fireEvent.click(await screen.findByText("摆渡人是阿宁的父亲"));
    await screen.findByText("从全书开始");
    screen.getByText(/^第二章\s旧信$/);
    screen.getByText("声称");
    screen.getByText(/“渡口的灯还亮着”（第一章\s渡口 · 场景 1）/);
    fireEvent.click(screen.getByRole("button", { name: "恢复图谱…" }));
    expect(useDesk.getState().dialog).toEqual({ name: "restore-checkpoint", checkpoint: 2, canon: "graph" });
  });

  it("of the latest is started by a command, preferring the author's own", async () => {
    open(null);
    await commands.find(({ id }) => id === "checkpoint.compare_latest")?.run();
    expect(useDesk.getState().centre).toEqual({ kind: "compare-checkpoints", from: 5, to: null });
  });
});
