// What became of the comments of a returned file, for stories.
import type { RemarksImported, ReturnedImported } from "@/ipc/types";

type Say = (zh: string, en: string) => string;

export function sampleReturned(say: Say, then: "preview" | "done"): ReturnedImported {
  const isDone = then === "done";
  const by = { who: "editor", name: say("小林", "Lin") } as const;
  const chapter = say("第一章 雨夜渡口", "Chapter 1: The ferry at night");
  const place = { scene: 3, chapter: 1, chapter_index: 0, chapter_title: chapter };
  const lamp = say("第三章 灯", "Chapter 3: The lamp");
  return {
    placed: [
      {
        id: isDone ? 21 : null,
        by,
        text: say("他女儿知道吗？后面好像没有再提。", "Does his daughter know? It is never mentioned again."),
        replies: 1,
        place,
        quote: say("老陶把断剑埋在渡口的老柳树下。", "Old Tao buried the broken sword under the old willow."),
        was: say("老陶把断剑埋在柳树底下。", "Old Tao buried the broken sword below the willow."),
      },
      {
        id: isDone ? 22 : null,
        by,
        text: say("喜欢这一段！", "I love this!"),
        replies: 0,
        place,
        quote: say("江面反而亮了一些。", "The river grew lighter."),
        was: say("江面反而亮了一些。", "The river grew lighter."),
      },
    ],
    answered: [
      {
        comment: 7,
        text: say("柳树换成石碑？", "A stone instead of the willow?"),
        place,
        replies: [{ text: say("石碑好。", "The stone."), by, at: 5 }],
        done: true,
      },
    ],
    known: 4,
    removed: isDone ? 0 : 1,
    restored: isDone ? [9] : [],
    unplaced: [
      {
        id: null,
        by,
        text: say("这里为什么又下雨了？", "Why does it rain again?"),
        replies: [],
        quote: say("雨下了一整夜。", "It rained all night."),
        heading: say("第二章 旧伞", "Chapter 2: The old umbrella"),
        reason: "gone",
      },
      {
        id: null,
        by,
        text: say("好标题。", "A good title."),
        replies: [],
        quote: lamp,
        heading: "",
        reason: "heading",
      },
    ],
    insertions: 3,
    deletions: 1,
  };
}

/** Remarks by number of a reader: two with a place, one that is there already, one without. */
export function sampleNumbered(say: (zh: string, en: string) => string): RemarksImported {
  const place = { scene: 3, chapter: 1, chapter_index: 0, chapter_title: say("第一章 渡口", "1 The ferry") };
  const remark = (id: number, number: number, text: string, quote: string) => ({
    id,
    number,
    text,
    scene: 3,
    place,
    quote,
  });
  return {
    comments: [
      remark(1, 12, say("这里太快了。", "Too fast here."), say("灯灭了。", "The lamp went out.")),
      remark(
        2,
        15,
        say("谁在说话？", "Who speaks?"),
        say("“回去吧，”他说，“雾要来了。”", "“Go back,” he said. “There will be fog.”"),
      ),
    ],
    known: 1,
    unplaced: [
      { number: 99, text: say("没有这一段", "There is no such paragraph"), reason: "no_paragraph" },
      { number: null, text: say("好看！", "I liked it!"), reason: "no_remark" },
    ],
  };
}
