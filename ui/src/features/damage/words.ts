import type { Words } from "@/app/words-type";

export const zh = {
  title: "作品文件有损坏",
  open: "有损坏",
  openHint: "作品文件有损坏。点击看哪些完好、怎么办。",
  what: "哪里坏了…",
  noticed: "作品文件有 {{n}} 处损坏。",
  noticedTodo: "请打开最近的备份，或只读打开还读得出的部分。较早的备份不会被新的替换。",
  noticedSalvaged: "作品文件有损坏，现在打开的是还读得出的部分。",
  writing:
    "文件里有 {{n}} 处与写入时不同。读出的文字都经过校验，不会把错的当成对的给你看。损坏期间不会做新的备份，较早的好备份都留着。",
  reading:
    "现在打开的是从损坏的文件里读出来的部分：{{n}} 个场景有文字。读出的文字都经过校验。原文件没有动过。",
  scenesTitle: "不完整的场景",
  none: "读出的场景都是完整的。",
  loss: {
    text: "文字读不出来，显示为空",
    newest: "最新的文字读不出来，显示的是版本 {{version}}",
    place: "文字完整，标题或位置丢失",
  },
  backup: "打开最近的备份（{{when}}）",
  noBackup: "备份文件夹里没有这部作品的完好备份。",
  backupHint: "备份会复制到原文件旁边再打开，原文件和备份都不动。",
  readOnly: "打开还读得出的部分",
  keep: "存为新作品…",
  keepTitle: "把读出的部分存到哪里",
  keepName: "{{name}}（找回）",
  more: "在终端运行 wenfang doctor，后面写作品文件的路径，会列出损坏的页、表和场景。",
  close: "关闭",
  untitled: "无标题",
};

export const en: Words<typeof zh> = {
  title: "The novel's file is damaged",
  open: "Damaged",
  openHint: "The novel's file is damaged. Click to see what is intact and what you can do.",
  what: "What is damaged…",
  noticed: "The novel's file is damaged in {{n}} place{|s}.",
  noticedTodo:
    "Open the newest backup, or open what can still be read as read-only. New backups do not replace older ones.",
  noticedSalvaged: "The novel's file is damaged; the readable part is open.",
  writing:
    "The file no longer matches what was written in {{n}} place{|s}. Every text is verified when it is read, so damaged text is never shown as yours. While the file is damaged no new backup is made, and the intact ones are kept.",
  reading:
    "This is what could be recovered from the damaged file: {{n}} scene{|s} {has|have} {its|their} text. Every text was verified. The file itself was not changed.",
  scenesTitle: "Incomplete scenes",
  none: "Every scene that was found is complete.",
  loss: {
    text: "the text cannot be read and is shown empty",
    newest: "the newest text cannot be read; version {{version}} is shown",
    place: "the text is complete; its title or place is lost",
  },
  backup: "Open the newest backup ({{when}})",
  noBackup: "The backup folder has no good backup of this novel.",
  backupHint:
    "The backup is copied next to the file and the copy is opened. The damaged file and the backup stay as they are.",
  readOnly: "Open what can be read",
  keep: "Save as a new novel…",
  keepTitle: "Where to save what could be read",
  keepName: "{{name}} (recovered)",
  more: "Run wenfang doctor in a terminal, followed by the path of the novel, to list the damaged pages, tables and scenes.",
  close: "Close",
  untitled: "Untitled",
};
