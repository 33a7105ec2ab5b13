// The fields of two records side by side.
import type { JsonValue } from "@/ipc/types";

/** A field that differs; null where a side does not have it. */
export interface FieldChange {
  name: string;
  before: JsonValue;
  after: JsonValue;
}

/** The fields that differ, in the order records have them; those of a plan stand among the others. */
export function fieldChanges(before: JsonValue, after: JsonValue): FieldChange[] {
  const sides = [flat(before), flat(after)] as const;
  const names = new Set([...sides[0].keys(), ...sides[1].keys()]);
  return [...names]
    .map((name) => ({ name, before: sides[0].get(name) ?? null, after: sides[1].get(name) ?? null }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
}

function flat(record: JsonValue): Map<string, JsonValue> {
  const fields = new Map<string, JsonValue>();
  if (typeof record !== "object" || record === null || Array.isArray(record)) return fields;
  for (const [name, value] of Object.entries(record)) {
    const group = typeof value === "object" && value !== null && !Array.isArray(value);
    if (group) for (const [inner, one] of flat(value)) fields.set(inner, one);
    else if (value !== "" && value !== null) fields.set(name, value);
  }
  return fields;
}
