// The tab about the open chapter: one scene, several scenes, nothing open, reading only, loading, an error.
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, OutlineView, PartId, PartView, Totals } from "@/ipc/types";
import type { Story, StoryContext } from "@/stories/story";
import { PartTab } from "./part-tab";

const totals = (standard: number): Totals => ({
  standard,
  word: Math.round(standard * 0.93),
  han: Math.round(standard * 0.86),
  all: standard + 64,
});

function sample({ say }: StoryContext): OutlineView {
  const scene = (id: number, title: string, count: number) => ({
    id,
    title,
    status: "drafting" as const,
    version: 3,
    counts: totals(count),
  });
  const chapters = [
    {
      id: 1,
      title: say("第一章 渡口", "Chapter 1 The ferry"),
      status: "drafting" as const,
      target: 4000,
      counts: totals(3214),
      scenes: [scene(1, "", 3214)],
    },
    {
      id: 2,
      title: say("第二章 摆渡人", "Chapter 2 The ferryman"),
      status: "completed" as const,
      target: 3000,
      counts: totals(4012),
      scenes: [scene(2, say("雨夜", "A night of rain"), 2200), scene(3, "", 1812)],
    },
  ];
  return { volumes: [{ id: 1, title: "", counts: totals(7226), chapters }] };
}

interface StageProps extends StoryContext {
  scene: number | null;
  writable?: boolean;
  mode?: "answers" | "loading" | "error";
}

function Stage(props: StageProps) {
  const { scene, writable = true, mode = "answers", say } = props;
  useState(() => {
    answers.clear();
    const outline = sample(props);
    const view = (part: PartId): PartView => {
      const chapter = outline.volumes[0]?.chapters.find(
        (one) => "chapter" in part && one.id === part.chapter,
      );
      return {
        ...part,
        title: chapter?.title ?? "",
        synopsis:
          chapter?.id === 1
            ? say(
                "陆远在雨夜回到渡口，摆渡人认出了他手里的那把伞。两人谁也没有提起十年前的事。",
                "Lu Yuan comes back to the ferry on a night of rain. The ferryman knows the umbrella in his hand; neither speaks of what happened ten years ago.",
              )
            : "",
        status: chapter?.status ?? "drafting",
        target: chapter?.target ?? null,
        goal: "",
        plan: null,
        binned_at: null,
      };
    };
    chooseHost({
      call: (name, request) => {
        if (name === "manuscript.outline") return Promise.resolve(outline);
        if (name !== "manuscript.part") return Promise.resolve({});
        if (mode === "loading") return new Promise(() => undefined);
        if (mode === "answers") return Promise.resolve(view((request as { part: PartId }).part));
        return Promise.reject({ code: "damaged", message: "chapter 1", hint: "", details: null });
      },
      stream: async () => undefined,
    });
    useDesk.setState({ project: { writable } as OpenedProject, scene });
    useOpenScenes.setState({ status: new Map() });
  });
  return (
    <QueryClientProvider client={answers}>
      <aside
        aria-label="inspector"
        className="w-79 overflow-hidden rounded-lg border border-line bg-surface"
        style={{ height: 620 }}
      >
        <PartTab />
      </aside>
    </QueryClientProvider>
  );
}

const group = "Part";

export const stories: Story[] = [
  { id: "part", title: "Chapter", group, render: (context) => <Stage {...context} scene={1} /> },
  {
    id: "part-scenes",
    title: "Chapter of several scenes",
    group,
    render: (context) => <Stage {...context} scene={3} />,
  },
  {
    id: "part-reading",
    title: "Reading only",
    group,
    render: (context) => <Stage {...context} scene={1} writable={false} />,
  },
  {
    id: "part-empty",
    title: "Nothing open",
    group,
    render: (context) => <Stage {...context} scene={null} />,
  },
  {
    id: "part-loading",
    title: "Loading",
    group,
    render: (context) => <Stage {...context} scene={1} mode="loading" />,
  },
  {
    id: "part-error",
    title: "Error",
    group,
    render: (context) => <Stage {...context} scene={1} mode="error" />,
  },
];
