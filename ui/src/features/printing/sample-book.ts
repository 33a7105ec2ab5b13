// A sample of a book to print, for stories and tests.
import type { PrintBook, PrintSpan } from "@/ipc/types";

const plain = { bold: false, italic: false, dots: false };
const text = (words: string, style = plain): PrintSpan => ({ kind: "text", text: words, style });

export const sampleBook: PrintBook = {
  title: "渡口",
  author: "林河",
  language: "zh",
  volumes: [
    {
      title: "第一卷 雾",
      chapters: [
        {
          title: "第一章 <b>",
          number: 1,
          scenes: [
            {
              blocks: [
                {
                  kind: "paragraph",
                  form: "body",
                  spans: [
                    text("他想，"),
                    text("快走", { ...plain, italic: true }),
                    text("！墙上是"),
                    text("系统", { ...plain, bold: true }),
                    text("和"),
                    { kind: "ruby", base: "饕餮", reading: "tāo tiè", style: plain },
                    text("，"),
                    text("绝不", { ...plain, dots: true }),
                    { kind: "note", spans: [text("怪兽。")] },
                    text("。"),
                  ],
                },
                { kind: "blank" },
                { kind: "paragraph", form: "centre", spans: [text("渡口")] },
                { kind: "paragraph", form: "item", spans: [text("船票两张")] },
              ],
            },
            { blocks: [{ kind: "paragraph", form: "body", spans: [text("雾散了。")] }] },
          ],
        },
        { title: "", number: 2, scenes: [] },
      ],
    },
  ],
};
