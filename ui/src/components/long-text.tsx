// A text of which the beginning is in sight, and the rest on demand.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";

/** How many lines of a long text are in sight, and up to how many characters a text is shown whole instead. */
const FOLDS = {
  3: { short: 84, fold: "line-clamp-3" },
  6: { short: 240, fold: "line-clamp-6" },
} as const;

export interface LongTextProps {
  text: string;
  /** Lines in sight. */
  lines: keyof typeof FOLDS;
  /** Whether it is set as the manuscript is. */
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
