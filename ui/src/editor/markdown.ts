// Light Markdown highlighting: headings, emphasis, quotes, rules. One line is one paragraph, so a changed line never
// causes its neighbours to be parsed again. Syntax that novels do not use (code, links, HTML, lists) is not parsed.
import { commonmarkLanguage } from "@codemirror/lang-markdown";
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { DelimiterType, InlineParser, LeafBlockParser, MarkdownParser } from "@lezer/markdown";

/**
 * Longer documents are not highlighted. Highlighting returns only once a document is clearly shorter than the limit.
 */
const LIMIT = 300_000;
const RETURN = 270_000;

/** Whether a document of this length is highlighted; `before` says whether it was until now. */
export function highlightsAt(length: number, before: boolean): boolean {
  return length <= (before ? LIMIT : RETURN);
}

/** Whether a document is highlighted when it is opened. */
export function highlightsFirst(length: number): boolean {
  return length <= LIMIT;
}

const UNUSED = [
  "IndentedCode",
  "FencedCode",
  "SetextHeading",
  "HTMLBlock",
  "LinkReference",
  "BulletList",
  "OrderedList",
  "HTMLTag",
  "InlineCode",
  "Link",
  "LinkEnd",
  "Image",
  "Autolink",
  "Entity",
  "Emphasis",
];

/** Ends every paragraph with its line. */
const oneLine: LeafBlockParser = {
  nextLine: (context, _line, leaf) => {
    const inline = context.parser.parseInline(leaf.content, leaf.start);
    const end = leaf.start + leaf.content.length;
    context.addLeafElement(leaf, context.elt("Paragraph", leaf.start, end, inline));
    return true;
  },
  finish: () => false,
};

/** The node types for runs of one, two and three asterisks. Runs of the same length pair up. */
const RUNS: readonly DelimiterType[] = ["Emphasis", "StrongEmphasis", "StressedEmphasis"].map((resolve) => ({
  resolve,
  mark: "EmphasisMark",
}));

/**
 * Emphasis by the same rule as the counter (`asterisk.rs` in crate `text`): a run opens when something visible follows
 * and closes when something visible precedes. CommonMark's rule requires blanks or punctuation around a run, which
 * Chinese lacks.
 */
const emphasis: InlineParser = {
  name: "Asterisks",
  parse: (context, next, from) => {
    if (next !== ASTERISK) return -1;
    let to = from;
    while (context.char(to) === ASTERISK) to += 1;
    let start = from;
    while (context.char(start - 1) === ASTERISK) start -= 1;
    // A backslash escapes a whole run.
    if (context.char(start - 1) === BACKSLASH) return to;
    const isVisible = (at: number) =>
      at >= context.offset && at < context.end && /\S/.test(context.slice(at, at + 1));
    const type = RUNS[to - from - 1];
    return type === undefined ? to : context.addDelimiter(type, from, to, isVisible(to), isVisible(from - 1));
  },
};
const ASTERISK = 42;
const BACKSLASH = 92;

const prose = new Language(
  defineLanguageFacet(),
  (commonmarkLanguage.parser as MarkdownParser).configure({
    remove: UNUSED,
    defineNodes: [
      { name: "StressedEmphasis", style: { "StressedEmphasis/...": [tags.strong, tags.emphasis] } },
    ],
    parseBlock: [{ name: "OneLine", leaf: () => oneLine }],
    parseInline: [emphasis],
  }),
);

const style = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.heading1, fontWeight: "700", fontSize: "1.25em" },
  { tag: tags.heading2, fontWeight: "700", fontSize: "1.12em" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.quote, color: "var(--editor-quiet)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.escape], color: "var(--editor-faint)" },
]);

/** The highlighting as an extension. */
export const markdown: Extension = [prose, syntaxHighlighting(style)];
