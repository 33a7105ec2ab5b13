// Writes formatted words with marks, by the rules of the importers: `marks/write.rs` in crate `text`. The words are
// never changed: characters that would be read as marks get a backslash; what marks cannot say loses its formatting.
import { ESCAPABLE, hiddenParts, isBlank, LINE_KINDS, type ProseMarkKind, proseMarks } from "./prose-marks";

export const ITALIC = 1;
export const BOLD = 2;
export const DOTS = 4;

/** A stretch of a line; `style` is a sum of the bits above. */
export interface Run {
  readonly text: string;
  readonly style: number;
  /** The reading of a ruby. */
  readonly reading?: string;
}

const EMPHASIS = ITALIC | BOLD;
const STARS: Record<number, string> = { [ITALIC]: "*", [BOLD]: "**" };
/** The bits of each emphasis. */
export const BITS: Partial<Record<ProseMarkKind, number>> = {
  italic: ITALIC,
  bold: BOLD,
  bold_italic: ITALIC | BOLD,
  dots: DOTS,
};

/** A line of the text with marks. A line that is a rule stays one. */
export function lineWithMarks(runs: readonly Run[]): string {
  const words = runs.map(({ text }) => text).join("");
  const isPlain = runs.every(({ style, reading }) => style === 0 && reading === undefined);
  const [first] = proseMarks(words);
  if ((isPlain && first === undefined) || first?.kind === "break") return words;
  const pieces = joined(runs).flatMap(withBlanksOutside);
  for (const choice of [pieces, withoutTouching(pieces)]) {
    const line = guarded(written(choice));
    if (isRead(line, choice)) return line;
  }
  return guarded(escaped(words, "", false));
}

/** Joins neighbours of one style. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    const isSame = last?.style === run.style && last.reading === undefined && run.reading === undefined;
    if (last && isSame) result[result.length - 1] = { text: last.text + run.text, style: run.style };
    // A ruby has no dots.
    else result.push(run.reading === undefined ? run : { ...run, style: run.style & EMPHASIS });
  }
  return result;
}

/** Moves blanks at both ends of emphasis out of it: asterisks need a visible character inside. */
function withBlanksOutside(run: Run): Run[] {
  if (run.reading !== undefined || (run.style & EMPHASIS) === 0) return run.text === "" ? [] : [run];
  let [from, to] = [0, run.text.length];
  while (from < to && isBlank(run.text[from])) from += 1;
  while (to > from && isBlank(run.text[to - 1])) to -= 1;
  const parts = [
    { text: run.text.slice(0, from), style: 0 },
    { text: run.text.slice(from, to), style: run.style },
    { text: run.text.slice(to), style: 0 },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** Takes the emphasis from what touches other emphasis. */
function withoutTouching(pieces: readonly Run[]): Run[] {
  let isTouched = false;
  return pieces.map((piece) => {
    const isKept = (piece.style & EMPHASIS) === 0 || !isTouched;
    isTouched = isKept && (piece.style & EMPHASIS) !== 0;
    return isKept ? piece : { ...piece, style: piece.style & DOTS };
  });
}

/** The pieces with the marks that begin and end between them. */
function written(pieces: readonly Run[]): string {
  let line = "";
  let open: number[] = [];
  const close = (style: number) => {
    const place = open.findIndex((bit) => (style & bit) === 0);
    if (place < 0) return;
    line += open
      .slice(place)
      .reverse()
      .map((bit) => STARS[bit])
      .join("");
    open = open.slice(0, place);
  };
  pieces.forEach((piece, place) => {
    close(piece.style);
    // The mark that ends later is the outer one.
    const lengthOf = (bit: number) => pieces.slice(place).findIndex(({ style }) => (style & bit) === 0) >>> 0;
    const opened = [ITALIC, BOLD].filter((bit) => (piece.style & bit) !== 0 && !open.includes(bit));
    if (opened.length > 1) opened.sort((one, other) => lengthOf(other) - lengthOf(one));
    line += opened.map((bit) => STARS[bit]).join("");
    open.push(...opened);
    line += inner(piece, line);
  });
  close(0);
  return line;
}

function inner({ text, style, reading }: Run, before: string): string {
  if (reading !== undefined) return `｜${escaped(text, "", true)}《${escaped(reading, "", true)}》`;
  return (style & DOTS) === 0 ? escaped(text, before, false) : `《《${escaped(text, "", true)}》》`;
}

/** Words with the backslashes they need. `inAngles` is whether a single `《` or `》` is a mark. */
function escaped(words: string, before: string, inAngles: boolean): string {
  let result = "";
  for (let at = 0; at < words.length; at += 1) {
    const c = words[at] ?? "";
    // What follows the words is not known, so a mark may follow the last character.
    const next = words[at + 1];
    const isMark =
      c === "*" ||
      c === "｜" ||
      (c === "\\" && (next === undefined || ESCAPABLE.includes(next))) ||
      (c === "^" && (next === undefined || next === "[")) ||
      (c === "《" &&
        (inAngles || next === undefined || next === "《" || (result || before).endsWith("《"))) ||
      (c === "》" && inAngles);
    result += isMark ? `\\${c}` : c;
  }
  return result;
}

/** A line with a backslash at its start if it would be read as a mark of the line. */
function guarded(line: string): string {
  if (!proseMarks(line).some(({ kind }) => LINE_KINDS.has(kind))) return line;
  return line.replace(/^(\s*)(?=[*＊#>-])/, "$1\\");
}

/** Whether a line with marks is read as these pieces. */
function isRead(line: string, pieces: readonly Run[]): boolean {
  const styles: number[] = new Array(line.length).fill(0);
  const isHidden: boolean[] = new Array(line.length).fill(false);
  const readings: string[] = [];
  for (const mark of proseMarks(line)) {
    for (const { from, to } of hiddenParts(mark)) isHidden.fill(true, from, to);
    if (mark.kind === "ruby") readings.push(line.slice(mark.innerTo + 1, mark.to - 1));
    const bits = BITS[mark.kind] ?? 0;
    for (let at = mark.innerFrom; bits !== 0 && at < mark.innerTo; at += 1)
      styles[at] = (styles[at] ?? 0) | bits;
  }
  const shown = line.split("").map((c, at) => (isHidden[at] ? "" : c + styles[at]));
  const wanted = pieces.flatMap(({ text, style }) => text.split("").map((c) => c + style));
  const rubies = pieces.filter(({ reading }) => reading !== undefined);
  return shown.join("") === wanted.join("") && readings.length === rubies.length;
}
