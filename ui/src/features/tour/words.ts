import type { Words } from "@/app/words-type";

export const zh = {
  commands: { start: "四处看看" },
  label: "四处看看",
  step: "{{n}} / {{all}}",
  next: "下一处",
  done: "看完了",
  back: "上一处",
  skip: "跳过",
  places: {
    binder: {
      title: "目录和本章",
      text: "左边是目录：卷、章、场景，拖动就能改顺序，绿点表示已经完成。右边的“本章”是计划；标为完成的章还有摘要、要事和下一章的方向，不用模型，在这台电脑上就能做出来。",
    },
    versions: {
      title: "正文和版本",
      text: "写下的字随时保存，每个场景都留着全部版本。随便点一个就能和现在的正文对比，或者恢复；想试另一种写法，就从某一版分出一个分支，主线不受影响。",
    },
    lore: {
      title: "条目",
      text: "人物、地点、物件和规矩记在这里。正文提到它们的名字，它们就会被想起来；不想让读者先知道的，写在“秘密”里。",
    },
    graph: {
      title: "图谱",
      text: "人和物之间的关系、关于他们的事实。事实会变：东西换了主人，从哪个场景起换的，都记得，也指得出原文。“截至”选“当前场景”，图就回到那个场景的时候。",
    },
    threads: {
      title: "线索",
      text: "埋下的伏笔，哪里埋的，哪里提起，哪里收。过了约定的章数还没有收，就标为逾期，排在最前面。",
    },
    timeline: {
      title: "时间线",
      text: "事件按故事里的时间排，旁边写着在哪一章讲。发生在前、讲述在后的是倒叙，一眼就看得出来。",
    },
    findings: {
      title: "问题",
      text: "检查不用模型：忌用的词、前后对不上的说法、标点、重复，都指到原文。故意这样写的，可以放行，并写下理由。",
    },
    checkpoints: {
      title: "存档点",
      text: "整部作品在某个时候的样子，起个名字存下来。以后可以和现在逐字对比，也可以整部、一章或一个场景地恢复。这里的东西都可以放心改动，改坏了也不要紧。",
    },
  },
};

export const en: Words<typeof zh> = {
  commands: { start: "Take a Tour" },
  label: "Tour",
  step: "{{n}} of {{all}}",
  next: "Next",
  done: "Done",
  back: "Back",
  skip: "Skip",
  places: {
    binder: {
      title: "Binder and chapter",
      text: "On the left are volumes, chapters and scenes; drag them to change their order. A green dot means completed. The Chapter tab on the right holds the plan, and for a completed chapter a summary, its key events and directions for the next one, all created on this computer without a model.",
    },
    versions: {
      title: "Text and versions",
      text: "What you write is kept as you write it, and each scene keeps all its versions. Compare any of them with the current text, or restore it. To try another approach, start a branch; the main line stays as it is.",
    },
    lore: {
      title: "Lore",
      text: "People, places, things and the rules of your world. An entry is recalled when the text names it. What readers must not know yet belongs under Secrets.",
    },
    graph: {
      title: "Graph",
      text: "How people and things are related, and the facts about them. Facts change: when a thing changes hands, the graph records from which scene on, and the words that prove it. Set “As of” to “Scene”, and the graph shows what holds in that scene.",
    },
    threads: {
      title: "Threads",
      text: "What you promised the reader: where it was planted, where it comes up again, where it pays off. One that has waited for more chapters than you allowed is overdue and is listed first.",
    },
    timeline: {
      title: "Timeline",
      text: "Events in the order they happen, each with the chapter that tells it. Events that happen before they are told are marked as flashbacks.",
    },
    findings: {
      title: "Findings",
      text: "The checks need no model. They find banned words, contradictory details, slips of tense and punctuation, and repetition, and show you the passage. Waive what you intended, and say why.",
    },
    checkpoints: {
      title: "Checkpoints",
      text: "The whole novel as it was at one moment, under a name. Compare it with the current novel, or restore all of it, a chapter or a scene. Change anything you like here: you can always get it back.",
    },
  },
};
