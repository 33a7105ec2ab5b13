// The initial title of a new chapter or volume: the number after its neighbours', in their style.
import { formatNumeral, type NumeralStyle, parseNumeral } from "./numeral";

/** A title that carries a number: 第**十二**章 夜雨, Chapter **12**, **12** 夜雨. */
export interface Numbered {
  before: string;
  value: number;
  style: NumeralStyle;
  /** The text after the number: 章, 回, nothing. */
  after: string;
  /** Whether a space separates a name from the number. */
  spaced: boolean;
}

const CHAPTER = /^(第\s*)([^章回节節话話集]{1,12}?)(\s*[章回节節话話集])(\s?)/u;
const VOLUME = /^(第\s*)([^卷部册冊篇集编編]{1,12}?)(\s*[卷部册冊篇集编編])(\s?)/u;
const VOLUME_SHORT = /^([卷])([零〇一二三四五六七八九十百]{1,6}|\d{1,4})()(\s?)/u;
const ENGLISH = /^((?:chapter|part|volume|book)\s+)(\d{1,6})()([\s:.]?)/iu;
const BARE = /^()(\d{1,5}|[零〇一二三四五六七八九十百千]{1,8})([、.．]|(?=\s|$))(\s?)/u;

const PATTERNS = {
  chapter: [CHAPTER, ENGLISH, BARE],
  volume: [VOLUME, VOLUME_SHORT, ENGLISH],
} as const;

/** Reads the number of a title; null if it has none. */
export function readNumbered(title: string, kind: keyof typeof PATTERNS): Numbered | null {
  for (const pattern of PATTERNS[kind]) {
    const [, before = "", digits = "", after = "", space = ""] = pattern.exec(title) ?? [];
    const numeral = parseNumeral(digits);
    if (numeral !== null) return { before, after, spaced: space !== "", ...numeral };
  }
  return null;
}

function write(like: Numbered, value: number): string {
  return `${like.before}${formatNumeral(value, like.style)}${like.after}`;
}

/** A new title, and the separator before a name that may follow. */
export interface NextTitle {
  title: string;
  separator: string;
}

/** Default titles when no neighbour shows a style. */
export interface FirstTitles {
  /** There are no siblings yet: 第一章. */
  first: string;
  /** The neighbours have titles without numbers: 新章. */
  plain: string;
}

/**
 * The title for a new chapter after `before`: the titles of the chapters up to it, by volume, its own volume last.
 * Numbers continue from volume to volume unless an earlier volume restarted at 1.
 */
export function nextChapterTitle(before: readonly (readonly string[])[], fallback: FirstTitles): NextTitle {
  const numbered = before.map((volume) =>
    volume.map((title) => readNumbered(title, "chapter")).filter((one) => one !== null),
  );
  const own = numbered.at(-1)?.at(-1);
  if (own !== undefined) return { title: write(own, own.value + 1), separator: own.spaced ? " " : "" };
  const earlier = numbered.slice(0, -1).filter((volume) => volume.length > 0);
  const last = earlier.at(-1)?.at(-1);
  if (last !== undefined) {
    const restarts = earlier.slice(1).some((volume) => volume[0]?.value === 1);
    return { title: write(last, restarts ? 1 : last.value + 1), separator: last.spaced ? " " : "" };
  }
  const titled = before.flat().filter((title) => title !== "").length;
  return { title: titled > 1 ? fallback.plain : fallback.first, separator: " " };
}

/** The title for a new volume after volumes with these titles. */
export function nextVolumeTitle(before: readonly string[], fallback: FirstTitles): NextTitle {
  const last = before.map((title) => readNumbered(title, "volume")).findLast((one) => one !== null);
  if (last != null) return { title: write(last, last.value + 1), separator: last.spaced ? " " : "" };
  const titled = before.filter((title) => title !== "").length;
  return { title: titled > 1 ? fallback.plain : fallback.first, separator: " " };
}
