// The errors of a template, by line; a click goes to the line.
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { faultWords, type LineFault } from "./faults";

interface FaultListProps {
  label: string;
  faults: readonly LineFault[];
  onGo?: ((line: number) => void) | undefined;
}

export function FaultList({ label, faults, onGo }: FaultListProps) {
  const { t } = useTranslation("prompts");
  return (
    <ul aria-label={label} className="flex flex-col gap-px text-sm">
      {faults.map((fault, at) => {
        const { line } = fault;
        const words = faultWords(t, fault);
        const place = line > 0 ? t("line", { n: line }) : "";
        const inside = (
          <>
            <CircleAlert size={14} strokeWidth={1.75} aria-hidden className="mt-0.75 shrink-0 text-danger" />
            <span className="shrink-0 text-subtle tabular-nums">{place}</span>
            <span className="min-w-0 break-words">{words}</span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two errors of a line may have the same text
          <li key={`${at} ${line}`}>
            {onGo === undefined ? (
              <span className="flex gap-2 px-2 py-0.5">{inside}</span>
            ) : (
              <button
                type="button"
                onClick={() => onGo(line)}
                className="flex w-full gap-2 rounded-md px-2 py-0.5 text-left -outline-offset-2 hover:bg-surface-hover"
              >
                {inside}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
