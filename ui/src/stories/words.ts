import type { Words } from "@/app/words-type";

/** Strings of the stories page itself. */
export const zh = {
  title: "文房组件",
  theme: "主题",
  language: "语言",
  stories: "组件列表",
  light: "浅色",
  dark: "深色",
  paper: "纸色",
  green: "护眼",
};

export const en: Words<typeof zh> = {
  title: "Wenfang components",
  theme: "Theme",
  language: "Language",
  stories: "Components",
  light: "Light",
  dark: "Dark",
  paper: "Paper",
  green: "Green",
};
