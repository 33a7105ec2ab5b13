import { describe, expect, it } from "vitest";
import { type Part, typeset } from "./typeset";

function shown(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === "words") return part.text;
      if (part.kind === "note") return `[${part.number}]`;
      if (part.kind === "ruby") return `${shown(part.base)}(${part.reading})`;
      return `<${part.kind}>${shown(part.parts)}</>`;
    })
    .join("");
}

describe("a typeset text", () => {
  it("has its words with their marks", () => {
    const { lines, notes } = typeset("# 题\n\n他*很**｜累《lèi》***^[*真*累]。\\*\n***\n>> 《《碑》》 <<");
    expect(lines.map(({ shape, parts }) => [shape, shown(parts)])).toEqual([
      ["heading", "题"],
      ["paragraph", "他<italic>很<bold>累(lèi)</></>[1]。*"],
      ["break", ""],
      ["centre", "<dots>碑</>"],
    ]);
    expect(notes.map(shown)).toEqual(["<italic>真</>累"]);
    expect(typeset("　　甲").lines.map(({ parts }) => shown(parts))).toEqual(["甲"]);
  });

  it("nests marks and numbers footnotes in order", () => {
    const { lines, notes } = typeset("*甲**乙**丙*^[一]\n> **｜丁《dīng》**^[二]");
    expect(lines.map(({ parts }) => shown(parts))).toEqual([
      "<italic>甲<bold>乙</>丙</>[1]",
      "<bold>丁(dīng)</>[2]",
    ]);
    expect(notes.map(shown)).toEqual(["一", "二"]);
  });
});
