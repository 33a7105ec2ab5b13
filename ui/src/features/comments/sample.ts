// Comments for stories and tests.
import type { Comments, CommentView, SceneRef } from "@/ipc/types";

export type Say = (zh: string, en: string) => string;

/** The scene of the chapter with this index; null: in the bin. */
function place(index: number | null, title: string): SceneRef {
  return {
    scene: (index ?? 900) + 1,
    chapter: index === null ? null : index + 1,
    chapter_index: index,
    chapter_title: index === null ? "" : title,
  };
}

export function comment(id: number, text: string, change: Partial<CommentView> = {}): CommentView {
  return {
    id,
    text,
    state: "open",
    colour: "yellow",
    by: {},
    at: Date.UTC(2026, 10, 26, 8, 30),
    replies: [],
    not_for_print: false,
    quote: "他把断剑埋在渡口的老柳树下。",
    gone: false,
    version: 1,
    range: { start: 10 * id, end: 10 * id + 14 },
    place: place(0, "第一章 雨夜渡口"),
    removed_at: null,
    ...change,
  };
}

/** Comments in every state. */
export function comments(say: Say): Comments {
  const first = place(0, say("第一章 雨夜渡口", "Chapter 1: The ferry at night"));
  const second = place(1, say("第二章 旧伞", "Chapter 2: The old umbrella"));
  const editor = { who: "editor", name: say("林编", "Lin, editor") } as const;
  const quote = say(
    "老陶把断剑埋在渡口的老柳树下，谁也没有告诉。",
    "Old Tao buried the broken sword under the willow.",
  );
  const of = (id: number, text: string, change: Partial<CommentView>) =>
    comment(id, text, { quote, place: first, ...change });
  const all = [
    of(1, say("柳树在第九章被砍了，换成石碑？", "The willow is cut down in chapter nine. A stone instead?"), {
      replies: [
        {
          text: say("用石碑，和碑文呼应。", "The stone; it echoes the inscription."),
          by: editor,
          at: Date.UTC(2026, 10, 27),
        },
        { text: say("好。", "Good."), by: {}, at: Date.UTC(2026, 10, 27, 2) },
      ],
    }),
    of(2, say("这里节奏慢了，删一句。", "Too slow here: cut a sentence."), { colour: "blue", by: editor }),
    of(3, say("查：渡口几点收船？", "Look up: when does the ferry stop?"), {
      colour: "green",
      state: "done",
    }),
    of(4, say("这句先留着。", "Keep this line for now."), { colour: "pink", gone: true }),
    of(5, "", { colour: "grey", not_for_print: true, place: second }),
    of(6, say("导入的批注。", "An imported comment."), {
      colour: "purple",
      by: { who: "import" },
      place: second,
    }),
    of(7, say("旧稿里的。", "From the old draft."), { place: place(null, "") }),
  ];
  return { comments: all, open: 5, done: 1 };
}
