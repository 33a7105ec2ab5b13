// The proposal queue in its states.
import { useState } from "react";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import type { Filter } from "./queue";
import { ReviewCentre } from "./review-centre";
import { answersOf, batchesOf, listOf, proposalsOf } from "./sample";
import { forgetReview, useReview } from "./state";

interface PlaceProps {
  host: FakeAnswers;
  begins?: Partial<ReturnType<typeof useReview.getState>>;
  narrow?: boolean;
}

function Place({ host, begins = {}, narrow = false }: PlaceProps) {
  return (
    <Stage host={host} desk={{ project: sampleProject(), scene: 3, centre: { kind: "review" } }}>
      <Begins begins={begins} />
      <div
        className={`h-150 max-w-full overflow-hidden rounded-lg border border-line ${narrow ? "w-170" : "w-250"}`}
      >
        <ReviewCentre />
      </div>
    </Stage>
  );
}

/** Sets the queue state before rendering. */
function Begins({ begins }: { begins: NonNullable<PlaceProps["begins"]> }) {
  useState(() => {
    forgetReview();
    useReview.setState(begins);
  });
  return null;
}

const fail = () => {
  throw failure("io", { message: "the disk did not answer" });
};
const PENDING: Filter = { type: "all", batch: null, status: "pending" };

/** Names and quotes that do not fit. */
function Long({ say }: StoryContext) {
  const long = say(
    "在渡口等了三十年也没有等到那个答应过会回来的人的老船工的侄女",
    "a niece of the ferryman who waited for thirty years at the ferry for someone who had promised to return",
  );
  const [one] = proposalsOf(say);
  const proposal = {
    ...one,
    proposed: { kind: "relation", from: long, to: `${long} 2`, relation: long },
    excerpt: { before: long, found: long.repeat(4), after: long },
  } as ReturnType<typeof proposalsOf>[number];
  const list = () => ({ proposals: [proposal], batches: batchesOf(say) });
  return <Place host={{ ...answersOf(say), "kg.proposals": list }} narrow />;
}

function Many({ say }: StoryContext) {
  const proposals = proposalsOf(say);
  const many = Array.from({ length: 3000 }, (_, at) => ({
    ...(proposals[at % proposals.length] as (typeof proposals)[number]),
    id: at + 1,
  }));
  const list = () => ({ proposals: many, batches: batchesOf(say) });
  return <Place host={{ ...answersOf(say), "kg.proposals": list }} />;
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id,
  title,
  group: "Review",
  render,
});

export const stories: Story[] = [
  story("review", "Review: one after another", ({ say }) => <Place host={answersOf(say)} />),
  story("review-narrow", "Review: beside the inspector", ({ say }) => (
    <Place host={answersOf(say)} begins={{ chosen: 4 }} narrow />
  )),
  story("review-stale", "Review: the quote is gone", ({ say }) => (
    <Place host={answersOf(say)} begins={{ chosen: 5 }} />
  )),
  story("review-batches", "Review: batches, what stays", ({ say }) => (
    <Place
      host={answersOf(say)}
      begins={{
        side: "batches",
        left: {
          batch: 1,
          undone: 2,
          kept: [
            { kind: "entity", id: 1, why: "used" },
            { kind: "fact", id: 4, why: "changed" },
          ],
        },
      }}
    />
  )),
  story("review-done", "Review: all done", ({ say }) => (
    <Place
      host={answersOf(say)}
      begins={{
        decided: proposalsOf(say).map((proposal, at) => ({
          proposal,
          decision: at % 3 === 0 ? "reject" : "accept",
        })),
      }}
    />
  )),
  story("review-filtered", "Review: nothing of that kind", ({ say }) => (
    <Place
      host={{ ...answersOf(say), "kg.proposals": () => ({ ...listOf(say), proposals: [] }) }}
      begins={{ filter: { ...PENDING, status: "rejected" } }}
    />
  )),
  story("review-empty", "Review: nothing yet", ({ say }) => (
    <Place host={{ ...answersOf(say), "kg.proposals": () => ({ proposals: [], batches: [] }) }} />
  )),
  story("review-loading", "Review: being read", () => <Place host={{ "kg.proposals": never }} />),
  story("review-error", "Review: cannot be read", () => <Place host={{ "kg.proposals": fail }} />),
  story("review-long", "Review: long words, narrow", (context) => <Long {...context} />),
  story("review-many", "Review: 3,000 proposals", (context) => <Many {...context} />),
];
