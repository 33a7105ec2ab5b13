// The statistics in their states.
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { DEFAULT_SETTINGS, type ProjectInfo, type WrittenDays, type WrittenOn } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { StatisticsView } from "./statistics-view";
import { TodayFigure } from "./today-figure";

const all = (value: number) => ({ standard: value, word: value, han: Math.round(value * 0.9), all: value });

function days({ bounds }: WrittenOn, written: (at: number) => number): WrittenDays {
  const count = bounds.length - 1;
  return {
    days: Array.from({ length: count }, (_, at) => {
      const net = written(count - 1 - at);
      const removed = net === 0 ? 0 : Math.max(0, -net) + 180;
      return {
        from: bounds[at] ?? 0,
        until: bounds[at + 1] ?? 0,
        added: all(net === 0 ? 0 : net + removed),
        removed: all(removed),
        net: all(net),
        versions: net === 0 ? 0 : 4,
        scenes: net === 0 ? 0 : 2,
      };
    }),
  };
}

const WRITTEN = [1234, 2310, 1890, 0, 2055, 2400, 3120, -420, 1500, 0, 0, 2010, 1980, 2600, 640];

const info: ProjectInfo = {
  title: "渡口",
  author: "阿远",
  language: "zh",
  chapter_target: null,
  schema: 1,
  volumes: 3,
  chapters: 312,
  scenes: 840,
  versions: 5120,
  checkpoints: 18,
  drafts: 2,
  bytes: 48_200_000,
  counts: { standard: 1_024_311, word: 1_019_870, han: 868_430, all: 1_101_232 },
  noticed: { unclean: null, cloud: null, migrated_from: null, newer_schema: null },
};

function Page({ host, goal }: { host: FakeAnswers; goal: number }) {
  return (
    <Stage
      host={host}
      desk={{ project: sampleProject(), settings: { ...DEFAULT_SETTINGS, daily_goal: goal } }}
    >
      <div className="flex h-7 items-center text-xs text-subtle">
        <TodayFigure />
      </div>
      <div className="h-190 overflow-hidden rounded-lg border border-line">
        <StatisticsView />
      </div>
    </Stage>
  );
}

export const stories: Story[] = [
  {
    id: "statistics",
    title: "Statistics",
    group: "Statistics",
    render: () => (
      <Page
        goal={2000}
        host={{
          "statistics.days": (request) => days(request, (ago) => WRITTEN[ago % WRITTEN.length] ?? 0),
          "project.info": () => info,
        }}
      />
    ),
  },
  {
    id: "statistics-no-goal",
    title: "Statistics: no goal, nothing written, long title",
    group: "Statistics",
    render: ({ say }) => (
      <Page
        goal={0}
        host={{
          "statistics.days": (request) => days(request, () => 0),
          "project.info": () => ({
            ...info,
            title: say(
              "重生之我在末世种田养鱼顺便拯救了整个被丧尸围困的江南水乡以及后来的许多年",
              "How I was born again and farmed fish at the end of the world, and what became of the river country after",
            ),
            chapters: 0,
            counts: all(0),
          }),
        }}
      />
    ),
  },
  {
    id: "statistics-loading",
    title: "Statistics: loading",
    group: "Statistics",
    render: () => <Page goal={2000} host={{ "statistics.days": never, "project.info": never }} />,
  },
  {
    id: "statistics-failing",
    title: "Statistics: failure",
    group: "Statistics",
    render: () => (
      <Page
        goal={2000}
        host={{
          "statistics.days": () => Promise.reject(failure("damaged")),
          "project.info": () => Promise.reject(failure("io")),
        }}
      />
    ),
  },
];
