import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { faultsOf, faultWords, type LineFault } from "./faults";
import { en, zh } from "./words";

beforeAll(() => startI18n("zh"));

const words = (what: LineFault["what"]) =>
  faultWords(i18next.getFixedT(null, "prompts") as never, { line: 1, what });

// Typed by the backend's list: a new fault fails here until it has words.
const ALL: { [F in LineFault["what"]["fault"]]: Extract<LineFault["what"], { fault: F }> } = {
  too_long: { fault: "too_long", characters: 50_000, most: 40_000 },
  no_heading: { fault: "no_heading" },
  heading_not_closed: { fault: "heading_not_closed" },
  not_a_key: { fault: "not_a_key" },
  unknown_key: { fault: "unknown_key", key: "mood" },
  key_twice: { fault: "key_twice", key: "output" },
  missing_key: { fault: "missing_key", key: "output" },
  unknown_value: { fault: "unknown_value", key: "output", value: "sing" },
  declared_twice: { fault: "declared_twice", name: "round" },
  unknown_variable: { fault: "unknown_variable", name: "nobody" },
  unknown_artifact: { fault: "unknown_artifact", name: "situaton", nearest: "situation" },
  not_declared: { fault: "not_declared", name: "round" },
  unknown_marker: { fault: "unknown_marker", marker: "@@ me" },
  outside_messages: { fault: "outside_messages" },
  no_message: { fault: "no_message" },
  empty_message: { fault: "empty_message", role: "user" },
  not_closed: { fault: "not_closed", opening: "{{" },
  not_opened: { fault: "not_opened", tag: "endif" },
  too_deep: { fault: "too_deep" },
  forbidden_tag: { fault: "forbidden_tag", tag: "for" },
  unknown_filter: { fault: "unknown_filter", name: "upper" },
  unexpected: { fault: "unexpected", character: ";" },
  malformed: { fault: "malformed" },
  wrong_filter: { fault: "wrong_filter", filter: "amount", name: "novel.title" },
  bad_label: { fault: "bad_label", label: "<" },
  not_fenced: { fault: "not_fenced", name: "novel.title" },
  group: { fault: "group", name: "novel" },
  no_notice: { fault: "no_notice" },
  other_language: { fault: "other_language", language: "en" },
  syntax: { fault: "syntax", message: "unexpected end of template" },
};

it.each(Object.values(ALL))("$fault has a message that names its subject", (what) => {
  const formatted = words(what);
  expect(formatted).not.toContain("faults.");
  expect(formatted).not.toMatch(
    /\{\{ ?(characters|most|key|value|name|nearest|marker|role|opening|tag|character|filter|label)/,
  );
  for (const [field, value] of Object.entries(what))
    if (field !== "fault") expect(formatted).toContain(String(value));
});

it("formats them in the author's language, and keeps the engine's messages", () => {
  expect(words(ALL.too_long)).toBe("文件有 50000 个字符，最多 40000 个");
  expect(words(ALL.not_declared)).toBe("用到了变量 round，但文件头里没有声明");
  expect(words({ ...ALL.unknown_artifact, nearest: null })).toBe("没有叫 situaton 的产物，也没有步骤写它");
  expect(words(ALL.syntax)).toBe("unexpected end of template");
  expect(Object.keys(zh.faults).sort()).toEqual(Object.keys(en.faults).sort());
});

it("parses the faults of a failure, and nothing else", () => {
  const faults = [{ line: 3, what: { fault: "malformed" }, message: "this tag cannot be read" }];
  expect(faultsOf({ faults })).toEqual(faults);
  expect(faultsOf({ faults: [{ line: "3" }, null] })).toEqual([]);
  expect(faultsOf(null)).toEqual([]);
  expect(faultsOf({ faults: 3 })).toEqual([]);
});
