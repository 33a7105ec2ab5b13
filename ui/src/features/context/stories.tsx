// The Context tab in its states: preview, generations, overflow, a receipt, a comparison.
import { type ReactNode, useState } from "react";
import { NOTHING_SHOWN } from "@/desk/desk";
import { useSending } from "@/desk/sending";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { CompareReceipts } from "./compare-receipts";
import { ContextTab } from "./context-tab";
import { generation, parts, preview } from "./sample";
import { answersOf, SAME } from "./sample-host";
import { type ContextSide, useContextView } from "./store";

interface SceneProps {
  say: StoryContext["say"];
  side?: ContextSide;
  shown?: number | null;
  scene?: number | null;
  writable?: boolean;
  more?: FakeAnswers;
  children?: ReactNode;
}

function Panel({
  say,
  side = "preview",
  shown = null,
  scene = 1,
  writable = true,
  more = {},
  children,
}: SceneProps) {
  useState(() => {
    useContextView.setState({ side, act: "draft" });
    useSending.setState({ excluded: new Map(), secrets: new Set() });
  });
  return (
    <Stage
      host={{ ...answersOf(say), ...more }}
      desk={{ project: sampleProject({ writable }), scene, shown: { ...NOTHING_SHOWN, generation: shown } }}
    >
      <div className="h-180 w-79 overflow-hidden rounded-lg border border-line bg-surface text-ink">
        {children ?? <ContextTab memory={() => null} steps={() => null} />}
      </div>
    </Stage>
  );
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id: `context-${id}`,
  title: `Context: ${title}`,
  group: "Context",
  render,
});

const refuse = () => {
  throw failure("damaged");
};

function many(say: StoryContext["say"]) {
  const [, , entry] = parts(say);
  if (entry === undefined) return preview(say);
  const dropped = { kind: "dropped", reason: { kind: "over_budget" } } as const;
  const extra = Array.from({ length: 400 }, (_, at) => ({
    ...entry,
    source: { kind: "fact", id: 100 + at } as const,
    fate: dropped,
    shown: null,
  }));
  return preview(say, { parts: [...parts(say), ...extra] });
}

function long(say: StoryContext["say"]) {
  const title = say(
    "二十年前沉在渡口的那条船为什么会在没有月亮的夜里自己从上游漂回来",
    "Why the boat that sank at the ferry twenty years ago came drifting back by itself on a moonless night",
  );
  const named = parts(say).map((part) =>
    part.source.kind === "lore_entry" ? { ...part, source: { ...part.source, title } } : part,
  );
  return preview(say, { parts: named });
}

export const stories: Story[] = [
  story("preview", "what would be sent", ({ say }) => <Panel say={say} />),
  story("preview-many", "with 400 parts left out", ({ say }) => (
    <Panel say={say} more={{ "context.preview": () => many(say) }} />
  )),
  story("preview-long", "with long names", ({ say }) => (
    <Panel say={say} more={{ "context.preview": () => long(say) }} />
  )),
  story("preview-no-model", "with no model set up", ({ say }) => (
    <Panel say={say} more={{ "context.preview": () => preview(say, { target: null, suspicions: [] }) }} />
  )),
  story("preview-no-scene", "with no scene open", ({ say }) => <Panel say={say} scene={null} />),
  story("preview-loading", "being gathered", ({ say }) => (
    <Panel say={say} more={{ "context.preview": never }} />
  )),
  story("preview-error", "that could not be gathered", ({ say }) => (
    <Panel say={say} more={{ "context.preview": refuse }} />
  )),
  story("records", "generations of the scene", ({ say }) => <Panel say={say} side="records" />),
  story("records-many", "400 generations", ({ say }) => (
    <Panel
      say={say}
      side="records"
      more={{
        "generation.list": () => ({
          generations: Array.from({ length: 400 }, (_, at) => generation(say, 400 - at)),
        }),
      }}
    />
  )),
  story("records-empty", "no generations", ({ say }) => (
    <Panel say={say} side="records" more={{ "generation.list": () => ({ generations: [] }) }} />
  )),
  story("records-loading", "generations loading", ({ say }) => (
    <Panel say={say} side="records" more={{ "generation.list": never }} />
  )),
  story("records-error", "generations that cannot be read", ({ say }) => (
    <Panel say={say} side="records" more={{ "generation.list": refuse }} />
  )),
  story("shelf", "the shelf of overflow", ({ say }) => <Panel say={say} side="shelf" />),
  story("shelf-read-only", "the shelf, for reading only", ({ say }) => (
    <Panel say={say} side="shelf" writable={false} />
  )),
  story("shelf-empty", "an empty shelf", ({ say }) => (
    <Panel say={say} side="shelf" more={{ "generation.shelf": () => ({ items: [] }) }} />
  )),
  story("shelf-loading", "the shelf loading", ({ say }) => (
    <Panel say={say} side="shelf" more={{ "generation.shelf": never }} />
  )),
  story("shelf-error", "a shelf that cannot be read", ({ say }) => (
    <Panel say={say} side="shelf" more={{ "generation.shelf": refuse }} />
  )),
  story("receipt", "a receipt", ({ say }) => <Panel say={say} shown={8} />),
  story("receipt-cut", "a receipt of a text that was cut", ({ say }) => <Panel say={say} shown={6} />),
  story("receipt-interrupted", "a receipt of a text that broke off", ({ say }) => (
    <Panel say={say} shown={4} />
  )),
  story("receipt-none", "a generation without a receipt", ({ say }) => (
    <Panel
      say={say}
      shown={5}
      more={{
        "generation.get": () => ({
          generation: generation(say, 5, {
            status: "failed",
            text: "",
            trouble: { kind: "no_connection", message: "connection refused" },
          }),
          receipt: null,
        }),
      }}
    />
  )),
  story("receipt-error", "a receipt that is not there", ({ say }) => (
    <Panel say={say} shown={99} more={{ "generation.get": refuse }} />
  )),
  story("compare", "two receipts compared", ({ say }) => (
    <Panel say={say}>
      <div className="h-full overflow-y-auto p-3">
        <CompareReceipts one={8} other={9} />
      </div>
    </Panel>
  )),
  story("compare-same", "two receipts that are alike", ({ say }) => (
    <Panel say={say} more={{ "generation.compare": () => SAME }}>
      <CompareReceipts one={8} other={9} />
    </Panel>
  )),
];
