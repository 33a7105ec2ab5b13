// The only way panels render model output and notes: a small Markdown subset as elements, never HTML.
import { Fragment, type ReactNode, useMemo } from "react";
import { cx } from "./class-names";
import { type Block, type Inline, parseMarkdown } from "./markdown-tree";

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

export function Markdown({ text, onLink, pageOf, headingLevel = 3, className }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className={cx("flex min-w-0 flex-col gap-2 text-sm leading-5.5 break-words select-text", className)}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified only by their position
        <BlockView key={at} block={block} onLink={onLink} pageOf={pageOf} headingLevel={headingLevel} />
      ))}
    </div>
  );
}

type Links = Pick<MarkdownProps, "onLink" | "pageOf">;

function BlockView({
  block,
  headingLevel,
  ...links
}: { block: Block; headingLevel: number } & Links): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Tag = `h${Math.min(6, headingLevel + block.level - 1)}` as "h2" | "h3" | "h4" | "h5" | "h6";
      return (
        <Tag className={cx("font-semibold", block.level === 1 ? "mt-1 text-base" : "text-sm")}>
          <Inlines nodes={block.children} {...links} />
        </Tag>
      );
    }
    case "code":
      return (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll long lines
          tabIndex={0}
          className="overflow-x-auto rounded-md border border-line bg-surface-sunken px-2.5 py-2 font-mono text-xs"
        >
          <code>{block.text}</code>
        </pre>
      );
    case "list":
      return <ListView list={block} {...links} />;
    case "table":
      return <TableView rows={block.rows} {...links} />;
    default:
      return (
        <p className="whitespace-pre-line">
          <Inlines nodes={block.children} {...links} />
        </p>
      );
  }
}

function ListView({ list, ...links }: { list: Extract<Block, { kind: "list" }> } & Links) {
  const items = list.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={at} className="whitespace-pre-line marker:text-faint">
      <Inlines nodes={item.children} {...links} />
      {item.nested.map((nested, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        nested.kind === "list" ? <ListView key={place} list={nested} {...links} /> : null,
      )}
    </li>
  ));
  const className = "flex flex-col gap-0.5 pl-5";
  return list.ordered ? (
    <ol start={list.start} className={cx(className, "list-decimal")}>
      {items}
    </ol>
  ) : (
    <ul className={cx(className, "list-disc")}>{items}</ul>
  );
}

function TableView({ rows: [header = [], ...rows], ...links }: { rows: Inline[][][] } & Links) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        {header.some((cell) => cell.length > 0) && (
          <thead>
            <tr className="border-b border-line text-left text-subtle">
              {header.map((cell, at) =>
                cell.length === 0 ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={at} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <th key={at} scope="col" className="py-1.5 pr-4 font-medium">
                    <Inlines nodes={cell} {...links} />
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={at} className="border-b border-line align-top">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className="py-1.5 pr-4">
                  <Inlines nodes={cell} {...links} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ nodes, ...links }: { nodes: readonly Inline[] } & Links) {
  return nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>
      <InlineView node={node} {...links} />
    </Fragment>
  ));
}

function InlineView({ node, ...links }: { node: Inline } & Links): ReactNode {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code className="rounded-sm bg-surface-sunken px-1 py-px font-mono text-xs">{node.text}</code>;
    case "strong":
      return (
        <strong className="font-semibold">
          <Inlines nodes={node.children} {...links} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines nodes={node.children} {...links} />
        </em>
      );
    case "link":
      return <LinkView text={node.text} url={node.url} {...links} />;
  }
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
