import { history, undo } from "@codemirror/commands";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compositionGate } from "./composition";
import { punctuation } from "./punctuation";

let view: EditorView;
beforeEach(() => {
  view = new EditorView({ parent: document.body, extensions: [compositionGate, history(), punctuation] });
});
afterEach(() => view.destroy());

/** What the browser would report for typed characters. */
function type(text: string): void {
  for (const character of text) {
    const { from, to } = view.state.selection.main;
    const insert = () =>
      view.state.update(view.state.replaceSelection(character), { userEvent: "input.type" });
    const handled = view.state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, from, to, character, insert));
    if (!handled) view.dispatch(insert());
  }
}

function backspace(): boolean {
  return runScopeHandlers(view, new KeyboardEvent("keydown", { key: "Backspace" }), "editor");
}

/** The text with a bar for the caret, or two for the ends of the selection. */
function shown(): string {
  const { from, to, empty } = view.state.selection.main;
  const text = view.state.doc.toString();
  return `${text.slice(0, from)}|${empty ? "" : `${text.slice(from, to)}|`}${text.slice(to)}`;
}

function set(text: string): void {
  const [before = "", middle, after] = text.split("|");
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text.replaceAll("|", "") },
    selection: {
      anchor: before.length,
      head: before.length + (after === undefined ? 0 : (middle?.length ?? 0)),
    },
  });
}

describe("full-width punctuation", () => {
  it.each([
    ["山,", "山，|"],
    ["山.", "山。|"],
    ["山?!", "山？！|"],
    ["山:;", "山：；|"],
    ["カナ,", "カナ，|"],
    ["𠮷,", "𠮷，|"],
    ["“山”,", "“山”，|"],
    ["“hi”,", "“hi”,|"],
    ["3.5", "3.5|"],
    ["12:30", "12:30|"],
    ["山3.", "山3.|"],
    ["ok, fine.", "ok, fine.|"],
    [",", ",|"],
    ["山(水)", "山（水）|"],
    ["山(a)", "山（a）|"],
  ])("typing %s gives %s", (typed, result) => {
    type(typed);
    expect(shown()).toBe(result);
  });

  it("one Backspace gives back what was typed", () => {
    type("山,");
    expect(backspace()).toBe(true);
    expect(shown()).toBe("山,|");
    expect(backspace()).toBe(false);
    set("山|");
    type("(");
    expect(shown()).toBe("山（|）");
    backspace();
    expect(shown()).toBe("山(|");
  });

  it("one undo gives back what was typed", () => {
    type("山,");
    undo(view);
    expect(shown()).toBe("山,|");
  });

  it("Backspace after moving away deletes", () => {
    type("山,");
    view.dispatch({ selection: { anchor: 1 } });
    view.dispatch({ selection: { anchor: 2 } });
    expect(backspace()).toBe(false);
  });
});

describe("pairs", () => {
  it.each(["“”", "‘’", "「」", "『』", "《》", "（）", "【】"])("%s", (pair) => {
    const [open = "", close = ""] = pair;
    type(open);
    expect(shown()).toBe(`${open}|${close}`);
    type(`山${close}`);
    expect(shown()).toBe(`${open}山${close}|`);
    set("");
    type(open);
    expect(backspace()).toBe(true);
    expect(shown()).toBe("|");
    set("山|水|火");
    type(open);
    expect(shown()).toBe(`山${open}|水|${close}火`);
  });

  it("no closing mark before a word or where it stands already", () => {
    set("|山水");
    type("“");
    expect(shown()).toBe("“|山水");
    set("山|”");
    type("“");
    expect(shown()).toBe("山“|”");
  });

  it("an input method that commits both marks doubles nothing", () => {
    type("“");
    type("”");
    expect(shown()).toBe("“”|");
    set("");
    const insert = () => view.state.update(view.state.replaceSelection("“”"), { userEvent: "input.type" });
    for (const handler of view.state.facet(EditorView.inputHandler))
      expect(handler(view, 0, 0, "“”", insert)).toBe(false);
  });

  it("leave composed text alone", () => {
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    type("山,“");
    expect(shown()).toBe("山,“|");
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    type(",");
    expect(shown()).toBe("山,“,|");
  });

  it("a key right behind a composition is a key, before any timer has run", async () => {
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    type("山");
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    type(",");
    expect(shown()).toBe("山，|");
  });
});
