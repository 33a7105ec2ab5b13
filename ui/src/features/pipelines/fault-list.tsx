// The faults of a profile with their places; each leads to its place.
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WorkflowFault } from "@/ipc/types";
import { faultSentence } from "./fault-words";

interface FaultListProps {
  faults: readonly WorkflowFault[];
  /** Says where a fault is; its line and column by default. */
  whereOf?: ((fault: WorkflowFault) => string) | undefined;
  onGo?: ((fault: WorkflowFault) => void) | undefined;
}

export function FaultList({ faults, whereOf, onGo }: FaultListProps) {
  const { t } = useTranslation("pipelines");
  const place = ({ line, column }: WorkflowFault) => t("place", { line, column });
  const where = whereOf ?? place;
  return (
    <ul aria-label={t("faultsLabel")} className="flex flex-col gap-px text-sm">
      {faults.map((fault) => (
        <li key={`${fault.line} ${fault.column} ${fault.message}`}>
          {onGo === undefined ? (
            <p className="flex gap-2 px-1 py-0.5">
              <OneFault fault={fault} where={where(fault)} />
            </p>
          ) : (
            <button
              type="button"
              onClick={() => onGo(fault)}
              className="flex w-full gap-2 rounded-md px-1 py-0.5 text-left -outline-offset-2 hover:bg-surface-hover"
            >
              <OneFault fault={fault} where={where(fault)} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function OneFault({ fault, where }: { fault: WorkflowFault; where: string }) {
  const { t } = useTranslation("pipelines");
  return (
    <>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden className="mt-0.75 shrink-0 text-danger" />
      <span className="shrink-0 text-subtle tabular-nums">{where}</span>
      <span className="min-w-0 break-words">{faultSentence(t, fault)}</span>
    </>
  );
}
