// The renumber dialog: many titles, none, loading, an error. A button opens each.
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/button";
import { openDialog, useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, OutlineView, Renumbered, Totals } from "@/ipc/types";
import type { Story, StoryContext } from "@/stories/story";
import { RenumberDialog } from "./renumber-dialog";

const NONE: Totals = { standard: 0, word: 0, han: 0, all: 0 };

function many({ say }: StoryContext): Renumbered[] {
  return Array.from({ length: 2400 }, (_, at) => ({
    chapter: at + 1,
    from: say(`第${at + 13}章 夜雨`, `第${at + 13}章 Night rain`),
    to:
      at === 2
        ? say(
            "第14章 长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世了",
            "第14章 In which the night is nearly over and he remembers what the letter said",
          )
        : say(`第${at + 12}章 夜雨`, `第${at + 12}章 Night rain`),
  }));
}

function Stage({ changes, context }: { changes: Renumbered[] | "loading" | "error"; context: StoryContext }) {
  useState(() => {
    answers.clear();
    const volume = (id: number) => ({ id, title: String(id), counts: NONE, chapters: [] });
    const outline: OutlineView = { volumes: [volume(1), volume(2)] };
    chooseHost({
      call: (name) => {
        if (name === "manuscript.outline") return Promise.resolve(outline);
        if (name !== "manuscript.preview_renumber") return Promise.resolve({ changes: [] });
        if (changes === "loading") return new Promise(() => undefined);
        if (changes !== "error") return Promise.resolve({ changes });
        return Promise.reject({ code: "busy", message: "the file is locked", hint: "", details: null });
      },
      stream: async () => undefined,
    });
    useDesk.setState({ project: { writable: true } as OpenedProject, dialog: null });
  });
  return (
    <QueryClientProvider client={answers}>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "renumber" })}>
        {context.say("打开", "Open")}
      </Button>
      <RenumberDialog />
    </QueryClientProvider>
  );
}

const group = "Renumber";

export const stories: Story[] = [
  {
    id: "renumber",
    title: "Renumber",
    group,
    render: (context) => <Stage context={context} changes={many(context)} />,
  },
  {
    id: "renumber-nothing",
    title: "Renumber, nothing to do",
    group,
    render: (context) => <Stage context={context} changes={[]} />,
  },
  {
    id: "renumber-loading",
    title: "Renumber, loading",
    group,
    render: (context) => <Stage context={context} changes="loading" />,
  },
  {
    id: "renumber-error",
    title: "Renumber, error",
    group,
    render: (context) => <Stage context={context} changes="error" />,
  },
];
