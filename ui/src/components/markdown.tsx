// The one way model output and notes are shown in panels: a small Markdown subset as elements, never HTML.
import { Fragment, type ReactNode, useMemo } from "react";
import { cx } from "./class-names";
import { type Block, type Inline, parseMarkdown } from "./markdown-tree";

export interface MarkdownProps {
  text: string;
  /** Asked to open a link; only https comes here. Without it links are plain text. */
  onLink?: ((url: string) => void) | undefined;
  /** The level of "#" in the outline of the window. Default 3. */
  headingLevel?: 2 | 3 | 4 | 5 | undefined;
  className?: string | undefined;
}

export function Markdown({ text, onLink, headingLevel = 3, className }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className={cx("flex min-w-0 flex-col gap-2 text-sm leading-5.5 break-words select-text", className)}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place, also while text streams in
        <BlockView key={at} block={block} onLink={onLink} headingLevel={headingLevel} />
      ))}
    </div>
  );
}

type Links = Pick<MarkdownProps, "onLink">;

function BlockView({
  block,
  onLink,
  headingLevel,
}: { block: Block; headingLevel: number } & Links): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Tag = `h${Math.min(6, headingLevel + block.level - 1)}` as "h2" | "h3" | "h4" | "h5" | "h6";
      return (
        <Tag className={cx("font-semibold", block.level === 1 ? "mt-1 text-base" : "text-sm")}>
          <Inlines nodes={block.children} onLink={onLink} />
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
      return <ListView list={block} onLink={onLink} />;
    default:
      return (
        <p className="whitespace-pre-line">
          <Inlines nodes={block.children} onLink={onLink} />
        </p>
      );
  }
}

function ListView({ list, onLink }: { list: Extract<Block, { kind: "list" }> } & Links) {
  const items = list.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={at} className="whitespace-pre-line marker:text-faint">
      <Inlines nodes={item.children} onLink={onLink} />
      {item.nested.map((nested, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        nested.kind === "list" ? <ListView key={place} list={nested} onLink={onLink} /> : null,
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

function Inlines({ nodes, onLink }: { nodes: readonly Inline[] } & Links) {
  return nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>
      <InlineView node={node} onLink={onLink} />
    </Fragment>
  ));
}

function InlineView({ node, onLink }: { node: Inline } & Links): ReactNode {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code className="rounded-sm bg-surface-sunken px-1 py-px font-mono text-xs">{node.text}</code>;
    case "strong":
      return (
        <strong className="font-semibold">
          <Inlines nodes={node.children} onLink={onLink} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines nodes={node.children} onLink={onLink} />
        </em>
      );
    case "link":
      return <LinkView text={node.text} url={node.url} onLink={onLink} />;
  }
}

/** A link's text may say anything, so where it leads is shown beside it. */
function LinkView({ text, url, onLink }: { text: string; url: string } & Links) {
  const host = httpsHost(url);
  if (onLink === undefined || host === null) {
    return text === url ? text : `${text} (${url})`;
  }
  return (
    <>
      <button
        type="button"
        title={url}
        onClick={() => onLink(url)}
        className="inline rounded-sm text-left text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
      >
        {text}
      </button>
      {text !== url && <span className="text-faint"> ({host})</span>}
    </>
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
