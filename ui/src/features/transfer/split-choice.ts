// How a text is split into chapters: the typed options, and the backend request.
import type { ImportText, SplitBy } from "@/ipc/types";

export type SplitKind = "auto" | "pattern" | "titles" | "none";

/** The options of the dialog. */
export interface ImportOptions {
  /** Empty: detected. */
  encoding: string;
  split: SplitKind;
  pattern: string;
  /** One title per line. */
  titles: string;
  replaceUndecodable: boolean;
  /** Leave out the text before the first heading. */
  withoutFront: boolean;
}

export const NO_OPTIONS: ImportOptions = {
  encoding: "",
  split: "auto",
  pattern: "",
  titles: "",
  replaceUndecodable: false,
  withoutFront: false,
};

/** The encodings that the backend reads. */
export const ENCODINGS = ["utf-8", "gb18030", "gbk", "big5", "shift_jis", "utf-16le", "utf-16be"] as const;

function splitBy({ split, pattern, titles }: ImportOptions): SplitBy {
  if (split === "pattern") return { pattern };
  if (split === "titles") {
    const lines = titles.split("\n").map((line) => line.trim());
    return { titles: lines.filter((line) => line !== "") };
  }
  return split;
}

/** The request for a source, or null while the options are incomplete. */
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
    without_front: options.withoutFront,
  };
}
