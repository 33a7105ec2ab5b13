import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { register, runCommand, useCommands } from "@/commands/registry";
import { UiProviders } from "@/components/ui-providers";
import { desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { noteIndexed } from "@/desk/indexing";
import { acquireScene, forgetAll, openScene } from "@/desk/open-scenes";
import { createWriting } from "@/editor/create";
import { marksOf } from "@/editor/marks";
import { type Asked, chooseFakeHost, type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { answers, forget } from "@/ipc/queries";
import { DEFAULT_SETTINGS, type Search, type SearchFound, type SearchHit } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { build, useBuilding } from "./building";
import { commands } from "./commands";
import { IndexFigure } from "./index-figure";
import { goToHit, hideMarks } from "./jump";
import { FALLBACK, hit, inScene, MODEL, sampleFound, sampleHits, sampleHost, sampleIndex } from "./sample";
import { SearchTab } from "./search-tab";
import { lookLike, resetSearch, searching, setFilter, showSearch, showSide } from "./state";

const zh = (words: string) => words;
const settings = {
  id: "meaning.settings",
  title: "search:commands.index",
  run: () => void opened.push("models"),
};
const opened: string[] = [];
let sentRequests: Asked[];

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await startI18n("zh");
  register([...commands, settings]);
});
beforeEach(() => {
  forgetAll();
  answers.clear();
  resetSearch();
  useBuilding.setState(useBuilding.getInitialState());
  noteIndexed(null);
  opened.length = 0;
});
afterEach(cleanup);

function show(change: FakeAnswers = {}, progress: Parameters<typeof chooseFakeHost>[1] = []): void {
  sentRequests = chooseFakeHost(sampleHost(zh, change), progress);
  useDesk.setState({
    project: sampleProject(),
    settings: DEFAULT_SETTINGS,
    scene: 2,
    dialog: null,
    tab: "search",
    shown: NOTHING_SHOWN,
    centre: { kind: "writing" },
  });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <SearchTab />
        <IndexFigure />
      </UiProviders>
    </QueryClientProvider>,
  );
}

const field = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "搜索字词或意思" });
const type = (query: string) => fireEvent.change(field(), { target: { value: query } });
const results = () => screen.getByRole("region", { name: "搜索结果" });
const rows = () => [...results().querySelectorAll<HTMLElement>("[data-hit]")];
const found = async (query = "渡口") => {
  type(query);
  await waitFor(() => expect(rows().length).toBeGreaterThan(0));
};
const requests = (name: string) =>
  sentRequests.filter((one) => one.name === name).map(({ request }) => request);
const last = () => requests("search.find").at(-1) as Search;
const shown = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).not.toBeNull());
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("the field", () => {
  it("sends the typed query, both ways, and lists results by kind with their marks", async () => {
    show();
    await found();
    expect(last()).toEqual({ query: "渡口", mode: "hybrid", filters: {}, limit: 50 });
    expect(
      within(results())
        .getAllByRole("heading")
        .map(({ textContent }) => textContent),
    ).toEqual(["正文3", "设定与资料3", "梗概与摘要1", "线索与事件1"]);
    expect([...(rows()[0]?.querySelectorAll("mark") ?? [])].map(({ textContent }) => textContent)).toEqual([
      "渡口",
      "渡口",
    ]);
    expect(screen.getByText("列出 8 条 · 7 段写着这些字")).not.toBeNull();
  });

  it("keeps the results while the next are loading, and never shows late answers", async () => {
    const waiting = new Map<string, (found: SearchFound) => void>();
    const one = (words: string) => sampleFound(zh, { hits: [hit(inScene(1, "第一章"), words)] });
    show({
      "search.find": ({ query }) => new Promise((resolve) => waiting.set(query, resolve)),
    });
    type("一");
    await waitFor(() => expect(waiting.has("一")).toBe(true));
    await act(async () => waiting.get("一")?.(one("【一】")));
    await waitFor(() => expect(rows()).toHaveLength(1));
    type("二");
    await waitFor(() => expect(waiting.has("二")).toBe(true));
    expect(rows()[0]?.textContent).toContain("一");
    expect(results().getAttribute("aria-busy")).toBe("true");
    type("三");
    await waitFor(() => expect(waiting.has("三")).toBe(true));
    await act(async () => waiting.get("三")?.(one("【三】")));
    await waitFor(() => expect(rows()[0]?.textContent).toContain("三"));
    await act(async () => waiting.get("二")?.(one("【二】")));
    const answered = () =>
      answers
        .getQueryCache()
        .findAll({ queryKey: ["paced", "search.find"] })
        .filter(({ state }) => state.data);
    await waitFor(() => expect(answered()).toHaveLength(3));
    expect(rows()[0]?.textContent).toContain("三");
    expect(results().getAttribute("aria-busy")).toBeNull();
  });

  it("is cleared by Esc, then returns the focus", async () => {
    show();
    await found();
    fireEvent.keyDown(field(), { key: "Escape" });
    expect(field().value).toBe("");
    await shown("在整部作品里找");
  });

  it("searches in the chosen mode", async () => {
    show();
    await found();
    fireEvent.click(screen.getByRole("radio", { name: "语义" }));
    await waitFor(() => expect(last().mode).toBe("vector"));
    await shown("列出 8 条");
  });

  it("is focused by the command, with its text selected", async () => {
    show();
    await found();
    act(() => useDesk.setState({ tab: "lore" }));
    await act(() => runCommand("search.show"));
    expect(desk().tab).toBe("search");
    expect(document.activeElement).toBe(field());
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 2]);
  });

  it("explains the query syntax", async () => {
    show();
    press("怎么写搜索词");
    await shown("有渡口，没有老何");
  });
});

describe("filters", () => {
  it("are sent, are shown when collapsed, and are removed one by one or all", async () => {
    show();
    await found();
    press("筛选");
    press("正文");
    press("梗概与摘要");
    fireEvent.click(screen.getByRole("switch", { name: "截至本场" }));
    await waitFor(() => expect(last().filters).toEqual({ kinds: ["text", "summary"], as_of: 2 }));
    await shown(/^截至第二章.长夜，后面的不露出来。$/);
    press("筛选，已设 2 项");
    press("去掉筛选：正文 · 梗概与摘要");
    await waitFor(() => expect(last().filters).toEqual({ as_of: 2 }));
    act(() => setFilter("volume", 2));
    press("清除筛选");
    expect(searching().filters).toEqual({});
  });

  it("stay at their scene until it is changed", async () => {
    show();
    await found();
    press("筛选");
    fireEvent.click(screen.getByRole("switch", { name: "截至本场" }));
    act(() => useDesk.setState({ scene: 3 }));
    expect(searching().filters.as_of).toBe(2);
    press("改到当前场景");
    expect(searching().filters.as_of).toBe(3);
  });

  it("report chapters in the wrong order", async () => {
    show();
    press("筛选");
    await waitFor(() => expect(requests("manuscript.outline")).toHaveLength(1));
    act(() => {
      setFilter("from_chapter", 3);
      setFilter("to_chapter", 1);
    });
    await shown("结束的章在开始的章前面");
  });
});

describe("results", () => {
  it("support the arrow keys, leaving at the top", async () => {
    show();
    await found();
    fireEvent.keyDown(field(), { key: "ArrowDown" });
    expect(document.activeElement).toBe(rows()[0]);
    const step = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    step("ArrowDown");
    step("ArrowDown");
    expect(document.activeElement).toBe(rows()[2]);
    expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([rows()[2]]);
    step("End");
    expect(document.activeElement).toBe(rows().at(-1));
    step("Home");
    step("ArrowUp");
    expect(document.activeElement).toBe(field());
  });

  it("explain why they were found", async () => {
    show();
    await found();
    const why = results().querySelectorAll("[data-row] > div > button");
    expect(why[0]?.textContent).toContain("写着这些字词 · 意思相近");
    expect(why[0]?.textContent).toContain("语义模型认为它的意思与所找的相近。");
    expect(why[2]?.textContent).not.toContain("写着这些字词");
  });

  it("can be extended", async () => {
    const many = Array.from({ length: 50 }, (_, at) => hit(inScene(at + 1, `第${at}章`), "【水】"));
    show({ "search.find": () => sampleFound(zh, { hits: many }) });
    await found();
    press("显示更多");
    await waitFor(() => expect(last().limit).toBe(100));
    expect(screen.queryByRole("button", { name: "显示更多" })).toBeNull();
  });

  it.each([
    ["lore", { of: "lore", id: 7, title: "甲", secret: false }, { tab: "lore", shown: { lore: 7 } }],
    ["entity", { of: "entity", id: 7, title: "甲" }, { tab: "graph", shown: { entity: 7 } }],
    ["thread", { of: "thread", id: 7, title: "甲" }, { tab: "threads", shown: { thread: 7 } }],
    ["event", { of: "event", id: 7, title: "甲" }, { tab: "timeline", shown: { event: 7 } }],
    ["bible", { of: "bible", id: 7, title: "genre" }, { tab: "bible", shown: { bible: "genre" } }],
    ["chapter", { of: "chapter", id: 3, title: "甲" }, { tab: "part", scene: 3 }],
    ["chapter summary", { of: "chapter_summary", id: 3, title: "甲" }, { tab: "part", scene: 3 }],
    ["volume", { of: "volume", id: 2, title: "甲" }, { tab: "part", scene: 3 }],
    [
      "synopsis",
      { of: "scene_synopsis", at: { scene: 1, chapter: 1, chapter_index: 0, chapter_title: "" }, title: "" },
      { tab: "part", scene: 1 },
    ],
  ] as const)("lead to where it is kept: %s", async (_, place, there) => {
    show({ "search.find": () => sampleFound(zh, { hits: [hit(place, "【水】")] }) });
    await found();
    const [row] = rows();
    if (row !== undefined) fireEvent.click(row);
    await waitFor(() => expect(desk()).toMatchObject(there));
  });

  it("open the first with Enter in the field, once they are current", async () => {
    show({
      "search.find": () =>
        sampleFound(zh, { hits: [hit({ of: "lore", id: 7, title: "甲", secret: false }, "【水】")] }),
    });
    type("水");
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(searching().asked).toBe("水");
    expect(desk().tab).toBe("search");
    await waitFor(() => expect(rows()).toHaveLength(1));
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(desk().tab).toBe("lore");
  });
});

describe("limitations", () => {
  it("show texts that are not indexed, and search without a model", async () => {
    show({ "search.find": () => sampleFound(zh, { meaning: { ...FALLBACK, covered: 40 }, left: 3 }) });
    act(() => noteIndexed({ left: 3, embedded: 40, pending: 60, waiting: null }));
    await found();
    await shown("还有 3 篇改动没有编入索引，可能有遗漏");
    await shown("还有 60 段未编入，按语义可能找不全");
    press("设置语义模型…");
    expect(opened).toEqual(["models"]);
  });

  it("show that no paragraph contains all the words", async () => {
    show({ "search.find": () => sampleFound(zh, { total: 0 }) });
    await found();
    await shown("没有一段写全这些字词，下面的写着其中一部分");
    expect(screen.getAllByText("写着其中一部分").length).toBeGreaterThan(0);
    expect(screen.queryByText("写着这些字词")).toBeNull();
  });

  it("do not call the fallback meaning", async () => {
    show({
      "search.find": () => sampleFound(zh, { meaning: FALLBACK }),
      "index.state": () => sampleIndex({ meaning: FALLBACK }),
    });
    await found();
    expect(screen.getByRole("radio", { name: "相近" })).not.toBeNull();
    expect(screen.queryByRole("radio", { name: "语义" })).toBeNull();
    expect(screen.getAllByText(/用字相近/).length).toBeGreaterThan(0);
    expect(screen.queryByText(/意思相近/)).toBeNull();
  });

  it("show that one way failed", async () => {
    show({
      "search.find": () => sampleFound(zh, { meaning: null, missing: [{ part: "vectors", reason: "boom" }] }),
    });
    await found();
    await shown("语义搜索没有成功，只列出字面的结果");
  });

  it("offer alternatives when nothing is found", async () => {
    show({ "search.find": () => sampleFound(zh, { hits: [], total: 0, left: 2 }) });
    act(() => setFilter("status", "planned"));
    fireEvent.click(screen.getByRole("radio", { name: "字面" }));
    type("灯塔");
    await shown("没有找到“灯塔”");
    await shown("索引还没有编完，编完后可能会找到。");
    press("改用混合搜索");
    expect(searching().mode).toBe("hybrid");
    press("清除筛选");
    expect(searching().filters).toEqual({});
  });

  it("explain a query without words, without a failure", async () => {
    show({ "search.find": () => Promise.reject(failure("bad_request")) });
    type("“”");
    await shown("还没有要找的词");
  });

  it("show a failure with its code, which can be retried", async () => {
    let fails = true;
    show({ "search.find": () => (fails ? Promise.reject(failure("io")) : sampleFound(zh)) });
    type("渡口");
    await shown("没能搜索");
    expect(screen.getByText("io")).not.toBeNull();
    fails = false;
    press("重试");
    await waitFor(() => expect(rows().length).toBe(8));
  });
});

describe("in the text", () => {
  const TEXT = "水在山下。\n𠮷那年秋天，渡口来了一个人。渡口无名。";
  const start = [...TEXT].indexOf("𠮷");
  const words = "𠮷那年秋天，【渡口】来了一个人。【渡口】无名。";
  const at = (change: Partial<SearchHit> = {}) =>
    hit(inScene(2, "第二章"), words, { range: { start, end: [...TEXT].length }, ...change });

  async function write(text = TEXT) {
    show({
      "scene.text": () => ({
        scene: 2,
        version: 1,
        branch: 0,
        text,
        counts: { standard: 0, word: 0, han: 0, all: 0 },
        draft: null,
      }),
    });
    const parent = document.body.appendChild(document.createElement("div"));
    const open = await acquireScene(2);
    const writing = createWriting({
      parent,
      text: open.initial.text,
      version: 1,
      label: "正文",
      appearance: { fontFamily: "", fontSize: 17, measure: 38, lineHeight: 1.9, indent: 2 },
      modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
      scrolls: "self",
      callbacks: { onEdit: () => undefined, onSelection: () => undefined },
    });
    open.attach(writing);
    return writing;
  }
  const marked = () => {
    const view = openScene(2)?.writing?.view;
    if (view === undefined) return [];
    return marksOf(view.state, "search").map(
      ({ from, to, kind }) => `${view.state.sliceDoc(from, to)}${kind === "current-hit" ? "!" : ""}`,
    );
  };

  it("marks the matches after surrogate pairs, and removes the marks with the panel", async () => {
    await write();
    await goToHit(at());
    expect(marked()).toEqual(["渡口!", "渡口"]);
    cleanup();
    expect(marked()).toEqual([]);
  });

  it("finds the matches again after edits", async () => {
    const writing = await write();
    writing.view.dispatch({ changes: { from: 0, insert: "又及，" } });
    await goToHit(at());
    expect(marked()).toEqual(["渡口!", "渡口"]);
    hideMarks();
    expect(marked()).toEqual([]);
  });

  it("opens the scene if the matches are gone", async () => {
    const writing = await write();
    writing.view.dispatch({ changes: { from: 0, to: writing.length(), insert: "都删了" } });
    await goToHit(at());
    expect(marked()).toEqual([]);
    expect(desk()).toMatchObject({ scene: 2, centre: { kind: "writing" } });
  });

  it("marks a passage found by meaning as a whole", async () => {
    await write();
    const plain = at();
    plain.snippet = { ...plain.snippet, marks: [] };
    await goToHit(plain);
    expect(marked()).toEqual(["𠮷那年秋天，渡口来了一个人。渡口无名。"]);
  });

  it("finds passages similar to the selection, or to the scene", async () => {
    const writing = await write();
    await act(() => runCommand("search.similar"));
    expect(searching().like).toEqual({ of: "scene", scene: 2 });
    writing.view.dispatch({ selection: { anchor: 0, head: 5 } });
    await act(() => runCommand("search.similar"));
    expect(searching().like).toEqual({
      of: "passage",
      scene: 2,
      range: { start: 0, end: 5 },
      quote: "水在山下。",
    });
    await waitFor(() =>
      expect(requests("search.similar").at(-1)).toEqual({ text: "水在山下。", filters: {}, limit: 50 }),
    );
  });
});

describe("similar passages", () => {
  it("send no more than is compared, and exclude the passage itself", async () => {
    const quote = "水".repeat(500);
    const own = hit(inScene(2, "第二章"), "自己", { range: { start: 0, end: 2 } });
    show({
      "search.similar": () => ({ hits: [own, ...sampleHits(zh).slice(0, 1)], meaning: MODEL, missing: [] }),
    });
    act(() => lookLike({ of: "passage", scene: 2, range: { start: 0, end: 500 }, quote }));
    await shown("只比较开头 400 字。");
    await waitFor(() => expect(screen.getByRole("region", { name: "相似段落" })).not.toBeNull());
    expect(requests("search.similar")).toEqual([{ text: "水".repeat(400), filters: {}, limit: 50 }]);
    expect(screen.queryByText("自己")).toBeNull();
  });

  it("start with a scene if nothing was requested yet", async () => {
    show();
    act(() => showSide("similar"));
    press("用当前场景");
    await waitFor(() => expect(requests("search.similar")).toEqual([{ scene: 2, filters: {}, limit: 50 }]));
    await shown("与这一场相似");
  });

  it("report that there is nothing to compare", async () => {
    show({ "search.similar": () => Promise.reject(failure("bad_request")) });
    act(() => lookLike({ of: "scene", scene: 2 }));
    await shown("场景是空的，或选中的文字太少，没有可以比较的。");
  });
});

describe("repeated passages", () => {
  it("are pairs with links; they are compared again on request", async () => {
    show();
    await act(() => runCommand("search.duplicates"));
    await shown("2 对");
    await shown("92% 相同");
    const sides = [
      ...screen.getByRole("list", { name: "重复段落" }).querySelectorAll<HTMLElement>("[data-hit]"),
    ];
    expect(sides).toHaveLength(4);
    sides[0]?.focus();
    fireEvent.keyDown(sides[0] ?? document.body, { key: "ArrowDown" });
    expect(document.activeElement).toBe(sides[1]);
    fireEvent.click(sides[1] ?? document.body);
    await waitFor(() => expect(desk().scene).toBe(37));
    act(() => forget(["texts"]));
    await shown("文字有了改动，可以重新查找。");
    expect(requests("search.duplicates")).toEqual([{ limit: 100 }]);
    press("重新查找");
    await waitFor(() => expect(requests("search.duplicates")).toHaveLength(2));
    await shown("正文里彼此相似的段落，两处都可以点开。");
  });

  it("may be none, and may fail", async () => {
    let fails = true;
    show({
      "search.duplicates": () => (fails ? Promise.reject(failure("io")) : { pairs: [], left: 4 }),
    });
    act(() => showSide("duplicates"));
    await shown("没能搜索");
    fails = false;
    press("重试");
    await shown("还有 4 篇改动没有编入索引，没有比较");
  });
});

describe("the index", () => {
  it("shows its contents and model", async () => {
    show();
    act(() => showSide("index"));
    await shown("61,420");
    await shown("bge-small-zh-v1.5（完整精度）");
    await shown("204 MB");
    press("设置语义模型…");
    expect(opened).toEqual(["models"]);
  });

  it("is built with progress", async () => {
    let answer: (view: ReturnType<typeof sampleIndex>) => void = () => undefined;
    show({ "index.build": () => new Promise((resolve) => (answer = resolve)) }, [
      { stage: "embed", done: 25, total: 100 },
    ]);
    act(() => showSide("index"));
    press("立即编入");
    await shown("25 / 100 段");
    await waitFor(() => expect(screen.getByTestId("index").textContent).toContain("编入索引 25%"));
    await act(async () => answer(sampleIndex({ paragraphs: 7 })));
    await shown("已全部编入");
    await shown("7");
  });

  it("is unchanged when building is stopped", async () => {
    show({
      "index.build": never,
      "job.stop": () => {
        throw failure("not_found");
      },
    });
    act(() => showSide("index"));
    press("立即编入");
    await waitFor(() => expect(requests("index.build")).toHaveLength(1));
    press("停止");
    await waitFor(() => expect(requests("job.stop")).toEqual([{ job: 1 }]));
    expect(useBuilding.getState().stopping).toBe(true);
  });

  it("reports that it was stopped, and that what was indexed stays", async () => {
    show({ "index.build": () => Promise.reject(failure("stopped")) });
    act(() => showSide("index"));
    press("立即编入");
    await shown("已停止。编入的都留着，其余的会在后台继续。");
  });

  it("is rebuilt only after confirmation", async () => {
    show();
    act(() => showSide("index"));
    press("重建索引");
    expect(requests("index.rebuild")).toEqual([]);
    fireEvent.keyDown(screen.getByRole("group", { name: "重建索引" }), { key: "Escape" });
    expect(screen.queryByRole("group", { name: "重建索引" })).toBeNull();
    press("重建索引");
    fireEvent.click(
      within(screen.getByRole("group", { name: "重建索引" })).getByRole("button", { name: "重建索引" }),
    );
    await waitFor(() => expect(requests("index.rebuild")).toHaveLength(1));
    await shown("已全部编入");
  });

  it("reports its failure and retries the same act", async () => {
    show({ "index.rebuild": () => Promise.reject(failure("disk_full")) });
    act(() => showSide("index"));
    await act(() => build("rebuild"));
    await shown("没能编入");
    press("重试");
    await waitFor(() => expect(requests("index.rebuild")).toHaveLength(2));
  });
});

describe("the status bar", () => {
  const figure = () => screen.getByTestId("index");

  it("hides a complete index", async () => {
    show();
    act(() => noteIndexed({ left: 0, embedded: 1, pending: 99, waiting: null }));
    expect(figure().textContent).toBe("编入索引 1%");
    act(() => noteIndexed({ left: 0, embedded: 100, pending: 0, waiting: null }));
    expect(screen.queryByTestId("index")).toBeNull();
  });

  it("shows the index progress, and links to it", async () => {
    show();
    act(() => noteIndexed({ left: 0, embedded: 1, pending: 99, waiting: null }));
    expect(figure().textContent).toBe("编入索引 1%");
    act(() => noteIndexed({ left: 0, embedded: 1, pending: 99, waiting: "typing" }));
    expect(figure().textContent).toBe("索引等待：输入中");
    act(() => noteIndexed({ left: 0, embedded: 1, pending: 99, waiting: "battery" }));
    expect(figure().textContent).toBe("索引等待：电池");
    act(() => noteIndexed({ left: 9, embedded: 1, pending: 0, waiting: null }));
    expect(figure().textContent).toBe("编入索引 · 余 9 篇");
    act(() => noteIndexed({ left: 9, embedded: 1, pending: 0, waiting: "trouble" }));
    expect(figure().textContent).toBe("索引出错");
    act(() => showSearch());
    fireEvent.click(figure());
    expect(searching().side).toBe("index");
  });

  it("refreshes when indexing rests and when the model changes, not with every word", async () => {
    show();
    await waitFor(() => expect(requests("index.state")).toHaveLength(1));
    act(() => forget(["drafts", "texts"]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(requests("index.state")).toHaveLength(1);
    act(() => forget(["meaning"]));
    await waitFor(() => expect(requests("index.state")).toHaveLength(2));
  });
});

it("every command has its words", () => {
  for (const { id } of commands) expect(useCommands.getState().commands.has(id)).toBe(true);
});
