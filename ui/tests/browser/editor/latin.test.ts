// Curly quotes and the ellipsis are the same characters in Chinese and English; the font makes them fit a text. In
// Chinese they are as wide as a character, and the ellipsis is centred; in English quotes are narrow, and the ellipsis
// is on the baseline. Each test runs with the fonts of an English and of a Chinese system.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { NovelLanguage } from "@/editor/language";
import { quoteWidths } from "../../quote-widths";
import { type Opened, openPage } from "./open";

/** A quote in a Latin font is at most this wide, em. */
const NARROW = 0.6;
/** A quote in a Chinese font is at least this wide, em. */
const WIDE = 0.9;
/** The dots of an ellipsis on the baseline end below this height, those of a centred one begin above it; em. */
const LOW = 0.25;

const ENGLISH = "She said, “Don’t go.”";
/** No two marks are adjacent, since the browser makes one of two adjacent Chinese marks half as wide. */
const CHINESE = "他说“Don’t”就走了";

describe.each(["en", "zh-cn"])("on a system in %s", (system) => {
  let opened: Opened;

  beforeAll(async () => {
    opened = await openPage({ FC_LANG: system });
  }, 60_000);
  afterAll(() => opened?.close());

  beforeEach(async () => {
    await opened.page.evaluate(() => window.bench.clear());
  });

  /** Writes the paragraphs in a novel's editor; returns the widths of the curly quotes of each, em. */
  async function quotesIn(language: NovelLanguage, paragraphs: readonly string[]): Promise<number[][]> {
    await opened.page.evaluate(
      ([novel, text]) => {
        const modes = {
          typewriter: false,
          focus: false,
          markdown: true,
          punctuation: true,
          language: novel,
        };
        window.bench.write(text, { modes });
      },
      [language, paragraphs.join("\n")] as const,
    );
    return opened.page.evaluate(quoteWidths, ".cm-line");
  }

  it.each(["en", "zh"] as const)(
    "quotes of a novel in %s fit the language of each paragraph",
    async (novel) => {
      const [english = [], chinese = []] = await quotesIn(novel, [ENGLISH, CHINESE]);
      expect([english.length, chinese.length]).toEqual([3, 3]);
      expect(Math.max(...english)).toBeLessThan(NARROW);
      expect(Math.min(...chinese)).toBeGreaterThanOrEqual(WIDE);
    },
  );

  /** Draws marks in the interface font of a language; returns the extent of the ellipsis above the baseline, and the
   * width of an apostrophe, em. */
  function interfaceMarks(lang: string): Promise<{ top: number; bottom: number; apostrophe: number }> {
    return opened.page.evaluate((lang) => {
      const EM = 100;
      const given = document.documentElement.lang;
      document.documentElement.lang = lang;
      const label = document.createElement("label");
      label.style.fontFamily = "var(--font-ui)";
      const canvas = document.createElement("canvas");
      label.append(canvas);
      document.body.append(label);
      const pen = canvas.getContext("2d");
      if (pen === null) throw new Error("there is no canvas");
      pen.font = `${EM}px ${getComputedStyle(label).fontFamily}`;
      const dots = pen.measureText("…");
      const apostrophe = pen.measureText("’");
      label.remove();
      document.documentElement.lang = given;
      return {
        top: dots.actualBoundingBoxAscent / EM,
        bottom: -dots.actualBoundingBoxDescent / EM,
        apostrophe: apostrophe.width / EM,
      };
    }, lang);
  }

  it("the marks of the English interface are Latin", async () => {
    const { top, apostrophe } = await interfaceMarks("en");
    expect(top).toBeLessThan(LOW);
    expect(apostrophe).toBeLessThan(NARROW);
  });

  it("the marks of the Chinese interface are Chinese", async () => {
    const { bottom, apostrophe } = await interfaceMarks("zh-CN");
    expect(bottom).toBeGreaterThan(LOW);
    expect(apostrophe).toBeGreaterThanOrEqual(WIDE);
  });
});
