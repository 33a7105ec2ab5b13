// Empty lines between the paragraphs of a model's text. Models write them as Markdown wants it; in a text a paragraph is a
// line, and an empty line is a gap that is printed.

/** From each line with words to the next, in lines. */
function distances(text: string): number[] {
  const places = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [at]));
  return places.slice(1).map((place, at) => place - (places[at] ?? 0));
}

const isGap = (lines: number) => lines > 1;

/**
 * A model's text without the empty lines between its paragraphs, if all paragraphs have them and the author's text has
 * none. Gaps in some places only are meant.
 */
export function withoutEvenGaps(text: string, own: string): string {
  const all = distances(text);
  if (all.length === 0 || !all.every(isGap) || distances(own).some(isGap)) return text;
  const end = text.trimEnd().length;
  return text.slice(0, end).replace(/\n(?:[^\S\n]*\n)+/g, "\n") + text.slice(end);
}
