// The canonical form of text in the studio: LF line ends, no control characters except LF and TAB.

const LINE_ENDS = /\r\n?|\u2028|\u2029/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches control characters on purpose
const CONTROLS = /[\u0000-\u0008\u000b-\u001f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches control characters on purpose
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u2028\u2029]/;

/** Converts external text to the canonical form; every kind of line separator becomes LF. */
export function canonical(text: string): string {
  if (!UNWANTED.test(text)) return text;
  return text.replace(LINE_ENDS, "\n").replace(CONTROLS, "");
}
