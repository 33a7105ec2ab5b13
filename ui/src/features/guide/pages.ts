// The pages of the guide for authors, from `docs/guide`.

export type GuideLanguage = "zh" | "en";

/** The first page of a guide. */
export const FIRST_PAGE = "README.md";

/** The other pages, in reading order. */
const ORDER = [
  "first-novel.md",
  "marks.md",
  "versions.md",
  "comments.md",
  "models.md",
  "search.md",
  "workflows.md",
  "export.md",
  "privacy.md",
];

const texts = import.meta.glob<string>("../../../../docs/guide/*/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The line that links to the guide in the other language. */
const OTHER_LANGUAGE = /^(?:中文：|English: )\[.*$/m;

/** A page of the guide. */
export interface GuidePage {
  /** The file name, used as the target of links. */
  name: string;
  title: string;
  /** Markdown, with each paragraph on one line. */
  text: string;
}

/** The pages of a guide, in order. */
export function guidePages(language: GuideLanguage): GuidePage[] {
  return [FIRST_PAGE, ...ORDER].flatMap((name) => {
    const text = texts[`../../../../docs/guide/${language}/${name}`];
    if (text === undefined) return [];
    const title = /^# (.+)$/m.exec(text)?.[1] ?? "";
    return [{ name, title, text: unwrapped(text.replace(OTHER_LANGUAGE, "")) }];
  });
}

/** A line that is not part of a wrapped paragraph: a heading, an item, a table row. */
const STANDS_ALONE = /^\s*(?:#|[-*+] |\d+\. |\||```)/;

/** Joins lines that were wrapped in the file: with a space, except between Chinese characters. */
function unwrapped(text: string): string {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const before = lines.at(-1) ?? "";
    const goesOn = line.trim() !== "" && before.trim() !== "" && !STANDS_ALONE.test(line);
    if (!goesOn || /^\s*(?:#|\|)/.test(before)) lines.push(line);
    else lines[lines.length - 1] = join(before, line.trim());
  }
  return lines.join("\n");
}

const WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’…—]/u;

function join(before: string, line: string): string {
  const isWide = WIDE.test(before.at(-1) ?? "") && WIDE.test(line[0] ?? "");
  return isWide ? before + line : `${before} ${line}`;
}
