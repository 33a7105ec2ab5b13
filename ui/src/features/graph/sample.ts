// Graphs for stories and tests: a small novel written out, and large generated ones.
import { KINDS } from "./kinds";
import type { EntityKind, GraphContent, GraphEdge, GraphFact, GraphNode, Modality } from "./view-model";

type Say = (zh: string, en: string) => string;

export const node = (id: string, name: string, kind: EntityKind = "character", ...aliases: string[]) =>
  ({ id, name, kind, aliases }) satisfies GraphNode;

export const edge = (
  id: string,
  from: string,
  to: string,
  label: string,
  change: Partial<GraphEdge> = {},
): GraphEdge => ({
  id,
  of: "relation",
  from,
  to,
  label,
  since: null,
  until: null,
  modality: "narrated",
  ...change,
});

/** The people of a ferry, a salt gang and a bridge that broke. */
export function ferry(say: Say): GraphContent {
  const nodes: GraphNode[] = [
    node(
      "lin",
      say("林渡川", "Lin Duchuan"),
      "character",
      say("摆渡人", "the ferryman"),
      say("阿川", "Chuan"),
    ),
    node("xu", say("许青禾", "Xu Qinghe"), "character", say("青禾", "Qinghe")),
    node("tao", say("老陶", "Old Tao")),
    node("zhou", say("周砚", "Zhou Yan"), "character", say("周先生", "Master Zhou")),
    node("qiao", say("乔七娘", "Qiao the Seventh")),
    node("wen", say("闻铎", "Wen Duo")),
    node("xiao", say("小满", "Xiaoman")),
    node("ferry", say("白石渡", "Whitestone Ferry"), "location"),
    node("town", say("临河镇", "Riverside"), "location", say("镇上", "the town")),
    node("bridge", say("断桥", "the Broken Bridge"), "location"),
    node("salt", say("盐帮", "the Salt Gang"), "organization"),
    node("office", say("河道衙门", "the River Office"), "organization"),
    node("bell", say("铜铃", "the copper bell"), "item"),
    node("ledger", say("半本账册", "half a ledger"), "item"),
    node("flood", say("腊月大水", "the winter flood"), "event"),
    node("vanish", say("沉船之谜", "who sank the boat"), "thread"),
  ];
  const planned: Modality = "planned";
  const edges: GraphEdge[] = [
    edge("r1", "tao", "lin", say("师父", "master"), { until: say("第三章", "chapter 3") }),
    edge("r2", "xu", "lin", say("债主", "creditor"), { since: say("第五章", "chapter 5") }),
    edge("r3", "zhou", "xu", say("舅父", "uncle")),
    edge("r4", "zhou", "office", say("师爷", "secretary")),
    edge("r5", "qiao", "salt", say("当家", "head")),
    edge("r6", "wen", "salt", say("账房", "bookkeeper"), { until: say("第二十章", "chapter 20") }),
    edge("r7", "wen", "ledger", say("持有人", "holder")),
    edge("r8", "lin", "ferry", say("船工", "boatman")),
    edge("r9", "tao", "ferry", say("船东", "owner")),
    edge("r10", "xiao", "tao", say("孙女", "granddaughter")),
    edge("r11", "xiao", "bell", say("戴着", "wears")),
    edge("r12", "ferry", "town", say("渡口", "ferry"), { of: "fact" }),
    edge("r13", "bridge", "town", say("城外", "outside of"), { of: "fact" }),
    edge("r14", "flood", "bridge", say("冲毁", "destroyed")),
    edge("r15", "qiao", "wen", say("旧识", "old friend"), { modality: "rumour" }),
    edge("r16", "vanish", "ledger", say("牵出", "leads to"), { modality: planned }),
    edge("r17", "vanish", "tao", say("涉及", "concerns")),
    edge("r18", "lin", "xiao", say("义兄", "sworn brother")),
    edge("r19", "office", "salt", say("暗中庇护", "protects in secret"), { modality: "claimed" }),
    edge("r20", "xu", "town", say("药铺掌柜", "keeps the pharmacy"), { of: "fact" }),
    edge("r21", "lin", "xu", say("未婚夫", "betrothed"), { modality: planned }),
  ];
  const facts: GraphFact[] = [
    fact("f1", "lin", say("年龄", "age"), say("二十四", "twenty-four")),
    fact("f2", "xu", say("左手", "left hand"), say("缺一截小指", "lacks half a finger")),
    fact(
      "f3",
      "tao",
      say("下落", "whereabouts"),
      say("沉船之后再无人见过", "unseen since the boat sank"),
      "rumour",
    ),
  ];
  return { nodes, edges, facts };
}

function fact(
  id: string,
  from: string,
  label: string,
  text: string,
  modality: Modality = "narrated",
): GraphFact {
  return { id, of: "fact", from, label, text, since: null, until: null, modality };
}

/** Deterministic numbers, 0 to 1. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Many entities in circles of different sizes, some connected to everyone. */
export function manyEntities(count: number, ties: number, say: Say): GraphContent {
  const throwDice = dice(7);
  const surnames = [..."沈陆顾裴温苏傅江叶程秦谢楚姜洛闻"];
  const given = [..."青砚舟禾遥川月澄野棠宁昭星河雪南"];
  const labels = [
    say("师徒", "teacher"),
    say("同门", "schoolmate"),
    say("仇敌", "enemy"),
    say("姻亲", "in-law"),
    say("属下", "serves"),
    say("旧友", "old friend"),
  ];
  const pick = <T>(from: readonly T[]): T => from[Math.floor(throwDice() * from.length)] as T;
  const weights: EntityKind[] = ["character", "character", "character", "character", ...KINDS];
  const nodes = Array.from({ length: count }, (_, at): GraphNode => {
    const name = say(
      `${pick(surnames)}${pick(given)}${throwDice() < 0.4 ? pick(given) : ""}`,
      `Person ${at + 1}`,
    );
    return node(`n${at}`, name, at < 30 ? "character" : pick(weights));
  });
  const circle = Math.max(12, Math.round(count / 28));
  const tied = new Set<string>();
  const edges: GraphEdge[] = [];
  while (edges.length < ties) {
    const at = edges.length;
    const from = Math.floor(throwDice() ** 1.9 * count);
    const home = from % circle;
    const to =
      throwDice() < 0.86
        ? home + circle * Math.floor(throwDice() ** 1.6 * Math.floor(count / circle))
        : Math.floor(throwDice() ** 2 * count);
    const end = Math.min(count - 1, to);
    const pair = `${Math.min(from, end)} ${Math.max(from, end)}`;
    if (from === end || tied.has(pair)) continue;
    tied.add(pair);
    const modality = throwDice() < 0.06 ? "rumour" : "narrated";
    const of = throwDice() < 0.2 ? "fact" : "relation";
    edges.push(edge(`e${at}`, `n${from}`, `n${end}`, pick(labels), { modality, of }));
  }
  return { nodes, edges, facts: [] };
}

/** Names of all lengths. */
export function longNames(say: Say): GraphContent {
  const long = say(
    "奉旨巡查白石渡至临河镇沿岸河工兼理盐务钱粮事宜的钦差大臣",
    "Commissioner of river works and salt revenue from Whitestone Ferry down to Riverside",
  );
  const nodes = [
    node(
      "a",
      long,
      "character",
      say("那位大人", "His Excellency"),
      say("说不清来历的人", "a man from nowhere"),
    ),
    node("b", say("衙", "Yamen"), "organization"),
    node(
      "c",
      say("一把没有人打开过的三重铜锁柜子", "A cabinet with three copper locks that nobody ever opened"),
      "item",
    ),
    node("d", say("腊月二十三夜里的那场无人敢提的大火", "The fire of which nobody dares to speak"), "event"),
  ];
  const edges = [
    edge("1", "a", "b", say("名义上的上级而实际上受其挟制", "its head in name, and in truth its prisoner")),
    edge("2", "c", "a", say("藏着他的把柄", "holds what would ruin him"), {
      since: say("第三卷第一百一十二章", "volume 3, chapter 112"),
    }),
    edge("3", "d", "c", say("险些烧毁", "nearly burnt it")),
  ];
  return { nodes, edges, facts: [fact("f", "a", say("口头禅", "often says"), long.repeat(3))] };
}
