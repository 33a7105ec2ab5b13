import type { Words } from "@/app/words-type";

export const zh = {
  commands: { open: "作者指南" },
  title: "作者指南",
  pages: "各页",
};

export const en: Words<typeof zh> = {
  commands: { open: "Guide" },
  title: "Guide for authors",
  pages: "Pages",
};
