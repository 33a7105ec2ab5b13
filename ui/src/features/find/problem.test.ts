import { expect, it } from "vitest";
import { failure } from "@/ipc/fake-host";
import { problemOf } from "./problem";
import { en, zh } from "./words";

const malformed = (problem: string) =>
  problemOf(failure("bad_request", { details: { at: { start: 4, end: 5 }, problem } }));

it("says what is wrong with an expression, and where", () => {
  expect(malformed("unclosed group")).toEqual({
    key: "wrong.at",
    values: { at: 5 },
    problemKey: "regexProblems.unclosedGroup",
    ofReplacement: false,
  });
  const kinds = [
    "unopened group",
    "unclosed character class",
    "repetition operator missing expression",
    "look-around, including look-ahead and look-behind, is not supported",
    "backreferences are not supported",
    "invalid character class range, the start must be <= the end",
    "invalid repetition count range, the start must be <= the end",
    "unrecognized escape sequence",
    "something new",
  ].map((problem) => malformed(problem)?.problemKey?.split(".")[1] ?? "");
  expect(kinds).toEqual([
    "unopenedGroup",
    "unclosedClass",
    "nothingToRepeat",
    "lookaround",
    "backreference",
    "range",
    "repetition",
    "escape",
    "other",
  ]);
  for (const kind of kinds)
    expect([kind in zh.regexProblems, kind in en.regexProblems]).toEqual([true, true]);
});

it("distinguishes problems of the replacement from those of the query", () => {
  const of = (details: ReturnType<typeof failure>["details"], message = "") =>
    problemOf(failure("bad_request", { details, message }));
  expect(of({ group: "3" })).toMatchObject({ ofReplacement: true, values: { group: "3" } });
  expect(of({ length: 1200 })).toMatchObject({ ofReplacement: false, values: { length: 1200 } });
  expect(of(null, "the replacement has 20000 characters")).toMatchObject({ ofReplacement: true });
  expect(of(null)).toMatchObject({ key: "wrong.tooLarge" });
  expect(of({ stale: true })).toMatchObject({ key: "wrong.stale" });
  expect(problemOf(failure("io"))).toBeNull();
});
