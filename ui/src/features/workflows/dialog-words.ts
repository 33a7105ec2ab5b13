import type { Words } from "@/app/words-type";

/** Words of the dialogs: what a workflow is given, a run done again, what begins by itself. */
export const zhDialogs = {
  again: {
    open: "再次运行…",
    fromHere: "从这里重做…",
    only: "只重做这一步…",
    title: "再次运行",
    from: "从“{{title}}”开始",
    reach: "范围",
    rest: "这一步和它之后的",
    onlyThis: "只这一步",
    fresh: "不沿用原有结果",
    freshText: "输入没有变的步骤本来可以直接沿用结果。",
    runs: "会运行",
    reused: "沿用结果",
    nothing: "没有",
    params: "修改这一步的参数",
    paramsText: "这一步原来的参数，用 JSON 写；{{braces}}会换成运行时的值。",
    noJson: "参数要写成一个 JSON 对象，例如 {}",
    restore: "改回原来的",
    cancel: "取消",
    begin: "运行",
  },
  start: {
    begin: "运行",
    local: "由本机做",
    most: "最多花费（{{currency}}）",
    mostText: "哪一步会超过，那一步就由本机做。",
    fields: {
      words: {
        label: "要找的名字和词",
        hint: "改动的设定里的名字、称呼、事物。每个词后按回车。",
      },
    },
    faults: { missing: "请填写", noJson: "这不是有效的 JSON" },
  },
  switches: {
    title: "自动运行的流程",
    text: "这里只管自己开始的；从菜单运行不受影响。没有花费上限，就只在本机做，不请模型。",
    none: "没有会自己运行的流程",
    when: {
      menu: "从菜单运行",
      chapter_completed: "把一章标为“完成”时",
      scene_saved: "保存场景时",
      canon_changed: "改动设定或条目时",
      imported: "导入书稿后",
    },
    mayCost: "填了花费上限才会请模型：这部作品三十天内的花费到了上限，就只在本机做。",
    ceiling: "三十天内最多花费",
    noCeiling: "不请模型",
    currency: "货币",
  },
};

export const enDialogs: Words<typeof zhDialogs> = {
  again: {
    open: "Run again…",
    fromHere: "Redo from here…",
    only: "Redo this step alone…",
    title: "Run again",
    from: "from “{{title}}”",
    reach: "Reach",
    rest: "This step and what follows",
    onlyThis: "This step alone",
    fresh: "Do not reuse results",
    freshText: "Steps whose input did not change could keep their results.",
    runs: "Will run",
    reused: "Keep their results",
    nothing: "None",
    params: "Change the step's parameters",
    paramsText: "The step's parameters as they were, in JSON; {{braces}} stands for a value of the run.",
    noJson: "Parameters are a JSON object, such as {}",
    restore: "As they were",
    cancel: "Cancel",
    begin: "Run",
  },
  start: {
    begin: "Run",
    local: "Do it on this machine",
    most: "Spend at most ({{currency}})",
    mostText: "A step that would exceed it is done on this machine.",
    fields: {
      words: {
        label: "Names and words to look for",
        hint: "The names and things that the change is about. Enter after each.",
      },
    },
    faults: { missing: "Fill this in", noJson: "This is no valid JSON" },
  },
  switches: {
    title: "Workflows that run by themselves",
    text: "This is about what begins by itself; the menu is not affected. Without a ceiling, what begins by itself asks no model.",
    none: "No workflow begins by itself",
    when: {
      menu: "From the menu",
      chapter_completed: "When a chapter is marked completed",
      scene_saved: "When a scene is saved",
      canon_changed: "When the bible or an entry is changed",
      imported: "After an import",
    },
    mayCost:
      "Models are asked only with a ceiling: once this project has cost that much in 30 days, it goes on without them.",
    ceiling: "Ceiling for 30 days",
    noCeiling: "no model",
    currency: "Currency",
  },
};
