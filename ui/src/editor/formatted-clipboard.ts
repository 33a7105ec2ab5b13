// Formatted words in the clipboard. What is copied is also offered as HTML, for programs that show formatting; what
// other programs offer as HTML is pasted with marks. Text of our own editors and of editors of code is pasted as it is.
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";
import { canonical } from "./canonical";
import { htmlOf, isOwnHtml } from "./copied-html";
import { wordsWithMarks } from "./formatted-words";

/** The words of the clipboard with marks; `plain` are the same words without. */
export function wordsToPaste(html: string, plain: string): string {
  const text = html === "" || isOwnHtml(html) ? null : wordsWithMarks(html);
  if (text === null) return plain;
  // HTML does not say whether the spaces around a passage were copied, nor whether its last paragraph was whole.
  const clean = canonical(plain);
  const before = text.includes("\n") ? "" : (/^ */.exec(clean)?.[0] ?? "");
  const after = /(?: +|\n)$/.exec(clean)?.[0] ?? "";
  return before + text.replace(/^ +/, "") + after;
}

/** Pastes formatted words with marks. */
function formattedPaste(): Extension {
  let isPlainKey = false;
  let waiting: { plain: string; marked: string } | null = null;
  const observers = EditorView.domEventObservers({
    keydown: (event) => {
      isPlainKey = event.shiftKey && (event.ctrlKey || event.metaKey) && event.code === "KeyV";
    },
    paste: ({ clipboardData }, view) => {
      const isPlain = isPlainKey || clipboardData?.types.includes("vscode-editor-data");
      isPlainKey = false;
      waiting = null;
      if (!clipboardData || isPlain || view.state.readOnly) return;
      const plain = clipboardData.getData("text/plain") || clipboardData.getData("text/uri-list");
      waiting = { plain, marked: wordsToPaste(clipboardData.getData("text/html"), plain) };
    },
  });
  const filter = EditorView.clipboardInputFilter.of((text) => {
    const found = waiting;
    waiting = null;
    return found?.plain === text ? found.marked : text;
  });
  return [observers, Prec.highest(filter)];
}

/** Adds HTML to what the editor has put into the clipboard. */
const formattedCopy = ViewPlugin.define(({ dom }) => {
  const add = ({ clipboardData, defaultPrevented }: ClipboardEvent) => {
    const text = defaultPrevented ? clipboardData?.getData("text/plain") : "";
    if (text) clipboardData?.setData("text/html", htmlOf(text));
  };
  dom.addEventListener("copy", add);
  dom.addEventListener("cut", add);
  return {
    destroy: () => {
      dom.removeEventListener("copy", add);
      dom.removeEventListener("cut", add);
    },
  };
});

/** Formatted words in the clipboard, as an extension. */
export const formattedClipboard = (): Extension => [formattedPaste(), formattedCopy];
