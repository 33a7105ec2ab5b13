// Word borders, as far as names need them: by character class, without dictionaries. Uses the same classes as the
// backend.

const ALPHANUMERIC = /[\p{Alphabetic}\p{N}]/u;

/**
 * Scripts in which a name meets its neighbours without a space (Han, kana, Thai, Tibetan, Khmer, Yi and the like), and
 * Hangul, whose particles follow names directly.
 */
const UNSPACED: readonly (readonly [number, number])[] = [
  [0xe00, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x1950, 0x19df],
  [0x1a20, 0x1aaf],
  [0x2e80, 0xa4cf],
  [0xa960, 0xa97f],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaa7f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff66, 0xffdc],
  [0x1aff0, 0x1b16f],
  [0x20000, 0x3ffff],
];

/** Marks that combine with the letter before them. */
const COMBINING: readonly (readonly [number, number])[] = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
];

/** Superscript and enclosed numbers are note marks and directly follow names. */
const NOTE_NUMBERS: readonly (readonly [number, number])[] = [
  [0xb2, 0xb3],
  [0xb9, 0xb9],
  [0x2070, 0x209f],
  [0x2460, 0x27bf],
];

function within(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([from, to]) => from <= code && code <= to);
}

/** Whether a code point is part of a word of a spaced script: its letters, digits and combining marks. */
export function isWord(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  }
  if (code >= 0x2e80 && code <= 0xa4cf) return false;
  if (within(COMBINING, code)) return true;
  if (within(NOTE_NUMBERS, code) || within(UNSPACED, code)) return false;
  return ALPHANUMERIC.test(String.fromCodePoint(code));
}

/** Whether a word character directly precedes a position. */
export function followsWord(text: string, at: number): boolean {
  if (at <= 0) return false;
  const low = text.charCodeAt(at - 1);
  const code = low >= 0xdc00 && low <= 0xdfff && at > 1 ? (text.codePointAt(at - 2) ?? 0) : low;
  return isWord(code > 0xffff ? code : low);
}

/** Whether a word character directly follows a position. */
export function precedesWord(text: string, at: number): boolean {
  return at < text.length && isWord(text.codePointAt(at) ?? 0);
}
