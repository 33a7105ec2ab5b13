import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { BinnedPart, OpenedProject, OutlineView, PartId } from "@/ipc/types";
import { BinDialog } from "./bin-dialog";

const NONE = { standard: 0, word: 0, han: 0, all: 0 };

const PARTS: BinnedPart[] = [
  { volume: 2, parent: "manuscript", title: "第二卷", binned_at: 8 },
  { chapter: 9, parent: { volume: 1 }, title: "第九章", binned_at: 10 },
  { scene: 5, parent: { chapter: 1 }, title: "雨夜", binned_at: 30 },
  { scene: 6, parent: { chapter: 9 }, title: "对岸", binned_at: 20 },
  { scene: 7, parent: { chapter: 12 }, title: "灯下", binned_at: 6 },
];

/** The texts of scenes; scene 8 is empty. */
const textOf = (scene: number) =>
  ({ 6: "船到了对岸。", 8: "", 9: "\u3000\u3000灯又亮了。\n她没有回头。" })[scene] ?? "雨下了一整夜。";

/**
 * A book with chapter 1, which contained scene 5. Scene 6 was in chapter 9, which is in the bin; scene 7 was in a
 * chapter of volume 2, which is in the bin as a whole.
 */
function host(parts: BinnedPart[] = PARTS) {
  const requests: { name: string; request: unknown }[] = [];
  const outline = (): OutlineView => ({
    volumes: [
      {
        id: 1,
        title: "",
        counts: NONE,
        chapters: [{ id: 1, title: "第一章", status: "drafting", target: null, counts: NONE, scenes: [] }],
      },
    ],
  });
  chooseHost({
    call: async (name, request) => {
      if (name === "manuscript.outline") return outline();
      if (name === "manuscript.list_bin") return { parts };
      if (name === "scene.text") {
        return { text: textOf((request as { scene: number }).scene), draft: null, counts: NONE };
      }
      if (name === "manuscript.part") return { synopsis: "", scenes: [6] };
      requests.push({ name, request });
      return (request as { part: PartId }).part;
    },
    stream: async () => undefined,
  });
  return requests;
}

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(260);
  await startI18n("zh");
});

async function open(parts?: BinnedPart[]) {
  answers.clear();
  const requests = host(parts);
  useDesk.setState({ project: { writable: true } as OpenedProject, dialog: { name: "bin" } });
  await show(
    <QueryClientProvider client={answers}>
      <BinDialog />
    </QueryClientProvider>,
  );
  await screen.findByRole("listbox");
  return requests;
}

it("lists the latest first, previews its text, and puts it back in its place", async () => {
  const requests = await open();
  expect(screen.getAllByRole("option").map((one) => one.textContent?.slice(0, 2))).toEqual([
    "雨夜",
    "对岸",
    "第九",
    "第二",
    "灯下",
  ]);
  expect(await screen.findByText("雨下了一整夜。")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "放回原处" }));
  expect(await screen.findByText("已放回“雨夜”")).toBeDefined();
  expect(requests).toEqual([{ name: "manuscript.move", request: { part: { scene: 5 } } }]);
});

it("shows the text of the scenes in a chapter", async () => {
  await open();
  const list = screen.getByRole("listbox");
  fireEvent.keyDown(list, { key: "ArrowDown" });
  fireEvent.keyDown(list, { key: "ArrowDown" });
  expect(await screen.findByRole("heading", { name: "第九章" })).toBeDefined();
  expect(await screen.findByText("船到了对岸。")).toBeDefined();
});

it("shows a short date that is never cut off", async () => {
  await open();
  const rows = screen.getAllByRole("option").map((one) => one.textContent ?? "");
  for (const row of rows) expect(row).toMatch(/1970年1月1日 周四 \d\d:\d\d移入$/);
});

it("undoes putting back, including its container", async () => {
  const requests = await open();
  fireEvent.keyDown(screen.getByRole("listbox"), { key: "ArrowDown" });
  fireEvent.click(screen.getByRole("button", { name: "放回原处" }));
  fireEvent.click(await screen.findByRole("button", { name: "连同“第九章”放回" }));
  fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(() =>
    expect(requests.slice(2)).toEqual([
      { name: "manuscript.bin", request: { part: { scene: 6 } } },
      { name: "manuscript.bin", request: { part: { chapter: 9 } } },
    ]),
  );
});

it("moves nothing if its chapter is in the bin inside a volume, and offers another place", async () => {
  const requests = await open();
  fireEvent.keyDown(screen.getByRole("listbox"), { key: "End" });
  fireEvent.click(screen.getByRole("button", { name: "放回原处" }));
  expect(await screen.findByText("“灯下”原来所在的章也在回收站里。")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^连同/ })).toBeNull();
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "放到“第一章”末尾" }));
  expect(await screen.findByText("已放回“灯下”")).toBeDefined();
  expect(requests).toEqual([
    { name: "manuscript.move", request: { part: { scene: 7 }, parent: { chapter: 1 } } },
  ]);
});

it("offers to put back its container first, and moves nothing until then", async () => {
  const requests = await open();
  fireEvent.keyDown(screen.getByRole("listbox"), { key: "ArrowDown" });
  fireEvent.click(screen.getByRole("button", { name: "放回原处" }));
  const both = await screen.findByRole("button", { name: "连同“第九章”放回" });
  expect(requests).toEqual([]);
  fireEvent.click(both);
  await waitFor(() =>
    expect(requests.map(({ request }) => request)).toEqual([
      { part: { chapter: 9 } },
      { part: { scene: 6 } },
    ]),
  );
});

it("tells untitled parts apart by their first words, and empty ones by where they were", async () => {
  await open([
    { scene: 9, parent: { chapter: 1 }, title: "", binned_at: 50 },
    { volume: 3, parent: "manuscript", title: "", binned_at: 40 },
    { scene: 8, parent: { chapter: 1 }, title: "", binned_at: 30 },
    { scene: 5, parent: { chapter: 1 }, title: "雨夜", binned_at: 20 },
  ]);
  const names = () => screen.getAllByRole("option").map((one) => one.querySelector("span span")?.textContent);
  await waitFor(() => expect(names()).toEqual(["灯又亮了。", "船到了对岸。", "未命名场景 · 第一章", "雨夜"]));
});
