// One part of a context: its name, its fate, its text, and a link to its source.
import { ArrowUpRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Checkbox } from "@/components/checkbox";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import type { ContextPart, ContextSource, ReceiptFlag } from "@/ipc/types";
import { marked, slice } from "./pieces";
import { Sent } from "./pieces-view";
import { mayBeLeftOut, useSourceName, wayTo } from "./sources";

interface PartRowProps {
  part: ContextPart;
  /** The text of its layer, which contains it. */
  layerText: string;
  /** The flags in its layer. */
  flags: readonly ReceiptFlag[];
  onToggle: ((source: ContextSource, to: "out" | "in") => void) | undefined;
}

/** Why it is not sent, or how much of it is; null if all of it is. */
export function useFateWords(): (part: ContextPart) => string | null {
  const { t } = useTranslation("context");
  const nameOf = useSourceName();
  return ({ fate, tokens }) => {
    if (fate.kind === "kept") return null;
    if (fate.kind === "cut") {
      return t("fates.cut", { kept: figure(fate.kept_tokens), all: figure(tokens) });
    }
    const { reason } = fate;
    switch (reason.kind) {
      case "overruled_by":
        return t("fates.overruled_by", { name: nameOf(reason.source) });
      case "duplicate":
        return t("fates.duplicate", { name: nameOf(reason.of) });
      default:
        return t(`fates.${reason.kind}`);
    }
  };
}

/** Parts the author may exclude: those that are sent, and those that only lack room. */
function isDecidable({ fate, source }: ContextPart): boolean {
  if (!mayBeLeftOut(source)) return false;
  return fate.kind !== "dropped" || fate.reason.kind === "dropped_by_author";
}

export function PartRow({ part, layerText, flags, onToggle }: PartRowProps) {
  const { t } = useTranslation("context");
  const [open, setOpen] = useState(false);
  const nameOf = useSourceName();
  const fateOf = useFateWords();
  const { source, fate, shown, tokens, precedence } = part;
  const name = nameOf(source);
  const words = fateOf(part);
  const isSent = fate.kind !== "dropped";
  const way = wayTo(source);
  const flagged =
    shown === null ? [] : flags.filter(({ range }) => range.start < shown.end && shown.start < range.end);
  const about = (
    <>
      <span className={cx("min-w-0 break-words", !isSent && "text-subtle")}>{name}</span>
      {precedence !== "usual" && <Badge>{t(`precedences.${precedence}`)}</Badge>}
      {flagged.length > 0 && <Badge tone="warning">{t("suspicious")}</Badge>}
    </>
  );
  return (
    <li className="flex min-w-0 flex-col py-0.5">
      <div className="flex min-w-0 items-start gap-1.5">
        {onToggle !== undefined && isDecidable(part) ? (
          <Checkbox
            label={t("send", { name })}
            hideLabel
            checked={isSent}
            onChange={(to) => onToggle(source, to ? "in" : "out")}
            className="shrink-0"
          />
        ) : (
          onToggle !== undefined && <span aria-hidden className="w-4 shrink-0" />
        )}
        {shown === null ? (
          <span className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1.5 text-sm">{about}</span>
        ) : (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-sm text-left text-sm hover:text-accent"
          >
            {about}
          </button>
        )}
        <span className="shrink-0 pt-1.5 text-xs text-faint tabular-nums">
          <span aria-hidden>{figure(tokens)}</span>
          <span className="sr-only">{t("tokens", { n: figure(tokens) })}</span>
        </span>
        {way !== null && (
          <IconButton
            icon={ArrowUpRight}
            size="sm"
            label={t("goTo", { name })}
            tooltipSide="left"
            onClick={way}
            className="mt-0.5"
          />
        )}
      </div>
      {words !== null && (
        <p className={cx("pb-0.5 text-xs break-words text-subtle", onToggle !== undefined && "pl-5.5")}>
          {words}
        </p>
      )}
      {open && shown !== null && (
        <Sent
          className={cx("my-1 max-h-56", onToggle !== undefined && "ml-5.5")}
          pieces={marked(
            slice(layerText, shown),
            flagged.map(({ range }) => ({
              start: Math.max(0, range.start - shown.start),
              end: Math.min(shown.end, range.end) - shown.start,
            })),
          )}
        />
      )}
    </li>
  );
}
