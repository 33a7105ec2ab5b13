import { readFileSync } from "node:fs";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { highlightsAt, highlightsFirst, markdown } from "./markdown";

function nodes(doc: string): string[] {
  const state = EditorState.create({ doc, extensions: markdown });
  const found: string[] = [];
  ensureSyntaxTree(state, doc.length, 5000)?.iterate({
    enter: ({ name, from, to }) => {
      if (!/Mark$|Document/.test(name)) found.push(`${name}:${state.sliceDoc(from, to)}`);
    },
  });
  return found;
}

describe("Markdown", () => {
  it("recognises headings, emphasis, quotes and rules", () => {
    expect(nodes("# 题\n她*很*想**走**。\n> 引\n***")).toEqual([
      "ATXHeading1:# 题",
      "Paragraph:她*很*想**走**。",
      "Emphasis:*很*",
      "StrongEmphasis:**走**",
      "Blockquote:> 引",
      "Paragraph:引",
      "HorizontalRule:***",
    ]);
  });

  it("treats asterisks as emphasis where the counter treats them as marks", () => {
    const lines = JSON.parse(readFileSync("../crates/text/tests/golden/emphasis.json", "utf8"));
    for (const [line, marks] of lines as [string, number][]) {
      const state = EditorState.create({ doc: line, extensions: markdown });
      let found = 0;
      ensureSyntaxTree(state, line.length, 5000)?.iterate({
        enter: ({ name, from, to }) => {
          if (name === "EmphasisMark") found += to - from;
        },
      });
      expect(found, line).toBe(marks);
    }
  });

  it("reads three asterisks as both kinds of emphasis", () => {
    expect(nodes("***走***")).toEqual(["Paragraph:***走***", "StressedEmphasis:***走***"]);
  });

  it("reads one line as one paragraph", () => {
    expect(nodes("甲\n乙*丙\n丁*\n    戊\n> 引\n己")).toEqual([
      "Paragraph:甲",
      "Paragraph:乙*丙",
      "Paragraph:丁*",
      "Paragraph:戊",
      "Blockquote:> 引",
      "Paragraph:引",
      "Paragraph:己",
    ]);
  });

  it("reads a line under text as a rule, and lists, code and links as words", () => {
    expect(nodes("甲\n---\n- 乙\n`丙`\n[丁](戊)\n1. 己")).toEqual([
      "Paragraph:甲",
      "HorizontalRule:---",
      "Paragraph:- 乙",
      "Paragraph:`丙`",
      "Paragraph:[丁](戊)",
      "Paragraph:1. 己",
    ]);
  });

  it("is off in long documents, and on again once they are clearly shorter", () => {
    expect([300_000, 300_001].map(highlightsFirst)).toEqual([true, false]);
    expect([highlightsAt(300_000, true), highlightsAt(290_000, false), highlightsAt(270_000, false)]).toEqual(
      [true, false, true],
    );
  });
});
