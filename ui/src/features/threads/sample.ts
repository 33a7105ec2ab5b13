// Threads for stories and tests.
import type { AnchorRole, AnchorView, SceneRef, Threads, ThreadView } from "@/ipc/types";

type Say = (zh: string, en: string) => string;

/** The scene of the chapter with this index. */
export function place(index: number | null, title?: string): SceneRef {
  return {
    scene: (index ?? 900) + 1,
    chapter: index === null ? null : index + 1,
    chapter_index: index,
    chapter_title: index === null ? "" : (title ?? `第${index + 1}章`),
  };
}

export function anchor(
  id: number,
  role: AnchorRole,
  chapter: number | null,
  change: Partial<AnchorView> = {},
): AnchorView {
  return {
    id,
    role,
    quote: "他把断剑埋在渡口的老柳树下。",
    gone: false,
    note: "",
    version: 1,
    range: { start: 10, end: 24 },
    place: place(chapter),
    ...change,
  };
}

export function thread(id: number, title: string, change: Partial<ThreadView>): ThreadView {
  return {
    id,
    title,
    description: "",
    status: "open",
    due_after: 20,
    reason: "",
    overdue: null,
    anchors: [],
    ...change,
  };
}

/** A novel of forty chapters with a thread in every state. */
export function threads(say: Say): Threads {
  const at = (index: number) =>
    place(index, say(`第${index + 1}章 雨夜渡口`, `Chapter ${index + 1}: The ferry at night`));
  const quote = say(
    "老陶把断剑埋在渡口的老柳树下，谁也没有告诉。",
    "Old Tao buried the broken sword under the willow and told nobody.",
  );
  const an = (id: number, role: AnchorRole, index: number, change: Partial<AnchorView> = {}) =>
    anchor(id, role, index, { place: at(index), quote, ...change });
  return {
    at: at(39),
    threads: [
      thread(1, say("断剑的来历", "Where the sword came from"), {
        description: say(
          "断剑是闻铎的信物。许青禾拿到另一半时揭晓。",
          "The sword is Wen Duo's token, revealed when Xu finds the other half.",
        ),
        overdue: { due_after: 20, chapters_since: 21 },
        anchors: [
          an(1, "plant", 2),
          an(2, "reminder", 9, {
            quote: say("断剑上的铜锈又深了一层。", "The rust had crept further."),
            note: say("别再提第三次", "Not a third time"),
          }),
          an(3, "payoff", 18, { quote: say("剑柄上刻着半个“闻”字。", "Half a name on the hilt.") }),
        ],
        status: "partial",
      }),
      thread(2, say("没有署名的信", "The letter without a name"), {
        overdue: { due_after: 10, chapters_since: 33 },
        due_after: 10,
        anchors: [an(4, "plant", 6)],
      }),
      thread(3, say("小满腕上的铜铃", "Xiaoman's bell"), {
        anchors: [an(5, "plant", 30), an(6, "reminder", 34, { gone: true })],
      }),
      thread(4, say("半本账册", "Half a ledger"), {
        status: "partial",
        anchors: [an(7, "plant", 22), an(8, "payoff", 36)],
      }),
      thread(5, say("乔七娘欠的人情", "What Qiao owes"), { due_after: null }),
      thread(6, say("断桥是谁毁的", "Who broke the bridge"), {
        status: "resolved",
        anchors: [an(9, "plant", 0), an(10, "payoff", 12)],
      }),
      thread(7, say("河神的传说", "The god of the river"), {
        status: "abandoned",
        reason: say("第二卷改写后用不上了", "Not needed after the second volume was rewritten"),
        anchors: [an(11, "plant", 4)],
      }),
    ],
  };
}
