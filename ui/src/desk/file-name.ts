// File names derived from titles.

/** Makes names valid everywhere: characters with a meaning to a file system become their full-width forms. */
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

/** Device names that Windows reserves. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Maximum characters of a name without its extension: 60 of four bytes fit into any file system. */
const MAX_LENGTH = 60;

/** A file name for a title, with an extension; `otherwise` is used where nothing of the title is usable. */
export function fileNameFor(title: string, ending: string, otherwise: string): string {
  // A title may be typed with the extension.
  const untyped = title.toLowerCase().endsWith(`.${ending}`) ? title.slice(0, -ending.length - 1) : title;
  const plain = [...untyped]
    .map((sign) => FORBIDDEN.get(sign) ?? (sign < " " || sign === "\u007f" ? " " : sign))
    .slice(0, MAX_LENGTH)
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const stem = plain === "" ? otherwise : DEVICE.test(plain) ? `${plain}_` : plain;
  return `${stem}.${ending}`;
}

/** The name of a novel's file without its extension; any other extension stays. */
export const novelStem = (file: string): string => file.replace(/\.wenfang$/, "");

/** The name of a file without its extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
