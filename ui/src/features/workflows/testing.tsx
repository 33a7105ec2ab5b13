// Shared test helpers for workflows: a host with runs, an open project, queries and clicks.
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { type Dialog, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OutlineView, RunView } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { fakeWorkflows } from "./sample";

export const zh = (words: string) => words;
const scene = (id: number) => ({ id, title: "", version: 1 });
const counts = { standard: 0, word: 0, han: 0, all: 0 };
export const outline = {
  volumes: [
    {
      id: 1,
      title: "",
      chapters: [
        { id: 1, title: "第一章", counts, scenes: [scene(1)] },
        { id: 2, title: "第二章", counts, scenes: [scene(2)] },
        { id: 3, title: "第三章", counts, scenes: [scene(3)] },
      ],
    },
  ],
} as unknown as OutlineView;

let requests: Asked[] = [];
/** The notices shown. */
export const notices: ToastOptions[] = [];

interface Given {
  more?: FakeAnswers;
  run?: number | null;
  dialog?: Dialog;
  writable?: boolean;
}

/** Renders an element over a host with runs and an open project with three chapters, the second one open. */
export async function open(
  element: ReactElement,
  { more = {}, run = null, dialog, writable = true }: Given = {},
) {
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 2,
    tab: "part",
    centre: { kind: "writing" },
    dialog: dialog ?? null,
    shown: { ...NOTHING_SHOWN, run },
  });
  const acts = {
    "manuscript.outline": () => outline,
    "workflow.start": () => ({ run: 9, already: false }),
    "workflow.cancel": () => null,
    "workflow.resume": () => null,
    "workflow.answer": () => null,
    "workflow.switch": () => null,
    "workflow.run_again": () => ({ run: 21 }),
    "completion.accept_suggestion": () => ({ chapter: 3 }),
    "scene.text": () => ({
      text: "老周说：“夜里不渡人，这是规矩。”",
      version: 3,
      branch: 1,
      draft: null,
      counts: {},
    }),
  } as unknown as FakeAnswers;
  requests = chooseFakeHost({ ...fakeWorkflows(zh, acts), ...more });
  await show(<QueryClientProvider client={answers}>{element}</QueryClientProvider>);
}

export const asks = (name: string) =>
  requests.filter((one) => one.name === name).map(({ request }) => request);
export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const press = async (name: string | RegExp) => fireEvent.click(await button(name));
export const step = async (name: string) => within(await screen.findByRole("article", { name }));
export const shows =
  (view: RunView): (() => RunView) =>
  () =>
    structuredClone(view);

/** Runs before each test: nothing open, no answers, no notices. */
export async function clear(): Promise<void> {
  await startI18n("zh");
  answers.clear();
  notices.length = 0;
  onNotice((notice) => notices.push(notice));
  useDesk.setState({ project: null });
}
