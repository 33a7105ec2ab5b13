// Find and replace in their states, over a small in-memory book.
import { useEffect, useState } from "react";
import { openDialog } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { type FakeChapter, FakeSheet, fakeBook } from "./fake";
import { type FindDialog, useFind } from "./find";
import { FindBar } from "./find-bar";
import { FindResults } from "./find-results";

function chapters(say: StoryContext["say"]): FakeChapter[] {
  const first = say(
    "渡口在两山之间，水急，船小。撑船的老何说，这渡口一百年没有断过人。\n他每天天不亮就把船推到水里，等第一个过渡的人。渡口的狗叫两声，天就亮了。\n那年秋天，渡口来了一个不说话的女人。",
    "The ferry lies between two hills. The water is quick and the boat is small. Old He says the ferry has never been without a traveller.\nEvery morning he pushes the boat out and waits. When the dog at the ferry barks twice, it is day.",
  );
  const second = say(
    "她在渡口坐了三天，只看水。",
    "She sat at the ferry for three days and looked at the water.",
  );
  return [
    { title: say("第一章　渡口", "Chapter 1: The ferry"), scenes: [first, second] },
    {
      title: say(
        "第二章　长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世了",
        "Chapter 2, in which the night is nearly over and he remembers at last what the letter said, and who had written it",
      ),
      scenes: [say("信上说：渡口，渡口，渡口。", "The letter said: ferry, ferry, ferry.")],
    },
    ...Array.from({ length: 40 }, (_, at) => ({
      title: say(`第${at + 3}章　旧渡口`, `Chapter ${at + 3}: The old ferry`),
      scenes: [
        say(`第${at + 3}次经过渡口，他没有下船。`, `He passed the ferry once more and stayed on board.`),
      ],
    })),
  ];
}

interface PanelProps {
  say: StoryContext["say"];
  scope: FindDialog["scope"];
  replace?: boolean;
  query: string;
  host?: FakeAnswers;
  find?: Partial<ReturnType<typeof useFind.getState>>;
  writable?: boolean;
  total?: number;
}

function Panel({ say, scope, replace = false, query, host, find, writable = true, total }: PanelProps) {
  const [{ answers }] = useState(() => fakeBook(chapters(say), total === undefined ? {} : { total }));
  return (
    <Stage host={{ ...answers, ...host }} desk={{ project: sampleProject({ writable }), scene: 1 }}>
      <Open {...{ scope, replace, query }} find={find ?? {}} />
    </Stage>
  );
}

function Open(props: Required<Pick<PanelProps, "scope" | "replace" | "query" | "find">>) {
  const { scope, replace, query, find } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    useFind.setState({
      query,
      replacement: "",
      matching: "plain",
      case: "ignore",
      wholeWords: false,
      leftOut: new Set(),
      job: null,
      ...find,
    });
    openDialog({ name: "find", scope, replace });
  }, []);
  return (
    <div className="flex h-160 max-w-180 flex-col overflow-hidden rounded-lg border border-line">
      <FindBar />
      <div className="min-h-0 flex-1">
        <FakeSheet />
      </div>
      <FindResults />
    </div>
  );
}

const word = (say: StoryContext["say"]) => say("渡口", "ferry");

export const stories: Story[] = [
  {
    id: "find-scene",
    title: "Find: scene",
    group: "Find",
    render: ({ say }) => <Panel say={say} scope="scene" query={word(say)} />,
  },
  {
    id: "find-scene-replace",
    title: "Find: replace in scene",
    group: "Find",
    render: ({ say }) => (
      <Panel
        say={say}
        scope="scene"
        replace
        query={word(say)}
        find={{ replacement: say("码头", "landing") }}
      />
    ),
  },
  {
    id: "find-book",
    title: "Find: book",
    group: "Find",
    render: ({ say }) => <Panel say={say} scope="book" query={word(say)} />,
  },
  {
    id: "find-book-replace",
    title: "Find: replace in book",
    group: "Find",
    render: ({ say }) => (
      <Panel
        say={say}
        scope="book"
        replace
        query={word(say)}
        find={{ replacement: say("码头", "landing"), leftOut: new Set(["2:2:4"]) }}
      />
    ),
  },
  {
    id: "find-many",
    title: "Find: more than is shown",
    group: "Find",
    render: ({ say }) => <Panel say={say} scope="book" replace query={word(say)} total={23_456} />,
  },
  {
    id: "find-nothing",
    title: "Find: nothing found",
    group: "Find",
    render: ({ say }) => <Panel say={say} scope="book" query={say("灯塔", "lighthouse")} />,
  },
  {
    id: "find-begin",
    title: "Find: no query yet",
    group: "Find",
    render: ({ say }) => <Panel say={say} scope="chapter" query="" />,
  },
  {
    id: "find-loading",
    title: "Find: searching",
    group: "Find",
    render: ({ say }) => (
      <Panel say={say} scope="book" query={word(say)} host={{ "manuscript.find": never }} />
    ),
  },
  {
    id: "find-malformed",
    title: "Find: malformed expression",
    group: "Find",
    render: ({ say }) => (
      <Panel
        say={say}
        scope="book"
        replace
        query="(渡"
        find={{ matching: "regex", replacement: "$1" }}
        host={{
          "manuscript.find": () =>
            Promise.reject(
              failure("bad_request", {
                details: { at: { start: 0, end: 1 }, problem: "unclosed group" },
              }),
            ),
        }}
      />
    ),
  },
  {
    id: "find-failing",
    title: "Find: failure, read only",
    group: "Find",
    render: ({ say }) => (
      <Panel
        say={say}
        scope="book"
        replace
        writable={false}
        query={word(say)}
        host={{ "manuscript.find": () => Promise.reject(failure("io")) }}
      />
    ),
  },
  {
    id: "find-replacing",
    title: "Find: replacing",
    group: "Find",
    render: ({ say }) => (
      <Panel
        say={say}
        scope="book"
        replace
        query={word(say)}
        find={{
          replacement: say("码头", "landing"),
          job: {
            progress: { stage: "replace", done: 120, total: 300 },
            stopping: false,
            stop: () => undefined,
          },
        }}
      />
    ),
  },
];
