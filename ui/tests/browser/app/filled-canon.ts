// A canon for the open novel, so that its screens have something to show; created by commands, found by the names
// below.
import type { App } from "./harness";

/** Its subject. */
export const FILLED = {
  entry: "沈惊蛰",
  place: "旧灯塔",
  thread: "断剑的来历",
  event: "灯塔灭了",
} as const;

/** The words at the end of the scene. */
export const TOLD = "雾散了，沈惊蛰望着旧灯塔。沈惊蛰是阿七的师父。阿七把断剑埋在滩上。";

/** Fills the canon about the words of `TOLD`, which must be in the scene. */
export async function fillCanon(app: App): Promise<void> {
  const scene = await app.scene();
  const passage = (quote: string) => ({ scene, quote });
  await app.call("bible.set", { key: "genre", value: "市井悬疑", locked: true });
  await app.call("bible.set", { key: "更新节奏", value: "每周两章" });
  const { id: lore_entry } = await app.call<{ id: number }>("lore.save", {
    title: FILLED.entry,
    kind: "character",
    aliases: ["沈先生"],
    content: "渡口的新客，话少。",
    secrets: "他认得断剑。",
    keywords: ["剑匣"],
    constant: true,
    locked: true,
  });
  await app.call("lore.save", { title: FILLED.place, kind: "location", disabled: true });
  const { id: gone } = await app.call<{ id: number }>("lore.save", {
    title: "废稿里的人",
    kind: "character",
  });
  await app.call("lore.remove", { entries: [gone] });
  await app.call("kg.save_entity", { name: FILLED.entry, kind: "character", lore_entry });
  await app.call("kg.save_relation", {
    from: { name: FILLED.entry },
    to: { name: "阿七" },
    kind: "师父",
    passage: passage("沈惊蛰是阿七的师父"),
  });
  await app.call("kg.save_fact", {
    subject: { name: FILLED.entry },
    predicate: "境界",
    object: { text: "筑基" },
    valid_to: scene,
  });
  await app.call("kg.save_fact", {
    subject: { name: FILLED.entry },
    predicate: "身份",
    object: { text: "剑客" },
    modality: "rumour",
  });
  await app.call("threads.save", {
    title: FILLED.thread,
    description: "要在塔顶揭开。",
    due_after: 3,
    passage: passage("阿七把断剑埋在滩上"),
  });
  const { id: abandoned } = await app.call<{ id: number }>("threads.save", { title: "河神的传说" });
  await app.call("threads.act", { thread: abandoned, act: "abandon", reason: "改写了" });
  const { event } = await app.call<{ event: number }>("timeline.save", {
    title: FILLED.event,
    description: "没有人承认看见。",
    time: "三月初五",
    place: "塔顶",
    participants: [{ name: FILLED.entry }, { name: "阿七" }],
    scene,
  });
  await app.call("timeline.save", { title: "拜师", after: [event], participants: [{ name: "阿七" }] });
  await app.call("kg.propose", {
    source: "人物小传",
    proposals: [
      {
        proposed: { kind: "entity", name: FILLED.place, entity_kind: "location" },
        confidence: 0.8,
        scene,
        quote: "望着旧灯塔",
      },
      {
        proposed: { kind: "fact", subject: "阿七", predicate: "埋下", object: "断剑", modality: "claimed" },
        confidence: 0.65,
        scene,
        quote: "阿七把断剑埋在滩上",
      },
    ],
  });
}
