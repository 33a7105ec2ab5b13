// A small reader of HTML for the clipboard: the policy of the page forbids the one of the browser. It makes a tree of
// names, attributes and text, which is never shown: nothing in it runs or is loaded. The work is linear in the length.

/** An element; names are in lower case. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: HtmlNode[];
}

/** An element, or text. */
export type HtmlNode = HtmlElement | string;

/** Elements inside others that are deeper become their neighbours. */
const MAX_DEPTH = 400;

const named = (names: string) => new Set(names.split(" "));
const VOID = named("area base br col embed hr img input link meta param source track wbr");
const RAW = named("script style title textarea noscript iframe noembed noframes xmp");
const ENDS_PARAGRAPH = named(
  "address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 " +
    "h6 header hr li main menu nav ol p pre section table ul",
);
/** What an element ends that was not closed, unless one of the others is inside it. */
const ENDS: Record<string, readonly [ended: Set<string>, inside: Set<string>]> = {
  li: [named("li"), named("ul ol menu")],
  dt: [named("dt dd"), named("dl")],
  dd: [named("dt dd"), named("dl")],
  td: [named("td th"), named("table")],
  th: [named("td th"), named("table")],
  tr: [named("tr"), named("table")],
  rt: [named("rt rp"), named("ruby")],
  rp: [named("rt rp"), named("ruby")],
};
const PARAGRAPH: readonly [Set<string>, Set<string>] = [named("p"), named("td th table")];

/** The elements of a page or a part of one. */
export function htmlTree(html: string): HtmlElement {
  const root: HtmlElement = { name: "", attributes: new Map(), children: [] };
  const open = [root];
  const add = (node: HtmlNode) => open.at(-1)?.children.push(node);
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    const text = html.slice(at, next < 0 ? html.length : next);
    if (text !== "") add(decoded(text));
    if (next < 0) break;
    at = next + tag(html, next, open, add);
  }
  return root;
}

/** Reads what begins with `<`; returns its length. */
function tag(html: string, at: number, open: HtmlElement[], add: (node: HtmlNode) => void): number {
  if (html.startsWith("<!--", at)) return lengthTo(html, at, html.indexOf("-->", at + 4), 3);
  if (/[!?]/.test(html.charAt(at + 1))) return lengthTo(html, at, html.indexOf(">", at), 1);
  const isEnd = html.charAt(at + 1) === "/";
  if (!/[a-z]/i.test(html.charAt(at + (isEnd ? 2 : 1)))) {
    add("<");
    return 1;
  }
  const end = tagEnd(html, at);
  const inner = html.slice(at + (isEnd ? 2 : 1), end);
  const name = (/^[^\s/]+/.exec(inner)?.[0] ?? "").toLowerCase();
  if (isEnd) close(open, (one) => one.name === name);
  else begin(name, inner, open, add);
  if (isEnd || !RAW.has(name)) return end + 1 - at;
  const rawEnd = new RegExp(`</${name}`, "gi");
  rawEnd.lastIndex = end;
  return lengthTo(html, at, rawEnd.exec(html)?.index ?? -1, 0);
}

const lengthTo = (html: string, from: number, to: number, more: number): number =>
  (to < 0 ? html.length : to + more) - from;

/** The place of the `>` that ends a tag. */
function tagEnd(html: string, from: number): number {
  const mark = /[>"']/g;
  mark.lastIndex = from;
  for (;;) {
    const found = mark.exec(html);
    if (found === null) return html.length;
    if (found[0] === ">") return found.index;
    const quote = html.indexOf(found[0], found.index + 1);
    if (quote < 0) return html.length;
    mark.lastIndex = quote + 1;
  }
}

function begin(name: string, inner: string, open: HtmlElement[], add: (node: HtmlNode) => void): void {
  const rules = [ENDS_PARAGRAPH.has(name) ? PARAGRAPH : undefined, ENDS[name]];
  for (const rule of rules) {
    if (rule) close(open, (one) => rule[0].has(one.name), rule[1]);
  }
  const element: HtmlElement = { name, attributes: attributes(inner.slice(name.length)), children: [] };
  add(element);
  const isClosed = VOID.has(name) || RAW.has(name) || (name.includes(":") && inner.endsWith("/"));
  if (!isClosed && open.length < MAX_DEPTH) open.push(element);
}

/** Closes the innermost element of a kind, unless one of the others is inside it. */
function close(open: HtmlElement[], is: (element: HtmlElement) => boolean, others?: Set<string>): void {
  for (let place = open.length - 1; place > 0; place -= 1) {
    const element = open[place];
    if (!element || others?.has(element.name)) return;
    if (is(element)) {
      open.length = place;
      return;
    }
  }
}

function attributes(inner: string): Map<string, string> {
  const found = new Map<string, string>();
  const one = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;
  for (const [, name = "", double, single, bare] of inner.matchAll(one)) {
    found.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ""));
  }
  return found;
}

/** The names of the characters from U+00A0. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";
const NAMED = new Map([
  ...LATIN.split(" ").map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    ndash: "–",
    mdash: "—",
    hellip: "…",
  }),
  ...Object.entries({ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", sbquo: "‚", bdquo: "„", bull: "•" }),
  ...Object.entries({ ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009", OElig: "Œ", oelig: "œ", euro: "€" }),
]);

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, number, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = number === undefined ? Number.parseInt(hex, 16) : Number(number);
    return code > 0x10ffff || (code & 0x1ff800) === 0xd800 ? "" : String.fromCodePoint(code);
  });
}

/** All text inside a node. */
export function textOf(node: HtmlNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}
