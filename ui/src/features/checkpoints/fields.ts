// The fields of two records side by side.
import type { ItemKind, JsonValue } from "@/ipc/types";
import { UNSAID, WORTH_TELLING } from "./canon-items";

/** A differing field; null where a side does not have it. */
export interface FieldChange {
  name: string;
  before: JsonValue;
  after: JsonValue;
}

/** The differing fields in record order; plan fields are listed among the others. */
export function fieldChanges(kind: ItemKind, before: JsonValue, after: JsonValue): FieldChange[] {
  const one = before === null || after === null;
  const unsaid = Object.entries(UNSAID[kind] ?? {}).filter(([name]) => !one || WORTH_TELLING.has(name));
  const fields = (record: JsonValue) => {
    const own = flat(record);
    if (record !== null) for (const [name, value] of unsaid) if (!own.has(name)) own.set(name, value);
    return own;
  };
  const sides = [fields(before), fields(after)] as const;
  const names = new Set([...sides[0].keys(), ...sides[1].keys()]);
  return [...names]
    .map((name) => ({ name, before: sides[0].get(name) ?? null, after: sides[1].get(name) ?? null }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
}

function flat(record: JsonValue): Map<string, JsonValue> {
  const fields = new Map<string, JsonValue>();
  if (typeof record !== "object" || record === null || Array.isArray(record)) return fields;
  for (const [name, value] of Object.entries(record)) {
    if (name === "plan") for (const [inner, one] of flat(value)) fields.set(inner, one);
    else if (value !== "" && value !== null) fields.set(name, value);
  }
  return fields;
}
