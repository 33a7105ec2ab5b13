// The history of a scene, its branches, and the comparison of versions, in their states.
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/button";
import { useToast } from "@/components/toast";
import { onNotice } from "@/desk/notices";
import { useOpenScenes } from "@/desk/open-scenes";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { CompareVersions } from "./compare-versions";
import { MergeDialog } from "./merge-dialog";
import { answersOf, branches, compared, counts, history, longHistory, textOf } from "./sample";
import { VersionsTab } from "./versions-tab";

const NOW = Date.now();

interface PlaceProps {
  host: FakeAnswers;
  unsaved?: boolean;
  scene?: number | null;
  wide?: boolean;
  children: ReactNode;
}

function Place({ host, unsaved = true, scene = 1, wide = false, children }: PlaceProps) {
  return (
    <Stage host={host} desk={{ project: sampleProject(), scene, centre: { kind: "writing" } }}>
      <Told unsaved={unsaved} />
      <div
        className={
          wide
            ? "h-130 w-220 max-w-full overflow-hidden rounded-lg border border-line"
            : "h-130 w-79 overflow-hidden rounded-lg border border-line"
        }
      >
        {children}
      </div>
    </Stage>
  );
}

function Told({ unsaved }: { unsaved: boolean }) {
  const toast = useToast();
  useEffect(() => onNotice((notice) => void toast.show(notice)), [toast]);
  useEffect(() => {
    const status = {
      kept: "kept" as const,
      failure: null,
      version: 7,
      branch: 0,
      counts: counts(2231),
      at: NOW - 90_000,
    };
    useOpenScenes.setState({ status: new Map(unsaved ? [[1, status]] : []) });
    return () => useOpenScenes.setState({ status: new Map() });
  }, [unsaved]);
  return null;
}

const label = ({ say }: StoryContext) => say("修订前", "Before revision");
const ending = ({ say }: StoryContext) => say("另一种结局", "Another ending");
const hostOf = (context: StoryContext) => answersOf(history(NOW, label(context)), branches(ending(context)));

function Loaded(context: StoryContext) {
  return (
    <Place host={hostOf(context)}>
      <VersionsTab />
    </Place>
  );
}

function Long({ say }: StoryContext) {
  const name = say(
    "长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世",
    "The night is nearly over and he remembers at last what the letter said, and who had written it",
  );
  return (
    <div className="flex flex-wrap gap-6">
      <Place host={answersOf(history(NOW, name), branches(name))}>
        <VersionsTab />
      </Place>
    </div>
  );
}

function Thousand() {
  return (
    <Place host={answersOf(longHistory(NOW), [], false)} unsaved={false}>
      <VersionsTab />
    </Place>
  );
}

function First(context: StoryContext) {
  const all = history(NOW, label(context));
  const first = { ...all, head: 1, versions: all.versions.slice(0, 1) };
  return (
    <Place host={answersOf(first, branches("").slice(0, 1), false)} unsaved={false}>
      <VersionsTab />
    </Place>
  );
}

function NoScene() {
  return (
    <Place host={{}} scene={null}>
      <VersionsTab />
    </Place>
  );
}

function Loading() {
  return (
    <Place host={{ "scene.history": never, "branch.list": never }}>
      <VersionsTab />
    </Place>
  );
}

function Failing() {
  const fail = () => {
    throw failure("damaged", { message: "version 4 of scene 1 cannot be read" });
  };
  return (
    <Place host={{ "scene.history": fail, "branch.list": fail }}>
      <VersionsTab />
    </Place>
  );
}

function Compared(context: StoryContext) {
  return (
    <Place host={hostOf(context)} wide>
      <CompareVersions scene={1} from={2} to={null} />
    </Place>
  );
}

function ComparedSame(context: StoryContext) {
  const same = () => compared(textOf(7), textOf(7), 7, null);
  return (
    <Place host={{ ...hostOf(context), "scene.compare": same }} wide>
      <CompareVersions scene={1} from={7} to={null} />
    </Place>
  );
}

function ComparedLoading(context: StoryContext) {
  return (
    <Place host={{ ...hostOf(context), "scene.compare": never }} wide>
      <CompareVersions scene={1} from={2} to={7} />
    </Place>
  );
}

function ComparedFailing(context: StoryContext) {
  const fail = () => {
    throw failure("damaged", { message: "version 2 of scene 1 cannot be read" });
  };
  return (
    <Place host={{ ...hostOf(context), "scene.compare": fail }} wide>
      <CompareVersions scene={1} from={2} to={7} />
    </Place>
  );
}

function Merging(context: StoryContext) {
  const { say } = context;
  const main = say("他说：“不渡。”\n雨更大了。", "“No,” he said.\nThe rain grew.");
  const branch = say("他说：“上来吧。”\n雨停了。", "“Come,” he said.\nThe rain was over.");
  const range = (start: number, end: number) => ({ start, end });
  const refused = failure("merge_conflict", {
    details: {
      base: 2,
      main: 7,
      branch: 5,
      text: main,
      conflicts: [
        {
          base: range(0, 1),
          ours: context.language === "zh" ? range(4, 6) : range(1, 3),
          theirs: context.language === "zh" ? range(4, 7) : range(1, 5),
          merged: range(0, 1),
        },
      ],
    },
  });
  const [open, setOpen] = useState(false);
  const host: FakeAnswers = {
    ...hostOf(context),
    "scene.text": ({ version }) => ({
      scene: 1,
      version: version ?? 7,
      branch: 0,
      text: version === 5 ? branch : main,
      counts: counts(20),
      draft: null,
    }),
    "branch.merge": ({ prefer }) => {
      if (prefer == null) throw refused;
      return { scene: 1, version: 8, conflicts: [] };
    },
  };
  return (
    <Stage host={host} desk={{ project: sampleProject(), scene: 1 }}>
      <Told unsaved={false} />
      <Button data-opens onClick={() => setOpen(true)}>
        {say("并入主线…", "Merge…")}
      </Button>
      {open && <MergeDialog scene={1} branch={1} name={ending(context)} onClose={() => setOpen(false)} />}
    </Stage>
  );
}

const group = "Versions";

export const stories: Story[] = [
  { id: "versions", title: "Versions", group, render: Loaded },
  { id: "versions-long", title: "Versions, long names", group, render: Long },
  { id: "versions-thousand", title: "Versions, a thousand", group, render: Thousand },
  { id: "versions-first", title: "Versions, one", group, render: First },
  { id: "versions-no-scene", title: "Versions, no scene", group, render: NoScene },
  { id: "versions-loading", title: "Versions, loading", group, render: Loading },
  { id: "versions-error", title: "Versions, an error", group, render: Failing },
  { id: "versions-compare", title: "Comparison", group, render: Compared },
  { id: "versions-compare-same", title: "Comparison, equal", group, render: ComparedSame },
  { id: "versions-compare-loading", title: "Comparison, loading", group, render: ComparedLoading },
  { id: "versions-compare-error", title: "Comparison, an error", group, render: ComparedFailing },
  { id: "versions-merge", title: "Merging a branch", group, render: Merging },
];
