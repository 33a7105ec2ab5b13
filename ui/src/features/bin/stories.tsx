// The bin: with parts, long, empty, loading, an error. A button opens each.
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/button";
import { openDialog, useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { Bin, BinnedPart, OpenedProject, OutlineView, PartId, Totals } from "@/ipc/types";
import type { Story, StoryContext } from "@/stories/story";
import { BinDialog } from "./bin-dialog";

const NONE: Totals = { standard: 0, word: 0, han: 0, all: 0 };
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 4, 12, 4);

function several({ say }: StoryContext): Bin {
  const parts: BinnedPart[] = [
    {
      scene: 5,
      parent: { chapter: 1 },
      title: say("雨夜（旧稿）", "A night of rain (old)"),
      binned_at: NOON,
    },
    {
      chapter: 3,
      parent: { volume: 1 },
      title: say("第三章 旧信", "Chapter 3 An old letter"),
      binned_at: NOON - DAY,
    },
    { scene: 9, parent: { chapter: 4 }, title: "", binned_at: NOON - 2 * DAY },
    {
      chapter: 4,
      parent: { volume: 1 },
      title: say(
        "第四章 长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么",
        "Chapter 4 In which the night is nearly over and he remembers what the letter said",
      ),
      binned_at: NOON - 3 * DAY,
    },
    {
      volume: 2,
      parent: "manuscript",
      title: say("第二卷 江湖夜雨", "Volume 2 Rain on the river"),
      binned_at: NOON - 40 * DAY,
    },
  ];
  return { parts };
}

function long({ say }: StoryContext): Bin {
  const parts = Array.from({ length: 3000 }, (_, at) => ({
    chapter: at + 1,
    parent: { volume: 1 },
    title: say(`第${at + 1}章`, `Chapter ${at + 1}`),
    binned_at: NOON - at * DAY,
  }));
  return { parts };
}

function Stage({ bin, context }: { bin: Bin | "loading" | "error"; context: StoryContext }) {
  const { say } = context;
  useState(() => {
    answers.clear();
    const outline: OutlineView = {
      volumes: [
        {
          id: 1,
          title: "",
          counts: NONE,
          chapters: [
            {
              id: 1,
              title: say("第一章 渡口", "Chapter 1 The ferry"),
              status: "drafting",
              target: null,
              counts: NONE,
              scenes: [],
            },
          ],
        },
      ],
    };
    const line = say(
      "雨下了一整夜。渡口的灯还亮着，摆渡人坐在船头，把烟杆在船沿上磕了磕，没有回头。",
      "It rained all night. The lamp at the ferry was still lit; the ferryman sat in the bow, knocked his pipe on the gunwale and did not turn round.",
    );
    chooseHost({
      call: (name, request) => {
        if (name === "manuscript.outline") return Promise.resolve(outline);
        if (name === "scene.text") {
          const text = (request as { scene: number }).scene === 9 ? "" : Array(12).fill(line).join("\n");
          return Promise.resolve({ scene: 5, version: 1, branch: 0, text, counts: NONE, draft: null });
        }
        if (name === "manuscript.part") {
          const { part } = request as { part: PartId };
          return Promise.resolve({
            ...part,
            title: "",
            synopsis: line,
            status: null,
            target: null,
            goal: "",
            plan: null,
            scenes: [5],
          });
        }
        if (name !== "manuscript.list_bin") return Promise.resolve({});
        if (bin === "loading") return new Promise(() => undefined);
        if (bin !== "error") return Promise.resolve(bin);
        return Promise.reject({ code: "io", message: "reading failed", hint: "", details: null });
      },
      stream: async () => undefined,
    });
    useDesk.setState({ project: { writable: true } as OpenedProject, dialog: null });
  });
  return (
    <QueryClientProvider client={answers}>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "bin" })}>
        {say("打开", "Open")}
      </Button>
      <BinDialog />
    </QueryClientProvider>
  );
}

const group = "Bin";

export const stories: Story[] = [
  { id: "bin", title: "Bin", group, render: (context) => <Stage context={context} bin={several(context)} /> },
  {
    id: "bin-long",
    title: "Bin, 3,000 parts",
    group,
    render: (context) => <Stage context={context} bin={long(context)} />,
  },
  {
    id: "bin-empty",
    title: "Bin, empty",
    group,
    render: (context) => <Stage context={context} bin={{ parts: [] }} />,
  },
  {
    id: "bin-loading",
    title: "Bin, loading",
    group,
    render: (context) => <Stage context={context} bin="loading" />,
  },
  {
    id: "bin-error",
    title: "Bin, error",
    group,
    render: (context) => <Stage context={context} bin="error" />,
  },
];
