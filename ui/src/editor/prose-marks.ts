// The marks inside a text (文房标记), by the same rule as the counter: `marks.rs` in crate `text` states it. Both are
// tested with `crates/text/tests/golden/marks.json`.

/** The kind of a mark of the text. */
export type ProseMarkKind =
  | "italic"
  | "bold"
  | "bold_italic"
  | "ruby"
  | "dots"
  | "note"
  | "centre"
  | "right"
  | "quotation"
  | "heading"
  | "item"
  | "break"
  | "literal";

/** A mark of a line: with the mark itself, and the words it applies to. */
export interface ProseMark {
  kind: ProseMarkKind;
  from: number;
  to: number;
  /** The words: the base of a ruby, the text of a footnote. */
  innerFrom: number;
  innerTo: number;
}

const MAX_RUN = 3;
const EMPHASIS = ["italic", "bold", "bold_italic"] as const;
export const ESCAPABLE = "\\*＊#><-^[]｜《》";
const POSSIBLE = /[*#>\\^｜＊]|《《|^\s*-/;

/** White space, and the zero-width characters that count as such. */
export const isBlank = (c: string | undefined): boolean =>
  c === undefined || /[\s\u200b\u2060\ufeff\x85]/.test(c);

/** The marks of a line, outer ones before those inside them. */
export function proseMarks(line: string): ProseMark[] {
  if (!POSSIBLE.test(line)) return [];
  if (isBreak(line)) {
    return [{ kind: "break", from: 0, to: line.length, innerFrom: line.length, innerTo: line.length }];
  }
  const leading = leadingMarks(line);
  const start = leading.at(-1)?.inner ?? 0;
  const inline = new InlineMarks(line, start);
  inline.run();
  const marks = [...lineMarks(line, leading, inline.tail >= 2), ...inline.found];
  return marks.sort((one, other) => one.from - other.from || other.to - one.to);
}

interface Leading {
  kind: "right" | "quotation" | "heading" | "item";
  from: number;
  inner: number;
}

function isBreak(line: string): boolean {
  return /^[ \t\u3000]*(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:＊\s*){3,})$/.test(line);
}

/** The marks at the start of a line. The first is `right` if the line begins with `>>`. */
function leadingMarks(line: string): Leading[] {
  const found: Leading[] = [];
  let at = 0;
  const oneBlank = (from: number) => from + (/^[ \t]/.test(line.slice(from, from + 1)) ? 1 : 0);
  for (;;) {
    const [blanks = ""] = /^[ \t\u3000]*/.exec(line.slice(at)) ?? [];
    const from = at + blanks.length;
    const rest = line.slice(from);
    const hashes = /^#{1,6}(?=\s|$)/.exec(rest)?.[0].length ?? 0;
    if (rest.startsWith(">")) {
      found.push({ kind: "quotation", from, inner: oneBlank(from + 1) });
      at = from + 1;
    } else if (hashes > 0 || /^\*(?:\s|$)/.test(rest)) {
      at = from + Math.max(hashes, 1);
      found.push({ kind: hashes > 0 ? "heading" : "item", from, inner: oneBlank(at) });
      // Only an indent may precede another mark.
      if (!/^(?:$|[ \t\u3000])/.test(line.slice(at, at + 1))) break;
    } else {
      break;
    }
  }
  if (/^[ \t\u3000]*>>(?!>)/.test(line)) {
    const [first, second] = found.splice(0, 2);
    if (first && second) found.unshift({ kind: "right", from: first.from, inner: second.inner });
  }
  return found;
}

/** The marks at the start as marks of the whole line. `isClosed` is whether the line ends with `<<`. */
function lineMarks(line: string, leading: readonly Leading[], isClosed: boolean): ProseMark[] {
  let innerTo = line.length;
  return leading.map(({ kind, from, inner }, place) => {
    let to = innerTo;
    let found: ProseMarkKind = kind;
    if (place === 0 && kind === "right" && isClosed) {
      found = "centre";
      while (isBlank(line[to - 1])) to -= 1;
      innerTo = to - 2;
      const start = leading.at(-1)?.inner ?? 0;
      if (innerTo > start && /[ \t]/.test(line[innerTo - 1] ?? "")) innerTo -= 1;
    }
    return { kind: found, from, to, innerFrom: inner, innerTo };
  });
}

/** A run of asterisks; it closes if a visible character precedes. */
interface Run {
  length: number;
  at: number;
  closes: boolean;
}

/** An emphasis: the length of its runs, and where they begin. */
type Emphasis = readonly [length: number, open: number, close: number];

/**
 * The marks of three runs of different lengths: `*a***b**`, `***a**b*`, `*a**b***`. The longest belongs to both.
 */
function touching(first: Run, middle: Run, last: Run): readonly Emphasis[] {
  const [one, two] = [first.length, middle.length];
  if (!last.closes || one + two + last.length !== 1 + 2 + 3) return [];
  if (last.length === MAX_RUN) {
    return [
      [one, first.at, last.at + two],
      [two, middle.at, last.at],
    ];
  }
  if (!middle.closes) return [];
  if (one === MAX_RUN) {
    return [
      [last.length, first.at, last.at],
      [two, first.at + last.length, middle.at],
    ];
  }
  return [
    [one, first.at, middle.at],
    [last.length, middle.at + one, last.at],
  ];
}

/** Open dots or an open footnote: asterisks inside do not pair with asterisks before it. */
interface Fence {
  kind: "dots" | "note";
  at: number;
  depth: number;
  /** The value of `waiting` before it. */
  waiting: number[];
}

/** The last token, where the next character gives it its meaning. */
type Before = "text" | "backslash" | "caret" | "bar" | "bracket" | "closing" | "dots" | "note";

/** The marks inside a line, character by character: the mark that closes first is valid. */
class InlineMarks {
  readonly found: ProseMark[] = [];
  /** The number of `<` at the end. */
  tail = 0;
  private isTailOver = false;
  private open: Run[] = [];
  private fences: Fence[] = [];
  private ruby: { bar: number; depth: number; reading: number | null } | null = null;
  private run_: Run | null = null;
  private before: Before = "text";
  /** The number of open runs of each length inside the innermost fence. */
  private waiting: number[] = [0, 0, 0, 0];
  private readonly line: string;
  private readonly start: number;

  constructor(line: string, start: number) {
    this.line = line;
    this.start = start;
  }

  run(): void {
    for (let at = this.start; at < this.line.length; at += 1) {
      const c = this.line[at] ?? "";
      this.passTail(c, this.push(c, at));
    }
    this.endRun(false);
  }

  private passTail(c: string, isLiteral: boolean): void {
    if (c === "<" && !isLiteral) {
      this.tail = this.isTailOver ? 1 : this.tail + 1;
      this.isTailOver = false;
    } else if (isBlank(c)) {
      this.isTailOver = true;
    } else {
      this.tail = 0;
      this.isTailOver = false;
    }
  }

  /** Processes a character; returns whether a backslash makes it literal. */
  private push(c: string, at: number): boolean {
    const { before } = this;
    this.before = "text";
    if (before === "closing" && c !== "》") this.endFence("dots");
    if (before === "backslash" && ESCAPABLE.includes(c)) {
      this.found.push({ kind: "literal", from: at - 1, to: at + 1, innerFrom: at, innerTo: at + 1 });
      return true;
    }
    if (c === "*") {
      if (this.run_) this.run_.length += 1;
      else this.run_ = { length: 1, at, closes: !isBlank(this.line[at - 1]) };
      return false;
    }
    this.endRun(!isBlank(c));
    if (c === "\\") this.before = "backslash";
    else if (c === "^") this.before = "caret";
    else if (c === "[" && before === "caret") this.openFence("note", at - 1);
    else if (c === "]") this.rightBracket(before, at);
    else if (c === "｜") {
      this.ruby = { bar: at, depth: this.open.length, reading: null };
      this.before = "bar";
    } else if (c === "《") this.leftAngle(before, at);
    else if (c === "》") this.rightAngle(before, at);
    return false;
  }

  private endRun(opens: boolean): void {
    const run = this.run_;
    this.run_ = null;
    if (run === null || run.length > MAX_RUN) return;
    const { length, closes } = run;
    const ended = closes && (this.waiting[length] ?? 0) > 0 ? this.partner(run) : this.touching(run);
    for (const [stars, open, close] of ended) {
      const kind = EMPHASIS[stars - 1] ?? "italic";
      this.found.push({ kind, from: open, to: close + stars, innerFrom: open + stars, innerTo: close });
    }
    if (ended.length > 0) {
      if (this.ruby && this.ruby.depth > this.open.length) this.ruby = null;
    } else if (opens) {
      this.open.push(run);
      this.waiting[length] = (this.waiting[length] ?? 0) + 1;
    }
  }

  /** The emphasis from the last open run of the same length. Runs opened since are forgotten. */
  private partner({ length, at }: Run): readonly Emphasis[] {
    let partner = this.dropRun();
    while (partner && partner.length !== length) partner = this.dropRun();
    return partner ? [[length, partner.at, at]] : [];
  }

  /** Two marks that a run ends together with the last two open runs. */
  private touching(run: Run): readonly Emphasis[] {
    const [first, middle] = this.open.slice(this.fences.at(-1)?.depth ?? 0).slice(-2);
    const ended = first && middle ? touching(first, middle, run) : [];
    if (ended.length > 0) {
      this.dropRun();
      this.dropRun();
    }
    return ended;
  }

  private dropRun(): Run | undefined {
    const last = this.open.pop();
    if (last) this.waiting[last.length] = (this.waiting[last.length] ?? 1) - 1;
    return last;
  }

  private rightBracket(before: Before, at: number): void {
    const fence = this.endFence("note");
    if (!fence) return;
    this.ruby = null;
    if (before === "note") return;
    this.found.push({ kind: "note", from: fence.at, to: at + 1, innerFrom: fence.at + 2, innerTo: at });
  }

  private leftAngle(before: Before, at: number): void {
    if (before === "bracket") {
      this.openFence("dots", at - 1);
      return;
    }
    this.before = "bracket";
    this.endFence("dots");
    const { ruby } = this;
    this.ruby = null;
    if (ruby === null || ruby.reading !== null || before === "bar") return;
    while (this.open.length > ruby.depth) this.dropRun();
    this.ruby = { ...ruby, reading: at };
  }

  private rightAngle(before: Before, at: number): void {
    const { ruby } = this;
    if (ruby && ruby.reading !== null) {
      this.ruby = null;
      if (before === "bracket") return;
      while (this.open.length > ruby.depth) this.dropRun();
      const { bar, reading } = ruby;
      this.found.push({ kind: "ruby", from: bar, to: at + 1, innerFrom: bar + 1, innerTo: reading });
    } else if (before === "closing") {
      const fence = this.endFence("dots");
      if (!fence) return;
      this.ruby = null;
      this.found.push({ kind: "dots", from: fence.at, to: at + 1, innerFrom: fence.at + 2, innerTo: at - 1 });
    } else if (before === "dots") {
      this.endFence("dots");
    } else if (this.fences.some(({ kind }) => kind === "dots")) {
      this.before = "closing";
    }
  }

  private openFence(kind: Fence["kind"], at: number): void {
    this.endFence(kind);
    this.ruby = null;
    this.fences.push({ kind, at, depth: this.open.length, waiting: this.waiting });
    this.waiting = [0, 0, 0, 0];
    this.before = kind;
  }

  /** Forgets open dots or an open footnote with everything open inside. */
  private endFence(kind: Fence["kind"]): Fence | undefined {
    const place = this.fences.findIndex((fence) => fence.kind === kind);
    const [fence] = place < 0 ? [] : this.fences.splice(place);
    if (!fence) return undefined;
    this.open.length = Math.min(this.open.length, fence.depth);
    this.waiting = fence.waiting;
    if (this.ruby) this.ruby.depth = Math.min(this.ruby.depth, this.open.length);
    return fence;
  }
}

/** Whether a mark sets its words off, with signs on both sides. */
export const isEmphasis = ({ kind }: ProseMark): boolean =>
  kind === "italic" || kind === "bold" || kind === "bold_italic" || kind === "dots";

/** Whether a mark sets a whole line apart. */
export const isOfLine = ({ kind }: ProseMark): boolean =>
  kind === "centre" || kind === "right" || kind === "quotation";

/** The kinds of marks that say what a whole line is. */
export const LINE_KINDS: ReadonlySet<ProseMarkKind> = new Set([
  "centre",
  "right",
  "quotation",
  "heading",
  "item",
  "break",
]);

/** Words without the backslashes of escaped characters. */
export const unescaped = (words: string): string =>
  words.replace(/\\(.)/gsu, (pair, c: string) => (ESCAPABLE.includes(c) ? c : pair));

/** The hidden parts of all marks of a line. */
export const hiddenIn = (line: string): { from: number; to: number }[] =>
  proseMarks(line).flatMap((mark) => [...hiddenParts(mark)]);

/** The hidden parts of a mark: what its plain view does not show. */
export function hiddenParts(mark: ProseMark): readonly { from: number; to: number }[] {
  const before = { from: mark.from, to: mark.innerFrom };
  const after = { from: mark.innerTo, to: mark.to };
  return [before, after].filter(({ from, to }) => from < to);
}
