import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDesk } from "@/desk/desk";
import { sampleProject } from "@/stories/stage";
import { chaptersOf, filtersSet, isTurnedRound } from "./filters";
import { groupsOf, keyOf, locateSnippet, othersThan, piecesOf } from "./hits";
import { hit, inScene, sampleHits, sampleOutline } from "./sample";
import { known, percentOf, standingOf } from "./standing";
import {
  askNow,
  clearFilters,
  LIMITS,
  QUERY_DEBOUNCE,
  resetSearch,
  searching,
  setComposing,
  setFilter,
  setMode,
  setQuery,
  showMore,
  useSearching,
} from "./state";

const zh = (words: string) => words;
const shown = (words: string, change = {}) => {
  const { snippet } = hit(inScene(1, "第一章"), words);
  return piecesOf({ ...snippet, ...change })
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join("");
};

describe("results", () => {
  it("are grouped by kind, the best one's first, in received order", () => {
    const groups = groupsOf(sampleHits(zh));
    expect(groups.map(({ kind, rows }) => `${kind} ${rows.length}`)).toEqual([
      "text 3",
      "lore 3",
      "summary 1",
      "note 1",
    ]);
    expect(groups[0]?.rows.map(({ hit: { why } }) => why.words)).toEqual([1, 2, null]);
  });

  it("show their place once per text", () => {
    const [text] = groupsOf(sampleHits(zh));
    expect(text?.rows.map(({ goesOn }) => goesOn)).toEqual([false, true, false]);
  });

  it("are listed once, and a secret is a separate text from its entry", () => {
    const entry = { of: "lore", id: 1, title: "甲" } as const;
    const open = hit({ ...entry, secret: false }, "水");
    const secret = hit({ ...entry, secret: true }, "水");
    expect(keyOf(open)).not.toBe(keyOf(secret));
    expect(groupsOf([open, secret, open])[0]?.rows).toHaveLength(2);
  });

  it("exclude the compared passage only", () => {
    const at = (scene: number, start: number, end: number) =>
      hit(inScene(scene, "第一章"), "水", { range: { start, end } });
    const like = { of: "passage", scene: 1, range: { start: 10, end: 20 }, quote: "水" } as const;
    const others = othersThan(like, [at(1, 0, 10), at(1, 5, 15), at(1, 20, 30), at(2, 10, 20)]);
    expect(others.map(({ range }) => range.start)).toEqual([0, 20, 10]);
    expect(othersThan({ of: "scene", scene: 1 }, [at(1, 0, 10)])).toHaveLength(1);
  });

  it("map a snippet back into its text", () => {
    const found = hit(inScene(1, "第一章"), "水【火】", { range: { start: 100, end: 200 } });
    found.snippet.range = { start: 30, end: 32 };
    expect(locateSnippet(found)).toEqual({
      snippet: { start: 130, end: 132 },
      marks: [{ start: 131, end: 132 }],
    });
  });
});

describe("a snippet", () => {
  it("has its marks, also after surrogate pairs", () => {
    expect(shown("𠮷水【渡口】，又是【渡口】。")).toBe("𠮷水[渡口]，又是[渡口]。");
    expect(shown("【渡口】")).toBe("[渡口]");
    expect(shown("没有")).toBe("没有");
  });

  it("begins near its first mark if that would be hidden", () => {
    const far = shown(`${"水".repeat(60)}【渡口】${"火".repeat(10)}`);
    expect(far).toBe(`…${"水".repeat(18)}[渡口]${"火".repeat(10)}`);
    expect(shown(`${"水".repeat(30)}【渡口】`)).toBe(`${"水".repeat(30)}[渡口]`);
  });

  it("begins with a whole word where words are spaced", () => {
    const far = shown(`${"some words that are spaced ".repeat(4)}【ferry】.`);
    expect(far).toMatch(/^…(?:some|words|that|are|spaced) .{10,30} spaced \[ferry\]\.$/);
  });

  it("has ellipses where its text continues", () => {
    expect(shown("水【火】", { more_before: true, more_after: true })).toBe("…水[火]…");
  });

  it("is one line", () => {
    expect(shown("水\n【火】")).toBe("水 [火]");
  });
});

describe("filters", () => {
  beforeEach(resetSearch);

  it("are listed in order, a chapter range as one", () => {
    expect(
      filtersSet({ as_of: 3, from_chapter: 1, to_chapter: 2, kinds: ["text"] }).map(({ name }) => name),
    ).toEqual(["kinds", "chapters", "as_of"]);
    expect(filtersSet({})).toEqual([]);
  });

  it("are absent if empty", () => {
    setFilter("pov", "老何");
    setFilter("kinds", ["lore"]);
    setFilter("volume", 2);
    expect(searching().filters).toEqual({ pov: "老何", kinds: ["lore"], volume: 2 });
    setFilter("pov", "  ");
    setFilter("kinds", []);
    setFilter("volume", null);
    expect(searching().filters).toEqual({});
    setFilter("status", "planned");
    clearFilters();
    expect(searching().filters).toEqual({});
  });

  it("detect chapters in the wrong order", () => {
    const chapters = chaptersOf(sampleOutline(zh));
    expect(chapters.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(isTurnedRound({ from_chapter: 3, to_chapter: 1 }, chapters)).toBe(true);
    expect(isTurnedRound({ from_chapter: 1, to_chapter: 3 }, chapters)).toBe(false);
    expect(isTurnedRound({ from_chapter: 3 }, chapters)).toBe(false);
  });

  it("are reset with another project", () => {
    useDesk.setState({ project: sampleProject() });
    setFilter("volume", 2);
    useDesk.setState({ project: sampleProject({ backed_up_at: 1 }) });
    expect(searching().filters).toEqual({ volume: 2 });
    useDesk.setState({ project: sampleProject({ name: "别的.wenfang" }) });
    expect(searching().filters).toEqual({});
  });
});

describe("a query", () => {
  beforeEach(() => {
    resetSearch();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is sent after a debounce", () => {
    setQuery("渡");
    vi.advanceTimersByTime(QUERY_DEBOUNCE - 1);
    setQuery("渡口");
    vi.advanceTimersByTime(QUERY_DEBOUNCE - 1);
    expect(searching().asked).toBe("");
    vi.advanceTimersByTime(1);
    expect(searching().asked).toBe("渡口");
  });

  it("is not sent while composing", () => {
    setComposing(true);
    setQuery("du");
    vi.advanceTimersByTime(QUERY_DEBOUNCE * 2);
    expect(searching()).toMatchObject({ query: "du", asked: "" });
    setQuery("渡");
    setComposing(false);
    vi.advanceTimersByTime(QUERY_DEBOUNCE);
    expect(searching().asked).toBe("渡");
  });

  it("is cleared at once when emptied, and sent at once on request", () => {
    setQuery("渡口");
    askNow();
    expect(searching().asked).toBe("渡口");
    setQuery("");
    expect(searching().asked).toBe("");
  });

  it("starts with few results whenever it changes", () => {
    for (const change of [() => setMode("text"), () => setFilter("volume", 1), () => clearFilters()]) {
      showMore();
      expect(searching().limit).toBe(LIMITS[1]);
      change();
      expect(searching().limit).toBe(LIMITS[0]);
    }
    for (const _ of LIMITS) showMore();
    expect(searching().limit).toBe(LIMITS.at(-1));
    useSearching.setState({ query: "水" });
    askNow();
    expect(searching().limit).toBe(LIMITS[0]);
  });
});

describe("the index status", () => {
  const at = (change: object) => standingOf({ left: 0, embedded: 100, pending: 0, waiting: null, ...change });

  it("reflects the last event", () => {
    expect(at({})).toEqual({ at: "done" });
    expect(at({ left: 3, pending: 50 })).toEqual({ at: "texts", left: 3 });
    expect(at({ pending: 100 })).toEqual({ at: "meaning", percent: 50, pending: 100 });
    expect(at({ pending: 100, waiting: "typing" })).toMatchObject({ at: "typing", percent: 50 });
    expect(at({ pending: 100, waiting: "battery" })).toMatchObject({ at: "battery" });
    expect(at({ left: 3, waiting: "trouble" })).toEqual({ at: "trouble" });
  });

  it("ignores what an edit touches", () => {
    expect(at({ pending: 8 })).toEqual({ at: "done" });
    expect(at({ pending: 9 })).toMatchObject({ at: "meaning" });
  });

  it("is a hundred only when nothing is left", () => {
    expect(percentOf(999, 1000)).toBe(99);
    expect(percentOf(0, 0)).toBe(100);
    expect(percentOf(1000, 1000)).toBe(100);
  });

  it("comes from the index if there was no event", () => {
    expect(known(null, undefined)).toBeNull();
    const progress = { left: 1, embedded: 2, pending: 3, waiting: null };
    expect(known(progress, undefined)).toBe(progress);
  });
});
