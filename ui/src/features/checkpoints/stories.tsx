// Checkpoints: the list, the dialogs and the comparison in their states.
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/button";
import { useToast } from "@/components/toast";
import { type Dialog, openDialog } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { JobProgress } from "@/ipc/host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { swapSides } from "./changes";
import { CheckpointsTab } from "./checkpoints-tab";
import { CompareCheckpoints } from "./compare-checkpoints";
import { CreateCheckpointDialog } from "./create-dialog";
import { RestoreCheckpointDialog } from "./restore-dialog";
import { answersOf, comparison, manyChanges } from "./sample";
import { canonChanges, manyCanonChanges } from "./sample-canon";

function Told() {
  const toast = useToast();
  useEffect(() => onNotice((notice) => void toast.show(notice)), [toast]);
  return null;
}

interface PlaceProps {
  host: FakeAnswers;
  wide?: boolean;
  children: ReactNode;
}

function Place({ host, wide = false, children }: PlaceProps) {
  return (
    <Stage host={host} desk={{ project: sampleProject(), scene: 1, centre: { kind: "writing" } }}>
      <Told />
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

const fail = () => {
  throw failure("io", { message: "the disk did not answer" });
};

function Loaded({ say }: StoryContext) {
  return (
    <Place host={answersOf(say)}>
      <CheckpointsTab />
    </Place>
  );
}

function Empty({ say }: StoryContext) {
  return (
    <Place host={{ ...answersOf(say), "checkpoint.list": () => ({ checkpoints: [] }) }}>
      <CheckpointsTab />
    </Place>
  );
}

function Loading() {
  return (
    <Place host={{ "checkpoint.list": never }}>
      <CheckpointsTab />
    </Place>
  );
}

function Failing() {
  return (
    <Place host={{ "checkpoint.list": fail }}>
      <CheckpointsTab />
    </Place>
  );
}

function Compared({ say }: StoryContext) {
  return (
    <Place host={answersOf(say)} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

/** The first difference is the record of a part. */
function ComparedRecords({ say }: StoryContext) {
  const only = comparison(say);
  const changes = only.changes.filter(({ kind }) => kind !== "text");
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": () => ({ ...only, changes }) }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedOrder({ say }: StoryContext) {
  const only = comparison(say);
  const changes = only.changes.filter(({ kind }) => kind === "outline");
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": () => ({ ...only, changes }) }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedMany({ say }: StoryContext) {
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": () => manyChanges(say) }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedCanon({ say }: StoryContext) {
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": () => canonChanges(say) }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

/** A single relation: who, to whom, from when, and the evidence. */
function ComparedRelation({ say }: StoryContext) {
  const all = canonChanges(say);
  const changes = all.changes.filter(({ kind }) => kind === "relation" || kind === "timeline_event");
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": () => ({ ...all, changes }) }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedManyCanon({ say }: StoryContext) {
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": () => manyCanonChanges(say) }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedSame({ say }: StoryContext) {
  const same = () => ({ from: 2, to: null, changes: [] });
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": same }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedLoading({ say }: StoryContext) {
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": never }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

function ComparedFailing({ say }: StoryContext) {
  return (
    <Place host={{ ...answersOf(say), "checkpoint.compare": fail }} wide>
      <CompareCheckpoints from={2} to={null} />
    </Place>
  );
}

interface OpensProps {
  host: FakeAnswers;
  dialog: Dialog;
  name: string;
  progress?: JobProgress[];
  children: ReactNode;
}

function Opens({ host, dialog, name, progress = [], children }: OpensProps) {
  return (
    <Stage host={host} progress={progress} desk={{ project: sampleProject(), scene: 1 }}>
      <Told />
      <Button data-opens className="w-fit" onClick={() => openDialog(dialog)}>
        {name}
      </Button>
      {children}
    </Stage>
  );
}

function Creating({ say }: StoryContext) {
  return (
    <Opens
      host={answersOf(say)}
      dialog={{ name: "create-checkpoint" }}
      name={say("新建存档点…", "New Checkpoint…")}
    >
      <CreateCheckpointDialog />
    </Opens>
  );
}

const restore: Dialog = { name: "restore-checkpoint", checkpoint: 2 };

function Restoring({ say }: StoryContext) {
  return (
    <Opens host={answersOf(say)} dialog={restore} name={say("恢复…", "Restore…")}>
      <RestoreCheckpointDialog />
    </Opens>
  );
}

function RestoringCanon({ say }: StoryContext) {
  const preview = () => swapSides(canonChanges(say));
  return (
    <Opens
      host={{ ...answersOf(say), "checkpoint.preview_restore": preview }}
      dialog={{ ...restore, canon: "graph" } as Dialog}
      name={say("恢复图谱…", "Restore the graph…")}
    >
      <RestoreCheckpointDialog />
    </Opens>
  );
}

function RestoringNothing({ say }: StoryContext) {
  const none = () => ({ from: null, to: 2, changes: [] });
  return (
    <Opens
      host={{ ...answersOf(say), "checkpoint.preview_restore": none }}
      dialog={restore}
      name={say("恢复…", "Restore…")}
    >
      <RestoreCheckpointDialog />
    </Opens>
  );
}

function RestoringScene({ say }: StoryContext) {
  const missing = () => {
    throw failure("not_found");
  };
  return (
    <Opens
      host={{ ...answersOf(say), "checkpoint.preview_restore": missing }}
      dialog={{ ...restore, scene: 1 } as Dialog}
      name={say("恢复…", "Restore…")}
    >
      <RestoreCheckpointDialog />
    </Opens>
  );
}

/** A restore that never finishes. */
function RestoringUnderWay({ say }: StoryContext) {
  const [host] = useState<FakeAnswers>(() => ({ ...answersOf(say), "checkpoint.restore": never }));
  return (
    <Opens
      host={host}
      dialog={restore}
      name={say("恢复，然后按“恢复”", "Restore, then press Restore")}
      progress={[{ stage: "restore", done: 120, total: 480 }]}
    >
      <RestoreCheckpointDialog />
    </Opens>
  );
}

const group = "Checkpoints";

export const stories: Story[] = [
  { id: "checkpoints", title: "Checkpoints", group, render: Loaded },
  { id: "checkpoints-empty", title: "Checkpoints, none", group, render: Empty },
  { id: "checkpoints-loading", title: "Checkpoints, loading", group, render: Loading },
  { id: "checkpoints-error", title: "Checkpoints, an error", group, render: Failing },
  { id: "checkpoints-create", title: "New checkpoint", group, render: Creating },
  { id: "checkpoints-restore", title: "Restore", group, render: Restoring },
  { id: "checkpoints-restore-canon", title: "Restore, canon", group, render: RestoringCanon },
  { id: "checkpoints-restore-nothing", title: "Restore, nothing to do", group, render: RestoringNothing },
  { id: "checkpoints-restore-scene", title: "Restore, part unknown", group, render: RestoringScene },
  { id: "checkpoints-restore-busy", title: "Restore, under way", group, render: RestoringUnderWay },
  { id: "checkpoints-compare", title: "Comparison", group, render: Compared },
  { id: "checkpoints-compare-records", title: "Comparison, records", group, render: ComparedRecords },
  { id: "checkpoints-compare-order", title: "Comparison, order", group, render: ComparedOrder },
  { id: "checkpoints-compare-many", title: "Comparison, a whole book", group, render: ComparedMany },
  { id: "checkpoints-compare-canon", title: "Comparison, canon", group, render: ComparedCanon },
  { id: "checkpoints-compare-relation", title: "Comparison, a relation", group, render: ComparedRelation },
  {
    id: "checkpoints-compare-canon-many",
    title: "Comparison, a large canon",
    group,
    render: ComparedManyCanon,
  },
  { id: "checkpoints-compare-same", title: "Comparison, equal", group, render: ComparedSame },
  { id: "checkpoints-compare-loading", title: "Comparison, loading", group, render: ComparedLoading },
  { id: "checkpoints-compare-error", title: "Comparison, an error", group, render: ComparedFailing },
];
