// How the window reports a damaged project, against a fake host.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { useDesk } from "@/desk/desk";
import { chooseFakeHost } from "@/ipc/fake-host";
import { DEFAULT_SETTINGS, type OpenedProject } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { DamageDialog } from "./damage-dialog";
import { DamageFigure } from "./damage-figure";

const at = new Date(2026, 2, 1, 10, 20).getTime();

function show(change: Partial<OpenedProject>) {
  useDesk.setState({ project: sampleProject(change), settings: DEFAULT_SETTINGS, dialog: null });
  render(
    <UiProviders>
      <DamageFigure />
      <DamageDialog />
    </UiProviders>,
  );
  fireEvent.click(screen.getByTestId("damaged"));
}

vi.setConfig({ testTimeout: 30_000 });
beforeAll(() => startI18n("zh"));
afterEach(cleanup);

describe("a damaged project", () => {
  it("open for writing offers to open what can be read", async () => {
    const requests = chooseFakeHost({ "project.open": () => sampleProject() });
    show({ damage: 3 });
    fireEvent.click(await screen.findByRole("button", { name: "打开还读得出的部分" }));
    await waitFor(() => expect(requests.map(({ name }) => name)).toContain("project.open"));
    expect(requests.find(({ name }) => name === "project.open")?.request).toEqual({
      path: "path-1",
      mode: "read",
    });
  });

  it("lists the incomplete scenes, and saves what was recovered as a new project", async () => {
    const requests = chooseFakeHost({
      "window.choose": () => ({ path: { path: "path-9", name: "渡口（找回）.wenfang", folder: "/mnt" } }),
      "project.keep_readable": () => sampleProject(),
    });
    const scenes = [
      { scene: 3, chapter: "第三章 雨", title: "", loss: "newest", shown: 4 },
      { scene: 5, chapter: "第五章 灯", title: "码头", loss: "text", shown: null },
    ] as const;
    show({ writable: false, salvaged: { readable: 11, scenes: [...scenes] }, sound_backup_at: at });
    await screen.findByText("第五章 灯 · 码头");
    screen.getByText("最新的文字读不出来，显示的是版本 4");
    screen.getByRole("button", { name: /打开最近的备份/ });
    fireEvent.click(screen.getByRole("button", { name: "存为新作品…" }));
    await waitFor(() =>
      expect(requests.find(({ name }) => name === "project.keep_readable")?.request).toEqual({
        path: "path-9",
      }),
    );
    await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
  });
});
