import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { acquireScene, forgetAll, useOpenScenes } from "@/desk/open-scenes";
import { createWriting } from "@/editor/create";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { adoptBranch, restoreVersion } from "./acts";
import { BranchDialog } from "./branch-dialog";
import { CompareVersions } from "./compare-versions";
import { MergeDialog } from "./merge-dialog";
import { OpenLine } from "./open-line";
import { PlaceList } from "./place-list";
import { answersOf, branches, counts, history, textOf } from "./sample";
import { VersionRow } from "./version-row";
import { VersionsTab } from "./versions-tab";

vi.mock("./version-row", async (original) => {
  const rows = await original<typeof import("./version-row")>();
  return { ...rows, VersionRow: vi.fn(rows.VersionRow) };
});

beforeAll(() => startI18n("zh"));

let requests: Asked[] = [];
let notices: ToastOptions[] = [];

beforeEach(() => {
  // A virtual list renders what fits; nothing has a size here.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  notices = [];
  onNotice((notice) => void notices.push(notice));
});
afterEach(() => {
  cleanup();
  useOpenScenes.setState({ status: new Map() });
});

function open(element: ReactNode, more: FakeAnswers = {}, writable = true) {
  answers.clear();
  requests = chooseFakeHost({
    ...answersOf(history(Date.now(), "修订前"), branches("另一种结局"), false),
    ...more,
  });
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 1,
    centre: { kind: "writing" },
    dialog: null,
  });
  return render(<QueryClientProvider client={answers}>{element}</QueryClientProvider>, {
    wrapper: UiProviders,
  });
}

const textAt = (version: number) => ({
  scene: 1,
  version,
  branch: 0,
  text: textOf(version),
  counts: counts(6),
});

const rowOf = async (name: string) => {
  const found = (await screen.findAllByText(name))[0]?.closest<HTMLElement>("button");
  if (found == null) throw new Error(`no row ${name}`);
  return found;
};
const askedFor = (name: string) => requests.filter((one) => one.name === name).map((one) => one.request);

describe("the versions of a scene", () => {
  it("Enter compares with the working text", async () => {
    open(<VersionsTab />);
    fireEvent.click(await rowOf("修订前"));
    await waitFor(() =>
      expect(useDesk.getState().centre).toEqual({ kind: "compare-versions", scene: 1, from: 2, to: null }),
    );
  });

  it("Space marks one side, Enter on another compares the two, the older first", async () => {
    open(<VersionsTab />);
    fireEvent.keyDown(await rowOf("恢复"), { key: " " });
    expect(screen.getByRole("status").textContent).toContain("再选一个版本");
    fireEvent.click(await rowOf("修订前"));
    await waitFor(() =>
      expect(useDesk.getState().centre).toEqual({ kind: "compare-versions", scene: 1, from: 2, to: 6 }),
    );
  });

  it("arrows move between rows; one row is the Tab stop", async () => {
    open(<VersionsTab />);
    const first = await rowOf("手动保存");
    expect(first.tabIndex).toBe(0);
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowDown" });
    await waitFor(() => expect(document.activeElement?.textContent).toContain("恢复"));
    expect(first.tabIndex).toBe(-1);
  });

  it("F2 names a version; an empty name removes it", async () => {
    open(<VersionsTab />);
    fireEvent.keyDown(await rowOf("修订前"), { key: "F2" });
    const field = screen.getByRole("textbox", { name: "版本名" });
    fireEvent.change(field, { target: { value: "  " } });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(askedFor("scene.label")).toEqual([{ scene: 1, version: 2, label: null }]));
  });

  it("a restore from a comparison leads to the text", async () => {
    open(<VersionsTab />);
    useDesk.setState({ centre: { kind: "compare-versions", scene: 1, from: 2, to: null } });
    await restoreVersion(1, 2, "修订前");
    expect(useDesk.getState().centre).toEqual({ kind: "writing" });
  });

  it("a restore can be undone by its notice", async () => {
    open(<VersionsTab />);
    fireEvent.click(await screen.findByRole("button", { name: "修订前：更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "恢复到这个版本" }));
    await waitFor(() => expect(notices[0]?.text).toBe("已恢复到“修订前”"));
    notices[0]?.action?.onSelect();
    await waitFor(() =>
      expect(askedFor("scene.restore")).toEqual([
        { scene: 1, version: 2 },
        { scene: 1, version: 7 },
      ]),
    );
  });

  it("a read-only project offers no changes", async () => {
    open(<VersionsTab />, {}, false);
    fireEvent.click(await screen.findByRole("button", { name: "修订前：更多" }));
    const restore = await screen.findByRole("menuitem", { name: "恢复到这个版本" });
    expect(restore.getAttribute("aria-disabled")).toBe("true");
  });

  it("the draft is on top with its own figures", async () => {
    useOpenScenes.setState({
      status: new Map([
        [1, { kept: "kept", failure: null, version: 7, branch: 0, counts: counts(2231), at: Date.now() }],
      ]),
    });
    open(<VersionsTab />);
    const row = await rowOf("草稿");
    expect(row.textContent).toContain("+17");
    fireEvent.click(row);
    await waitFor(() =>
      expect(useDesk.getState().centre).toEqual({ kind: "compare-versions", scene: 1, from: 7, to: null }),
    );
  });

  it("typing re-renders the working text, but no version", async () => {
    const typed = (n: number) =>
      act(() =>
        useOpenScenes.setState({
          status: new Map([
            [1, { kept: "changed", failure: null, version: 7, branch: 0, counts: counts(n), at: null }],
          ]),
        }),
      );
    typed(2231);
    open(<VersionsTab />);
    await rowOf("修订前");
    vi.mocked(VersionRow).mockClear();
    typed(2232);
    expect((await rowOf("草稿")).textContent).toContain("+18");
    expect(VersionRow).not.toHaveBeenCalled();
  });

  it("a failure is reported and can be retried", async () => {
    let broken = true;
    open(<VersionsTab />, {
      "scene.history": () => {
        if (broken) throw failure("io");
        return history(Date.now(), "修订前");
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "重试" }));
    broken = false;
    fireEvent.click(await screen.findByRole("button", { name: "重试" }));
    expect(await rowOf("修订前")).toBeTruthy();
  });
});

describe("a comparison of versions", () => {
  it("shows how much changed and swaps its sides without another request", async () => {
    open(<CompareVersions scene={1} from={2} to={7} />, {
      "prose.count": ({ text }) => ({ counts: counts(text.length) }) as never,
    });
    await screen.findByText("2 处改动");
    await screen.findByText(/^增 [1-9]\d 字，减 0 字$/);
    fireEvent.click(screen.getByRole("button", { name: "左右对调" }));
    await screen.findByText(/^增 0 字，减 [1-9]\d 字$/);
    expect(askedFor("scene.compare").length).toBeLessThanOrEqual(2);
  });

  it("F7 goes to the next change, Shift+F7 to the previous", async () => {
    open(<CompareVersions scene={1} from={2} to={null} />);
    await screen.findByText(/处改动$/);
    fireEvent.keyDown(window, { key: "F7" });
    await screen.findByText(/^第 1 处/);
    fireEvent.keyDown(window, { key: "F7" });
    await screen.findByText(/^第 2 处/);
    fireEvent.keyDown(window, { key: "F7", shiftKey: true });
    await screen.findByText(/^第 1 处/);
  });

  it("Esc returns to writing", async () => {
    open(<CompareVersions scene={1} from={2} to={7} />);
    useDesk.setState({ centre: { kind: "compare-versions", scene: 1, from: 2, to: 7 } });
    fireEvent.keyDown(await screen.findByRole("region", { name: "版本对比" }), { key: "Escape" });
    expect(useDesk.getState().centre).toEqual({ kind: "writing" });
  });

  it("shows how much changed by the rule and unit of the novel", async () => {
    const [before, after] = ["He ran off, into the rain.", "He ran into the cold rain."];
    const hunks = [
      { old: { start: 6, end: 11 }, new: { start: 6, end: 6 } },
      { old: { start: 21, end: 21 }, new: { start: 16, end: 21 } },
    ];
    const word = (text: string) => (text.match(/\w+/g) ?? []).length;
    open(<CompareVersions scene={1} from={2} to={7} />, {
      "scene.compare": () => ({ before, after, hunks }) as never,
      "prose.count": ({ text }) => ({ counts: { ...counts(text.length), word: word(text) } }) as never,
    });
    useDesk.setState({ project: sampleProject({ language: "en" }) });
    expect(await screen.findByText("增 1 词，减 1 词")).toBeTruthy();
  });

  it("equal texts are reported", async () => {
    open(<CompareVersions scene={1} from={7} to={7} />);
    await screen.findByText("文字完全相同");
    expect(askedFor("scene.compare")).toEqual([]);
  });
});

describe("branches", () => {
  it("a draft becomes a version of its own line before a branch is adopted", async () => {
    open(null, answersOf(history(Date.now(), "修订前"), branches("另一种结局"), true));
    await adoptBranch(1, 1, "另一种结局");
    const names = requests.map(({ name }) => name);
    expect(names.indexOf("scene.save")).toBeGreaterThanOrEqual(0);
    expect(names.indexOf("scene.save")).toBeLessThan(names.indexOf("branch.adopt"));
    notices[0]?.action?.onSelect();
    await waitFor(() => expect(askedFor("branch.adopt")).toContainEqual({ scene: 1, branch: 0 }));
  });

  it("text typed after a branch is adopted continues it", async () => {
    let version = 7;
    open(null, {
      "scene.text": () => ({ ...textAt(version), draft: null }),
      "branch.adopt": ({ branch }) => {
        version = 5;
        return { scene: 1, branch, version, before: 0 };
      },
      "scene.save_draft": ({ scene }) => ({ scene }),
    });
    const scene = await acquireScene(1);
    const writing = createWriting({
      parent: document.body.appendChild(document.createElement("div")),
      ...scene.initial,
      label: "正文",
      appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.9, measure: 38, indent: 2 },
      modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
      scrolls: "self",
      callbacks: { onEdit: () => scene.changed(), onSelection: () => undefined },
    });
    scene.attach(writing);
    await adoptBranch(1, 1, "另一种结局");
    expect(writing.text()).toBe(textOf(5));
    writing.view.dispatch({ changes: { from: 0, insert: "雨。" }, userEvent: "input.type" });
    await scene.flush();
    expect(askedFor("scene.save_draft")).toMatchObject([{ base: 5, text: `雨。${textOf(5)}` }]);
    writing.destroy();
    forgetAll();
  });

  it("a merge with conflicts shows both sides and asks for each", async () => {
    const range = (start: number, end: number) => ({ start, end });
    const closed = vi.fn();
    open(<MergeDialog scene={1} branch={1} name="另一种结局" onClose={closed} />, {
      "scene.text": ({ version }) => ({
        scene: 1,
        version: version ?? 7,
        branch: 0,
        text: version === 5 ? "他说：上来吧。" : "他说：不渡。",
        counts: counts(6),
        draft: null,
      }),
      "branch.merge": ({ choices }) => {
        if (choices != null) return { scene: 1, version: 8, conflicts: [] };
        const place = { base: range(0, 1), ours: range(3, 5), theirs: range(3, 6), merged: range(3, 5) };
        const conflicts = [place, place, place];
        throw failure("merge_conflict", {
          details: { base: 2, main: 7, branch: 5, text: textOf(7), conflicts },
        });
      },
    });
    fireEvent.click(screen.getByRole("button", { name: "合并" }));
    const dialog = await screen.findByRole("dialog", { name: "有 3 处两条线改得不一样" });
    expect(within(dialog).getAllByText("不渡")).toHaveLength(3);
    expect(within(dialog).getAllByText("上来吧")).toHaveLength(3);
    const button = (name: string) => within(dialog).getByRole<HTMLButtonElement>("button", { name });
    const choose = (place: number, choice: string) => {
      const group = within(dialog).getByRole("radiogroup", { name: `第 ${place} 处` });
      fireEvent.click(within(group).getByRole("radio", { name: choice }));
    };
    choose(1, "两边都留");
    choose(2, "自己写");
    expect(button("还有 1 处没定").disabled).toBe(true);
    fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "不说话" } });
    choose(3, "分支");
    fireEvent.click(button("合并"));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    const places = ["both", { text: "不说话" }, "branch"];
    expect(askedFor("branch.merge")).toEqual([
      { scene: 1, branch: 1 },
      { scene: 1, branch: 1, choices: { main: 7, branch: 5, places } },
    ]);
    cleanup();
  });

  it("all conflicts can be resolved for one side at once", () => {
    const place = { before: "", main: "不渡", branch: "上来吧", after: "" };
    const chosen = vi.fn();
    open(<PlaceList places={[place]} choices={["main"]} name="另一种结局" onChoose={chosen} />);
    expect(screen.getByRole("radio", { name: "主线" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(screen.getByRole("radio", { name: "自己写" }));
    expect(chosen).toHaveBeenCalledWith(0, { text: "不渡" });
  });

  it("a new branch asks where to continue, and opens the line", async () => {
    const created = vi.fn();
    const naming = { act: "create", from: null } as const;
    const dialog = (key: string) => (
      <BranchDialog
        key={key}
        scene={1}
        naming={naming}
        head={undefined}
        onClose={() => undefined}
        onCreated={created}
      />
    );
    const more: FakeAnswers = {
      "branch.create": () => ({ scene: 1, branch: 2, version: 8 }),
      "branch.open": ({ branch }) => ({ scene: 1, branch, version: 8, before: 0 }),
    };
    open(dialog("stay"), more);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "另一个结尾" } });
    fireEvent.click(screen.getByRole("radio", { name: "原来的线" }));
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await waitFor(() => expect(notices.at(-1)?.text).toBe("已开出分支“另一个结尾”，你还在原来的线上"));
    expect(askedFor("branch.open")).toEqual([]);
    expect(created).not.toHaveBeenCalled();
    cleanup();
    open(dialog("go on"), more);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "另一个结尾" } });
    fireEvent.click(screen.getByRole("button", { name: "新建" }));
    await waitFor(() => expect(created).toHaveBeenCalledWith(2));
    expect(notices.at(-1)?.text).toBe("现在写的是“另一个结尾”");
    notices.at(-1)?.action?.onSelect();
    await waitFor(() => expect(askedFor("branch.open")).toMatchObject([{ branch: 2 }, { branch: 0 }]));
  });

  it("the current line is named above the text if there are several", async () => {
    open(<OpenLine scene={1} />);
    expect((await screen.findByRole("combobox", { name: /接着写哪条线/ })).textContent).toContain("主线");
    cleanup();
    const [only] = branches("另一种结局");
    open(<OpenLine scene={1} />, { "branch.list": () => ({ scene: 1, branches: only ? [only] : [] }) });
    await waitFor(() => expect(askedFor("branch.list")).toHaveLength(1));
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});
