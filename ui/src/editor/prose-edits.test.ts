import { history, undo } from "@codemirror/commands";
import { EditorState, type Transaction } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { type SettableMark, toggleMark } from "./prose-edits";
import { proseMarks } from "./prose-marks";

function stateOf(text: string): EditorState {
  const [from, to] = [text.indexOf("〔"), text.indexOf("〕") - 1];
  const doc = text.replace("〔", "").replace("〕", "");
  return EditorState.create({ doc, selection: { anchor: from, head: to }, extensions: history() });
}

function shown(state: EditorState): string {
  const { from, to } = state.selection.main;
  return `${state.sliceDoc(0, from)}〔${state.sliceDoc(from, to)}〕${state.sliceDoc(to)}`;
}

/** A text with its selection between 〔 and 〕; a caret is 〔〕. */
function toggled(text: string, ...kinds: SettableMark[]): string {
  let state = stateOf(text);
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  for (const kind of kinds) toggleMark(kind)({ state, dispatch });
  return shown(state);
}

describe("commands of marks", () => {
  it.each([
    ["他〔很〕想走", "dots", "他《《〔很〕》》想走"],
    ["他《《〔很〕》》想走", "dots", "他〔很〕想走"],
    ["他《《很〔〕》》想走", "dots", "他《《很》》〔〕想走"],
    ["他《《很》》〔〕想走", "dots", "他《《很〔〕》》想走"],
    ["他《《〔〕很》》想走", "dots", "他〔〕很想走"],
    ["他《《〔〕》》想走", "dots", "他〔〕想走"],
    ["甲〔〕乙", "dots", "甲《《〔〕》》乙"],
    ["去〔東京〕了", "ruby", "去｜東京《〔〕》了"],
    ["去｜東京《とう〔〕》了", "ruby", "去｜東京《とう》〔〕了"],
    ["去｜東〔〕京《とう》了", "ruby", "去東〔〕京了"],
    ["甲〔〕乙", "ruby", "甲｜〔〕《》乙"],
    ["他来了〔〕。", "note", "他来了^[〔〕]。"],
    ["他^[原名〔〕]来了", "note", "他^[原名]〔〕来了"],
    ["他^[原〔〕名]来了", "note", "他原〔〕名来了"],
    ["他〔原名〕来了", "note", "他^[〔原名〕]来了"],
    ["甲\n碑〔〕\n乙", "centre", "甲\n>> 碑〔〕 <<\n乙"],
    ["甲\n>> 碑〔〕 <<\n乙", "centre", "甲\n碑〔〕\n乙"],
    [">> 碑〔〕 <<", "right", ">> 碑〔〕"],
    ["〔〕", "centre", ">> 〔〕 <<"],
    ["〔甲\n\n乙〕", "quotation", "> 〔甲\n\n> 乙〕"],
    ["> 〔甲\n> 乙〕", "quotation", "〔甲\n乙〕"],
    ["　　甲〔〕", "right", "　　>> 甲〔〕"],
    ["甲〔〕乙\n丙", "break", "甲乙\n***\n〔〕丙"],
    ["甲〔〕", "break", "甲\n***\n〔〕"],
    ["甲\n***〔〕\n乙", "break", "甲\n〔〕乙"],
  ] as const)("%s by %s becomes %s", (before, kind, after) => {
    expect(toggled(before, kind)).toBe(after);
  });

  it("remove a footnote's mark, not its words", () => {
    expect(toggled("他^[〔原名〕]来了", "note")).toBe("他〔原名〕来了");
  });

  it.each(["ruby", "dots", "note", "centre", "right", "quotation", "break"] as const)(
    "%s is one history step",
    (kind) => {
      const first = stateOf("甲〔乙〕丙");
      let state = first;
      const dispatch = (transaction: Transaction) => {
        state = transaction.state;
      };
      toggleMark(kind)({ state, dispatch });
      expect(state.doc.eq(first.doc)).toBe(false);
      undo({ state, dispatch });
      expect(state.doc.eq(first.doc)).toBe(true);
    },
  );

  it("write marks that are read as such", () => {
    for (const kind of ["dots", "note", "centre", "right", "quotation"] as const) {
      const line = toggled("甲〔乙〕丙", kind).replace("〔", "").replace("〕", "");
      expect(proseMarks(line).map((mark) => mark.kind)).toEqual([kind]);
    }
  });

  it("do nothing in a read-only text", () => {
    const state = EditorState.create({ doc: "甲", extensions: EditorState.readOnly.of(true) });
    expect(toggleMark("dots")({ state, dispatch: () => expect.unreachable() })).toBe(false);
  });
});
