// The dialog for readers' remarks against a fake host.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { openDialog, useDesk } from "@/desk/desk";
import { chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { ReturnedImported } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { RemarksDialog } from "./remarks-dialog";

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 8000 });
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

const place = { scene: 3, chapter: 1, chapter_index: 0, chapter_title: "第一章 渡口" };

function numbersHost(known = 0) {
  return chooseFakeHost({
    "window.choose": () => ({ path: { path: "path-3", name: "试读.html", folder: "/x" } }),
    "comments.import_remarks": ({ dry_run }) => ({
      comments: [
        {
          id: dry_run === true ? null : 21,
          number: 12,
          text: "太快了。",
          scene: 3,
          place,
          quote: "灯灭了。",
        },
      ],
      known,
      unplaced: [{ number: 99, text: "没有这一段", reason: "no_paragraph" }],
    }),
    "comments.take_back_returned": () => ({ count: 1 }),
  });
}

function giveNumbers() {
  fireEvent.click(screen.getByRole("radio", { name: "按编号写的意见" }));
  fireEvent.change(screen.getByLabelText("意见，每条一行"), {
    target: { value: "#12 太快了。\n#99 没有这一段" },
  });
}

it("shows where remarks by number go before they are imported, and undoes the import", async () => {
  const requests = numbersHost(2);
  open();
  fireEvent.click(screen.getByRole("radio", { name: "按编号写的意见" }));
  expect(screen.getByRole("button", { name: "看放在哪里" }).hasAttribute("disabled")).toBe(true);
  giveNumbers();
  fireEvent.change(screen.getByRole("textbox", { name: /^读者/ }), { target: { value: " 小林 " } });
  fireEvent.click(screen.getByRole("button", { name: "选网页或 EPUB…" }));
  await screen.findByText("试读.html");
  fireEvent.click(screen.getByRole("button", { name: "看放在哪里" }));
  await screen.findByText("#12 太快了。");
  expect(screen.getByText(/灯灭了。/)).toBeTruthy();
  expect(screen.getByText("第一章 渡口")).toBeTruthy();
  expect(screen.getByText("没有这个编号的段落")).toBeTruthy();
  expect(screen.getByText("作品里已经有的：2 条")).toBeTruthy();
  expect(screen.queryByText(/没有选读者读的那一份/)).toBeNull();
  const request = {
    text: "#12 太快了。\n#99 没有这一段",
    by: { who: "editor", name: "小林" },
    copy: "path-3",
  };
  expect(requests.at(-1)?.request).toEqual({ ...request, dry_run: true });
  fireEvent.click(screen.getByRole("button", { name: "导入 1 条" }));
  await screen.findByText("1 条意见成了批注。");
  expect(requests.at(-1)?.request).toEqual(request);
  fireEvent.click(screen.getByRole("button", { name: "撤销导入" }));
  await waitFor(() => expect(requests.at(-1)?.name).toBe("comments.take_back_returned"));
  expect(requests.at(-1)?.request).toEqual({ comments: [21] });
  await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
});

it("says that numbers without a copy may be wrong, and signs a reader without a name", async () => {
  const requests = numbersHost();
  open();
  giveNumbers();
  expect(screen.getByText("没有选：编号按现在的稿子算").className).not.toContain("truncate");
  fireEvent.click(screen.getByRole("button", { name: "看放在哪里" }));
  await screen.findByText(/没有选读者读的那一份/);
  expect(requests.at(-1)?.request).toMatchObject({ by: { who: "editor", name: "读者" } });
  // A changed text has no preview yet.
  fireEvent.change(screen.getByLabelText("意见，每条一行"), { target: { value: "#13 好。" } });
  expect(screen.queryByText(/没有选读者读的那一份/)).toBeNull();
});

it("Enter imports no remarks by number unless their button has the focus", async () => {
  const requests = numbersHost();
  open();
  giveNumbers();
  const reader = screen.getByRole("textbox", { name: /^读者/ });
  const form = reader.closest("form");
  fireEvent.submit(form ?? reader);
  await screen.findByText("#12 太快了。");
  fireEvent.submit(form ?? reader);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Enter" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(requests.filter(({ name }) => name === "comments.import_remarks")).toHaveLength(1);
});

const found: ReturnedImported = {
  placed: [
    {
      id: null,
      by: { who: "editor", name: "小林" },
      text: "他女儿呢？",
      replies: 1,
      place: { scene: 3, chapter: 1, chapter_index: 0, chapter_title: "第一章 渡口" },
      quote: "谁也没有告诉过",
      was: "谁也没有告诉",
    },
  ],
  answered: [
    {
      comment: 7,
      text: "第九章要用。",
      place: { scene: 3, chapter: 1, chapter_index: 0, chapter_title: "第一章 渡口" },
      replies: [{ text: "记得。", by: { who: "editor", name: "小林" }, at: 5 }],
      done: true,
    },
  ],
  known: 2,
  removed: 1,
  restored: [],
  unplaced: [
    {
      id: null,
      by: { who: "editor", name: "小林" },
      text: "这句好！",
      replies: [],
      quote: "灯灭了。",
      heading: "第二章 灯",
      reason: "gone",
    },
  ],
  insertions: 2,
  deletions: 1,
};

function hostWith(preview: ReturnedImported) {
  return chooseFakeHost({
    "window.choose": () => ({ path: { path: "path-4", name: "渡口-小林.docx", folder: "/x" } }),
    "comments.import_returned": ({ dry_run }) =>
      dry_run === true
        ? preview
        : {
            ...preview,
            placed: preview.placed.map((one) => ({ ...one, id: 21 })),
            unplaced: preview.unplaced.map((one) => ({ ...one, id: 22 })),
          },
    "comments.take_back_returned": () => ({ count: 3 }),
  });
}

it("shows what becomes of a returned file before it is imported, and undoes the import", async () => {
  const requests = hostWith(found);
  open();
  expect(screen.getByRole("button", { name: "导入" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "选文件…" }));
  await screen.findByText("新批注，放到原文上：1 条");
  expect(requests.at(-1)?.request).toEqual({ file: "path-4", dry_run: true });
  // What has no place is shown at once, with its passage and the reason.
  expect(screen.getByText(/灯灭了。/)).toBeTruthy();
  expect(screen.getByText("原文已经不在作品里")).toBeTruthy();
  expect(screen.getByText(/插入 2 处，删去 1 处/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /放到原文上/ }));
  expect(screen.getByText(/读者看到的：谁也没有告诉$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "找不到原文的也收进来" }));
  fireEvent.click(screen.getByRole("button", { name: "导入 3 条" }));
  await screen.findByText("1 条批注放到了原文上。");
  expect(requests.at(-1)?.request).toEqual({ file: "path-4", keep_unplaced: true, restore: false });
  fireEvent.click(screen.getByRole("button", { name: "撤销导入" }));
  await waitFor(() => expect(requests.at(-1)?.name).toBe("comments.take_back_returned"));
  expect(requests.at(-1)?.request).toEqual({
    comments: [21, 22],
    restored: [],
    answered: [{ comment: 7, replies: found.answered[0]?.replies, done: true }],
  });
  await waitFor(() => expect(useDesk.getState().dialog).toBeNull());
});

it("has nothing to import if the file brings nothing new", async () => {
  hostWith({ ...found, placed: [], answered: [], unplaced: [], removed: 0 });
  open();
  fireEvent.click(screen.getByRole("button", { name: "选文件…" }));
  await screen.findByText("这个文件里没有新的批注。");
  expect(screen.getByText("作品里已经有的：2 条")).toBeTruthy();
  expect(screen.getByRole("button", { name: "导入" }).hasAttribute("disabled")).toBe(true);
});
