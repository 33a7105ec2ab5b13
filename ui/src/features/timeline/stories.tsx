// The timeline in its states.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { type Dialog, useDesk } from "@/desk/desk";
import { chooseFakeHost, failure, never } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, Timeline } from "@/ipc/types";
import type { Story } from "@/stories/story";
import { EditEventDialog } from "./edit-event-dialog";
import { asTold, ferryYears, longWords, manyEvents, type SampleTimeline } from "./sample";
import { sampleAnswer } from "./sample-answer";
import { useLooking } from "./store";
import { TimelineCentre } from "./timeline-centre";
import { TimelineTab } from "./timeline-tab";
import { TimelineView } from "./timeline-view";
import type { TimelineOrder } from "./view-model";

interface ShownProps {
  make: () => SampleTimeline;
  selected?: string | null;
  order?: TimelineOrder;
  widths?: readonly string[];
}

function Shown({
  make,
  selected: first = null,
  order: from = "story",
  widths = ["w-90", "flex-1"],
}: ShownProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once
  const { events, lanes } = useMemo(make, []);
  const [selected, setSelected] = useState(first);
  const [order, setOrder] = useState(from);
  const shown = useMemo(() => (order === "story" ? events : asTold(events)), [events, order]);
  return (
    <div className="flex gap-5">
      {widths.map((width) => (
        <TimelineView
          key={width}
          events={shown}
          lanes={lanes}
          order={order}
          selected={selected}
          onSelect={setSelected}
          onOpen={() => undefined}
          onOrder={setOrder}
          className={`h-160 shrink-0 overflow-hidden rounded-lg border border-line bg-page ${width === "flex-1" ? "min-w-0 flex-1 shrink" : width}`}
        />
      ))}
    </div>
  );
}

interface StageProps {
  answer: () => Timeline | Promise<Timeline>;
  event?: number | null;
  dialog?: Dialog | null;
  writable?: boolean;
  wide?: boolean;
  children?: ReactNode;
}

function Stage({ answer, event = null, dialog = null, writable = true, wide = false, children }: StageProps) {
  useState(() => {
    answers.clear();
    chooseFakeHost({
      "timeline.list": answer,
      "manuscript.outline": () => ({ volumes: [] }),
      "kg.entities": () => ({ entities: [] }),
    });
    useLooking.setState({ order: "story", selected: event === null ? null : String(event) });
    useDesk.setState(({ shown }) => ({
      project: { writable } as OpenedProject,
      scene: 1,
      shown: { ...shown, event },
      centre: { kind: wide ? "timeline" : "writing" },
      dialog,
    }));
  });
  return (
    <QueryClientProvider client={answers}>
      <div
        className={`h-160 overflow-hidden rounded-lg border border-line bg-surface ${wide ? "w-full" : "w-79"}`}
      >
        {wide ? <TimelineCentre /> : <TimelineTab />}
      </div>
      {children}
    </QueryClientProvider>
  );
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id,
  title,
  group: "Timeline",
  render,
});

export const stories: Story[] = [
  story("timeline", "Timeline: narrow and wide", ({ say }) => (
    <Shown make={() => ferryYears(say)} selected="5" />
  )),
  story("timeline-telling", "Timeline: as it is told", ({ say }) => (
    <Shown make={() => ferryYears(say)} order="telling" />
  )),
  story("timeline-large", "Timeline: 10,000 events, 200 characters", ({ say }) => (
    <Shown make={() => manyEvents(10_000, 200, say)} selected="e40" />
  )),
  story("timeline-long", "Timeline: long words", ({ say }) => <Shown make={() => longWords(say)} />),
  story("timeline-empty", "Timeline: nothing yet", () => (
    <Shown make={() => ({ events: [], lanes: [] })} widths={["w-90"]} />
  )),
  story("timeline-tab", "Timeline: the tab", ({ say }) => <Stage answer={() => sampleAnswer(say)} />),
  story("timeline-event", "Timeline: one event", ({ say }) => (
    <Stage answer={() => sampleAnswer(say)} event={6} />
  )),
  story("timeline-event-read-only", "Timeline: one event, for reading only", ({ say }) => (
    <Stage answer={() => sampleAnswer(say)} event={8} writable={false} />
  )),
  story("timeline-event-missing", "Timeline: an event that is not there", ({ say }) => (
    <Stage answer={() => sampleAnswer(say)} event={99} />
  )),
  story("timeline-centre", "Timeline: in the middle of the window", ({ say }) => (
    <Stage answer={() => sampleAnswer(say)} wide />
  )),
  story("timeline-circle", "Timeline: events in a circle", ({ say }) => (
    <Stage answer={() => ({ ...sampleAnswer(say), cycle: [4, 5] })} />
  )),
  story("timeline-new", "Timeline: a new event", ({ say }) => (
    <Stage
      answer={() => sampleAnswer(say)}
      dialog={{
        name: "edit-event",
        event: null,
        passage: {
          scene: 1,
          range: { start: 0, end: 20 },
          quote: say("腊月廿四夜里，渡船在江心沉了。", "On the night after, the boat went down."),
        },
      }}
    >
      <EditEventDialog />
    </Stage>
  )),
  story("timeline-nothing", "Timeline: nothing yet in the tab", () => (
    <Stage answer={() => ({ events: [], participants: [], cycle: [] })} />
  )),
  story("timeline-loading", "Timeline: loading", () => <Stage answer={never} />),
  story("timeline-error", "Timeline: an error", () => (
    <Stage
      answer={() => {
        throw failure("damaged");
      }}
    />
  )),
];
