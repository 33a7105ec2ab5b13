// The short reason of a result, with a full explanation in a tooltip.
import { useTranslation } from "react-i18next";
import { Tooltip } from "@/components/tooltip";
import type { SearchWhy } from "@/ipc/types";

interface WhyButtonProps {
  why: SearchWhy;
  /** Paragraphs with all the words: that many of the first word results. */
  total: number;
  /** The fallback is used instead of a model. */
  fallback: boolean;
  /** Whether it is a Tab stop. */
  stop: boolean;
}

export function WhyButton({ why, total, fallback, stop }: WhyButtonProps) {
  const { t } = useTranslation("search");
  const { words, meaning } = why;
  const short: string[] = [];
  const long: string[] = [];
  if (words != null) {
    const has = words <= total ? "words" : "someWords";
    short.push(t(`why.${has}`));
    long.push(t(`why.${has}Text`));
  }
  if (meaning != null) {
    short.push(t(fallback ? "why.alike" : "why.meaning"));
    long.push(t(fallback ? "why.fallbackText" : "why.meaningText"));
  }
  if (short.length === 0) return null;
  return (
    <Tooltip
      side="top"
      text={long.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    >
      <button
        type="button"
        tabIndex={stop ? 0 : -1}
        className="w-fit cursor-default rounded-sm text-xs text-faint hover:text-subtle"
      >
        <span aria-hidden>{short.join(t("why.joint"))}</span>
        <span className="sr-only">{long.join("")}</span>
      </button>
    </Tooltip>
  );
}
