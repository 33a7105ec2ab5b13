// The Chapter tab: one scene, several scenes, nothing open, read-only, loading, an error; the plan of a scene, filled
// and empty.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type {
  KnownNames,
  OpenedProject,
  OutlineView,
  PartId,
  PartView,
  ScenePlan,
  Totals,
} from "@/ipc/types";
import type { Story, StoryContext } from "@/stories/story";
import { PartTab } from "./part-tab";
import { EMPTY_PLAN } from "./plan";
import { PlanSection } from "./plan-section";
import { usePartLook } from "./store";

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

function samplePlan({ say }: StoryContext): ScenePlan {
  return {
    location: say("青石渡", "Greystone Ferry"),
    story_time: say("十年后，立冬前夜", "Ten years on, the eve of winter"),
    characters: [say("陆远", "Lu Yuan"), say("老何", "Old He"), say("小满", "Xiaoman")],
    pov: say("陆远", "Lu Yuan"),
    conflict: say(
      "陆远要连夜过江，老何认出了那把伞，不肯开船。",
      "Lu Yuan must cross tonight; Old He knows the umbrella and will not cast off.",
    ),
    turning_point: say("小满替他解了缆。", "Xiaoman unties the boat for him."),
  };
}

function sampleNames({ say }: StoryContext): KnownNames {
  return {
    named: [
      { entry: 5, entity: 11, title: say("老何", "Old He"), kind: "character" },
      { entry: null, entity: 13, title: say("陆远", "Lu Yuan"), kind: "character" },
      { entry: 4, entity: 12, title: say("青石渡", "Greystone Ferry"), kind: "location" },
    ],
    names: [
      { name: say("何船工", "He the boatman"), owners: [0] },
      { name: say("阿远", "Yuan"), owners: [1] },
    ],
  };
}

interface StageProps extends StoryContext {
  scene: number | null;
  writable?: boolean;
  mode?: "answers" | "loading" | "error";
  /** Whether plans are expanded; otherwise those that are not empty. */
  unfolded?: boolean;
  /** Shown in the inspector instead of the tab. */
  children?: ReactNode;
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
        notes:
          chapter?.id === 1
            ? say("伞柄上的刻字要和第九章对上。", "The words on the handle must match chapter nine.")
            : "",
        synopsis:
          chapter?.id === 1
            ? say(
                "陆远在雨夜回到渡口，摆渡人认出了他手里的那把伞。两人谁也没有提起十年前的事。",
                "Lu Yuan comes back to the ferry on a night of rain. The ferryman knows the umbrella in his hand; neither speaks of what happened ten years ago.",
              )
            : "",
        status: chapter?.status ?? "drafting",
        target: chapter?.target ?? null,
        goal:
          chapter?.id === 1
            ? say(
                "让陆远过江，并让读者怀疑那把伞。",
                "Gets Lu Yuan across and makes the reader doubt the umbrella.",
              )
            : "",
        plan: !("scene" in part) ? null : part.scene === 1 ? samplePlan(props) : EMPTY_PLAN,
        scenes: [],
        binned_at: null,
      };
    };
    chooseHost({
      call: (name, request) => {
        if (name === "manuscript.outline") return Promise.resolve(outline);
        if (name === "mentions.names") return Promise.resolve(sampleNames(props));
        if (name !== "manuscript.part") return Promise.resolve({});
        if (mode === "loading") return new Promise(() => undefined);
        if (mode === "answers") return Promise.resolve(view((request as { part: PartId }).part));
        return Promise.reject({ code: "damaged", message: "chapter 1", hint: "", details: null });
      },
      stream: async () => undefined,
    });
    useDesk.setState({ project: { writable } as OpenedProject, scene });
    useOpenScenes.setState({ status: new Map() });
    usePartLook.setState({ unfolded: props.unfolded ?? null });
  });
  return (
    <QueryClientProvider client={answers}>
      <aside
        aria-label="inspector"
        className="w-79 overflow-hidden rounded-lg border border-line bg-surface"
        style={{ height: 620 }}
      >
        {props.children ?? <PartTab />}
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
    id: "part-plan",
    title: "Plan of a scene",
    group,
    render: (context) => (
      <Stage {...context} scene={1}>
        <PlanSection scene={1} />
      </Stage>
    ),
  },
  {
    id: "part-plan-empty",
    title: "Plan of a scene, empty",
    group,
    render: (context) => (
      <Stage {...context} scene={3} unfolded>
        <PlanSection scene={3} />
      </Stage>
    ),
  },
  {
    id: "part-plan-reading",
    title: "Plan of a scene, reading only",
    group,
    render: (context) => (
      <Stage {...context} scene={1} writable={false}>
        <PlanSection scene={1} />
      </Stage>
    ),
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
