// Sentence ends.

/** A sentence end with closing quotes and brackets, then only white space. */
const SENTENCE_END = /[。！？!?…．.](?:[”’」』）)》〉】\]"'])*[ \t\u3000]*$/u;

/** Whether a text ends with a complete sentence. */
export function endsSentence(words: string): boolean {
  return SENTENCE_END.test(words);
}
