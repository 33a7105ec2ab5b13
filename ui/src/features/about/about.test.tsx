// Diagnostics that may be shared with a supporter.

import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { DEFAULT_SETTINGS } from "@/ipc/types";
import { sampleApplication, sampleProject } from "@/stories/stage";
import { AboutDialog } from "./about-dialog";
import { diagnostics } from "./diagnostics";
import { DiagnosticsDialog } from "./diagnostics-dialog";

beforeAll(() => startI18n("zh"));
afterEach(cleanup);

it("holds no path, title or author", () => {
  const settings = { ...DEFAULT_SETTINGS, backup_folder: "/home/ayuan/备份", font: "私房字体" };
  const application = sampleApplication({ project: sampleProject(), settings });
  const lines = diagnostics(application, settings, "Engine/1");
  for (const secret of ["/home", "渡口", "阿远", "私房"]) expect(lines).not.toContain(secret);
  expect(lines).toContain("Wenfang 0.1.0");
});

it("shows the text to select if it cannot be copied", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  useDesk.setState({ application: sampleApplication(), dialog: { name: "about" } });
  render(<AboutDialog />, { wrapper: UiProviders });
  fireEvent.click(await screen.findByRole("button", { name: "复制诊断信息" }));
  expect(await screen.findByText(/platform: linux/)).toBeTruthy();
});

it("shows what it saves, and saves it where the author chooses", async () => {
  const notices: string[] = [];
  onNotice((notice) => void notices.push(notice.text));
  const log = Array.from({ length: 250 }, (_, at) => `{"event":"event ${at}"}\n`).join("");
  const asked = chooseFakeHost({
    "diagnostics.show": () => ({ version: "0.1.0", system: "linux x86_64", log }),
    "window.choose": () => ({ path: { path: "token", name: "d.txt", folder: "" } }),
    "diagnostics.save": () => ({ file: "d.txt" }),
  });
  answers.clear();
  useDesk.setState({ application: sampleApplication(), dialog: { name: "diagnostics" } });
  render(
    <QueryClientProvider client={answers}>
      <DiagnosticsDialog />
    </QueryClientProvider>,
    { wrapper: UiProviders },
  );
  const contents = await screen.findByRole("region", { name: "文件内容" });
  expect(contents.textContent).toContain("Wenfang 0.1.0");
  expect(contents.textContent).toContain("event 249");
  expect(contents.textContent).not.toContain('event 49"');
  screen.getByText("这里显示日志 250 行中的最后 200 行，文件里有全部。");
  fireEvent.click(screen.getByRole("button", { name: "保存…" }));
  await waitFor(() => expect(notices).toEqual(["诊断信息已保存为 d.txt"]));
  const saved = asked.find(({ name }) => name === "diagnostics.save")?.request;
  expect(saved).toMatchObject({ out: "token", about: expect.stringContaining("platform: linux") });
  expect(useDesk.getState().dialog).toBeNull();
});
