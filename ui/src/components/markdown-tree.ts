// The Markdown that panels show: headings, lists, code, tables, emphasis, links. All other syntax stays text.
import { type BlockParser, InlineContext, type InlineParser, parser, Table } from "@lezer/markdown";

export type MarkdownNode = ReturnType<typeof parser.parse>["topNode"];

export function parseMarkdown(source: string): MarkdownNode {
  return markdown.parse(source).topNode;
}

/** The number of lists and items around a block; deeper ones are text, so that no input can exhaust the stack. */
const MAX_DEPTH = 24;

/** Longer paragraphs have no emphasis: pairing its marks takes time that grows with their square. */
const MAX_EMPHASIZED = 4000;

const flatten: BlockParser = {
  name: "Flatten",
  before: "FencedCode",
  parse: (context, line) => {
    if (context.depth < MAX_DEPTH) return false;
    const from = context.lineStart + line.pos;
    const inline = context.parser.parseInline(line.text.slice(line.pos), from);
    context.addElement(context.elt("Paragraph", from, context.lineStart + line.text.length, inline));
    context.nextLine();
    return true;
  },
};

/** Ends a paragraph or a table where CommonMark would continue it but a model means a new block. */
const newBlock: BlockParser = {
  name: "NewBlock",
  endLeaf: (context, line, leaf) =>
    /^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line.text.slice(line.pos)) ||
    (line.pos === 0 && context.parentType().name === "ListItem") ||
    (line.text[line.pos] !== "|" && /^.*\n[:\t -]*\|[|:\t -]*(?:\n|$)/.test(leaf.content)),
};

/**
 * A mark opens before a visible character and closes after one. CommonMark also requires blanks or punctuation around
 * it, which Chinese lacks. An underscore after a letter opens nothing.
 */
const emphasis: InlineParser = {
  name: "EmphasisWithoutBlanks",
  parse: (context, next, from) => {
    const mark = String.fromCharCode(next);
    if ((mark !== "*" && mark !== "_") || context.text.length > MAX_EMPHASIZED) return -1;
    let to = from + 1;
    while (context.char(to) === next) to += 1;
    const before = context.slice(from - 1, from);
    const after = context.slice(to, to + 1);
    const isInWord = mark === "_" && /[\p{L}\p{N}]/u.test(before);
    const type = mark === "*" ? InlineContext.emphasisAsterisk : InlineContext.emphasisUnderscore;
    return context.addDelimiter(type, from, to, !isInWord && /\S/.test(after), /\S/.test(before));
  },
};

/** `[text](url)` without nesting, in linear time. */
const link: InlineParser = {
  name: "PlainLink",
  parse: (context, next, from) => {
    if (next !== "[".charCodeAt(0)) return -1;
    const [all, text] = /^\[([^[\]\n]+)\]\([^()\s]*\)/.exec(context.slice(from, context.end)) ?? [];
    if (all === undefined || text === undefined) return -1;
    const middle = from + 1 + text.length;
    const to = from + all.length;
    const parts = [context.elt("LinkLabel", from + 1, middle), context.elt("URL", middle + 2, to - 1)];
    return context.addElement(context.elt("Link", from, to, parts));
  },
};

const markdown = parser.configure([
  Table,
  {
    remove: [
      "IndentedCode",
      "Blockquote",
      "HorizontalRule",
      "SetextHeading",
      "HTMLBlock",
      "LinkReference",
      "HTMLTag",
      "Entity",
      "HardBreak",
      "Image",
      "Link",
      "LinkEnd",
      "Emphasis",
    ],
    parseBlock: [flatten, newBlock],
    parseInline: [emphasis, link],
  },
]);
