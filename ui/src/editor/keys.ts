// Editor keys that differ from CodeMirror's: paragraphs, single deletions, leaving the text.
import { deleteCharBackwardStrict, moveLineDown, moveLineUp } from "@codemirror/commands";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { toggleEmphasis } from "./emphasis";
import { settingOnce } from "./empty-marks";
import { joinBackward, joinForward } from "./join-paragraphs";
import { newParagraph } from "./new-paragraph";

/**
 * Swallows Tab: indents are layout and are drawn, so Tab inserts nothing. It still stays in an editable text, unless it
 * leads to the buttons of a proposal there. F6 leaves the text.
 */
const swallowTab: Command = ({ state, contentDOM }) =>
  !state.readOnly && contentDOM.querySelector("button") === null;

/** Keys that take precedence over CodeMirror's. */
export const writingKeys: readonly KeyBinding[] = [
  { key: "Enter", run: newParagraph, shift: newParagraph },
  { key: "Backspace", run: joinBackward, shift: joinBackward },
  { key: "Delete", run: joinForward },
  { key: "Backspace", run: deleteCharBackwardStrict, shift: deleteCharBackwardStrict, preventDefault: true },
  { key: "Tab", run: swallowTab, shift: swallowTab },
  { key: "Mod-b", run: settingOnce(toggleEmphasis("**")), preventDefault: true },
  { key: "Mod-i", run: settingOnce(toggleEmphasis("*")), preventDefault: true },
  { key: "Alt-ArrowUp", run: moveLineUp },
  { key: "Alt-ArrowDown", run: moveLineDown },
];

/** Arrow keys that report when the caret cannot move further, for texts that are stacked vertically. */
export function leavingKeys(onLeave: (direction: "up" | "down") => void): readonly KeyBinding[] {
  const leave =
    (direction: "up" | "down", atEdge: (view: EditorView) => boolean): Command =>
    (view) => {
      if (!view.state.selection.main.empty || !atEdge(view)) return false;
      onLeave(direction);
      return true;
    };
  const head = (view: EditorView) => view.state.selection.main.head;
  const end = (view: EditorView) => view.state.doc.length;
  return [
    { key: "ArrowUp", run: leave("up", (view) => sameRow(view, head(view), 0)) },
    { key: "ArrowDown", run: leave("down", (view) => sameRow(view, head(view), end(view))) },
    { key: "ArrowLeft", run: leave("up", (view) => head(view) === 0) },
    { key: "ArrowRight", run: leave("down", (view) => head(view) === end(view)) },
  ];
}

/** Whether two positions of one paragraph are in the same visual row. */
function sameRow(view: EditorView, position: number, edge: number): boolean {
  if (position === edge) return true;
  const line = view.state.doc.lineAt(position);
  if (edge < line.from || edge > line.to) return false;
  const one = view.coordsAtPos(position);
  const two = view.coordsAtPos(edge);
  return one !== null && two !== null && Math.abs(one.top - two.top) < view.defaultLineHeight / 2;
}
