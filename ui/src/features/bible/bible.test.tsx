import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { desk, showItem, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OpenedProject } from "@/ipc/types";
import { BibleTab } from "./bible-tab";
import { type FakeBible, fakeBible } from "./fake-bible";
import { addField, useBible } from "./store";

let bible: FakeBible;
let requests: Asked[];
let undo: (() => void) | undefined;

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  bible = fakeBible({ genre: "悬疑", 更新节奏: "每周两章" });
  requests = chooseFakeHost(bible.answers);
  undo = undefined;
  onNotice(({ action }) => {
    undo = action?.onSelect;
  });
  useBible.setState({ adding: false });
  useDesk.setState({ project: { writable: true } as OpenedProject });
});

const open = () =>
  show(
    <QueryClientProvider client={answers}>
      <BibleTab />
    </QueryClientProvider>,
  );
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
const sets = () => requests.filter(({ name }) => name === "bible.set").map(({ request }) => request);

it("shows the standard fields in their order, then the author's own", async () => {
  await open();
  await field("题材");
  expect(screen.getAllByRole("textbox")).toHaveLength(10);
  expect((await field("题材")).value).toBe("悬疑");
  expect((await field("更新节奏")).value).toBe("每周两章");
});

it("focuses the requested field once", async () => {
  await open();
  const style = await field("文风");
  act(() => showItem("bible", "style"));
  expect(document.activeElement).toBe(style);
  expect(desk()).toMatchObject({ tab: "bible", shown: { bible: null } });
});

it("saves a field on blur", async () => {
  await open();
  const style = await field("文风");
  fireEvent.change(style, { target: { value: "白描" } });
  expect(sets()).toEqual([]);
  fireEvent.blur(style);
  expect(sets()).toEqual([{ key: "style", value: "白描" }]);
});

it("locks a field", async () => {
  await open();
  await field("题材");
  const lock = screen.getByRole("button", { name: /锁定“题材”/ });
  expect(lock.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(lock);
  await waitFor(() => expect(sets()).toEqual([{ key: "genre", locked: true }]));
  expect(lock.getAttribute("aria-pressed")).toBe("true");
});

it("adds a field under an unused name", async () => {
  addField();
  await open();
  const name = await screen.findByRole("textbox", { name: "新一项的名称" });
  fireEvent.change(name, { target: { value: "题材" } });
  fireEvent.keyDown(name, { key: "Enter" });
  expect(screen.getByText("已经有“题材”这一项")).toBeDefined();
  expect(sets()).toEqual([]);
  fireEvent.change(name, { target: { value: "备忘" } });
  fireEvent.keyDown(name, { key: "Enter" });
  expect(await field("备忘")).toBe(document.activeElement);
});

it("removes a custom field and restores it", async () => {
  await open();
  await field("更新节奏");
  fireEvent.click(screen.getByRole("button", { name: "“更新节奏”的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "删除这一项" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "更新节奏" })).toBeNull());
  undo?.();
  expect((await field("更新节奏")).value).toBe("每周两章");
});

it("renames a field and keeps its text", async () => {
  await open();
  await field("更新节奏");
  fireEvent.click(screen.getByRole("button", { name: "“更新节奏”的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "改名" }));
  const name = await screen.findByRole("textbox", { name: "“更新节奏”的新名称" });
  fireEvent.change(name, { target: { value: "节奏" } });
  fireEvent.keyDown(name, { key: "Enter" });
  expect((await field("节奏")).value).toBe("每周两章");
  expect(bible.fields.filter(({ standard }) => !standard).map(({ key }) => key)).toEqual(["节奏"]);
});

it("keeps text that could not be saved", async () => {
  await open();
  const style = await field("文风");
  bible.answers["bible.set"] = () => {
    throw failure("disk_full");
  };
  fireEvent.change(style, { target: { value: "写了很久" } });
  fireEvent.blur(style);
  expect(await screen.findByText("磁盘已满")).toBeDefined();
  expect(style.value).toBe("写了很久");
});

it("changes nothing in a read-only project", async () => {
  useDesk.setState({ project: { writable: false } as OpenedProject });
  await open();
  expect((await field("题材")).readOnly).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /锁定“题材”/ }).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "添加一项" })).toBeNull();
});
