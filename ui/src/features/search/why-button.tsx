// Why something was found, quietly; the whole of it for whoever rests on it.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { Tooltip } from "@/components/tooltip";
import type { SearchWhy } from "@/ipc/types";

interface WhyButtonProps {
  why: SearchWhy;
  /** Paragraphs that hold all the words: the first by words are these. */
  total: number;
  /** Meaning is known by the fallback for a model. */
  fallback: boolean;
  /** Whether Tab goes to it. */
  stop: boolean;
}

/** Nearness with two digits. */
export const near = (similarity: number | null | undefined) => (similarity ?? 0).toFixed(2);

export function WhyButton({ why, total, fallback, stop }: WhyButtonProps) {
  const { t } = useTranslation("search");
  const { words, meaning, similarity } = why;
  const short: string[] = [];
  const long: string[] = [];
  if (words != null) {
    const has = words <= total ? "words" : "someWords";
    short.push(t(`why.${has}`, { n: figure(words) }));
    long.push(t(`why.${has}Text`, { n: figure(words) }));
  }
  if (meaning != null) {
    const values = { n: figure(meaning), near: near(similarity) };
    short.push(t(fallback ? "why.alike" : "why.meaning", values));
    long.push(t(fallback ? "why.fallbackText" : "why.meaningText", values));
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
        className="w-fit cursor-default rounded-sm text-xs text-faint tabular-nums hover:text-subtle"
      >
        <span aria-hidden>{short.join(t("why.joint"))}</span>
        <span className="sr-only">{long.join("")}</span>
      </button>
    </Tooltip>
  );
}
