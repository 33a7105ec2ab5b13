// A project with checkpoints, for stories and tests.
import { changesBetween } from "@/editor/difference";
import type { FakeAnswers } from "@/ipc/fake-host";
import type {
  ChangeEntry,
  CheckpointEntry,
  Comparison,
  Entities,
  EntityView,
  HunkText,
  OutlineView,
  TextsCompared,
  Totals,
} from "@/ipc/types";

type Say = (zh: string, en: string) => string;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();
const COUNTS: Totals = { standard: 2000, word: 2000, han: 1800, all: 2100 };

export function checkpoints(say: Say): CheckpointEntry[] {
  const one = (
    id: number,
    ago: number,
    name: string,
    more: Partial<CheckpointEntry> = {},
  ): CheckpointEntry => ({
    id,
    name,
    note: "",
    created_at: NOW - ago,
    automatic: false,
    reason: "author",
    ...more,
  });
  return [
    one(1, 32 * DAY, say("↧ 渡口.txt", "↧ ferry.txt"), { automatic: true, reason: "before_import" }),
    one(2, 3 * DAY, say("初稿", "First draft"), {
      note: say(
        "第一卷写完，还没有改。摆渡人的来历放到第二卷再说，信的内容先不揭开。",
        "Volume one is written, nothing revised. Where the ferryman comes from is told in volume two.",
      ),
    }),
    one(3, DAY + HOUR, say("改结局之前", "Before the new ending")),
    one(4, 4 * HOUR, say("↩ 初稿", "↩ First draft"), { automatic: true, reason: "before_restore" }),
    one(
      5,
      HOUR,
      say(
        "长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世",
        "The night is nearly over and he remembers at last what the letter said, and who had written it",
      ),
    ),
  ];
}

export function outline(say: Say): OutlineView {
  const scene = (id: number, title = "") => ({
    id,
    title,
    status: "drafting" as const,
    version: 3,
    counts: COUNTS,
  });
  const chapter = (id: number, title: string, scenes: ReturnType<typeof scene>[]) => ({
    id,
    title,
    status: "drafting" as const,
    target: null,
    counts: COUNTS,
    scenes,
  });
  return {
    volumes: [
      {
        id: 1,
        title: say("第一卷　夜渡", "Volume one"),
        counts: COUNTS,
        chapters: [
          chapter(1, say("第一章　渡口", "Chapter 1 The ferry"), [scene(1), scene(2)]),
          chapter(2, say("第二章　旧信", "Chapter 2 An old letter"), [scene(3)]),
          chapter(3, say("第三章　对岸", "Chapter 3 The other bank"), [scene(4, say("灯", "The lamp"))]),
        ],
      },
    ],
  };
}

/** From the checkpoint 初稿 to now. */
export function comparison(say: Say): Comparison {
  const entry = (
    kind: ChangeEntry["kind"],
    id: number,
    title: string,
    more: Partial<ChangeEntry> = {},
  ): ChangeEntry => ({
    kind,
    id,
    title,
    change: "changed",
    before: null,
    after: null,
    moved: null,
    hunks: null,
    ...more,
  });
  return {
    from: 2,
    to: null,
    changes: [
      entry("project", 1, say("渡口", "The ferry"), {
        before: { title: say("渡口", "The ferry") },
        after: { title: say("渡口", "The ferry"), author: say("阿远", "A Yuan") },
      }),
      entry("outline", 1, "", { moved: { volumes: [], chapters: [3], scenes: [2] } }),
      entry("chapter", 2, say("第二章　旧信", "Chapter 2 An old letter"), {
        before: { title: say("第二章　信", "Chapter 2 A letter"), status: "planned" },
        after: {
          title: say("第二章　旧信", "Chapter 2 An old letter"),
          status: "completed",
          target: 3000,
          synopsis: say("她在船上读了那封信。", "She reads the letter on the boat."),
        },
      }),
      entry("scene", 4, say("灯", "The lamp"), { change: "added", after: { title: say("灯", "The lamp") } }),
      entry("scene", 9, say("被删去的一场", "A scene that went"), {
        change: "removed",
        before: { title: say("被删去的一场", "A scene that went") },
      }),
      entry("text", 1, say("第一章　渡口", "Chapter 1 The ferry")),
      entry("text", 3, say("第二章　旧信", "Chapter 2 An old letter")),
      entry("text", 4, say("灯", "The lamp"), { change: "added" }),
      entry("text", 9, say("被删去的一场", "A scene that went"), { change: "removed" }),
    ],
  };
}

/** The same with swapped sides: what a restore does. */
export function restoring(say: Say): Comparison {
  const { changes } = comparison(say);
  const other = { added: "removed", changed: "changed", removed: "added" } as const;
  return {
    from: null,
    to: 2,
    changes: changes.map((entry) => ({
      ...entry,
      change: other[entry.change],
      before: entry.after,
      after: entry.before,
    })),
  };
}

/** Changes in every text of three thousand chapters. */
export function manyChanges(say: Say): Comparison {
  return {
    from: 2,
    to: null,
    changes: Array.from({ length: 3000 }, (_, at) => ({
      kind: "text" as const,
      id: at + 1,
      title: say(`第${at + 1}章　长夜`, `Chapter ${at + 1} A long night`),
      change: "changed" as const,
      before: null,
      after: null,
      moved: null,
      hunks: null,
    })),
  };
}

function texts(say: Say): TextsCompared {
  const before = say(
    "雨下了一整夜。渡口的灯还亮着，摆渡人坐在船头，没有回头。\n“今天不渡人。”他说。\n河水涨了。",
    "It rained all night. The lamp was still lit; the ferryman sat in the bow.\n“Nobody crosses today,” he said.",
  );
  const after = say(
    "雨下了一整夜。渡口的灯还亮着，摆渡人坐在船头，把烟杆在船沿上磕了磕，没有回头。\n“今夜不渡人。”他说。\n她站在石阶上，伞已经破了一角。\n河水涨了。",
    "It rained all night. The lamp was still lit; the ferryman sat in the bow and knocked his pipe.\n“Nobody crosses tonight,” he said.",
  );
  let shift = 0;
  const hunks = changesBetween(before, after).map(({ from, to, insert }): HunkText => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return {
      removed: before.slice(from, to),
      added: insert,
      old: { start: from, end: to },
      new: { start, end: start + insert.length },
    };
  });
  return { before, after, hunks };
}

/** The entities of the project. */
function entities(say: Say): Entities {
  const one = (id: number, name: string, kind: EntityView["kind"]): EntityView => ({
    id,
    name,
    kind,
    aliases: [],
    description: "",
    lore_entry: null,
  });
  return {
    entities: [
      one(1, say("摆渡人", "The ferryman"), "character"),
      one(2, say("阿宁", "A Ning"), "character"),
      one(3, say("芦苇洲", "The reed isle"), "location"),
    ],
  };
}

/** A host with the sample project. */
export function answersOf(say: Say): FakeAnswers {
  return {
    "checkpoint.list": () => ({ checkpoints: checkpoints(say) }),
    "manuscript.outline": () => outline(say),
    "checkpoint.compare": () => comparison(say),
    "checkpoint.preview_restore": () => restoring(say),
    "checkpoint.diff_text": () => texts(say),
    "kg.entities": () => entities(say),
    "lore.list": () => ({ entries: [], books: [] }),
    "threads.list": () => ({ at: null, threads: [] }),
    "timeline.list": () => ({ events: [], participants: [], cycle: [] }),
    "checkpoint.create": ({ name, note }) => ({
      id: 6,
      name,
      note: note ?? "",
      created_at: NOW,
      automatic: false,
      reason: "author",
    }),
    "checkpoint.restore": ({ checkpoint }) => ({ checkpoint, before: 7, changes: [] }),
  };
}
