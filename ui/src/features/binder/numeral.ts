// Numbers of headings as authors write them: 第一百零三章, 第一〇三回, 第103章, 第１０３章. Parsing what was formatted gives the same
// number.

/** The style of a number. `width` is that of numbers with leading zeros. */
export type NumeralStyle =
  | { kind: "units" }
  | { kind: "digits"; zero: string; width: number }
  | { kind: "arabic"; width: number }
  | { kind: "full-width"; width: number };

export interface Numeral {
  value: number;
  style: NumeralStyle;
}

const DIGITS = "零一二三四五六七八九";
const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...DIGITS].map((digit, value) => [digit, value])),
  ...{ 〇: 0, "○": 0, 两: 2, 兩: 2, 壹: 1, 贰: 2, 貳: 2, 叁: 3, 參: 3, 肆: 4, 伍: 5 },
  ...{ 陆: 6, 陸: 6, 柒: 7, 捌: 8, 玖: 9 },
};
const UNITS: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 };
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30, 卌: 40 };
const FULL_WIDTH_ZERO = 0xff10;

/** Parses a numeral; null if the text is not exactly one, or too long for a chapter number. */
export function parseNumeral(text: string): Numeral | null {
  if (text === "" || text.length > 12) return null;
  if (/^[0-9]+$/.test(text)) {
    return { value: Number(text), style: { kind: "arabic", width: padding(text) } };
  }
  if (/^[０-９]+$/.test(text)) {
    const ascii = String.fromCharCode(
      ...[...text].map((digit) => digit.charCodeAt(0) - FULL_WIDTH_ZERO + 48),
    );
    return { value: Number(ascii), style: { kind: "full-width", width: padding(ascii) } };
  }
  const marks = [...text];
  if (marks.length > 1 && marks.every((mark) => mark in VALUES)) {
    const digits = marks.map((mark) => VALUES[mark] ?? 0).join("");
    const zero = marks.find((mark) => VALUES[mark] === 0) ?? "零";
    return { value: Number(digits), style: { kind: "digits", zero, width: padding(digits) } };
  }
  const value = readUnits(marks);
  return value === null ? null : { value, style: { kind: "units" } };
}

function padding(digits: string): number {
  return digits.length > 1 && digits.startsWith("0") ? digits.length : 0;
}

function readUnits(marks: readonly string[]): number | null {
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  let below = 10_000;
  for (const mark of marks) {
    const value = VALUES[mark];
    const unit = UNITS[mark];
    const tens = TENS[mark];
    if (value === 0) {
      if (digit !== null) return null;
    } else if (value !== undefined) {
      if (digit !== null) return null;
      digit = value;
    } else if (unit !== undefined) {
      if (unit >= below) return null;
      section += (digit ?? 1) * unit;
      digit = null;
      below = unit;
    } else if (tens !== undefined) {
      if (digit !== null || below <= 10) return null;
      section += tens;
      below = 10;
    } else if (mark === "万" || mark === "萬") {
      if (total > 0 || section + (digit ?? 0) === 0) return null;
      total = (section + (digit ?? 0)) * 10_000;
      section = 0;
      digit = null;
      below = 10_000;
    } else {
      return null;
    }
  }
  return total + section + (digit ?? 0);
}

/** Formats a number from 0 to 99,999,999. */
export function formatNumeral(value: number, style: NumeralStyle): string {
  switch (style.kind) {
    case "arabic":
      return String(value).padStart(style.width, "0");
    case "full-width":
      return [...String(value).padStart(style.width, "0")]
        .map((digit) => String.fromCharCode(digit.charCodeAt(0) - 48 + FULL_WIDTH_ZERO))
        .join("");
    case "digits":
      return [...String(value).padStart(style.width, "0")]
        .map((digit) => (digit === "0" ? style.zero : (DIGITS[Number(digit)] ?? "")))
        .join("");
    case "units":
      return writeUnits(value);
  }
}

function writeUnits(value: number): string {
  if (value === 0) return "零";
  const high = Math.floor(value / 10_000);
  const text = high > 0 ? `${section(high, "")}万` : "";
  return section(value % 10_000, text);
}

/** Appends up to four digits; a gap, including one after the preceding text, becomes one 零. */
function section(value: number, before: string): string {
  let text = before;
  let gap = false;
  for (const [unit, size] of [
    ["千", 1000],
    ["百", 100],
    ["十", 10],
    ["", 1],
  ] as const) {
    const digit = Math.floor(value / size) % 10;
    if (digit === 0) {
      gap = true;
      continue;
    }
    if (gap && text !== "") text += "零";
    gap = false;
    // 十三, not 一十三, at the beginning of a numeral.
    if (!(text === "" && size === 10 && digit === 1)) text += DIGITS[digit];
    text += unit;
  }
  return text;
}
