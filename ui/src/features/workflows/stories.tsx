// Workflows: the list, runs in their states, dialogs, the graph, and the results for a chapter.
import type { ReactNode } from "react";
import { type Dialog, NOTHING_SHOWN } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { RunView } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { ChapterHeader } from "./chapter-header";
import { ChapterSummary } from "./chapter-summary";
import { WorkflowCentre } from "./graph-centre";
import { RunAgainDialog } from "./run-again-dialog";
import { RunFigure } from "./run-figure";
import {
  bookRun,
  completedRun,
  fakeWorkflows,
  partialRun,
  runningRun,
  type Say,
  sampleCompletion,
  sampleInterrupted,
  sampleRun,
  waitingRun,
} from "./sample";
import { StartWorkflowDialog } from "./start-dialog";
import { WorkflowSwitchesDialog } from "./switches-dialog";
import { WorkflowsTab } from "./workflows-tab";

interface OnStageProps {
  say: Say;
  more?: FakeAnswers;
  run?: number | null;
  dialog?: Dialog | null;
  writable?: boolean;
  children: ReactNode;
}

function OnStage({ say, more = {}, run = null, dialog = null, writable = true, children }: OnStageProps) {
  return (
    <Stage
      host={fakeWorkflows(say, more)}
      desk={{
        project: sampleProject({ writable }),
        scene: 2,
        dialog,
        tab: "workflows",
        shown: { ...NOTHING_SHOWN, run },
      }}
    >
      {children}
    </Stage>
  );
}

const Panel = ({ children, tall = "h-180" }: { children: ReactNode; tall?: string }) => (
  <div className={`${tall} w-79 overflow-hidden rounded-lg border border-line bg-surface text-ink`}>
    {children}
  </div>
);

type Given = Omit<OnStageProps, "say" | "children">;

const inTab = (id: string, title: string, given: (say: Say) => Given, tall = "h-180"): Story => ({
  id: `workflows-${id}`,
  title: `Workflows: ${title}`,
  group: "Workflows",
  render: ({ say }: StoryContext) => (
    <OnStage say={say} {...given(say)}>
      <Panel tall={tall}>
        <WorkflowsTab />
      </Panel>
    </OnStage>
  ),
});

const shows = (view: RunView): Given => ({ run: view.summary.id, more: { "workflow.show": () => view } });
const damaged = () => {
  throw failure("damaged");
};

function long(say: Say): RunView {
  const view = partialRun(say);
  const words = say(
    "二十年前沉在渡口的那条船为什么会在没有月亮的夜里自己从上游漂回来",
    "Why the boat that sank at the ferry twenty years ago came drifting back by itself",
  );
  return {
    ...view,
    summary: {
      ...view.summary,
      subject: words.repeat(2),
      status: "failed",
      trouble: { class: "timeout", message: `a_name_without_any_blanks_${"x".repeat(90)}` },
    },
    nodes: view.nodes.map((node) => ({
      ...node,
      title: { zh: words, en: words },
      source: { model: "a-model-with-a-very-long-name-that-goes-on-and-on" },
      ...(node.result?.kind === "summary" && { result: { ...node.result, text: words.repeat(8) } }),
    })),
  };
}

function Summaries({ say }: { say: Say }) {
  const states = [
    sampleCompletion(say),
    sampleCompletion(say, { summary: null, suggestions: null }),
    sampleCompletion(say, { run: sampleRun(say, { status: "running", ended_at: null }) }),
  ];
  const stale = sampleCompletion(say);
  if (stale.summary !== null) stale.summary = { ...stale.summary, stale: true };
  const all = [stale, ...states];
  return (
    <OnStage say={say} more={{ "completion.chapter": ({ chapter }) => all[chapter - 1] ?? stale }}>
      <div className="flex flex-wrap items-start gap-4">
        {all.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <div key={at} className="w-79 rounded-lg border border-line bg-surface">
            <div className="flex justify-end p-1.5">
              <ChapterHeader chapter={at + 1} />
            </div>
            <div className="px-4 pb-4">
              <ChapterSummary chapter={at + 1} />
            </div>
          </div>
        ))}
      </div>
    </OnStage>
  );
}

const dialog = (id: string, title: string, given: Dialog, body: ReactNode, more?: FakeAnswers): Story => ({
  id: `workflows-${id}`,
  title: `Workflows: ${title}`,
  group: "Workflows",
  render: ({ say }) => (
    <OnStage say={say} dialog={given} {...(more !== undefined && { more })}>
      {body}
    </OnStage>
  ),
});

export const stories: Story[] = [
  inTab("list", "what there is to run, and runs", () => ({})),
  inTab("interrupted", "some were interrupted", (say) => ({
    more: { "workflow.interrupted": () => ({ runs: sampleInterrupted(say) }) },
  })),
  inTab("none", "nothing was run yet", () => ({
    more: { "workflow.runs": () => ({ runs: [], more: false }) },
  })),
  inTab("loading", "loading", () => ({ more: { "workflow.runs": never, "workflow.list": never } })),
  inTab("error", "that cannot be read", () => ({
    more: { "workflow.runs": damaged, "workflow.list": damaged },
  })),
  inTab("completed", "a run that went well", (say) => shows(completedRun(say)), "h-280"),
  inTab("running", "a run at work", (say) => shows(runningRun(say))),
  inTab("waiting", "a run that waits for the author", (say) => shows(waitingRun(say))),
  inTab("partial", "a run of which a step failed", (say) => shows(partialRun(say))),
  inTab("book", "a review of the book", (say) => shows(bookRun(say)), "h-240"),
  inTab("long", "long words, for reading only", (say) => ({ ...shows(long(say)), writable: false })),
  {
    id: "workflows-summary",
    title: "Workflows: what a chapter is left with",
    group: "Workflows",
    render: ({ say }) => <Summaries say={say} />,
  },
  {
    id: "workflows-graph",
    title: "Workflows: the graph",
    group: "Workflows",
    render: ({ say }) => (
      <OnStage say={say} more={{ "workflow.show": () => bookRun(say) }}>
        <div className="h-160 overflow-hidden rounded-lg border border-line">
          <WorkflowCentre workflow="project_review" run={8} />
        </div>
      </OnStage>
    ),
  },
  {
    id: "workflows-figure",
    title: "Workflows: in the status bar",
    group: "Workflows",
    render: ({ say }) => (
      <OnStage say={say}>
        <div className="flex h-7 items-center border border-line bg-surface px-3 text-xs text-subtle">
          <RunFigure />
        </div>
      </OnStage>
    ),
  },
  dialog("again", "again from a step", { name: "run-again", run: 7, node: "extract_kg" }, <RunAgainDialog />),
  dialog("switches", "what runs by itself", { name: "workflow-switches" }, <WorkflowSwitchesDialog />),
  dialog(
    "start",
    "an input of its own",
    { name: "start-workflow", workflow: "bible_impact" },
    <StartWorkflowDialog />,
  ),
];
