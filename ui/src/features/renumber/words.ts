import type { Words } from "@/app/words-type";

/** Words of the renumber dialog. Namespace: renumber. */
export const zh = {
  title: "重新编号",
  text: "让“第…章”里的号码跟着章的顺序走。写法照旧（第一章、第1章、第一回），号码后面的章名不变；楔子、番外等没有号码的章不动。",
  numbering: "编号方式",
  book: "全书连续",
  volume: "每卷从一开始",
  changes: "将改动 {{n}} 章",
  list: "改动前后的章名",
  becomes: "改为",
  nothing: { title: "章号已经是连续的", text: "没有需要改动的章名。" },
  act: "重新编号",
  cancel: "取消",
  close: "关闭",
  done: "已重新编号，改动了 {{n}} 章",
  undo: "撤销",
  commands: { open: "重新编号…" },
};

export const en: Words<typeof zh> = {
  title: "Renumber chapters",
  text: "Makes the numbers in chapter titles, such as 第十二章, follow the chapter order. Each title keeps its numbering style and its name; chapters without a number are left unchanged.",
  numbering: "Numbering",
  book: "Across the book",
  volume: "Each volume from 1",
  changes: "{{n}} title{|s} will change",
  list: "Titles before and after",
  becomes: "becomes",
  nothing: { title: "The numbers are in order", text: "No title needs to change." },
  act: "Renumber",
  cancel: "Cancel",
  close: "Close",
  done: "Renumbered {{n}} chapter{|s}",
  undo: "Undo",
  commands: { open: "Renumber Chapters…" },
};
