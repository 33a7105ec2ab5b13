// A snippet with marked matches.
import { useMemo } from "react";
import { cx } from "@/components/class-names";
import type { SearchSnippet } from "@/ipc/types";
import { piecesOf } from "./hits";

interface SnippetProps {
  snippet: SearchSnippet;
  /** Whether it is manuscript text. */
  reading: boolean;
}

export function Snippet({ snippet, reading }: SnippetProps) {
  const pieces = useMemo(() => piecesOf(snippet), [snippet]);
  return (
    <span className={cx("line-clamp-3 text-sm break-words", reading && "font-reading leading-relaxed")}>
      {pieces.map(({ at, text, marked }) =>
        marked ? (
          <mark key={at} className="rounded-[2px] bg-hit text-ink">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </span>
  );
}
