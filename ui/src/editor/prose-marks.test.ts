import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proseMarks } from "./prose-marks";

interface Case {
  line: string;
  marks: [string, string, string][];
}

const shown = (line: string) =>
  proseMarks(line).map(({ kind, from, to, innerFrom, innerTo }) => [
    kind,
    line.slice(from, to),
    line.slice(innerFrom, innerTo),
  ]);

describe("marks of a line", () => {
  it("are those that the counter finds", () => {
    const cases = JSON.parse(readFileSync("../crates/text/tests/golden/marks.json", "utf8")) as Case[];
    expect(cases.length).toBeGreaterThan(50);
    for (const { line, marks } of cases) expect(shown(line), line).toEqual(marks);
  });

  it("are those that the counter finds in lines of random characters", () => {
    const cases = JSON.parse(readFileSync("../crates/text/tests/golden/marks-random.json", "utf8")) as Case[];
    expect(cases.length).toBeGreaterThan(1_000);
    for (const { line, marks } of cases) expect(shown(line), line).toEqual(marks);
  });

  // Made by `cargo run -p wenfang-text --example marks -- FILE …`, of whole novels.
  it.skipIf(process.env.WENFANG_MARKS === undefined)("are those that the counter finds in novels", () => {
    const cases = JSON.parse(readFileSync(process.env.WENFANG_MARKS ?? "", "utf8")) as Case[];
    expect(cases.length).toBeGreaterThan(1_000);
    for (const { line, marks } of cases) expect(shown(line), line).toEqual(marks);
  });

  it("nest", () => {
    const lines = fc.string({ unit: fc.constantFrom("甲", "a", " ", ..."*\\^[]<>#｜《》-"), maxLength: 40 });
    fc.assert(
      fc.property(lines, (line) => {
        const found = proseMarks(line);
        for (const [at, one] of found.entries()) {
          for (const other of found.slice(at + 1)) {
            expect(other.from >= one.to || other.to <= one.to).toBe(true);
          }
        }
      }),
    );
  });

  it("are found in time that grows with the line only", () => {
    const began = performance.now();
    for (const piece of ["*甲｜《《^[", "*甲《《乙》", "**甲*乙^[丙]"]) proseMarks(piece.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
