// A text as it is read: lines of words with their marks, and footnotes numbered in order. Pure.
import { type ProseMark, proseMarks } from "@/editor/prose-marks";

/** A stretch of a line. */
export type Part =
  | { kind: "words"; text: string }
  | { kind: "ruby"; base: Part[]; reading: string }
  | { kind: "note"; number: number }
  | { kind: "italic" | "bold" | "bold_italic" | "dots"; parts: Part[] };

/** A line of the text. */
export interface ReadLine {
  shape: "paragraph" | "heading" | "quotation" | "centre" | "right" | "break";
  parts: Part[];
}

export interface ReadText {
  lines: ReadLine[];
  /** The words of each footnote. */
  notes: Part[][];
}

const SHAPES = new Set(["heading", "quotation", "centre", "right", "break"]);

/** Typesets a text; blank lines are left out. */
export function typeset(text: string): ReadText {
  const notes: Part[][] = [];
  const lines = text.split("\n").flatMap<ReadLine>((line) => {
    const marks = proseMarks(line);
    const parts = partsOf(line, { from: 0, to: line.length }, marks, notes);
    const shape = (marks.find(({ kind }) => SHAPES.has(kind))?.kind ?? "paragraph") as ReadLine["shape"];
    // The view has an indent of its own.
    const [first] = parts;
    if (first?.kind === "words") first.text = first.text.trimStart();
    return shape === "break" || line.trim() !== "" ? [{ shape, parts }] : [];
  });
  return { lines, notes };
}

/** The parts of a range of a line. `marks` are those inside it, outer ones first. */
function partsOf(
  line: string,
  { from, to }: { from: number; to: number },
  marks: readonly ProseMark[],
  notes: Part[][],
): Part[] {
  const parts: Part[] = [];
  const words = (start: number, end: number) => {
    if (start < end) parts.push({ kind: "words", text: line.slice(start, end) });
  };
  let at = from;
  let rest = marks;
  while (rest.length > 0) {
    const [mark] = rest;
    if (mark === undefined) break;
    const inside = rest.filter((other) => other !== mark && other.to <= mark.to);
    rest = rest.slice(1 + inside.length);
    words(at, mark.from);
    at = mark.to;
    parts.push(...partOf(line, mark, inside, notes));
  }
  words(at, to);
  return parts;
}

function partOf(line: string, mark: ProseMark, inside: readonly ProseMark[], notes: Part[][]): Part[] {
  const range = { from: mark.innerFrom, to: mark.innerTo };
  const within = inside.filter((other) => other.from >= range.from && other.to <= range.to);
  switch (mark.kind) {
    case "note": {
      // Its number is that of its place in the text.
      const place = notes.push([]);
      notes[place - 1] = partsOf(line, range, within, notes);
      return [{ kind: "note", number: place }];
    }
    case "ruby": {
      const reading = line.slice(mark.innerTo + 1, mark.to - 1).replace(/\\(?=[\\*＊#><^[\]｜《》-])/g, "");
      return [{ kind: "ruby", base: partsOf(line, range, within, notes), reading }];
    }
    case "italic":
    case "bold":
    case "bold_italic":
    case "dots":
      return [{ kind: mark.kind, parts: partsOf(line, range, within, notes) }];
    default:
      return partsOf(line, range, within, notes);
  }
}
