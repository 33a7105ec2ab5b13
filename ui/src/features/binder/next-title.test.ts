import { describe, expect, it } from "vitest";
import { nextChapterTitle, nextVolumeTitle, readNumbered } from "./next-title";
import { formatNumeral, type NumeralStyle, parseNumeral } from "./numeral";

const first = { first: "第一章", plain: "新章" };
const next = (...volumes: string[][]) => nextChapterTitle(volumes, first).title;

describe("numerals", () => {
  it("survive the round trip in every style", () => {
    const styles: NumeralStyle[] = [
      { kind: "units" },
      { kind: "arabic", width: 0 },
      { kind: "full-width", width: 0 },
      { kind: "digits", zero: "〇", width: 0 },
    ];
    const lost: number[] = [];
    for (let value = 1; value <= 12_345; value += 1) {
      if (styles.some((style) => parseNumeral(formatNumeral(value, style))?.value !== value))
        lost.push(value);
    }
    expect(lost).toEqual([]);
  });

  it("are written as in headings", () => {
    const units = (value: number) => formatNumeral(value, { kind: "units" });
    expect([1, 10, 11, 20, 100, 101, 110, 111, 1000, 1001, 1010, 1100].map(units).join(" ")).toBe(
      "一 十 十一 二十 一百 一百零一 一百一十 一百一十一 一千 一千零一 一千零一十 一千一百",
    );
    expect([10_000, 10_001, 10_010, 11_000, 100_000, 110_005].map(units).join(" ")).toBe(
      "一万 一万零一 一万零一十 一万一千 十万 十一万零五",
    );
  });

  it("are read in old and mixed forms, and nothing else is", () => {
    const value = (text: string) => parseNumeral(text)?.value ?? null;
    expect(["廿三", "两百五十", "一百〇三", "一〇四", "壹佰贰拾叁", "１０３", "007"].map(value)).toEqual([
      23, 250, 103, 104, 123, 103, 7,
    ]);
    expect(["", "章", "十百", "一一十", "多少", "1a", "一 二", "万"].map(value)).toEqual(Array(8).fill(null));
  });
});

describe("the next chapter", () => {
  it("continues in the style of the previous one", () => {
    expect(next(["楔子", "第九章 夜雨"])).toBe("第十章");
    expect(next(["第99章"])).toBe("第100章");
    expect(next(["第一九回"])).toBe("第二零回");
    expect(next(["第一〇九章"])).toBe("第一一〇章");
    expect(next(["第００９章"])).toBe("第０１０章");
    expect(next(["第009章"])).toBe("第010章");
    expect(next(["Chapter 12: The rain"])).toBe("Chapter 13");
    expect(next(["12 夜雨"])).toBe("13");
    expect(next(["十二、夜雨"])).toBe("十三、");
  });

  it("skips titles without a number", () => {
    expect(next(["第三章 渡口", "番外 灯"])).toBe("第四章");
  });

  it("continues across volumes, or restarts where volumes did", () => {
    expect(next(["第一章", "第二章"], [])).toBe("第三章");
    expect(next(["第一章", "第二章"], ["第一章", "第二章"], [])).toBe("第一章");
  });

  it("uses the defaults if no neighbour has a number", () => {
    expect(next([])).toBe("第一章");
    expect(next(["楔子"])).toBe("第一章");
    expect(next(["雨", "灯", "船"])).toBe("新章");
  });

  it("keeps the space that separates a name", () => {
    expect(nextChapterTitle([["第一章 渡口"]], first).separator).toBe(" ");
    expect(nextChapterTitle([["第一章"]], first).separator).toBe("");
  });
});

it("the next volume follows the earlier volumes", () => {
  const titles = { first: "第一卷", plain: "新卷" };
  expect(nextVolumeTitle(["第一卷 少年游"], titles).title).toBe("第二卷");
  expect(nextVolumeTitle(["卷一 雨", "卷二"], titles).title).toBe("卷三");
  expect(nextVolumeTitle([""], titles).title).toBe("第一卷");
});

it("a title that only looks numbered has no number", () => {
  expect(readNumbered("第一次见面", "chapter")).toBeNull();
  expect(readNumbered("第多少章", "chapter")).toBeNull();
  expect(readNumbered("一生", "chapter")).toBeNull();
});
