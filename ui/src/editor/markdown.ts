// Light Markdown highlighting: headings, emphasis, quotes, rules. One line is one paragraph, so a changed line never
// makes its neighbours be read again; what novels do not use (code, links, HTML, lists) is not looked for.
import { commonmarkLanguage } from "@codemirror/lang-markdown";
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { LeafBlockParser, MarkdownParser } from "@lezer/markdown";

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

const prose = new Language(
  defineLanguageFacet(),
  (commonmarkLanguage.parser as MarkdownParser).configure({
    remove: UNUSED,
    parseBlock: [{ name: "OneLine", leaf: () => oneLine }],
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
