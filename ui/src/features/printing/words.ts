import type { Words } from "@/app/words-type";

export const zh = {
  commands: { print: "打印…" },
  title: "打印",
  description: "用系统的打印窗口打印书稿，没有页码和目录；要页码和目录，请导出 PDF。",
  scope: "打印什么",
  scopes: { book: "全书", volume: "本卷", chapter: "本章" },
  scopeHints: {
    book: "书名页和所有章节。很长的书请一卷一卷打印。",
    volume: "正在写的一章所在的卷。",
    chapter: "正在写的一章。",
  },
  vertical: "竖排，从右向左",
  drafts: "打印的是最新的文字，草稿也在内；不印的场景和段落不在内。",
  empty: "书稿里还没有章节，没有可打印的内容。",
  submit: "打印…",
  shown: "系统的打印窗口已经打开。打印好以后，请关闭这里。",
  ended: "系统的打印窗口关了。打印好了就可以完成，没有打就再打开一次。",
  again: "再次打开打印窗口",
  close: "完成",
};

export const en: Words<typeof zh> = {
  commands: { print: "Print…" },
  title: "Print",
  description:
    "Prints the manuscript with the print dialog of the system, without page numbers and contents. Export a PDF for those.",
  scope: "What to print",
  scopes: { book: "Whole book", volume: "This volume", chapter: "This chapter" },
  scopeHints: {
    book: "Title page and every chapter. Print a very long book volume by volume.",
    volume: "The volume of the chapter that you are in.",
    chapter: "The chapter that you are in.",
  },
  vertical: "Vertical lines, from right to left",
  drafts: "The newest text is printed, drafts included; what is not for print is not.",
  empty: "There are no chapters to print yet.",
  submit: "Print…",
  shown: "The print dialog of the system is open. Close this one when you are done.",
  ended: "The print dialog of the system is closed. You are done, or open it again if nothing was printed.",
  again: "Open the print dialog again",
  close: "Done",
};
