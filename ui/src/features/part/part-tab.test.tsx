import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OpenedProject } from "@/ipc/types";
import { PartTab } from "./part-tab";

const COUNTS = { standard: 3000, word: 2900, han: 2800, all: 3100 };

let said: { name: string; request: unknown }[] = [];
let refuse = false;

beforeEach(async () => {
  await startI18n("zh");
  said = [];
  refuse = false;
  answers.clear();
  const scene = { id: 1, title: "", status: "drafting", version: 1, counts: COUNTS };
  const chapter = {
    id: 7,
    title: "第一章",
    status: "drafting",
    target: 4000,
    counts: COUNTS,
    scenes: [scene],
  };
  chooseHost({
    call: async (name, request) => {
      if (name === "manuscript.outline")
        return { volumes: [{ id: 1, title: "", counts: COUNTS, chapters: [chapter] }] };
      if (name === "manuscript.part")
        return { chapter: 7, title: "第一章", synopsis: "旧", status: "drafting", target: 4000 };
      said.push({ name, request });
      if (refuse) throw { code: "disk_full", message: "", hint: "", details: null };
      return {};
    },
    stream: async () => undefined,
  });
  useDesk.setState({ project: { writable: true } as OpenedProject, scene: 1 });
});

const open = () =>
  show(
    <QueryClientProvider client={answers}>
      <PartTab />
    </QueryClientProvider>,
  );
const synopsis = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "梗概" });

it("shows how far the chapter is", async () => {
  await open();
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("75");
  expect(screen.getByText("3,000 / 4,000 字")).toBeDefined();
});

it("keeps a synopsis a moment after the last change, and when the field is left", async () => {
  await open();
  const field = await synopsis();
  fireEvent.change(field, { target: { value: "新" } });
  fireEvent.change(field, { target: { value: "新的" } });
  expect(said).toEqual([]);
  await waitFor(() => expect(said).toHaveLength(1), { timeout: 2000 });
  expect(said[0]).toEqual({
    name: "manuscript.describe",
    request: { part: { chapter: 7 }, synopsis: "新的" },
  });
  fireEvent.change(field, { target: { value: "新的。" } });
  fireEvent.blur(field);
  expect(said).toHaveLength(2);
});

it("keeps what waits when the author goes elsewhere", async () => {
  const { unmount } = await open();
  fireEvent.change(await synopsis(), { target: { value: "走之前" } });
  unmount();
  expect(said.map(({ request }) => request)).toEqual([{ part: { chapter: 7 }, synopsis: "走之前" }]);
});

it("says when something could not be kept, leaves it in the field and tries again", async () => {
  await open();
  refuse = true;
  const field = await synopsis();
  fireEvent.change(field, { target: { value: "写了很久" } });
  fireEvent.blur(field);
  expect(await screen.findByText("磁盘已满")).toBeDefined();
  expect(field.value).toBe("写了很久");
  refuse = false;
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await waitFor(() => expect(screen.queryByText("磁盘已满")).toBeNull());
  expect(said).toHaveLength(2);
});

it("refuses a chapter without a title", async () => {
  await open();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "章名" });
  fireEvent.change(field, { target: { value: "  " } });
  expect(screen.getByText("章名不能为空")).toBeDefined();
  fireEvent.blur(field);
  expect(field.value).toBe("第一章");
  expect(said).toEqual([]);
});
