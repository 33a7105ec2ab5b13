// A text that is collapsed to its first lines, with a button to expand it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";

/** For each number of lines: texts up to `short` characters are shown in full; longer ones are clamped. */
const FOLDS = {
  3: { short: 84, fold: "line-clamp-3" },
  6: { short: 240, fold: "line-clamp-6" },
} as const;

export interface LongTextProps {
  text: string;
  /** Visible lines. */
  lines: keyof typeof FOLDS;
  /** Whether it uses the manuscript's typography. */
  isReading?: boolean | undefined;
}

export function LongText({ text, lines, isReading = false }: LongTextProps) {
  const { t } = useTranslation("components");
  const [open, setOpen] = useState(false);
  const { short, fold } = FOLDS[lines];
  const isLong = [...text].length > short;
  return (
    <div className="flex min-w-0 flex-col items-start gap-0.5">
      <p
        className={cx(
          "max-w-full text-sm break-words whitespace-pre-wrap select-text",
          isReading && "font-reading",
          isLong && !open && fold,
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="rounded-sm text-xs text-accent hover:text-accent-hover hover:underline"
        >
          {t(open ? "longText.less" : "longText.more")}
        </button>
      )}
    </div>
  );
}
