// The memory of a scene from a novel about a ferry, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { MemoryOfScene, SceneMemory, TextMemory } from "@/ipc/types";

export type Say = (zh: string, en: string) => string;

const MOMENT = Date.UTC(2026, 10, 22, 9, 20);

function passage(say: Say, at: number, words: [string, string], more: Partial<TextMemory> = {}): TextMemory {
  const text = say(...words);
  return {
    id: `text/${at}/abc${at}`,
    scene: 10 + at,
    chapter: 1,
    chapter_title: say("第一章　渡口", "Chapter One: The Ferry"),
    version: 3,
    range: { start: 120, end: 120 + [...text].length },
    text,
    why: { words: at + 1, meaning: at + 2, similarity: 0.83 - at / 50 },
    query: 0,
    ...more,
  };
}

export function sampleMemory(say: Say, change: Partial<SceneMemory> = {}): SceneMemory {
  return {
    project_id: "p",
    scene: 1,
    chapter_index: 2,
    scene_index: 0,
    plan_hash: "ab12",
    queries_from: "plan",
    queries: {
      entities: [say("老周", "Old Zhou"), say("阿遥", "Ayao"), say("渡口", "the ferry")],
      queries: [
        say("阿遥带着半封信回到渡口", "Ayao comes back to the ferry with half a letter"),
        say("老周为什么夜里不渡人", "why Old Zhou does not cross at night"),
        say("老周 摆渡的 周伯", "Old Zhou ferryman Uncle Zhou"),
      ],
    },
    entity_states: [
      {
        id: "entity/4",
        entity: 4,
        name: say("老周", "Old Zhou"),
        state: [
          say("在渡口摆渡三十年的人。", "He has run the ferry for thirty years."),
          say("老周，左手：缺一截小指", "Old Zhou, left hand: lacks the tip of the little finger"),
          say(
            "老周对阿遥：欠一个交代（有人这样说，未必是真）",
            "Old Zhou to Ayao: owes an answer (someone says so)",
          ),
        ],
      },
      { id: "entity/5", entity: 5, name: say("阿遥", "Ayao"), state: [] },
      { id: "name/half", entity: null, name: say("半封信", "half a letter"), state: null },
    ],
    relevant_memories: [
      passage(say, 0, [
        "老周把船拴在第三根木桩上，说：“夜里不渡人，这是规矩。”灯在他身后晃了晃，灭了。",
        "Old Zhou tied the boat to the third post. “No crossing at night; that is the rule.” Behind him the lamp swayed and went out.",
      ]),
      passage(
        say,
        1,
        [
          "信只剩下半封。纸是渡口杂货铺里卖的那种黄纸，折痕压得很死，像是有人反复看过又反复藏起来。阿遥把它凑到灯下，能认出来的只有一个“归”字和半个日子，剩下的都被水泡开了。她想，写信的人大概是在船上写的，因为每一行都往左边歪，像是跟着水走。",
          "Half of the letter was left, on the yellow paper that the shop by the ferry sold, its folds pressed hard, as if someone had read it and hidden it again and again. Ayao held it to the lamp: one word, “return”, and half a date could be read; the rest had run. Whoever wrote it, she thought, had written it on the boat, for every line leaned to the left as if it went with the water.",
        ],
        { query: 0 },
      ),
      passage(
        say,
        2,
        [
          "“你爹上船的时候，天还没黑。”周伯说。",
          "“It was not dark yet when your father came aboard,” said Uncle Zhou.",
        ],
        {
          chapter: 2,
          chapter_title: say("第二章　归人", "Chapter Two: Those Who Return"),
          why: { words: 3, meaning: null, similarity: null },
          query: 2,
        },
      ),
    ],
    timeline_context: [
      {
        id: "event/7",
        event: 7,
        time: say("二十年前，冬", "Twenty years ago, winter"),
        text: say("渡船沉没：老周独自上岸", "The ferry sank: Old Zhou alone reached the shore"),
      },
      { id: "event/8", event: 8, time: "", text: say("阿遥离开渡口", "Ayao left the ferry") },
    ],
    degraded: [],
    dropped: [],
    retrieved_at: MOMENT,
    ...change,
  };
}

/** A host that stores the exclusions of a memory. */
export function fakeMemory(begin: MemoryOfScene, found?: SceneMemory): FakeAnswers {
  let now = structuredClone(begin);
  return {
    "memory.get": () => structuredClone(now),
    "memory.retrieve": () => {
      const memory = found ?? now.memory;
      if (memory == null) throw failure("internal");
      now = { memory: structuredClone(memory), is_stale: false };
      return structuredClone(memory);
    },
    "memory.drop": ({ dropped }) => {
      if (now.memory === null) throw failure("not_found");
      now = { ...now, memory: { ...now.memory, dropped: [...dropped].sort() } };
      return structuredClone(now.memory as SceneMemory);
    },
  };
}
