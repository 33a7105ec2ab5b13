import { EditorSelection } from "@codemirror/state";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Typist } from "./punctuation-typist";

let typist: Typist;
beforeEach(() => {
  typist = new Typist("en");
});
afterEach(() => typist.destroy());

function novelIn(language: "zh" | "en" | "ja"): Typist {
  typist.destroy();
  typist = new Typist(language);
  return typist;
}

describe("quotes", () => {
  it.each([
    [`"Yes," he said. "No."`, "“Yes,” he said. “No.”"],
    [`"He told me 'Run,' and I ran," she said.`, "“He told me ‘Run,’ and I ran,” she said."],
    [`"'Run,' he said."`, "“‘Run,’ he said.”"],
    [`'"Run," he said.'`, "‘“Run,” he said.’"],
    [`("x") ["y"] {"z"}`, "(“x”) [“y”] {“z”}"],
    [`don't, it's, the boys' hats`, "don’t, it’s, the boys’ hats"],
    [`fo'c's'le`, "fo’c’s’le"],
    [`an empty "" and ''`, "an empty “” and ‘’"],
    [`*"Run,"* **"now"** _'go'_`, "*“Run,”* **“now”** _‘go’_"],
    [`"*Run*"`, "“*Run*”"],
    [`# "One"`, "# “One”"],
    [`>"One"`, ">“One”"],
    [`é"`, "é”"],
  ])("typing %s gives %s", (typed, result) => {
    expect(typist.type(typed).text()).toBe(result);
  });

  it.each([
    [`"I was--"`, "“I was—”"],
    [`He said--"no."`, "He said—“no.”"],
    [`"I"--she paused--"am."`, "“I”—she paused—“am.”"],
    [`'I didn't--'`, "‘I didn’t—’"],
    [`'I'--she paused--'am.'`, "‘I’—she paused—‘am.’"],
  ])("after a dash they open or close by what is already open: %s gives %s", (typed, result) => {
    expect(typist.type(typed).text()).toBe(result);
  });

  it("take existing straight quotes into account", () => {
    expect(typist.set(`"I was—|`).type(`"`).shown()).toBe(`"I was—”|`);
    expect(typist.set(`"|`).type(`'`).shown()).toBe(`"‘|`);
    expect(typist.set(`so"|`).type(`'`).shown()).toBe(`so"’|`);
  });

  it("come without a partner", () => {
    typist.type(`"“‘`);
    expect(typist.shown()).toBe("““‘|");
    expect(typist.set("so “|”").backspace()).toBe(false);
    expect(typist.set("so |").type("“").shown()).toBe("so “|");
  });

  it.each([
    [`"`, "say “|no|” now"],
    [`'`, "say ‘|no|’ now"],
    ["“", "say “|no|” now"],
    ["「", "say 「|no|」 now"],
  ])("%s wraps the selection", (key, result) => {
    typist.set("say |no| now").type(key);
    expect(typist.shown()).toBe(result);
    typist.undo();
    expect(typist.shown()).toBe("say |no| now");
  });
});

describe("elisions", () => {
  it.each([
    [`'tis, 'Twas, 'tisn't`, "’tis, ’Twas, ’tisn’t"],
    [`get 'em`, "get ’em"],
    [`'til the '90s, in '68`, "’til the ’90s, in ’68"],
    [`'cause 'round 'bout`, "’cause ’round ’bout"],
    [`"'Cause I said so."`, "“’Cause I said so.”"],
    [`'I told 'em,' he said.`, "‘I told ’em,’ he said."],
    [`''Tis late,' he said.`, "‘’Tis late,’ he said."],
    [`rock 'n' roll`, "rock ’n’ roll"],
    [`pre-'90s`, "pre-’90s"],
  ])("typing %s gives %s", (typed, result) => {
    expect(typist.type(typed).text()).toBe(result);
  });

  it.each([
    [`'embers'`, "‘embers’"],
    [`'tiscali'`, "‘tiscali’"],
    [`'1984'`, "‘1984’"],
    [`'5 men'`, "‘5 men’"],
    [`'night'`, "‘night’"],
    [`'Cause and effect'`, "‘Cause and effect’"],
    [`'Em, come here.'`, "‘Em, come here.’"],
  ])("words that only look like elisions are quoted: %s gives %s", (typed, result) => {
    expect(typist.type(typed).text()).toBe(result);
  });

  it("one undo or Backspace restores the straight quote, and it stays", () => {
    typist.type("a 'tis");
    expect(typist.shown()).toBe("a ’tis|");
    typist.undo();
    expect(typist.type(" so").shown()).toBe("a ‘tis so|");
    typist.set("").type("'em");
    expect(typist.backspace()).toBe(true);
    expect(typist.type("s").shown()).toBe("‘ems|");
  });

  it("leave quotes alone that were reverted or pasted", () => {
    expect(typist.type("‘em ’ember").text()).toBe("‘em ’ember");
    expect(typist.set("").paste("x ‘").type("em").text()).toBe("x ‘em");
  });
});

describe("dashes and ellipses", () => {
  it.each([
    ["wait--what", "wait—what"],
    ["wait---what", "wait—what"],
    ["wait -- what", "wait — what"],
    ["Lord -----", "Lord ——"],
    ["a-b - c", "a-b - c"],
    ["Well...", "Well…"],
    ["...and....", "…and…."],
    ["so......", "so……"],
    ["1..2", "1..2"],
  ])("typing %s gives %s", (typed, result) => {
    expect(typist.type(typed).text()).toBe(result);
  });

  it.each(["--", "---", "------", "- - -", "-- --", "***", "* * *", "___", "> ---", "  ---"])(
    "the scene break %s stays",
    (line) => {
      expect(typist.type(`One.\n${line}\n\nTwo`).text()).toBe(`One.\n${line}\n\nTwo`);
    },
  );

  it.each([
    ["--Go", "—Go|"],
    ["---Go", "—Go|"],
    ["-- Go", "— Go|"],
    [`--"Go"`, "—“Go”|"],
    ["> --so", "> —so|"],
    ["--...", "—…|"],
  ])("hyphens that begin a paragraph wait for more: %s gives %s", (typed, result) => {
    expect(typist.type(typed).shown()).toBe(result);
    expect(typist.set("").type(`x\n${typed}`).shown()).toBe(`x\n${result}`);
  });

  it("hyphens before existing words do not wait", () => {
    expect(typist.set("|Go").type("--").shown()).toBe("—|Go");
  });
});

describe("code", () => {
  it.each([
    [`say \`"a" -- 'b'...\` "so"`, `say \`"a" -- 'b'...\` “so”`],
    [`\`\`a "b"\`\` "c"`, `\`\`a "b"\`\` “c”`],
    [`\`\`\`js "x"`, `\`\`\`js "x"`],
  ])("typing %s gives %s", (typed, result) => {
    expect(typist.type(typed).text()).toBe(result);
  });
});

describe("reverting a conversion", () => {
  it.each([
    [`say "`, "say “|", `say "|`],
    ["it'", "it’|", "it'|"],
    ["so--", "so—|", "so--|"],
    ["so---", "so—|", "so---|"],
    ["so...", "so…|", "so...|"],
    ["--G", "—G|", "--G|"],
    ["rock 'n'", "rock ’n’|", "rock ‘n'|"],
  ])("Backspace after %s", (typed, converted, back) => {
    expect(typist.type(typed).shown()).toBe(converted);
    expect(typist.backspace()).toBe(true);
    expect(typist.shown()).toBe(back);
    expect(typist.backspace()).toBe(false);
  });

  it.each([
    [`"`, `"|`],
    ["--", "--|"],
    ["...", "...|"],
  ])("reverted marks stay when more of %s is typed", (typed, back) => {
    typist.type(`a ${typed}`);
    typist.backspace();
    expect(typist.shown()).toBe(`a ${back}`);
    const more = typed.charAt(0) === `"` ? "b" : typed.charAt(0);
    expect(typist.type(more).text()).toBe(`a ${typed}${more}`);
  });

  it("undo reverts the conversion, then the mark; redo restores both", () => {
    typist.set("it|").type("'");
    typist.undo();
    expect(typist.shown()).toBe("it'|");
    typist.undo();
    expect(typist.shown()).toBe("it|");
    typist.redo();
    typist.redo();
    expect(typist.shown()).toBe("it’|");
  });

  it("Backspace after moving away deletes", () => {
    typist.type("it'");
    typist.view.dispatch({ selection: { anchor: 1 } });
    typist.view.dispatch({ selection: { anchor: 3 } });
    expect(typist.backspace()).toBe(false);
  });
});

describe("left alone", () => {
  it("composed text", () => {
    expect(typist.compose(`"so"--...`).text()).toBe(`"so"--...`);
  });

  it("pasted text", () => {
    typist.paste(`"so"--`).type(" x");
    expect(typist.text()).toBe(`"so"-- x`);
    expect(typist.set("").paste("--").type("x").text()).toBe("--x");
    expect(novelIn("zh").paste(`"`).type("x").text()).toBe(`"x`);
    expect(typist.set("").compose(`"`).set(`"|`).type("x").text()).toBe(`"x`);
  });

  it("several selections", () => {
    const { view } = typist.set("ab|");
    view.dispatch({
      selection: EditorSelection.create([EditorSelection.cursor(0), EditorSelection.cursor(2)]),
    });
    expect(typist.type(`"`).text()).toBe(`"ab"`);
  });

  it("a read-only text", () => {
    typist.destroy();
    typist = new Typist("en", true);
    const { view } = typist;
    view.dispatch({ changes: { from: 0, insert: "a " }, selection: { anchor: 2 } });
    expect(typist.type(`"`).text()).toBe(`a "`);
  });
});

describe("mixed novels", () => {
  it.each([
    ["zh", `山"`, `山"`],
    ["zh", `"`, `"`],
    ["zh", `Go "on"\n山,"`, 'Go “on”\n山，"'],
    ["zh", `"Go on"`, "“Go on”"],
    ["zh", `"...'tis--"`, "“…’tis—”"],
    ["zh", `'90s`, "’90s"],
    ["zh", `--"Go"`, "—“Go”"],
    ["zh", "---\nGo", "---\nGo"],
    ["ja", `さ "a"`, `さ "a"`],
    ["ja", `"Go"\n彼,`, "“Go”\n彼、"],
    ["en", `山"x"`, `山"x"`],
    ["en", `山,`, "山，"],
    ["en", `"山`, "“山"],
  ] as const)("in a novel in %s typing %s gives %s", (language, typed, result) => {
    expect(novelIn(language).type(typed).text()).toBe(result);
  });

  it("Backspace and undo restore marks that waited for a letter", () => {
    novelIn("zh").type(`"G`);
    expect(typist.shown()).toBe("“G|");
    typist.backspace();
    expect(typist.type("o").shown()).toBe(`"Go|`);
    typist.set("").type(`"G`).undo();
    expect(typist.shown()).toBe(`"G|`);
  });

  it("marks wait after an existing indent", () => {
    expect(novelIn("zh").set("　　|").type(`"Go`).text()).toBe("　　“Go");
  });

  it("a Chinese paragraph keeps its pairs in an English novel", () => {
    expect(typist.set("山|").type("“").shown()).toBe("山“|”");
    expect(typist.set("Go |").type("“").shown()).toBe("Go “|");
  });
});
