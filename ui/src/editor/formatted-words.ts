// Formatted words of other programs, read from HTML: italics, bold, ruby and emphasis dots become marks, paragraphs
// become lines, and everything else becomes plain words.
import { canonical } from "./canonical";
import { type HtmlElement, htmlTree, textOf } from "./html-tree";
import { BOLD, DOTS, ITALIC, lineWithMarks, type Run } from "./written-marks";

/** Longer pages are not read, in UTF-16 units. */
const MAX_LENGTH = 50_000_000;

const named = (names: string) => new Set(names.split(" "));
const SKIPPED = named(
  "head title style script template noscript iframe object embed svg math canvas audio video img picture map area " +
    "input select textarea button datalist rp",
);
const BLOCKS = named(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer " +
    "form h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol optgroup p pre section summary table tbody tfoot thead tr ul",
);
const ITALICS = named("i em cite dfn var");
const BOLDS = named("b strong");
const CELLS = named("td th");
const HEADING = /^h[1-6]$/;
/** What Word writes beside the words: comments, and the numbers and signs of lists. */
const BESIDE = /mso-element:\s*comment|mso-special-character:\s*comment|mso-list:\s*ignore/i;

/** The words of a page with marks, one line per paragraph; null if it has none. */
export function wordsWithMarks(html: string): string | null {
  if (html.length > MAX_LENGTH) return null;
  const reader = new Reader();
  reader.element(htmlTree(html), { style: 0, keepsSpace: false, isHeading: false });
  reader.endLine();
  const text = reader.lines.join("\n");
  return text.trim() === "" ? null : text;
}

/** What surrounds a piece of the page. */
interface Around {
  style: number;
  keepsSpace: boolean;
  isHeading: boolean;
}

class Reader {
  readonly lines: string[] = [];
  /** The line that is being read. */
  private runs: Run[] | null = null;
  /** White space that is dropped at both ends of a line, as browsers do. */
  private pending: { isLineEnd: boolean; style: number } | null = null;

  element(element: HtmlElement, around: Around): void {
    const { name } = element;
    if (SKIPPED.has(name) || isBeside(element)) return;
    const inside = styled(element, around);
    if (inside === null) return;
    if (name === "br") this.lineBreak(element);
    else if (name === "hr") this.rule();
    else if (name === "ruby") this.ruby(element, inside);
    else if (name === "q") this.quotation(element, inside);
    else if (BLOCKS.has(name)) this.block(element, inside);
    else this.children(element, inside);
  }

  private children({ children }: HtmlElement, inside: Around): void {
    let hasCell = false;
    for (const node of children) {
      if (typeof node === "string") {
        this.text(node, inside);
        continue;
      }
      if (CELLS.has(node.name) && hasCell) this.push("\t", 0);
      hasCell ||= CELLS.has(node.name);
      this.element(node, inside);
    }
  }

  private block(element: HtmlElement, inside: Around): void {
    this.endLine();
    this.children(element, inside);
    this.endLine();
  }

  private rule(): void {
    this.endLine();
    this.lines.push("***");
  }

  private quotation(element: HtmlElement, inside: Around): void {
    this.push("“", inside.style);
    this.children(element, inside);
    this.push("”", inside.style);
  }

  private lineBreak(element: HtmlElement): void {
    // Chromium adds one at the end of what it copies.
    if (element.attributes.get("class") === "Apple-interchange-newline") return;
    this.runs ??= [];
    this.endLine();
  }

  private text(raw: string, { style, keepsSpace }: Around): void {
    const text = raw.replace(/\r\n?/g, "\n").replace(/[\u00ad\u200b]/g, "");
    if (keepsSpace) {
      text.split("\n").forEach((line, place) => {
        if (place > 0) {
          this.runs ??= [];
          this.endLine();
        }
        if (line !== "") this.push(line, style);
      });
      return;
    }
    // Spaces of their own are written so by programs that would lose them otherwise.
    if (/^[ \u00a0]*\u00a0[ \u00a0]*$/.test(text)) {
      this.push(" ".repeat(text.length), style);
      return;
    }
    for (const [part] of text.matchAll(/[ \t\n\f]+|[^ \t\n\f]+/g)) {
      if (/[^ \t\n\f]/.test(part)) this.push(part, style);
      else this.pending ??= { isLineEnd: part.includes("\n"), style };
    }
  }

  private push(text: string, style: number): void {
    const line = this.runs ?? [];
    const { pending } = this;
    this.pending = null;
    const last = line.at(-1)?.text.at(-1);
    const isNothing = pending?.isLineEnd === true && isWide(last) && isWide(text[0]);
    if (pending && last !== undefined && last !== " " && !isNothing) {
      line.push({ text: " ", style: pending.style });
    }
    line.push({ text, style });
    this.runs = line;
  }

  /** Ruby in pairs of base and reading. */
  private ruby(element: HtmlElement, { style }: Around): void {
    let base = "";
    for (const node of element.children) {
      const name = typeof node === "string" ? "" : node.name;
      const words = textOf(node).trim().replace(/\s+/g, " ");
      if (name === "rp") continue;
      if (name !== "rt" && name !== "rtc") {
        base += words;
        continue;
      }
      this.rubyPair(base, words, style);
      base = "";
    }
    this.rubyPair(base, "", style);
  }

  private rubyPair(base: string, reading: string, style: number): void {
    if (base + reading === "") return;
    this.push(base === "" ? reading : base, style);
    if (base === "" || reading === "") return;
    const line = this.runs ?? [];
    line[line.length - 1] = { text: base, style, reading };
  }

  /** Ends the line that is being read. */
  endLine(): void {
    this.pending = null;
    if (this.runs === null) return;
    const runs = trimmed(this.runs);
    this.runs = null;
    this.lines.push(lineWithMarks(runs.map((run) => ({ ...run, text: canonical(run.text) }))));
  }
}

/** A line without the spaces at its end. */
function trimmed(runs: readonly Run[]): Run[] {
  const result = [...runs];
  for (;;) {
    const last = result.pop();
    if (last === undefined) return result;
    const text = last.text.replace(/[ \u00a0]+$/, "");
    if (text === "") continue;
    return [...result, { ...last, text }];
  }
}

/** The style inside an element; null if it is hidden. */
function styled(element: HtmlElement, around: Around): Around | null {
  const { name, attributes } = element;
  const set = declarations(attributes.get("style") ?? "");
  const isHidden =
    attributes.has("hidden") ||
    set.get("display") === "none" ||
    set.get("visibility") === "hidden" ||
    set.get("mso-hide") === "all";
  if (isHidden) return null;
  const isHeading = around.isHeading || HEADING.test(name);
  const slant = set.get("font-style");
  const weight = set.get("font-weight");
  const emphasis = [
    "text-emphasis",
    "text-emphasis-style",
    "-webkit-text-emphasis",
    "-webkit-text-emphasis-style",
  ]
    .map((property) => set.get(property))
    .find((value) => value !== undefined);
  const space = set.get("white-space") ?? set.get("white-space-collapse");
  const has = (bit: number) => (around.style & bit) !== 0;
  const italic = slant === undefined ? has(ITALIC) || ITALICS.has(name) : /^(italic|oblique)/.test(slant);
  const bold = weight === undefined ? has(BOLD) || BOLDS.has(name) : isHeavy(weight, has(BOLD));
  const dots = emphasis === undefined ? has(DOTS) : !/^(none|initial)/.test(emphasis);
  return {
    style: isHeading ? 0 : (italic ? ITALIC : 0) | (bold ? BOLD : 0) | (dots ? DOTS : 0),
    keepsSpace: space === undefined ? around.keepsSpace || name === "pre" : /^(pre|break-spaces)/.test(space),
    isHeading,
  };
}

function isHeavy(weight: string, around: boolean): boolean {
  return weight === "inherit" ? around : /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600;
}

/** The properties that a style sets, in lower case. */
function declarations(style: string): Map<string, string> {
  const pairs = style
    .toLowerCase()
    .split(";")
    .map((one) => one.split(":"));
  return new Map(
    pairs.map(([name = "", value = ""]) => [name.trim(), value.replace("!important", "").trim()]),
  );
}

/** Whether an element is not part of the words: a comment, a sign of a list, a tracked deletion. */
function isBeside({ name, attributes }: HtmlElement): boolean {
  return (
    (name === "del" && attributes.has("datetime")) ||
    /mso(comanchor|commentreference)/i.test(attributes.get("class") ?? "") ||
    BESIDE.test(attributes.get("style") ?? "")
  );
}

/** Whether a character is written without spaces around it. */
const isWide = (c: string | undefined): boolean =>
  c !== undefined && /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\ud840-\udfff“”‘’…—]/.test(c);
