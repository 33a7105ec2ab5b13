import type { Words } from "@/app/words-type";

export const zh = {
  commands: { open: "阅读视图" },
  title: "阅读视图",
  notes: "脚注",
  note: "脚注 {{n}}",
  back: "回到正文里的脚注 {{n}}",
  empty: "这个场景还没有文字。",
  dividing: "分隔",
};

export const en: Words<typeof zh> = {
  commands: { open: "Reading View" },
  title: "Reading View",
  notes: "Footnotes",
  note: "Footnote {{n}}",
  back: "Back to footnote {{n}} in the text",
  empty: "This scene has no text yet.",
  dividing: "Break",
};
