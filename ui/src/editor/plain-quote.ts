// The words of a quoted passage, without marks. A passage may begin or end inside a mark: of such a mark only one side
// is there, which the parser of marks takes for prose.
import { hiddenParts, proseMarks } from "./prose-marks";

interface Part {
  from: number;
  to: number;
}

/** The words of a passage, without marks. */
export function plainQuote(quote: string): string {
  return quote.split("\n").map(plainLine).join("\n");
}

function plainLine(line: string): string {
  if (!/[*＊#><\\^｜《》-]/.test(line)) return line;
  const marks = proseMarks(line);
  const hidden = marks.flatMap((mark): readonly Part[] =>
    mark.kind === "note" ? [mark] : hiddenParts(mark),
  );
  const literal = marks
    .filter(({ kind }) => kind === "literal")
    .map(({ innerFrom: from, innerTo: to }) => ({ from, to }));
  return without(line, [...hidden, ...halves(masked(line, [...hidden, ...literal]))]);
}

/** The line with other characters in place of these parts. */
function masked(line: string, parts: readonly Part[]): string {
  const chars = line.split("");
  for (const { from, to } of parts) chars.fill("\0", from, to);
  return chars.join("");
}

/** The marks of which the other side is missing: italics and bold, ruby, dots, a footnote, a centred line. */
function halves(line: string): Part[] {
  const found: Part[] = [];
  const add = (pattern: RegExp) => {
    for (const { index, 0: text } of line.matchAll(pattern))
      found.push({ from: index, to: index + text.length });
  };
  add(/\^\[.*$/g);
  add(/｜(?=[^《》｜]*(?:《[^》]*)?$)/g);
  add(/(?<=｜[^《》｜]*)《[^》]*$/g);
  add(/《《|》》(?!.*《)(?<!《.*)/g);
  add(/[ \t]?<<[ \t]*$/g);
  // Between blanks, and between Latin letters and figures, an asterisk belongs to the prose.
  add(/(?<![*])(?:\*{2,3}|(?<![a-z0-9])\*|\*(?![a-z0-9]))(?![*])/gi);
  return found.filter(({ from, to }) => /\S/.test(line.slice(from - 1, from) + line.slice(to, to + 1)));
}

function without(line: string, parts: readonly Part[]): string {
  let words = "";
  let at = 0;
  for (const { from, to } of parts.toSorted((one, two) => one.from - two.from)) {
    if (from > at) words += line.slice(at, from);
    at = Math.max(at, to);
  }
  return words + line.slice(at);
}
