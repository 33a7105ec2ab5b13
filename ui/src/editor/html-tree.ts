// The tree of a page in the clipboard: names, attributes and text. It is never shown, so nothing in it runs or is loaded.
// parse5 reads it, because the content policy of the window forbids the parser of the browser.
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** An element; names are in lower case. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: HtmlNode[];
}

/** An element, or text. */
export type HtmlNode = HtmlElement | string;

/** Elements that are nested deeper become neighbours of the element around them. */
const MAX_DEPTH = 400;

/** The elements of a page or a part of one. */
export function htmlTree(html: string): HtmlElement {
  const root: HtmlElement = { name: "", attributes: new Map(), children: [] };
  const rest: { node: Node; around: HtmlElement; depth: number }[] = [];
  const visit = (nodes: readonly Node[], around: HtmlElement, depth: number) => {
    for (const node of [...nodes].reverse()) rest.push({ node, around, depth });
  };
  visit(parse(html).childNodes, root, 0);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { node, around, depth } = next;
    if (node.nodeName === "#text" && "value" in node) around.children.push(node.value);
    if (!("tagName" in node)) continue;
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
    const element: HtmlElement = { name: node.tagName, attributes, children: [] };
    around.children.push(element);
    visit(node.childNodes, depth < MAX_DEPTH ? element : around, depth + 1);
  }
  return root;
}

/** All text inside a node. */
export function textOf(node: HtmlNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}
