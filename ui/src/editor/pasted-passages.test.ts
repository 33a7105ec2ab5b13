import { history, redo, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MIN_PASTED, type PastedPassage, pastedPassages, pastedStored, takePasted } from "./pasted-passages";

const LONG = "贴".repeat(MIN_PASTED);

function editor(doc: string, onLongPaste?: (text: string) => void): EditorView {
  return new EditorView({
    state: EditorState.create({ doc, extensions: [history(), pastedPassages(onLongPaste)] }),
  });
}

function insert(view: EditorView, at: number, text: string, userEvent: string): void {
  view.dispatch({ changes: { from: at, insert: text }, userEvent });
}

/** The text without its passages; these texts have no surrogate pairs. */
function without(text: string, passages: readonly PastedPassage[]): string {
  let written = "";
  let end = 0;
  for (const { from, to, removed } of passages) {
    written += text.slice(end, from) + removed;
    end = to;
  }
  return written + text.slice(end);
}

describe("pasted passages", () => {
  it("are long pastes only, where they are after more typing", () => {
    const view = editor("江上有风。");
    insert(view, 0, "短贴", "input.paste");
    expect(takePasted(view)).toEqual([]);
    insert(view, 2, LONG, "input.paste");
    insert(view, 0, "夜里", "input.type");
    expect(takePasted(view)).toEqual([{ from: 4, to: 4 + MIN_PASTED, removed: "" }]);
  });

  it("count surrogate pairs as one character", () => {
    const view = editor("𠮷𠮷");
    insert(view, 4, LONG, "input.paste");
    expect(takePasted(view)).toEqual([{ from: 2, to: 2 + MIN_PASTED, removed: "" }]);
  });

  it("include the undo and the redo of a paste", () => {
    const view = editor("江上");
    insert(view, 2, LONG, "input.paste");
    takePasted(view);
    pastedStored(view);
    undo(view);
    expect(takePasted(view)).toEqual([{ from: 2, to: 2, removed: LONG }]);
    pastedStored(view);
    redo(view);
    expect(takePasted(view)).toEqual([{ from: 2, to: 2 + MIN_PASTED, removed: "" }]);
    undo(view);
    pastedStored(view);
    // The paste was stored, its undo was not.
    expect(takePasted(view)).toEqual([{ from: 2, to: 2, removed: LONG }]);
  });

  it("are none after a paste and its undo, and after the undo of a long deletion", () => {
    const view = editor(`江上${LONG}`);
    insert(view, 0, LONG, "input.paste");
    undo(view);
    expect(takePasted(view)).toEqual([]);
    view.dispatch({ changes: { from: 2, to: 2 + MIN_PASTED }, userEvent: "delete.selection" });
    undo(view);
    expect(takePasted(view)).toEqual([]);
  });

  it("are reported once, without short pastes, typing, undo and redo", async () => {
    const reported: string[] = [];
    const view = editor("江上", (text) => reported.push(text));
    insert(view, 2, "短贴", "input.paste");
    insert(view, 2, LONG, "input.type");
    insert(view, 0, `${LONG}\n完`, "input.paste");
    undo(view);
    redo(view);
    await Promise.resolve();
    expect(reported).toEqual([`${LONG}\n完`]);
  });

  it("are taken again until they are stored", () => {
    const view = editor("江上");
    insert(view, 2, LONG, "input.paste");
    expect(takePasted(view)).toHaveLength(1);
    insert(view, 0, "夜里", "input.type");
    expect(takePasted(view)).toEqual([{ from: 4, to: 4 + MIN_PASTED, removed: "" }]);
    pastedStored(view);
    expect(takePasted(view)).toEqual([]);
  });

  it("leave exactly what was written, whatever is typed, pasted and undone", () => {
    const act = fc.record({
      kind: fc.constantFrom("type", "delete", "paste", "store"),
      at: fc.nat(5000),
      length: fc.nat(2500),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        const view = editor("江上有风，船还没有来。");
        // Written text is latin, pasted text is not.
        let typed = 0;
        for (const { kind, at, length } of acts) {
          const size = view.state.doc.length;
          const from = Math.min(at, size);
          const change: Record<string, TransactionSpec> = {
            type: { changes: { from, insert: "typed" }, userEvent: "input.type" },
            paste: { changes: { from, insert: LONG }, userEvent: "input.paste" },
            delete: { changes: { from, to: Math.min(size, from + length) }, userEvent: "delete.selection" },
          };
          const spec = change[kind];
          if (spec !== undefined) view.dispatch(spec);
          else {
            takePasted(view);
            pastedStored(view);
            typed = view.state.doc.toString().split("贴").length;
          }
        }
        const text = view.state.doc.toString();
        const written = without(text, takePasted(view));
        // What is not stored yet and was pasted is not in the written text.
        expect(written.split("贴").length).toBeLessThanOrEqual(Math.max(typed, 1));
        expect(written.replaceAll("贴", "")).toBe(text.replaceAll("贴", ""));
      }),
      { numRuns: 200 },
    );
  });
});
