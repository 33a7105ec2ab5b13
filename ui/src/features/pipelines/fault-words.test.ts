import i18next, { type TFunction } from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { inputFields } from "@/components/input-shape";
import type { StepKindView, WorkflowFault } from "@/ipc/types";
import { faultSentence, fieldOf } from "./fault-words";
import samples from "./sample-faults.json";
import forms from "./sample-forms.json";

const faults = samples as WorkflowFault[];
const wordsIn = (language: string) => i18next.getFixedT(language, "pipelines") as TFunction<"pipelines">;

beforeAll(() => startI18n("zh"));

const sentences = (language: string) => faults.map((fault) => faultSentence(wordsIn(language), fault));

describe("a fault of a profile", () => {
  it("is a whole sentence in Chinese", () => {
    expect(faults.length).toBeGreaterThan(40);
    // Names and values in quotes stay as they are, and so do a list of choices and what JSON calls its values.
    const plain = sentences("zh").map((sentence) =>
      sentence.replace(/“[^”]*”|只能是：.*$|JSON|\bid\b|true 或 false/g, ""),
    );
    expect(plain.filter((sentence) => /[a-z]/i.test(sentence))).toEqual([]);
    expect(plain.filter((sentence) => /“”|undefined|\{\{/.test(sentence))).toEqual([]);
  });

  it("is a whole sentence in English", () => {
    const wrong = sentences("en").filter((sentence) => /\p{Script=Han}|“”|undefined|\{\{|`/u.test(sentence));
    // The sample profiles have Chinese names.
    expect(wrong.filter((sentence) => !sentence.includes("甲"))).toEqual([]);
  });

  it("says more than its code where the host says more", () => {
    const general = [
      "faults.bad_value",
      "faults.bad_params",
      "faults.bad_condition",
      "faults.bad_dependency",
      "faults.too_many",
      "faults.syntax",
    ].map((key) => wordsIn("zh")(key as never) as string);
    expect(sentences("zh").filter((sentence) => general.includes(sentence))).toEqual([]);
  });

  it("names the field as the author knows it", () => {
    const fault = faults.find(({ message }) => message.includes("maximum of 600"));
    if (fault === undefined) throw new Error("no such fault");
    expect(faultSentence(wordsIn("zh"), fault)).toBe("“patience_s”最大是 600");
    expect(faultSentence(wordsIn("zh"), fault, "最多等几秒")).toBe("“最多等几秒”最大是 600");
    expect([fieldOf("/pre/0/depends_on/1"), fieldOf("/a~1b"), fieldOf("")]).toEqual([
      "depends_on",
      "a/b",
      "",
    ]);
  });
});

describe("every kind of step", () => {
  const kinds = forms.kinds as StepKindView[];

  it.each(kinds)("$handler has words for all its fields", ({ handler, params }) => {
    for (const language of ["zh", "en"]) {
      const has = (key: string) => i18next.exists(`pipelines:kinds.${handler}.${key}`, { lng: language });
      expect(has("about"), `${language} about`).toBe(true);
      for (const { name, kind, choices } of inputFields(params)) {
        expect(kind, `${name} has a form`).not.toBe("json");
        expect(has(`${name}.label`), `${language} ${name}`).toBe(true);
        for (const choice of choices) expect(has(`${name}.choices.${choice}`), choice).toBe(true);
      }
    }
  });

  it("has choices in words for the value that it leaves", () => {
    const fields = inputFields(forms.writes as never);
    for (const name of ["subject", "visibility"]) {
      const choices = fields.find((field) => field.name === name)?.choices ?? [];
      expect(choices.length).toBeGreaterThan(2);
      for (const choice of choices) {
        expect(i18next.exists(`pipelines:value.${name}.choices.${choice}`), choice).toBe(true);
      }
    }
  });
});
