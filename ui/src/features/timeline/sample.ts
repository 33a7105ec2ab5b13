// Timelines for stories and tests: a small one written out, large generated ones.
import type { Lane, TimelineEvent } from "./view-model";

type Say = (zh: string, en: string) => string;

export interface SampleTimeline {
  events: TimelineEvent[];
  lanes: Lane[];
}

export function event(
  id: string,
  title: string,
  participants: readonly string[],
  change: Partial<TimelineEvent> = {},
): TimelineEvent {
  return {
    id,
    title,
    time: "",
    place: "",
    participants,
    chapter: null,
    told: null,
    placed: "key",
    displaced: "in_order",
    ...change,
  };
}

/** A ferry, a flood and a ledger. */
export function ferryYears(say: Say): SampleTimeline {
  const lanes: Lane[] = [
    { id: "lin", name: say("林渡川", "Lin Duchuan") },
    { id: "xu", name: say("许青禾", "Xu Qinghe") },
    { id: "tao", name: say("老陶", "Old Tao") },
    { id: "zhou", name: say("周砚", "Zhou Yan") },
    { id: "qiao", name: say("乔七娘", "Qiao the Seventh") },
    { id: "wen", name: say("闻铎", "Wen Duo") },
    { id: "xiao", name: say("小满", "Xiaoman") },
  ];
  const chapter = (n: number) => say(`第${n}章`, `Chapter ${n}`);
  const ferry = say("白石渡", "Whitestone Ferry");
  const bridge = say("断桥", "the Broken Bridge");
  const town = say("临河镇", "Riverside");
  const events = [
    event("1", say("老陶收留落水的孩子", "Old Tao takes in the child from the water"), ["tao", "lin"], {
      time: say("十二年前 秋", "twelve years before, autumn"),
      place: ferry,
      chapter: chapter(9),
      told: 6,
      displaced: "flashback",
    }),
    event("2", say("乔七娘与闻铎立下字据", "Qiao and Wen Duo sign the bond"), ["qiao", "wen"], {
      time: say("八年前", "eight years before"),
      place: say("盐帮码头", "the Salt Gang's pier"),
      chapter: chapter(14),
      told: 9,
      displaced: "flashback",
    }),
    event("3", say("小满戴上铜铃", "Xiaoman is given the bell"), ["xiao", "tao"], {
      chapter: chapter(2),
      told: 2,
      placed: "told",
      place: ferry,
    }),
    event("4", say("腊月大水冲毁断桥", "The winter flood takes the bridge"), ["lin", "tao", "xiao", "xu"], {
      time: say("元年腊月廿三", "first year, 23rd of the last month"),
      place: bridge,
      chapter: chapter(1),
      told: 1,
    }),
    event("5", say("渡船沉没，老陶失踪", "The boat sinks, Old Tao is gone"), ["tao", "lin", "wen"], {
      time: say("元年腊月廿四夜", "first year, the night after"),
      place: ferry,
      chapter: chapter(3),
      told: 3,
    }),
    event("6", say("许青禾上门讨药钱", "Xu Qinghe comes for her money"), ["xu", "lin"], {
      placed: "after",
      place: ferry,
      chapter: chapter(5),
      told: 4,
    }),
    event(
      "7",
      say("周砚托人送来一封没有署名的信", "Zhou Yan sends a letter without a name"),
      ["zhou", "xu"],
      {
        time: say("二年正月", "second year, first month"),
        place: town,
        chapter: chapter(7),
        told: 5,
      },
    ),
    event(
      "8",
      say("半本账册在当铺现身", "Half the ledger turns up at the pawnshop"),
      ["lin", "xu", "wen", "zhou"],
      {
        time: say("二年二月初二", "second year, 2nd of the second month"),
        place: town,
        chapter: chapter(11),
        told: 7,
      },
    ),
    event("9", say("断桥边对质", "They have it out at the bridge"), ["lin", "wen", "qiao", "xiao"], {
      placed: "told",
      place: bridge,
      chapter: chapter(12),
      told: 8,
    }),
    event("10", say("河上再无渡船", "No ferry on the river any more"), ["lin", "xiao"], {
      time: say("十年后", "ten years later"),
      place: ferry,
      chapter: chapter(4),
      told: 10,
      displaced: "flash_forward",
    }),
    event("11", say("新桥落成", "The new bridge opens"), ["lin", "xu", "xiao", "zhou"], {
      time: say("十一年后 春", "eleven years later, spring"),
      place: bridge,
    }),
  ];
  return { events, lanes };
}

/** The same events in telling order; untold ones come last. */
export function asTold(events: readonly TimelineEvent[]): TimelineEvent[] {
  return [...events].sort((a, b) => (a.told ?? Infinity) - (b.told ?? Infinity));
}

/** Many events with many people: some are nearly everywhere, most come and go. */
export function manyEvents(count: number, people: number, say: Say): SampleTimeline {
  let state = 11;
  const throwDice = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(throwDice() * from.length)] as T;
  const surnames = [..."沈陆顾裴温苏傅江叶程"];
  const given = [..."青砚舟禾遥川月澄野棠宁昭"];
  const lanes = Array.from(
    { length: people },
    (_, at): Lane => ({
      id: `p${at}`,
      name: say(`${pick(surnames)}${pick(given)}${throwDice() < 0.5 ? pick(given) : ""}`, `Person ${at + 1}`),
    }),
  );
  const acts = [
    say("夜访", "A visit at night"),
    say("立约", "A bond"),
    say("失而复得", "Lost and found"),
    say("反目", "They fall out"),
    say("城门交锋", "A fight at the gate"),
    say("远行", "A journey"),
  ];
  const places = [say("北境", "the North"), say("京城", "the capital"), say("雾隐山", "Mist Mountain"), ""];
  const events = Array.from({ length: count }, (_, at) => {
    const crew = Array.from({ length: 1 + Math.floor(throwDice() * 4) }, () => {
      const rank = Math.floor(throwDice() ** 2.2 * people);
      // Most are active for a stretch of the story.
      const late = rank > 12 ? (rank + Math.floor((at / count) * people)) % people : rank;
      return `p${late}`;
    });
    const chance = throwDice();
    const placed = throwDice() < 0.8 ? "key" : throwDice() < 0.5 ? "after" : "told";
    return event(`e${at}`, `${pick(acts)} ${at + 1}`, [...new Set(crew)], {
      time:
        placed === "key"
          ? say(
              `第${1 + Math.floor(at / 400)}年${1 + (Math.floor(at / 34) % 12)}月`,
              `Year ${1 + Math.floor(at / 400)}, month ${1 + (Math.floor(at / 34) % 12)}`,
            )
          : "",
      place: pick(places),
      chapter: say(`第${1 + Math.floor(at / 4)}章`, `Chapter ${1 + Math.floor(at / 4)}`),
      told: at + 1,
      placed,
      displaced: chance < 0.03 ? "flashback" : chance < 0.045 ? "flash_forward" : "in_order",
    });
  });
  return { events, lanes };
}

/** Words of all lengths. */
export function longWords(say: Say): SampleTimeline {
  const name = say(
    "奉旨巡查白石渡至临河镇沿岸河工的钦差大臣",
    "The commissioner of river works between the ferry and the town",
  );
  const title = say(
    "在谁也没有料到的一个夜里，二十年前就已经沉下去的那条渡船忽然自己从上游漂了回来",
    "On a night when nobody expected it, the boat that had sunk twenty years ago came drifting down the river by itself",
  );
  const lanes = [
    { id: "a", name },
    { id: "b", name: say("丁", "Ding") },
  ];
  const events = [
    event("1", title, ["a", "b", "c", "d"], {
      time: say(
        "大水之后第二十个年头的腊月里某一个没有月亮的夜晚",
        "A moonless night in the last month of the twentieth year after the flood",
      ),
      place: say("白石渡下游三里半的芦苇荡深处", "Deep in the reeds, half a league below Whitestone Ferry"),
      chapter: say(
        "第三卷第一百一十二章 归舟不渡旧时人",
        "Volume 3, chapter 112: The boat that carries nobody back",
      ),
      told: 1,
      displaced: "flashback",
      placed: "told",
    }),
    event("2", say("无", "No"), []),
  ];
  return { events, lanes };
}
