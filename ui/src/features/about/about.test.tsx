// Diagnostics that may be shared with a supporter.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { DEFAULTS, useDesk } from "@/desk/desk";
import { sampleApplication, sampleProject } from "@/stories/stage";
import { AboutDialog } from "./about-dialog";
import { diagnostics } from "./diagnostics";

beforeAll(() => startI18n("zh"));
afterEach(cleanup);

it("holds no path, title or author", () => {
  const settings = { ...DEFAULTS, backup_folder: "/home/ayuan/备份", font: "私房字体" };
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
