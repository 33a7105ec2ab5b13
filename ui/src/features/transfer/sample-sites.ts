// Sample profiles of sites, for stories and tests.
import type { Sites } from "@/ipc/types";

export const sampleSites: Sites = {
  sites: [
    {
      own: false,
      profile: {
        key: "qidian",
        name: { zh: "起点中文网", en: "Qidian" },
        checked: "2026-11-28",
        source: "作家助手问答",
        assumes: { zh: "缩进和分场符是通行习惯。", en: "Indents and breaks follow common usage." },
        title_line: null,
        indent: "　　",
        brackets_hang: false,
        blank_lines: 0,
        keeps_blank_lines: false,
        scene_break: "＊＊＊",
        escape: "none",
        replace: [],
        marks: {
          italic: { open: "", close: "" },
          bold: { open: "", close: "" },
          dots: { open: "", close: "", each: "" },
          ruby: { pattern: "", most_base: 0, most_reading: 0, otherwise: "" },
          note: { reference: "", end: "" },
          centre: { open: "", close: "" },
          right: { open: "", close: "" },
          quotation: { open: "", close: "" },
        },
        length: { least: 1000, most: 0, most_in_paragraph: 0 },
        watch_words: [],
      },
    },
  ],
  invalid: [{ file: "旧站.json", error: "it is not a profile: missing field `name`" }],
  folder: "/home/ayuan/.config/wenfang/sites",
};
