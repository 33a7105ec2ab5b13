// Where a sentence is over.

/** A sentence end, closing quotes and brackets behind it, then blanks at most. */
const SENTENCE_END = /[。！？!?…．.](?:[”’」』）)》〉】\]"'])*[ \t\u3000]*$/u;

/** Whether some words end with a whole sentence. */
export function endsSentence(words: string): boolean {
  return SENTENCE_END.test(words);
}
