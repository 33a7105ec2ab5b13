// The severity of a finding, as an icon with its own shape.
import { CircleAlert, CircleDot, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import type { Severity } from "@/ipc/types";

const SIGNS: Record<Severity, readonly [LucideIcon, string]> = {
  low: [Info, "text-issue-low"],
  medium: [CircleDot, "text-issue-medium"],
  high: [CircleAlert, "text-issue-high"],
  critical: [OctagonAlert, "text-issue-critical"],
};

/** The icon of a severity; its label is beside it or announced. */
export function SeveritySign({ severity }: { severity: Severity }) {
  const [Icon, tone] = SIGNS[severity];
  return <Icon size={15} strokeWidth={1.75} aria-hidden className={`shrink-0 ${tone}`} />;
}
