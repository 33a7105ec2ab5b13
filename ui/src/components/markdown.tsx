// A small Markdown subset as elements, never HTML. Nothing else in the page renders Markdown.
import { type ReactNode, useMemo } from "react";
import { cx } from "./class-names";
import { type MarkdownNode, parseMarkdown } from "./markdown-tree";

export interface MarkdownProps {
  text: string;
  /** Called to open a link; only https links get here. Without it links are plain text. */
  onLink?: ((url: string) => void) | undefined;
  /** Returns an opener for a page of the same document; null for other links, which are then plain text. */
  pageOf?: ((url: string) => (() => void) | null) | undefined;
  /** The heading level of "#" in the window. Default 3. */
  headingLevel?: 2 | 3 | 4 | 5 | undefined;
  className?: string | undefined;
}

export function Markdown({ text, headingLevel = 3, className, ...links }: MarkdownProps) {
  const source = text.replaceAll("\r\n", "\n");
  const root = useMemo(() => parseMarkdown(source), [source]);
  return (
    <div className={cx("flex min-w-0 flex-col gap-2 text-sm leading-5.5 break-words select-text", className)}>
      {childrenOf(root).map((node) => blockView(node, { source, headingLevel, ...links }))}
    </div>
  );
}

type Links = Pick<MarkdownProps, "onLink" | "pageOf">;

interface Page extends Links {
  source: string;
  headingLevel: number;
  inTable?: boolean;
}

function childrenOf(node: MarkdownNode): MarkdownNode[] {
  const children = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function blockView(node: MarkdownNode, page: Page): ReactNode {
  switch (node.name) {
    case "FencedCode":
      return (
        <pre
          key={node.from}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll long lines
          tabIndex={0}
          className="overflow-x-auto rounded-md border border-line bg-surface-sunken px-2.5 py-2 font-mono text-xs"
        >
          <code>{node.getChildren("CodeText").map(({ from, to }) => page.source.slice(from, to))}</code>
        </pre>
      );
    case "BulletList":
    case "OrderedList":
      return listView(node, page);
    case "Table":
      return <TableView key={node.from} table={node} page={{ ...page, inTable: true }} />;
    case "Paragraph":
      return (
        <p key={node.from} className="whitespace-pre-line">
          {inlines(node, page)}
        </p>
      );
    default:
      return headingView(node, page);
  }
}

/** An ATX heading: the only other block. */
function headingView(node: MarkdownNode, page: Page): ReactNode {
  const level = Number(node.name.at(-1));
  const Tag = `h${Math.min(6, page.headingLevel + level - 1)}` as "h2" | "h3" | "h4" | "h5" | "h6";
  return (
    <Tag key={node.from} className={cx("font-semibold", level === 1 ? "mt-1 text-base" : "text-sm")}>
      {inlines(node, page)}
    </Tag>
  );
}

function listView(list: MarkdownNode, page: Page): ReactNode {
  const items = list.getChildren("ListItem").map((item) => (
    <li key={item.from} className="whitespace-pre-line marker:text-faint">
      {childrenOf(item).map((node, at) => {
        if (node.name === "ListMark") return null;
        return node.name === "Paragraph" && at === 1 ? inlines(node, page) : blockView(node, page);
      })}
    </li>
  ));
  const className = "flex flex-col gap-0.5 pl-5";
  return list.name === "OrderedList" ? (
    <ol
      key={list.from}
      start={Number.parseInt(page.source.slice(list.from), 10)}
      className={cx(className, "list-decimal")}
    >
      {items}
    </ol>
  ) : (
    <ul key={list.from} className={cx(className, "list-disc")}>
      {items}
    </ul>
  );
}

function TableView({ table, page }: { table: MarkdownNode; page: Page }) {
  const header = table.getChildren("TableHeader").flatMap(cellsOf);
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        {header.some(hasText) && (
          <thead>
            <tr className="border-b border-line text-left text-subtle">
              {header.map((cell) =>
                hasText(cell) ? (
                  <th key={cell.from} scope="col" className="py-1.5 pr-4 font-medium">
                    {inlines(cell, page)}
                  </th>
                ) : (
                  <td key={cell.from} />
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {table.getChildren("TableRow").map((row) => (
            <tr key={row.from} className="border-b border-line align-top">
              {cellsOf(row).map((cell) => (
                <td key={cell.from} className="py-1.5 pr-4">
                  {hasText(cell) && inlines(cell, page)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The cells of a row. An empty cell has no node: the delimiter that ends it takes its place. */
function cellsOf(row: MarkdownNode): MarkdownNode[] {
  return childrenOf(row).filter(
    (node, at, nodes) => hasText(node) || nodes[at - 1]?.name === "TableDelimiter",
  );
}

function hasText(cell: MarkdownNode): boolean {
  return cell.name === "TableCell";
}

function inlines(node: MarkdownNode, page: Page): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = node.from;
  for (const child of childrenOf(node)) {
    parts.push(page.source.slice(at, child.from), inlineView(child, page));
    at = child.to;
  }
  return [...parts, page.source.slice(at, node.to)];
}

function inlineView(node: MarkdownNode, page: Page): ReactNode {
  const text = (part = node) => page.source.slice(part.from, part.to);
  switch (node.name) {
    case "Escape":
      return text().slice(1);
    case "InlineCode":
      return (
        <code key={node.from} className="rounded-sm bg-surface-sunken px-1 py-px font-mono text-xs">
          {codeOf(node, page)}
        </code>
      );
    case "StrongEmphasis":
      return (
        <strong key={node.from} className="font-semibold">
          {inlines(node, page)}
        </strong>
      );
    case "Emphasis":
      return <em key={node.from}>{inlines(node, page)}</em>;
    case "Link": {
      const [label, url] = childrenOf(node);
      return (
        <LinkView
          key={node.from}
          text={text(label)}
          url={text(url)}
          onLink={page.onLink}
          pageOf={page.pageOf}
        />
      );
    }
    case "HeaderMark":
    case "EmphasisMark":
    case "CodeMark":
      return null;
    default:
      return text();
  }
}

/** The text of inline code. In a table `\\|` is a bar. */
function codeOf(node: MarkdownNode, { source, inTable }: Page): string {
  const code = source.slice(node.firstChild?.to, node.lastChild?.from);
  return inTable ? code.replaceAll("\\|", "|") : code;
}

/** A link's text may be anything, so its target is shown beside it. */
function LinkView({ text, url, onLink, pageOf }: { text: string; url: string } & Links) {
  if (pageOf !== undefined) {
    const show = pageOf(url);
    return show === null ? text : <LinkButton text={text} onClick={show} />;
  }
  const host = httpsHost(url);
  if (onLink === undefined || host === null) {
    return text === url ? text : `${text} (${url})`;
  }
  return (
    <>
      <LinkButton text={text} title={url} onClick={() => onLink(url)} />
      {text !== url && <span className="text-faint"> ({host})</span>}
    </>
  );
}

function LinkButton({ text, title, onClick }: { text: string; title?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      title={title}
      onClick={onClick}
      className="inline rounded-sm text-left text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
    >
      {text}
    </button>
  );
}

function httpsHost(url: string): string | null {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" && parsed.username === "" ? parsed.host : null;
  } catch {
    return null;
  }
}
