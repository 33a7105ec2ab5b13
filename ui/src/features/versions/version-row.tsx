// A version in the list, and the working text above them.
import { GitBranch, PencilLine } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { cx } from "@/components/class-names";
import { clockTime } from "@/components/days";
import { figure } from "@/components/figures";
import { signedFigure } from "@/components/signed-figure";
import { useCounting } from "@/desk/counting";
import type { Listed } from "./entries";

export interface VersionRowProps {
  listed: Listed;
  /** The name of its branch, unless that is the main line. */
  branch: string | null;
  newest: boolean;
  /** Marked as one side of a comparison. */
  marked: boolean;
}

export function VersionRow({ listed, branch, newest, marked }: VersionRowProps) {
  const { t, i18n } = useTranslation("versions");
  const { version, made, count, change } = listed;
  const source = t(`made.${made}`);
  const label = version.label;
  const below = label !== null || branch !== null || newest || marked;
  return (
    <span className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-baseline gap-x-1.5">
      <span className="text-xs text-faint tabular-nums">{clockTime(version.created_at, i18n.language)}</span>
      <span
        className={cx(
          "text-sm",
          label !== null
            ? "col-span-2 line-clamp-2 font-medium break-words"
            : version.kind === "automatic" && made === "automatic" && "text-subtle",
        )}
      >
        {label ?? source}
      </span>
      {label === null && <Counted count={count} change={change} />}
      {below && (
        <span className="col-span-2 col-start-2 flex min-w-0 flex-wrap items-center gap-1.5 pt-0.5 text-xs text-faint">
          {label !== null && <span>{source}</span>}
          {newest && <Badge>{t("newest")}</Badge>}
          {marked && <Badge tone="accent">{t("marked.one")}</Badge>}
          {branch !== null && <BranchTag name={branch} />}
          {label !== null && (
            <span className="ml-auto">
              <Counted count={count} change={change} />
            </span>
          )}
        </span>
      )}
    </span>
  );
}

/** The working text that is not a version yet. */
export function WorkingRow({ at, count, change, branch }: WorkingRowProps) {
  const { t, i18n } = useTranslation("versions");
  return (
    <span className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-baseline gap-x-1.5">
      <span className="text-xs text-faint tabular-nums">
        {at === null ? (
          <PencilLine size={14} strokeWidth={1.75} aria-hidden className="translate-y-0.5" />
        ) : (
          clockTime(at, i18n.language)
        )}
      </span>
      <span className="truncate text-sm font-medium">{t("working")}</span>
      <Counted count={count} change={change} />
      <span className="col-span-2 col-start-2 flex min-w-0 flex-wrap items-center gap-1.5 pt-0.5 text-xs text-faint">
        <span>{t("workingAbout")}</span>
        {branch !== null && <BranchTag name={branch} />}
      </span>
    </span>
  );
}

interface WorkingRowProps {
  at: number | null;
  count: number;
  change: number | null;
  branch: string | null;
}

function Counted({ count, change }: { count: number; change: number | null }) {
  const { t } = useTranslation("versions");
  const { unit } = useCounting();
  return (
    <span className="flex items-baseline gap-2 text-xs tabular-nums">
      <span className="text-faint">
        <span aria-hidden>{figure(count)}</span>
        <span className="sr-only">{t("count", { n: figure(count), context: unit })}</span>
      </span>
      <span
        className={cx(
          "min-w-9 text-right",
          change === null || change === 0 ? "text-faint" : change > 0 ? "text-success" : "text-danger",
        )}
      >
        {change === null ? "" : signedFigure(change)}
      </span>
    </span>
  );
}

function BranchTag({ name }: { name: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 rounded-sm bg-accent-soft px-1.5 text-accent">
      <GitBranch size={11} strokeWidth={2} aria-hidden className="shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  );
}
