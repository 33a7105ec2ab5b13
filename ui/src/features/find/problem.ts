// What is wrong with a query or a replacement, as a words key. Only the backend parses expressions.
import type { Failure, JsonValue } from "@/ipc/types";

/** A message: its words key and values. */
export interface Problem {
  key: string;
  values: Record<string, string | number>;
  /** A words key inserted into the message as `problem`. */
  problemKey?: string;
  /** Whether the replacement is wrong, not the query. */
  ofReplacement: boolean;
}

const MALFORMED: readonly (readonly [RegExp, string])[] = [
  [/unclosed group/, "unclosedGroup"],
  [/unopened group/, "unopenedGroup"],
  [/unclosed character class/, "unclosedClass"],
  [/look-around/, "lookaround"],
  [/backreference/, "backreference"],
  [/missing expression/, "nothingToRepeat"],
  [/character class range|class range/, "range"],
  [/repetition/, "repetition"],
  [/escape/, "escape"],
];

function field(details: JsonValue, name: string): JsonValue {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  return details[name] ?? null;
}

/** The problem behind a refused search or replacement; null for other failures. */
export function problemOf({ code, details, message }: Failure): Problem | null {
  if (code !== "bad_request") return null;
  const problemWith = (key: string, values: Problem["values"] = {}, ofReplacement = false): Problem => ({
    key: `wrong.${key}`,
    values,
    ofReplacement,
  });
  if (field(details, "stale") === true) return problemWith("stale");
  const group = field(details, "group");
  if (typeof group === "string") return problemWith("group", { group }, true);
  const length = field(details, "length");
  if (typeof length === "number") return problemWith("tooLong", { length });
  const problem = field(details, "problem");
  if (typeof problem === "string") {
    const start = field(field(details, "at"), "start");
    const known = MALFORMED.find(([words]) => words.test(problem.toLowerCase()))?.[1] ?? "other";
    return {
      ...problemWith("at", { at: typeof start === "number" ? start + 1 : 1 }),
      problemKey: `regexProblems.${known}`,
    };
  }
  if (/replacement/.test(message)) return problemWith("replacementTooLong", {}, true);
  return details === null ? problemWith("tooLarge") : null;
}
