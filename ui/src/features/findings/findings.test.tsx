// Findings in the window: listing, opening, fixing in one step, waiving; checks with a stop; marks in the text.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { register, runCommand, useCommands } from "@/commands/registry";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { desk, NOTHING_SHOWN, type Shown, useDesk } from "@/desk/desk";
import { pointAtMark } from "@/desk/marks";
import { forgetWaitingPlace, takeWaitingPlace } from "@/desk/navigation";
import { onNotice } from "@/desk/notices";
import { forgetAll, openScene } from "@/desk/open-scenes";
import { write } from "@/desk/testing";
import type { Writing } from "@/editor/create";
import { marksOf } from "@/editor/marks";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import type { JobProgress } from "@/ipc/host";
import { answers, forget } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { goToNext } from "./acts";
import { useChecking } from "./checking";
import { commands } from "./commands";
import { FindingPopup } from "./finding-popup";
import { FindingsTab } from "./findings-tab";
import { CheckRulesDialog } from "./rules-dialog";
import { evidence, fakeFindings, finding, sampleFindings } from "./sample";
import { useFindingsView } from "./state";
import { FindingMarks } from "./text-marks";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const zh = (words: string) => words;
const NO_COUNTS = { standard: 0, word: 0, han: 0, all: 0 };
const TEXT = "沈惊蛰提着风灯从船头跳下来。\n他把船系在青石度的木桩上。\n信纸像是被水泡过。";
const IDLE = useChecking.getState();

let requests: Asked[];
let notices: ToastOptions[];

/** The tab without mendings. */
const Nothing = () => null;
const Tab = () => <FindingsTab open={Nothing} mending={Nothing} />;

interface Given {
  more?: FakeAnswers;
  progress?: JobProgress[];
  shown?: Partial<Shown>;
  writable?: boolean;
}

async function open(element: ReactElement, { more = {}, progress, shown = {}, writable = true }: Given = {}) {
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 2,
    tab: "findings",
    dialog: null,
    centre: { kind: "writing" },
    shown: { ...NOTHING_SHOWN, ...shown },
  });
  const text = {
    "scene.text": () => ({ version: 1, branch: 1, text: TEXT, counts: NO_COUNTS, draft: null }),
    "scene.save_draft": () => ({}),
    "prose.count": () => ({ counts: NO_COUNTS }),
    "threads.in_scene": () => ({ scene: 2, text: "version", version: 1, hash: "", anchors: [] }),
    "scene.spans": () => ({ version: 1, spans: [] }),
  } as unknown as FakeAnswers;
  requests = chooseFakeHost({ ...fakeFindings(zh, text), ...more }, progress);
  await show(<QueryClientProvider client={answers}>{element}</QueryClientProvider>);
}

const asks = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const row = (name: RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const words = (writing: Writing) =>
  marksOf(writing.view.state, "findings").map(({ kind, from, to }) => [
    kind,
    writing.view.state.sliceDoc(from, to),
  ]);

/** A finding whose text is in the second scene. */
const drift = (start: number) =>
  finding(2, "name_drift", {
    severity: "high",
    expected: "青石渡",
    found: "青石度",
    replacement: "青石渡",
    evidence: [evidence(2, start, "青石度")],
  });
const only = (...findings: ReturnType<typeof finding>[]): FakeAnswers => ({
  "check.list": () => ({ findings, checked_at: 1 }),
});

beforeEach(async () => {
  await startI18n("zh");
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  answers.clear();
  forgetAll();
  forgetWaitingPlace();
  useChecking.setState(IDLE);
  useFindingsView.setState({ least: "low", waived: false, visit: null });
  notices = [];
  onNotice((notice) => notices.push(notice));
  if (!useCommands.getState().commands.has("findings.next")) register(commands);
});

describe("the list", () => {
  it("shows the chapter's findings, in the words of the rule with its values", async () => {
    await open(<Tab />);
    await row(/前文写的是“死于沉船”，这里却有“沈惊蛰”/);
    await row(/名字应是“青石渡”，这里写成“青石度”/);
    expect(screen.queryByText(/渡口只有一条石阶/)).toBeNull();
    expect(asks("check.list")[0]).toEqual({ chapter: 2 });
    fireEvent.click(screen.getByRole("radio", { name: "全书" }));
    await row(/渡口只有一条石阶/);
    screen.getByRole("heading", { name: "第一章　渡口" });
    // A single mark is shown with the text around it.
    const mark = await screen.findByText("“", { selector: "mark" });
    expect(mark.parentElement?.textContent).toBe("…老周把马灯挂回去，说：“夜里不渡人，这是规矩。");
    fireEvent.click(screen.getByRole("radio", { name: "本场" }));
    await waitFor(() => expect(asks("check.list").at(-1)).toEqual({ scene: 2 }));
  });

  it("shows only sufficient severities, and waived ones on demand", async () => {
    await open(<Tab />);
    await row(/名字应是/);
    act(() => useFindingsView.setState({ least: "critical" }));
    await waitFor(() => expect(screen.queryByText(/名字应是/)).toBeNull());
    await row(/沈惊蛰/);
    act(() => useFindingsView.setState({ least: "low" }));
    expect(screen.queryByText("已放行")).toBeNull();
    fireEvent.click(screen.getByRole("checkbox", { name: "也看已放行的" }));
    await screen.findByText("已放行");
    await press(/接连几处都以/);
    await screen.findByText("这一段故意用短句开头。");
    await press("恢复列出");
    await waitFor(() => expect(asks("check.unwaive")).toEqual([{ finding: 6 }]));
  });

  it("links to each passage, to what it contradicts, and to the next", async () => {
    await open(<Tab />);
    await press(/前文写的是“死于沉船”/);
    await waitFor(() => expect(takeWaitingPlace(2)).toEqual({ from: 0, to: 14, unit: "utf16" }));
    const passages = within(await screen.findByRole("list", { name: "出处" }));
    fireEvent.click(passages.getByRole("button", { name: /那年冬天船沉了/ }));
    // This host's text lacks the passage: the scene is opened and that is reported.
    await waitFor(() => expect(notices.map(({ text }) => text)).toContain("原文已经改了"));
    expect(desk().scene).toBe(1);
    fireEvent.click(screen.getByRole("button", { name: "沈惊蛰" }));
    expect(desk()).toMatchObject({ tab: "graph", shown: { entity: 4 } });
    // The list is still that of the original chapter.
    await act(() => goToNext(1));
    expect(desk().shown.finding).toBe(2);
    await act(() => goToNext(-1));
    expect(desk().shown.finding).toBe(1);
  });

  it("explains an empty list", async () => {
    await open(<Tab />, { more: { "check.list": () => ({ findings: [], checked_at: null }) } });
    await waitFor(() => expect(screen.getAllByText("还没有检查过").length).toBeGreaterThan(0));
    await runCommand("findings.next");
    expect(notices.map(({ text }) => text)).toEqual(["这里没有问题可看"]);
  });

  it("says what is checked in a Japanese novel, and only there", async () => {
    const clean: FakeAnswers = { "check.list": () => ({ findings: [], checked_at: 1 }) };
    await open(<Tab />, { more: clean });
    await screen.findByText("没有发现问题");
    expect(screen.queryByText(/^日文作品只查/)).toBeNull();
    act(() => useDesk.setState({ project: { ...sampleProject({}), language: "ja" } }));
    expect(screen.getByText(/看用词的规则（.*）还不查日文。$/)).toBeDefined();
  });

  it("reports a failed load, and retries", async () => {
    let isBroken = true;
    const list = () => {
      if (isBroken) throw failure("damaged");
      return { findings: [], checked_at: 1 };
    };
    await open(<Tab />, { more: { "check.list": list } });
    await screen.findByText("没能读取问题");
    isBroken = false;
    await press("重试");
    await screen.findByText("没有发现问题");
  });
});

describe("waiving", () => {
  it("is once, for all like it, or intended with a reason", async () => {
    await open(<Tab />, { shown: { finding: 2 } });
    await press("放行…");
    const form = within(await screen.findByRole("form", { name: "放行这一处" }));
    fireEvent.click(form.getByRole("radio", { name: /有意如此/ }));
    fireEvent.click(form.getByRole("button", { name: "放行" }));
    await form.findByText("请写下理由");
    expect(asks("check.waive")).toEqual([]);
    fireEvent.change(form.getByRole("textbox", { name: /理由/ }), { target: { value: " 方言写法 " } });
    fireEvent.click(form.getByRole("button", { name: "放行" }));
    await waitFor(() =>
      expect(asks("check.waive")).toEqual([{ finding: 2, scope: "intended", reason: "方言写法" }]),
    );
    await waitFor(() => expect(notices.at(-1)?.text).toBe("已记为有意如此"));
    notices.at(-1)?.action?.onSelect();
    await waitFor(() => expect(asks("check.unwaive")).toEqual([{ finding: 2 }]));
  });

  it("is not possible in a read-only project", async () => {
    await open(<Tab />, { shown: { finding: 2 }, writable: false });
    await screen.findByRole("list", { name: "出处" });
    expect(screen.queryByRole("button", { name: "放行…" })).toBeNull();
    expect(screen.queryByRole("button", { name: /改成/ })).toBeNull();
  });
});

describe("a check", () => {
  it("shows its progress and result; typed text is saved first", async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await open(<Tab />, {
      progress: [{ stage: "check", done: 3, total: 12 }],
      more: {
        "check.run": async () => {
          await gate;
          return { found: 5, new: 2, gone: 1, rules: [], unreadable: [], findings: [] };
        },
      },
    });
    await press("检查本章");
    await screen.findByText("已检查 3 个场景，共 12 个");
    finish();
    await screen.findByText("检查完了：共 5 处（含已放行的），新增 2 处，消失 1 处。");
    expect(asks("check.run")).toEqual([{ within: { chapter: 2 } }]);
  });

  it("that is stopped keeps the earlier findings; a failed one can be retried", async () => {
    let code: "stopped" | "internal" = "stopped";
    await open(<Tab />, {
      shown: { findingsOf: "book" },
      more: {
        "check.run": () => {
          throw failure(code);
        },
      },
    });
    await runCommand("findings.check_book");
    await screen.findByText("已停止，原来的结果没有变。");
    code = "internal";
    await act(() => runCommand("findings.check_book"));
    await screen.findByText("检查没有做完");
    expect(asks("check.run")).toEqual([{ within: "book" }, { within: "book" }]);
  });
});

describe("in the text", () => {
  it("passages are underlined by severity, at their current place", async () => {
    // The backend saw the text before three characters were inserted at its start.
    await open(<FindingMarks />, { more: only(drift(TEXT.indexOf("青石度") - 3)) });
    const writing = await write();
    await waitFor(() => expect(words(writing)).toEqual([["issue-high", "青石度"]]));
    act(() => writing.view.dispatch({ changes: { from: 0, insert: "雨夜，" } }));
    expect(words(writing)).toEqual([["issue-high", "青石度"]]);
  });

  it("removed and restored text is marked again with the next answer", async () => {
    await open(<FindingMarks />, { more: only(drift(TEXT.indexOf("青石度"))) });
    const writing = await write();
    await waitFor(() => expect(words(writing)).toHaveLength(1));
    act(() => writing.view.dispatch({ changes: { from: 0, to: TEXT.length, insert: "全改了。" } }));
    expect(words(writing)).toEqual([]);
    act(() => void writing.undo());
    expect(writing.text()).toBe(TEXT);
    act(() => forget(["drafts"]));
    await waitFor(() => expect(words(writing)).toEqual([["issue-high", "青石度"]]));
  });

  it("deleted passages and waived findings are not marked; the other passage is evidence", async () => {
    const [absent] = sampleFindings(zh);
    if (absent === undefined) throw new Error("a finding");
    const elsewhere = { ...absent, evidence: [evidence(2, 0, "早已删去的一句。")] };
    const waived = { ...drift(0), state: "waived" as const };
    const lost = { ...drift(0), id: 8, evidence: [evidence(2, 0, "青石度", { standing: null })] };
    const two = finding(9, "repetition", {
      evidence: [evidence(2, 30, "信纸像是被水泡过。"), evidence(2, 0, "沈惊蛰")],
    });
    await open(<FindingMarks />, { more: only(elsewhere, waived, lost, two) });
    const writing = await write();
    await waitFor(() =>
      expect(words(writing)).toEqual([
        ["evidence", "沈惊蛰"],
        ["issue-medium", "信纸像是被水泡过。"],
      ]),
    );
  });

  it("the proposed text replaces the passage in one undoable step", async () => {
    const start = TEXT.indexOf("青石度");
    await open(<Tab />, { shown: { finding: 2 }, more: only(drift(start)) });
    const writing = await write();
    act(() => writing.view.dispatch({ changes: { from: 0, insert: "雨夜，" }, userEvent: "input.type" }));
    await press("改成“青石渡”");
    await waitFor(() => expect(writing.text()).toBe(`雨夜，${TEXT.replace("青石度", "青石渡")}`));
    await waitFor(() => expect(notices.at(-1)?.text).toBe("已改正"));
    // The list is requested again at once, not at intervals: a press must not hit a finished finding.
    await waitFor(() => expect(asks("check.list")).toHaveLength(2));
    notices.at(-1)?.action?.onSelect();
    expect(writing.text()).toBe(`雨夜，${TEXT}`);
    writing.undo();
    expect(writing.text()).toBe(TEXT);
  });

  it("a passage that is gone is left unchanged", async () => {
    await open(<Tab />, { shown: { finding: 2 }, more: only(drift(5)) });
    const writing = await write();
    act(() => writing.view.dispatch({ changes: { from: 0, to: TEXT.length, insert: "全改了。" } }));
    await press("改成“青石渡”");
    await waitFor(() => expect(notices.at(-1)?.text).toBe("原文已经改了"));
    expect(writing.text()).toBe("全改了。");
  });

  it("a card appears at the pointed passage, and a click opens the finding", async () => {
    await open(<FindingPopup />, { more: only(drift(TEXT.indexOf("青石度"))) });
    const writing = await write();
    vi.spyOn(writing.view, "coordsAtPos").mockReturnValue({ left: 10, right: 20, top: 30, bottom: 50 });
    const mark = { id: "finding:2:0", from: 20, to: 23, kind: "issue-high" as const };
    act(() => pointAtMark({ scene: 2, mark, event: "hover", writing }));
    const card = within(await screen.findByRole("region", { name: "名字写错" }));
    card.getByText("名字应是“青石渡”，这里写成“青石度”。");
    act(() => void fireEvent.keyDown(document.body, { key: "a" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "名字写错" })).toBeNull());
    useDesk.setState({ tab: "part" });
    act(() => pointAtMark({ scene: 2, mark, event: "open", writing }));
    expect(desk()).toMatchObject({ tab: "findings", shown: { finding: 2 } });
    // A mark of another layer is ignored.
    act(() => pointAtMark({ scene: 2, mark: { ...mark, id: "0" }, event: "hover", writing }));
    expect(screen.queryByRole("region", { name: "名字写错" })).toBeNull();
    expect(openScene(2)?.writing).toBe(writing);
  });
});

it("rules are switched on and off beside their measurements", async () => {
  await open(<CheckRulesDialog />);
  act(() => useDesk.setState({ dialog: { name: "check-rules" } }));
  const table = within(await screen.findByRole("table", { name: "检查规则" }));
  const punctuation = table.getByRole("row", { name: /标点与引号/ });
  expect(punctuation.textContent).toContain("99.8%");
  fireEvent.click(table.getByRole("switch", { name: "视角滑动" }));
  fireEvent.click(table.getByRole("button", { name: "“近处重复”恢复默认" }));
  await waitFor(() =>
    expect(asks("check.set_rule")).toEqual([
      { rule: "pov_drift", on: true },
      { rule: "repetition", on: null },
    ]),
  );
  const doubled = within(table.getByRole("row", { name: /多打的字/ }));
  fireEvent.click(doubled.getByRole("checkbox", { name: "修订时自动采纳它给出的写法" }));
  await waitFor(() => expect(asks("check.set_accepting")).toEqual([{ rule: "doubled", on: true }]));
  expect(within(punctuation).queryByRole("checkbox")).toBeNull();
  act(() => forget(["findings"]));
  await waitFor(() => expect(asks("check.rules").length).toBeGreaterThan(1));
});
