// The pages of the guide for authors, as they stand in `docs/guide`.

export type GuideLanguage = "zh" | "en";

/** The page that a guide begins with. */
export const FIRST = "README.md";

/** The others, in the order in which they are read. */
const ORDER = ["first-novel.md", "versions.md", "models.md", "search.md", "workflows.md", "privacy.md"];

const texts = import.meta.glob<string>("../../../../docs/guide/*/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The line that leads to the guide in the other language. */
const OTHER_LANGUAGE = /^(?:中文：|English: )\[.*$/m;

/** A page of the guide. */
export interface GuidePage {
  /** The name of its file, by which links lead to it. */
  name: string;
  title: string;
  /** Markdown, with each paragraph on one line. */
  text: string;
}

/** The pages of a guide, the first one first. */
export function guidePages(language: GuideLanguage): GuidePage[] {
  return [FIRST, ...ORDER].flatMap((name) => {
    const text = texts[`../../../../docs/guide/${language}/${name}`];
    if (text === undefined) return [];
    const title = /^# (.+)$/m.exec(text)?.[1] ?? "";
    return [{ name, title, text: unwrapped(text.replace(OTHER_LANGUAGE, "")) }];
  });
}

/** A line that begins something of its own, or belongs to it: a heading, an item, a row of a table. */
const STANDS_ALONE = /^\s*(?:#|[-*+] |\d+\. |\||```)/;

/** Puts lines together that were broken at the width of the file: with a space, but between Chinese characters. */
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
