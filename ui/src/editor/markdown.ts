// Light Markdown highlighting: headings, emphasis, quotes, rules. One line is one paragraph, so a changed line never
// makes its neighbours be read again; what novels do not use (code, links, HTML, lists) is not looked for.
import { commonmarkLanguage } from "@codemirror/lang-markdown";
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { DelimiterType, InlineParser, LeafBlockParser, MarkdownParser } from "@lezer/markdown";

/** Longer documents are not highlighted; one that was too long is again when it has become clearly shorter. */
const LIMIT = 300_000;
const RETURN = 270_000;

/** Whether a document of this length is highlighted. */
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

/** What runs of one, two and three asterisks make of what stands between them. Those of a length find each other. */
const RUNS: readonly DelimiterType[] = ["Emphasis", "StrongEmphasis", "StressedEmphasis"].map((resolve) => ({
  resolve,
  mark: "EmphasisMark",
}));

/**
 * Emphasis by the rule that counts it (`asterisk.rs` of the crate `text`): a run opens when something visible follows and closes
 * when something visible precedes. CommonMark's own wants blanks or punctuation about a run, which Chinese has not.
 */
const emphasis: InlineParser = {
  name: "Asterisks",
  parse: (context, next, from) => {
    if (next !== ASTERISK) return -1;
    let to = from;
    while (context.char(to) === ASTERISK) to += 1;
    let start = from;
    while (context.char(start - 1) === ASTERISK) start -= 1;
    // A backslash takes its meaning from a whole run.
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
