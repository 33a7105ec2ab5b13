// Threads: the list, one thread, and their dialogs, in their states.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Dialog, useDesk } from "@/desk/desk";
import { chooseFakeHost, failure, never } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, Threads } from "@/ipc/types";
import type { Story, StoryContext } from "@/stories/story";
import { AnchorThreadDialog } from "./anchor-thread-dialog";
import { EditThreadDialog } from "./edit-thread-dialog";
import { PlaceAnchorDialog } from "./place-anchor-dialog";
import { place, thread, threads } from "./sample";
import { useThreadsView } from "./store";
import { ThreadsTab } from "./threads-tab";

interface StageProps {
  answer: () => Threads | Promise<Threads>;
  shown?: number | null;
  dialog?: Dialog | null;
  writable?: boolean;
  children?: ReactNode;
}

function Stage({ answer, shown = null, dialog = null, writable = true, children }: StageProps) {
  useState(() => {
    answers.clear();
    chooseFakeHost({ "threads.list": answer });
    useThreadsView.setState({ query: "", asOf: "end" });
    useDesk.setState(({ shown: all }) => ({
      project: { writable } as OpenedProject,
      scene: 40,
      shown: { ...all, thread: shown },
      dialog,
    }));
  });
  return (
    <QueryClientProvider client={answers}>
      <div className="h-160 w-79 overflow-hidden rounded-lg border border-line bg-surface">
        <ThreadsTab />
      </div>
      {children}
    </QueryClientProvider>
  );
}

function many(say: StoryContext["say"]): Threads {
  const sample = threads(say);
  const more = Array.from({ length: 3000 }, (_, at) =>
    thread(at + 100, say(`伏笔 ${at + 1}`, `Promise ${at + 1}`), {}),
  );
  return { ...sample, threads: [...sample.threads, ...more] };
}

function long(say: StoryContext["say"]): Threads {
  const title = say(
    "二十年前沉在渡口的那条船为什么会在没有月亮的夜里自己从上游漂回来",
    "Why the boat that sank at the ferry twenty years ago came drifting back by itself on a moonless night",
  );
  const [first] = threads(say).threads;
  const where = place(
    2,
    say("第三卷第一百一十二章 归舟不渡旧时人", "Volume 3, chapter 112: The boat carries nobody back"),
  );
  const anchors = (first?.anchors ?? []).map((one) => ({ ...one, quote: one.quote.repeat(8), place: where }));
  return {
    at: where,
    threads: [{ ...(first ?? thread(1, "", {})), title, description: title.repeat(4), anchors }],
  };
}

const passage = (say: StoryContext["say"]) => ({
  scene: 40,
  range: { start: 0, end: 20 },
  quote: say(
    "“那柄断剑，我在河底见过另一半。”许青禾说。",
    "“I have seen the other half of that sword, at the bottom of the river,” said Xu Qinghe.",
  ),
});

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id: `threads-${id}`,
  title: `Threads: ${title}`,
  group: "Threads",
  render,
});

export const stories: Story[] = [
  story("list", "the list", ({ say }) => <Stage answer={() => threads(say)} />),
  story("many", "3,000 of them", ({ say }) => <Stage answer={() => many(say)} />),
  story("detail", "one that is overdue", ({ say }) => <Stage answer={() => threads(say)} shown={1} />),
  story("gone", "a passage that was deleted", ({ say }) => <Stage answer={() => threads(say)} shown={3} />),
  story("abandoned", "one that was given up", ({ say }) => <Stage answer={() => threads(say)} shown={7} />),
  story("missing", "one that is not there", ({ say }) => <Stage answer={() => threads(say)} shown={99} />),
  story("long", "long words", ({ say }) => <Stage answer={() => long(say)} shown={1} />),
  story("read-only", "for reading only", ({ say }) => (
    <Stage answer={() => threads(say)} shown={1} writable={false} />
  )),
  story("empty", "nothing yet", () => <Stage answer={() => ({ at: null, threads: [] })} />),
  story("loading", "loading", () => <Stage answer={never} />),
  story("error", "an error", () => (
    <Stage
      answer={() => {
        throw failure("damaged");
      }}
    />
  )),
  story("plant", "planting", ({ say }) => (
    <Stage answer={() => threads(say)} dialog={{ name: "edit-thread", thread: null, passage: passage(say) }}>
      <EditThreadDialog />
    </Stage>
  )),
  story("pay-off", "paying off", ({ say }) => (
    <Stage
      answer={() => threads(say)}
      dialog={{ name: "anchor-thread", role: "payoff", passage: passage(say) }}
    >
      <AnchorThreadDialog />
    </Stage>
  )),
  story("place", "placing a passage again", ({ say }) => (
    <Stage answer={() => threads(say)} dialog={{ name: "place-anchor", anchor: 6 }}>
      <PlaceAnchorDialog />
    </Stage>
  )),
];
