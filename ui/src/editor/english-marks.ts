// Typographic marks of English prose, key by key: curly quotes, apostrophes, dashes, ellipses. Pure; independent of the
// editor.

/** A paragraph up to the caret. */
export interface Head {
  text: string;
  /** Position of the last single quote that was converted to an opening one; -1 when there is none. */
  quote: number;
  /** Whether the last two keys were the hyphens that formed the dash before the caret. */
  isDashed: boolean;
}

const DASHES = /[-–—]/;
/** A quote after one of these opens. `>` begins a quotation in Markdown. */
const OPENING = /[\s\p{Ps}>]/u;
const LETTER = /[\p{L}\p{N}]/u;
const WORD = /^[\p{L}\p{N}’]+$/u;

/** Words with an elided beginning. Those of the second list also begin quotations, when they are capitalised. */
const ELIDED = /^(?:t(?:il|(?:is|was|were|will|ould)(?:n(?:’t?)?)?)|\d\ds?)$/i;
const ELIDED_IN_LOWER_CASE = /^(?:em|cause|cos|cuz|round|bout|neath|till)$/;

/** Whether a line may become a scene break of dashes, so that its hyphens stay. */
export function isBreak(line: string): boolean {
  return /^[\s>-]*$/.test(line);
}

/** The paragraph after one more key; `rest` is the text after the caret. */
export function typeAfter(head: Head, key: string, rest: string): Head {
  const plain = { ...head, text: head.text + key, isDashed: false };
  if (isInCode(head.text)) return plain;
  if (key === '"' || key === "'") return quoted(head, key);
  if (key === "-") return dashed(head, rest) ?? plain;
  if (key === "." && /(?:^|[^.])\.\.$/.test(head.text))
    return { ...plain, text: `${head.text.slice(0, -2)}…` };
  return LETTER.test(key) ? { ...plain, text: elided(plain) } : plain;
}

/** The result of typing a text key by key. */
export function typeset(text: string): Head {
  let head: Head = { text: "", quote: -1, isDashed: false };
  for (const key of text) head = typeAfter(head, key, "x");
  return { ...head, isDashed: false };
}

function isInCode(before: string): boolean {
  return (before.match(/`+/g)?.length ?? 0) % 2 === 1;
}

function dashed({ text, quote, isDashed }: Head, rest: string): Head | null {
  if (isDashed) return { text, quote, isDashed: false };
  if (!/(?:^|[^-])-$/.test(text) || isBreak(text + rest)) return null;
  return { text: `${text.slice(0, -1)}—`, quote, isDashed: true };
}

function quoted({ text, quote }: Head, key: '"' | "'"): Head {
  const isDashed = false;
  // rock ’n’ roll
  if (key === "'" && quote >= 0 && text.slice(quote) === "‘n")
    return { text: `${text.slice(0, quote)}’n’`, quote, isDashed };
  const opens = opensAfter(text, key);
  if (key === '"') return { text: text + (opens ? "“" : "”"), quote, isDashed };
  return opens ? { text: `${text}‘`, quote: text.length, isDashed } : { text: `${text}’`, quote, isDashed };
}

/** Whether a quote opens after a text. Marks of emphasis around it are ignored. */
function opensAfter(before: string, key: '"' | "'"): boolean {
  const text = before.replace(/[*_]+$/, "");
  const last = text.at(-1);
  if (last === undefined || OPENING.test(last)) return true;
  // A dash interrupts speech as often as it introduces it.
  if (DASHES.test(last)) return !(key === '"' ? isDoubleOpen(text) : isSingleOpen(text));
  if (last === '"' || last === "'") return last !== key && opensAfter(text.slice(0, -1), last);
  return last === (key === '"' ? "‘" : "“");
}

function isDoubleOpen(text: string): boolean {
  let isOpen = false;
  for (const [mark] of text.matchAll(/["“”]/g)) isOpen = mark === "“" || (mark === '"' && !isOpen);
  return isOpen;
}

/**
 * Whether an opening single quote is still unclosed. Apostrophes stand before a letter or begin a word; a closing quote
 * does neither.
 */
function isSingleOpen(text: string): boolean {
  const open = text.lastIndexOf("‘");
  return open >= 0 && !/[^\s]’(?![\p{L}\p{N}])/u.test(text.slice(open + 1));
}

/**
 * Turns the quote before the last word into an apostrophe when the word is an elision, and back when the word
 * continues.
 */
function elided({ text, quote }: Head): string {
  const word = text.slice(quote + 1);
  if (quote < 0 || !WORD.test(word) || !/[‘’]/.test(text.charAt(quote))) return text;
  const before = text.slice(0, quote);
  return before + (isElided(word, before) ? "’" : "‘") + word;
}

function isElided(word: string, before: string): boolean {
  if (ELIDED.test(word) || ELIDED_IN_LOWER_CASE.test(word)) return true;
  // Speech begins with an elision more often than with a quotation: “’Cause I said so.”
  return before.endsWith("“") && ELIDED_IN_LOWER_CASE.test(word.toLowerCase());
}
