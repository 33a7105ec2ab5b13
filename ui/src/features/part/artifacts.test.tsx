import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, OutlineView } from "@/ipc/types";
import { SceneArtifacts } from "./artifacts";
import { artifactsOf, historyOf, PROFILES } from "./sample";

const zh = { say: (words: string) => words };
const OUTLINE = {
  volumes: [{ id: 1, title: "", chapters: [{ id: 2, title: "渡口", scenes: [{ id: 1, title: "雨夜" }] }] }],
} as unknown as OutlineView;

let asked: Asked[] = [];
let notices: ToastOptions[] = [];
const requests = (name: string) => asked.filter((one) => one.name === name).map(({ request }) => request);

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  notices = [];
  onNotice((notice) => void notices.push(notice));
  useDesk.setState({ project: { writable: true } as OpenedProject, scene: 1 });
});

async function open(more: FakeAnswers = {}) {
  asked = chooseFakeHost({
    "artifact.list": () => ({ artifacts: artifactsOf(zh) }),
    "artifact.history": () => historyOf(zh),
    "artifact.set": () => ({ version: 4 }),
    "artifact.pin": () => artifactsOf(zh)[0] as never,
    "artifact.withhold": () => ({}) as never,
    "pipeline.list": () => PROFILES,
    "manuscript.outline": () => OUTLINE,
    ...more,
  });
  await show(
    <QueryClientProvider client={answers}>
      <SceneArtifacts scene={1} />
    </QueryClientProvider>,
  );
}

const panel = () => screen.findByRole("region", { name: "局面" });

async function pick(name: string): Promise<void> {
  fireEvent.click(within(await panel()).getByRole("button", { name: "“局面”的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
}

it("shows each value with its version and the place that it is told up to", async () => {
  await open();
  const shown = within(await panel());
  expect(shown.getByText("陆远在渡口等船，老何不肯开。")).toBeDefined();
  await waitFor(() => expect(shown.getByText("第 3 版 · 截至“雨夜” · 步骤写的")).toBeDefined());
  // A feed shows what came before; a panel only on request.
  const feed = within(screen.getByRole("region", { name: "读者的话" }));
  expect(await feed.findByText("第 1 版 · 截至“全书开头”")).toBeDefined();
  expect(feed.getByText("不进提示词")).toBeDefined();
  expect(shown.queryByText(/第 1 版/)).toBeNull();
});

it("shows what a step wrote for the author without a place of its own", async () => {
  const bare = artifactsOf(zh).map((entry) => ({ ...entry, surface: null, writer: "mine/notes" }));
  const [first] = bare;
  const hidden =
    first === undefined ? [] : [{ ...first, name: "hidden", visibility: "prompt_only" as const }];
  await open({
    "artifact.list": () => ({ artifacts: [...bare.slice(0, 1), ...hidden] }),
    "pipeline.list": () => ({ profiles: [], uses: [], resolved: null }),
  });
  expect(await screen.findAllByRole("region")).toHaveLength(1);
  expect(screen.getByText("陆远在渡口等船，老何不肯开。")).toBeDefined();
});

it("a value of the author builds on the newest and counts as of the scene", async () => {
  await open();
  fireEvent.click(within(await panel()).getByRole("button", { name: "修改“局面”" }));
  const field = screen.getByRole("textbox", { name: "“局面”的内容" });
  expect((field as HTMLTextAreaElement).value).toMatch(/^\{\n {2}"/);
  fireEvent.change(field, { target: { value: '{\n  "局面": "船开了"\n}' } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(requests("artifact.set")).toEqual([
    { name: "situation", subject: "novel", value: '{"局面":"船开了"}', based_on: 3, at: 1 },
  ]);
});

it("names a person before what is told of them", async () => {
  const people = JSON.stringify({ 人物: [{ 名: "老周", 处境: "在船上" }] });
  const [first] = artifactsOf(zh).filter(({ name }) => name === "situation");
  const told = first && { ...first, version: { ...first.version, value: people } };
  await open({ "artifact.list": () => ({ artifacts: told === undefined ? [] : [told] }) });
  expect(await screen.findByText("老周 · 处境：在船上")).toBeDefined();
});

it("a refused value stays in the field", async () => {
  const refuse = () => {
    throw failure("busy");
  };
  await open({ "artifact.set": refuse });
  fireEvent.click(within(await panel()).getByRole("button", { name: "修改“局面”" }));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "{}" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await screen.findByRole("alert");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("{}");
});

it("is pinned, kept out of prompts and let in again", async () => {
  await open();
  await pick("固定这一版");
  await waitFor(() => expect(requests("artifact.pin")).toHaveLength(1));
  expect(requests("artifact.pin")[0]).toMatchObject({ version: 3, pinned: true });
  await pick("不再放进提示词");
  await waitFor(() => expect(requests("artifact.withhold")).toEqual([{ name: "situation", withheld: true }]));
  notices.at(-1)?.action?.onSelect();
  await waitFor(() => expect(requests("artifact.withhold")).toHaveLength(2));
});

it("says what a step of the profile will write here, and nothing without one", async () => {
  await open({ "artifact.list": () => ({ artifacts: [] }) });
  expect(within(await panel()).getByText(/还没有写过/)).toBeDefined();
  answers.clear();
  await open({
    "artifact.list": () => ({ artifacts: [] }),
    "pipeline.list": () => ({ profiles: [], uses: [], resolved: null }),
  });
  await waitFor(() => expect(requests("pipeline.list")).toHaveLength(1));
});
