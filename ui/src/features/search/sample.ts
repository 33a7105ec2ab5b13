// Search results of a small novel and its index state, for stories and tests.
import type { FakeAnswers } from "@/ipc/fake-host";
import type {
  DuplicatesFound,
  IndexView,
  KnownNames,
  OutlineView,
  SearchFound,
  SearchHit,
  SearchMeaning,
  SearchPlace,
  Totals,
} from "@/ipc/types";

type Say = (zh: string, en: string) => string;

const NONE: Totals = { standard: 0, word: 0, han: 0, all: 0 };

export const MODEL: SearchMeaning = {
  model: "bge-small-zh-v1.5",
  scheme: "f32",
  is_fallback: false,
  covered: 100,
};

export const FALLBACK: SearchMeaning = { model: "ngram", scheme: "ngram", is_fallback: true, covered: 100 };

/** A result; text in 【】 is marked. */
export function hit(place: SearchPlace, words: string, change: Partial<SearchHit> = {}): SearchHit {
  const marks: { start: number; end: number }[] = [];
  const text: string[] = [];
  for (const char of words) {
    if (char === "【") marks.push({ start: text.length, end: text.length });
    else if (char === "】") {
      const last = marks.at(-1);
      if (last !== undefined) last.end = text.length;
    } else text.push(char);
  }
  return {
    kind:
      place.of === "scene"
        ? "text"
        : ["scene_synopsis", "chapter", "chapter_summary", "volume"].includes(place.of)
          ? "summary"
          : ["thread", "event"].includes(place.of)
            ? "note"
            : "lore",
    place,
    range: { start: 0, end: text.length },
    snippet: {
      text: text.join(""),
      marks,
      range: { start: 0, end: text.length },
      more_before: false,
      more_after: false,
    },
    why: { words: null, meaning: null, similarity: null },
    ...change,
  };
}

export function inScene(scene: number, chapter: string, title = ""): SearchPlace {
  return {
    of: "scene",
    at: { scene, chapter: scene, chapter_index: scene - 1, chapter_title: chapter },
    title,
    version: 1,
  };
}

export function sampleHits(say: Say): SearchHit[] {
  const first = say("第一章　渡口", "Chapter 1: The ferry");
  const long = say(
    "第二章　长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世了",
    "Chapter 2, in which the night is nearly over and he remembers at last what the letter said",
  );
  return [
    hit(
      inScene(1, first, say("老何", "Old He")),
      say(
        "【渡口】在两山之间，水急，船小。撑船的老何说，这【渡口】一百年没有断过人。",
        "The 【ferry】 lies between two hills. Old He says the 【ferry】 has never been without a traveller.",
      ),
      { why: { words: 1, meaning: 2, similarity: 0.8312 } },
    ),
    hit(
      inScene(1, first, say("老何", "Old He")),
      say(
        "那年秋天，【渡口】来了一个不说话的女人。",
        "That autumn a woman who did not speak came to the 【ferry】.",
      ),
      { range: { start: 60, end: 82 }, why: { words: 2, meaning: 5, similarity: 0.7421 } },
    ),
    hit(
      { of: "lore", id: 4, title: say("青石渡", "Greystone Ferry"), secret: false },
      say(
        "青石渡，又名【渡口】。三面是水，只有一条石阶通到岸上。",
        "Greystone, called the 【ferry】. Water on three sides, and one flight of steps.",
      ),
      { why: { words: 3, meaning: 1, similarity: 0.8711 } },
    ),
    hit(
      inScene(2, long),
      say(
        "船到岸时天还没有亮，岸上一盏灯也没有，他把篙插进泥里，听见有人在石阶上咳了一声。",
        "It was not yet light when the boat came in. He pushed the pole into the mud and heard a cough on the steps.",
      ),
      { why: { words: null, meaning: 3, similarity: 0.7904 } },
    ),
    hit(
      { of: "lore", id: 5, title: say("老何", "Old He"), secret: true },
      say("他年轻时在【渡口】杀过一个人。", "As a young man he killed somebody at the 【ferry】."),
      { why: { words: 4, meaning: null, similarity: null } },
    ),
    hit(
      { of: "chapter", id: 1, title: first },
      say(
        "老何在【渡口】等来一个不说话的女人，认出她手上的银镯。",
        "At the 【ferry】 Old He meets the silent woman and knows her bracelet.",
      ),
      { why: { words: 5, meaning: 4, similarity: 0.7711 } },
    ),
    hit(
      { of: "thread", id: 2, title: say("银镯的来历", "Where the bracelet came from") },
      say(
        "银镯原是【渡口】旧主人的东西，第三十章揭开。",
        "The bracelet belonged to the old master of the 【ferry】.",
      ),
      { why: { words: 6, meaning: null, similarity: null } },
    ),
    hit(
      { of: "bible", id: 3, title: "genre" },
      say("故事都在水边：【渡口】、船、堤。", "It all happens by the water: 【ferry】, boats, dykes."),
      { why: { words: 7, meaning: 9, similarity: 0.6911 } },
    ),
  ];
}

export function sampleFound(say: Say, change: Partial<SearchFound> = {}): SearchFound {
  return { hits: sampleHits(say), total: 7, meaning: MODEL, missing: [], left: 0, ...change };
}

export function samplePairs(say: Say): DuplicatesFound {
  const words = say(
    "他每天天不亮就把船推到水里，等第一个过渡的人。",
    "Every morning he pushes the boat out and waits for the first traveller.",
  );
  const again = say(
    "他每天天不亮便把船推到水里，等头一个过渡的人。",
    "Every morning he pushes the boat out, waiting for the first traveller.",
  );
  const first = say("第一章　渡口", "Chapter 1: The ferry");
  const far = say("第三十七章　旧渡口", "Chapter 37: The old ferry");
  return {
    pairs: [
      { first: hit(inScene(1, first), words), second: hit(inScene(37, far), again), shared: 92 },
      {
        first: hit(
          inScene(2, say("第二章　长夜", "Chapter 2: The night")),
          say("雨下了一夜。", "It rained all night."),
        ),
        second: hit(inScene(37, far), say("雨下了一夜。", "It rained all night.")),
        shared: 100,
      },
    ],
    left: 0,
  };
}

export function sampleIndex(change: Partial<IndexView> = {}): IndexView {
  return {
    sources: 1_284,
    paragraphs: 61_420,
    left: 0,
    embedded: 68_912,
    pending: 0,
    bytes: 214_000_000,
    meaning: MODEL,
    ...change,
  };
}

export function sampleOutline(say: Say): OutlineView {
  const chapter = (id: number, title: string, scene = "") => ({
    id,
    title,
    status: "drafting" as const,
    target: null,
    counts: NONE,
    scenes: [{ id, title: scene, status: "drafting" as const, version: 1, counts: NONE }],
  });
  return {
    volumes: [
      {
        id: 1,
        title: say("卷一　水", "Volume one: Water"),
        counts: NONE,
        chapters: [
          chapter(1, say("第一章　渡口", "Chapter 1: The ferry"), say("老何", "Old He")),
          chapter(2, say("第二章　长夜", "Chapter 2: The night")),
        ],
      },
      {
        id: 2,
        title: say("卷二　火", "Volume two: Fire"),
        counts: NONE,
        chapters: [chapter(3, say("第三章　旧渡口", "Chapter 3: The old ferry"))],
      },
    ],
  };
}

export function sampleNames(say: Say): KnownNames {
  return {
    named: [
      { entry: 5, entity: 11, title: say("老何", "Old He"), kind: "character" },
      { entry: 4, entity: 12, title: say("青石渡", "Greystone Ferry"), kind: "location" },
    ],
    names: [],
  };
}

/** A host with the samples above. */
export function sampleHost(say: Say, change: FakeAnswers = {}): FakeAnswers {
  return {
    "manuscript.outline": () => sampleOutline(say),
    "mentions.names": () => sampleNames(say),
    "search.find": () => sampleFound(say),
    "search.similar": () => ({
      hits: sampleHits(say)
        .slice(0, 4)
        .map((one, at) => ({
          ...one,
          snippet: { ...one.snippet, marks: [] },
          why: { words: null, meaning: at + 1, similarity: 0.82 - at * 0.03 },
        })),
      meaning: MODEL,
      missing: [],
    }),
    "search.duplicates": () => samplePairs(say),
    "index.state": () => sampleIndex(),
    "index.build": () => sampleIndex(),
    "index.rebuild": () => sampleIndex(),
    ...change,
  };
}
