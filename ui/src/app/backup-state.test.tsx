import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { show } from "@/components/testing";
import { noteBackup, noteFailedBackup } from "@/desk/backups";
import { useDesk } from "@/desk/desk";
import { panesNow } from "@/desk/panes";
import { chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Failure } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { startI18n } from "./i18n";
import { StatusBar } from "./status-bar";

const failure: Failure = {
  code: "backup_folder",
  message: "",
  hint: "",
  details: { folder: "/media/usb" },
};

beforeEach(async () => {
  await startI18n("en");
  chooseFakeHost({});
  useDesk.setState({ project: sampleProject({ backed_up_at: Date.UTC(2026, 10, 20, 13, 20) }), scene: null });
});

it("can reopen a pane that a narrow window hides", async () => {
  vi.stubGlobal("innerWidth", 800);
  useDesk.setState({ binder: 268, inspector: 316, requestedPane: null, centre: { kind: "timeline" } });
  await show(
    <QueryClientProvider client={answers}>
      <StatusBar />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole("button", { name: "Show the binder" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Show the inspector" }));
  expect(panesNow()).toMatchObject({ binder: 0, inspector: 316 });
  fireEvent.click(await screen.findByRole("button", { name: "Show the binder" }));
  expect(panesNow()).toMatchObject({ binder: 268, inspector: 0 });
  // The view above the text has buttons of its own for this.
  act(() => useDesk.setState({ centre: { kind: "writing" } }));
  expect(screen.queryByRole("button", { name: "Show the inspector" })).toBeNull();
  vi.unstubAllGlobals();
});

it("shortens figures instead of overlapping them; the least important disappear first", async () => {
  await show(
    <QueryClientProvider client={answers}>
      <StatusBar />
    </QueryClientProvider>,
  );
  const backup = await screen.findByRole("button", { name: /^Backup/ });
  expect(backup.parentElement?.className).toContain("*:truncate");
  const today = screen.getByRole("button", { name: /^Today/ });
  expect(today.parentElement?.className).toContain("@max-[40rem]:hidden");
  expect(backup.parentElement?.className).not.toContain("hidden]");
});

it("does not show an old backup as good when the last one failed", async () => {
  await show(
    <QueryClientProvider client={answers}>
      <StatusBar />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("button", { name: /^Backup Fri, Nov 20/ })).toBeDefined();
  noteFailedBackup(failure);
  expect(await screen.findByRole("button", { name: "Backup failed" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Backup Fri, Nov 20/ })).toBeNull();
  noteBackup(Date.UTC(2026, 10, 21, 13, 20));
  expect(await screen.findByRole("button", { name: /^Backup Sat, Nov 21/ })).toBeDefined();
});
