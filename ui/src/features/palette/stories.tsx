// The palette, going to chapters and the list of shortcuts, with commands of a sample window.
import { type ReactNode, useEffect } from "react";
import type { Command } from "@/commands/command";
import { useCommands } from "@/commands/registry";
import { Button } from "@/components/button";
import { desk, openDialog } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { DEFAULT_SETTINGS, type OutlineView, type Settings } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { commands as own } from "./commands";
import { GoToChapterDialog } from "./go-to-chapter";
import { Palette } from "./palette";
import { ShortcutsDialog } from "./shortcuts-dialog";

const NONE = { standard: 0, word: 0, han: 0, all: 0 };

function book(say: StoryContext["say"], count: number): OutlineView {
  const names = [
    say("渡口", "The ferry"),
    say("夜雨", "Rain at night"),
    say(
      "长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世了",
      "In which the night is nearly over and he remembers at last what the letter said, and who had written it",
    ),
    "",
  ];
  const chapter = (index: number) => ({
    id: index + 1,
    title:
      names[index % 4] === ""
        ? ""
        : say(`第${index + 1}章　${names[index % 4]}`, `${index + 1}. ${names[index % 4]}`),
    status: "drafting" as const,
    target: null,
    counts: NONE,
    scenes: [
      {
        id: index + 1,
        title: index % 3 === 0 ? say("信", "The letter") : "",
        status: "drafting" as const,
        version: 1,
        counts: NONE,
      },
    ],
  });
  const half = Math.ceil(count / 2);
  const volume = (id: number, title: string, from: number, to: number) => ({
    id,
    title,
    counts: NONE,
    chapters: Array.from({ length: to - from }, (_, at) => chapter(from + at)),
  });
  return {
    volumes: [
      volume(1, say("上卷　南岸", "Volume 1: South bank"), 0, half),
      volume(2, say("下卷　北岸", "Volume 2: North bank"), half, count),
    ],
  };
}

/** Commands of other features, named by words that every window has. */
const others: Command[] = [
  { id: "find.scene", title: "find:commands.scene", keys: "CmdOrCtrl+F", run: () => undefined },
  {
    id: "find.book",
    title: "find:commands.book",
    keys: "CmdOrCtrl+Shift+F",
    enabled: () => false,
    run: () => undefined,
  },
  {
    id: "find.next",
    title: "find:commands.next",
    keys: "F3",
    run: () => undefined,
  },
  { id: "statistics.show", title: "statistics:commands.show", run: () => undefined },
  {
    id: "edit.undo",
    title: "writing:commands.undo",
    keys: "CmdOrCtrl+Z",
    keysOfText: true,
    run: () => undefined,
  },
];

interface PageProps {
  dialog: "palette" | "go-to-chapter" | "shortcuts";
  host: FakeAnswers;
  shortcuts?: Settings["shortcuts"];
  children: ReactNode;
}

function Page({ dialog, host, shortcuts = {}, children }: PageProps) {
  return (
    <Stage
      host={host}
      desk={{ project: sampleProject(), scene: 256, settings: { ...DEFAULT_SETTINGS, shortcuts } }}
    >
      <Open dialog={dialog} />
      {children}
    </Stage>
  );
}

function Open({ dialog }: Pick<PageProps, "dialog">) {
  useEffect(() => {
    useCommands.setState({ commands: new Map([...own, ...others].map((one) => [one.id, one])) });
    if (desk().dialog === null) openDialog({ name: dialog });
  }, [dialog]);
  return (
    <Button onClick={() => openDialog({ name: dialog })} className="w-fit">
      {dialog}
    </Button>
  );
}

/** Longer than a dialog takes to set its initial focus, ms. */
const DIALOG_OPEN_DELAY = 300;

/** Presses the keys of a command once they exist, and then others if given. */
function Pressed({ name, then }: { name: RegExp; then?: KeyboardEventInit }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>("[role=dialog] dd button")];
      buttons.find((button) => name.test(button.getAttribute("aria-label") ?? ""))?.click();
      if (then !== undefined)
        setTimeout(() => window.dispatchEvent(new KeyboardEvent("keydown", then)), DIALOG_OPEN_DELAY);
    }, DIALOG_OPEN_DELAY);
    return () => clearTimeout(timer);
  }, [name, then]);
  return null;
}

const FIND_NEXT = /^(查找下一处|Find Next)/;

const CTRL_F = { key: "f", code: "KeyF", ctrlKey: true };

const keeping: FakeAnswers = { "settings.change": ({ changes }) => ({ ...DEFAULT_SETTINGS, ...changes }) };

export const stories: Story[] = [
  {
    id: "palette",
    title: "Palette",
    group: "Palette",
    render: ({ say }) => (
      <Page dialog="palette" host={{ "manuscript.outline": () => book(say, 3000) }}>
        <Palette />
      </Page>
    ),
  },
  {
    id: "go-to-chapter",
    title: "Go to chapter",
    group: "Palette",
    render: ({ say }) => (
      <Page dialog="go-to-chapter" host={{ "manuscript.outline": () => book(say, 3000) }}>
        <GoToChapterDialog />
      </Page>
    ),
  },
  {
    id: "go-to-chapter-empty",
    title: "Go to chapter: none",
    group: "Palette",
    render: () => (
      <Page dialog="go-to-chapter" host={{ "manuscript.outline": () => ({ volumes: [] }) }}>
        <GoToChapterDialog />
      </Page>
    ),
  },
  {
    id: "go-to-chapter-loading",
    title: "Go to chapter: loading",
    group: "Palette",
    render: () => (
      <Page dialog="go-to-chapter" host={{ "manuscript.outline": never }}>
        <GoToChapterDialog />
      </Page>
    ),
  },
  {
    id: "go-to-chapter-failing",
    title: "Go to chapter: failure",
    group: "Palette",
    render: () => (
      <Page dialog="go-to-chapter" host={{ "manuscript.outline": () => Promise.reject(failure("damaged")) }}>
        <GoToChapterDialog />
      </Page>
    ),
  },
  {
    id: "shortcuts",
    title: "Shortcuts",
    group: "Palette",
    render: () => (
      <Page dialog="shortcuts" host={keeping}>
        <ShortcutsDialog />
      </Page>
    ),
  },
  {
    id: "shortcuts-changed",
    title: "Shortcuts: some changed",
    group: "Palette",
    render: () => (
      <Page
        dialog="shortcuts"
        host={keeping}
        shortcuts={{ "find.scene": "CmdOrCtrl+Alt+F", "find.next": "", "statistics.show": "F4" }}
      >
        <ShortcutsDialog />
      </Page>
    ),
  },
  {
    id: "shortcuts-recording",
    title: "Shortcuts: waiting for new keys",
    group: "Palette",
    render: () => (
      <Page dialog="shortcuts" host={keeping}>
        <ShortcutsDialog />
        <Pressed name={FIND_NEXT} />
      </Page>
    ),
  },
  {
    id: "shortcuts-taken",
    title: "Shortcuts: keys of another command",
    group: "Palette",
    render: () => (
      <Page dialog="shortcuts" host={keeping}>
        <ShortcutsDialog />
        <Pressed name={FIND_NEXT} then={CTRL_F} />
      </Page>
    ),
  },
];
