// A text of which the beginning is in sight, and the rest on demand.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";

/** Shorter texts are shown whole, in characters. */
const SHORT = 240;

export function LongText({ text }: { text: string }) {
  const { t } = useTranslation("workflows");
  const [open, setOpen] = useState(false);
  const isLong = text.length > SHORT;
  return (
    <div className="flex min-w-0 flex-col items-start gap-0.5">
      <p
        className={cx(
          "max-w-full text-sm break-words whitespace-pre-line select-text",
          isLong && !open && "line-clamp-6",
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
          {t(open ? "less" : "more")}
        </button>
      )}
    </div>
  );
}
