// The fields of a workflow's input, from its JSON Schema. Types without a field are edited as JSON.
import type { JsonValue } from "@/ipc/types";

export type InputKind = "text" | "choice" | "number" | "whole" | "yes" | "words" | "json";

export interface InputField {
  name: string;
  kind: InputKind;
  /** The handler's description. */
  about: string;
  optional: boolean;
  /** The options of a choice field. */
  choices: readonly string[];
  min?: number | undefined;
  max?: number | undefined;
}

/** The value of a field: text, a number or none, a boolean, several words. */
export type InputValue = string | number | boolean | null | readonly string[];

/** Why a field is invalid. */
export type InputFault = "missing" | "noJson";

type Fields = Readonly<Record<string, JsonValue | undefined>>;

const fieldsIn = (value: JsonValue | undefined): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const numberIn = (value: JsonValue | undefined) => (typeof value === "number" ? value : undefined);
const wordsIn = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** The types in a schema other than `null`, and whether `null` is allowed. */
function typesOf({ type }: Fields): { types: string[]; isNullable: boolean } {
  const named = typeof type === "string" ? [type] : wordsIn(type);
  return { types: named.filter((one) => one !== "null"), isNullable: named.includes("null") };
}

function kindOf(schema: Fields): InputKind {
  const [type, ...others] = typesOf(schema).types;
  if (others.length > 0) return "json";
  switch (type) {
    case "string":
      return Array.isArray(schema.enum) ? "choice" : "text";
    case "integer":
      return "whole";
    case "number":
      return "number";
    case "boolean":
      return "yes";
    case "array": {
      const items = fieldsIn(schema.items);
      return items.type === "string" && items.enum === undefined ? "words" : "json";
    }
    default:
      return "json";
  }
}

/** The fields of an input, in schema order. */
export function inputFields(schema: JsonValue): InputField[] {
  const { properties, required } = fieldsIn(schema);
  const needed = wordsIn(required);
  return Object.entries(fieldsIn(properties)).map(([name, value]) => {
    const field = fieldsIn(value);
    return {
      name,
      kind: kindOf(field),
      about: typeof field.description === "string" ? field.description : "",
      optional: !needed.includes(name) || typesOf(field).isNullable,
      choices: wordsIn(field.enum),
      min: numberIn(field.minimum),
      max: numberIn(field.maximum),
    };
  });
}

/** The initial value of a field. */
export function emptyValue({ kind }: InputField): InputValue {
  if (kind === "words") return [];
  if (kind === "yes") return false;
  return kind === "number" || kind === "whole" ? null : "";
}

/** Parses typed JSON: empty, a value, or invalid. */
export function readJson(typed: string): { value?: JsonValue } | null {
  if (typed.trim() === "") return {};
  try {
    return { value: JSON.parse(typed) as JsonValue };
  } catch {
    return null;
  }
}

/** The input from the field values, and the errors by name. */
export function inputOf(
  fields: readonly InputField[],
  values: Readonly<Record<string, InputValue>>,
): { input: Record<string, JsonValue>; faults: Record<string, InputFault> } {
  const input: Record<string, JsonValue> = {};
  const faults: Record<string, InputFault> = {};
  for (const field of fields) {
    const value = values[field.name] ?? emptyValue(field);
    const read = field.kind === "json" ? readJson(String(value)) : null;
    if (field.kind === "json" && read === null) faults[field.name] = "noJson";
    else if (read?.value !== undefined) input[field.name] = read.value;
    else if (field.kind !== "json" && !isEmpty(value)) input[field.name] = taken(value);
    else if (!field.optional) faults[field.name] = "missing";
  }
  return { input, faults };
}

const isEmpty = (value: InputValue) =>
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

const taken = (value: InputValue): JsonValue =>
  typeof value === "object" && value !== null ? [...value] : value;
