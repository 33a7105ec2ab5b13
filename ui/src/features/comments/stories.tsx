// Comments: the list in its states, and the dialogs.
import { type ReactNode, useState } from "react";
import { type Dialog, NOTHING_SHOWN } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { Comments, OutlineView } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { AddCommentDialog } from "./add-comment-dialog";
import { CommentsTab } from "./comments-tab";
import { PlaceCommentDialog } from "./place-comment-dialog";
import { comment, comments, type Say } from "./sample";
import { useCommentsView } from "./store";

const COUNTS = { standard: 3000, word: 2900, han: 2800, all: 3100 };
const outline: OutlineView = {
  volumes: [
    {
      id: 1,
      title: "",
      counts: COUNTS,
      chapters: [
        {
          id: 1,
          title: "第一章 雨夜渡口",
          status: "drafting",
          target: null,
          counts: COUNTS,
          scenes: [{ id: 1, title: "", status: "drafting", version: 1, counts: COUNTS }],
        },
      ],
    },
  ],
};

interface PanelProps {
  say: Say;
  answer?: (say: Say) => Comments | Promise<Comments>;
  more?: FakeAnswers;
  view?: Partial<ReturnType<typeof useCommentsView.getState>>;
  shown?: number;
  scene?: number | null;
  writable?: boolean;
  dialog?: Dialog;
  children?: ReactNode;
}

const LOOK = useCommentsView.getState();

function Panel(props: PanelProps) {
  const {
    say,
    answer = comments,
    more = {},
    view = {},
    shown,
    scene = 1,
    writable = true,
    dialog,
    children,
  } = props;
  return (
    <Stage
      host={{
        "manuscript.outline": () => outline,
        "comments.list": () => answer(say),
        "comments.in_scene": never,
        ...more,
      }}
      desk={{
        project: sampleProject({ writable }),
        scene,
        dialog: dialog ?? null,
        tab: "comments",
        shown: { ...NOTHING_SHOWN, comment: shown ?? null },
        centre: { kind: "timeline" },
      }}
    >
      <Looked view={view}>
        <div className="h-180 w-79 overflow-hidden rounded-lg border border-line bg-surface text-ink">
          <CommentsTab />
        </div>
        {children}
      </Looked>
    </Stage>
  );
}

function Looked({ view, children }: { view: NonNullable<PanelProps["view"]>; children: ReactNode }) {
  useState(() => useCommentsView.setState({ ...LOOK, ...view }));
  return children;
}

function many(): Comments {
  const all = Array.from({ length: 3000 }, (_, at) => comment(at + 1, `第 ${at + 1} 条批注`));
  return { comments: all, open: 3000, done: 0 };
}

function long(say: Say): Comments {
  const words = say(
    "没有月亮的夜里自己从上游漂回来的那条船到底是谁的",
    "whose boat came drifting back by itself on a night without a moon ",
  );
  const by = { who: "editor", name: words.repeat(2) } as const;
  const replies = [{ text: words.repeat(8), by, at: Date.UTC(2026, 10, 27) }];
  return {
    comments: [comment(1, words.repeat(6), { quote: words.repeat(9), by, replies })],
    open: 1,
    done: 0,
  };
}

function removed(say: Say): Comments {
  const all = comments(say).comments.slice(0, 3);
  return { comments: all.map((one) => ({ ...one, removed_at: one.at })), open: 0, done: 0 };
}

const nothing = (): Comments => ({ comments: [], open: 0, done: 0 });

const story = (id: string, title: string, given: (say: Say) => Omit<PanelProps, "say">): Story => ({
  id: `comments-${id}`,
  title: `Comments: ${title}`,
  group: "Comments",
  render: ({ say }) => <Panel say={say} {...given(say)} />,
});

export const stories: Story[] = [
  story("book", "of the book, one in full", () => ({ view: { reach: "book", state: null }, shown: 1 })),
  story("open", "the open ones of the chapter", () => ({})),
  story("reply", "writing a reply", () => ({ view: { writing: "reply" }, shown: 2 })),
  story("edit", "changing one", () => ({ view: { writing: "text" }, shown: 1 })),
  story("many", "3,000 of them", () => ({ answer: many })),
  story("long", "long words", () => ({ answer: long, shown: 1 })),
  story("read-only", "for reading only", () => ({ shown: 1, writable: false })),
  story("removed", "deleted ones, one in full", () => ({
    answer: removed,
    view: { state: "removed" },
    shown: 1,
  })),
  story("filtered", "none matches", () => ({ view: { query: "没有这样的话" } })),
  story("empty", "nothing yet", () => ({ answer: nothing, view: { reach: "book" } })),
  story("no-scene", "no scene is open", () => ({ scene: null })),
  story("loading", "loading", () => ({ answer: never })),
  story("error", "an error", () => ({
    answer: () => {
      throw failure("damaged");
    },
  })),
  story("add", "commenting", (say) => ({
    dialog: {
      name: "add-comment",
      passage: {
        scene: 1,
        range: { start: 0, end: 20 },
        quote: say("“那柄断剑，我在河底见过另一半。”", "“I have seen the other half of that sword.”"),
      },
    },
    children: <AddCommentDialog />,
  })),
  story("place", "moving one, nothing is selected", () => ({
    dialog: { name: "place-comment", comment: 4 },
    children: <PlaceCommentDialog />,
  })),
];
