// Sentence ends.

/** A sentence end with closing quotes and brackets, then only white space. */
const SENTENCE_END = /[。！？!?…．.](?:[”’」』）)》〉】\]"'])*[ \t\u3000]*$/u;

/** Whether a text ends with a complete sentence. */
export function endsSentence(words: string): boolean {
  return SENTENCE_END.test(words);
}

const ENDS_WORDS = /[\p{Script=Latin}\p{N}.,;:!?…”’)"]$/u;
const BEGINS_WORDS = /^[\p{Script=Latin}\p{N}“‘("]/u;

/** The space between two pieces of text that would run together without it. */
export function spaceBetween(before: string, after: string): "" | " " {
  return ENDS_WORDS.test(before) && BEGINS_WORDS.test(after) ? " " : "";
}
