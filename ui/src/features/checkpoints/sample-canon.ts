// Canon changes between two project states, for stories and tests.
import type { ChangeEntry, Comparison, JsonValue } from "@/ipc/types";

type Say = (zh: string, en: string) => string;

function entry(
  kind: ChangeEntry["kind"],
  id: number,
  title: string,
  [before, after]: readonly [JsonValue, JsonValue],
): ChangeEntry {
  const change = before === null ? "added" : after === null ? "removed" : "changed";
  return { kind, id, title, change, before, after, moved: null, hunks: null };
}

/** From the checkpoint 初稿 to now: one change of every kind. */
export function canonChanges(say: Say): Comparison {
  const ferryman = say("摆渡人", "The ferryman");
  const letter = say("旧信", "The old letter");
  const quote = say("渡口的灯还亮着", "The lamp was still lit");
  const proof = { scene: 1, version: 3, range: { start: 7, end: 14 }, quote };
  return {
    from: 2,
    to: null,
    changes: [
      entry("bible_field", 1, "style", [
        { key: "style", value: say("白描，短句", "Plain, short sentences") },
        {
          key: "style",
          value: say("白描，短句，对话推进，少用比喻", "Plain, short sentences, few similes"),
          locked: true,
        },
      ]),
      entry("bible_field", 10, say("更新节奏", "Release rhythm"), [
        null,
        { key: say("更新节奏", "Release rhythm"), value: say("每日两章", "Two chapters a day") },
      ]),
      entry("lorebook", 1, say("江湖志", "Rivers and lakes"), [
        null,
        { name: say("江湖志", "Rivers and lakes"), format: "world_info", document: { entries: {} } },
      ]),
      entry("lore_entry", 1, ferryman, [
        { title: ferryman, kind: "character", aliases: [say("老吴", "Old Wu")] },
        {
          title: ferryman,
          kind: "character",
          aliases: [say("老吴", "Old Wu"), say("吴伯", "Uncle Wu")],
          content: say(
            "六十上下，左手缺一指，从不渡第二次来的人。\n夜里渡人不收钱。",
            "About sixty, a finger missing. Never takes anyone a second time.\nAt night he asks for nothing.",
          ),
          priority: 8,
          constant: true,
          origin: { book: 1, key: "3", entry: {} },
        },
      ]),
      entry("entity", 1, ferryman, [null, { name: ferryman, lore_entry: 1 }]),
      entry("entity", 9, say("无名客", "A stranger"), [
        { name: say("无名客", "A stranger"), kind: "character" },
        null,
      ]),
      entry("relation", 1, say("父亲", "father"), [
        { from: 1, to: 2, kind: say("父亲", "father") },
        {
          from: 1,
          to: 2,
          kind: say("父亲", "father"),
          valid_from: 3,
          modality: "claimed",
          evidence: [proof],
        },
      ]),
      entry("fact", 1, say("住处", "home"), [
        {
          subject: 1,
          predicate: say("住处", "home"),
          object: { text: say("船上", "the boat") },
          valid_from: 1,
        },
        { subject: 1, predicate: say("住处", "home"), object: { entity: 3 }, confidence: 0.8, valid_from: 1 },
      ]),
      entry("plot_thread", 1, letter, [
        { title: letter, due_after: 12 },
        { title: letter, status: "partial" },
      ]),
      entry("thread_anchor", 1, quote, [
        null,
        { thread: 1, role: "plant", scene: 1, version: 3, range: { start: 7, end: 14 }, quote },
      ]),
      entry("timeline_event", 2, say("夜渡", "The crossing"), [
        { title: say("夜渡", "The crossing"), time: say("永和三年三月", "Third month"), key: "3-3" },
        {
          title: say("夜渡", "The crossing"),
          time: say("永和三年闰三月初五", "The fifth of the leap third month"),
          key: "3-闰3-5",
          after: [1],
          participants: [1, 2],
          scene: 2,
        },
      ]),
    ],
  };
}

/** Thousands of entries and facts. */
export function manyCanonChanges(say: Say): Comparison {
  const changes = Array.from({ length: 4000 }, (_, at) => {
    const id = at + 1;
    return at % 2 === 0
      ? entry("fact", id, say("境界", "rank"), [
          null,
          {
            subject: (at % 3) + 1,
            predicate: say("境界", "rank"),
            object: { text: say(`第${id}层`, `${id}`) },
          },
        ])
      : entry("lore_entry", id, say(`第${id}峰`, `Peak ${id}`), [
          null,
          { title: say(`第${id}峰`, `Peak ${id}`), kind: "location" },
        ]);
  });
  return { from: 2, to: null, changes };
}
