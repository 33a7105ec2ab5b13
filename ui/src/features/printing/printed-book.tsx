// The book as it is printed: seen only on paper (`styles/print.css`). The author's words are text, never markup.
import { createElement, Fragment, type ReactNode } from "react";
import type { NovelLanguage, PrintBlock, PrintBook, PrintChapter, PrintSpan, PrintStyle } from "@/ipc/types";

const TAGS: Record<NovelLanguage, string> = { zh: "zh-CN", en: "en", ja: "ja" };

export function PrintedBook({ book }: { book: PrintBook }) {
  const count = book.volumes.reduce((sum, volume) => sum + volume.chapters.length, 0);
  const sceneBreak = <p className="break">{book.language === "en" ? "* * *" : "＊＊＊"}</p>;
  const volumes = book.volumes.map((volume) => (
    <>
      {volume.title !== "" && <h1 className="volume">{volume.title}</h1>}
      {volume.chapters.map((chapter) => (
        <Chapter key={chapter.number} {...{ chapter, sceneBreak }} />
      ))}
    </>
  ));
  return (
    <article className="printed" lang={TAGS[book.language]} aria-hidden>
      {count > 1 && <Front book={book} />}
      {inOrder(volumes)}
    </article>
  );
}

/** Pages never change, so their parts need no keys. */
const inOrder = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts);

/** The title page. No contents: paper from the window has no page numbers to refer to. */
const Front = ({ book }: { book: PrintBook }) => (
  <header>
    <h1>{book.title}</h1>
    {book.author !== "" && <p className="by">{book.author}</p>}
  </header>
);

const labelOf = ({ title, number }: PrintChapter) => (title === "" ? String(number) : title);

/** A chapter, with its notes at the end. */
function Chapter({ chapter, sceneBreak }: { chapter: PrintChapter; sceneBreak: ReactNode }) {
  const notes: PrintSpan[][] = [];
  const scenes = chapter.scenes.map(({ blocks }, at) => (
    <>
      {at > 0 && sceneBreak}
      {inOrder(blocks.map((block, at) => blockOf(block, blocks[at - 1], sceneBreak, notes)))}
    </>
  ));
  return (
    <section>
      <h2>{labelOf(chapter)}</h2>
      {inOrder(scenes)}
      {inOrder(notes.map((note, at) => noteOf(note, at + 1)))}
    </section>
  );
}

function blockOf(
  block: PrintBlock,
  before: PrintBlock | undefined,
  sceneBreak: ReactNode,
  notes: PrintSpan[][],
): ReactNode {
  if (block.kind === "blank") return null;
  if (block.kind === "break") return sceneBreak;
  const gap = before?.kind === "blank" ? " gap" : "";
  return (
    <p className={`${block.form}${gap}`}>
      {block.form === "item" && "• "}
      {spansOf(block.spans, notes)}
    </p>
  );
}

const noteOf = (note: readonly PrintSpan[], number: number) => (
  <p className="note">
    {number} {spansOf(note, [])}
  </p>
);

/** Spans as text; notes are collected. */
const spansOf = (spans: readonly PrintSpan[], notes: PrintSpan[][]) =>
  inOrder(spans.map((span) => spanOf(span, notes)));

function spanOf(span: PrintSpan, notes: PrintSpan[][]): ReactNode {
  switch (span.kind) {
    case "text":
      return styled(span.style, span.text);
    case "ruby":
      return (
        <ruby>
          {styled(span.style, span.base)}
          <rt>{span.reading}</rt>
        </ruby>
      );
    case "note":
      notes.push(span.spans);
      return <sup>{notes.length}</sup>;
  }
}

function styled(style: PrintStyle, text: ReactNode): ReactNode {
  const dotted = style.dots ? <span className="dots">{text}</span> : text;
  const slanted = style.italic ? <em>{dotted}</em> : dotted;
  return style.bold ? <strong>{slanted}</strong> : slanted;
}
