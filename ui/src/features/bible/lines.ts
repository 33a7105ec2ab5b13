// Estimates how many lines a text takes in a narrow field. It errs on the low side, since fields grow where engines
// support it.

/** Narrow characters per line; a wide character counts as two. */
const LINE_WIDTH = 36;

const widthOf = (line: string) => {
  let width = 0;
  for (const sign of line) width += sign > "\u2e7f" ? 2 : 1;
  return width;
};

/** At least 1, at most `most` + 1; stops counting there. */
export function linesOf(text: string, most: number): number {
  let lines = 0;
  for (const line of text.slice(0, LINE_WIDTH * (most + 1)).split("\n")) {
    lines += Math.max(1, Math.ceil(widthOf(line) / LINE_WIDTH));
    if (lines > most) return most + 1;
  }
  return lines;
}
