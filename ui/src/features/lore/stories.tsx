// The tab 条目 and its dialogs: a small lorebook, thousands of entries, one entry, mentions; empty, loading, errors.
import { type ReactNode, useState } from "react";
import type { Dialog } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { Hint, LoreEntry, LoreKind, Named } from "@/ipc/types";
import { long } from "@/stories/sample";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { AddAliasDialog } from "./add-alias-dialog";
import { ExportLoreDialog } from "./export-dialog";
import { sampleEntry, sampleHit } from "./fake-book";
import { fakeLore } from "./fake-lore";
import { ImportLoreDialog } from "./import-dialog";
import { LoreTab } from "./lore-tab";
import { NameCard } from "./name-card";
import { NewLoreDialog } from "./new-lore-dialog";
import { RemovedLoreDialog } from "./removed-dialog";
import { useLoreView } from "./store";
import { UnknownNamesDialog } from "./unknown-dialog";

function sample({ say }: StoryContext): LoreEntry[] {
  return [
    sampleEntry(1, say("陆远", "Lu Yuan"), {
      aliases: [say("阿远", "Ah Yuan"), say("陆家小子", "the Lu boy")],
      content: say(
        "十九岁离开渡口，二十九岁回来。左手少一截小指，从不解释。\n说话慢，走路快；记得每一条船的名字。",
        "He left the ferry at nineteen and came back at twenty-nine. Half a finger is missing; he never says why.\nHe speaks slowly and walks fast, and knows every boat by name.",
      ),
      secrets: say("信是他替师父写的。", "He wrote the letter himself, for his master."),
      keywords: [say("断指", "the finger")],
      constant: true,
      priority: 9,
      entity: 4,
    }),
    sampleEntry(2, say("摆渡人", "The ferryman"), { aliases: [say("老秦", "Old Qin")], locked: true }),
    sampleEntry(3, say("渡口", "The ferry"), { kind: "location" }),
    sampleEntry(4, say("油纸伞", "The umbrella"), { kind: "item" }),
    sampleEntry(5, say("停航令", "The order of sunset"), { kind: "rule", locked: true, constant: true }),
    sampleEntry(6, say("船帮", "The boatmen's guild"), { kind: "organization" }),
    sampleEntry(7, say("沉船那夜", "The night of the wreck"), { kind: "event", disabled: true }),
    sampleEntry(8, say("水价", "Price of water"), { kind: "concept" }),
  ];
}

const COUNTS = { 1: 1284, 2: 613, 3: 402, 4: 57, 6: 12, 7: 3 };

const hits = ({ say }: StoryContext) => [
  sampleHit(1, say("第一章 渡口", "Chapter 1 The ferry"), [
    say("雨下了一整夜。", "It rained all night. "),
    say("陆远", "Lu Yuan"),
    say("站在渡口，看见对岸有一盏灯。", " stood at the ferry and saw a light across the river."),
  ]),
  sampleHit(
    1,
    say("第一章 渡口", "Chapter 1 The ferry"),
    [
      say("老秦说：“", "Old Qin said: “"),
      say("陆家小子", "the Lu boy"),
      say("，你迟了十年。”", " is ten years late.”"),
    ],
    { start: 40, end: 44 },
  ),
  sampleHit(2, say("第二章 摆渡人", "Chapter 2 The ferryman"), [
    say("谁都没有应声，只有", "Nobody answered but "),
    say("陆远", "Lu Yuan"),
    say("把伞收了起来。", ", who folded the umbrella."),
  ]),
];

function many({ say }: StoryContext): LoreEntry[] {
  const kinds: LoreKind[] = ["character", "location", "item", "organization", "concept", "rule", "event"];
  return Array.from({ length: 5000 }, (_, at) =>
    sampleEntry(at + 1, say(`条目 ${at + 1}`, `Entry ${at + 1}`), {
      kind: kinds[at % kinds.length] ?? "concept",
      locked: at % 17 === 0,
      constant: at % 23 === 0,
    }),
  );
}

interface TabProps {
  host: FakeAnswers;
  writable?: boolean;
  shown?: number | null;
  view?: Partial<ReturnType<typeof useLoreView.getState>>;
  scene?: number | null;
}

function Tab({ host, writable = true, shown = null, view = {}, scene = 1 }: TabProps) {
  useState(() =>
    useLoreView.setState({ query: "", kind: null, sort: "name", scope: "all", part: "says", ...view }),
  );
  return (
    <Stage
      host={host}
      desk={{
        project: sampleProject({ writable }),
        scene,
        shown: { lore: shown, entity: null, thread: null, event: null, generation: null },
      }}
    >
      <aside
        aria-label="inspector"
        className="w-69 overflow-hidden rounded-lg border border-line bg-surface"
        style={{ height: 680 }}
      >
        <LoreTab />
      </aside>
    </Stage>
  );
}

/** A dialog over an empty page, opened immediately. */
function Opened({ host, dialog, children }: { host: FakeAnswers; dialog: Dialog; children: ReactNode }) {
  return (
    <Stage host={host} desk={{ project: sampleProject(), dialog, scene: 1 }}>
      {children}
    </Stage>
  );
}

function hintsOf(context: StoryContext): Hint[] {
  const { say } = context;
  const place = (name: string, at: number) =>
    sampleHit(
      at,
      say(`第${at}章 夜航`, `Chapter ${at} By night`),
      [
        say("灯下坐着一个人，", "Under the lamp sat a man, "),
        name,
        say("道：“船今夜不走。”", ", who said: “No boat tonight.”"),
      ],
      { start: at * 10, end: at * 10 + 2 },
    );
  const hint = (name: string, total: number, of: string | null = null): Hint => ({
    name,
    kind: of === null ? "new" : "misspelling",
    bearer: of === null ? "person" : null,
    of,
    total,
    score: 0.9,
    places: Array.from({ length: Math.min(3, total) }, (_, at) => place(name, at + 1)),
  });
  return [
    hint(say("周小满", "Zhou Xiaoman"), 41),
    hint(say("陆还", "Lu Yaun"), 2, say("陆远", "Lu Yuan")),
    hint(say("秦老板", "Master Qin"), 17),
    hint(say("柳七娘", "Seventh Liu"), 9),
    hint(
      say(
        "一个长得离谱而且怎么看都不像名字的词",
        "A word that is much too long and hardly looks like the name of anybody",
      ),
      3,
    ),
  ];
}

const FOUND = {
  name: "渡口人物",
  format: "world_info" as const,
  entries: 48,
  fields: 0,
  added: 45,
  updated: 2,
  locked: 1,
  warnings: [
    { kind: "patterns" as const, count: 3, first: "老秦" },
    { kind: "repeated_title" as const, count: 1, first: "渡口" },
  ],
  before: null,
};

const NAMED: Named = { entry: 1, entity: 4, title: "陆远", kind: "character" };

function Card({ host }: { host: FakeAnswers }) {
  return (
    <Stage host={host} desk={{ project: sampleProject(), scene: 1 }}>
      <div className="w-72 rounded-lg border border-line bg-surface-raised p-3 shadow-2">
        <NameCard named={NAMED} scene={1} />
      </div>
    </Stage>
  );
}

const group = "Lore";
const small = (context: StoryContext) => fakeLore(sample(context), { counts: COUNTS, hits: hits(context) });

export const stories: Story[] = [
  { id: "lore", title: "Entries", group, render: (context) => <Tab host={small(context).answers} /> },
  {
    id: "lore-scene",
    title: "Of the open scene",
    group,
    render: (context) => (
      <Tab
        host={fakeLore(sample(context), { cast: { 1: 24, 3: 6, 4: 2 } }).answers}
        view={{ scope: "scene", sort: "mentions" }}
      />
    ),
  },
  {
    id: "lore-many",
    title: "5,000 entries",
    group,
    render: (context) => (
      <Tab host={fakeLore(many(context), { counts: COUNTS }).answers} view={{ sort: "mentions" }} />
    ),
  },
  {
    id: "lore-long",
    title: "Long titles",
    group,
    render: (context) => (
      <Tab
        host={
          fakeLore(
            [
              sampleEntry(1, context.say(long.zh, long.en), { locked: true, constant: true }),
              sampleEntry(2, context.say("短", "Short")),
            ],
            { counts: { 1: 123456 } },
          ).answers
        }
      />
    ),
  },
  { id: "lore-empty", title: "No entries", group, render: () => <Tab host={fakeLore([]).answers} /> },
  {
    id: "lore-filtered",
    title: "Nothing matches",
    group,
    render: (context) => <Tab host={small(context).answers} view={{ query: "xyz", kind: "item" }} />,
  },
  { id: "lore-loading", title: "Loading", group, render: () => <Tab host={{ "lore.list": never }} /> },
  {
    id: "lore-error",
    title: "Error",
    group,
    render: () => (
      <Tab
        host={{
          "lore.list": () => {
            throw failure("damaged", { message: "lore entry 3" });
          },
        }}
      />
    ),
  },
  {
    id: "lore-entry",
    title: "One entry",
    group,
    render: (context) => <Tab host={small(context).answers} shown={1} />,
  },
  {
    id: "lore-entry-reading",
    title: "One entry, reading only",
    group,
    render: (context) => <Tab host={small(context).answers} shown={1} writable={false} />,
  },
  {
    id: "lore-entry-removed",
    title: "A removed entry",
    group,
    render: (context) => (
      <Tab
        host={fakeLore([sampleEntry(1, context.say("陆远", "Lu Yuan"), { removed_at: 1 })]).answers}
        shown={1}
      />
    ),
  },
  {
    id: "lore-mentions",
    title: "Mentions",
    group,
    render: (context) => (
      <Tab
        host={fakeLore(sample(context), { hits: hits(context), total: 4120 }).answers}
        shown={1}
        view={{ part: "mentions" }}
      />
    ),
  },
  {
    id: "lore-mentions-none",
    title: "No mentions",
    group,
    render: (context) => (
      <Tab host={fakeLore(sample(context)).answers} shown={8} view={{ part: "mentions" }} />
    ),
  },
  {
    id: "lore-new",
    title: "New entry",
    group,
    render: (context) => (
      <Opened
        host={small(context).answers}
        dialog={{ name: "new-lore", title: context.say("周小满", "Zhou Xiaoman") }}
      >
        <NewLoreDialog />
      </Opened>
    ),
  },
  {
    id: "lore-alias",
    title: "Add an alias",
    group,
    render: (context) => (
      <Opened
        host={small(context).answers}
        dialog={{ name: "add-alias", alias: context.say("陆先生", "Mr Lu") }}
      >
        <AddAliasDialog />
      </Opened>
    ),
  },
  {
    id: "lore-removed",
    title: "Removed entries",
    group,
    render: (context) => (
      <Opened
        host={
          fakeLore(
            sample(context).map((entry) => ({ ...entry, removed_at: Date.UTC(2026, 10, 20, entry.id) })),
          ).answers
        }
        dialog={{ name: "removed-lore" }}
      >
        <RemovedLoreDialog />
      </Opened>
    ),
  },
  {
    id: "lore-unknown",
    title: "Names nobody entered",
    group,
    render: (context) => (
      <Opened
        host={fakeLore(sample(context), { hints: hintsOf(context) }).answers}
        dialog={{ name: "unknown-names" }}
      >
        <UnknownNamesDialog />
      </Opened>
    ),
  },
  {
    id: "lore-unknown-none",
    title: "No unknown names",
    group,
    render: () => (
      <Opened host={fakeLore([]).answers} dialog={{ name: "unknown-names" }}>
        <UnknownNamesDialog />
      </Opened>
    ),
  },
  {
    id: "lore-import",
    title: "Import",
    group,
    render: (context) => (
      <Opened host={fakeLore(sample(context), { found: FOUND }).answers} dialog={{ name: "import-lore" }}>
        <ImportLoreDialog />
      </Opened>
    ),
  },
  {
    id: "lore-export",
    title: "Export",
    group,
    render: (context) => (
      <Opened host={small(context).answers} dialog={{ name: "export-lore" }}>
        <ExportLoreDialog />
      </Opened>
    ),
  },
  { id: "lore-card", title: "Card of a name", group, render: (context) => <Card host={cardHost(context)} /> },
];

function cardHost(context: StoryContext): FakeAnswers {
  const { say } = context;
  const entity = {
    id: 4,
    name: say("陆远", "Lu Yuan"),
    kind: "character" as const,
    aliases: [say("陆先生", "Mr Lu")],
    description: "",
    lore_entry: 1,
  };
  const nothing = { facts: [], object_of: [], relations: [] };
  const fact = (id: number, predicate: string, object_name: string) => ({
    id,
    subject: 4,
    subject_name: entity.name,
    predicate,
    object: { text: object_name },
    object_name,
    valid_from: null,
    valid_to: null,
    holds: true,
    modality: "narrated" as const,
    confidence: 1,
    source: "author" as const,
    evidence: [],
  });
  return {
    ...small(context).answers,
    "kg.state": ({ at }) => ({
      entity,
      at: at ?? null,
      narrated: {
        ...nothing,
        facts: [
          fact(1, say("所在", "is at"), say("渡口", "the ferry")),
          fact(2, say("持有", "has"), say("油纸伞", "the umbrella")),
        ],
      },
      otherwise: nothing,
    }),
  };
}
