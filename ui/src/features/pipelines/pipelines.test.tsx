import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { register } from "@/commands/registry";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { desk, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { profileOnce, skippedSteps, useSending } from "@/desk/sending";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OutlineView, ProfileList } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { ChooseProfileDialog } from "./choose-dialog";
import { PlannedSteps } from "./planned-steps";
import { ProfilesCentre } from "./profiles-centre";
import { backendOf, careful, listOf, TEXT } from "./sample";
import { forgetProfiles, useProfiles } from "./state";
import { TryProfileDialog } from "./try-dialog";

const OUTLINE = {
  volumes: [{ id: 1, title: "", chapters: [{ id: 2, title: "渡口", scenes: [{ id: 3, title: "" }] }] }],
} as unknown as OutlineView;

let asked: Asked[];
let notices: ToastOptions[];

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  forgetProfiles();
  useSending.setState({ profiles: new Map() });
  notices = [];
  onNotice((notice) => void notices.push(notice));
  useDesk.setState({ project: sampleProject(), scene: 3, centre: { kind: "profiles" }, dialog: null });
});
afterEach(cleanup);

const requests = (name: string) => asked.filter((one) => one.name === name).map(({ request }) => request);

async function centre(more: FakeAnswers = {}): Promise<void> {
  asked = chooseFakeHost({ ...backendOf(), ...more });
  await show(
    <QueryClientProvider client={answers}>
      <ProfilesCentre profile={undefined} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 3 });
}

async function choosing(list: ProfileList = listOf()): Promise<void> {
  asked = chooseFakeHost({ ...backendOf(list), "manuscript.outline": () => OUTLINE });
  useDesk.setState({ dialog: { name: "choose-profile", act: "draft" } });
  await show(
    <QueryClientProvider client={answers}>
      <ChooseProfileDialog />
    </QueryClientProvider>,
  );
  await screen.findByRole("radio", { name: "细写" });
}

async function toLevel(name: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole("combobox", { name: /用在哪里/ }));
  const option = await screen.findByRole("option", { name });
  fireEvent.mouseMove(option);
  fireEvent.keyDown(option, { key: "Enter" });
  fireEvent.click(option);
  await screen.findByRole("radio", { name: "不单独设" });
}

describe("the profiles", () => {
  it("show their steps in order, the text among them", async () => {
    await centre();
    act(() => useProfiles.setState({ chosen: "careful" }));
    const parts = screen.getAllByRole("region").map((part) => part.getAttribute("aria-label"));
    expect(parts.filter((name) => name?.startsWith("写"))).toEqual(["写之前", "写正文", "写之后"]);
    const steps = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(steps).toHaveLength(4);
    expect(steps[1]).toMatch(/写前笔记.*会请模型.*work_notes.*不一定等它/);
    expect(steps[2]).not.toContain("不一定等它");
  });

  it("are edited as JSON, and saved only without faults", async () => {
    await centre();
    act(() => useProfiles.setState({ chosen: "friend" }));
    fireEvent.click(screen.getByRole("button", { name: "修改…" }));
    await screen.findByText("没有问题");
    fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
    expect(screen.getByRole("textbox", { name: "方案“朋友的方案”的 JSON" })).toBeTruthy();
    act(() => useProfiles.setState({ draft: TEXT.replace("work_notes", "work_note") }));
    expect(await screen.findByText("第 4 行第 33 列")).toBeTruthy();
    expect(screen.getByText("没有“work_note”这种步骤。是不是“work_notes”？")).toBeTruthy();
    expect(screen.getByRole("button", { name: "保存" }).hasAttribute("disabled")).toBe(true);
    const better = TEXT.replace("friend", "mine");
    act(() => useProfiles.setState({ draft: better }));
    await screen.findByText("没有问题");
    fireEvent.click(screen.getByRole("radio", { name: "这台电脑" }));
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(requests("pipeline.save")).toEqual([{ text: better, to: "machine" }]));
    await waitFor(() => expect(useProfiles.getState().draft).toBeNull());
  });

  it("ask before unsaved changes are lost", async () => {
    await centre();
    act(() => useProfiles.setState({ chosen: "friend", draft: `${TEXT} `, original: TEXT }));
    act(() => useDesk.setState({ centre: { kind: "writing" } }));
    expect(desk().centre.kind).toBe("profiles");
    const dialog = await screen.findByRole("alertdialog");
    fireEvent.click(within(dialog).getByRole("button", { name: "放弃改动" }));
    await waitFor(() => expect(desk().centre.kind).toBe("writing"));
    expect(useProfiles.getState().draft).toBeNull();
  });

  it("are saved by the keys that save, and named by their title", async () => {
    register([
      { id: "writing.save", title: "writing:commands.save", keys: "CmdOrCtrl+S", run: () => undefined },
    ]);
    await centre({ "pipeline.save": () => ({ profile: "friend", version: 2 }) });
    act(() => useProfiles.setState({ chosen: "friend", draft: `${TEXT} `, original: TEXT }));
    const save = await screen.findByRole<HTMLButtonElement>("button", { name: "保存" });
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.keyDown(save, { key: "s", code: "KeyS", ctrlKey: true });
    await waitFor(() => expect(requests("pipeline.save")).toEqual([{ text: `${TEXT} `, to: "novel" }]));
    await waitFor(() => expect(notices.at(-1)?.text).toContain("“朋友的方案”"));
  });

  it("are left by Escape, wherever the focus is", async () => {
    await centre();
    (document.activeElement as HTMLElement | null)?.blur();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(desk().centre.kind).toBe("writing");
  });

  it("from a file ask no model until the author allows it", async () => {
    await centre();
    act(() => useProfiles.setState({ chosen: "friend" }));
    fireEvent.click(screen.getByRole("button", { name: "允许它请模型" }));
    await waitFor(() => expect(requests("pipeline.trust")).toEqual([{ profile: "friend" }]));
    act(() => useProfiles.setState({ chosen: "careful" }));
    expect(screen.queryByRole("button", { name: "允许它请模型" })).toBeNull();
  });

  it("are imported and exported through files that the author chose", async () => {
    const file = { path: "path-7", name: "朋友.json", folder: "/tmp" };
    await centre({
      "window.choose": () => ({ path: file }) as never,
      "pipeline.import": () => ({ profile: "friend", version: 1 }),
      "pipeline.export": () => ({}),
    });
    fireEvent.click(screen.getByRole("button", { name: "导入方案…" }));
    await waitFor(() => expect(requests("pipeline.import")).toEqual([{ path: "path-7", to: "novel" }]));
    await waitFor(() => expect(useProfiles.getState().chosen).toBe("friend"));
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "导出到文件…" }));
    await waitFor(() => expect(requests("pipeline.export")).toEqual([{ profile: "friend", path: "path-7" }]));
    expect(requests("window.choose").at(-1)).toMatchObject({ name: "朋友的方案.json" });
  });

  it("of the author are removed, and restored by the notice", async () => {
    await centre();
    act(() => useProfiles.setState({ chosen: "friend" }));
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "删除" }));
    await waitFor(() => expect(requests("pipeline.remove")).toEqual([{ profile: "friend", from: "novel" }]));
    await act(async () => notices.at(-1)?.action?.onSelect());
    expect(requests("pipeline.save")).toEqual([{ text: TEXT, to: "novel" }]);
  });
});

describe("an act that would lose something", () => {
  it("replaces a profile only after the author saw what is lost", async () => {
    const file = { path: "path-7", name: "朋友.json", folder: "/tmp" };
    const lost = { title: { zh: "朋友的方案", en: "A friend's" }, version: 3, lost: ["pre/notes"] };
    await centre({
      "window.choose": () => ({ path: file }) as never,
      "pipeline.import": ({ replace }) => {
        if (replace !== true) throw failure("name_taken", { details: lost });
        return { profile: "friend", version: 4, before: 9 };
      },
    });
    fireEvent.click(screen.getByRole("button", { name: "导入方案…" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("改到第 3 版");
    expect(dialog.textContent).toContain("文件里没有这些步骤：notes。");
    fireEvent.click(within(dialog).getByRole("button", { name: "取消" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(requests("pipeline.import")).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "导入方案…" }));
    fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "代替" }));
    await waitFor(() =>
      expect(requests("pipeline.import").at(-1)).toEqual({ path: "path-7", to: "novel", replace: true }),
    );
    await waitFor(() => expect(notices.at(-1)?.detail).toBe("原来的方案在导入前的存档点里。"));
  });

  it("removes a profile in use only after the author saw where", async () => {
    const uses = [
      { subject: { chapter: 2 }, act: "*", profile: "friend", applies: "careful", level: "novel" },
      { subject: { scene: 3 }, act: "draft", profile: "friend", applies: "plain", level: "default" },
    ];
    await centre({
      "manuscript.outline": () => OUTLINE,
      "pipeline.remove": ({ force }) => {
        if (force !== true) throw failure("in_use", { details: { uses } });
        return { uses: [] };
      },
    });
    act(() => useProfiles.setState({ chosen: "friend" }));
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "删除" }));
    const dialog = await screen.findByRole("alertdialog");
    await waitFor(() => expect(dialog.textContent).toContain("章“渡口”，所有动作：改用“细写”"));
    expect(dialog.textContent).toContain("渡口 · 场景 1，起草：改用“直接写”");
    fireEvent.click(within(dialog).getByRole("button", { name: "删除" }));
    await waitFor(() =>
      expect(requests("pipeline.remove").at(-1)).toEqual({ profile: "friend", from: "novel", force: true }),
    );
  });

  it("opens a copy of a shipped profile, and the author's own as it is", async () => {
    await centre();
    act(() => useProfiles.setState({ chosen: "careful" }));
    fireEvent.click(screen.getByRole("button", { name: "改成自己的…" }));
    await waitFor(() => expect(requests("pipeline.get")).toEqual([{ profile: "careful", copy: true }]));
  });
});

describe("a profile is chosen", () => {
  it("for the next text alone: nothing is stored", async () => {
    await choosing();
    expect(screen.getByText("现在是：细写（整部作品）")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "直接写" }));
    fireEvent.click(screen.getByRole("button", { name: "选定" }));
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(profileOnce(3)).toBe("plain");
    expect(requests("pipeline.use")).toEqual([]);
  });

  it("by Enter on a profile", async () => {
    await choosing();
    const plain = screen.getByRole("radio", { name: "直接写" });
    fireEvent.click(plain);
    fireEvent.keyDown(plain, { key: "Enter" });
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(profileOnce(3)).toBe("plain");
  });

  it("for a chapter", async () => {
    await choosing();
    await toLevel(/本章/);
    expect(screen.getByRole("radio", { name: "不单独设" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(screen.getByRole("radio", { name: "细写" }));
    fireEvent.click(screen.getByRole("button", { name: "选定" }));
    await waitFor(() =>
      expect(requests("pipeline.use")).toEqual([{ subject: { chapter: 2 }, profile: "careful" }]),
    );
    expect(notices.at(-1)?.text).toBe("本章用“细写”");
  });

  it("or no longer, where one is set for the act alone", async () => {
    const uses = [
      { subject: "novel" as const, act: "*", profile: "careful" },
      { subject: "novel" as const, act: "draft", profile: "plain" },
    ];
    await choosing(listOf({ uses }));
    await toLevel(/整部作品/);
    expect(screen.getByRole("radio", { name: "直接写" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(screen.getByRole("checkbox", { name: "只用于起草" }));
    fireEvent.click(screen.getByRole("radio", { name: "不单独设" }));
    fireEvent.click(screen.getByRole("button", { name: "选定" }));
    await waitFor(() =>
      expect(requests("pipeline.use")).toEqual([
        { subject: "novel", profile: null },
        { subject: "novel", act: "draft", profile: null },
      ]),
    );
  });

  it("and one that is gone is named", async () => {
    const gone = [{ level: "scene" as const, profile: "lost" }];
    await choosing(listOf({ resolved: { profile: "careful", level: "novel", gone } }));
    expect(screen.getByText("方案“lost”已经不在了（本场），跳过了它")).toBeTruthy();
  });
});

describe("the steps of the next text", () => {
  async function planned(list: ProfileList = listOf()): Promise<void> {
    asked = chooseFakeHost(backendOf(list));
    await show(
      <QueryClientProvider client={answers}>
        <PlannedSteps scene={3} act="draft" />
      </QueryClientProvider>,
    );
  }

  it("each have a price and a switch for this time", async () => {
    await planned();
    const notes = await screen.findByRole("switch", { name: "写前笔记" });
    expect(screen.getByText("写之前 · 至多约 ¥0.0042")).toBeDefined();
    expect(screen.getByText("至多请求 2 次、约 8,740 token；一切顺利只请求 2 次")).toBeDefined();
    fireEvent.click(notes);
    expect(skippedSteps(3)).toEqual(["notes"]);
    await waitFor(() =>
      expect(requests("pipeline.preview").at(-1)).toMatchObject({ request: { skip: ["notes"] } }),
    );
    expect(await screen.findByText("写之前 · 这次跳过")).toBeDefined();
    fireEvent.click(screen.getByRole("switch", { name: "写前笔记" }));
    expect(skippedSteps(3)).toEqual([]);
  });

  it("are nothing without steps, and nothing is priced", async () => {
    await planned(listOf({ resolved: { profile: "plain", level: "default", gone: [] } }));
    await waitFor(() => expect(requests("pipeline.list")).toHaveLength(1));
    expect(screen.queryByRole("switch")).toBeNull();
    expect(requests("pipeline.preview")).toEqual([]);
  });
});

describe("a trial", () => {
  async function trying(text?: string): Promise<void> {
    asked = chooseFakeHost({ ...backendOf(), "manuscript.outline": () => OUTLINE });
    const own = text === undefined ? {} : { text };
    useDesk.setState({ dialog: { name: "try-profile", profile: "careful", title: "细写", ...own } });
    await show(
      <QueryClientProvider client={answers}>
        <TryProfileDialog />
      </QueryClientProvider>,
    );
    await screen.findByText(/写之前的步骤会请模型：至多约 ¥0.0042/);
  }

  it("tells the price, runs the steps and shows what would be sent", async () => {
    await trying();
    expect(requests("pipeline.try")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "试跑" }));
    expect(await screen.findByText(/不可写：对岸是谁/)).toBeDefined();
    expect(screen.getByText(/做完了 · 3.2 秒 · deepseek-chat/)).toBeDefined();
    expect(requests("pipeline.try")).toEqual([
      { request: { scene: 3, act: "draft", profile: "careful", agreed: 2040 } },
    ]);
  });

  it("takes the text that is not saved", async () => {
    await trying(TEXT);
    fireEvent.click(screen.getByRole("button", { name: "试跑" }));
    await screen.findByText(/不可写：对岸是谁/);
    expect(requests("pipeline.try")).toEqual([
      { request: { scene: 3, act: "draft", agreed: 2040 }, text: TEXT },
    ]);
  });
});

it("says which prompts take no notes", async () => {
  const unread = { ...careful, notes_unread: ["continue" as const] };
  await centre({ "pipeline.list": () => listOf({ profiles: [unread] }) });
  expect(screen.getByText("续写的提示词不收工作笔记：这个方案写的笔记发不出去。")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "看提示词" }));
  expect(desk().centre).toEqual({ kind: "prompts" });
});
