// What the page reads of a template by itself: its heading, and where a variable can be put. What is right and what is
// wrong with a template the backend says.
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

/** The lines between the two `---`, and the one that closes; null without a closed heading. */
function headingOf(text: string): { inside: readonly Line[]; close: Line } | null {
  const lines = linesOf(text);
  if (lines[0]?.text !== "---") return null;
  const at = lines.findIndex((line, index) => index > 0 && line.text === "---");
  const close = lines[at];
  return close === undefined ? null : { inside: lines.slice(1, at), close };
}

/** The variables that the heading declares. */
export function declaredIn(text: string): ReadonlySet<string> {
  const inside = headingOf(text)?.inside ?? [];
  return new Set(inside.flatMap((line) => /^ {2}([\w.]+):/.exec(line.text)?.[1] ?? []));
}

/** The line, from 1, at which the heading names another language than the prompt is kept for; null when it does not. */
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

/** Whether a position stands inside a tag that is not closed before it. */
function isInTag(text: string, position: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  const last = (one: string, other: string) => Math.max(before.lastIndexOf(one), before.lastIndexOf(other));
  return last("{{", "{%") > last("}}", "%}");
}

/** What puts a variable at the caret, and into the list of the heading where it is not declared yet. */
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
  // In the heading there are no tags.
  if (heading !== null && caret <= heading.close.from + heading.close.text.length) {
    return { changes, caret: to };
  }
  const insert = isInTag(text, caret) ? variable.name : tagOf(variable, language);
  changes.push({ from: caret, to: caret, insert });
  return { changes, caret: to + insert.length };
}

/** The name a template is exported under. */
export function fileNameOf(key: string, language: PromptLanguage): string {
  return `${key}.${language}.md`;
}

/** The beginning of a text that a rewriting act works on: its first paragraph, in char offsets; null without one. */
export function firstParagraph(text: string): { start: number; end: number } | null {
  let start = 0;
  for (const line of text.split("\n")) {
    const length = [...line].length;
    if (line.trim() !== "") return { start, end: start + length };
    start += length + 1;
  }
  return null;
}
