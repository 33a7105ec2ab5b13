import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { askForSynopsis, useAskedSynopsis } from "@/desk/asked-synopsis";
import { useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { KnownNames, OpenedProject, PartId, ScenePlan } from "@/ipc/types";
import { PartTab } from "./part-tab";
import { EMPTY_PLAN, namedOf, planLine, wrongIn } from "./plan";
import { usePartLook } from "./store";

const COUNTS = { standard: 3000, word: 2900, han: 2800, all: 3100 };

const PLAN: ScenePlan = {
  location: "青石渡",
  story_time: "",
  characters: ["陆远", "老何"],
  pov: "陆远",
  conflict: "",
  turning_point: "",
};

const NAMES: KnownNames = {
  named: [
    { entry: null, entity: 1, title: "老何", kind: "character" },
    { entry: 2, entity: null, title: "青石渡", kind: "location" },
    { entry: 3, entity: null, title: "陆远", kind: "character" },
  ],
  names: [
    { name: "老何", owners: [0] },
    { name: "何船工", owners: [0] },
    { name: "阿远", owners: [2, 1] },
  ],
};

let plan: ScenePlan;
let scenes: number[];
let requests: { name: string; request: unknown }[] = [];
let refuse = false;
let texts: Record<number, string> = {};

beforeEach(async () => {
  await startI18n("zh");
  requests = [];
  refuse = false;
  texts = {};
  plan = {};
  scenes = [1];
  usePartLook.setState({ unfolded: null });
  answers.clear();
  const scene = { title: "", status: "drafting", version: 1, counts: COUNTS };
  const chapter = () => ({
    id: 7,
    title: "第一章",
    status: "drafting",
    target: 4000,
    counts: COUNTS,
    scenes: scenes.map((id) => ({ id, ...scene })),
  });
  chooseHost({
    call: async (name, request) => {
      if (name === "manuscript.outline")
        return { volumes: [{ id: 1, title: "", counts: COUNTS, chapters: [chapter()] }] };
      if (name === "manuscript.part") {
        const { part } = request as { part: PartId };
        const view = {
          ...part,
          synopsis: "旧",
          notes: "",
          status: "drafting",
          goal: "",
          plan: null,
          target: 4000,
        };
        return "scene" in part ? { ...view, title: "", plan } : { ...view, title: "第一章" };
      }
      if (name === "mentions.names") return NAMES;
      if (name === "scene.text")
        return { text: texts[(request as { scene: number }).scene] ?? "", draft: null };
      if (name === "prose.count") return { classes: { notes: (request as { text: string }).text.length } };
      if (name === "artifact.list") return { artifacts: [] };
      if (name === "pipeline.list") return { profiles: [], uses: [], resolved: null };
      requests.push({ name, request });
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

it("shows the progress of the chapter", async () => {
  await open();
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("75");
  expect(screen.getByText("3,000 / 4,000 字")).toBeDefined();
});

it("counts Han characters, except in an English novel", async () => {
  const { unmount } = await open();
  expect(await screen.findByText("纯汉字")).toBeDefined();
  unmount();
  useDesk.setState({ project: { writable: true, language: "en" } as OpenedProject });
  await open();
  expect(await screen.findByText("Word 口径")).toBeDefined();
  expect(screen.queryByText("纯汉字")).toBeNull();
});

it("counts footnotes apart, for the chapter and for the scene", async () => {
  scenes = [1, 2];
  texts = { 1: "雨^[见]", 2: "夜^[见第二章]" };
  await open();
  await waitFor(() => expect(screen.getAllByText("注（另计）")).toHaveLength(2));
  const lengths = screen.getAllByText("注（另计）").map((name) => name.nextElementSibling?.textContent);
  expect(lengths).toEqual(["13", "5"]);
});

it("says nothing of footnotes where there are none", async () => {
  texts = { 1: "雨。" };
  await open();
  await screen.findByText("纯汉字");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(screen.queryByText("注（另计）")).toBeNull();
});

it("says that drafts are written from a synopsis and that it is sent", async () => {
  scenes = [1, 2];
  await open();
  const hints = () => screen.queryAllByText(/起草以它为准，每次都随要求发给模型/);
  await waitFor(() => expect(hints()).toHaveLength(2));
  expect(screen.queryByText(/写给自己看的/)).toBeNull();
});

it("saves a synopsis shortly after the last change, and on blur", async () => {
  await open();
  const field = await synopsis();
  fireEvent.change(field, { target: { value: "新" } });
  fireEvent.change(field, { target: { value: "新的" } });
  expect(requests).toEqual([]);
  await waitFor(() => expect(requests).toHaveLength(1), { timeout: 2000 });
  expect(requests[0]).toEqual({
    name: "manuscript.describe",
    request: { part: { chapter: 7 }, synopsis: "新的" },
  });
  fireEvent.change(field, { target: { value: "新的。" } });
  fireEvent.blur(field);
  expect(requests).toHaveLength(2);
});

it("saves pending changes when the author goes elsewhere", async () => {
  const { unmount } = await open();
  fireEvent.change(await synopsis(), { target: { value: "走之前" } });
  unmount();
  expect(requests.map(({ request }) => request)).toEqual([{ part: { chapter: 7 }, synopsis: "走之前" }]);
});

it("reports a failed save, keeps the text and retries", async () => {
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
  expect(requests).toHaveLength(2);
});

it("puts the caret into the synopsis when the author is sent to complete the plan", async () => {
  await open();
  const field = await synopsis();
  act(() => askForSynopsis(1));
  await waitFor(() => expect(useAskedSynopsis.getState().scene).toBeNull());
  expect(document.activeElement).toBe(field);
});

it("refuses a chapter without a title", async () => {
  await open();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "章名" });
  fireEvent.change(field, { target: { value: "  " } });
  expect(screen.getByText("章名不能为空")).toBeDefined();
  fireEvent.blur(field);
  expect(field.value).toBe("第一章");
  expect(requests).toEqual([]);
});

const planned = () => screen.findByRole("button", { name: /^场景计划/ });
const sent = () => requests.map(({ request }) => request);

it("saves the goal of a chapter", async () => {
  await open();
  const field = await screen.findByRole("textbox", { name: "本章目标" });
  fireEvent.change(field, { target: { value: "让陆远过江" } });
  fireEvent.blur(field);
  expect(sent()).toEqual([{ part: { chapter: 7 }, goal: "让陆远过江" }]);
  fireEvent.change(field, { target: { value: "长".repeat(2001) } });
  fireEvent.blur(field);
  expect(screen.getByText("最多 2,000 字符")).toBeDefined();
  expect(requests).toHaveLength(1);
});

it("collapses an empty plan, and keeps plans open once opened", async () => {
  const { unmount } = await open();
  const button = await planned();
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(button.textContent).toBe("场景计划还没有写");
  expect(screen.queryByRole("textbox", { name: "冲突" })).toBeNull();
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("textbox", { name: "冲突" })).toBeDefined();
  unmount();
  await open();
  expect((await planned()).getAttribute("aria-expanded")).toBe("true");
});

it("summarizes a collapsed plan in one line", async () => {
  plan = PLAN;
  await open();
  const button = await planned();
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(button);
  expect(button.textContent).toBe("场景计划青石渡 · 陆远、老何");
});

it("does not repeat the only scene of a chapter", async () => {
  await open();
  await planned();
  expect(screen.queryByRole("region", { name: "本场景" })).toBeNull();
});

it("shows the scene and its plan if the chapter has several", async () => {
  scenes = [1, 2];
  await open();
  await planned();
  expect(screen.getByRole("region", { name: "本场景" })).toBeDefined();
  expect(screen.getByRole("region", { name: "场景计划" })).toBeDefined();
});

it("sends each field of a plan separately", async () => {
  plan = PLAN;
  await open();
  await planned();
  const write = (role: string, name: string, value: string) => {
    const field = screen.getByRole(role, { name });
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  write("combobox", "地点", "江心");
  write("textbox", "故事时间", "立冬前夜");
  write("combobox", "视角", "老何");
  write("textbox", "冲突", "不肯开船");
  write("textbox", "转折", "小满解了缆");
  expect(sent()).toEqual(
    [
      { location: "江心" },
      { story_time: "立冬前夜" },
      { pov: "老何" },
      { conflict: "不肯开船" },
      { turning_point: "小满解了缆" },
    ].map((change) => ({ part: { scene: 1 }, plan: change })),
  );
});

it("adds and removes characters", async () => {
  plan = PLAN;
  await open();
  await planned();
  const field = screen.getByRole("combobox", { name: "出场人物" });
  fireEvent.change(field, { target: { value: "小满，" } });
  fireEvent.click(screen.getByRole("button", { name: "去掉“陆远”" }));
  fireEvent.blur(field);
  expect(sent()).toEqual([{ part: { scene: 1 }, plan: { characters: ["老何", "小满"] } }]);
});

it("suggests canon names, also by alias", async () => {
  plan = { ...PLAN, characters: [] };
  await open();
  await planned();
  const field = screen.getByRole("combobox", { name: "出场人物" });
  fireEvent.input(field, { target: { value: "阿" }, inputType: "insertText" });
  expect(await screen.findByRole("option", { name: "陆远" })).toBeDefined();
});

it("reports a plan that could not be saved", async () => {
  plan = PLAN;
  await open();
  await planned();
  refuse = true;
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "冲突" });
  fireEvent.change(field, { target: { value: "写了很久" } });
  fireEvent.blur(field);
  expect(await screen.findByText("磁盘已满")).toBeDefined();
  expect(field.value).toBe("写了很久");
});

it("keeps a read-only plan unchanged", async () => {
  plan = PLAN;
  useDesk.setState({ project: { writable: false } as OpenedProject });
  await open();
  await planned();
  for (const [role, name] of [
    ["combobox", "地点"],
    ["textbox", "故事时间"],
    ["combobox", "出场人物"],
    ["combobox", "视角"],
    ["textbox", "冲突"],
    ["textbox", "转折"],
    ["textbox", "本章目标"],
  ] as const)
    expect(screen.getByRole<HTMLInputElement>(role, { name }).readOnly, name).toBe(true);
  expect(screen.queryByRole("button", { name: "去掉“陆远”" })).toBeNull();
});

it("knows entities of a kind by all their names", () => {
  expect(namedOf(NAMES, "character")).toEqual([
    { value: "老何", also: ["何船工"] },
    { value: "陆远", also: ["阿远"] },
  ]);
  expect(namedOf(NAMES, "location")).toEqual([{ value: "青石渡", also: ["阿远"] }]);
});

it("counts the length of a plan as the backend does", () => {
  expect(wrongIn(`${"长".repeat(2000)} `)).toBeNull();
  expect(wrongIn("𠮷".repeat(2001))).toBe("fieldLong");
  expect(wrongIn(Array.from({ length: 101 }, String))).toBe("manyNames");
  expect(planLine(EMPTY_PLAN)).toBe("");
});
