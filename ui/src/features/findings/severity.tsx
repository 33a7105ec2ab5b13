// How much a finding matters, as a mark whose shape says it too.
import { CircleAlert, CircleDot, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import type { Severity } from "@/ipc/types";

const SIGNS: Record<Severity, readonly [LucideIcon, string]> = {
  low: [Info, "text-issue-low"],
  medium: [CircleDot, "text-issue-medium"],
  high: [CircleAlert, "text-issue-high"],
  critical: [OctagonAlert, "text-issue-critical"],
};

/** The sign of a severity; its word stands beside it or is said. */
export function SeveritySign({ severity }: { severity: Severity }) {
  const [Icon, tone] = SIGNS[severity];
  return <Icon size={15} strokeWidth={1.75} aria-hidden className={`shrink-0 ${tone}`} />;
}
