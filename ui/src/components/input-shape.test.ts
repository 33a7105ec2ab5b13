import { describe, expect, it } from "vitest";
import { inputFields, inputOf, jsonOf, valueIn } from "./input-shape";

const SCHEMA = {
  type: "object",
  properties: {
    words: { type: "array", items: { type: "string" }, description: "Names." },
    tone: { type: ["string", "null"], enum: ["calm", "loud", null] },
    most: { type: "integer", minimum: 1, maximum: 9 },
    share: { type: "number" },
    deep: { type: "boolean" },
    note: { type: "string" },
    places: { type: "array", items: { type: "object" } },
    either: { type: ["string", "integer"] },
    any: {},
  },
  required: ["words", "tone", "most", "deep", "places"],
};
const fields = inputFields(SCHEMA);
const read = (values: Parameters<typeof inputOf>[1]) => inputOf(fields, values);

describe("the fields of an input", () => {
  it("follow their schema, and JSON for unsupported types", () => {
    expect(fields.map(({ name, kind, optional }) => [name, kind, optional])).toEqual([
      ["words", "words", false],
      ["tone", "choice", true],
      ["most", "whole", false],
      ["share", "number", true],
      ["deep", "yes", false],
      ["note", "text", true],
      ["places", "json", false],
      ["either", "json", true],
      ["any", "json", true],
    ]);
    expect(fields[1]?.choices).toEqual(["calm", "loud"]);
    expect(fields[2]).toMatchObject({ min: 1, max: 9 });
    expect(inputFields(null)).toEqual([]);
    expect(inputFields([1])).toEqual([]);
  });

  it("produce the input, without empty ones", () => {
    const values = { words: ["老周"], most: 3, note: " ", places: '[{"x": 1}]', any: "0", share: 0.5 };
    expect(read(values)).toEqual({
      input: { words: ["老周"], most: 3, share: 0.5, deep: false, places: [{ x: 1 }], any: 0 },
      faults: {},
    });
  });

  it("report errors by name", () => {
    expect(read({ words: [], places: "[", any: "{" }).faults).toEqual({
      words: "missing",
      most: "missing",
      places: "noJson",
      any: "noJson",
    });
    expect(read({ words: ["a"], most: 1, places: "" }).faults).toEqual({ places: "missing" });
  });
});

describe("a schema of the backend", () => {
  const [by, plan] = inputFields({
    properties: {
      by: { $ref: "#/$defs/By", description: "Who mends.", default: "rules" },
      plan: { type: "array", items: { $ref: "#/$defs/Field" }, default: ["pov"] },
    },
    $defs: {
      By: {
        oneOf: [
          { type: "string", const: "rules" },
          { type: "string", enum: ["model"] },
        ],
      },
      Field: { type: "string", enum: ["pov", "location"], description: "A field." },
    },
  });

  it("has its choices wherever they are declared", () => {
    expect(by).toMatchObject({ kind: "choice", choices: ["rules", "model"], about: "Who mends." });
    expect(plan).toMatchObject({ kind: "several", choices: ["pov", "location"] });
  });

  it("says what an absent field stands for", () => {
    if (by === undefined || plan === undefined) throw new Error("no fields");
    expect([valueIn(by, undefined), valueIn(by, "model"), valueIn(plan, undefined)]).toEqual([
      "rules",
      "model",
      ["pov"],
    ]);
    expect([jsonOf(plan, []), jsonOf(by, "model")]).toEqual([{}, { json: "model" }]);
  });
});
