// The dialog for readers' remarks against a fake host.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { openDialog, useDesk } from "@/desk/desk";
import { chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { RemarksDialog } from "./remarks-dialog";

vi.setConfig({ testTimeout: 30_000 });
beforeAll(() => startI18n("zh"));
afterEach(cleanup);

function open() {
  answers.clear();
  useDesk.setState({ project: sampleProject(), dialog: null });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <RemarksDialog />
      </UiProviders>
    </QueryClientProvider>,
  );
  act(() => openDialog({ name: "remarks" }));
}

it("imports remarks by the numbers of a copy, and lists those without a place", async () => {
  const requests = chooseFakeHost({
    "window.choose": () => ({ path: { path: "path-3", name: "试读.html", folder: "/x" } }),
    "comments.import_remarks": () => ({
      comments: [{ id: 1, number: 12, text: "太快了。", scene: 3, quote: "灯灭了。" }],
      unplaced: [{ number: 99, text: "没有这一段", reason: "no_paragraph" }],
    }),
  });
  open();
  const submit = screen.getByRole("button", { name: "导入" });
  expect(submit.hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByLabelText("意见，每条一行"), {
    target: { value: "#12 太快了。\n#99 没有这一段" },
  });
  fireEvent.change(screen.getByLabelText(/^读者/), { target: { value: " 小林 " } });
  fireEvent.click(screen.getByRole("button", { name: "选网页或 EPUB…" }));
  await screen.findByText("试读.html");
  fireEvent.click(submit);
  await screen.findByText("1 条意见成了批注。");
  expect(screen.getByText(/没有这个编号的段落/)).toBeTruthy();
  expect(requests.at(-1)).toEqual({
    name: "comments.import_remarks",
    request: { text: "#12 太快了。\n#99 没有这一段", by: { who: "editor", name: "小林" }, copy: "path-3" },
  });
});
