// How the author wants a text cut into chapters, as typed, and as the backend is asked.
import type { ImportText, SplitBy } from "@/ipc/types";

export type SplitKind = "auto" | "pattern" | "titles" | "none";

/** What stands in the options of the dialog. */
export interface ImportOptions {
  /** Empty: found out. */
  encoding: string;
  split: SplitKind;
  pattern: string;
  /** One title a line. */
  titles: string;
  replaceUndecodable: boolean;
}

export const NO_OPTIONS: ImportOptions = {
  encoding: "",
  split: "auto",
  pattern: "",
  titles: "",
  replaceUndecodable: false,
};

/** The encodings the backend reads. */
export const ENCODINGS = ["utf-8", "gb18030", "gbk", "big5", "shift_jis", "utf-16le", "utf-16be"] as const;

function splitBy({ split, pattern, titles }: ImportOptions): SplitBy {
  if (split === "pattern") return { pattern };
  if (split === "titles") {
    const lines = titles.split("\n").map((line) => line.trim());
    return { titles: lines.filter((line) => line !== "") };
  }
  return split;
}

/** The request for a source, or null while the options are not complete. */
export function requestFor(source: string, options: ImportOptions): ImportText | null {
  const split = splitBy(options);
  if (typeof split === "object") {
    if ("pattern" in split && split.pattern === "") return null;
    if ("titles" in split && split.titles.length === 0) return null;
  }
  return {
    source,
    split,
    encoding: options.encoding === "" ? null : options.encoding,
    undecodable: options.replaceUndecodable ? "replace" : "refuse",
  };
}
