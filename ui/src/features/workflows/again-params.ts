// The parameters with which a step runs again: its own, or those that the author types.
import { useState } from "react";
import { readJson } from "@/components/input-shape";
import type { JsonValue } from "@/ipc/types";

export type Params = { readonly [name: string]: JsonValue };

/** Parses typed parameters: an object, or null. */
function readParams(typed: string): Params | null {
  const value = readJson(typed)?.value;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Params) : null;
}

export interface TypedParams {
  /** The typed text; null while unchanged. */
  typed: string | null;
  setTyped: (typed: string) => void;
  /** The parameters of the text; null if it is unchanged or wrong. */
  read: Params | null;
  isWrong: boolean;
  /** The last valid parameters that were typed to the end. */
  kept: Params | null;
  /** Keeps the typed parameters if they are valid. */
  keep: () => void;
  /** Returns to the parameters of the step. */
  restore: () => void;
}

/** Parameters that begin with the given ones. */
export function useTypedParams(given: Params | null): TypedParams {
  const [typed, setTyped] = useState<string | null>(given && JSON.stringify(given, null, 2));
  const [kept, setKept] = useState<Params | null>(given);
  const read = typed === null ? null : readParams(typed);
  const isWrong = typed !== null && read === null;
  return {
    typed,
    setTyped,
    read,
    isWrong,
    kept,
    keep: () => {
      if (!isWrong) setKept(read);
    },
    restore: () => {
      setTyped(null);
      setKept(null);
    },
  };
}
