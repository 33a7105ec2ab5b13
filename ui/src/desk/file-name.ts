// Names of files made of titles.

/** What no system forbids: signs that mean something to a file system become their full-width forms. */
const FORBIDDEN = new Map([
  ["/", "／"],
  ["\\", "＼"],
  [":", "："],
  ["*", "＊"],
  ["?", "？"],
  ['"', "＂"],
  ["<", "＜"],
  [">", "＞"],
  ["|", "｜"],
]);

/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Characters a name may have, the ending aside: 60 of four bytes fit into any file system. */
const LONGEST = 60;

/** A file name for a title, with its ending; `otherwise` stands where nothing of the title can be used. */
export function fileNameFor(title: string, ending: string, otherwise: string): string {
  const plain = [...title]
    .map((sign) => FORBIDDEN.get(sign) ?? (sign < " " || sign === "\u007f" ? " " : sign))
    .slice(0, LONGEST)
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const stem = plain === "" ? otherwise : DEVICE.test(plain) ? `${plain}_` : plain;
  return `${stem}.${ending}`;
}

/** The name of a novel's file without its ending; any other ending stays. */
export const novelStem = (file: string): string => file.replace(/\.wenfang$/, "");

/** The name of a file without its ending. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
