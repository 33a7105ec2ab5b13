// A text in pieces: highlighted passages, or additions and deletions.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import type { Piece } from "./pieces";

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  const { t } = useTranslation("context");
  return pieces.map(({ at, kind, text }) => {
    const key = `${at} ${kind}`;
    switch (kind) {
      case "plain":
        return text;
      case "marked":
        return (
          <mark key={key} className="rounded-[2px] bg-warning-soft text-warning underline decoration-wavy">
            {text}
          </mark>
        );
      case "added":
        return (
          <ins key={key} className="bg-added text-added-text no-underline">
            {text}
          </ins>
        );
      case "removed":
        return (
          <del key={key} className="bg-removed text-removed-text">
            {text}
          </del>
        );
      default:
        return (
          <span key={key} className="my-1 block border-y border-dashed border-line text-center text-faint">
            {t("compare.folded", { n: figure([...text].length) })}
          </span>
        );
    }
  });
}

/** Text exactly as sent: every space and line break is shown. */
export function Sent({ pieces, className }: { pieces: readonly Piece[]; className?: string | undefined }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the text
      tabIndex={0}
      className={cx(
        "max-h-80 overflow-y-auto rounded-md border border-line bg-surface-sunken px-2.5 py-2 text-xs leading-5 break-words whitespace-pre-wrap text-ink",
        className,
      )}
    >
      <Pieces pieces={pieces} />
    </div>
  );
}
