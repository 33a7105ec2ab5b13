import { EditorView } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Typist } from "./punctuation-typist";

let typist: Typist;
beforeEach(() => {
  typist = new Typist("zh");
});
afterEach(() => typist.destroy());

describe("full-width punctuation", () => {
  it.each([
    ["山,", "山，|"],
    ["山.", "山。|"],
    ["山?!", "山？！|"],
    ["山:;", "山：；|"],
    ["カナ,", "カナ、|"],
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
    typist.type(typed);
    expect(typist.shown()).toBe(result);
  });

  it("one Backspace restores what was typed", () => {
    typist.type("山,");
    expect(typist.backspace()).toBe(true);
    expect(typist.shown()).toBe("山,|");
    expect(typist.backspace()).toBe(false);
    typist.set("山|");
    typist.type("(");
    expect(typist.shown()).toBe("山（|）");
    typist.backspace();
    expect(typist.shown()).toBe("山(|");
  });

  it("one Backspace leaves an existing closing mark", () => {
    typist.set("山|）").type("(");
    expect(typist.shown()).toBe("山（|）");
    typist.backspace();
    expect(typist.shown()).toBe("山(|）");
  });

  it("one undo restores what was typed", () => {
    typist.type("山,");
    typist.undo();
    expect(typist.shown()).toBe("山,|");
  });

  it("Backspace after moving away deletes", () => {
    typist.type("山,");
    typist.view.dispatch({ selection: { anchor: 1 } });
    typist.view.dispatch({ selection: { anchor: 2 } });
    expect(typist.backspace()).toBe(false);
  });
});

describe("full-width punctuation in Japanese", () => {
  it.each([
    ["ja", "彼,", "彼、|"],
    ["ja", "これ.", "これ。|"],
    ["ja", "東京(", "東京（|）"],
    ["ja", "NASAが", "NASAが|"],
    ["ja", "NASAが来た,", "NASAが来た、|"],
    ["ja", "He said,", "He said,|"],
    ["zh", "さくら,山,", "さくら、山、|"],
    ["zh", "山,", "山，|"],
    ["en", "山,さ,", "山，さ、|"],
    ["en", "さ\n山,", "さ\n山，|"],
  ] as const)("in a novel in %s typing %s gives %s", (language, typed, result) => {
    typist.destroy();
    typist = new Typist(language);
    typist.type(typed);
    expect(typist.shown()).toBe(result);
  });

  it("one Backspace or undo restores the comma", () => {
    typist.type("さ,");
    typist.backspace();
    expect(typist.shown()).toBe("さ,|");
    typist.set("さ|").type(",").undo();
    expect(typist.shown()).toBe("さ,|");
  });

  it.each(["「」", "『』", "（）"])("%s are inserted in pairs", (pair) => {
    const [open = "", close = ""] = pair;
    typist.destroy();
    typist = new Typist("ja");
    typist.type(open);
    expect(typist.shown()).toBe(`${open}|${close}`);
    typist.type(`さ${close}`);
    expect(typist.shown()).toBe(`${open}さ${close}|`);
  });
});

describe("pairs", () => {
  it.each(["“”", "‘’", "「」", "『』", "《》", "（）", "【】"])("%s", (pair) => {
    const [open = "", close = ""] = pair;
    typist.type(open);
    expect(typist.shown()).toBe(`${open}|${close}`);
    typist.type(`山${close}`);
    expect(typist.shown()).toBe(`${open}山${close}|`);
    typist.set("");
    typist.type(open);
    expect(typist.backspace()).toBe(true);
    expect(typist.shown()).toBe("|");
    typist.set("山|水|火");
    typist.type(open);
    expect(typist.shown()).toBe(`山${open}|水|${close}火`);
  });

  it("no closing mark before a word or before an existing one", () => {
    typist.set("|山水");
    typist.type("“");
    expect(typist.shown()).toBe("“|山水");
    typist.set("山|”");
    typist.type("“");
    expect(typist.shown()).toBe("山“|”");
  });

  it("an input method that commits both marks doubles nothing", () => {
    typist.type("“");
    typist.type("”");
    expect(typist.shown()).toBe("“”|");
    typist.set("");
    const { view } = typist;
    const insert = () => view.state.update(view.state.replaceSelection("“”"), { userEvent: "input.type" });
    for (const handler of view.state.facet(EditorView.inputHandler))
      expect(handler(view, 0, 0, "“”", insert)).toBe(false);
  });

  it("leave composed text alone", () => {
    typist.view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    typist.type("山,“");
    expect(typist.shown()).toBe("山,“|");
    typist.view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    typist.type(",");
    expect(typist.shown()).toBe("山,“,|");
  });

  it("a key right after a composition is a key, before any timer has run", async () => {
    typist.view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    typist.type("山");
    typist.view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    typist.type(",");
    expect(typist.shown()).toBe("山，|");
  });
});
