// The search in its states, over a small novel.
import { useState } from "react";
import { noteIndexed } from "@/desk/indexing";
import type { FakeAnswers } from "@/ipc/fake-host";
import { failure, never } from "@/ipc/fake-host";
import type { IndexProgress } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { useBuilding } from "./building";
import { IndexFigure } from "./index-figure";
import { FALLBACK, MODEL, sampleFound, sampleHost, sampleIndex } from "./sample";
import { SearchTab } from "./search-tab";
import { useSearching } from "./state";

type Say = StoryContext["say"];
type Searching = ReturnType<typeof useSearching.getState>;
type Building = ReturnType<typeof useBuilding.getState>;

interface PanelProps {
  say: Say;
  searching?: Partial<Searching>;
  host?: FakeAnswers;
  progress?: IndexProgress | null;
  building?: Partial<Building>;
}

function Panel({ say, searching = {}, host = {}, progress = null, building = {} }: PanelProps) {
  return (
    <Stage host={sampleHost(say, host)} desk={{ project: sampleProject(), scene: 2, tab: "search" }}>
      <Begin {...{ searching, progress, building }} />
      <div className="h-180 w-79 overflow-hidden rounded-lg border border-line bg-surface">
        <SearchTab />
      </div>
    </Stage>
  );
}

/** Sets the panel state before rendering. */
function Begin({
  searching,
  progress,
  building,
}: Required<Pick<PanelProps, "searching" | "progress" | "building">>) {
  useState(() => {
    useSearching.setState({ ...useSearching.getInitialState(), ...searching });
    useBuilding.setState({ ...useBuilding.getInitialState(), ...building });
    noteIndexed(progress);
  });
  return null;
}

function asking(query: string, change: Partial<Searching> = {}): Partial<Searching> {
  return { query, asked: query, ...change };
}

const word = (say: Say) => say("渡口", "ferry");
const story = (id: string, title: string, render: Story["render"]): Story => ({
  id: `search-${id}`,
  title: `Search: ${title}`,
  group: "Search",
  render,
});

const FILTERS = {
  from_chapter: 1,
  to_chapter: 2,
  character: 11,
  kinds: ["text"],
  as_of: 2,
} satisfies Searching["filters"];

export const stories: Story[] = [
  story("begin", "no query yet", ({ say }) => <Panel say={say} />),
  story("found", "found", ({ say }) => <Panel say={say} searching={asking(word(say))} />),
  story("fallback", "no model, index incomplete", ({ say }) => (
    <Panel
      say={say}
      searching={asking(word(say), { active: "lore:4:0:27" })}
      progress={{ left: 12, embedded: 640, pending: 3_210, waiting: null }}
      host={{
        "search.find": () => sampleFound(say, { meaning: { ...FALLBACK, covered: 16 }, left: 12 }),
      }}
    />
  )),
  story("half-failed", "one way failed", ({ say }) => (
    <Panel
      say={say}
      searching={asking(word(say))}
      host={{
        "search.find": () =>
          sampleFound(say, {
            meaning: null,
            missing: [{ part: "vectors", reason: "the embedding model ended unexpectedly" }],
          }),
      }}
    />
  )),
  story("filters", "filters", ({ say }) => (
    <Panel say={say} searching={asking(word(say), { filtersOpen: true, filters: FILTERS })} />
  )),
  story("chips", "filters folded", ({ say }) => (
    <Panel say={say} searching={asking(word(say), { filters: { ...FILTERS, pov: say("老何", "Old He") } })} />
  )),
  story("more", "more than are listed", ({ say }) => (
    <Panel say={say} searching={asking(word(say), { limit: 8 })} />
  )),
  story("nothing", "nothing found", ({ say }) => (
    <Panel
      say={say}
      searching={asking(say("灯塔", "lighthouse"), { mode: "text", filters: { status: "drafting" } })}
      host={{ "search.find": () => sampleFound(say, { hits: [], total: 0, meaning: null, left: 3 }) }}
    />
  )),
  story("loading", "searching", ({ say }) => (
    <Panel say={say} searching={asking(word(say))} host={{ "search.find": never }} />
  )),
  story("wordless", "a query that names nothing", ({ say }) => (
    <Panel
      say={say}
      searching={asking("“”")}
      host={{ "search.find": () => Promise.reject(failure("bad_request")) }}
    />
  )),
  story("failing", "failure", ({ say }) => (
    <Panel
      say={say}
      searching={asking(word(say), { filters: { kinds: ["lore"] } })}
      host={{ "search.find": () => Promise.reject(failure("io")) }}
    />
  )),
  story("similar", "like a passage", ({ say }) => (
    <Panel
      say={say}
      searching={{
        side: "similar",
        like: {
          of: "passage",
          scene: 9,
          range: { start: 0, end: 40 },
          quote: say(
            "天还没有亮，船已经到了岸边，他听见石阶上有人咳嗽，却看不见人，只有水声。",
            "It was not light yet. The boat had come in, and he heard somebody cough on the steps.",
          ),
        },
      }}
    />
  )),
  story("similar-begin", "like what", ({ say }) => <Panel say={say} searching={{ side: "similar" }} />),
  story("similar-nothing", "nothing like it", ({ say }) => (
    <Panel
      say={say}
      searching={{ side: "similar", like: { of: "scene", scene: 2 }, filters: { volume: 2 } }}
      host={{ "search.similar": () => ({ hits: [], meaning: MODEL, missing: [] }) }}
    />
  )),
  story("duplicates", "repeats", ({ say }) => <Panel say={say} searching={{ side: "duplicates" }} />),
  story("duplicates-none", "no repeats", ({ say }) => (
    <Panel
      say={say}
      searching={{ side: "duplicates" }}
      host={{ "search.duplicates": () => ({ pairs: [], left: 0 }) }}
    />
  )),
  story("duplicates-loading", "repeats, looking", ({ say }) => (
    <Panel say={say} searching={{ side: "duplicates" }} host={{ "search.duplicates": never }} />
  )),
  story("index", "index", ({ say }) => <Panel say={say} searching={{ side: "index" }} />),
  story("index-building", "index, building", ({ say }) => (
    <Panel
      say={say}
      searching={{ side: "index" }}
      progress={{ left: 0, embedded: 21_000, pending: 47_912, waiting: "battery" }}
      host={{ "index.state": () => sampleIndex({ embedded: 21_000, pending: 47_912, meaning: FALLBACK }) }}
      building={{ act: "build", progress: { stage: "embed", done: 320, total: 47_912 } }}
    />
  )),
  story("index-stopped", "index, stopped", ({ say }) => (
    <Panel say={say} searching={{ side: "index" }} building={{ ended: "stopped" }} />
  )),
  story("index-failing", "index, failed", ({ say }) => (
    <Panel
      say={say}
      searching={{ side: "index" }}
      progress={{ left: 4, embedded: 10, pending: 0, waiting: "trouble" }}
      building={{ failure: failure("disk_full") }}
    />
  )),
  story("index-figure", "status bar", ({ say }) => <Figures say={say} />),
];

const FIGURES: readonly IndexProgress[] = [
  { left: 0, embedded: 100, pending: 0, waiting: null },
  { left: 128, embedded: 0, pending: 0, waiting: null },
  { left: 0, embedded: 640, pending: 360, waiting: null },
  { left: 0, embedded: 640, pending: 360, waiting: "typing" },
  { left: 0, embedded: 640, pending: 360, waiting: "battery" },
  { left: 0, embedded: 640, pending: 360, waiting: "trouble" },
];

function Figures({ say }: { say: Say }) {
  const [at, setAt] = useState(0);
  return (
    <Stage host={sampleHost(say)} desk={{ project: sampleProject() }}>
      <Begin searching={{}} progress={FIGURES[0] ?? null} building={{}} />
      <div className="flex flex-col items-start gap-3 text-xs text-subtle">
        <IndexFigure />
        <button
          type="button"
          className="rounded-md border border-line px-2 py-1"
          onClick={() => {
            const next = (at + 1) % FIGURES.length;
            setAt(next);
            noteIndexed(FIGURES[next] ?? null);
          }}
        >
          {say("下一种状态", "Next state")}
        </button>
      </div>
    </Stage>
  );
}
