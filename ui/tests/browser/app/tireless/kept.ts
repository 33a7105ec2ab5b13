// Sequences that once failed, shrunk to the minimum. Each names the failure.
import type { Act } from "./doing";

export const KEPT: Record<string, Act[]> = {
  "the first words of a new scene stay in it": [
    { kind: "nextChapter", n: 0, words: "" },
    { kind: "newScene", n: 0, words: "third" },
  ],
  "a second renaming gives the keyboard back to the text like the first": [
    { kind: "rename", n: 76, words: "ea3" },
    { kind: "rename", n: 6, words: "船灯" },
  ],
  "a press in a dialog does not take the caret to the beginning": [
    { kind: "type", n: 48, words: "雨灯" },
    { kind: "bin", n: 79, words: "有江雾" },
    { kind: "type", n: 32, words: "mc67" },
    { kind: "newScene", n: 4, words: "s65" },
    { kind: "split", n: 6, words: "上夜有" },
    { kind: "caret", n: 15, words: "上灯上上" },
    { kind: "previousScene", n: 51, words: "y2" },
    { kind: "moveDown", n: 97, words: "灯雨上" },
    { kind: "putBack", n: 91, words: "雾有夜" },
  ],
  "a scene that is put back before the open one takes no words": [
    { kind: "split", n: 20, words: "雾夜" },
    { kind: "row", n: 57, words: "zkf8" },
    { kind: "previousScene", n: 3, words: "有江灯" },
    { kind: "previousChapter", n: 97, words: "yw9" },
    { kind: "bin", n: 0, words: "cp67" },
    { kind: "row", n: 54, words: "有夜雨" },
    { kind: "putBack", n: 96, words: "bdmz80" },
  ],
  "undo of a cancelled composition leaves the caret where it is": [
    { kind: "caret", n: 4, words: "" },
    { kind: "composeAndCancel", n: 98, words: "" },
    { kind: "caret", n: 72, words: "" },
    { kind: "undo", n: 13, words: "" },
  ],
  "redo has what it had before a composition that was cancelled": [
    { kind: "type", n: 1, words: "c8" },
    { kind: "undo", n: 6, words: "" },
    { kind: "composeAndCancel", n: 81, words: "" },
    { kind: "redo", n: 57, words: "" },
  ],
};
