// A small Markdown subset as a tree. Any text parses, even a truncated one; unsupported syntax stays as text.
// Deliberately absent: HTML, images, quotes, reference links.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "link"; text: string; url: string };

export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; level: number; children: Inline[] }
  | { kind: "code"; text: string }
  /** Rows of cells; the first row is the header. */
  | { kind: "table"; rows: Inline[][][] }
  | { kind: "list"; ordered: boolean; start: number; items: ListItem[] };

export interface ListItem {
  children: Inline[];
  /** Nested lists. */
  nested: Block[];
}

// Emphasis nested deeper than this is shown as text: nobody writes it.
const maxDepth = 6;

export function parseMarkdown(source: string): Block[] {
  return parseLines(source.replaceAll("\r\n", "\n").split("\n"));
}

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const fence = /^ {0,3}```/;
const tableRow = /^ {0,3}\|(.*)\|[ \t]*$/;
const tableRule = /^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;
const item = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(.*)$/;

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const head = heading.exec(line);
    if (line.trim() === "") {
      at += 1;
    } else if (fence.test(line)) {
      const from = at + 1;
      at = from;
      while (at < lines.length && !fence.test(lines[at] ?? "")) at += 1;
      blocks.push({ kind: "code", text: lines.slice(from, at).join("\n") });
      at += 1;
    } else if (head !== null) {
      const text = (head[2] ?? "").replace(/[ \t]+#+[ \t]*$/, "");
      blocks.push({ kind: "heading", level: head[1]?.length ?? 1, children: parseInline(text) });
      at += 1;
    } else if (beginsTable(lines, at)) {
      const rows = [rowOf(line)];
      for (at += 2; tableRow.test(lines[at] ?? ""); at += 1) rows.push(rowOf(lines[at] ?? ""));
      blocks.push({ kind: "table", rows });
    } else if (item.test(line)) {
      const [list, next] = parseList(lines, at, 0);
      blocks.push(list);
      at = next;
    } else {
      const from = at;
      while (at < lines.length && !endsParagraph(lines[at] ?? "") && !beginsTable(lines, at)) at += 1;
      blocks.push({ kind: "paragraph", children: parseInline(lines.slice(from, at).join("\n").trim()) });
    }
  }
  return blocks;
}

function endsParagraph(line: string): boolean {
  return line.trim() === "" || fence.test(line) || heading.test(line) || item.test(line);
}

function beginsTable(lines: readonly string[], at: number): boolean {
  return tableRow.test(lines[at] ?? "") && tableRule.test(lines[at + 1] ?? "");
}

function rowOf(line: string): Inline[][] {
  const cells = (tableRow.exec(line)?.[1] ?? "").split(/(?<!\\)\|/);
  return cells.map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
}

/** Parses the list that begins at `at`; returns it with the line after it. */
function parseList(lines: readonly string[], at: number, depth: number): [Block, number] {
  const first = item.exec(lines[at] ?? "");
  const indent = width(first?.[1]);
  const ordered = /\d/.test(first?.[2] ?? "");
  const list: Block = {
    kind: "list",
    ordered,
    start: ordered ? Number.parseInt(first?.[2] ?? "1", 10) : 1,
    items: [],
  };
  let open: ListItem | undefined;
  let line = at;
  while (line < lines.length) {
    const text = lines[line] ?? "";
    const match = item.exec(text);
    if (match !== null) {
      const deeper = width(match[1]);
      if (deeper < indent) break;
      if (deeper >= indent + 2 && open !== undefined && depth < maxDepth) {
        const [nested, next] = parseList(lines, line, depth + 1);
        open.nested.push(nested);
        line = next;
        continue;
      }
      if (/\d/.test(match[2] ?? "") !== ordered) break;
      open = { children: parseInline(match[3] ?? ""), nested: [] };
      list.items.push(open);
    } else if (text.trim() !== "" || item.exec(lines[line + 1] ?? "") === null) {
      // An unindented line ends the list; an indented one continues the item.
      if (text.trim() === "" || !/^[ \t]{2,}/.test(text) || open === undefined) break;
      open.children.push({ kind: "text", text: "\n" }, ...parseInline(text.trim()));
    }
    line += 1;
  }
  return [list, Math.max(line, at + 1)];
}

function width(indent: string | undefined): number {
  return (indent ?? "").replaceAll("\t", "    ").length;
}

/** Inline marks of a paragraph. `**` and `*` need no spaces around them: Chinese has none. */
export function parseInline(source: string, depth = 0): Inline[] {
  const out: Inline[] = [];
  // Marks without a closing one later on; this keeps parsing linear.
  const unclosed = new Set<string>();
  let plain = "";
  let at = 0;
  const push = (node: Inline, next: number) => {
    if (plain !== "") out.push({ kind: "text", text: plain });
    plain = "";
    out.push(node);
    at = next;
  };
  while (at < source.length) {
    const char = source[at] ?? "";
    const found =
      depth >= maxDepth
        ? undefined
        : char === "`"
          ? readCode(source, at, unclosed)
          : char === "*" || char === "_"
            ? readEmphasis(source, at, depth, unclosed)
            : char === "["
              ? readLink(source, at, unclosed)
              : undefined;
    if (found !== undefined) {
      push(found.node, found.next);
    } else if (char === "\\" && /[\\`*_[\]#()+.!-]/.test(source[at + 1] ?? "")) {
      plain += source[at + 1];
      at += 2;
    } else {
      plain += char;
      at += 1;
    }
  }
  if (plain !== "") out.push({ kind: "text", text: plain });
  return out;
}

interface Found {
  node: Inline;
  next: number;
}

function readCode(source: string, at: number, unclosed: Set<string>): Found | undefined {
  if (unclosed.has("`")) return undefined;
  const end = source.indexOf("`", at + 1);
  if (end < 0) unclosed.add("`");
  if (end <= at + 1) return undefined;
  return { node: { kind: "code", text: source.slice(at + 1, end) }, next: end + 1 };
}

function readEmphasis(source: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
  const char = source[at] ?? "";
  const mark = source[at + 1] === char ? char + char : char;
  const from = at + mark.length;
  // An underscore inside a word is part of the word.
  if (char === "_" && /[\p{L}\p{N}]/u.test(source[at - 1] ?? "")) return undefined;
  if (unclosed.has(mark) || isSpace(source[from])) return undefined;
  let end = source.indexOf(mark, from + 1);
  while (end >= 0 && isSpace(source[end - 1])) end = source.indexOf(mark, end + 1);
  if (end < 0) {
    unclosed.add(mark);
    return undefined;
  }
  // "***both***": the last of three closes the outer mark.
  while (mark.length === 2 && source[end + 2] === char) end += 1;
  const children = parseInline(source.slice(from, end), depth + 1);
  return { node: { kind: mark.length === 2 ? "strong" : "emphasis", children }, next: end + mark.length };
}

function readLink(source: string, at: number, unclosed: Set<string>): Found | undefined {
  if (unclosed.has("[")) return undefined;
  const middle = source.indexOf("](", at + 1);
  const end = middle < 0 ? -1 : source.indexOf(")", middle + 2);
  if (end < 0) {
    unclosed.add("[");
    return undefined;
  }
  const text = source.slice(at + 1, middle);
  const url = source.slice(middle + 2, end).trim();
  if (text === "" || text.includes("[") || text.includes("\n") || /\s/.test(url)) return undefined;
  return { node: { kind: "link", text, url }, next: end + 1 };
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || /\s/.test(char);
}
