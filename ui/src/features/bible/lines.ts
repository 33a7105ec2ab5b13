// How many lines a text has in a narrow field, about: rather too few than too many, since fields grow where engines can.

/** Narrow signs on a line; a wide one is two. */
const LINE = 36;

const widthOf = (line: string) => {
  let width = 0;
  for (const sign of line) width += sign > "\u2e7f" ? 2 : 1;
  return width;
};

/** At least 1, at most `most` + 1; looks no further than needed for that. */
export function linesOf(text: string, most: number): number {
  let lines = 0;
  for (const line of text.slice(0, LINE * (most + 1)).split("\n")) {
    lines += Math.max(1, Math.ceil(widthOf(line) / LINE));
    if (lines > most) return most + 1;
  }
  return lines;
}
