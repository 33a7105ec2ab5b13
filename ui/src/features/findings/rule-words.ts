import type { Words } from "@/app/words-type";
import type { Rule } from "@/ipc/types";

type RuleWords = Record<"name" | "both" | "found" | "bare", string>;

/**
 * The name of each rule, and its message with the found values. `both` uses the expected and the found value, `found`
 * only the latter, `bare` neither.
 */
export const zhRules = {
  timeline_order: {
    name: "时间顺序",
    both: "按时间线应是“{{expected}}”，这里却是“{{found}}”。",
    found: "“{{found}}”与时间线的先后不符。",
    bare: "这里的先后与时间线不符。",
  },
  absent_acts: {
    name: "不在场的人有言行",
    both: "前文写的是“{{expected}}”，这里却有“{{found}}”。",
    found: "“{{found}}”此时已死或不在场，却有言行。",
    bare: "已死或不在场的人在这里有言行。",
  },
  possession: {
    name: "同一物件在两人手里",
    both: "同一件东西，前文在“{{expected}}”手里，这里在“{{found}}”手里。",
    found: "“{{found}}”手里的东西，前文在别人手里。",
    bare: "同一件东西同时在两个人手里。",
  },
  place_conflict: {
    name: "同时身在两地",
    both: "此时应在“{{expected}}”，这里却在“{{found}}”。",
    found: "此时不该在“{{found}}”。",
    bare: "同一个人同时身在两地。",
  },
  age_arithmetic: {
    name: "年龄与日期的推算",
    both: "按前文推算应是“{{expected}}”，这里是“{{found}}”。",
    found: "“{{found}}”与前文推算不出同一个数。",
    bare: "年龄或日期与前文对不上。",
  },
  thread_unknown: {
    name: "已揭晓的线索又成未知",
    both: "前文已经揭晓“{{expected}}”，这里还说“{{found}}”。",
    found: "线索已经揭晓，这里还说“{{found}}”。",
    bare: "已经揭晓的线索，在这里仍被当作未知。",
  },
  name_drift: {
    name: "名字写错",
    both: "名字应是“{{expected}}”，这里写成“{{found}}”。",
    found: "“{{found}}”像是写错的名字。",
    bare: "这里的名字像是写错了。",
  },
  attribute: {
    name: "与设定不符",
    both: "设定里是“{{expected}}”，这里写成“{{found}}”。",
    found: "“{{found}}”与设定不符。",
    bare: "这里与设定不符。",
  },
  pov_drift: {
    name: "视角滑动",
    both: "本场的视角是“{{expected}}”，这里却有“{{found}}”。",
    found: "“{{found}}”与本场的视角不一致。",
    bare: "这里的视角与本场不一致。",
  },
  tense: {
    name: "时态滑动（英文）",
    both: "叙述的时态应是“{{expected}}”，这里是“{{found}}”。",
    found: "“{{found}}”与叙述的时态不一致。",
    bare: "这里的时态与叙述不一致。",
  },
  repetition: {
    name: "近处重复",
    both: "“{{found}}”在近处又出现（{{expected}}）。",
    found: "“{{found}}”在近处又出现。",
    bare: "相同的词句在近处又出现。",
  },
  openings: {
    name: "开头雷同",
    both: "接连几处都以“{{found}}”开头（{{expected}}）。",
    found: "接连几处都以“{{found}}”开头。",
    bare: "接连几处的开头雷同。",
  },
  overused: {
    name: "用得过多的词",
    both: "“{{found}}”用得太多（通常 {{expected}} 次）。",
    found: "“{{found}}”比全书别处用得多得多。",
    bare: "有一个词用得太多。",
  },
  punctuation: {
    name: "标点与引号",
    both: "标点应是「{{expected}}」，这里是「{{found}}」。",
    found: "标点不成对或用错了：「{{found}}」",
    bare: "标点不成对或用错了。",
  },
  forbidden_words: {
    name: "禁用词",
    both: "出现了禁用词“{{found}}”，可改用“{{expected}}”。",
    found: "出现了禁用词“{{found}}”。",
    bare: "出现了禁用词。",
  },
  length: {
    name: "篇幅",
    both: "目标篇幅 {{expected}}，现在 {{found}}。",
    found: "现在篇幅 {{found}}，与目标相差太多。",
    bare: "篇幅与目标相差太多。",
  },
  dialogue_tags: {
    name: "对话提示",
    both: "接连 {{found}} 句对话没有说是谁讲的（{{expected}} 句起提醒）。",
    found: "提示语“{{found}}”用滥了。",
    bare: "说话的人不清楚，或提示语用滥了。",
  },
  wrong_character: {
    name: "错别字（中文）",
    both: "“{{found}}”像是“{{expected}}”之误。",
    found: "“{{found}}”像是错别字。",
    bare: "这里像是有错别字。",
  },
  de_particles: {
    name: "的、地、得（中文）",
    both: "这里该用“{{expected}}”，写成了“{{found}}”。",
    found: "这里的“{{found}}”像是用错了。",
    bare: "“的、地、得”像是用错了。",
  },
  doubled: {
    name: "多打的字（中文）",
    both: "“{{found}}”像是多打了字，应是“{{expected}}”。",
    found: "“{{found}}”像是多打了字。",
    bare: "这里像是多打了字。",
  },
  model_setting: {
    name: "与设定矛盾（模型）",
    both: "设定是“{{expected}}”，这里却是“{{found}}”。",
    found: "“{{found}}”与设定矛盾。",
    bare: "这里与设定矛盾。",
  },
  model_pov: {
    name: "视角滑动（模型）",
    both: "视角应是“{{expected}}”，这里成了“{{found}}”。",
    found: "视角滑到了“{{found}}”。",
    bare: "这里的视角不一致。",
  },
} satisfies Record<Rule, RuleWords>;

export const enRules: Words<typeof zhRules> = {
  timeline_order: {
    name: "Order of events",
    both: "The timeline says “{{expected}}”; here it is “{{found}}”.",
    found: "“{{found}}” contradicts the order of the timeline.",
    bare: "The order here contradicts the timeline.",
  },
  absent_acts: {
    name: "Dead or absent character acts",
    both: "Earlier the text says “{{expected}}”; here there is “{{found}}”.",
    found: "“{{found}}” is dead or absent at this point, yet speaks or acts.",
    bare: "A dead or absent character speaks or acts here.",
  },
  possession: {
    name: "Item in two hands",
    both: "The same item was with “{{expected}}”; here it is with “{{found}}”.",
    found: "The item “{{found}}” has here is with someone else.",
    bare: "One item is with two people at once.",
  },
  place_conflict: {
    name: "Two places at once",
    both: "At this time the place is “{{expected}}”; here it is “{{found}}”.",
    found: "No one can be at “{{found}}” at this time.",
    bare: "Someone is in two places at once.",
  },
  age_arithmetic: {
    name: "Ages and dates",
    both: "Earlier text implies “{{expected}}”; here it is “{{found}}”.",
    found: "“{{found}}” does not fit the earlier text.",
    bare: "The age or date does not fit the earlier text.",
  },
  thread_unknown: {
    name: "Revealed thread treated as unknown",
    both: "“{{expected}}” has already been revealed; here it still says “{{found}}”.",
    found: "The thread has already been revealed; here it still says “{{found}}”.",
    bare: "A thread that has already been revealed is treated as unknown.",
  },
  name_drift: {
    name: "Misspelt names",
    both: "The name is “{{expected}}”; here it is “{{found}}”.",
    found: "“{{found}}” looks like a misspelt name.",
    bare: "The name here looks misspelt.",
  },
  attribute: {
    name: "Contradicts the canon",
    both: "The canon says “{{expected}}”; here it is “{{found}}”.",
    found: "“{{found}}” contradicts the canon.",
    bare: "This contradicts the canon.",
  },
  pov_drift: {
    name: "Point-of-view drift",
    both: "The point of view is “{{expected}}”; here there is “{{found}}”.",
    found: "“{{found}}” is not in the point of view of the scene.",
    bare: "This is not in the point of view of the scene.",
  },
  tense: {
    name: "Tense drift (English)",
    both: "The narrative tense calls for “{{expected}}”; here it is “{{found}}”.",
    found: "“{{found}}” is not in the narrative tense.",
    bare: "This is not in the narrative tense.",
  },
  repetition: {
    name: "Nearby repetition",
    both: "“{{found}}” is repeated nearby ({{expected}}).",
    found: "“{{found}}” is repeated nearby.",
    bare: "The same words are repeated nearby.",
  },
  openings: {
    name: "Similar openings",
    both: "Several in a row open with “{{found}}” ({{expected}}).",
    found: "Several in a row open with “{{found}}”.",
    bare: "Several in a row open the same way.",
  },
  overused: {
    name: "Overused words",
    both: "“{{found}}” is used too often (usually {{expected}} time{|s}).",
    found: "“{{found}}” is used far more often than elsewhere in the book.",
    bare: "A word is used too often.",
  },
  punctuation: {
    name: "Punctuation and quotes",
    both: "This mark should be “{{expected}}”, not “{{found}}”.",
    found: "This mark is unpaired or wrong: “{{found}}”",
    bare: "A mark is unpaired or wrong.",
  },
  forbidden_words: {
    name: "Forbidden words",
    both: "“{{found}}” is forbidden; use “{{expected}}” instead.",
    found: "“{{found}}” is forbidden.",
    bare: "There is a forbidden word here.",
  },
  length: {
    name: "Length",
    both: "The target length is {{expected}}; the text has {{found}}.",
    found: "A length of {{found}} is far from the target.",
    bare: "The length is far from the target.",
  },
  dialogue_tags: {
    name: "Dialogue tags",
    both: "{{found}} line{|s} of speech in a row have no speaker tag (marked from {{expected}} on).",
    found: "The tag “{{found}}” is overused.",
    bare: "It is not clear who speaks, or the tag is overused.",
  },
  wrong_character: {
    name: "Wrong characters (Chinese)",
    both: "“{{found}}” looks like a mistake for “{{expected}}”.",
    found: "“{{found}}” looks like a wrong character.",
    bare: "There seems to be a wrong character here.",
  },
  de_particles: {
    name: "的, 地 and 得 (Chinese)",
    both: "It should be “{{expected}}” here, not “{{found}}”.",
    found: "“{{found}}” seems to be the wrong particle here.",
    bare: "的, 地 and 得 seem to be confused here.",
  },
  doubled: {
    name: "Characters typed twice (Chinese)",
    both: "“{{found}}” seems to be typed twice; it should be “{{expected}}”.",
    found: "“{{found}}” seems to be typed twice.",
    bare: "Something seems to be typed twice here.",
  },
  model_setting: {
    name: "Contradicts the setting (model)",
    both: "The setting says “{{expected}}”; here it is “{{found}}”.",
    found: "“{{found}}” contradicts the setting.",
    bare: "This contradicts the setting.",
  },
  model_pov: {
    name: "Point-of-view drift (model)",
    both: "The point of view should be “{{expected}}”; here it is “{{found}}”.",
    found: "The point of view drifts to “{{found}}”.",
    bare: "The point of view drifts here.",
  },
};
