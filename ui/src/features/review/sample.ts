// Sample proposals as backend answers, for stories and tests.
import type { FakeAnswers } from "@/ipc/fake-host";
import type { BatchView, ProposalList, ProposalView, Proposed } from "@/ipc/types";

type Say = (zh: string, en: string) => string;

interface Told {
  proposed: Proposed;
  confidence: number;
  quote: [before: string, found: string, after: string];
  /** The text has changed since. */
  stale?: boolean;
}

/** Ten proposals from the first chapters. */
export function proposalsOf(say: Say): ProposalView[] {
  const samples: Told[] = [
    {
      proposed: {
        kind: "entity",
        name: say("林晚", "Lin Wan"),
        entity_kind: "character",
        aliases: [say("晚娘", "Aunt Wan")],
      },
      confidence: 0.84,
      quote: [
        say("那年秋天，渡口来了一个不说话的女人。", "That autumn a woman came to the ferry. "),
        say("“我叫林晚。”", "“I am Lin Wan.”"),
        say("这是她说的第一句话，也是那一年唯一的一句。", " It was all she said that year."),
      ],
    },
    {
      proposed: { kind: "alias", name: say("老何", "Old He"), alias: say("何船工", "the ferryman") },
      confidence: 0.72,
      quote: ["", say("过渡的人都叫老何作何船工。", "Everybody called Old He the ferryman."), ""],
    },
    {
      proposed: {
        kind: "relation",
        from: say("老何", "Old He"),
        to: say("小满", "Xiaoman"),
        relation: say("师父", "master"),
      },
      confidence: 0.78,
      quote: [
        say("天不亮船就下了水。", "The boat was out before dawn. "),
        say("小满是老何的徒弟", "Xiaoman was Old He's apprentice"),
        say("，第三年才许碰桨。", " and held an oar in his third year."),
      ],
    },
    {
      proposed: {
        kind: "fact",
        subject: say("林晚", "Lin Wan"),
        predicate: say("境界", "rank"),
        object: say("筑基", "Foundation"),
        replaces: true,
      },
      confidence: 0.93,
      quote: ["", say("那一夜，林晚突破到了筑基。", "That night Lin Wan reached Foundation."), ""],
    },
    {
      proposed: {
        kind: "fact",
        subject: say("林晚", "Lin Wan"),
        predicate: say("身世", "origin"),
        object: say("青云门", "Azure Gate"),
        modality: "rumour",
      },
      confidence: 0.66,
      quote: ["", say("有人说她是青云门的人。", "Some said she was of Azure Gate."), ""],
      stale: true,
    },
  ];
  return [...samples, ...samples].map(
    ({ proposed, confidence, quote: [before, found, after], stale }, at) => ({
      id: at + 1,
      batch: at < 5 ? 2 : 1,
      proposed,
      confidence,
      tier: confidence >= 0.9 ? "apply" : "review",
      status: "pending",
      scene: 3,
      evidence: { scene: 3, version: 1, range: { start: 4, end: 4 + [...found].length }, quote: found },
      unproven: null,
      place: {
        scene: 3,
        chapter: 3,
        chapter_index: 2,
        chapter_title: say("第三章 不说话的女人", "The woman who did not speak"),
      },
      now: stale === true ? null : { start: 4, end: 4 + [...found].length },
      excerpt: stale === true ? null : { before, found, after },
    }),
  );
}

export function batchesOf(say: Say): BatchView[] {
  return [
    {
      id: 2,
      source: "text",
      created_at: Date.now() - 3_600_000,
      undone_at: null,
      applied: 2,
      pending: 5,
      rejected: 1,
    },
    {
      id: 1,
      source: say("人物小传.json", "characters.json"),
      created_at: Date.now() - 90_000_000,
      undone_at: null,
      applied: 0,
      pending: 5,
      rejected: 3,
    },
  ];
}

export const listOf = (say: Say): ProposalList => ({ proposals: proposalsOf(say), batches: batchesOf(say) });

/** A host with ten proposals. */
export function answersOf(say: Say): FakeAnswers {
  return {
    "kg.proposals": ({ status }) => ({
      proposals: proposalsOf(say).filter((one) => status == null || one.status === status),
      batches: batchesOf(say),
    }),
    "kg.review": ({ proposal, decision }) => ({
      proposal,
      status: decision === "accept" ? "applied" : decision === "reject" ? "rejected" : "pending",
      kept: [],
    }),
    "kg.undo_batch": ({ batch }) => ({
      batch,
      undone: 2,
      kept: [
        { kind: "entity", id: 1, why: "used" },
        { kind: "fact", id: 4, why: "changed" },
      ],
    }),
    "kg.proposal_settings": () => ({ apply_sure: true }),
    "kg.set_proposal_settings": (settings) => settings,
    "kg.extract": () => ({ batch: 3, applied: 0, pending: 4, rejected: 1 }),
    "kg.graph": () => ({
      nodes: [{ id: 1, name: say("林晚", "Lin Wan"), kind: "character", distance: 0 }],
      edges: [],
      facts: [
        {
          fact: 4,
          subject: 1,
          predicate: say("境界", "rank"),
          text: say("筑基", "Foundation"),
          modality: "narrated",
          valid_from: null,
          valid_to: null,
        },
      ],
    }),
    "manuscript.outline": () => ({ volumes: [] }),
  };
}
