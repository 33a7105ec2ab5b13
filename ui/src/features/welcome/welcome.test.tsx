// The welcome page and the new novel dialog against a fake host.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { type ApplicationState, DEFAULT_SETTINGS, type RecentProject } from "@/ipc/types";
import { sampleApplication, sampleProject } from "@/stories/stage";
import { NewProjectDialog } from "./new-project-dialog";
import { openProject, readUnwritable, useOpening } from "./opening";
import { OpeningProblemDialog } from "./opening-problem";
import { ReadOnlyBar } from "./read-only-bar";
import { Welcome } from "./welcome";

const recent = (path: string, title: string, missing = false): RecentProject => ({
  path,
  title,
  name: `${title}.wenfang`,
  folder: "/tmp",
  opened_at: Date.now(),
  missing,
});

function host(change: FakeAnswers): Asked[] {
  return chooseFakeHost({
    "recent.list": () => ({ projects: [recent("path-1", "渡口"), recent("path-2", "长夜书", true)] }),
    "recent.forget": () => ({ projects: [] }),
    "project.open": () => sampleProject(),
    "window.choose": () => ({ path: { path: "path-9", name: "长夜书.wenfang", folder: "/mnt" } }),
    ...change,
  });
}

function show(application: Partial<ApplicationState> = {}) {
  useDesk.setState({
    application: sampleApplication(application),
    settings: DEFAULT_SETTINGS,
    project: null,
    dialog: null,
  });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <Welcome />
        <ReadOnlyBar />
        <NewProjectDialog />
        <OpeningProblemDialog />
      </UiProviders>
    </QueryClientProvider>,
  );
}

const requests = (asked: Asked[], name: string) =>
  asked.filter((one) => one.name === name).map(({ request }) => request);

// Queries by role are slow here, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => startI18n("zh"));
beforeEach(() => {
  answers.clear();
  useOpening.setState({ busy: null, problem: null, startAnswered: false });
});
afterEach(cleanup);

describe("recent projects", () => {
  it("open with a click", async () => {
    const sentRequests = host({});
    show();
    fireEvent.click(await screen.findByText("渡口"));
    await waitFor(() =>
      expect(requests(sentRequests, "project.open")).toEqual([{ path: "path-1", mode: "write" }]),
    );
  });

  it("of one title are distinguished by their files", async () => {
    const copy = { ...recent("path-2", "渡口"), name: "渡口 二稿.wenfang" };
    host({ "recent.list": () => ({ projects: [recent("path-1", "渡口"), copy] }) });
    show();
    expect(await screen.findAllByText("渡口")).toHaveLength(2);
    screen.getByText("/tmp");
    screen.getByText("渡口 二稿.wenfang · /tmp");
  });

  it("that are missing can be located, and the old entry is removed", async () => {
    const sentRequests = host({});
    show();
    fireEvent.click(await screen.findByText("长夜书"));
    await waitFor(() => expect(requests(sentRequests, "recent.forget")).toEqual([{ path: "path-2" }]));
    expect(requests(sentRequests, "project.open")).toEqual([{ path: "path-9", mode: "write" }]);
  });

  it("support the arrow keys and are removed with Delete", async () => {
    const sentRequests = host({});
    show();
    const first = (await screen.findByText("渡口")).closest("button");
    first?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toContain("长夜书");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Delete" });
    await waitFor(() => expect(requests(sentRequests, "recent.forget")).toEqual([{ path: "path-2" }]));
  });
});

describe("a project that could not be opened", () => {
  const heldFailure = failure("project_held", { details: { holder: { host: "书房", pid: 1, since: 0 } } });

  it("cannot be taken over from a process on this machine", async () => {
    const details = { holder: { host: "书房", pid: 1, since: 0 }, here: true };
    host({
      "project.open": () => {
        throw failure("project_held", { details });
      },
    });
    show();
    fireEvent.click(await screen.findByText("渡口"));
    expect(await screen.findByRole("button", { name: "只读打开" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "接管…" })).toBeNull();
  });

  it("can be opened read-only, or taken over after confirmation", async () => {
    const sentRequests = host({
      "project.open": ({ mode }) => {
        if (mode === "write") throw heldFailure;
        return sampleProject();
      },
    });
    show();
    fireEvent.click(await screen.findByText("渡口"));
    fireEvent.click(await screen.findByRole("button", { name: "接管…" }));
    expect(requests(sentRequests, "project.open")).toHaveLength(1);
    fireEvent.click(await screen.findByRole("button", { name: "接管并打开" }));
    await waitFor(() =>
      expect(requests(sentRequests, "project.open").at(-1)).toEqual({ path: "path-1", mode: "take_over" }),
    );
    await waitFor(() => expect(screen.queryByText("没能打开“渡口.wenfang”")).toBeNull());
  });

  it("does not offer to take over again after a refusal: its holder runs here", async () => {
    host({
      "project.open": () => {
        throw heldFailure;
      },
    });
    show();
    fireEvent.click(await screen.findByText("渡口"));
    fireEvent.click(await screen.findByRole("button", { name: "接管…" }));
    fireEvent.click(await screen.findByRole("button", { name: "接管并打开" }));
    await screen.findByText("作品正在这台电脑的另一个窗口里打开");
    expect(screen.queryByRole("button", { name: "接管…" })).toBeNull();
    expect(screen.getByRole("button", { name: "只读打开" })).toBeTruthy();
    expect(screen.queryByText(/那台机器/)).toBeNull();
  });

  it("opens read-only at once if its file is not writable, and a bar says so", async () => {
    const sentRequests = host({
      "project.open": ({ mode }) => {
        if (mode === "write") throw failure("not_writable");
        return sampleProject({ writable: false });
      },
    });
    show();
    fireEvent.click(await screen.findByText("渡口"));
    await waitFor(() =>
      expect(requests(sentRequests, "project.open")).toEqual([
        { path: "path-1", mode: "write" },
        { path: "path-1", mode: "read" },
      ]),
    );
    expect(screen.queryByText("没能打开“渡口.wenfang”")).toBeNull();
    act(() => useDesk.setState({ project: sampleProject({ writable: false }) }));
    expect(await screen.findByText(/^文件或文件夹不允许写入，所以/)).toBeTruthy();
    cleanup();
    useOpening.setState({ unwritable: false, startAnswered: false });
    readUnwritable(failure("not_writable", { details: { path: "path-1", name: "渡口.wenfang" } }));
    await waitFor(() =>
      expect(requests(sentRequests, "project.open").at(-1)).toEqual({ path: "path-1", mode: "read" }),
    );
  });

  it("mentions no text being written while opening", async () => {
    host({
      "project.open": () => {
        throw failure("not_writable");
      },
    });
    show();
    fireEvent.click(await screen.findByText("渡口"));
    await screen.findByText("文件没有动。");
    expect(screen.queryByText(/正在写的文字/)).toBeNull();
  });

  it("is removed from the list only if it is listed", async () => {
    host({
      "project.open": () => {
        throw failure("file_not_found");
      },
    });
    show();
    fireEvent.click(await screen.findByText("渡口"));
    expect(await screen.findByRole("button", { name: "从列表中移除" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "关闭" }));
    await act(() => openProject({ path: "path-7", name: "断链.wenfang" }));
    await screen.findByText("没能打开“断链.wenfang”");
    expect(screen.queryByRole("button", { name: "从列表中移除" })).toBeNull();
  });

  it("at the start is reported, with its own acts if the failure names it", async () => {
    const sentRequests = host({});
    show({ opening: failure("newer_schema", { details: { path: "path-1", name: "渡口.wenfang" } }) });
    expect(screen.queryByRole("button", { name: "接管…" })).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "只读打开" }));
    await waitFor(() =>
      expect(requests(sentRequests, "project.open")).toEqual([{ path: "path-1", mode: "read" }]),
    );
    expect(screen.queryByText("没能打开“渡口.wenfang”")).toBeNull();
  });

  it("at the start without a name offers to choose again, and is reported once", async () => {
    host({});
    show({ opening: heldFailure });
    expect(await screen.findByText("上次的作品没能打开")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "关闭" }));
    expect(screen.queryByText("上次的作品没能打开")).toBeNull();
  });
});

describe("a new project", () => {
  it("asks for a location when it is created", async () => {
    const sentRequests = host({ "project.create": () => sampleProject() });
    show();
    act(() => openDialog({ name: "new-project" }));
    fireEvent.change(await screen.findByLabelText("书名"), { target: { value: "夜雨/十年" } });
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(requests(sentRequests, "window.choose")).toMatchObject([
      { kind: "new_project", name: "夜雨／十年.wenfang" },
    ]);
    expect(requests(sentRequests, "project.create")).toEqual([
      {
        path: "path-9",
        title: "夜雨/十年",
        author: "",
        language: "zh",
        chapter_target: null,
        first_chapter: "第一章",
      },
    ]);
  });

  it("takes a target for its chapters", async () => {
    const sentRequests = host({ "project.create": () => sampleProject() });
    show();
    act(() => openDialog({ name: "new-project" }));
    fireEvent.change(await screen.findByLabelText("书名"), { target: { value: "夜雨" } });
    const target = screen.getByLabelText(/^每章的目标字数/);
    fireEvent.change(target, { target: { value: "3000" } });
    fireEvent.blur(target);
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await waitFor(() =>
      expect(requests(sentRequests, "project.create")).toMatchObject([{ chapter_target: 3000 }]),
    );
  });

  it("in Japanese says what there is and what is not available yet", async () => {
    host({});
    show();
    act(() => openDialog({ name: "new-project" }));
    await screen.findByLabelText("书名");
    expect(screen.queryByText(/^日文作品/)).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: "日本語" }));
    expect(await screen.findByText(/^日文作品：按文字计数.*还没有注音.*竖排.*拼写检查。$/)).toBeTruthy();
    expect(screen.getByText(/^字数、字体、标点和提示语都按它来/)).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "中文" }));
    await waitFor(() => expect(screen.queryByText(/^日文作品/)).toBeNull());
  });

  it("stays open with its input if it cannot be created", async () => {
    host({
      "project.create": () => {
        throw failure("not_writable");
      },
    });
    show();
    act(() => openDialog({ name: "new-project" }));
    fireEvent.change(await screen.findByLabelText("书名"), { target: { value: "夜雨" } });
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await screen.findByText("文件或文件夹不允许写入");
    expect((screen.getByLabelText("书名") as HTMLInputElement).value).toBe("夜雨");
  });

  it("needs a title", async () => {
    const sentRequests = host({});
    show();
    act(() => openDialog({ name: "new-project" }));
    fireEvent.click(await screen.findByRole("button", { name: "新建" }));
    await screen.findByText("请先写书名，以后可以改。");
    expect(requests(sentRequests, "window.choose")).toEqual([]);
  });
});

describe("the samples", () => {
  const notices: ToastOptions[] = [];
  beforeEach(() => {
    notices.length = 0;
    onNotice((notice) => notices.push(notice));
  });
  afterEach(async () => {
    onNotice(() => undefined);
    await startI18n("zh");
  });

  it("are offered in the window's language first, with the other one beside it", async () => {
    const openSample = () => {
      const project = sampleProject();
      useDesk.setState({ project });
      return project;
    };
    const sentRequests = host({ "project.open_sample": openSample });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "看看示例《渡口》" }));
    await waitFor(() => expect(requests(sentRequests, "project.open_sample")).toEqual([{ language: "zh" }]));
    await waitFor(() => expect(useOpening.getState().busy).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "看看英文示例 Low Water" }));
    await waitFor(() => expect(requests(sentRequests, "project.open_sample")).toHaveLength(2));
    expect(requests(sentRequests, "project.open_sample")[1]).toEqual({ language: "en" });
    await waitFor(() => expect(notices).toHaveLength(2));
    expect(notices.map(({ text, action }) => [text, action?.label])).toEqual([
      ["《渡口》是一部示例作品，里面什么都有一点。", "四处看看"],
      ["Low Water 是一部英文示例作品，里面什么都有一点。", "四处看看"],
    ]);
  });

  it("are swapped in English", async () => {
    await startI18n("en");
    const sentRequests = host({ "project.open_sample": () => sampleProject() });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Open the sample: Low Water" }));
    await waitFor(() => expect(requests(sentRequests, "project.open_sample")).toEqual([{ language: "en" }]));
  });

  it("offer nothing if they could not be opened", async () => {
    host({
      "project.open_sample": () => {
        throw failure("disk_full");
      },
    });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "看看示例《渡口》" }));
    await screen.findByText("没能打开“示例作品”");
    expect(notices).toEqual([]);
  });
});

describe("a damaged project", () => {
  const at = new Date(2026, 2, 1, 10, 20).getTime();
  const project = { path: "path-1", name: "渡口.wenfang" };

  it("offers its newest backup, and opens a copy named by date", async () => {
    const sentRequests = host({ "project.open_backup": () => sampleProject() });
    show({ opening: failure("damaged", { details: { ...project, backup: at } }) });
    fireEvent.click(await screen.findByRole("button", { name: /打开最近的备份/ }));
    await waitFor(() =>
      expect(requests(sentRequests, "project.open_backup")).toEqual([
        { path: "path-1", label: "2026-03-01 10.20" },
      ]),
    );
    expect(requests(sentRequests, "project.open")).toEqual([]);
  });

  it("that cannot be read at all says so, and offers no dead end", async () => {
    host({});
    show({ opening: failure("damaged", { details: { ...project, unreadable: true } }) });
    await screen.findByText("作品文件有损坏，文字都读不出来");
    expect(screen.queryByRole("button", { name: "只读打开" })).toBeNull();
    screen.getByText(/没有这部作品的完好备份/);
  });
});
