import type { Words } from "@/app/words-type";

export const zh = {
  title: "拼写词典",
  text: "只管打开的这部作品。",
  commands: { words: "拼写词典…" },
  dictionary: {
    label: "用哪部词典检查",
    system: "跟随系统",
    bySystem: "跟随系统（{{name}}）",
    folder: "自备的词典（.aff 和 .dic）放在 {{folder}}。",
    again: "重新查找",
  },
  notEnglish: { title: "这部作品不是英文", text: "只检查英文作品的拼写。作品的语言在“设定”里改。" },
  none: {
    title: "本机没有英文拼写词典",
    text: "在 Debian、Ubuntu 上安装 hunspell-en-us 或 hunspell-en-gb；在其他系统上安装 LibreOffice，或把词典的 .aff 和 .dic 文件放进 {{folder}}。",
  },
  unusable: "这部词典用不了：{{why}}",
  book: {
    look: "查看全书的拼写错误",
    label: "全书的拼写错误",
    count: "{{different}} 个词，共 {{total}} 处",
    more: "这里列出最常见的 {{n}} 个。",
    none: "全书没有发现拼写错误。",
    add: "把“{{word}}”加入本书词典",
  },
  words: {
    label: "本书词典",
    hint: "这些词不算拼错，不分大小写。设定里的名字本来就认得，不必加。",
    placeholder: "添加一个词",
  },
};

export const en: Words<typeof zh> = {
  title: "Spelling dictionaries",
  text: "For the open novel only.",
  commands: { words: "Spelling Dictionaries…" },
  dictionary: {
    label: "Check with",
    system: "System default",
    bySystem: "System default ({{name}})",
    folder: "Put your own dictionaries (.aff and .dic) into {{folder}}.",
    again: "Scan again",
  },
  notEnglish: {
    title: "This novel is not in English",
    text: "Only English novels are checked. The language of the novel is set in the Bible tab.",
  },
  none: {
    title: "There is no English dictionary on this machine",
    text: "On Debian and Ubuntu, install hunspell-en-us or hunspell-en-gb. Elsewhere, install LibreOffice, or put the .aff and .dic files of a dictionary into {{folder}}.",
  },
  unusable: "This dictionary cannot be used: {{why}}",
  book: {
    look: "Check the whole book",
    label: "Misspelt words in the book",
    count: "{{different}} word{|s} in {{total}} place{|s}",
    more: "The {{n}} most frequent are listed here.",
    none: "No misspelt words were found in the book.",
    add: "Add “{{word}}” to the novel's dictionary",
  },
  words: {
    label: "The novel's dictionary",
    hint: "These words are not marked, in upper or lower case. Names in the canon are never marked.",
    placeholder: "Add a word",
  },
};
