// The memory of a scene in its states: none, retrieving, found, degraded, stale, partly excluded, long, failed.
import { useState } from "react";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { MemoryOfScene } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { useDrops } from "./drops";
import { MemoryView } from "./memory-view";
import { keyOf, type Retrieving, useRetrieving } from "./retrieving";
import { fakeMemory, sampleMemory } from "./sample";

interface PanelProps {
  begin: MemoryOfScene;
  retrieving?: Partial<Retrieving>;
  writable?: boolean;
  more?: FakeAnswers;
}

const IDLE: Retrieving = {
  from: "plan",
  running: false,
  stopping: false,
  stopped: false,
  progress: null,
  failure: null,
};

function Panel({ begin, retrieving, writable = true, more = {} }: PanelProps) {
  return (
    <Stage host={{ ...fakeMemory(begin), ...more }} desk={{ project: sampleProject({ writable }), scene: 1 }}>
      <Shown retrieving={retrieving} />
    </Stage>
  );
}

function Shown({ retrieving }: { retrieving: Partial<Retrieving> | undefined }) {
  useState(() => {
    useDrops.setState({}, true);
    const all = retrieving === undefined ? {} : { [keyOf(1)]: { ...IDLE, ...retrieving } };
    useRetrieving.setState(all, true);
  });
  return (
    <div className="flex h-180 w-79 flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink">
      <MemoryView scene={1} />
    </div>
  );
}

const NONE: MemoryOfScene = { memory: null, is_stale: false };
const of = ({ say }: StoryContext, change: Parameters<typeof sampleMemory>[1] = {}, stale = false) => ({
  memory: sampleMemory(say, change),
  is_stale: stale,
});

const story = (id: string, title: string, render: (context: StoryContext) => PanelProps): Story => ({
  id: `memory-${id}`,
  title: `Memory: ${title}`,
  group: "Memory",
  render: (context) => <Panel {...render(context)} />,
});

function many(context: StoryContext) {
  const { relevant_memories: passages, entity_states, timeline_context } = sampleMemory(context.say);
  const repeat = <T extends { id: string }>(items: readonly T[], n: number) =>
    Array.from({ length: n }, (_, at) => ({ ...(items[at % items.length] as T), id: `many/${at}` }));
  const long = context.say("很长的章名".repeat(12), "a very long title of a chapter ".repeat(6));
  return of(context, {
    relevant_memories: repeat(passages, 24).map((one, at) => ({
      ...one,
      chapter: Math.floor(at / 3),
      chapter_title: `${long} ${at}`,
    })),
    entity_states: repeat(entity_states, 12).map((one, at) => ({ ...one, name: `${one.name}${long}${at}` })),
    timeline_context: repeat(timeline_context, 12),
  });
}

export const stories: Story[] = [
  story("none", "none yet", () => ({ begin: NONE })),
  story("none-read-only", "none, for reading only", () => ({ begin: NONE, writable: false })),
  story("asking", "a model is asked", () => ({
    begin: NONE,
    retrieving: { from: "model", running: true, progress: { stage: "generate", done: 0, total: 0 } },
  })),
  story("indexing", "what changed is indexed, the last memory stays in sight", (context) => ({
    begin: of(context),
    retrieving: { running: true, progress: { stage: "index", done: 16, total: 48 } },
  })),
  story("found", "found by the plan", (context) => ({ begin: of(context) })),
  story("dropped", "some of it is not sent", (context) => ({
    begin: of(context, { queries_from: "model", dropped: ["text/1/abc1", "entity/4"] }),
  })),
  story("stale", "of an earlier plan", (context) => ({ begin: of(context, {}, true) })),
  story("degraded", "not all could be done", (context) => ({
    begin: of(context, {
      degraded: [
        { part: "queries", why: "nothing_named" },
        { part: "vectors", why: "failed", message: "the embedding model failed: out of memory" },
        { part: "search", why: "not_indexed", texts: 42 },
        { part: "timeline", why: "failed", message: "the row of an event is damaged" },
      ],
    }),
  })),
  story("nothing", "nothing found", (context) => ({
    begin: of(context, {
      queries: { entities: [], queries: [] },
      entity_states: [],
      relevant_memories: [],
      timeline_context: [],
    }),
  })),
  story("many", "as much as there can be, with long names", (context) => ({ begin: many(context) })),
  story("read-only", "for reading only", (context) => ({ begin: of(context), writable: false })),
  story("stopped", "stopped", (context) => ({ begin: of(context), retrieving: { stopped: true } })),
  story("failed", "that could not be retrieved", () => ({
    begin: NONE,
    retrieving: { failure: failure("not_found") },
  })),
  story("loading", "loading", () => ({ begin: NONE, more: { "memory.get": never } })),
  story("error", "that cannot be read", () => ({
    begin: NONE,
    more: {
      "memory.get": () => {
        throw failure("damaged");
      },
    },
  })),
];
