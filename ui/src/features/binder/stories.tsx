// The binder in every state: divided, undivided, empty, long, loading, an error, read-only.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, OutlineView } from "@/ipc/types";
import type { Story, StoryContext } from "@/stories/story";
import { Binder } from "./binder";
import { BinderDialogs } from "./binder-dialogs";
import { fakeManuscript } from "./fake-manuscript";
import { useFolded } from "./folded";
import { book, chapter, largeBook, scene, volume } from "./sample-outline";
import { ask, useBinder } from "./store";

function project(title: string, writable = true): OpenedProject {
  return {
    path: "path-1",
    title,
    author: "",
    language: "zh",
    name: "story.wenfang",
    folder: "",
    writable,
    salvaged: null,
    damage: 0,
    sound_backup_at: null,
    noticed: { unclean: null, cloud: null, migrated_from: null, newer_schema: null },
    view: { scene: null, caret: 0, scroll: 0, binder: 0, inspector: 0, tab: "part", folded: [] },
    backed_up_at: null,
  };
}

function divided({ say }: StoryContext): OutlineView {
  return book(
    volume(1, say("第一卷 少年游", "Volume 1 The boy who left"), [
      chapter(1, say("楔子", "Prologue"), [scene(1, 1204)], "completed"),
      chapter(2, say("第一章 渡口", "Chapter 1 The ferry"), [
        scene(2, 2210, say("雨夜", "A night of rain"), "completed"),
        scene(3, 1840, "", "completed"),
        scene(4, 964, say("对岸的灯", "The lamp across"), "drafting"),
      ]),
      chapter(3, say("第二章 摆渡人", "Chapter 2 The ferryman"), [scene(5, 3214)], "completed"),
      chapter(
        4,
        say(
          "第三章 长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么",
          "Chapter 3 In which the night is nearly over and he remembers what the letter said",
        ),
        [scene(6, 2876)],
      ),
    ]),
    volume(2, say("第二卷 江湖夜雨", "Volume 2 Rain on the river"), [
      chapter(5, say("第四章 客栈", "Chapter 4 The inn"), [scene(7, 3011)]),
      chapter(6, say("第五章 旧信", "Chapter 5 An old letter"), [scene(8, 0, "", "planned")], "planned"),
    ]),
    volume(3, "", []),
  );
}

interface StageProps {
  outline: OutlineView | "loading" | "error";
  title: string;
  writable?: boolean;
  query?: string;
  current?: number;
  selected?: readonly string[];
  height?: number;
  children?: ReactNode;
}

/** Chooses the host before any child calls it. */
function Stage(props: StageProps) {
  const {
    outline,
    title,
    writable = true,
    query = "",
    current,
    selected = [],
    height = 560,
    children,
  } = props;
  useState(() => {
    answers.clear();
    chooseHost(
      typeof outline === "object"
        ? fakeManuscript(outline)
        : {
            call: () =>
              outline === "loading"
                ? new Promise(() => undefined)
                : Promise.reject({ code: "busy", message: "the file is locked", hint: "", details: null }),
            stream: async () => undefined,
          },
    );
    useDesk.setState({ project: project(title, writable), scene: current ?? null });
    useOpenScenes.setState({ status: new Map() });
    useFolded.setState({ folded: new Set() });
    useBinder.setState({
      active: null,
      selection: { keys: selected, anchor: null },
      query,
      renaming: null,
      question: null,
      wanted: null,
    });
  });
  return (
    <QueryClientProvider client={answers}>
      <nav
        aria-label="binder"
        className="w-68 overflow-hidden rounded-lg border border-line bg-surface-sunken"
        style={{ height }}
      >
        <Binder />
      </nav>
      {children}
    </QueryClientProvider>
  );
}

function Divided(context: StoryContext) {
  return (
    <Stage outline={divided(context)} title={context.say("渡口", "The ferry")} current={4}>
      <BinderDialogs />
    </Stage>
  );
}

function Asking(context: StoryContext & { question: "merge" | "move" }) {
  const { question, say } = context;
  return (
    <Stage outline={divided(context)} title={say("渡口", "The ferry")} current={4} height={120}>
      <button
        type="button"
        data-opens
        className="w-fit underline"
        onClick={() =>
          ask(question === "merge" ? { kind: "merge", scene: 4 } : { kind: "move", parts: [{ chapter: 3 }] })
        }
      >
        {say("打开", "Open")}
      </button>
      <BinderDialogs />
    </Stage>
  );
}

const group = "Binder";

export const stories: Story[] = [
  { id: "binder", title: "Binder", group, render: (context) => <Divided {...context} /> },
  {
    id: "binder-selected",
    title: "Binder, several rows selected",
    group,
    render: (context) => (
      <Stage
        outline={divided(context)}
        title={context.say("渡口", "The ferry")}
        current={4}
        selected={["scene:3", "scene:4", "chapter:3"]}
      />
    ),
  },
  {
    id: "binder-undivided",
    title: "Binder, no volumes",
    group,
    render: ({ say }) => (
      <Stage
        title={say(
          "一部没有分卷而且名字很长很长一行怎么也放不下的小说",
          "A novel without volumes and with a long title",
        )}
        outline={book(
          volume(1, "", [
            chapter(1, say("第一章 雨", "Chapter 1 Rain"), [scene(1, 2210)], "completed"),
            chapter(2, say("第二章 灯", "Chapter 2 Lamp"), [scene(2, 12_480)]),
            chapter(3, say("第三章", "Chapter 3"), [], "planned"),
          ]),
        )}
        current={2}
      />
    ),
  },
  {
    id: "binder-filter",
    title: "Binder, filtered",
    group,
    render: (context) => (
      <Stage
        outline={divided(context)}
        title={context.say("渡口", "The ferry")}
        query={context.say("夜", "night")}
      />
    ),
  },
  {
    id: "binder-no-hits",
    title: "Binder, nothing found",
    group,
    render: (context) => (
      <Stage outline={divided(context)} title={context.say("渡口", "The ferry")} query="xyz" height={300} />
    ),
  },
  {
    id: "binder-large",
    title: "Binder, 3,000 chapters",
    group,
    render: ({ say }) => (
      <Stage outline={largeBook(3000)} title={say("长篇", "A long novel")} current={1500}>
        <BinderDialogs />
      </Stage>
    ),
  },
  {
    id: "binder-empty",
    title: "Binder, empty",
    group,
    render: ({ say }) => (
      <Stage outline={book(volume(1, "", []))} title={say("新作品", "New novel")} height={300} />
    ),
  },
  {
    id: "binder-reading",
    title: "Binder, reading only",
    group,
    render: (context) => (
      <Stage
        outline={divided(context)}
        title={context.say("渡口", "The ferry")}
        writable={false}
        current={2}
      />
    ),
  },
  {
    id: "binder-loading",
    title: "Binder, loading",
    group,
    render: ({ say }) => <Stage outline="loading" title={say("渡口", "The ferry")} height={300} />,
  },
  {
    id: "binder-error",
    title: "Binder, error",
    group,
    render: ({ say }) => <Stage outline="error" title={say("渡口", "The ferry")} height={300} />,
  },
  {
    id: "binder-merge",
    title: "Merge",
    group,
    render: (context) => <Asking {...context} question="merge" />,
  },
  {
    id: "binder-move",
    title: "Move to",
    group,
    render: (context) => <Asking {...context} question="move" />,
  },
];
