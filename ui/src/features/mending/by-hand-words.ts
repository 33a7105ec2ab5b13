/** Words of what the author does beside a mending. */
export const zhByHand = {
  missing: {
    text: "这一版的正文读不出来，备份里也没有。选一个文件或粘贴；要与那时的正文一字不差，文件前后有别的文字不要紧。",
    ofRound: "第 {{n}} 轮改出的文字读不出来，备份里也没有。选一个文件或粘贴；“导出…”写过的文件可以用。",
    paste: "粘贴正文",
    do: "用粘贴的文字",
    file: "选一个文件…",
    choose: "选一个有这段正文的文件",
    other: "这不是缺的那一版：与记录的校验对不上。没有改动任何内容；请换一份当时的副本或导出。",
    readOnly: "作品是只读打开的，不能补上。",
  },
  recheck: {
    do: "我改过了，再查一遍",
    none: "没有哪一处因为你的改动消失",
    resolved: "你自己改好了 {{n}} 处",
    again: "有 {{n}} 处又出现了",
    changed: "有 {{n}} 处你改过，要模型再看才知道好了没有",
  },
  damaged: {
    abandon: "放弃这次修订",
    done: "已放弃这次修订",
    text: "它在文件里的记录坏了。正文没有动，这些场景可以重新修订。",
  },
  byAuthor: "你改好的",
};

export const enByHand = {
  missing: {
    text: "The text of this version cannot be read, and no backup has it. Choose a file or paste the text. It must be the same to the last character; a file may have other text around it.",
    ofRound:
      "The text of round {{n}} cannot be read, and no backup has it. Choose a file or paste the text; a file written by “Export…” will do.",
    paste: "Paste the text",
    do: "Use the pasted text",
    file: "Choose a file…",
    choose: "Choose a file that has this text",
    other:
      "This is not the missing text: its checksum differs. Nothing was changed; try another copy or export of that time.",
    readOnly: "The novel is read-only, so the text cannot be supplied.",
  },
  recheck: {
    do: "I made changes: check again",
    none: "None of the issues is gone by your changes",
    resolved: "You resolved {{n}} issue{|s} yourself",
    again: "{{n}} issue{|s} came back",
    changed: "you changed the passages of {{n}} issue{|s}, and only a model can tell whether they are gone",
  },
  damaged: {
    abandon: "Give up this mending",
    done: "This mending was given up",
    text: "Its record in the file is damaged. Your text is as it was, and its scenes can be mended again.",
  },
  byAuthor: "mended by you",
};
