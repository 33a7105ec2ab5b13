// Makes pasted or dropped text canonical, and splits lines too long for a paragraph at sentence ends.
import { isolateHistory } from "@codemirror/commands";
import { EditorState, type Extension, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { canonical } from "./canonical";

/** Reports that giant lines were split while pasting. */
export interface PasteNotice {
  /** The number of lines that were split. */
  lines: number;
  /** The length of the longest of them, in characters. */
  longest: number;
}

const GIANT = 20_000;
const PARAGRAPH = 5_000;
const SENTENCE_END = /[。！？…；.!?;]+[”’」』》）)\]】"']*/g;

/** Makes pasted text canonical and splits its giant lines; `notice` is null when none was split. */
export function pasted(input: string): { text: string; notice: PasteNotice | null } {
  const text = canonical(input);
  if (text.length <= GIANT) return { text, notice: null };
  const notice = { lines: 0, longest: 0 };
  const lines = text.split("\n").map((line) => {
    if (line.length <= GIANT) return line;
    notice.lines += 1;
    notice.longest = Math.max(notice.longest, line.length);
    return paragraphs(line).join("\n");
  });
  return notice.lines === 0 ? { text, notice: null } : { text: lines.join("\n"), notice };
}

/** Splits after the last sentence end within the limit, otherwise at the limit but never inside a character. */
function paragraphs(line: string): string[] {
  const result: string[] = [];
  let from = 0;
  let end = 0;
  const close = (at: number) => {
    result.push(line.slice(from, at));
    from = at;
  };
  for (const match of line.matchAll(SENTENCE_END)) {
    const next = match.index + match[0].length;
    if (next - from > PARAGRAPH && end > from) close(end);
    while (next - from > PARAGRAPH) close(limit(line, from));
    end = next;
  }
  if (line.length - from > PARAGRAPH && end > from) close(end);
  while (line.length - from > PARAGRAPH) close(limit(line, from));
  if (from < line.length) close(line.length);
  return result;
}

function limit(line: string, from: number): number {
  const at = from + PARAGRAPH;
  return (line.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** Whether the author pasted or dropped text. */
export const isPaste = (transaction: Transaction): boolean =>
  transaction.isUserEvent("input.paste") || transaction.isUserEvent("input.drop");

/** A paste is a history step of its own, also if the author types at once after it. */
const ownStep = EditorState.transactionExtender.of((transaction) =>
  isPaste(transaction) ? { annotations: isolateHistory.of("full") } : null,
);

/** Cleaning and splitting as an extension. The split is part of the paste and is undone with it. */
export function paste(onPaste: ((notice: PasteNotice) => void) | undefined): Extension {
  const cleaned = EditorView.clipboardInputFilter.of((input) => {
    const { text, notice } = pasted(input);
    if (notice && onPaste) queueMicrotask(() => onPaste(notice));
    return text;
  });
  return [cleaned, ownStep];
}
