// The fields of a value, from its JSON Schema. Types without a field are edited as JSON.

/** Any JSON value. */
export type Json = number | string | boolean | Array<Json> | { [key in string]: Json } | null;

export type InputKind = "text" | "choice" | "number" | "whole" | "yes" | "words" | "several" | "json";

export interface InputField {
  name: string;
  kind: InputKind;
  /** The description in the schema. */
  about: string;
  optional: boolean;
  /** The options of a choice field, or of one with several. */
  choices: readonly string[];
  min?: number | undefined;
  max?: number | undefined;
  /** What an absent field stands for. */
  fallback?: Json | undefined;
}

/** The value of a field: text, a number or none, a boolean, several words. */
export type InputValue = string | number | boolean | null | readonly string[];

/** Why a field is invalid. */
export type InputFault = "missing" | "noJson";

export type Fields = Readonly<Record<string, Json | undefined>>;

/** The fields of an object; none for anything else. */
export const fieldsIn = (value: Json | undefined): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
/** The strings of a list; none for anything else. */
export const wordsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
const numberIn = (value: Json | undefined) => (typeof value === "number" ? value : undefined);

/** The types in a schema other than `null`, and whether `null` is allowed. */
function typesOf({ type }: Fields): { types: string[]; isNullable: boolean } {
  const named = typeof type === "string" ? [type] : wordsIn(type);
  return { types: named.filter((one) => one !== "null"), isNullable: named.includes("null") };
}

/** A schema with what it refers to; its own words come first. */
function resolved(schema: Fields, defs: Fields): Fields {
  const { $ref: to, ...own } = schema;
  if (typeof to !== "string") return schema;
  return { ...fieldsIn(defs[to.replace("#/$defs/", "")]), ...own };
}

/** The strings that a schema allows; none if it does not list them. */
function choicesOf({ enum: listed, const: only, oneOf }: Fields): string[] {
  if (typeof only === "string") return [only];
  if (Array.isArray(oneOf)) return oneOf.flatMap((one) => choicesOf(fieldsIn(one)));
  return wordsIn(listed);
}

function kindOf(schema: Fields, items: Fields): InputKind {
  if (Array.isArray(schema.oneOf)) return choicesOf(schema).length > 0 ? "choice" : "json";
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
    case "array":
      if (choicesOf(items).length > 0) return "several";
      return items.type === "string" ? "words" : "json";
    default:
      return "json";
  }
}

/** The fields of an input, in schema order. */
export function inputFields(schema: Json): InputField[] {
  const { properties, required, $defs } = fieldsIn(schema);
  const defs = fieldsIn($defs);
  const needed = wordsIn(required);
  return Object.entries(fieldsIn(properties)).map(([name, value]) => {
    const field = resolved(fieldsIn(value), defs);
    const items = resolved(fieldsIn(field.items), defs);
    const kind = kindOf(field, items);
    return {
      name,
      kind,
      about: typeof field.description === "string" ? field.description : "",
      optional: !needed.includes(name) || typesOf(field).isNullable,
      choices: choicesOf(kind === "several" ? items : field),
      min: numberIn(field.minimum),
      max: numberIn(field.maximum),
      ...(field.default !== undefined && { fallback: field.default }),
    };
  });
}

/** The initial value of a field. */
export function emptyValue({ kind }: InputField): InputValue {
  if (kind === "words" || kind === "several") return [];
  if (kind === "yes") return false;
  return kind === "number" || kind === "whole" ? null : "";
}

/** The value of a field as it stands in JSON, or what an absent one stands for. */
export function valueIn(field: InputField, written: Json | undefined): InputValue {
  const value = written ?? field.fallback;
  switch (field.kind) {
    case "words":
    case "several":
      return wordsIn(value);
    case "yes":
      return value === true;
    case "number":
    case "whole":
      return typeof value === "number" ? value : null;
    case "json":
      return value === undefined ? "" : JSON.stringify(value, null, 2);
    default:
      return typeof value === "string" ? value : "";
  }
}

/** The JSON of a field's value; undefined for an empty field, null for what is no JSON. */
export function jsonOf(field: InputField, value: InputValue): { json?: Json } | null {
  if (field.kind === "json") {
    const read = readJson(String(value));
    return read === null ? null : read.value === undefined ? {} : { json: read.value };
  }
  return isEmpty(value) ? {} : { json: taken(value) };
}

/** Parses typed JSON: empty, a value, or invalid. */
export function readJson(typed: string): { value?: Json } | null {
  if (typed.trim() === "") return {};
  try {
    return { value: JSON.parse(typed) as Json };
  } catch {
    return null;
  }
}

/** The input from the field values, and the errors by name. */
export function inputOf(
  fields: readonly InputField[],
  values: Readonly<Record<string, InputValue>>,
): { input: Record<string, Json>; faults: Record<string, InputFault> } {
  const input: Record<string, Json> = {};
  const faults: Record<string, InputFault> = {};
  for (const field of fields) {
    const read = jsonOf(field, values[field.name] ?? emptyValue(field));
    if (read === null) faults[field.name] = "noJson";
    else if (read.json !== undefined) input[field.name] = read.json;
    else if (!field.optional) faults[field.name] = "missing";
  }
  return { input, faults };
}

const isEmpty = (value: InputValue) =>
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

const taken = (value: InputValue): Json => (typeof value === "object" && value !== null ? [...value] : value);
