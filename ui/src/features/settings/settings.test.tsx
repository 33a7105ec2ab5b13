// Settings: applied immediately, saved after a debounce; search; installed fonts; backup on request.

import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { applySettings, keepSettings, useKeeping } from "@/desk/keep-settings";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { DEFAULT_SETTINGS } from "@/ipc/types";
import { sampleApplication, sampleProject } from "@/stories/stage";
import { backUp, useBackUp } from "./back-up";
import { fontList, isPresent } from "./font-faces";
import { matchingRows } from "./rows";
import { SettingsDialog } from "./settings-dialog";
import { TextPreview } from "./text-preview";
import { CountRuleRow } from "./writing-rows";

function host(change: FakeAnswers = {}): Asked[] {
  return chooseFakeHost({
    "settings.change": ({ changes }) => ({ ...DEFAULT_SETTINGS, ...changes }),
    "application.state": () => sampleApplication({ backup_folder: "/mnt/备份" }),
    "window.choose": () => ({ path: { path: "path-3", name: "备份", folder: "/mnt" } }),
    ...change,
  });
}

const changes = (asked: Asked[]) =>
  asked.filter(({ name }) => name === "settings.change").map(({ request }) => request);

// Queries by role are slow here, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => startI18n("zh"));
beforeEach(() => {
  useDesk.setState({
    settings: DEFAULT_SETTINGS,
    project: null,
    application: sampleApplication(),
    dialog: null,
  });
  useKeeping.setState({ failure: null });
});
afterEach(async () => {
  cleanup();
  host();
  await keepSettings();
});

describe("applySettings", () => {
  it("applies immediately and saves several changes once", async () => {
    const requests = host();
    applySettings({ font_size: 19 });
    applySettings({ font_size: 20 });
    applySettings({ measure: 40 });
    expect(desk().settings).toMatchObject({ font_size: 20, measure: 40 });
    expect(changes(requests)).toEqual([]);
    await keepSettings();
    expect(changes(requests)).toEqual([{ changes: { font_size: 20, measure: 40 } }]);
  });

  it("keeps changes made while the last change is being saved", async () => {
    const answering: (() => void)[] = [];
    host({
      "settings.change": ({ changes }) =>
        new Promise((resolve) => answering.push(() => resolve({ ...DEFAULT_SETTINGS, ...changes }))),
    });
    applySettings({ font_size: 20 });
    const saved = keepSettings();
    applySettings({ font_size: 24 });
    await waitFor(() => expect(answering).toHaveLength(1));
    answering[0]?.();
    await waitFor(() => expect(answering).toHaveLength(2));
    expect(desk().settings.font_size).toBe(24);
    answering[1]?.();
    await saved;
    expect(desk().settings.font_size).toBe(24);
  });

  it("reports a failed save, and sends it again", async () => {
    host({
      "settings.change": () => {
        throw failure("disk_full");
      },
    });
    applySettings({ theme: "paper" });
    await keepSettings();
    expect(useKeeping.getState().failure?.code).toBe("disk_full");
    expect(desk().settings.theme).toBe("paper");
    const requests = host();
    await keepSettings();
    expect(changes(requests)).toEqual([{ changes: { theme: "paper" } }]);
    expect(useKeeping.getState().failure).toBeNull();
  });
});

describe("the settings dialog", () => {
  function show(section?: string) {
    render(
      <QueryClientProvider client={answers}>
        <UiProviders>
          <SettingsDialog />
        </UiProviders>
      </QueryClientProvider>,
    );
    act(() => openDialog(section === undefined ? { name: "settings" } : { name: "settings", section }));
  }

  it("finds settings in every section and reports no matches", async () => {
    host();
    show();
    const search = await screen.findByRole("searchbox");
    fireEvent.change(search, { target: { value: "备份" } });
    expect(screen.getByRole("switch", { name: "每小时自动备份" })).toBeTruthy();
    expect(screen.queryByRole("radiogroup", { name: "主题" })).toBeNull();
    fireEvent.change(search, { target: { value: "没有这样的设置" } });
    expect(screen.getByText("没有符合“没有这样的设置”的设置")).toBeTruthy();
  });

  it("aligns controls with their rows, and lists everything that goes online", async () => {
    show();
    const field = await screen.findByRole("searchbox");
    fireEvent.change(field, { target: { value: "文字存在哪里" } });
    const hint = await screen.findByText(/问你自己设置的模型；下载语义模型/);
    const row = hint.closest(".border-b");
    expect(row?.className).toContain("relative");
    expect(row?.querySelector(":scope > .absolute")?.className).toContain("-right-7");
  });

  it("resets a setting to its default", async () => {
    const requests = host();
    useDesk.setState({ settings: { ...DEFAULT_SETTINGS, focus: true } });
    show("writing");
    fireEvent.click(await screen.findByRole("button", { name: "把“专注模式”恢复为默认" }));
    expect(desk().settings.focus).toBe(false);
    await waitFor(() => expect(changes(requests)).toEqual([{ changes: { focus: false } }]));
    expect(screen.queryByRole("button", { name: "把“专注模式”恢复为默认" })).toBeNull();
  });

  it("saves pending changes when it is closed", async () => {
    const requests = host();
    show("writing");
    fireEvent.click(await screen.findByRole("switch", { name: "打字机模式" }));
    act(() => useDesk.setState({ dialog: null }));
    await waitFor(() => expect(changes(requests)).toEqual([{ changes: { typewriter: true } }]));
  });

  it("takes a backup folder by its token and shows its name", async () => {
    const requests = host();
    show("safety");
    fireEvent.click(await screen.findByRole("button", { name: "更改…" }));
    await screen.findByText("/mnt/备份");
    expect(changes(requests)).toEqual([{ changes: { backup_folder: "path-3" } }]);
  });

  it("shows the last verified backup after a new one", async () => {
    host({ "project.back_up_now": () => ({ at: new Date(2026, 10, 21, 9, 5).getTime() }) });
    useDesk.setState({ project: sampleProject() });
    show("safety");
    expect(await screen.findByText("这部作品还没有备份过")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "立即备份" }));
    await screen.findByText(/上次备份：2026年11月21日/);
  });
});

describe("backUp", () => {
  it("distinguishes a stop from a failure", async () => {
    host({
      "project.back_up_now": () => {
        throw failure("stopped");
      },
    });
    expect(await backUp()).toBe(false);
    expect(useBackUp.getState()).toMatchObject({ stopped: true, failure: null, running: false });
  });
});

describe("fonts", () => {
  it("are detected by a width different from the fallback", () => {
    const there = (fonts: string) => (fonts.startsWith('"Songti SC"') ? 90 : fonts.length > 12 ? 100 : 100);
    expect(isPresent("Songti SC", there)).toBe(true);
    expect(isPresent("No Such Font", there)).toBe(false);
  });

  it("precede the system's reading font and cannot break the list", () => {
    expect(fontList("")).toBe("var(--font-reading)");
    expect(fontList('宋体"; color: red')).toBe('"宋体; color: red", var(--font-reading)');
  });
});

describe("matchingRows", () => {
  it("requires every word of the query, ignoring case", () => {
    const words = (row: string) => (row === "markdown" ? "Show Markdown marks" : row);
    expect(matchingRows("MARKDOWN show", words)).toEqual([{ section: "text", rows: ["markdown"] }]);
    expect(matchingRows("markdown dark", words)).toEqual([]);
  });
});

describe("in an English novel", () => {
  it("the preview is English, and no rule counts Han characters", async () => {
    host({ "manuscript.outline": () => ({ volumes: [] }) });
    useDesk.setState({ project: sampleProject({ language: "en" }), scene: null });
    const { container } = render(
      <QueryClientProvider client={answers}>
        <TextPreview settings={DEFAULT_SETTINGS} />
        <CountRuleRow />
      </QueryClientProvider>,
      { wrapper: UiProviders },
    );
    expect(screen.getByRole("img", { name: "预览" }).textContent).not.toMatch(/\p{Script=Han}/u);
    expect([...container.querySelectorAll("p[lang]")].map((line) => line.getAttribute("lang"))).toEqual([
      "en",
      "en",
    ]);
    expect(screen.getAllByRole("radio")).toHaveLength(4);
    expect(screen.queryByRole("radio", { name: /纯汉字/ })).toBeNull();
    act(() => useDesk.setState({ settings: { ...DEFAULT_SETTINGS, count_rule: "han" } }));
    expect(screen.getByRole("radio", { name: /纯汉字/ })).toBeTruthy();
  });
});
