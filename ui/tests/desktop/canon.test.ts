// A novel's canon in the real window: a foreshadowing is planted, carried by typing, becomes overdue and is paid off;
// proposals are reviewed by keys and undone; names of the text show their cards and become entries.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { type Running, Studio } from "./studio";
import { KEY } from "./webdriver";

const ORDINALS = [
  ..."一二三四五六七八九十",
  ...[..."一二三四五六七八九"].map((one) => `十${one}`),
  "二十",
  ...[..."一二三四五六"].map((one) => `二十${one}`),
];
const MORNINGS = [
  "晨雾压着江面，石阶湿得发亮。",
  "午后起了风，芦苇一层一层伏下去。",
  "夜里落过雨，檐下的水缸满到了沿口。",
  "天还没亮透，渡口已经有人等船。",
];
const EVENINGS = [
  "船篙点在水里，一圈一圈的纹散开。",
  "炉上的粥滚了，谁也没有去端。",
  "那盏灯一直亮到后半夜。",
];

/** Text that only some chapters contain. */
const TOLD: Readonly<Record<number, string>> = {
  2: "顾南舟把一枚缺了角的铜钱压在门槛下面，没有对任何人说。",
  4: "叶蓁是陆伯的外孙女，从小在船上长大。",
  6: "白石渡归青萍帮管，过路的船都要交一份水钱。",
  7: "闻人烛替人看病，只收半价。",
  8: "叶蓁接过陆伯的船篙，从此做了摆渡人。",
  9: "船上的人都叫她小蓁。",
  11: "药铺的灯下坐着闻人烛，闻人烛在数药。",
  13: "青萍帮的舵主是韩十一，左手少一根指头。",
  15: "顾南舟与韩十一结为兄弟，折箭为誓。",
  22: "石缝里露出的半枚铜钱，正好补上了那个缺角。",
  23: "闻人烛收起药箱，说明日便走。",
};

function chapter(number: number): string {
  const first = `${MORNINGS[number % MORNINGS.length]}顾南舟数着更声，这是第${number}日。`;
  const paragraphs = [first, TOLD[number] ?? "渡口无事。", `${EVENINGS[number % EVENINGS.length]}`];
  return `第${ORDINALS[number - 1]}章 渡\n\n${paragraphs.join("\n\n")}\n`;
}

const QUOTE = "一枚缺了角的铜钱";
const CARRIED = "一枚早已缺了角的铜钱";
const PAYOFF = "正好补上了那个缺角";

interface Proposals {
  proposals: { status: string; proposed: { kind: string }; unproven: string | null; id: number }[];
}

/** A proposal with its chapter; every chapter has one scene with the same number. */
function proposal(proposed: object, scene: number, quote: string, confidence: number) {
  return { proposed, scene, quote, confidence };
}

const PROPOSALS = [
  proposal({ kind: "entity", name: "叶蓁", entity_kind: "character" }, 4, "叶蓁是陆伯的外孙女", 0.85),
  proposal({ kind: "relation", from: "叶蓁", to: "陆伯", relation: "外孙女" }, 4, "叶蓁是陆伯的外孙女", 0.8),
  proposal({ kind: "entity", name: "水钱", entity_kind: "item" }, 6, "都要交一份水钱", 0.6),
  proposal({ kind: "entity", name: "青萍帮", entity_kind: "organization" }, 6, "白石渡归青萍帮管", 0.82),
  proposal({ kind: "fact", subject: "叶蓁", predicate: "身份", object: "摆渡人" }, 8, "从此做了摆渡人", 0.75),
  proposal({ kind: "alias", name: "叶蓁", alias: "小蓁" }, 9, "都叫她小蓁", 0.7),
  proposal({ kind: "entity", name: "韩十一", entity_kind: "character" }, 13, "舵主是韩十一", 0.84),
  // In the chapter whose words move before this is decided.
  proposal(
    { kind: "fact", subject: "顾南舟", predicate: "秘密", object: "门槛下的铜钱" },
    2,
    "没有对任何人说",
    0.65,
  ),
  // Two that the text does not support.
  proposal({ kind: "entity", name: "沈夫人", entity_kind: "character" }, 5, "沈夫人推门进来", 0.8),
  proposal({ kind: "relation", from: "顾南舟", to: "叶蓁", relation: "夫君" }, 8, "二人拜了天地", 0.75),
];

/** The novel at the start: text, two entries, a small graph, pending proposals. */
function prepare(studio: Studio): string {
  const file = studio.path("白石渡.wenfang");
  const text = studio.path("白石渡.txt");
  writeFileSync(text, ORDINALS.map((_, at) => chapter(at + 1)).join("\n"));
  studio.cli("new", "--title", "白石渡", file);
  studio.cli("import", file, text);
  const entry = ["--kind", "character", "--content", "白石渡的守夜人，话少。"];
  studio.cli("lore", "save", file, "--title", "顾南舟", "--alias", "南舟", ...entry);
  studio.cli("lore", "save", file, "--title", "白石渡", "--kind", "location");
  for (const entity of [{ name: "顾南舟", lore_entry: 1 }, { name: "陆伯" }])
    studio.cli("kg", "save-entity", file, JSON.stringify({ kind: "character", ...entity }));
  const friends = { from: { name: "顾南舟" }, to: { name: "陆伯" }, kind: "徒弟" };
  studio.cli("kg", "save-relation", file, JSON.stringify(friends));
  studio.cli("kg", "propose", file, JSON.stringify({ source: "人物小传", proposals: PROPOSALS }));
  return file;
}

interface InScene {
  anchors: { quote: string; gone: boolean; now: { start: number; end: number } | null }[];
}

/** The words of the only passage of a scene, as stored in the file. */
function standsOn(studio: Studio, file: string, scene: number): string | null {
  const { text, draft } = studio.cli<{ text: string; draft: { text: string } | null }>(
    "text",
    file,
    "--scene",
    String(scene),
  );
  const { anchors } = studio.cli<InScene>("threads", "in-scene", file, "--scene", String(scene));
  expect(anchors).toHaveLength(1);
  const [anchor] = anchors;
  if (anchor?.now == null || anchor.gone) return null;
  return [...(draft?.text ?? text)].slice(anchor.now.start, anchor.now.end).join("");
}

interface ThreadList {
  threads: { title: string; status: string; overdue: { chapters_since: number } | null }[];
}

test("the canon of a novel", { timeout: 600_000 }, async () => {
  const studio = await Studio.open();
  const file = prepare(studio);
  let app: Running = await studio.drive([file]);
  let author = new Author(app.window, studio.display, "canon");
  const graphBefore = studio.cli("kg", "graph", file);
  const open = async (number: number) => {
    await author.goTo(`第${ORDINALS[number - 1]}章`);
    await until(`chapter ${number} is open`, async () => (await author.text()).includes(`这是第${number}日`));
    await author.writes();
  };
  const threads = (at?: number) =>
    studio.cli<ThreadList>("threads", "list", file, ...(at === undefined ? [] : ["--at", String(at)]))
      .threads;

  // A foreshadowing is planted by its keys.
  await author.writes();
  await open(2);
  await author.select(QUOTE);
  await app.window.press(KEY.control, KEY.shift, "p");
  await author.fill("名字", "缺角的铜钱");
  await author.fill("多少章内回收", "10");
  await author.picture("planting");
  await author.press("埋设");
  await author.left();
  await until("the passage is marked", async () => (await author.marked()).join() === QUOTE);
  expect(standsOn(studio, file, 2)).toBe(QUOTE);
  const line = await app.window.run(() => {
    const mark = document.querySelector("main .cm-anchor");
    if (mark === null) return null;
    const { textDecorationLine, textDecorationStyle } = getComputedStyle(mark);
    return `${textDecorationLine} ${textDecorationStyle}`;
  });
  expect(line).toBe("underline dashed");
  await author.writes();
  await author.picture("planted");

  // Words before, within and beside it: the mark moves with its own words.
  await author.writes("start");
  await app.window.type("夜深了。");
  await author.caret("behind", "一枚");
  await app.window.type("早已");
  expect(await author.marked()).toEqual([CARRIED]);
  await author.caret("behind", CARRIED);
  await app.window.repeat(KEY.delete, 2);
  await author.caret("before", CARRIED);
  await app.window.press(KEY.backspace);
  expect(await author.text()).toContain(`顾南舟${CARRIED}门槛`);
  expect(await author.marked()).toEqual([CARRIED]);
  // All of it deleted, and restored.
  await author.select(CARRIED);
  await app.window.press(KEY.delete);
  await until("the mark is gone", async () => (await author.marked()).length === 0);
  await app.window.press(KEY.control, "z");
  await until("the mark is back", async () => (await author.marked()).join() === CARRIED);
  expect(await author.text()).toContain(`顾南舟${CARRIED}门槛`);
  await app.window.press(KEY.control, "z");
  await until("its neighbour is back", async () => (await author.text()).includes(`顾南舟把${CARRIED}`));
  expect(await author.marked()).toEqual([CARRIED]);
  await app.window.press(KEY.control, KEY.shift, "z");
  await until("its neighbour is gone again", async () => (await author.text()).includes(`顾南舟${CARRIED}`));
  expect(await author.marked()).toEqual([CARRIED]);
  await author.picture("carried");
  await author.writes();
  await app.window.press(KEY.control, "s");
  await author.kept("saved");
  const carried = await author.text();

  // The window is closed and opened again.
  await author.command("关闭作品");
  await author.sees("新建作品");
  await app.stop();
  expect(standsOn(studio, file, 2)).toBe(CARRIED);
  app = await studio.drive([file]);
  author = author.at(app.window);
  await until("chapter 2 is open", async () => (await author.text()) === carried);
  await until("the passage is marked again", async () => (await author.marked()).join() === CARRIED);
  expect(await author.marked()).toEqual([CARRIED]);

  // Whether it is overdue depends on how far the author has read.
  await open(20);
  await author.command("线索");
  await author.press("当前场景");
  await author.sees("逾期 1", "缺角的铜钱", "逾期 8 章");
  await author.picture("overdue at chapter 20");
  await open(5);
  await author.sees("未回收 1", "已 3 章");
  expect(await app.window.run(() => document.body.innerText.includes("逾期"))).toBe(false);
  await author.picture("waiting at chapter 5");
  expect(threads(20)).toMatchObject([{ status: "open", overdue: { chapters_since: 18 } }]);
  expect(threads(5)).toMatchObject([{ status: "open", overdue: null }]);

  // It is paid off completely.
  await open(22);
  await author.select(PAYOFF);
  await author.command("回收伏笔");
  await author.sees("回收程度", "缺角的铜钱");
  await author.picture("paying off");
  await author.press("回收");
  await author.left();
  await until("the payoff is marked", async () => (await author.marked()).join() === PAYOFF);
  await author.sees("已回收 1");
  expect(threads()).toMatchObject([{ status: "resolved", overdue: null }]);
  expect(standsOn(studio, file, 22)).toBe(PAYOFF);

  // Both passages lead into the text.
  await author.press("缺角的铜钱");
  await author.press("埋设第二章");
  await until("chapter 2 is open", async () => (await author.text()) === carried);
  await author.pointedOut(CARRIED);
  await author.press("回收第二十二章");
  await author.pointedOut(PAYOFF);
  await author.picture("paid off");

  // Proposals, by keys alone.
  const decided = () => studio.cli<Proposals>("kg", "proposals", file).proposals.map(({ status }) => status);
  expect(decided()).toEqual([...Array<string>(8).fill("pending"), "rejected", "rejected"]);
  await app.window.press(KEY.control, KEY.shift, "k");
  await author.sees("1 / 8", "“叶蓁”是一个人物");
  await author.picture("review");
  await app.window.press("a");
  await author.sees("叶蓁是陆伯的外孙女", "2 / 8");
  await app.window.press("a");
  await author.sees("“水钱”是一个物品", "3 / 8");
  await app.window.press("r");
  await author.sees("“青萍帮”是一个组织", "4 / 8");
  await app.window.press(KEY.right);
  await author.sees("叶蓁 · 身份：摆渡人");
  await app.window.press("a");
  await author.sees("“小蓁”是叶蓁的别名");
  await app.window.press(KEY.left);
  await author.sees("“青萍帮”是一个组织");
  await app.window.press("r");
  await author.sees("“小蓁”是叶蓁的别名");
  await app.window.press("a");
  await author.sees("“韩十一”是一个人物");
  await app.window.press("r");
  await author.sees("顾南舟 · 秘密：门槛下的铜钱");
  await app.window.press("u");
  await author.sees("“韩十一”是一个人物");
  await app.window.press("a");
  await author.sees("顾南舟 · 秘密：门槛下的铜钱");
  await app.window.press("a");
  await author.sees("都看完了");
  await author.picture("reviewed");
  const expected = ["applied", "applied", "rejected", "rejected", ...Array<string>(4).fill("applied")];
  await until(
    "the file has the decisions",
    () => decided().join() === [...expected, "rejected", "rejected"].join(),
  );
  expect(studio.cli("kg", "graph", file)).not.toEqual(graphBefore);

  // A proposal without support in the text was rejected at once, and cannot be accepted later either.
  await author.press("待确认");
  await author.press("已拒绝");
  await author.press("实体沈夫人");
  await author.sees("沈夫人推门进来", "原文里没有这句话，所以不能采纳。");
  await app.window.press("a");
  await author.picture("not in the text");
  await author.sees("“沈夫人”是一个人物");
  expect(decided()).toEqual([...expected, "rejected", "rejected"]);

  // The batch is undone as a whole.
  await author.command("撤销最近一批建议");
  await author.sees("撤销这一批？");
  await author.picture("undoing the batch");
  await author.press("撤销整批");
  await author.left();
  await until(
    "the graph is as it was",
    () => JSON.stringify(studio.cli("kg", "graph", file)) === JSON.stringify(graphBefore),
  );
  expect(decided().filter((status) => status === "applied")).toEqual([]);
  await app.window.press(KEY.escape);

  // The pointer rests on a name: its card appears.
  await open(15);
  await app.window.point(await author.placeOf("顾南舟与"));
  await until("the card of the name is there", () =>
    app.window.run(
      () => document.querySelector("[data-name-card]")?.textContent?.includes("白石渡的守夜人") ?? false,
    ),
  );
  await author.picture("name card");
  expect(
    await app.window.run(() => {
      const card = document.querySelector("[data-name-card]");
      return card !== null && card.scrollWidth <= card.clientWidth;
    }),
  ).toBe(true);
  await app.window.point(await author.placeOf("折箭"));
  await until("the card is gone", () =>
    app.window.run(() => document.querySelector("[data-name-card]") === null),
  );
  await app.window.point(await author.placeOf("南舟与韩"), { button: "left", held: KEY.control });
  await until("the entry is open", () =>
    app.window.run(() => document.querySelector("aside article[aria-label=顾南舟]") !== null),
  );
  await author.picture("entry of the name");

  // An entry from the selection, by the menu of the text.
  await open(23);
  await author.select("闻人烛");
  await app.window.point(await author.placeOf("闻人烛"), { button: "right" });
  await until("the menu is open", () => app.window.run(() => document.querySelector("[role=menu]") !== null));
  await author.sees("埋设伏笔", "用选中的文字建条目", "把选中的文字记为别名");
  await author.picture("menu of the text");
  await author.press("用选中的文字建条目");
  await author.sees("名称");
  await author.press("新建");
  await author.left();
  await author.press("出处 4");
  await author.sees("共 4 处，分布在 3 个场景");
  await author.picture("mentions");
  interface Lore {
    entries: { id: number; title: string }[];
  }
  const { entries } = studio.cli<Lore>("lore", "list", file);
  const made = entries.find(({ title }) => title === "闻人烛")?.id;
  expect(studio.cli("mentions", file, "--entry", String(made))).toMatchObject({ total: 4 });
  await app.stop();

  // Nor does the command line accept a proposal without support in the text.
  const { proposals } = studio.cli<Proposals>("kg", "proposals", file);
  const unproven = proposals.filter((one) => one.unproven !== null);
  expect(unproven).toHaveLength(2);
  for (const { id } of unproven)
    expect(studio.refusal("kg", "review", file, "--proposal", String(id), "accept")).toBe("quote_not_found");
});
