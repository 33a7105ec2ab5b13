// Printing: the choices, and the note while the system's dialog is open.
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { PrintDialog } from "./print-dialog";
import { sampleBook } from "./sample-book";

const counts = { standard: 2, word: 2, han: 2, all: 2 };
const outline: FakeAnswers = {
  "manuscript.outline": () => ({
    volumes: [
      {
        id: 1,
        title: "",
        counts,
        chapters: [{ id: 7, title: "一", status: "planned", target: null, counts, scenes: [] }],
      },
    ],
  }),
};

function Printing({ say, host }: StoryContext & { host: FakeAnswers }) {
  return (
    <Stage host={{ ...outline, ...host }} desk={{ project: sampleProject() }}>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "print" })}>
        {say("打印…", "Print…")}
      </Button>
      <PrintDialog />
    </Stage>
  );
}

const prints: FakeAnswers = { "project.print_text": () => sampleBook, "window.print": () => ({}) };
const failing: FakeAnswers = { "project.print_text": () => Promise.reject(failure("damaged")) };
const empty: FakeAnswers = { "manuscript.outline": () => ({ volumes: [] }) };

const group = "Printing";

export const stories: Story[] = [
  { id: "print", group, title: "Print", render: (c) => <Printing {...c} host={prints} /> },
  { id: "print-failing", group, title: "Print: damaged", render: (c) => <Printing {...c} host={failing} /> },
  { id: "print-empty", group, title: "Print: nothing", render: (c) => <Printing {...c} host={empty} /> },
];
