// Client-side template parsing: the heading, and where a variable can be inserted. Validation is the backend's.
import type { PlainChange } from "@/editor/plain-text";
import type { PromptLanguage, Variable } from "@/ipc/types";

interface Line {
  text: string;
  from: number;
}

function linesOf(text: string): Line[] {
  let from = 0;
  return text.split("\n").map((line) => {
    const here = { text: line, from };
    from += line.length + 1;
    return here;
  });
}

/** The lines between the two `---`, and the closing one; null without a closed heading. */
function headingOf(text: string): { inside: readonly Line[]; close: Line } | null {
  const lines = linesOf(text);
  if (lines[0]?.text !== "---") return null;
  const at = lines.findIndex((line, index) => index > 0 && line.text === "---");
  const close = lines[at];
  return close === undefined ? null : { inside: lines.slice(1, at), close };
}

/** The variables declared in the heading. */
export function declaredIn(text: string): ReadonlySet<string> {
  const inside = headingOf(text)?.inside ?? [];
  return new Set(inside.flatMap((line) => /^ {2}([\w.]+):/.exec(line.text)?.[1] ?? []));
}

/** The line, from 1, in which the heading names another language than the prompt's; null if it does not. */
export function otherLanguageAt(text: string, language: PromptLanguage): number | null {
  const inside = headingOf(text)?.inside ?? [];
  const at = inside.findIndex((line) => /^language:/.test(line.text));
  const named = /^language:\s*(zh|en)\s*$/.exec(inside[at]?.text ?? "")?.[1];
  return named === undefined || named === language ? null : at + 2;
}

/** The tag that prints a variable. */
export function tagOf({ name, kind, zh, en }: Variable, language: PromptLanguage): string {
  switch (kind) {
    case "text":
    case "group":
      return `{{ ${name} | data("${language === "zh" ? zh : en}") }}`;
    case "amount":
      return `{{ ${name} | amount }}`;
    case "language":
      return `{{ ${name} | language_name }}`;
    default:
      return `{{ ${name} }}`;
  }
}

/** Whether a position is inside an unclosed tag. */
function isInTag(text: string, position: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  const last = (one: string, other: string) => Math.max(before.lastIndexOf(one), before.lastIndexOf(other));
  return last("{{", "{%") > last("}}", "%}");
}

/** The edit that inserts a variable at the caret, and declares it in the heading if needed. */
export function insertion(
  text: string,
  caret: number,
  variable: Variable,
  language: PromptLanguage,
): { changes: PlainChange[]; caret: number } {
  const heading = headingOf(text);
  const changes: PlainChange[] = [];
  let to = caret;
  if (heading !== null && !declaredIn(text).has(variable.name)) {
    const { inside, close } = heading;
    const list = inside.findIndex((line) => /^variables:\s*$/.test(line.text));
    const meaning = language === "zh" ? variable.zh : variable.en;
    const insert = `${list < 0 ? "variables:\n" : ""}  ${variable.name}: ${meaning}\n`;
    const after = inside.findIndex((line, at) => at > list && !line.text.startsWith("  "));
    const place = list < 0 || after < 0 ? close.from : (inside[after]?.from ?? close.from);
    changes.push({ from: place, to: place, insert });
    if (place <= caret) to += insert.length;
  }
  // There are no tags in the heading.
  if (heading !== null && caret <= heading.close.from + heading.close.text.length) {
    return { changes, caret: to };
  }
  const insert = isInTag(text, caret) ? variable.name : tagOf(variable, language);
  changes.push({ from: caret, to: caret, insert });
  return { changes, caret: to + insert.length };
}

/** The file name for exporting a template. */
export function fileNameOf(key: string, language: PromptLanguage): string {
  return `${key}.${language}.md`;
}

/** The text a rewriting act is previewed with: the first paragraph, in char offsets; null without one. */
export function firstParagraph(text: string): { start: number; end: number } | null {
  let start = 0;
  for (const line of text.split("\n")) {
    const length = [...line].length;
    if (line.trim() !== "") return { start, end: start + length };
    start += length + 1;
  }
  return null;
}
