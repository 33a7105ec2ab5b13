import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { show } from "@/components/testing";
import { noteBackup, noteFailedBackup } from "@/desk/backups";
import { useDesk } from "@/desk/desk";
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

it("does not show an old backup as good when the last one failed", async () => {
  await show(
    <QueryClientProvider client={answers}>
      <StatusBar />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("button", { name: /^Backup \d/ })).toBeDefined();
  noteFailedBackup(failure);
  expect(await screen.findByRole("button", { name: "Backup failed" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Backup \d/ })).toBeNull();
  noteBackup(Date.UTC(2026, 10, 21, 13, 20));
  expect(await screen.findByRole("button", { name: /^Backup \d/ })).toBeDefined();
});
