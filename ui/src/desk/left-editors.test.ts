// Closed editors are kept for their undo history, up to a limit of text.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, expect, it, vi } from "vitest";
import { pointedOut, pointTo } from "@/editor/pointed-out";
import { resumed } from "@/editor/resumed";
import { forgetLeftEditors, keepLeftEditor, takeLeftEditor } from "./left-editors";

const PLACE = EditorView.scrollIntoView(0);

const editor = (length: number) => ({
  state: EditorState.create({ doc: "字".repeat(length), extensions: resumed(undefined) }),
  scroll: PLACE,
});

afterEach(forgetLeftEditors);

it("keeps 200 editors of ordinary scenes", () => {
  for (let scene = 1; scene <= 200; scene += 1) keepLeftEditor(scene, editor(5_000));
  for (let scene = 1; scene <= 200; scene += 1) expect(takeLeftEditor(scene)).toBeDefined();
});

it("beyond 16 million units drops the oldest, and counts a scene once", () => {
  for (const scene of [1, 2, 1, 3]) keepLeftEditor(scene, editor(5_000_000));
  keepLeftEditor(4, editor(5_000_000));
  expect(takeLeftEditor(2)).toBeUndefined();
  for (const scene of [1, 3, 4]) expect(takeLeftEditor(scene)).toBeDefined();
});

it("keeps the selection only for an editor that replaces it at once", () => {
  vi.useFakeTimers();
  const { state, scroll } = editor(10);
  const left = { state: state.update({ selection: { anchor: 8, head: 3 } }).state, scroll };
  keepLeftEditor(1, left);
  expect(takeLeftEditor(1)?.state.selection.main).toMatchObject({ anchor: 8, head: 3 });
  keepLeftEditor(1, left);
  vi.runAllTimers();
  expect(takeLeftEditor(1)?.state.selection.main).toMatchObject({ anchor: 3, head: 3 });
  vi.useRealTimers();
});

it("keeps a passage pointed out only for an editor that replaces it at once", () => {
  vi.useFakeTimers();
  const begun = EditorState.create({
    doc: "雾散了，灯还亮着。",
    extensions: [resumed(undefined), pointedOut],
  });
  const left = { state: begun.update(pointTo({ from: 4, to: 8 })).state, scroll: PLACE };
  const marked = () => takeLeftEditor(1)?.state.field(pointedOut).size;
  keepLeftEditor(1, left);
  expect(marked()).toBe(1);
  keepLeftEditor(1, left);
  vi.runAllTimers();
  expect(marked()).toBe(0);
  vi.useRealTimers();
});
