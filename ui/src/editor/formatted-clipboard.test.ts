import { history, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlOf } from "./copied-html";
import { formattedClipboard, wordsToPaste } from "./formatted-clipboard";
import { wordsWithMarks } from "./formatted-words";
import { hiddenParts, proseMarks } from "./prose-marks";
import { BOLD, DOTS, ITALIC, lineWithMarks, type Run } from "./written-marks";

describe("formatted words become marks", () => {
  it.each([
    [
      "<p>He <i>ran</i> and <b>fell</b>.</p><p>Then <em><strong>both</strong></em>.</p>",
      "He *ran* and **fell**.\nThen ***both***.",
    ],
    ["<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を書く", "｜漢字《かんじ》を書く"],
    ["<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "｜漢《かん》｜字《じ》"],
    ['<span style="text-emphasis: filled dot">重要</span>', "《《重要》》"],
    ['<span style="font-style:italic">a</span><span style="font-weight:700">b</span>', "*a***b**"],
    ['<b style="font-weight:normal"><span style="font-weight:400">Docs</span></b>', "Docs"],
    ["<i>他想<b>什么</b>呢</i>", "*他想**什么**呢*"],
    ["<i>one </i>two<i> </i>three", "*one* two three"],
    ["<i>a</i><b>b</b><i>c</i>", "*a*b*c*"],
  ])("%s", (html, text) => {
    expect(wordsWithMarks(html)).toBe(text);
  });

  it("but what would be read as a mark stays literal", () => {
    expect(
      wordsWithMarks("<p># one</p><p>&gt; two</p><p>*three* <i>a*b</i></p><p>｜甲《乙》</p><p>5 * 3</p>"),
    ).toBe("\\# one\n\\> two\n\\*three\\* *a\\*b*\n\\｜甲《乙》\n5 * 3");
  });

  it("and a rule stays a rule", () => {
    expect(wordsWithMarks("<p>一</p><hr><p>二</p><p>* * *</p><p>三</p>")).toBe("一\n***\n二\n* * *\n三");
  });
});

describe("everything else becomes plain words", () => {
  it.each([
    ["<h2>第一章</h2><p><b>他</b>来了</p>", "第一章\n**他**来了"],
    ["<ul><li>one</li><li>two</li></ul>", "one\ntwo"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc"],
    ["<p>one<br>two<br></p><p><br></p><p>&nbsp;</p><p>three</p><p></p>", "one\ntwo\n\n\nthree"],
    ["<pre>a\n  b</pre>", "a\n  b"],
    ["<p>一行\n又一行</p><p>a\n  b</p>", "一行又一行\na b"],
    ["a<script>alert(1)</script><style>p{}</style><!-- b --><img src=x onerror=alert(1)>c", "ac"],
    [
      '<p>词<span style="mso-special-character:comment">[A1]</span><span style="display:none">藏</span></p>',
      "词",
    ],
    ["<p>　　缩进</p>", "　　缩进"],
    ["<q>Yes</q> &amp; <u>no</u>", "“Yes” & no"],
    ["caf&eacute; &#8212; &#x4e00; &nope; a < b &lt;i>", "café — 一 &nope; a < b <i>"],
    [
      "<p style='font-style:italic'>a<p>b<ul><li>c<li>d</ul><table><tr><td>e<td>f<tr><td>g</table>",
      "*a*\nb\nc\nd\ne\tf\ng",
    ],
    ["<title>T</title><p title='a > b' class=x>a<o:p/>b<![if x]>c<![endif]></i></p>d<!-- e", "abc\nd"],
  ])("%s", (html, text) => {
    expect(wordsWithMarks(html)).toBe(text);
  });

  it("and a page without words gives the plain text", () => {
    expect(wordsToPaste("<img src=x>", "一")).toBe("一");
    expect(wordsToPaste("", "一")).toBe("一");
  });

  it("and the spaces around a passage stay", () => {
    expect(wordsToPaste("<i>one</i>", "one ")).toBe("*one* ");
    expect(wordsToPaste("<p><i>one</i></p>", "one\r\n")).toBe("*one*\n");
  });
});

it("a page of any shape is read", () => {
  const pieces = [
    "<",
    ">",
    "<p>",
    "</p>",
    "<i>",
    "</i>",
    "<ruby>",
    "<rt>",
    "<!--",
    "-->",
    "&",
    "a",
    "'",
    '"',
    "=",
    "<br",
    "/",
    " ",
  ];
  const html = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((list) => list.join(""));
  fc.assert(fc.property(html, (page) => void wordsWithMarks(page)));
  for (const piece of ["<", "<a '", "<i>", "<!--", "</", "<style>", "&#"])
    wordsWithMarks(piece.repeat(20_000));
});

it("words of any shape stay the same words with marks", () => {
  const pieces = [
    "甲",
    "b",
    " ",
    "*",
    "**",
    "\\",
    "^[",
    "]",
    "《",
    "》",
    "｜",
    "#",
    ">",
    ">>",
    "<<",
    "-",
    "＊",
  ];
  const text = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
    .map((list) => list.join(""));
  const run = fc.record({ text, style: fc.nat(ITALIC | BOLD | DOTS) });
  const ruby = fc.record({ text, style: fc.nat(ITALIC | BOLD), reading: text });
  fc.assert(
    fc.property(fc.array(fc.oneof(run, run, ruby), { maxLength: 6 }), (runs: Run[]) => {
      const line = lineWithMarks(runs);
      const words = runs.map((one) => one.text).join("");
      if (proseMarks(words)[0]?.kind === "break") return;
      const hidden = proseMarks(line).flatMap(hiddenParts);
      const shown = [...line].filter((_, at) => !hidden.some(({ from, to }) => from <= at && at < to));
      expect(shown.join("")).toBe(words);
    }),
    { numRuns: 3000 },
  );
});

describe("a copied passage as HTML", () => {
  it.each([
    ["他*很*好", '<span data-wenfang="">他<i>很</i>好</span>'],
    ["a ***b*** <c> & \\*d", '<span data-wenfang="">a <b><i>b</i></b> &lt;c&gt; &amp; *d</span>'],
    ["*a **b** c*", '<span data-wenfang=""><i>a <b>b</b> c</i></span>'],
    ["｜山《さ<ん》", '<span data-wenfang=""><ruby>山<rp>（</rp><rt>さ&lt;ん</rt><rp>）</rp></ruby></span>'],
    [
      "一\n\n***\n>> 二 <<",
      '<div data-wenfang=""><p>一</p>\n<p><br></p>\n<p style="text-align: center">* * *</p>\n<p style="text-align: center">二</p></div>',
    ],
    ["甲^[注*一*]乙", '<span data-wenfang="">甲[注<i>一</i>]乙</span>'],
  ])("of %s", (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  it("is pasted as the text it was", () => {
    const text = "一*二*\n# 三 <\n｜山《さん》";
    expect(wordsToPaste(htmlOf(text), text)).toBe(text);
    expect(wordsToPaste(`<html><body><!--StartFragment-->${htmlOf("*一*")}<!--EndFragment-->`, "*一*")).toBe(
      "*一*",
    );
  });

  it("says the same as the words with marks", () => {
    const text = "一*二***三**四\n《《五》》｜六《ろく》\n\n七 ***八*** \\*九\\*";
    expect(wordsWithMarks(htmlOf(text))).toBe(text);
  });
});

describe("the editor", () => {
  const open = () =>
    new EditorView({
      state: EditorState.create({
        doc: "甲乙",
        selection: { anchor: 1 },
        extensions: [history(), formattedClipboard()],
      }),
      parent: document.body,
    });

  function dispatch(view: EditorView, type: string, data: Record<string, string>): DataTransfer {
    const clipboardData = new DataTransfer();
    for (const [kind, value] of Object.entries(data)) clipboardData.setData(kind, value);
    view.contentDOM.dispatchEvent(
      new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData;
  }

  const FORMATTED = { "text/html": "<p><i>丙</i></p><p>丁</p>", "text/plain": "丙\n丁" };

  it("pastes marks in one step", () => {
    const view = open();
    dispatch(view, "paste", FORMATTED);
    expect(view.state.doc.toString()).toBe("甲*丙*\n丁乙");
    undo(view);
    expect(view.state.doc.toString()).toBe("甲乙");
  });

  it("pastes plain words by the key of plain words, and code as it is", () => {
    const view = open();
    const keys = { code: "KeyV", key: "V", ctrlKey: true, shiftKey: true, bubbles: true };
    view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", keys));
    dispatch(view, "paste", FORMATTED);
    expect(view.state.doc.toString()).toBe("甲丙\n丁乙");
    undo(view);
    dispatch(view, "paste", { ...FORMATTED, "vscode-editor-data": "{}" });
    expect(view.state.doc.toString()).toBe("甲丙\n丁乙");
  });
});
