// Status icons of a step or run. The label is beside the icon or announced.
import {
  Ban,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  Clock,
  type LucideIcon,
} from "lucide-react";
import { Spinner } from "@/components/spinner";
import type { NodeStatus, RunStatus } from "@/ipc/types";

const SIGNS: Record<Exclude<NodeStatus | RunStatus, "running">, readonly [LucideIcon, string]> = {
  pending: [Circle, "text-faint"],
  queued: [Clock, "text-faint"],
  ready: [Clock, "text-subtle"],
  waiting: [CirclePause, "text-warning"],
  interrupted: [CircleDashed, "text-warning"],
  completed: [CircleCheck, "text-success"],
  partial: [CircleAlert, "text-warning"],
  failed: [CircleAlert, "text-danger"],
  skipped: [CircleSlash, "text-faint"],
  cancelled: [Ban, "text-faint"],
};

export function StatusSign({ status, size = 15 }: { status: NodeStatus | RunStatus; size?: number }) {
  if (status === "running") return <Spinner size={size} className="text-accent" />;
  const [Icon, tone] = SIGNS[status];
  return <Icon size={size} strokeWidth={1.75} aria-hidden className={`shrink-0 ${tone}`} />;
}
